"""Misunderstandings of a team: everybody chose well by what they knew, and together it still cost the team.

Looked for where several choose in secret at the same time, in games whose bots share a convention (`CONVENTION` in the
game's `review.py`: a policy by which every seat finds the same plan). The choices that were made, and those of the
plan, are carried out in the same worlds; the policy plays all seats until the team chooses again. The difference is
what the team lost. It belongs to nobody: a round in which one choice alone cost 5 points or more is a mistake of that
seat.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.kernel import Program
from ludotheque.kernel.declare import ALL_SEATS
from ludotheque.kernel.driver import KIND
from ludotheque.play.seeds import key_words

FIRST_WORLDS, WORLDS = 6, 24  # those of a first look, and of a measurement
ALONE = 0.05  # of the win: what no choice alone may have lost
TOGETHER = 0.10  # what the team must have lost
SURE = 2.0  # standard errors that the loss must be larger than
LONGEST = 200  # decisions of a round that are played on at most

Act = Callable[[Any, int, int, Sequence[int]], int]  # the move of a seat by the convention
Judge = Callable[[Any, int], Any]  # the values of the first positions of a storage


@dataclass(frozen=True)
class Misunderstanding:
    """A secret choice that was good for each seat by what it knew, but cost the team much against the common plan."""

    number: int  # of the first decision of this choice
    loss: float
    error: float
    plan: Mapping[int, int]  # by seat: the move of the common plan, where another one was played
    played: Mapping[int, int]  # by seat: that other move


@dataclass(frozen=True)
class Choice:
    """A secret choice of several seats: the position before it, and the move of each seat."""

    number: int
    state: Any
    moves: Mapping[int, int]
    losses: Mapping[int, float]  # what each choice alone lost, by what its seat knew


class Finder:
    """Measures secret choices of one match."""

    def __init__(
        self, program: Program, act: Act, judge: Judge, redraw: Callable[..., None], worlds: int = WORLDS
    ) -> None:
        self.worlds = worlds
        self.program, self.act, self.judge, self.redraw = program, act, judge, redraw
        self.states, self.work = program.states(1), program.workspaces(1)

    def find(self, choices: Sequence[Choice], seed: object) -> Iterator[Misunderstanding]:
        """The misunderstandings among these choices, in their order."""
        for choice in choices:
            if max(choice.losses.values(), default=0.0) < ALONE:
                found = self.measure(choice, (seed, choice.number))
                if found is not None:
                    yield found

    def measure(self, choice: Choice, seed: object) -> Misunderstanding | None:
        """Compare a choice with the common plan; None if it lost nothing that is clear."""
        self.program.put(self.states, 0, choice.state)
        plan = {
            seat: self.act(self.states, 0, seat, key_words("convention", seed, seat)) for seat in sorted(choice.moves)
        }
        other = {seat: move for seat, move in plan.items() if move != choice.moves[seat]}
        if not other:
            return None
        kind = self._kind()
        losses: list[float] = []
        for world in range(self.worlds):
            values = [self._value(choice.state, moves, kind, (seed, world)) for moves in (plan, choice.moves)]
            losses.append(values[0] - values[1])
            if len(losses) == FIRST_WORLDS and sum(losses) < FIRST_WORLDS * ALONE:
                return None
        loss = sum(losses) / self.worlds
        error = math.sqrt(sum((one - loss) ** 2 for one in losses) / (self.worlds - 1) / self.worlds)
        if loss < TOGETHER or loss <= SURE * error:
            return None
        return Misunderstanding(choice.number, loss, error, other, {seat: choice.moves[seat] for seat in other})

    def _value(self, state: Any, moves: Mapping[int, int], kind: int, seed: tuple[object, ...]) -> float:
        """The team's value when it chooses again after these moves, in the world of that seed."""
        program, states = self.program, self.states
        program.put(states, 0, state)
        self.redraw(program, states, 0, *seed)
        chosen = dict(moves)
        for number in range(LONGEST):
            for seat, move in sorted(chosen.items()):
                program.entry_points.play(states, 0, self.work, 0, seat, move)
            asked = self._asked()
            if not asked or self._kind() == kind:
                break
            chosen = {seat: self.act(states, 0, seat, key_words("round", *seed, number, seat)) for seat in asked}
        return float(self.judge(states, 1)[0][0])

    def _asked(self) -> list[int]:
        mask = int(self.program.pending_decision(self.states, 0)) & ALL_SEATS
        return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]

    def _kind(self) -> int:
        return int(self.program.pending_decision(self.states, 0)) >> KIND & 255
