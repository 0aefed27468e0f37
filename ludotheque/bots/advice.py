"""Advice: the best moves of a seat, their expected results, and the likely continuation. Hints use it."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any

from ludotheque.bots.catalogue import NoSuchBot, make
from ludotheque.bots.deciding import decide
from ludotheque.bots.greedy import Greedy
from ludotheque.bots.levels import MASTER, UNBOUNDED
from ludotheque.bots.network_bot import NAME as NETWORK
from ludotheque.bots.network_bot import NetworkLevel, network_levels
from ludotheque.bots.policy import level_policies
from ludotheque.bots.search import program_for
from ludotheque.bots.searcher import CONTINUATION, RootAction, Searcher
from ludotheque.errors import BadInput, GameOver
from ludotheque.play.moves import Move
from ludotheque.play.position import Position
from ludotheque.play.seeds import key_words

FEW = 3
SEED = "advice"  # the seed of the bot whose move comes first; the bot that gives reasons must have the same
GRACE = 1.2  # the continuation may take this many times the seconds asked for


@dataclass(frozen=True)
class Advice:
    """One move that a seat might make."""

    move: Move
    result: float | None  # the expected share of the win, between 0 and 1; None for a forced move
    share: float  # the part of the search spent on it
    line: tuple[tuple[int, Move], ...]  # the likely continuation: who plays what; secrets of others are guesses

    def to_json(self) -> dict[str, Any]:
        """As JSON, for a message to the player who asked."""
        return {
            "move": self.move.to_json(),
            "result": None if self.result is None else round(self.result, 3),
            "share": round(self.share, 3),
            "line": [{"seat": seat, "move": move.to_json()} for seat, move in self.line],
        }


def expected(pos: Position, seat: int, found: RootAction, until: float) -> tuple[tuple[int, Move], ...]:
    """The expected continuation if all played greedily, as far as time allows: for games searched without a tree."""
    world = pos.copy()
    world.play(Move(pos.game, found.action), seat)
    hasty = Greedy("advice", worlds=1)
    line: list[tuple[int, Move]] = []
    while not world.over and len(line) < CONTINUATION and time.perf_counter() < until:
        who = world.actors[0]
        move = hasty.choose(world, who)
        line.append((who, move))
        world.play(move, who)
    return tuple(line)


def led_by(first: int, rows: list[tuple[RootAction, float]]) -> list[tuple[RootAction, float]]:
    """Put one action first and drop the ones that the search rates higher.

    A stronger bot named that action. Its choice and the shares of the search are two judgements; where they contradict
    each other, a player would see a second choice with a better share than the first.
    """
    (best,) = (row for row in rows if row[0].action == first)
    return [best, *(row for row in rows if row is not best and row[1] <= best[1])]


def advise(
    pos: Position, seat: int | None = None, seconds: float = 1.0, sims: int | None = None, few: int = FEW
) -> list[Advice]:
    """The best few moves of a seat (by default the first actor) with what they promise, the best first.

    A search thinks about it for so many seconds, or for so many simulations: then the same question has the same
    answer. Only worlds redealt for the seat are looked at, so it tells nothing that the seat may not know. Where the
    game has a policy for its masters, or its network plays a level without looking ahead, what that one likes best
    comes first, and no move that the search rates higher is listed.
    """
    seat = pos.actor if seat is None else seat
    if seat is None:
        raise GameOver("the match is over")
    if seat not in pos.actors:
        raise BadInput.at("advice", 0, f"seat {seat}", "owes no decision now")
    if not (sims > 0 if sims is not None else 0 < seconds < math.inf):
        raise BadInput.at("advice", 0, "", "give a number of seconds, or of simulations, above 0")
    game = pos.game
    if not game.has_heuristic:
        raise NoSuchBot(f"nothing can be advised: {game.name} has no heuristic.py")
    until = math.inf if sims is not None else time.perf_counter() + GRACE * seconds
    handed = pos.redeal(seat, ("advice", pos.plies_seen(seat)))
    searcher = Searcher(game, program_for(pos), UNBOUNDED if sims is None else sims)
    key = key_words("advice", seat, pos.plies_seen(seat))
    found = searcher.think(
        lambda S, i: searcher.program.put(S, i, handed.state),
        seat,
        key,
        UNBOUNDED if sims is None else sims,
        None if sims is not None else seconds,
        hurry=False,
    )
    rows = list(zip(found, searcher.results(found), strict=True))
    if MASTER in level_policies(game) or 0 in network_levels(game).values():  # would take too long with looking ahead
        best = MASTER if MASTER in level_policies(game) else NETWORK
        bot = make(best, SEED, game)
        if sims is not None and isinstance(bot, NetworkLevel):
            bot.seconds = math.inf  # the same answer on a busy machine, and the same move as in its reasons
        rows = led_by(decide(bot, pos, seat).id, rows)
    forced = len(found) == 1
    treeless = searcher.settings.deep == 1 and not forced
    total = max(1, sum(row.tries for row in found))
    return [
        Advice(
            Move(game, row.action),
            None if forced else min(1.0, max(0.0, result)),
            1.0 if forced else row.tries / total,
            expected(handed, seat, row, until)
            if treeless
            else tuple((who, Move(game, action)) for who, action in searcher.continuation(row)),
        )
        for row, result in rows[:few]
    ]
