"""Bundles: several moves that a person makes as one. The declaration defines the notation of moves."""

from __future__ import annotations

from typing import Any

from ludotheque.games.kunitori.declaration import Action, Decision
from ludotheque.games.kunitori.tables import (
    CATEGORY,
    DEPLOYABLE,
    EFFECT,
    FIRST_OF,
    KINDS,
    NONE,
    PLUS_ACTIONS,
    PLUS_MONEY,
    STAYS,
    STRATEGY,
    TREASURE,
    VICTORY,
)
from ludotheque.toolkit import views

Bundle = tuple[str, dict[str, Any], list[int]]


def bundles(s: Any, seat: int) -> list[Bundle]:
    """The bundles for `seat`, who owes the decision.

    Each is a message key, its parameters, and the actions in order.
    """
    match views.decision(s):
        case Decision.REPLAY:
            return replays(s, seat)
        case Decision.ACT if not can_act(s, seat) and not s.general_played and not s.joint:
            return treasures(s, seat, [Action.END_ACTIONS])
        case Decision.BUY:
            return treasures(s, seat, []) + rest(s, seat)
    return []


def replays(s: Any, seat: int) -> list[Bundle]:
    """A bundle that replays all deployed cards, if their order does not matter: none asks anything (KUN-07)."""
    waiting = [k for k in range(KINDS) if s.stand[seat, k] and not STAYS[k]]
    if any(EFFECT[k] != NONE for k in waiting):
        return []
    moves: list[int] = []
    actions = s.actions
    for k in waiting[:-1]:  # the last kind is then the only one left, and is replayed automatically
        for _ in range(s.stand[seat, k]):
            if actions == 0:
                return []
            actions += PLUS_ACTIONS[k] - 1
            moves.append(Action.REPLAY + k)
    return [("bundle.replays", {"n": sum(s.stand[seat, k] for k in waiting)}, moves)] if len(moves) > 1 else []


def can_act(s: Any, seat: int) -> bool:
    """Whether the hand holds a card that can be played in the action phase (KUN-04)."""
    return any(s.hand[seat, k] for k in range(FIRST_OF[VICTORY]))


def treasures(s: Any, seat: int, before: list[int]) -> list[Bundle]:
    """Return the bundle of the moves in `before`, then of every treasure in hand (KUN-09).

    The list is empty without a treasure, and if the bundle would be one move.
    """
    found = [k for k in range(KINDS) if CATEGORY[k] == TREASURE for _ in range(s.hand[seat, k])]
    moves = before + [Action.PAY + k for k in found]
    if not found or len(moves) < 2:
        return []
    return [("bundle.treasures", {"n": len(found), "money": sum(PLUS_MONEY[k] for k in found)}, moves)]


def rest(s: Any, seat: int) -> list[Bundle]:
    """A bundle that ends the buy phase and the turn, if nothing is left to pay with, call back or keep (KUN-10)."""
    kept_or_paid = any(s.hand[seat, k] for k in range(KINDS) if CATEGORY[k] in (STRATEGY, TREASURE))
    called_back = any(s.fresh[k] + s.again[k] for k in range(KINDS) if DEPLOYABLE[k])
    if kept_or_paid or called_back or not s.hand_n[seat]:
        return []
    return [("bundle.rest", {}, [Action.END_BUYS, Action.END_TURN])]
