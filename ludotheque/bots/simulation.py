"""Many matches between bots, compiled and in threads: what `ludotheque simulate` and the benchmarks run.

Match `k` of a simulation with seed `S` is the match with seed "S/k": it can be set up again, alone.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np
from numpy.lib.recfunctions import repack_fields
from numpy.typing import NDArray

from ludotheque.bots.catalogue import make
from ludotheque.bots.deciding import decide
from ludotheque.bots.greedy import WORLDS
from ludotheque.bots.levels import LookAheadSettings
from ludotheque.bots.look_ahead import LookAhead
from ludotheque.bots.network import has_network, network_of, outlook_of
from ludotheque.bots.network_bot import network_levels
from ludotheque.bots.plans import PlanJudge
from ludotheque.bots.policy import policies
from ludotheque.bots.search import BOTS, is_ready
from ludotheque.errors import BadInput, LudothequeError
from ludotheque.kernel import Program, load, mark_warm
from ludotheque.kernel.declare import SHARE
from ludotheque.play.game import Game
from ludotheque.play.seeds import key_bytes, key_words

SIMULATION = "ludotheque.bots.simulation_kernel"
KINDS = ("random", "greedy")  # kinds in arena_kernel; the game's policies follow
MOST_BOTS = 8  # bots that rotate at one table: all their orders are played
MOST_WORLDS = 1_000_000  # worlds in which the greedy bot tries a decision
CHUNK = 256  # matches in one compiled call

Progress = Callable[[float], None]
Numbers = NDArray[np.int64]


class Unbounded(LudothequeError):
    """A match had more decisions than its game declares possible."""


@dataclass(frozen=True)
class Results:
    """The results of the matches: one row for each match, one column for each seat."""

    game: str
    seed: str
    bots: tuple[str, ...]  # of the seats in the first match, then those whose turn comes later
    bot_seats: Numbers  # the index in `bots` of each seat's bot
    decisions: Numbers
    causes: tuple[str, ...]
    shares: NDArray[np.float64]
    scores: Numbers
    seconds: float
    finals: Any = None  # the final states, or the requested fields of them

    @property
    def matches(self) -> int:
        """The number of matches."""
        return len(self.decisions)

    @property
    def players(self) -> int:
        """The number of seats of a match."""
        return int(self.shares.shape[1])


def is_prepared(game: Game) -> bool:
    """Return whether everything is compiled."""
    return is_ready(game)


def prepare(game: Game, progress: Progress = lambda done: None) -> None:
    """Compile the game and its bots into the cache, telling how far it got."""
    game.prepare(lambda done: progress(done * 0.5))
    if not is_prepared(game):
        if has_network(game):
            network_of(game)
        run(game, 1, mode="compiled")
        progress(0.8)
        if game.has_heuristic:
            pos = game.in_mode("compiled").start(seed="prepare")
            for name in ("greedy", "novice", *policies(game)[:1]):
                decide(make(name, 0, game), pos, pos.actors[0])
            if outlook_of(game) is not None and has_network(game):
                judge = PlanJudge(pos.game, pos.program, network_of(game))
                judge.think(partial(pos.program.put, state=pos.state), pos.actors[0])
                judge.later(0)  # a dummy value: only the compilation matters
            elif any(network_levels(game).values()):
                eager = LookAheadSettings(broad=2, hopeless=math.inf)  # whatever the network likes
                put = partial(pos.program.put, state=pos.state)
                LookAhead(pos.game, pos.program, eager).think(put, pos.actors[0], key_words("prepare"), 2)
        mark_warm(game.package, BOTS)
    progress(1.0)


@dataclass(frozen=True)
class Plan:
    """The matches to play, shared by all threads and changed by none."""

    game: Game
    program: Program
    players: int
    seed: str
    bots: tuple[str, ...]
    starts: tuple[Any, ...]  # match k begins from starts[k % len(starts)]
    rotate: bool
    worlds: int
    keep: bool | Sequence[str]  # the final states: all of them, none, or these fields

    def keys(self, first: int, n: int) -> Numbers:
        """Return the keys of some matches: match k has the key of seed "S/k"."""
        name, rules = self.game.name, self.game.rules_version
        raw = b"".join(key_bytes(name, rules, f"{self.seed}/{match}") for match in range(first, first + n))
        return np.frombuffer(raw, "<u4").astype(np.int64).reshape(n, 8)

    def bot_seats(self, first: int, n: int) -> Numbers:
        """Return the bot of each seat in some matches."""
        match = np.arange(first, first + n)[:, None]
        if len(self.bots) > self.players:  # all orders, so that every bot meets every other in every seat
            orders = np.array(list(permutations(range(len(self.bots)), self.players)))
            return orders[match[:, 0] // len(self.starts) % len(orders)]
        shift = match // len(self.starts) if self.rotate else match * 0
        return (np.arange(self.players) - shift) % self.players


class Worker:
    """One thread's storage: states for a chunk of matches, those it begins from, those its bots think in."""

    def __init__(self, plan: Plan, size: int) -> None:
        program, actions = plan.program, plan.game.declaration.action_count
        self.plan = plan
        self.scratch = size
        self.starts = size + program.add(SIMULATION).ROOM
        self.states = program.states(self.starts + len(plan.starts))
        for k, start in enumerate(plan.starts):
            program.put(self.states, self.starts + k, start)
        self.work = program.workspaces(1)
        self.room = (program.actions(actions), program.actions(actions), program.totals(actions))
        self.kinds = np.zeros((size, plan.players), np.int64)
        self.results = np.zeros((size, 2 + 2 * plan.players), np.int64)
        self.kind_of = np.array([kinds(plan.game).index(bot) for bot in plan.bots])

    def play(self, first: int, n: int) -> tuple[Numbers, list[str], Any]:
        """Matches `first` … `first + n - 1`: results, why they ended, final states if those are kept."""
        plan, program = self.plan, self.plan.program
        for i in range(n):
            program.duplicate(self.states, i, self.starts + (first + i) % len(plan.starts))
        program.put_keys(self.states, plan.keys(first, n))
        self.kinds[:n] = self.kind_of[plan.bot_seats(first, n)]
        arena, longest = program.add(SIMULATION), plan.game.declaration.longest
        arena.matches(
            self.states,
            0,
            n,
            self.work,
            0,
            self.scratch,
            *self.room,
            self.kinds,
            plan.worlds,
            longest,
            self.results,
        )
        endless = np.flatnonzero(self.results[:n, 0] < 0)
        if len(endless):
            name = f"{plan.seed}/{first + int(endless[0])}"
            raise Unbounded(f"{plan.game.name}: the match with seed {name!r} has more than {longest} decisions")
        return self.results[:n].copy(), self._causes(n), self._finals(n)

    def _finals(self, n: int) -> Any:
        """The fields that are kept of the final states."""
        keep = self.plan.keep
        if isinstance(keep, bool):
            return self.plan.program.copied(self.states[:n]) if keep else None
        return repack_fields(self.states[:n][list(keep)])

    def _causes(self, n: int) -> list[str]:
        """The causes of the ends, from the rules' own `cause`, the only cause, or the view."""
        game, told = self.plan.game, self.results[:n, 1]
        if told.any():
            return [game.declaration.causes[number - 1] for number in told]
        if len(game.declaration.causes) == 1:
            return [game.declaration.causes[0]] * n
        return [str(game.outcome_of(self.plan.program.fetch(self.states, i))["cause"]) for i in range(n)]


