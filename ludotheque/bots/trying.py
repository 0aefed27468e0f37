"""A move that somebody tries in a review: its win chance, measured on the spot, and a likely continuation."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ludotheque.bots.advice import expected
from ludotheque.bots.judging import Judge
from ludotheque.bots.review import Verdict
from ludotheque.bots.search import program_for
from ludotheque.bots.searcher import RootAction
from ludotheque.errors import BadInput
from ludotheque.play.moves import Move
from ludotheque.play.position import Position

WORLDS, WORLDS_PLAIN = 160, 12  # plain rules are some hundred times slower
LIKELY = 3  # moves of the likely continuation


@dataclass(frozen=True)
class Tried:
    """The measurement of a move, on the scale of the review."""

    chance: float  # the win chance after it, by what the seat knew
    error: float  # standard error of how far it is behind the best move; 0 for the best move and the one played
    line: tuple[tuple[int, Move], ...]  # who might play what next; hidden cards are guesses


def try_move(pos: Position, verdict: Verdict, action: int, seed: object) -> Tried:
    """Measure a move in the position of a verdict. The same move and seed give the same numbers."""
    seat, game = verdict.seat, pos.game
    if all(move.id != action for move in pos.moves(seat)):
        raise BadInput.at("review", 0, "move", "is not legal in this position")
    known = {verdict.best: verdict.chance, verdict.move: verdict.played}
    line = likely(pos, seat, action, seed)
    if action in known:
        return Tried(known[action], 0.0, line)
    program = program_for(pos)
    worlds = WORLDS_PLAIN if program.mode == "plain" else WORLDS
    judge = Judge(game, program, pos.players)
    lost, error = judge.behind(pos.state, seat, ("try", seed), action, verdict.best, worlds)
    return Tried(min(1.0, max(0.0, verdict.chance - lost)), error, line)


def likely(pos: Position, seat: int, action: int, seed: object) -> tuple[tuple[int, Move], ...]:
    """The next moves if everybody plays like the quick bot, in a world that the seat could not tell from the match."""
    world = pos.redeal(seat, ("likely", seed))
    return expected(world, seat, RootAction(action, 0, 0.0, 0.0, -1), math.inf)[:LIKELY]
