"""The first position of a match: set up from a seed, or read from a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.errors import BadInput, MoveError
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
    rules: str | None = None,
) -> Position:
    """Start a match. `seats` is what each seat brings; the game says what of that is private.

    `rules` is an earlier rules version to deal and play by, for matches that began under it.
    """
    program = game.program()
    if rules is not None and rules != game.rules_version:
        options = {**_later_options(game, rules, "rules"), **(options or {})}
        return Opening(game, program, players, options, seats).deal(seed, rules)
    if options or seats is not None or not (players is None or type(players) is int):
        return Opening(game, program, players, options, seats).deal(seed)
    key = (program.mode, players)  # without choices the state is always the same: check and write it once
    opening: Opening | None = game.usual_openings.get(key)
    if opening is None:
        opening = game.usual_openings[key] = Opening(game, program, players)
    return opening.deal(seed)


class Opening:
    """A table before the deal: its choices, checked and written once, for any number of matches."""

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

    def deal(self, seed: object, rules: str | None = None) -> Position:
        """A new match; the same seed deals the same match. `rules` is an earlier rules version to deal by."""
        game, program = self.game, self.program
        states = program.copied(self.states)
        program.put_keys(states, [key_words(game.name, rules or game.rules_version, seed)])
        brought = tuple([dict(brought) for brought in self.seats])
        origin = Origin(str(seed), dict(self.options), brought, rules=rules)
        pos = Position(game, program, states, origin)
        pos.begin()
        return pos


def from_text(
    game: BaseGame, text: str, seed: object = 0, source: str = "position", rules: str | None = None
) -> Position:
    """Read a position text; what it leaves out gets a default. The generator starts from `seed`.

    `rules` is the earlier rules version under which a match from this text began.
    """
    if rules == game.rules_version:
        rules = None
    later = _later_options(game, rules, source) if rules is not None else {}
    found = texts.read_position(game, text, source, later)
    program = game.program()
    states = program.states(1)
    program.put(states, 0, found.state)
    program.entry_points.rekey(states, 0, *key_words(game.name, rules or game.rules_version, "position", seed))
    pos = Position(game, program, states, Origin(str(seed), found.options, (), found.begin, rules))
    for line in found.choices:
        seat = line.integer(line.name.partition(" ")[2], 0, pos.players - 1)
        try:
            pos.play(line.value, seat)
        except MoveError as error:
            line.fault(f"{type(error).__name__}: {error}")
    return pos


def _later_options(game: BaseGame, rules: str, source: str) -> Mapping[str, Any]:
    """The options introduced after an earlier rules version, set to its behaviour."""
    later = game.later_options(rules)
    if later is None:
        raise BadInput.at(source, 0, "rules", f"{rules!r}; this program plays {game.rules_version!r}")
    return later
