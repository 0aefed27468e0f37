"""Luck and skill of a match, as a sum that is exact.

One value function (bots/position_values.py) is read at every choice of the match. For each seat

    result - start = deal + the chance after every choice + what every choice changed

The sum is exact, because each value is added once and subtracted once. `start` is the mean value over fresh deals of
the same table. The value of a choice before chance is the mean over `outcomes` redrawn by bots/joint_redeal.py; the
part of chance is the real value minus that mean. The real outcome and the redrawn ones have the same distribution, so
chance has mean zero for any value function and any number of outcomes: this is the control variate of AIVAT (Burch
and others, 2018). Forced decisions are not choices; they belong to the chance of the choice before them.

Exact: that it adds up, and that the mean of chance is zero. Estimated: every single number, by a value function that is
not perfect and by means over a few outcomes.

Bots draw, too: for hidden cards that they redeal, and for actions that they like almost equally. Where a bot answers
quickly, it is asked again in the same position (`Again`), with other random numbers. The value of what it did minus the
mean value of what it would have done has mean zero for the same reason. The arena subtracts that as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ludotheque.bots.joint_redeal import open_chance, redraw
from ludotheque.bots.position_values import PositionValues, Values
from ludotheque.kernel import Program
from ludotheque.kernel.declare import ALL_SEATS
from ludotheque.kernel.optional import np
from ludotheque.play.base import BaseGame
from ludotheque.play.seeds import key_words

OUTCOMES = 8  # redrawn for every chance event
DEALS = 96  # for the mean in `start`
CHUNK = 64  # positions judged at once
OUTCOMES_AGAIN = 2  # the same, for what a bot answers when it is asked again
SAME = -2  # marks an answer that is the one given
NOBODY = -1  # marks a match that was broken off, and not by a single seat
JudgePositions = Callable[[Any, int], Values]  # the values of the first positions of a storage
Again = Callable[[Any, int, int], Sequence[int]]  # states, the number of the decision, the seat: its other answers


@dataclass(frozen=True)
class BrokenOff:
    """How a match ended that its moves do not end: resigned, out of time, agreed."""

    seat: int | None  # whose decision that was; None if all agreed: then what it changed counts as chance


@dataclass(frozen=True)
class Step:
    """A choice: how it changed each seat's value, and how chance changed it until the next choice."""

    number: int  # of the decision, counted from 0 with the forced ones
    seat: int
    before: tuple[float, ...]  # the values where the choice was made
    decision: tuple[float, ...]
    chance: tuple[float, ...]
    drawn: bool  # whether chance played a part


@dataclass(frozen=True)
class Noise:
    """How what a bot chose differs, in each seat's value, from what it chooses there on average."""

    seat: int  # that chose
    values: tuple[float, ...]


@dataclass(frozen=True)
class Ledger:
    """The account of a match: every number by seat, in shares of the win."""

    start: tuple[float, ...]
    start_error: tuple[float, ...]  # standard error of `start`
    deal: tuple[float, ...]
    steps: tuple[Step, ...]
    result: tuple[float, ...]
    noise: tuple[Noise, ...] = ()  # of bots that were asked again

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.start)

    def luck(self, seat: int) -> float:
        """Return what chance gave a seat, including the deal."""
        return self.deal[seat] + sum(step.chance[seat] for step in self.steps)

    def decisions(self, seat: int, decider: int) -> float:
        """Return what the choices of `decider` changed for a seat."""
        return sum(step.decision[seat] for step in self.steps if step.seat == decider)

    def surprises(self, seat: int, columns: Sequence[int] = ()) -> dict[str, list[float]]:
        """Return what gave a seat something that nobody could expect, by its source; each number has mean zero.

        `columns` are those of the seat, where the value function has several for each.
        """
        found: dict[str, list[float]] = {"deal": [], "draws": [], "own": [], "others": []}
        for column in columns or (seat,):
            found["deal"].append(self.deal[column])
            found["draws"].append(self.luck(column) - self.deal[column])
            found["own"].append(sum(one.values[column] for one in self.noise if one.seat == seat))
            found["others"].append(sum(one.values[column] for one in self.noise if one.seat != seat))
        return found


