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

import logging
import math
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from ludotheque.bots.greedy import Greedy
from ludotheque.bots.levels import ADEPT, CEILING, MASTER, NOVICE
from ludotheque.bots.moments import moment
from ludotheque.bots.policy import Policy, level_policies, own
from ludotheque.bots.random_bot import RandomBot
from ludotheque.bots.search import Search, step_back, thinking_for
from ludotheque.errors import BadInput, LudothequeError
from ludotheque.play.base import BaseGame
from ludotheque.play.moves import Move
from ludotheque.play.position import Position

__all__ = [
    "BOTS",
    "Bot",
    "Greedy",
    "NoSuchBot",
    "RandomBot",
    "Search",
    "best",
    "decide",
    "explain",
    "fallback",
    "fits",
    "make",
    "names",
    "own",
    "patience",
    "step_back",
    "strongest",
    "team_mate",
    "usual",
]

SECONDS, SIMS = "seconds:", "sims:"  # the bot `seconds:3` thinks for three seconds, `sims:200` for 200 simulations
MOST_SECONDS, MOST_SIMS = 3600, 10_000_000
GRACE = 1.2  # a bot may take so much longer than its ceiling before it counts as failed
log = logging.getLogger(__name__)


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


BOTS: dict[str, Callable[[object], Bot]] = {  # from weak to strong
    "random": RandomBot,
    NOVICE: partial(Search, NOVICE),
    "greedy": Greedy,
    ADEPT: partial(Search, ADEPT),
    MASTER: partial(Search, MASTER),
}


def names(game: BaseGame | None = None) -> list[str]:
    """The names of all bots, from weak to strong; given a game, of those that can play it, its own ones last."""
    if game is None:
        return list(BOTS)
    return [*(name for name in BOTS if fits(name, game)), *own(game)]


def fits(name: str, game: BaseGame) -> bool:
    """Whether that bot can play the game: one that judges positions must be told what they are worth."""
    if name == "random" or name in own(game):
        return True
    return game.has_heuristic and (name in BOTS or name.startswith((SECONDS, SIMS)))


def team_mate(game: BaseGame) -> str | None:
    """In a game that all win or lose together: the bot of its own that plays for the team, if it has one."""
    return next(reversed(own(game)), None) if game.declaration.together else None


def strongest(game: BaseGame) -> str:
    """The name of the strongest bot that answers at once."""
    return team_mate(game) or ("greedy" if game.has_heuristic else "random")


def usual(game: BaseGame) -> str:
    """The name of the bot that sits down where nobody asks for another: a good one that keeps nobody waiting."""
    return team_mate(game) or (ADEPT if game.has_heuristic else "random")


def best(game: BaseGame) -> str:
    """The name of the strongest bot, which takes its time."""
    return team_mate(game) or (MASTER if game.has_heuristic else "random")


def make(name: str, seed: object = 0, game: BaseGame | None = None) -> Bot:
    """A bot by name. Given its game, one that can't play it is refused here, not at its first move."""
    if game is not None and name in own(game):
        return own(game)[name](seed)
    if game is not None and name in level_policies(game):
        return Policy(level_policies(game)[name], seed, name)
    if name not in BOTS and not name.startswith((SECONDS, SIMS)):
        there = BOTS if game is None else names(game)
        raise NoSuchBot(f"no bot is called {name!r}; there are {', '.join(there)}, {SECONDS}3, {SIMS}200")
    if game is not None and not fits(name, game):
        raise NoSuchBot(f"the {name} bot can't play {game.name}: the game has no heuristic.py; take the random bot")
    if name.startswith(SECONDS):
        return thinking_for(_number(name, SECONDS, MOST_SECONDS), seed)
    if name.startswith(SIMS):
        return Search(name, seed, int(_number(name, SIMS, MOST_SIMS)), math.inf)
    return BOTS[name](seed)


def _number(name: str, kind: str, most: int) -> float:
    """The number in the name of a bot."""
    try:
        number = float(name.removeprefix(kind))
    except ValueError:
        number = math.nan
    if not 0 < number <= most or (kind == SIMS and number != int(number)):
        raise NoSuchBot(f"{name!r} tells no number: write {kind}3, or another up to {most}")
    return number


def patience(bot: Bot) -> float:
    """How many seconds to wait for a decision of the bot before `fallback` decides for it."""
    return GRACE * float(getattr(bot, "seconds", CEILING[MASTER]))


def decide(bot: Bot, pos: Position, seat: int) -> Move:
    """What the bot plays for `seat`, handed a redealt copy: same knowledge and seed, same move.

    A bot that fails stops no match: the failure is logged, and the greedy bot decides.
    """
    if seat not in pos.actors:
        raise BadInput.at("bot", 0, f"seat {seat}", "owes no decision now")
    try:
        move = bot.choose(pos.redeal(seat, ("bot", bot.name, bot.seed, moment(pos, seat))), seat)
        if pos.why_not(move, seat) is None:
            return move
        failure = "it chose an illegal move"
    except Exception as error:
        failure = type(error).__name__  # not its text: that may tell of the position
    log.error("the %s bot failed at %s, the greedy one plays: %s", bot.name, pos.game.name, failure)
    return fallback(pos, seat, bot.seed)


def explain(bot: Bot, pos: Position, seat: int) -> tuple[str, dict[str, Any]] | None:
    """What the bot is trying to do for `seat`: key and parameters of a sentence, None if it is no bot of many words."""
    say = getattr(bot, "explain", None)
    return say(pos.redeal(seat, ("bot", bot.name, bot.seed, moment(pos, seat))), seat) if say else None


def fallback(pos: Position, seat: int, seed: object = 0) -> Move:
    """What is played for a bot that failed or took too long: the greedy bot's move, or else any legal one."""
    for bot in (Greedy(seed), RandomBot(seed)):
        try:
            return bot.choose(pos.redeal(seat, ("fallback", seed, moment(pos, seat))), seat)
        except Exception as error:
            log.error("the %s bot failed at %s: %s", bot.name, pos.game.name, type(error).__name__)
    return pos.moves(seat)[0]
