"""Enumerate chance: every outcome of a move, and every world that a viewer can't tell from this one.

For solvers of small games and small endings. The rules draw from a generator inside the state; here they are given, one
after the other, all answers that it could give. That is done in plain mode, whatever mode the position is played in.

>>> import ludotheque as lt
>>> from ludotheque.play.chance import outcomes
>>> pos = lt.game("lampions", "plain").position('''
... players: 3
... round: 5
... hand 0: gust
... hand 1: spark
... lit 0: lantern
... lit 2: candle
... ''')
>>> pos.play("gust", 0)
>>> for chance, after in outcomes(pos, "spark", 1):  # the gust turns against its player, or a roll of 3 to 6 is noted
...     print(chance, after.decision)
1/3 None
1/6 blow
1/6 blow
1/6 blow
1/6 blow

Positions that are equal in all that counts are one outcome, though they may have come about in different ways.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from ludotheque.errors import LudothequeError
from ludotheque.kernel import Program
from ludotheque.kernel.declare import STREAM_FIELDS
from ludotheque.play.moves import Move
from ludotheque.play.opening import Opening
from ludotheque.play.past import Origin
from ludotheque.play.position import Position

MOST = 100_000  # the default limit of outcomes


class TooManyOutcomes(LudothequeError):
    """There are more ways for chance to go than were to be tried."""


class Outcome(NamedTuple):
    """A possible result, and its probability."""

    chance: Fraction
    position: Position


def outcomes(pos: Position, move: Move | int | str, seat: int | None = None, most: int = MOST) -> list[Outcome]:
    """All positions that a move can lead to, each once, the likeliest first; one alone, if chance has no say."""

    def play(other: Position) -> Position:
        other.play(move, seat)
        return other

    return _all_ways(pos, play, most)


def deals(opening: Opening, most: int = MOST) -> list[Outcome]:
    """All positions that a deal can lead to, each once, the likeliest first."""
    program, _ = _with_dice(opening.game.package)
    states = program.states(1)
    program.put(states, 0, opening.program.fetch(opening.states, 0))
    origin = Origin(None, dict(opening.options), tuple(dict(brought) for brought in opening.seats))

    def begin(other: Position) -> Position:
        other.begin()
        return other

    return _all_ways(Position(opening.game, program, states, origin), begin, most, opening.program)


def worlds(pos: Position, viewer: int, most: int = MOST) -> list[Outcome]:
    """All positions that a viewer can't tell from this one, with how likely each is: what `redeal` draws from."""
    if any(chooser != viewer for chooser in pos.ready):
        raise ValueError("others have chosen in secret already: the worlds before they did can be told apart")
    return _all_ways(pos, lambda other: other.redeal(viewer, "worlds"), most)


class Dice:
    """Answers for the rules when they draw: those of a script, then always the first one, noted down for later."""

    def __init__(self, exact: Callable[[Any, int, int], int]) -> None:
        self._exact = exact
        self.script: list[int] | None = None
        self.sides: list[int] = []

    def __call__(self, s: Any, stream: int, n: int) -> int:
        if self.script is None:
            return self._exact(s, stream, n)
        if len(self.sides) == len(self.script):
            self.script.append(0)
        self.sides.append(n)
        return self.script[len(self.sides) - 1]

    def chance(self) -> Fraction:
        """The probability that all answers came out so."""
        chance = Fraction(1)
        for n in self.sides:
            chance /= n
        return chance

    def next_script(self) -> list[int] | None:
        """The script to try after this one; None when all have been."""
        script = list(self.script or [])
        while script:
            script[-1] += 1
            if script[-1] < self.sides[len(script) - 1]:
                return script
            script.pop()
        return None


@cache
def _with_dice(package: str) -> tuple[Program, Dice]:
    """A game's plain rules, loaded once more, that ask our dice."""
    program = Program(package, "plain")
    chacha = program.module("ludotheque.kernel.chacha")
    dice = Dice(chacha.below)
    vars(chacha)["below"] = dice
    return program, dice


def _all_ways(
    pos: Position, step: Callable[[Position], Position], most: int, back_to: Program | None = None
) -> list[Outcome]:
    program, dice = _with_dice(pos.game.package)
    before = _moved(pos, program)
    found: dict[Any, list[Any]] = {}
    script: list[int] | None = []
    tried = 0
    while script is not None:
        tried += 1
        if tried > most:
            raise TooManyOutcomes(f"{pos.game.name}: chance can go in more than {most} ways here")
        dice.script, dice.sides = script, []
        try:
            after = step(before.copy())
            chance, script = dice.chance(), dice.next_script()
        finally:
            dice.script = None
        key = numbers_of(after)
        if key in found:
            found[key][0] += chance
        else:
            found[key] = [chance, after]
    likeliest = sorted(found.values(), key=lambda one: -one[0])
    return [Outcome(chance, _moved(after, back_to or pos.program)) for chance, after in likeliest]


def numbers_of(pos: Position) -> Any:
    """All numbers of a position without the generator, and the secret choices."""
    numbers = (tuple(some) for field, some in pos.program.state.numbers(pos.state) if field.name not in STREAM_FIELDS)
    return tuple(numbers), pos.pending


def _moved(pos: Position, program: Program) -> Position:
    """Return the same position in another program of the same rules."""
    if pos.program is program:
        return pos
    states = program.states(1)
    program.put(states, 0, pos.state)
    return pos.in_program(program, states)
