"""Random matches for the checks, and failures that can be reproduced."""

from __future__ import annotations

import importlib
import json
import marshal
from collections.abc import Iterator
from random import Random
from typing import Any, NoReturn

from ludotheque.errors import LudothequeError
from ludotheque.kernel.declare import SPECTATOR, STREAM_FIELDS
from ludotheque.play.game import Game
from ludotheque.play.position import Position
from ludotheque.play.viewers import Viewer

WITHDRAW = 0.1  # how often a match that waits for secret choices takes one back
Key = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, int], ...]]


class ComplianceError(AssertionError):
    """A game broke a promise. Says which, in which game, from which seed and after which moves."""


class Match:
    """A random match: how it was set up, how it stands, what was played. Equal seeds give equal matches.

    Of a game whose random matches are long (`view.WATCHED` says how much to leave out at most, and how much to look
    at) only a stretch is watched, from the beginning or from later on; the `whole` match where that matters.
    """

    def __init__(self, game: Game, seed: int, whole: bool = False) -> None:
        self.game = game
        self.random = Random(f"compliance {seed}")
        low, high = game.declaration.players
        self.players = low + seed % (high - low + 1)
        self.seed = f"compliance-{seed}"
        self.options = {option.name: self.random.choice(option.values) for option in game.declaration.options}
        self.seats = self._seats()
        self.played: list[str] = []
        try:
            self.pos = game.start(self.players, self.seed, self.options, self.seats)
        except Exception as error:
            self.fail(f"the set-up raised {error!r}", error)
        stretch: tuple[int, int] = (0, 0) if whole else getattr(game.view, "WATCHED", (0, 0))
        skipped, self.watched = stretch
        for _ in range(self.random.randrange(skipped) if skipped and seed % 3 else 0):
            if not self.pos.over:
                self.step()
        self._until = len(self.played) + self.watched

    def _seats(self) -> list[dict[str, Any]] | None:
        """The seat options: the game's own examples, so that private options are checked, too."""
        examples = self.game.example_seats(self.players, self.options, self.random)
        if examples is None and self.game.declaration.seat_options:
            raise ComplianceError(f"{self.game.name}: seats bring something, but setup.example_seats is missing")
        return examples

    @property
    def viewers(self) -> list[int]:
        """Every seat, and a spectator."""
        return [*range(self.players), SPECTATOR]

    @property
    def done(self) -> bool:
        """Whether the match is over, or has been watched for long enough."""
        return self.pos.over or (self.watched > 0 and len(self.played) >= self._until)

    @property
    def decisions(self) -> int:
        """The number of decisions that the rules have carried out."""
        return len(self.pos._past())

    def step(self) -> None:
        """Play a random move for one of those who owe a decision; now and then take a secret choice back."""
        pos = self.pos
        self.not_too_long()
        may = [seat for seat in pos.ready if pos.may_withdraw(seat)]
        if may and self.random.random() < WITHDRAW:
            seat = self.random.choice(may)
            pos.withdraw(seat)
            self.played.append(f"{seat} withdraw")
            return
        seat = self.random.choice(pos.actors)
        moves = pos.moves(seat)
        if not moves:
            self.fail(f"seat {seat} owes a decision but has no legal move")
        self.play(self.random.choice(moves).id, seat)

    def not_too_long(self) -> None:
        """Fail if the match has had more decisions than the game declares."""
        if len(self.played) > self.game.declaration.longest and self.decisions > self.game.declaration.longest:
            self.fail(
                f"not over after {self.decisions} decisions; declaration.longest is {self.game.declaration.longest}"
            )

    def play(self, action: int, seat: int) -> None:
        """Play one move; whatever goes wrong is a failure of the game."""
        notation = self.game.notation.write(action)
        try:
            self.pos.play(action, seat)
        except LudothequeError as error:
            self.fail(f"the listed move {seat} {notation!r} was refused: {error}", error)
        except Exception as error:
            self.fail(f"the move {seat} {notation!r} raised {error!r}", error)
        self.played.append(f"{seat} {notation}")

    def walk(self, every: int = 1) -> Iterator[Position]:
        """The positions of the match in turn, or every nth of them; always the last."""
        count = self.random.randrange(every)
        while not self.done:
            if count % every == 0:
                yield self.pos
            self.step()
            count += 1
        yield self.pos

    def fail(self, problem: str, cause: BaseException | None = None) -> NoReturn:
        """Raise, with all that is needed to come back here."""
        raise ComplianceError(f"{self.game.name}: {problem}\n{self.story()}") from cause

    def story(self) -> str:
        """How to reproduce this position."""
        chosen = f"options={self.options!r}, seats={self.seats!r}"
        start = f"start(players={self.players}, seed={self.seed!r}, {chosen})"
        moves = "; ".join(self.played) or "nothing yet"
        return f"  match: {start}, mode {self.game.mode!r}\n  played: {moves}"


def matches(game: Game, count: int, seed: int, whole: bool = False) -> Iterator[Match]:
    """`count` random matches, one after the other."""
    for number in range(seed, seed + count):
        yield Match(game, number, whole)


def fresh_state(pos: Position) -> Any:
    """The state read out of its storage now, not the copy that the position keeps between moves."""
    return pos._program.fetch(pos._states, 0)


def key(pos: Position) -> Key:
    """All numbers of a position, the generator's and the secret choices included."""
    return pos._program.state.key(fresh_state(pos)), tuple(sorted(pos._choices.items()))


def differing(one: Position, other: Position, ignore: tuple[str, ...] = ()) -> list[str]:
    """The fields in which two positions differ."""
    names = [
        field.name
        for (field, mine), (_, theirs) in zip(
            one._program.state.numbers(one.state), other._program.state.numbers(other.state), strict=True
        )
        if field.name not in ignore and tuple(mine) != tuple(theirs)
    ]
    return names + (["secret choices"] if one._choices != other._choices else [])


def differing_but_generator(one: Position, other: Position) -> list[str]:
    """The fields in which two positions differ, those of the generator aside."""
    return differing(one, other, STREAM_FIELDS)


def zones(pos: Position) -> Iterator[tuple[int, range]]:
    """Each zone of a game's piles with its filled slots; none for a game without piles."""
    if any(field.name == "known" for field in pos._program.state.fields):
        layout = importlib.import_module(f"{pos.game.package}.state").PILES
        for z, base in enumerate(layout.base):
            yield z, range(base, base + pos.state.count[z])


def name_of(viewer: Viewer) -> str:
    """A viewer in words."""
    return "a spectator" if viewer == SPECTATOR else f"seat {viewer}" if isinstance(viewer, int) else "ALL"


def as_json(answer: Any) -> str:
    """An answer exactly as it would be sent: keys are not sorted, since their order could reveal a secret."""
    return json.dumps(answer, ensure_ascii=False)


def packed(answer: Any) -> bytes:
    """An answer as bytes: if they are equal, so is the JSON, order included. Takes a tenth of the time.

    If they are not, the JSON may be equal all the same, that of a tuple and of a list for one.
    """
    try:
        return marshal.dumps(answer, 2)  # later formats note which of its parts are one and the same object
    except ValueError:  # a type of somebody's own, which may be fit for JSON
        return as_json(answer).encode()


def apart(one: str, other: str) -> str:
    """The first difference of two answers, with a few words around it."""
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    begin = max(0, at - 60)
    return f"…{one[begin : at + 60]}…\n  against …{other[begin : at + 60]}…"
