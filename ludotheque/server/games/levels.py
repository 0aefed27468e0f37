"""The bots of the house: all that the server wants from `ludotheque.bots` is asked for here."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ludotheque import bots
from ludotheque.bots import simulation
from ludotheque.bots.advice import SEED, Advice, advise
from ludotheque.bots.deciding import attempt
from ludotheque.bots.learnt import network_behind
from ludotheque.bots.search import is_ready
from ludotheque.kernel import is_warm
from ludotheque.play.base import BaseGame
from ludotheque.play.game import Game
from ludotheque.play.moves import Move
from ludotheque.play.position import Position

LADDER = ("novice", "greedy", "amateur", "adept", "master")  # easy, medium, amateur, strong, expert
HINT_SEED = "hint"  # the same question, the same hint
log = logging.getLogger(__name__)
HINT_SIMS = 400  # simulations that go into one, where the bots are compiled; uncompiled they would take too long

step_back = bots.step_back


@dataclass(frozen=True)
class Advised:
    """A hint: the move, whose it is, the best few with what they promise (none without a search), and the reason."""

    move: Move
    level: str
    best: tuple[Advice, ...]
    reason: tuple[str, dict[str, Any]] | None


def is_prepared(game: Game) -> bool:
    """Whether the rules of a game and its bots have been compiled on this machine."""
    return is_warm(game.package) and is_ready(game)


def prepare(game: Game) -> None:
    """Compile them: in a process of its own, since it takes a while."""
    simulation.prepare(game)


def levels(game: BaseGame) -> list[str]:
    """The bots that may take a seat, from weak to strong."""
    return bots.names(game)


def ladder(game: BaseGame) -> list[str]:
    """The levels that a player chooses from, from easy to expert; other bots are for those who look for more.

    Of two that are the same player here only the higher one is offered.
    """
    there = [name for name in LADDER if bots.fits(name, game)]
    above = dict(pairwise(there))
    return [name for name in there if name not in above or not bots.alike(game, name, above[name])] or ["random"]


def offered(game: Game) -> list[str]:
    """The bots that a player may look for: all but a level that is the same player as one above it."""
    return [name for name in levels(game) if name not in LADDER or name in ladder(game)]


def checked(game: Game, level: str | None) -> str:
    """The bot that is asked for, or the usual one; NoSuchBot if it can't play the game.

    Only those of the list: a bot that thinks for an hour (`seconds:3600`) has no place at a table.
    """
    if level is None:
        return usual(game)
    if level not in levels(game):
        raise bots.NoSuchBot(f"no bot is called {level!r}; there are {', '.join(levels(game))}")
    return level


def usual(game: BaseGame) -> str:
    """The level that takes a seat where nobody asked for another; among team mates the best."""
    return ladder(game)[-1] if game.declaration.together else bots.usual(game)


def network_of(game: BaseGame, level: str, players: int) -> str | None:
    """The digest of the network that a bot asks at a table of so many; None if it asks none, or can't be known."""
    try:
        return network_behind(game, level, players)
    except Exception as error:  # whatever is wrong with a file or a bot must not keep a match from ending
        log.warning("which network %s plays by is not known: %s", level, error)
        return None


def patience(game: BaseGame, level: str) -> float:
    """The seconds that a bot may take for a decision."""
    return bots.patience(bots.make(level, game=game))


def chosen(level: str, seed: object, pos: Position, seat: int) -> Move | None:
    """What a bot plays; it is handed a redealt position, as bots are. None, if it fails: then `instead`."""
    return attempt(bots.make(level, seed, pos.game), pos, seat)


def instead(seed: object, pos: Position, seat: int) -> Move:
    """What is played for a bot that fails or takes too long."""
    return bots.fallback(pos, seat, seed)


def advice(pos: Position, seat: int, sims: int | None = None) -> Advised:
    """What a seat might best do, by a fixed number of simulations: the same whenever it is asked.

    Where nobody can search yet (or the game says nothing of what a position is worth), a bot that answers at once is
    asked; in a team the usual team mate, since what he counts with is what helps.
    """
    game = pos.game
    sims = HINT_SIMS if sims is None and is_ready(game) else sims
    if sims and game.has_heuristic:
        best = tuple(advise(pos, seat, sims=sims))
        level = bots.best(game)
        reason = bots.explain(bots.make(level, SEED, game), pos, seat)  # of the one whose move it is
        return Advised(best[0].move, level, best, reason)
    bot = bots.make(usual(game) if game.declaration.together else bots.strongest(game), HINT_SEED, game)
    return Advised(bots.decide(bot, pos, seat), bot.name, (), bots.explain(bot, pos, seat))
