"""Small questions that every view asks of a state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ludotheque.kernel.declare import SHARE
from ludotheque.play.viewers import All, Viewer

T = TypeVar("T")


def decision(s: Any) -> int:
    """The number of the decision that is asked now, 0 when the match is over."""
    return int(s.ask_kind[s.depth - 1]) if s.depth else 0


def context(s: Any) -> tuple[int, int]:
    """The two numbers that the decision asked now is about."""
    return s.ask_a[s.depth - 1], s.ask_b[s.depth - 1]


def alike(s: Any, name: str, make: Callable[[Any], T]) -> T:
    """What follows from a state alone, whoever looks: of a position's state it is worked out for the first who does.

    All of them are handed the same, so it is nothing that one of them could write into.
    """
    common: dict[str, Any] | None = getattr(s, "common", None)
    if common is None:
        return make(s)
    if name not in common:
        common[name] = make(s)
    found: T = common[name]
    return found


def owns(viewer: Viewer, seat: int) -> bool:
    """Whether the viewer sees what is private to a seat: that seat, or who sees everything."""
    return isinstance(viewer, All) or viewer == seat


def ending(rules: Any, s: Any, cause: str, order: Sequence[Any] | None = None) -> dict[str, Any]:
    """How a match ended: its cause, the seats by rank, each seat's share of the win, the points.

    `order` tells what decides the rank of each seat where that is more than its points.
    """
    points = [rules.score(s, p) for p in range(s.players)]
    order = points if order is None else order
    return {
        "cause": cause,
        "ranking": [[p for p in range(s.players) if order[p] == rank] for rank in sorted(set(order), reverse=True)],
        "shares": [rules.share(s, p) / SHARE for p in range(s.players)],
        "scores": points,
    }
