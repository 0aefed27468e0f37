"""Why a match of Kunitori! ended as it did: what brought the winner's points, and since when it led."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludotheque.games.kunitori.components import CARD_BY_ID
from ludotheque.play.notation import Words
from ludotheque.play.position import Position
from ludotheque.play.viewers import ALL

BURDEN = next(card.id for card in CARD_BY_ID.values() if card.points < 0)


class Story:
    """Follows a match and tells it."""

    def __init__(self, pos: Position) -> None:
        self.round = max(1, int(pos.state.round))
        self.bought, self.won, self.burdens = Counter[int](), Counter[int](), Counter[int]()  # points
        self.received = Counter[int]()  # cards that cost points
        self.prizes: list[tuple[int, int, str]] = []  # by whom, in which round, which card
        self.ahead: tuple[int | None, int] = (None, self.round)  # who has led since which round

    def note(self, pos: Position, events: Sequence[Mapping[str, Any]]) -> None:
        """Take in one decision."""
        for told in events:
            event, params = told["event"], told["params"]
            if event == "bought":
                points = CARD_BY_ID[params["card"]].points
                (self.burdens if points < 0 else self.bought)[params["seat"]] += points
            elif event == "handed":
                points = CARD_BY_ID[params["card"]].points
                self.burdens[params["seat"]] -= points
                self.burdens[params["other"]] += points
                self.received[params["other"]] += points < 0
            elif event == "trashed":
                self.burdens[params["seat"]] -= min(0, CARD_BY_ID[params["card"]].points)
            elif event == "won_prize":
                self.won[params["seat"]] += CARD_BY_ID[params["card"]].points
                self.prizes.append((params["seat"], self.round, params["card"]))
        leader = _alone([int(points) for points in pos.state.points[: pos.players]])
        if leader is not None and leader != self.ahead[0]:
            self.ahead = (leader, self.round)
        self.round = max(self.round, int(pos.state.round))

    def name_cause(
        self, pos: Position, shares: Sequence[float], fell: Callable[[int], Mapping[int, float]]
    ) -> Words | None:
        """The cause of the result, as a clause."""
        winner = _alone(shares)
        if winner is None or not pos.over:
            return None
        scores = [score or 0 for score in pos.scores(ALL)]
        other = max((seat for seat in range(pos.players) if seat != winner), key=lambda seat: scores[seat])
        told = {"seat": winner, "other": other}
        if scores[winner] == scores[other]:
            return "story.later", told
        parts = {
            "purchases": (self.bought[winner], self.bought[other]),
            "wars": (self.won[winner], self.won[other]),
            "burdens": (self.burdens[winner], self.burdens[other]),
        }
        source = max(parts, key=lambda name: parts[name][0] - parts[name][1])
        number, less = parts[source]
        told |= {"n": number, "m": less, "round": self.ahead[1]}
        if source == "burdens":
            received = self.received[other]
            return (
                ("story.burdens", told | {"n": received, "m": -less, "card": BURDEN}) if received and less < 0 else None
            )
        if source == "wars":
            _, when, card = max(
                (one for one in self.prizes if one[0] == winner), key=lambda one: CARD_BY_ID[one[2]].points
            )
            return "story.wars", told | {"card": card, "when": when}
        return "story.purchases", told


def _alone(numbers: Sequence[float]) -> int | None:
    """The seat with the highest number, if it is the only one."""
    most = max(numbers)
    return list(numbers).index(most) if list(numbers).count(most) == 1 else None
