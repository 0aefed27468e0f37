"""How a worker of the page starts its house, in Pyodide.

The interpreter of a site is prepared when the site is built (`local/snapshot.py`): `prepare` runs then, `start` in the
browser of a visitor.
"""

from __future__ import annotations

import gc
import importlib
import json
import re
import sys
import time
import types
import zipimport
from collections.abc import Callable
from typing import Any

from ludotheque.local import stand_ins

NO_USE = (  # modules of Python's library that Pyodide imports: no page can open a socket or start a process
    "asyncio.base_events",
    "asyncio.base_subprocess",
    "asyncio.selector_events",
    "asyncio.sslproto",
    "asyncio.streams",
    "asyncio.subprocess",
    "asyncio.trsock",
    "asyncio.unix_events",
    "dis",
    "ipaddress",
    "selectors",
    "socket",
    "ssl",
    "subprocess",
)
CODECS = ("ascii", "latin_1", "utf_8_sig", "utf_32_le")  # imported when a text is decoded first


def prepare() -> None:
    """Import and compute what tables need, once for all visitors; then throw away what only people read."""
    stand_ins.install()
    stand_ins.use_plural(lambda language, number: "one" if number == 1 else "other")
    from ludotheque.local.assets import Assets
    from ludotheque.local.house import House
    from ludotheque.local.thinking import Thinker
    from ludotheque.play import registry
    from ludotheque.server.live.protocol import VERSION

    import_for_rules()
    for codec in CODECS:
        importlib.import_module(f"encodings.{codec}")
    told: list[dict[str, Any]] = []
    house = House(lambda line, text: told.append(json.loads(text)), lambda table, text: None, time.time, Assets({}))
    for game in registry.games():
        _try_out(house, game, told, VERSION)
    Thinker(Assets({}))  # imported for `start_thinking`
    strip()


def import_for_rules() -> None:
    """Import what kernel-land modules import: they are executed later, and other sources stay at home."""
    from ludotheque.kernel.sources import kernel_modules, module_file
    from ludotheque.play import registry

    packages = ["ludotheque.bots", "ludotheque.toolkit", *(game.package for game in registry.games())]
    land = {
        f"{package}.{inside}": module_file(package, inside)
        for package in packages
        for inside in kernel_modules(package)
    }
    for path in land.values():
        for name in re.findall(r"^from (ludotheque\.[\w.]+) import", path.read_text(encoding="utf-8"), re.MULTILINE):
            if name not in land and not name.startswith("ludotheque.kernel."):
                importlib.import_module(name)


def _try_out(house: Any, game: Any, told: list[dict[str, Any]], version: int) -> None:
    """Sit down at a table of a game, ask about a move, make it, and let a bot answer."""
    seats = [{"kind": "me"}, *({"kind": "bot"} for _ in range(game.declaration.players[0] - 1))]
    wish = json.dumps({"game": game.name, "seats": seats})
    table = json.loads(house.request("POST", "/tables", wish))["body"]["id"]

    def say(kind: str, **what: Any) -> None:
        house.receive(1, json.dumps({"type": kind, "id": kind, **what}))

    def face() -> Any:
        return next(one["face"] for one in reversed(told) if "face" in one)

    say("hello", version=version, table=table, seen={})
    while not face()["moves"]:
        house.play_on()
    move = face()["moves"][0]["id"]
    for kind in ("preview", "why_not"):
        say(kind, seat=0, move=move, then=[])
    say("decide", seat=0, question=face()["question"], moves=[move])
    house.play_on()
    house.leave(1)


def _left_out(*_: Any, **__: Any) -> None:
    raise NotImplementedError("this function is left out of sites without a server")


def strip() -> None:
    """Forget docstrings and the line numbers of functions, a third of what code takes; and functions without use."""
    for thing in gc.get_objects():
        if isinstance(thing, types.FunctionType):
            useless = thing.__module__ in NO_USE and not thing.__code__.co_freevars
            thing.__code__ = _left_out.__code__ if useless else _without_lines(thing.__code__)
        if isinstance(thing, (types.FunctionType, type, types.ModuleType)) and thing.__doc__:
            try:
                thing.__doc__ = None
            except (AttributeError, TypeError):
                continue  # a type of C
    for name in ("_pyodide.docs_argspec", "_pyodide._core_docs", "_pyodide.docstring"):
        for key, value in list(vars(sys.modules.get(name, types)).items()):
            if name in sys.modules and isinstance(value, str) and not key.startswith("__"):
                setattr(sys.modules[name], key, "")
    zipimport._zip_directory_cache.clear()  # type: ignore[attr-defined]  # the standard library stays at home
    sys.path_importer_cache.clear()
    gc.collect()


def _without_lines(code: types.CodeType) -> types.CodeType:
    """Code with a table of lines that knows no line: bytes of 0xff say so of eight instructions each."""
    inner = tuple(_without_lines(one) if isinstance(one, types.CodeType) else one for one in code.co_consts)
    whole, rest = divmod(len(code.co_code) // 2, 8)
    table = b"\xff" * whole + (bytes([0xF7 + rest]) if rest else b"")
    return code.replace(co_linetable=table, co_consts=inner)


def start(send: Callable[[int, str], None], keep: Callable[[str, str | None], None], plural: stand_ins.Plural) -> Any:
    """The house of this browser; the arguments are functions of the worker."""
    stand_ins.install()
    stand_ins.use_plural(plural)
    from ludotheque.local.assets import Assets
    from ludotheque.local.house import House

    return House(send, keep, time.time, Assets.read_list())


def start_thinking(plural: stand_ins.Plural) -> Any:
    """The bots of this browser's tables, for a worker of their own."""
    stand_ins.install()
    stand_ins.use_plural(plural)
    from ludotheque.local.assets import Assets
    from ludotheque.local.thinking import Thinker

    return Thinker(Assets.read_list())
