"""Moves as text: what a person types and a record stores. Static: no position is needed to read or write one.

`moth` lay that card face down · `let`, `swat` answer a lamp · `rekindle spark`, `decline` · `puff 2` blow at seat 2
"""

from __future__ import annotations

from typing import Any

from ludotheque.games.lampions import state
from ludotheque.games.lampions.cards import NAMES

HELP = "write for example 'candle', 'let', 'swat', 'rekindle spark', 'decline' or 'puff 2'"


def write(action: int) -> str:
    """The notation of an action."""
    if action < state.LET:
        return NAMES[action - state.PLAY]
    if action < state.REKINDLE:
        return "let" if action == state.LET else "swat"
    if action < state.DECLINE:
        return f"rekindle {NAMES[action - state.REKINDLE]}"
    return "decline" if action == state.DECLINE else f"puff {action - state.PUFF}"


_NUMBERS = {write(action): action for action in range(state.ACTIONS)}


def read(text: str) -> int | None:
    """The action of a notation, None if it is none."""
    return _NUMBERS.get(" ".join(text.lower().split()))


def describe(action: int) -> tuple[str, dict[str, Any]]:
    """Key and parameters of the action in words."""
    if action < state.LET:
        return "move.play", {"card": NAMES[action - state.PLAY]}
    if action < state.REKINDLE:
        return ("move.let" if action == state.LET else "move.swat"), {}
    if action < state.DECLINE:
        return "move.rekindle", {"card": NAMES[action - state.REKINDLE]}
    if action == state.DECLINE:
        return "move.decline", {}
    return "move.puff", {"seat": action - state.PUFF}
