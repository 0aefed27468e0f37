"""Why a match of Gwynt ended as it did: the round that cost the loser most, and what happened in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludotheque.play.notation import Words
from ludotheque.play.position import Position
from ludotheque.play.viewers import ALL

MORE = 2  # cards: a difference of so many is named

Fell = Callable[[int], Mapping[int, float]]


@dataclass
class Round:
    """What happened in one round; by seat."""

    number: int
    hands: list[int]  # cards in hand at its beginning
    left: list[int] = field(default_factory=lambda: [0, 0])  # and at its end
    played: list[int] = field(default_factory=lambda: [0, 0])
    passed_ahead: list[int] = field(default_factory=lambda: [0, 0])  # the lead with which a seat passed first
    swing: list[tuple[int, str]] = field(default_factory=lambda: [(0, ""), (0, "")])  # the largest, and its card
    totals: list[int] = field(default_factory=list)  # empty until it ends
    losers: list[int] = field(default_factory=list)


class Story:
    """Follows a match and tells it."""

    def __init__(self, pos: Position) -> None:
        table = pos.view(ALL)["table"]
        self.rounds = [Round(max(1, table["round"]), _hands(table))]
        self.lead = _lead([seat["total"] for seat in table["seats"]])

    @property
    def round(self) -> int:
        """The number of the round that is played."""
        return self.rounds[-1].number

    def note(self, pos: Position, events: Sequence[Mapping[str, Any]]) -> None:
        """Take in one decision."""
        table, now = pos.view(ALL)["table"], self.rounds[-1]
        card: tuple[int, str] | None = None
        begun = False
        for told in events:
            event, params = told["event"], told["params"]
            if event == "round_begins":
                begun = True
                if params["number"] > now.number:
                    self.rounds.append(Round(params["number"], now.left))
                    self._swing(card, now.totals)
                    self.lead, card, now = 0, None, self.rounds[-1]
            elif event == "played":
                card = params["seat"], params["card"]
                now.played[params["seat"]] += 1
            elif event == "passed" and not table["seats"][1 - params["seat"]]["passed"] and not now.losers:
                now.passed_ahead[params["seat"]] = max(0, _for(params["seat"], self.lead))
            elif event == "round_ends":
                now.totals, now.left = [params["total0"], params["total1"]], [params["hand0"], params["hand1"]]
            elif event == "lost_gem":
                now.losers.append(params["seat"])
        self._swing(card, now.totals or [seat["total"] for seat in table["seats"]])
        if begun and not now.totals:
            now.hands = _hands(table)

    def _swing(self, card: tuple[int, str] | None, totals: Sequence[int]) -> None:
        """Take in the totals of the round after a decision; with the card that was played, if one was."""
        before, self.lead = self.lead, _lead(totals)
        if card is not None:
            seat, name = card
            swing = next(one for one in reversed(self.rounds) if any(one.played)).swing
            swing[seat] = max(swing[seat], (_for(seat, self.lead - before), name))

    def name_cause(self, pos: Position, shares: Sequence[float], fell: Fell) -> Words | None:
        """The cause of the result, as a clause."""
        ended = [one for one in self.rounds if one.totals]
        if not ended or not pos.over:
            return None
        last = ended[-1]
        if shares[0] == shares[1]:
            return "story.drawn", {"round": last.number}
        loser = 0 if shares[0] < shares[1] else 1
        cost = fell(loser)
        costly = [one for one in ended if loser in one.losers or one.played[loser] >= one.played[1 - loser] + MORE]
        lost = max(costly, key=lambda one: (cost.get(one.number, -1.0), one.number))
        return _cause(lost, loser, final=lost is last)


def _hands(table: Any) -> list[int]:
    return [seat["hand"] for seat in table["seats"]]


def _lead(totals: Sequence[int]) -> int:
    return totals[0] - totals[1]


def _for(seat: int, lead: int) -> int:
    return -lead if seat else lead


def _cause(lost: Round, loser: int, final: bool) -> Words:
    """What decided a round, as a clause. In the last round of a match no card is worth keeping."""
    winner = 1 - loser
    own, rest = lost.totals[loser], lost.totals[winner]
    told = {"seat": loser, "other": winner, "round": lost.number, "total": own, "rest": rest}
    spent, against = lost.played[loser], lost.played[winner]
    swing, card = lost.swing[winner]
    if loser not in lost.losers:
        return "story.dear", told | {"n": spent, "m": against}
    if own == rest:
        return "story.tied", told
    if final and lost.left[loser] >= MORE:
        return "story.unspent", told | {"n": lost.left[loser]}
    if final and lost.hands[winner] and not lost.hands[loser]:
        return "story.none_left", told | {"m": lost.hands[winner]}
    if final and lost.hands[winner] >= lost.hands[loser] + MORE:
        return "story.fewer", told | {"n": lost.hands[loser], "m": lost.hands[winner]}
    if not final and spent >= against + MORE:
        return "story.spent", told | {"n": spent, "m": against}
    if lost.passed_ahead[loser]:
        return "story.passed_ahead", told | {"n": lost.passed_ahead[loser]}
    if card and swing > rest - own:
        return "story.swing", told | {"n": swing, "card": card}
    return "story.lost", told
