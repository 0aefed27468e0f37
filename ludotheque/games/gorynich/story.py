"""Why a match of Gorynich ended as it did: the last knight, or what lost the match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludotheque.play.notation import Words
from ludotheque.play.position import Position
from ludotheque.play.viewers import ALL


class Story:
    """Follows a match and tells it."""

    def __init__(self, pos: Position) -> None:
        self.round = max(1, int(pos.state.round))
        self.steps = _steps(pos)  # by knight: its steps to the castle
        self.burnt: tuple[int, int] | None = None  # the last knight that burnt, and its steps
        self.card: tuple[int, str] | None = None  # whose card was carried out last, and which

    def note(self, pos: Position, events: Sequence[Mapping[str, Any]]) -> None:
        """Take in one decision."""
        for told in events:
            event, params = told["event"], told["params"]
            if event == "revealed":
                self.card = params["seat"], params["card"]
            elif event == "burnt":
                self.burnt = params["knight"], self.steps.get(params["knight"], 0)
        self.steps = _steps(pos) or self.steps
        self.round = max(self.round, int(pos.state.round))

    def name_cause(
        self, pos: Position, shares: Sequence[float], fell: Callable[[int], Mapping[int, float]]
    ) -> Words | None:
        """The cause of the result, as a clause."""
        if not pos.over:
            return None
        left = sum(square >= 0 for square in pos.state.knight[: pos.state.knights])
        told: dict[str, Any] = {"round": self.round, "left": left}
        cause = (pos.outcome() or {})["cause"]
        if cause == "all_burnt" and self.burnt is not None:
            knight, steps = self.burnt
            return "story.all_burnt", told | {"knight": knight, "n": steps}
        if cause == "castle_reached":
            there = min(self.steps, key=lambda knight: self.steps[knight])
            return "story.castle_reached", told | {"knight": there}
        if cause in ("left_table", "castle_burnt") and self.card is not None:
            seat, card = self.card
            return ("story.left_table" if cause == "left_table" else "story.castle_burnt"), told | {
                "seat": seat,
                "card": card,
            }
        return "story.too_long", told


def _steps(pos: Position) -> dict[int, int]:
    """The steps of each knight to the castle."""
    return {one["number"]: one["steps"] for one in pos.view(ALL)["table"]["knights"] if one["square"] is not None}
