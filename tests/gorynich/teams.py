"""Teams of bots, watched while they play."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque import bots
from ludotheque.play.game import Game
from ludotheque.play.position import Position


def played(game: Game, bot: str, count: int, seed: object) -> Iterator[Position]:
    """Yield the position of a match between bots of one kind before each decision, and at its end."""
    pos = game.start(players=count, seed=seed)
    while not pos.over:
        yield pos
        seat = pos.actors[0]
        pos.play(bots.decide(bots.make(bot, 0, game), pos, seat), seat)
