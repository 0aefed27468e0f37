"""The story of a match for its review: where and why it was decided, from the record and the review's win chances.

A game tells it in an optional `story.py` with a class `Story(pos)`. `note(pos, events)` follows the match, decision by
decision, with everything open; `round` is the number of the round (or turn) that is played;
`name_cause(pos, shares, fell)` returns the cause as a clause, or None. `fell(seat)` says how much of its win chance a
seat lost in each round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Protocol

from ludotheque.bots.policy import optional_module
from ludotheque.play.notation import Words
from ludotheque.play.position import Position
from ludotheque.play.viewers import ALL

Told = tuple[tuple[int, ...], Words | None]  # the decision that begins each round, and the cause of the result


class Judged(Protocol):
    """What a story needs of a verdict."""

    @property
    def number(self) -> int:
        """The index of the decision."""

    @property
    def seat(self) -> int:
        """The seat that decided."""

    @property
    def chance(self) -> float:
        """The win chance before the decision."""


def tell_story(
    origin: Position, moves: Sequence[tuple[int, int, bool]], shares: Sequence[float], verdicts: Sequence[Judged]
) -> Told:
    """Return where the rounds begin, and why the match ended as it did; nothing where the game has no story."""
    module = optional_module(f"{origin.game.package}.story")
    if module is None:
        return (), None
    pos = origin.copy()
    story = module.Story(pos)
    rounds: list[int] = []  # by decision: the round in which it was made
    for number, (seat, action, _) in enumerate(moves):
        rounds.append(story.round)
        pos.play(action, seat)
        if number + 1 == len(moves) or not moves[number + 1][2]:  # secret choices are carried out together
            story.note(pos, pos.events(ALL))

    def fell(seat: int) -> dict[int, float]:
        return falls([one for one in verdicts if one.seat == seat], rounds, shares[seat])

    starts = [0, *(number for number, (one, two) in enumerate(pairwise(rounds), 1) if one != two)] if rounds else []
    return tuple(starts), story.name_cause(pos, shares, fell)


def falls(verdicts: Sequence[Judged], rounds: Sequence[int], result: float) -> dict[int, float]:
    """Return by round how much of its win chance a seat lost, from its first decision there to its first one after."""
    first: dict[int, float] = {}
    for verdict in verdicts:
        first.setdefault(rounds[verdict.number], verdict.chance)
    ends: list[tuple[int, float]] = [*first.items(), (-1, result)]
    return {number: chance - after for (number, chance), (_, after) in pairwise(ends)}


def worst(fell: Mapping[int, float], rounds: Sequence[int]) -> int:
    """Return the one of these rounds that cost most; the last of them if nothing was measured."""
    return max(rounds, key=lambda number: (fell.get(number, -1.0), number))
