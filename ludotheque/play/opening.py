"""The first position of a match: set up from a seed, or read from a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludotheque.errors import MoveError
from ludotheque.kernel import Program
from ludotheque.play import texts
from ludotheque.play.base import BaseGame
from ludotheque.play.past import Origin
from ludotheque.play.position import Position
from ludotheque.play.seeds import key_words


def start(
    game: BaseGame,
    players: int | None = None,
    seed: object = 0,
    options: Mapping[str, Any] | None = None,
    seats: Sequence[Mapping[str, Any] | None] | None = None,
) -> Position:
    """A new match. `seats` is what each seat brings, private where the game says so."""
    program = game.program()
    if options or seats is not None or not (players is None or type(players) is int):
        return Opening(game, program, players, options, seats).deal(seed)
    key = (program.mode, players)  # nobody chose anything: checked and written once
    opening: Opening | None = game.usual_openings.get(key)
    if opening is None:
        opening = game.usual_openings[key] = Opening(game, program, players)
    return opening.deal(seed)


class Opening:
    """A table before the deal: what was chosen there is checked and written once, for as many matches as are dealt."""

    def __init__(
        self,
        game: BaseGame,
        program: Program,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seats: Sequence[Mapping[str, Any] | None] | None = None,
    ) -> None:
        self.game, self.program = game, program
        state, self.options, self.seats = game.before_setup(players, options, seats)
        self.states = program.states(1)
        program.put(self.states, 0, state)

    def deal(self, seed: object) -> Position:
        """A new match; the same from the same seed."""
        game, program = self.game, self.program
        states = program.copied(self.states)
        program.put_keys(states, np.array([key_words(game.name, game.rules_version, seed)]))
        origin = Origin(str(seed), dict(self.options), tuple([dict(brought) for brought in self.seats]))
        pos = Position(game, program, states, origin)
        pos.begin()
        return pos


def from_text(game: BaseGame, text: str, seed: object = 0, source: str = "position") -> Position:
    """Read a position text; what is left out gets a sensible default. The generator starts from `seed`."""
    found = texts.read(game, text, source)
    program = game.program()
    states = program.states(1)
    program.put(states, 0, found.state)
    program.entry_points.rekey(states, 0, *key_words(game.name, game.rules_version, "position", seed))
    pos = Position(game, program, states, Origin(str(seed), found.options, (), found.begin))
    for line in found.choices:
        seat = line.integer(line.name.partition(" ")[2], 0, pos.players - 1)
        try:
            pos.play(line.value, seat)
        except MoveError as error:
            line.fault(f"{type(error).__name__}: {error}")
    return pos
