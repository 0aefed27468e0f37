"""Searching bots: levels, and one with a given thinking time."""

from __future__ import annotations

import math
import os
import sys
import threading

from ludotheque.bots.levels import ABSURD, CEILING, FEW, NOVICE, UNBOUNDED, SearchSettings, search_settings_of
from ludotheque.bots.searcher import RootAction, Searcher
from ludotheque.kernel import Program, is_warm, load
from ludotheque.play.base import BaseGame
from ludotheque.play.moves import Move
from ludotheque.play.position import Position
from ludotheque.play.seeds import key_words

BOTS = "ludotheque.bots"  # programs whose machine code has a place of its own in the cache
KINDNESS = 10  # how much a thread lowers its priority
KINDEST = 19  # the lowest priority
installed: dict[str, Program] = {}  # by package: programs that `load` does not make


class Search:
    """Searches with a number of simulations, or as many as fit into a number of seconds."""

    def __init__(self, name: str, seed: object = 0, sims: int | None = None, seconds: float | None = None) -> None:
        self.name = name
        self.seed = seed
        self.sims = sims
        self.seconds = CEILING[name] if seconds is None else seconds

    def sims_for(self, game: BaseGame) -> int:
        """Its simulations in a game."""
        return search_settings_of(game).sims(self.name) if self.sims is None else self.sims

    def choose(self, pos: Position, seat: int) -> Move:
        """The action that the search found best; a novice's is one that looks good at first sight."""
        game = pos.game
        sims = self.sims_for(game)
        searcher = Searcher(game, program_for(pos), sims, search_settings_of(game).for_level(self.name, sims))
        key = key_words("search bot", self.seed, seat, pos.plies_seen(seat))
        found = searcher.think(lambda S, i: searcher.program.put(S, i, pos.state), seat, key, sims, self.seconds)
        if self.name == NOVICE:
            return Move(game, sample(found, key[0], searcher.settings.easy).action)
        return Move(game, found[0].action)


def softmax(found: list[RootAction], temperature: float) -> list[float]:
    """Return a weight for each action: 1 for the best before any search, e times less per `temperature` below it."""
    best = max(row.opinion for row in found)
    return [math.exp((row.opinion - best) / temperature) for row in found]


def sample(found: list[RootAction], word: int, temperature: float = SearchSettings.easy) -> RootAction:
    """Draw one of the few best actions by those weights with `word`; none that is absurd beside the best."""
    likely = sorted(zip(softmax(found, temperature), found, strict=True), key=lambda one: (-one[0], one[1].action))
    able = [(weight, row) for weight, row in likely[:FEW] if weight >= math.exp(-ABSURD)]
    at = word / 2**32 * sum(weight for weight, _ in able)
    for weight, row in able:
        at -= weight
        if at < 0:
            return row
    return able[0][1]


def program_for(pos: Position) -> Program:
    """Return the program to search with: compiled if that is ready on this machine, whatever the match uses."""
    package = pos.game.package
    if package in installed:
        return installed[package]
    return load(package, "compiled") if is_ready(pos.game) else pos.program


def is_ready(game: BaseGame) -> bool:
    """Whether bots think in machine code in this game: that of the cache, or an installed program."""
    return game.package in installed or is_warm(game.package, BOTS)


def install(program: Program) -> None:
    """Let bots think in a program that was made elsewhere, such as the module of a game in a browser."""
    installed[program.package] = program


def thinking_for(seconds: float, seed: object = 0) -> Search:
    """The strongest bot for this many seconds per decision."""
    return Search(f"seconds:{seconds:g}", seed, UNBOUNDED, seconds)


def step_back() -> None:
    """Lower the priority of the calling thread below all others of the process.

    To be called once, when the thread starts. Where the system has no priorities of threads, this does nothing.
    """
    if sys.platform == "linux":
        thread = threading.get_native_id()
        # Relative to the current priority: under `nice` it may already be lower, and must not rise.
        os.setpriority(os.PRIO_PROCESS, thread, min(KINDEST, os.getpriority(os.PRIO_PROCESS, thread) + KINDNESS))
