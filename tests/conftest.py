"""How the tests are shared out among workers: what takes long comes first, and no two compile the same rules.

What a run has proven is added up by `tests/proof.py`.
"""

from __future__ import annotations

import gc
import os
import re
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from zlib import crc32

import hypothesis
import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

import ludotheque as lt
from tests import sizes
from tests.proof import Proof

# The same examples every time, and no clock: what is drawn by chance belongs to the long run, where somebody looks.
hypothesis.settings.register_profile("ludotheque", deadline=None, derandomize=not sizes.LONG)
hypothesis.settings.load_profile("ludotheque")

ROOT = Path(__file__).parent.parent
COMPILED = "compiled "  # and a game: what compiles much of it, a module of its tests or a check, is for one worker
OF_A_GAME = re.compile(r"tests/(?P<game>\w+)/test_\w+\.py")
COMPLIES = re.compile(r"tests/test_compliance\.py::test_game_complies\[(?P<game>\w+)-(?P<check>\w+)\]")
# What compiles begins before all else, the largest game first; then these, in this order. A worker that is done takes
# the next.
FIRST = (
    "tests/server/test_several.py",
    "tests/cli/test_reports.py",
    "tests/server/test_secrecy.py",
    "tests/server/test_every_game.py",
    "tests/compliance/test_bites.py",
    "tests/server/test_match_life.py",
    "tests/kernel/test_modes.py",
    "tests/play/test_preparing.py",
    "tests/bots/test_arena.py",
    "tests/plugins/test_packages.py",
    "tests/packaging/test_lowest.py",
    "tests/packaging/test_release.py",
)
# What `./test quick` leaves out: what needs a browser, a server, a database or a package index; what compiles; what
# takes long.
NOT_QUICK = re.compile(r"tests/(web|server|plugins)/|tests/cli/test_commands|tests/gorynich/test_planner")
# What plays whole matches by the plain rules, again and again; runs of pytest within one; pages that compile.
TAKES_LONG = re.compile(
    r"tests/(test_compliance|compliance/test_bites(_face)?|test_proof|\w+/test_(knowledge|board|oracle|properties|observation))"
    r"\.py|docs/(adapters|research)\.md"
)
NEEDS = re.compile(r'"compiled"|\bdatabases\b')


def share(nodeid: str) -> str:
    """What a test belongs to: all of one share is run by one worker. A module, in general."""
    module = nodeid.partition("::")[0]
    if module.startswith("tests/batches/"):  # batches of lampions
        return f"{COMPILED}lampions"
    found = COMPLIES.match(nodeid)
    if found:
        return f"{COMPILED}{found['game']}" if found["check"] == "check_modes" else nodeid
    return compiled_by(module) or module


@cache
def compiled_by(module: str) -> str | None:
    """The share of a module that asks for the compiled rules of the game that it tests."""
    found = OF_A_GAME.fullmatch(module)
    if found and size(found["game"]) and '"compiled"' in source(module):
        return f"{COMPILED}{found['game']}"
    return None


@cache
def source(module: str) -> str:
    """What stands in it."""
    return (ROOT / module).read_text(encoding="utf-8")


@cache
def size(game: str) -> int:
    """Of a game's sources: what takes long to compile is large. 0 for what is no game."""
    return sum(path.stat().st_size for path in (ROOT / "ludotheque" / "games" / game).rglob("*.py"))


def is_quick(nodeid: str) -> bool:
    """Whether `./test quick` runs a test."""
    module, own = nodeid.partition("::")[0], share(nodeid)
    if NOT_QUICK.match(module) or TAKES_LONG.match(module) or own in FIRST or own.startswith(COMPILED):
        return False
    return not (module.endswith(".py") and NEEDS.search(source(module)))


def pytest_configure(config: pytest.Config) -> None:
    """What the run has proven is added up in the end."""
    config.pluginmanager.register(Proof(ROOT, tuple(lt.names())), "proof")


def pytest_collection_finish() -> None:
    """What is imported by now stays: not looking through it for garbage again saves one CPU second in sixteen."""
    gc.collect()
    gc.freeze()


class Shares(LoadScopeScheduling):  # type: ignore[misc]
    """Hands out share by share."""

    def _split_scope(self, nodeid: str) -> str:
        return share(nodeid)


@contextmanager
def untraced() -> Iterator[None]:
    """While this lasts no line is noted for coverage, as far as lines are noted one by one."""
    tracing, of_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        yield
    finally:
        threading.settrace(of_threads)
        sys.settrace(tracing)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """All workers import the same modules: for the lines that this runs, one of them is enough."""
    if sys.gettrace() is None or os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0":
        return (yield)
    with untraced():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Before Python 3.12 coverage traces line by line, and tests take twice as long: a third of the quick ones tell.

    The marker `no_cover` of pytest-cov does not help: in a worker two coverages are begun, and it pauses one.
    """
    if sys.gettrace() is None or (is_quick(item.nodeid) and crc32(item.nodeid.encode()) % 3 == 0):
        return (yield)
    with untraced():
        return (yield)


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Shares | None:
    """Ours, where whole modules would be handed out."""
    return Shares(config, log) if config.getoption("dist") == "loadscope" else None


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option of `./test quick`."""
    parser.addoption("--quick", action="store_true", help="only what needs no browser, no database, no compiler")


def leave_out(config: pytest.Config, items: list[pytest.Item], which: Callable[[pytest.Item], bool]) -> None:
    """What is not run, and counted as such."""
    config.hook.pytest_deselected(items=[item for item in items if which(item)])
    items[:] = [item for item in items if not which(item)]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The long ones first; else one of them may be all that is left at the end."""
    gone = [name for name in FIRST if not (ROOT / name).is_file()]
    assert not gone, f"tests/conftest.py lists what is not there: {', '.join(gone)}"
    asked_by_name = any("::" in argument for argument in config.args)
    if not sizes.LONG and not asked_by_name:
        leave_out(config, items, lambda item: item.get_closest_marker("long") is not None)
    if config.getoption("quick"):
        leave_out(config, items, lambda item: not is_quick(item.nodeid))
    order = {name: number for number, name in enumerate(FIRST)}

    def place(item: pytest.Item) -> int:
        own = share(item.nodeid)
        return -size(own.removeprefix(COMPILED)) if own.startswith(COMPILED) else order.get(own, len(FIRST))

    items.sort(key=place)
