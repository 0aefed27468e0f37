"""The cost of views as dictionaries and as msgspec Structs, in microseconds a view: `python bench/views.py [GAME …]`.

Each figure is the best of several rounds. Columns: making the view as it is (a dictionary); encoding it as JSON; making
Structs of the same declaration from it; encoding those; making a dictionary from them again, which is what
`Position.view` returns.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

import msgspec

import ludotheque as lt

ROUNDS, CALLS = 7, 200
DECISIONS = 30  # decisions before the position that is measured


def struct_of(declared: Any, made: dict[Any, Any]) -> Any:
    """Return a declared type with a Struct in place of every TypedDict."""
    if is_typeddict(declared):
        if declared not in made:
            required = declared.__required_keys__
            fields = [(name, struct_of(hint, made)) for name, hint in get_type_hints(declared).items()]
            made[declared] = msgspec.defstruct(
                declared.__name__,
                [
                    (name, hint) if name in required else (name, hint | msgspec.UnsetType, msgspec.UNSET)
                    for name, hint in fields
                ],
                kw_only=True,
            )
        return made[declared]
    origin, inner = get_origin(declared), tuple(struct_of(one, made) for one in get_args(declared))
    if origin in (list, dict, tuple):
        return origin[inner]
    if origin is not None and type(None) in inner:
        (known,) = [one for one in inner if one is not type(None)]
        return known | None
    return declared


def best_of(call: Callable[[], Any]) -> float:
    """Return the microseconds of a call in the best round."""
    rounds = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        for _ in range(CALLS):
            call()
        rounds.append((time.process_time() - begun) / CALLS)
    return 1e6 * min(rounds)


def main(names: list[str]) -> None:
    """Measure and print."""
    print(f"{'':12}{'view':>8}{'JSON':>8}{'Structs':>9}{'JSON':>8}{'dict':>8}")
    for name in names or lt.names():
        game = lt.game(name, "plain")
        pos = game.start(seed=1)
        for _ in range(DECISIONS):
            if not pos.over:
                pos.play(pos.moves(pos.actors[0])[-1], pos.actors[0])
        struct = struct_of(get_type_hints(game.view.table)["return"], {})
        view = game.view.table(pos.state, 0)
        table = msgspec.convert(view, struct)
        assert msgspec.to_builtins(table) == msgspec.to_builtins(view), name
        calls: list[Callable[[], Any]] = [
            lambda game=game, pos=pos: game.view.table(pos.state, 0),  # type: ignore[misc]
            lambda view=view: msgspec.json.encode(view),  # type: ignore[misc]
            lambda view=view, struct=struct: msgspec.convert(view, struct),  # type: ignore[misc]
            lambda table=table: msgspec.json.encode(table),  # type: ignore[misc]
            lambda table=table: msgspec.to_builtins(table),  # type: ignore[misc]
        ]
        print(
            f"{name:12}"
            + "".join(f"{best_of(call):{width}.1f}" for call, width in zip(calls, (8, 8, 9, 8, 8), strict=True))
        )


if __name__ == "__main__":
    main(sys.argv[1:])
