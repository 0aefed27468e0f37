"""The bots that may sit at tables. All use of `ludotheque.bots` by the server goes through here."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ludotheque import bots
from ludotheque.bots.advice import SEED, Advice, advise
from ludotheque.bots.deciding import attempt
from ludotheque.bots.learnt import network_behind
from ludotheque.bots.levels import LADDER, search_settings_of
from ludotheque.bots.reasons import advised_for
from ludotheque.bots.search import is_ready
from ludotheque.kernel import is_warm
from ludotheque.play.base import BaseGame
from ludotheque.play.game import Game
from ludotheque.play.moves import Move
from ludotheque.play.position import Position

HINT_SEED = "hint"  # fixed: the same question gets the same hint
log = logging.getLogger(__name__)
HINT_SIMS = 400  # simulations for a hint where the bots are compiled; uncompiled they would take too long

step_back = bots.step_back


@dataclass(frozen=True)
class Advised:
    """A hint: the move, the bot it comes from, the best few moves (none without a search), and the reason."""

    move: Move
    level: str
    best: tuple[Advice, ...]
    reason: tuple[str, dict[str, Any]] | None


def is_prepared(game: Game) -> bool:
    """Whether the rules of a game and its bots have been compiled on this machine."""
    return is_warm(game.package) and is_ready(game)


def prepare(game: Game) -> None:
    """Compile them; called in a separate process, because it takes a while."""
    from ludotheque.bots import simulation  # needs NumPy, which tables in a browser do without

    simulation.prepare(game)


def levels(game: BaseGame) -> list[str]:
    """The bots that may take a seat, from weak to strong."""
    return bots.names(game)


def ladder(game: BaseGame) -> list[str]:
    """The levels that a player chooses from, from beginner to expert.

    Of two that are the same player here only the higher one is offered.
    """
    there = [name for name in search_settings_of(game).ladder if bots.fits(name, game)]
    above = dict(pairwise(there))
    return [name for name in there if name not in above or not bots.alike(game, name, above[name])] or ["random"]


def offered(game: Game) -> list[str]:
    """All bots, except levels that play the same as the one above."""
    return [name for name in levels(game) if name not in LADDER or name in ladder(game)]


def check_level(game: Game, level: str | None) -> str:
    """The requested bot, or the usual one; raise NoSuchBot if it can't play the game.

    Only those of the list: a bot that thinks for an hour (`seconds:3600`) has no place at a table.
    """
    if level is None:
        return usual(game)
    if level not in levels(game):
        raise bots.NoSuchBot(f"no bot is called {level!r}; there are {', '.join(levels(game))}")
    return level


def first(game: BaseGame) -> str:
    """The level that a newcomer begins with: the weakest opponents, in team games the best team mates."""
    return ladder(game)[-1 if game.declaration.together else 0]


def usual(game: BaseGame) -> str:
    """The level that takes a seat by default; in team games the best."""
    return ladder(game)[-1] if game.declaration.together else bots.usual(game)


def network_of(game: BaseGame, level: str, players: int) -> str | None:
    """The digest of the network that a bot uses with so many players; None if it uses none or it is unknown."""
    try:
        return network_behind(game, level, players)
    except Exception as error:  # a bad file or bot must not keep a match from ending
        log.warning("the network of %s is unknown: %s", level, error)
        return None


def make_bot(level: str, seed: object, game: BaseGame) -> bots.Bot:
    """A bot of a level for one decision."""
    return bots.make(level, seed, game)


def patience(bot: bots.Bot) -> float:
    """The seconds that a bot may take for a decision."""
    return bots.patience(bot)


def choose_move(bot: bots.Bot, pos: Position, seat: int) -> Move | None:
    """The move of a bot, which gets a redealt position; None if it fails, and `instead` is used."""
    return attempt(bot, pos, seat)


def substitute_move(seed: object, pos: Position, seat: int) -> Move:
    """The move for a bot that fails or takes too long."""
    return bots.fallback(pos, seat, seed)


def advice(pos: Position, seat: int, sims: int | None = None) -> Advised:
    """A hint for a seat, from a fixed number of simulations: the same each time.

    If search is not compiled yet, or the game has no heuristic, a bot that answers at once is asked: in team games the
    usual team mate, otherwise the strongest.
    """
    game = pos.game
    sims = HINT_SIMS if sims is None and is_ready(game) else sims
    if sims and game.has_heuristic:
        best = tuple(advise(pos, seat, sims=sims))
        level = bots.best(game)
        bot = bots.make(level, SEED, game)  # a planner is asked for its reason, so it must be the one that is named
        return Advised(best[0].move, level, best, advised_for(pos, seat, best, bot))
    bot = bots.make(usual(game) if game.declaration.together else bots.strongest(game), HINT_SEED, game)
    return Advised(bots.decide(bot, pos, seat), bot.name, (), bots.explain(bot, pos, seat))
