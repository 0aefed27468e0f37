"""How a match ended: cause, ranking, shares and points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

from ludotheque.kernel.declare import SHARE


class Ending(TypedDict):
    """How a match ended: its cause, the seats by rank (best first), each seat's share of the win, the points."""

    cause: str
    ranking: list[list[int]]
    shares: list[float]
    scores: list[int]


def ending(rules: Any, s: Any, cause: str, order: Sequence[Any] | None = None) -> Ending:
    """How a match ended. `order` is what decides the rank of each seat, where that is more than its points."""
    points = [rules.score(s, p) for p in range(s.players)]
    order = points if order is None else order
    return {
        "cause": cause,
        "ranking": [[p for p in range(s.players) if order[p] == rank] for rank in sorted(set(order), reverse=True)],
        "shares": [rules.share(s, p) / SHARE for p in range(s.players)],
        "scores": points,
    }
