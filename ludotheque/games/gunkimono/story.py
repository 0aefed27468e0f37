"""Why a match of Gunkimono ended as it did: what brought the winner more points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludotheque.play.notation import Words
from ludotheque.play.position import Position
from ludotheque.play.viewers import ALL

SOURCES = {"fortresses": "story.fortresses", "banners": "story.banners", "placed": "story.placed"}
LARGE = 0.5  # a fortress that brings this part of the difference is named by itself


class Story:
    """Follows a match and tells it."""

    def __init__(self, pos: Position) -> None:
        self.first = self.turn = int(pos.state.turn)
        self.round = 1  # the turn of the seat that began
        self.placed, self.fortresses, self.banners = Counter[int](), Counter[int](), Counter[int]()
        self.sites = Counter[tuple[int, str]]()  # points of each fortress
        self.built: dict[tuple[int, str], int] = {}  # in which turn

    def note(self, pos: Position, events: Sequence[Mapping[str, Any]]) -> None:
        """Take in one decision."""
        for told in events:
            event, params = told["event"], told["params"]
            if event == "scored":
                self.placed[params["seat"]] += params["points"]
            elif event == "fortress_scored":
                self.fortresses[params["seat"]] += params["points"]
                self.sites[params["seat"], params["square"]] += params["points"]
            elif event == "banner_taken":
                self.banners[params["seat"]] += params["worth"]
            elif event == "built":
                self.built[params["seat"], params["square"]] = self.round
        now = int(pos.state.turn)
        if now != self.turn:
            self.turn = now
            self.round += now == self.first

    def name_cause(
        self, pos: Position, shares: Sequence[float], fell: Callable[[int], Mapping[int, float]]
    ) -> Words | None:
        """The cause of the result, as a clause."""
        winner = _alone(shares)
        if winner is None or not pos.over:
            return None
        scores = [score or 0 for score in pos.scores(ALL)]
        other = max((seat for seat in range(pos.players) if seat != winner), key=lambda seat: scores[seat])
        lead = scores[winner] - scores[other]
        told: dict[str, Any] = {"seat": winner, "other": other}
        if not lead:
            controlled = (pos.outcome() or {})["controlled"]
            return "story.controlled", told | {"n": controlled[winner], "m": controlled[other]}
        parts = {
            "fortresses": (self.fortresses[winner], self.fortresses[other]),
            "banners": (self.banners[winner], self.banners[other]),
            "placed": (self.placed[winner], self.placed[other]),
        }
        source = max(parts, key=lambda name: parts[name][0] - parts[name][1])
        number, less = parts[source]
        if source == "fortresses":
            best = max((one for one in self.sites if one[0] == winner), key=lambda one: self.sites[one])
            if self.sites[best] >= LARGE * (number - less):
                told |= {"square": best[1], "round": self.built.get(best, 1), "n": self.sites[best]}
                return "story.fortress", told
        return SOURCES[source], told | {"n": number, "m": less}


def _alone(numbers: Sequence[float | None]) -> int | None:
    """The seat with the highest number, if it is the only one."""
    known = [number or 0 for number in numbers]
    most = max(known)
    return known.index(most) if known.count(most) == 1 else None
