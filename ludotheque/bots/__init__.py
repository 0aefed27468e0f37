"""Bots: seats like any other. They are only handed redealt positions, so none can see more than its seat.

>>> import ludotheque as lt
>>> from ludotheque import bots
>>> pos = lt.game("lampions", "plain").start(players=3, seed=7)
>>> bot = bots.make("greedy", seed=1)
>>> pos.play(bots.decide(bot, pos, 0), 0)
>>> pos.ready
(0,)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ludotheque.bots.greedy import Greedy
from ludotheque.bots.moments import moment
from ludotheque.bots.random_bot import RandomBot
from ludotheque.errors import BadInput, LudothequeError
from ludotheque.play.game import Game
from ludotheque.play.moves import Move
from ludotheque.play.position import Position

__all__ = ["BOTS", "Bot", "Greedy", "NoSuchBot", "RandomBot", "decide", "fits", "make", "names", "strongest"]


class Bot(Protocol):
    """Chooses moves. Its answer depends on its seed, on the position it is handed and on nothing else."""

    @property
    def name(self) -> str:
        """What sort of bot it is."""

    @property
    def seed(self) -> object:
        """What it draws from where it has to."""

    def choose(self, pos: Position, seat: int) -> Move:
        """The move of `seat` in a position redealt for it."""


class NoSuchBot(LudothequeError):
    """No bot of that name, or it can't play that game."""


BOTS: dict[str, Callable[[object], Bot]] = {"random": RandomBot, "greedy": Greedy}  # from weak to strong


def names() -> list[str]:
    """The names of all bots, from weak to strong."""
    return list(BOTS)


def fits(name: str, game: Game) -> bool:
    """Whether that bot can play the game: the greedy one must be told what a position is worth."""
    return name == "random" or game.has_heuristic


def strongest(game: Game) -> str:
    """The name of the strongest bot that can play the game."""
    return [name for name in BOTS if fits(name, game)][-1]


def make(name: str, seed: object = 0, game: Game | None = None) -> Bot:
    """A bot by name. Given its game, one that can't play it is refused here, not at its first move."""
    if name not in BOTS:
        raise NoSuchBot(f"no bot is called {name!r}; there are {', '.join(BOTS)}")
    if game is not None and not fits(name, game):
        raise NoSuchBot(f"the {name} bot can't play {game.name}: the game has no heuristic.py; take the random bot")
    return BOTS[name](seed)


def decide(bot: Bot, pos: Position, seat: int) -> Move:
    """What the bot plays for `seat`, handed a redealt copy: same knowledge and seed, same move."""
    if seat not in pos.actors:
        raise BadInput.at("bot", 0, f"seat {seat}", "owes no decision now")
    return bot.choose(pos.redeal(seat, ("bot", bot.name, bot.seed, moment(pos, seat))), seat)
