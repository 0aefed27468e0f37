"""The benchmark cases of a game."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.benchmarks.figures import ROUNDS, Figure, best, rate
from ludotheque.bots.greedy import WORLDS
from ludotheque.bots.greedy_kernel import SCRATCH_STATES
from ludotheque.bots.simulation import CHUNK, SIMULATION
from ludotheque.kernel import Program, load
from ludotheque.play.game import Game
from ludotheque.play.seeds import key_words

LOOPS = "ludotheque.benchmarks.loops_kernel"
SOURCES = Path(__file__).parent.parent.parent


class Bench:
    """Storage for matches of one game in one mode, set up again from the same seeds as often as needed."""

    def __init__(self, game: Game, mode: str, matches: int) -> None:
        self.game, self.matches = game, matches
        self.program: Program = load(game.package, mode)
        self.entry_points: Any = self.program.entry_points
        actions = game.declaration.action_count
        self.states, self.work = self.program.states(matches + SCRATCH_STATES), self.program.workspaces(1)
        self.out, self.more = self.program.actions(actions), self.program.actions(actions)
        self.totals = self.program.totals(actions)
        start = self.program.states(1)
        self.program.put(start, 0, game.before_setup()[0])
        self.fresh = self.program.copied(self.states)
        for i in range(matches):
            self.fresh[i] = self.program.copied(start)[0]
            self.entry_points.rekey(self.fresh, i, *key_words(game.name, game.rules_version, f"bench/{i}"))
        self.reset()

    def reset(self) -> None:
        """Restore all matches to the state before their set-up."""
        self.states = self.program.copied(self.fresh)

    def setup(self) -> None:
        """Set all matches up."""
        self.reset()
        for i in range(self.matches):
            self.entry_points.setup(self.states, i, self.work, 0)

    def random_play(self) -> int:
        """Play all matches, each in one call; return the number of decisions."""
        stream, longest = self.game.declaration.stream_count - 1, self.game.declaration.longest
        return sum(
            self.entry_points.playout(self.states, i, self.work, 0, self.out, stream, longest)
            for i in range(self.matches)
        )

    def all_in_one_call(self) -> int:
        """Play all matches, set-up included, in one compiled call without the GIL; return the number of decisions."""
        players = self.game.declaration.players[0]
        kinds = np.zeros((self.matches, players), np.int64)
        results = np.zeros((self.matches, 2 + 2 * players), np.int64)
        room = (self.out, self.more, self.totals)
        arena = self.program.add(SIMULATION)
        longest = self.game.declaration.longest
        arena.matches(self.states, 0, self.matches, self.work, 0, self.matches, *room, kinds, WORLDS, longest, results)
        return int(results[:, 0].sum())

    def driven(self) -> int:
        """Play all matches with a call from Python for every decision; return the number of decisions."""
        step, states, work, out = self.entry_points.step, self.states, self.work, self.out
        draw = random.Random(1).random
        decisions = 0
        for i in range(self.matches):
            n = step(states, i, work, 0, -1, out)
            while n:
                n = step(states, i, work, 0, int(out[int(draw() * n)]), out)
                decisions += 1
        return decisions


def plain(game: Game) -> list[Figure]:
    """Random play with the rules uncompiled."""
    bench = Bench(game, "plain", 40)
    return [Figure("random play, plain", rate(bench.random_play, bench.setup), "decisions/s")]


def compiled(game: Game) -> list[Figure]:
    """Random play in a compiled loop, listing the moves included; and with the set-up of each match."""
    bench = Bench(game, "compiled", 4000)
    bench.program.add(SIMULATION)
    return [
        Figure("random play, compiled loop", rate(bench.random_play, bench.setup), "decisions/s"),
        Figure("the same with set-up", rate(bench.all_in_one_call, bench.reset), "decisions/s"),
    ]


def driven(game: Game) -> list[Figure]:
    """Random play driven from Python: every decision is a call that plays it and lists the next moves."""
    bench = Bench(game, "compiled", 400)
    return [Figure("random play, driven from Python", rate(bench.driven, bench.setup), "decisions/s")]


def threads(game: Game) -> list[Figure]:
    """The compiled loop in one thread and in two."""
    benches = [Bench(game, "compiled", 8 * CHUNK) for _ in range(2)]
    benches[0].program.add(SIMULATION)

    def together(n: int) -> float:
        decisions = [0] * n
        for bench in benches[:n]:
            bench.reset()

        def play(k: int) -> None:
            decisions[k] = benches[k].all_in_one_call()

        workers = [threading.Thread(target=play, args=(k,)) for k in range(n)]
        begun = time.perf_counter()
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return sum(decisions) / (time.perf_counter() - begun)

    rounds = [(together(1), together(2)) for _ in range(ROUNDS)]  # in turn, so that both meet the same minutes
    one, two = (max(rates) for rates in zip(*rounds, strict=True))
    return [
        Figure("random play, two threads", two, "decisions/s"),
        Figure("two threads against one", two / one, "times", 2),
    ]


def calls(game: Game) -> list[Figure]:
    """The cost of calls of the Python interface, on average over the positions of a match."""
    positions = []
    pos = game.in_mode("compiled").start(seed="bench")
    while not pos.over:
        positions.append(pos.copy())
        pos.play(pos.moves()[-1])
    figures = [Figure("start a match", best(lambda: game.start(seed=1)) * 1e6, "µs", 1)]

    def each(name: str, call: Callable[[Any, Any], Any]) -> None:
        moves = [position.moves()[0] for position in positions]
        seconds = []
        for _ in range(ROUNDS):
            fresh = [position.copy() for position in positions]
            begun = time.process_time()
            for position, move in zip(fresh, moves, strict=True):
                call(position, move)
            seconds.append((time.process_time() - begun) / len(fresh))
        figures.append(Figure(name, min(seconds) * 1e6, "µs", 1))

    each("pos.moves()", lambda position, move: position.moves())
    each("pos.play(move)", lambda position, move: position.play(move))
    each("pos.view(0)", lambda position, move: position.view(0))
    each("pos.events(0)", lambda position, move: position.events(0))
    each("pos.copy()", lambda position, move: position.copy())
    each("pos.redeal(0, seed)", lambda position, move: position.redeal(0, 1))
    each("pos.preview(move)", lambda position, move: position.preview(move))
    return figures


def clone(game: Game) -> list[Figure]:
    """One copy of a state inside compiled code."""
    program = load(game.package, "compiled")
    loops: Any = program.add(LOOPS)
    states, n = program.states(8), 1_000_000
    loops.clones(states, 1)
    return [Figure("clone of a state", best(lambda: loops.clones(states, n)) / n * 1e9, "ns", 1)]


def chacha(game: Game) -> list[Figure]:
    """One random word of ChaCha8 inside compiled code."""
    program = load(game.package, "compiled")
    loops: Any = program.add(LOOPS)
    states, n = program.states(1), 1_000_000
    program.entry_points.rekey(states, 0, *key_words("bench"))
    loops.words(states, 0, 1)
    return [Figure("ChaCha8, a word", best(lambda: loops.words(states, 0, n)) / n * 1e9, "ns", 1)]


def size(game: Game) -> list[Figure]:
    """The size of a state, and of the workspace that all states share."""
    program = load(game.package, "plain")
    return [
        Figure("size of a state", program.state.dtype.itemsize, "bytes"),
        Figure("size of the workspace", program.work.dtype.itemsize, "bytes"),
    ]


PREPARE = """
import sys, time
import ludotheque as lt
begun = time.perf_counter()
lt.game(sys.argv[1], "compiled").prepare()
print(time.perf_counter() - begun)
"""
FIRST_MATCH = """
import sys
import ludotheque as lt
from ludotheque.kernel import load
game = lt.game(sys.argv[1], "compiled")
pos = game.start(seed=1)
program, declaration = pos.program, game.declaration
states, work = program.states(1), program.workspaces(1)
program.put(states, 0, pos.state)
out, stream = program.actions(declaration.action_count), declaration.stream_count - 1
program.entry_points.playout(states, 0, work, 0, out, stream, declaration.longest)
"""


def starting(game: Game) -> list[Figure]:
    """Compiling all into an empty cache; then a whole program, from nothing to the end of a match."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.pathsep.join(filter(None, (str(SOURCES), os.environ.get("PYTHONPATH"))))
        environment = {**os.environ, "LUDOTHEQUE_CACHE": folder, "PYTHONPATH": path}

        def fresh(program: str) -> str:
            command = [sys.executable, "-c", program, game.name]
            return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout

        cold = float(fresh(PREPARE))
        warm = best(lambda: fresh(FIRST_MATCH), 3, time.perf_counter)
    return [
        Figure("first compile", cold, "s", 1),
        Figure("warm start to the end of a match", warm, "s", 2),
    ]


CASES: dict[str, Callable[[Game], list[Figure]]] = {
    "plain": plain,
    "compiled": compiled,
    "driven": driven,
    "threads": threads,
    "calls": calls,
    "clone": clone,
    "chacha": chacha,
    "size": size,
    "starting": starting,
}


def measure(case: str, game: Game) -> list[Figure]:
    """The figures of one case."""
    return CASES[case](game)
