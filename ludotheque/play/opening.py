"""The first position of a match: set up from a seed, or read from a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludotheque.errors import MoveError
from ludotheque.kernel import Program
from ludotheque.play import texts
from ludotheque.play.base import BaseGame
from ludotheque.play.position import Origin, Position
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
    states, full, brought = _before_setup(game, program, players, options, seats)
    program.put_keys(states, np.array([key_words(game.name, game.rules_version, seed)]))
    pos = Position(game, program, states, Origin(str(seed), full, tuple(brought)))
    pos.begin()
    return pos


def _before_setup(
    game: BaseGame,
    program: Program,
    players: int | None,
    options: Mapping[str, Any] | None,
    seats: Sequence[Mapping[str, Any] | None] | None,
) -> tuple[Any, dict[str, Any], list[dict[str, Any]]]:
    """As `BaseGame.before_setup`, in the program's storage. Where nobody chose anything it is made once."""
    usual = not options and seats is None and (players is None or type(players) is int)
    key = (program.mode, players)
    if not usual or key not in game.usual_starts:
        state, full, brought = game.before_setup(players, options, seats)
        states = program.states(1)
        program.put(states, 0, state)
        if not usual:
            return states, full, brought
        game.usual_starts[key] = states, full, brought
    states, full, brought = game.usual_starts[key]
    return program.copied(states), dict(full), [dict(seat) for seat in brought]


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
