"""Moves as text: what a person types and a record stores. Static: no position is needed to read or write one.

`castle e5` · `speak`, `silent` · `point 3`, `enough` · `red`, `fire`, `manoeuvre`, `pass` · `fly 2` · `use princess` ·
`burn up`, `flame left`, `steer right`, `swoop up_left` · `light here`, `light down` · `blow 4` · `discard blue`
"""

from __future__ import annotations

from typing import Any

from ludotheque.games.gorynich import state
from ludotheque.games.gorynich.boards import CASTLE, NAMES
from ludotheque.games.gorynich.box import CARDS, FARTHEST, TILES

HELP = "write for example 'castle e5', 'point 3', 'enough', 'red', 'fire', 'pass', 'fly 2', 'use princess' or 'burn up'"

# By kind of decision: the verb, what follows it, the name of the parameter, and its value.
_MOVES: list[tuple[str, str, dict[str, Any]]] = [
    *((f"castle {NAMES[square]}", "move.perch", {"square": NAMES[square]}) for square in CASTLE),
    ("speak", "move.speak", {}),
    ("silent", "move.silent", {}),
    *((f"point {k}", "move.point", {"knight": k}) for k in range(1, state.KNIGHTS + 1)),
    ("enough", "move.enough", {}),
    *((card, "move.play", {"card": card}) for card in CARDS),
    ("pass", "move.pass", {}),
    *((f"fly {n}", "move.fly", {"number": n}) for n in range(1, FARTHEST + 1)),
    *((f"use {tile}", "move.use", {"tile": tile}) for tile in TILES),
    *((f"burn {way}", "move.burn", {"way": way}) for way in state.WAYS[:4]),
    *((f"flame {way}", "move.flame", {"way": way}) for way in state.WAYS[:4]),
    *((f"steer {way}", "move.steer", {"way": way}) for way in state.WAYS[:4]),
    *((f"swoop {way}", "move.swoop", {"way": way}) for way in state.WAYS[4:]),
    ("light here", "move.light_here", {}),
    *((f"light {way}", "move.light", {"way": way}) for way in state.WAYS[:4]),
    *((f"blow {k}", "move.blow", {"knight": k}) for k in range(1, state.KNIGHTS + 1)),
    *((f"discard {card}", "move.discard", {"card": card}) for card in CARDS),
]
_NUMBERS = {text: action for action, (text, _, _) in enumerate(_MOVES)}
assert len(_NUMBERS) == state.ACTIONS


def write(action: int) -> str:
    """The notation of an action."""
    return _MOVES[action][0]


def read(text: str) -> int | None:
    """The action of a notation, None if it is none."""
    return _NUMBERS.get(" ".join(text.lower().split()))


def describe(action: int) -> tuple[str, dict[str, Any]]:
    """Key and parameters of the action in words."""
    _, key, params = _MOVES[action]
    return key, dict(params)
