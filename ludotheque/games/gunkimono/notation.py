"""Moves as text: what a person types and a record stores. The same in every language; no position is needed.

`I1L2` take up that large tile · `small A` take up the small archer · `c3e` lay it: its first half on c3, the second to
the east of it · `c3e+` the same on a support · `c3` lay a small tile there · `support A` that small tile supports
`victory`, `honour` · `fort c3` build there · `take I1L2`, `blind` draw · `pass`

Reading is lenient: `c3-d3` for `c3e`, a tile's halves either way round, French words.
"""

from __future__ import annotations

import re
from typing import Any

from ludotheque.games.gunkimono import state
from ludotheque.games.gunkimono.components import LETTERS, UNITS
from ludotheque.games.gunkimono.tables import COLUMNS, DIRECTIONS, LARGE_NAMES, SQUARE_NAMES

HELP = (
    "write for example 'I1L2', 'small A', 'c3e', 'c3e+', 'c3', 'support A', 'honour', 'fort c3', 'take I1L2', 'blind'"
)

FRENCH = {"petite": "small", "soutien": "support", "victoire": "victory", "honneur": "honour", "prendre": "take"}
FRENCH |= {"aveugle": "blind", "passer": "pass", "forteresse": "fort", "fortress": "fort", "honor": "honour"}
STEP = {COLUMNS * -1: "n", 1: "e", COLUMNS: "s", -1: "w"}  # from one square to its neighbour


def write(action: int) -> str:
    """The notation of an action."""
    if action < state.LARGE:
        return "pass"
    if action < state.SMALL:
        return LARGE_NAMES[action - state.LARGE]
    if action < state.LAY:
        return f"small {LETTERS[action - state.SMALL]}"
    if action < state.SET:
        place = action - state.LAY
        return f"{SQUARE_NAMES[place >> 3]}{DIRECTIONS[place >> 1 & 3]}{'+' * (place & 1)}"
    if action < state.SUPPORT:
        return SQUARE_NAMES[action - state.SET]
    if action < state.VICTORY:
        return f"support {LETTERS[action - state.SUPPORT]}"
    if action < state.BUILD:
        return "victory" if action == state.VICTORY else "honour"
    if action < state.TAKE:
        return f"fort {SQUARE_NAMES[action - state.BUILD]}"
    return "blind" if action == state.BLIND else f"take {LARGE_NAMES[action - state.TAKE]}"


_NUMBERS = {write(action).lower(): action for action in range(state.ACTIONS)}


def read(text: str) -> int | None:
    """The action of a notation, None if it is none."""
    words = [FRENCH.get(word, word) for word in text.lower().split()]
    exact = _NUMBERS.get(" ".join(words))
    if exact is not None or not words:
        return exact
    *before, last = words
    turned = re.fullmatch(r"([a-z]\d)([a-z]\d)", last)
    between = re.fullmatch(r"([a-l]\d+)-([a-l]\d+)(\+?)", last)
    if between and between[1] in SQUARE_NAMES and between[2] in SQUARE_NAMES:
        side = STEP.get(SQUARE_NAMES.index(between[2]) - SQUARE_NAMES.index(between[1]))
        beside = side in ("n", "s") or between[1][1:] == between[2][1:]
        return _NUMBERS.get(f"{between[1]}{side}{between[3]}") if side and beside and not before else None
    return _NUMBERS.get(" ".join([*before, turned[2] + turned[1]])) if turned else None


def describe(action: int) -> tuple[str, dict[str, Any]]:
    """Key and parameters of the action in words."""
    if action < state.LARGE:
        return "move.pass", {}
    if action < state.SMALL:
        return "move.large", {"tile": LARGE_NAMES[action - state.LARGE]}
    if action < state.LAY:
        return "move.small", {"unit": UNITS[action - state.SMALL]}
    if action < state.SET:
        place = action - state.LAY
        where = {"square": SQUARE_NAMES[place >> 3], "direction": DIRECTIONS[place >> 1 & 3]}
        return ("move.lay_supported" if place & 1 else "move.lay"), where
    if action < state.SUPPORT:
        return "move.set", {"square": SQUARE_NAMES[action - state.SET]}
    if action < state.VICTORY:
        return "move.support", {"unit": UNITS[action - state.SUPPORT]}
    if action < state.BUILD:
        return ("move.victory" if action == state.VICTORY else "move.honour"), {}
    if action < state.TAKE:
        return "move.build", {"square": SQUARE_NAMES[action - state.BUILD]}
    if action == state.BLIND:
        return "move.blind", {}
    return "move.take", {"tile": LARGE_NAMES[action - state.TAKE]}