class Choice(NamedTuple):
    """A choice of a match, and where the positions that belong to it wait to be judged."""

    number: int  # of the decision
    seat: int
    place: int  # of the position before it
    outcomes: int | None  # the first of its redrawn outcomes; None if chance had no say, or NOBODY
    others: tuple[int, ...] = ()  # the first outcome of each answer of a bot that is asked again, or SAME


class Room:
    """Positions that wait to be judged, in storage that grows."""

    def __init__(self, program: Program) -> None:
        self.program, self.chunks, self.count = program, [program.states(CHUNK)], 0

    def add(self) -> tuple[Any, int]:
        """A free place: its storage and index."""
        if self.count == CHUNK * len(self.chunks):
            self.chunks.append(self.program.states(CHUNK))
        place = self.chunks[self.count // CHUNK], self.count % CHUNK
        self.count += 1
        return place

    def judge(self, judge: JudgePositions) -> Values:
        """The values of all."""
        found = [
            judge(chunk, min(CHUNK, self.count - CHUNK * k))
            for k, chunk in enumerate(self.chunks)
            if self.count > CHUNK * k
        ]
        return np.concatenate(found)


class LuckMeter:
    """Follows matches of one table, decision by decision. One thread uses it at a time."""

    def __init__(
        self,
        game: BaseGame,
        program: Program,
        players: int,
        outcomes: int = OUTCOMES,
        deals: int = DEALS,
        judge: JudgePositions | None = None,
    ) -> None:
        self.game, self.program, self.players = game, program, players
        self.outcomes, self.deals = outcomes, deals
        self.judge = PositionValues(game, program, players).judge if judge is None else judge
        self.work = program.workspaces(1)
        self.out = program.actions(game.declaration.action_count)

    def account(
        self,
        undealt: Any,
        states: Any,
        moves: Sequence[tuple[int, int]],
        seed: object,
        result: Sequence[float],
        broken_off: BrokenOff | None = None,
        again: Again | None = None,
    ) -> Ledger:
        """The ledger of a match that began in `states[0]` and went on with `moves`: (seat, action).

        `undealt` is a plain state before the deal; None if the match was not dealt, but began from a text.
        `broken_off` if the moves do not end it: then ending it is the last step. `again` asks a bot once more.
        """
        room, program = Room(self.program), self.program
        for deal in range(self.deals if undealt is not None else 0):
            there, k = room.add()
            program.put(there, k, undealt)
            program.entry_points.rekey(there, k, *key_words("deal", seed, deal))
            program.entry_points.setup(there, k, self.work, 0)
            self._go_on(there, k)
        dealt = room.count
        choices = list(self._walk(states, moves, room, seed, broken_off, again))
        values = room.judge(self.judge)
        return self._settle(values, dealt, choices, np.asarray(result, float))

    def _walk(
        self,
        states: Any,
        moves: Sequence[tuple[int, int]],
        room: Room,
        seed: object,
        broken_off: BrokenOff | None,
        again: Again | None,
    ) -> Iterator[Choice]:
        """Go through the match; at every choice note the position, and the outcomes if chance had a say after it."""
        program, play = self.program, self.program.entry_points.play
        now = program.states(1)
        program.put(now, 0, program.fetch(states, 0))
        asked, waiting = program.states(1), 0  # the position in which several choose at once, and those who still do
        number = 0
        while number < len(moves):
            seat, action = moves[number]
            if not waiting >> seat & 1:
                program.put(asked, 0, program.fetch(now, 0))
                waiting = int(program.pending_decision(now, 0)) & ALL_SEATS
            waiting &= ~(1 << seat)
            if self._forced(now, 0):
                play(now, 0, self.work, 0, seat, action)
                number += 1
                continue
            there, k = room.add()
            place = room.count - 1
            program.put(there, k, program.fetch(now, 0))
            before, first = open_chance(program, now, 0), number
            play(now, 0, self.work, 0, seat, action)
            number += 1
            while number < len(moves) and self._forced(now, 0):
                waiting &= ~(1 << moves[number][0])
                play(now, 0, self.work, 0, *moves[number])
                number += 1
            outcomes = None
            if open_chance(program, now, 0) != before:
                outcomes = room.count
                for n in range(self.outcomes):
                    self._outcome(there, k, room, seat, action, (seed, first, n))
            answers = () if again is None else again(asked, first, seat)
            others = []
            for answer, other in enumerate(answers):
                others.append(room.count if other != action else SAME)
                for n in range(0 if other == action else 1 if outcomes is None else OUTCOMES_AGAIN):
                    self._outcome(there, k, room, seat, other, (seed, first, "again", answer, n))
            yield Choice(first, seat, place, outcomes, tuple(others))
        if broken_off is not None:
            there, k = room.add()
            program.put(there, k, program.fetch(now, 0))
            nobody = broken_off.seat is None
            yield Choice(len(moves), broken_off.seat or 0, room.count - 1, NOBODY if nobody else None)

    def _outcome(self, states: Any, i: int, room: Room, seat: int, action: int, seed: tuple[object, ...]) -> None:
        """Another outcome of a choice, up to the next one."""
        program = self.program
        there, k = room.add()
        program.put(there, k, program.fetch(states, i))
        redraw(program, there, k, *seed)
        program.entry_points.play(there, k, self.work, 0, seat, action)
        self._go_on(there, k)

    def _forced(self, states: Any, i: int) -> bool:
        """Whether a single seat decides, and it has no choice."""
        mask = int(self.program.pending_decision(states, i)) & ALL_SEATS
        if not mask or mask & (mask - 1):
            return False
        return int(self.program.legal(states, i, self.work, 0, mask.bit_length() - 1, self.out)) == 1

    def _go_on(self, states: Any, i: int) -> None:
        """Play whatever leaves no choice."""
        while self._forced(states, i):
            seat = (int(self.program.pending_decision(states, i)) & ALL_SEATS).bit_length() - 1
            self.program.entry_points.play(states, i, self.work, 0, seat, int(self.out[0]))

    def _settle(self, values: Values, dealt: int, choices: list[Choice], result: Values) -> Ledger:
        """Write the account down."""
        arrivals = [values[choice.place] for choice in choices] + [result]
        if dealt:
            start = values[:dealt].mean(axis=0)
            error = values[:dealt].std(axis=0, ddof=1) / np.sqrt(dealt) if dealt > 1 else np.zeros(len(result))
        else:
            start, error = arrivals[0], np.zeros(len(result))
        steps, noise = [], []
        for k, choice in enumerate(choices):
            came, first = arrivals[k + 1], choice.outcomes
            if first is None:
                mean = came
            elif first == NOBODY:
                mean = arrivals[k]
            else:
                mean = values[first : first + self.outcomes].mean(axis=0)
            parts = (_row(arrivals[k]), _row(mean - arrivals[k]), _row(came - mean))
            steps.append(Step(choice.number, choice.seat, *parts, first not in (None, NOBODY)))
            if any(other != SAME for other in choice.others):
                count = 1 if first is None else OUTCOMES_AGAIN
                others = [
                    mean if other == SAME else values[other : other + count].mean(axis=0) for other in choice.others
                ]
                noise.append(Noise(choice.seat, _row(mean - np.mean(others, axis=0))))
        return Ledger(_row(start), _row(error), _row(arrivals[0] - start), tuple(steps), _row(result), tuple(noise))


def _row(values: Values) -> tuple[float, ...]:
    return tuple(float(value) for value in values)
