"""The bots that look ahead: levels, and one that thinks as long as it is told to."""

from __future__ import annotations

import math
import os
import sys
import threading

from ludotheque.bots.levels import CEILING, NOVICE, UNBOUNDED, SearchSettings, search_settings_of
from ludotheque.bots.moments import moment
from ludotheque.bots.searcher import Found, Searcher
from ludotheque.kernel import Program, load
from ludotheque.kernel.modes import bots_folder
from ludotheque.play.game import Game
from ludotheque.play.moves import Move
from ludotheque.play.position import Position
from ludotheque.play.seeds import key_words

PREPARED = "complete-arena"  # the file that says: the bots of this program have been compiled
KINDNESS = 10  # how far a thread steps back for others


class Search:
    """Searches with so many simulations, or as many as fit into so many seconds."""

    def __init__(self, name: str, seed: object = 0, sims: int | None = None, seconds: float | None = None) -> None:
        self.name = name
        self.seed = seed
        self.sims = sims
        self.seconds = CEILING[name] if seconds is None else seconds

    def choose(self, pos: Position, seat: int) -> Move:
        """The action that the search found best; a novice's is one that looks good at first sight."""
        game = pos.game
        sims = search_settings_of(game).sims(self.name) if self.sims is None else self.sims
        searcher = Searcher(game, program_for(pos), sims)
        key = key_words("search bot", self.seed, seat, moment(pos, seat))
        found = searcher.think(lambda S, i: searcher.program.put(S, i, pos.state), seat, key, sims, self.seconds)
        if self.name == NOVICE:
            return Move(game, at_first_sight(found, key[0], searcher.settings.easy).action)
        return Move(game, found[0].action)


def leanings(found: list[Found], easy: float) -> list[float]:
    """How much a novice leans to each action, 1 for what looks best; `easy` behind that is e times less."""
    best = max(row.opinion for row in found)
    return [math.exp((row.opinion - best) / easy) for row in found]


def at_first_sight(found: list[Found], word: int, easy: float = SearchSettings.easy) -> Found:
    """One of the actions that look good before any thought, the better ones more often."""
    weights = leanings(found, easy)
    at = word / 2**32 * sum(weights)
    for row, weight in zip(found, weights, strict=True):
        at -= weight
        if at < 0:
            return row
    return found[0]


def program_for(pos: Position) -> Program:
    """Where to think about a position: compiled if that is ready on this machine, whatever the match runs in."""
    return load(pos.game.package, "compiled") if is_ready(pos.game) else pos.program


def is_ready(game: Game) -> bool:
    """Whether the machine code of the bots for a game is in the cache."""
    return (bots_folder(game.package) / PREPARED).exists()


def thinking_for(seconds: float, seed: object = 0) -> Search:
    """A bot that is as strong as it can be in so many seconds."""
    return Search(f"seconds:{seconds:g}", seed, UNBOUNDED, seconds)


def step_back() -> None:
    """Let the thread that calls this give way to all others of the process: to be called once, where it begins.

    Where the system knows no priority of threads, nothing happens.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), KINDNESS)
