"""Ask a bot for a decision in a redealt position; a bot that fails does not stop the match."""

from __future__ import annotations

import logging
from typing import Any

from ludotheque.bots.bot import Bot
from ludotheque.bots.greedy import Greedy
from ludotheque.bots.levels import CEILING, MASTER
from ludotheque.bots.random_bot import RandomBot
from ludotheque.errors import BadInput, trace
from ludotheque.play.moves import Move
from ludotheque.play.position import Position

GRACE = 1.2  # a bot has failed after this many times its time limit
log = logging.getLogger(__name__)


def patience(bot: Bot) -> float:
    """The number of seconds to wait for a decision of the bot before `fallback` decides for it."""
    return GRACE * float(getattr(bot, "seconds", CEILING[MASTER]))


def decide(bot: Bot, pos: Position, seat: int) -> Move:
    """The bot's move for `seat` in a redealt copy: the same knowledge and seed give the same move.

    A bot that fails stops no match: the failure is logged, and the greedy bot decides.
    """
    return attempt(bot, pos, seat) or fallback(pos, seat, bot.seed)


def attempt(bot: Bot, pos: Position, seat: int) -> Move | None:
    """Return the bot's move as `decide` does, or None if the bot fails."""
    if seat not in pos.actors:
        raise BadInput.at("bot", 0, f"seat {seat}", "owes no decision now")
    try:
        move = bot.choose(pos.redeal(seat, ("bot", bot.name, bot.seed, pos.plies_seen(seat))), seat)
        if pos.why_not(move, seat) is None:
            return move
        failure = "it chose an illegal move"
    except Exception as error:
        failure = trace(error, texts=False)
    log.error("the %s bot failed at %s, the greedy one plays: %s", bot.name, pos.game.name, failure)
    return None


def explain(bot: Bot, pos: Position, seat: int) -> tuple[str, dict[str, Any]] | None:
    """Return the bot's reason for its plan: key and parameters of a sentence, or None."""
    say = getattr(bot, "explain", None)
    return say(pos.redeal(seat, ("bot", bot.name, bot.seed, pos.plies_seen(seat))), seat) if say else None


def fallback(pos: Position, seat: int, seed: object = 0) -> Move:
    """The move for a bot that failed or took too long: the greedy bot's, or else any legal one."""
    for bot in (Greedy(seed), RandomBot(seed)):
        try:
            return bot.choose(pos.redeal(seat, ("fallback", seed, pos.plies_seen(seat))), seat)
        except Exception as error:
            log.error("the %s bot failed at %s: %s", bot.name, pos.game.name, trace(error, texts=False))
    return pos.moves(seat)[0]