def kinds(game: Game) -> tuple[str, ...]:
    """The bots that play in compiled loops, as they are numbered there."""
    return KINDS + policies(game)


def seats_for(bots: Sequence[str], players: int, game: Game) -> tuple[str, ...]:
    """One bot for each seat, checked; a single name stands for all seats, and more than there are seats take turns."""
    if 1 < len(bots) < players:
        raise BadInput.at(
            "bots", 0, "", f"{len(bots)} bots are named for {players} seats; name one for all, or at least one each"
        )
    if len(bots) > max(players, MOST_BOTS):
        raise BadInput.at("bots", 0, "", f"{len(bots)} bots are more than can take turns; {MOST_BOTS} can")
    for name in bots:
        make(name, game=game)
        if name not in kinds(game):
            there = ", ".join(kinds(game))
            raise BadInput.at("bots", 0, name, f"can't play in compiled loops; those that can are {there}")
    return tuple(bots) * players if len(bots) == 1 else tuple(bots)


def check_numbers(matches: int, threads: int, worlds: int) -> None:
    """Refuse numbers with which nothing can be played."""
    if matches < 1:
        raise BadInput.at("games", 0, "", f"{matches} matches can't be played; at least one is needed")
    if threads < 1:
        raise BadInput.at("threads", 0, "", f"{threads} threads can't play; at least one is needed")
    if not 1 <= worlds <= MOST_WORLDS:
        raise BadInput.at("worlds", 0, "", f"{worlds} worlds can't be tried; from 1 to {MOST_WORLDS} can")


def run(
    game: Game,
    matches: int,
    players: int | None = None,
    bots: Sequence[str] = ("random",),
    seed: object = 0,
    *,
    threads: int = 1,
    options: Mapping[str, Any] | None = None,
    seatings: Sequence[Sequence[Mapping[str, Any] | None] | None] = (None,),
    rotate: bool = False,
    worlds: int = WORLDS,
    keep: bool | Sequence[str] = False,
    mode: str = "compiled",
    progress: Progress = lambda done: None,
) -> Results:
    """Play `matches` matches between `bots`: one name for each seat, or one for all; more than seats take turns.

    `seatings` is a list of what the seats bring; the matches take them in turn. With `rotate` the bots change
    seats from match to match (after each round through the seatings). `progress` is told the part done.
    """
    players = game.declaration.players[0] if players is None else players
    check_numbers(matches, threads, worlds)
    starts = tuple(game.before_setup(players, options, seats)[0] for seats in seatings)
    program = load(game.package, mode)
    program.add(SIMULATION)
    names = seats_for(bots, players, game)
    plan = Plan(game, program, players, str(seed), names, starts, rotate, worlds, keep)
    Worker(plan, 1).play(0, 1)  # loads the machine code, which is not part of the time
    begun = time.perf_counter()
    parts = list(_in_threads(plan, matches, threads, progress))
    seconds = time.perf_counter() - begun
    rows = np.concatenate([rows for rows, _, _ in parts])
    return Results(
        game=game.name,
        seed=plan.seed,
        bots=names,
        bot_seats=plan.bot_seats(0, matches),
        decisions=rows[:, 0],
        causes=tuple(cause for _, causes, _ in parts for cause in causes),
        shares=rows[:, 2 : 2 + players] / SHARE,
        scores=rows[:, 2 + players :],
        seconds=seconds,
        finals=_joined([finals for _, _, finals in parts]) if keep is not False else None,
    )


def _in_threads(plan: Plan, matches: int, threads: int, progress: Progress) -> list[tuple[Numbers, list[str], Any]]:
    """Split the matches into chunks for the threads; return the results in order."""
    size = min(CHUNK, -(-matches // (4 * threads)))
    chunks = range(0, matches, size)
    parts: list[Any] = [None] * len(chunks)
    waiting = iter(enumerate(chunks))
    lock = threading.Lock()
    done = 0

    def work() -> None:
        nonlocal done
        worker = Worker(plan, size)
        while True:
            with lock:
                number, first = next(waiting, (-1, 0))
            if number < 0:
                return
            n = min(size, matches - first)
            parts[number] = worker.play(first, n)
            with lock:
                done += n
                progress(done / matches)

    with ThreadPoolExecutor(threads) as pool:
        for future in [pool.submit(work) for _ in range(threads)]:
            future.result()
    return parts


def _joined(finals: list[Any]) -> Any:
    """The final states of all chunks in one storage."""
    return [state for part in finals for state in part] if isinstance(finals[0], list) else np.concatenate(finals)
