"""The storage of a search, allocated once and used for one decision after the other.

Actions are compared by sequential halving: all that are left are tried equally often, in the same worlds, then the
worse half is dropped; the last two share what is left of the simulations. The time ceiling is checked between chunks of
simulations. How many are made in a chunk does not change what is found; nor does the time they take, as long as it is
not clearly too short for all of them.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakSet

from ludotheque.bots.greedy_kernel import WORLD
from ludotheque.bots.levels import SearchSettings, search_settings_of
from ludotheque.bots.network import Network, has_network, network_of, observations
from ludotheque.bots.search_kernel import SEARCH, STATES, WORLDS
from ludotheque.bots.tree import BYTES_OF_EDGE, BYTES_OF_NODE, LEFT, UNIT, WIDEST, Tree, new_tree
from ludotheque.bots.value_network import value_network_of
from ludotheque.kernel import Program
from ludotheque.play.base import BaseGame

KERNEL = "ludotheque.bots.search_kernel"
MOST_NODES = 60_000
EDGES_OF_NODE = 8  # on average; a full tree stops growing, but updates its statistics
FIRST_CHUNK = 16
USUAL_UNIT = 300
CHUNK_SECONDS = 0.02
OVER = 0.1  # a simulation that would end this much after the time limit is not started
LATE = 0.75  # of the time limit: after this, no more comparing, since the next simulation's time is not known
SLACK = 2.0  # simulations are saved for the last rounds only if time is too short by this factor
CONTINUATION = 6  # decisions of a continuation
SURE = 4  # a decision is likely only after this many visits

Put = Callable[[Any, int], None]  # writes the position into a storage
Measure = Callable[[Any, int], Sequence[float]]  # reads numbers from a position in a storage
_loaded: WeakSet[Program] = WeakSet()  # programs that have searched: the first call loads machine code


@dataclass(frozen=True)
class RootAction:
    """One action at the root: how good it looks and how much of the search went into it."""

    action: int
    tries: int
    mean: float  # the expected result, between 0 and 1
    opinion: float  # the heuristic's estimate, before any search
    edge: int  # its edge in the tree
    liked: float = 0.0  # the bonus for the network's logit when actions are compared: at most 0, not part of results

    @property
    def worth(self) -> float:
        """The value by which actions are compared."""
        return self.mean + self.liked

    @property
    def first_worth(self) -> float:
        """Return this value before any search."""
        return self.opinion + self.liked


def unit_of(game: BaseGame) -> int:
    """The difference in value that makes a win e times as likely; 0 if the value is the probability in thousandths."""
    return int(getattr(importlib.import_module(f"{game.package}.heuristic"), "UNIT", USUAL_UNIT))


def asks_network(game: BaseGame, sims: int, settings: SearchSettings) -> bool:
    """Return whether a search with this many simulations uses the game's network."""
    return settings.network > 0 and sims > settings.novice and has_network(game)


class Searcher:
    """A searching seat's storage, for one game in one mode. One thread uses it at a time."""

    def __init__(self, game: BaseGame, program: Program, sims: int, settings: SearchSettings | None = None) -> None:
        self.game, self.program = game, program
        self.kernel: Any = program.add(KERNEL)
        self.settings = (search_settings_of(game) if settings is None else settings).at(sims)
        nodes = min(MOST_NODES, sims + 2)
        actions = game.declaration.action_count
        room = nodes * EDGES_OF_NODE + WIDEST
        self.tree: Tree = new_tree(program, actions, nodes, room, value_network_of(game.package))
        self.tree.count[UNIT] = unit_of(game) if self.settings.unit is None else self.settings.unit
        for at, number in enumerate(self.settings.numbers):
            self.tree.settings[at] = float(number)
        self.states, self.work = program.states(STATES), program.workspaces(1)
        self.out, self.more = program.actions(actions), program.actions(actions)
        self.total = program.totals(actions)
        self.together = int(game.declaration.together)
        self.network = network_of(game) if asks_network(game, sims, self.settings) else None
        self.likings: dict[int, float] = {}  # for each action at the root: the bonus for the network's logit
        self.seat = 0
        self.left: list[int] = []  # the edges at the root that are still compared
        self.standings: list[dict[int, float]] = []  # the values of the compared edges each time some were dropped
        self.worlds = WORLDS
        self.begun = 0.0
        self.each = 0.0  # recent seconds per simulation
        self.rate = 0.0  # best simulations a second: other load on this machine comes and goes
        self.sims = 0  # simulations of the last decision
        self.seconds = 0.0  # seconds of the last decision

    @property
    def bytes(self) -> int:
        """The most memory that the tree takes, in compiled mode."""
        return len(self.tree.first) * BYTES_OF_NODE + len(self.tree.key) * BYTES_OF_EDGE

    def think(
        self, put: Put, seat: int, key: Sequence[int], sims: int, ceiling: float | None = None, hurry: bool = True
    ) -> list[RootAction]:
        """Search for `seat` in the position that `put(states, 0)` writes; what was found, the best first.

        A forced decision is not thought about. After `ceiling` seconds the search ends with what it has; in a hurry
        it leaves out what looks hopeless at first sight.
        """
        self.seat = seat
        if self._begin(put, key) == 1:
            return [RootAction(int(self.out[0]), 0, 0.5, 0.5, -1)]
        if self.program.mode == "compiled" and self.program not in _loaded:
            self._simulate_now(1)
            _loaded.add(self.program)
            self._begin(put, key)
        self.likings = {}
        if self.network is not None and self.settings.may_ask(self._players):
            self._like(self.network)
        self._run(sims, ceiling, hurry)
        return self.found()

    def try_in_worlds(
        self, put: Put, seat: int, key: Sequence[int], actions: Sequence[int], measure: Measure
    ) -> Iterator[list[list[float]]]:
        """Try the same actions in one world after the other, without end; what came of each, world by world.

        Of each action: its result, then what `measure` reads in the position where it ended.

        The rows are paired: in each world all actions meet the same deal. Nothing is dropped, and no first opinion is
        added, so the means are fair estimates of what each action brings.
        """
        self.seat, self.worlds, self.likings, self.begun = seat, WORLDS, {}, time.perf_counter()
        self._begin(put, key)
        self._simulate_now(WORLDS)
        edges = self._edges_for(actions)
        self._compare(edges)
        while True:
            before = [float(self.tree.total[edge]) for edge in edges]
            row = []
            for edge, total in zip(edges, before, strict=True):  # the least tried action is next
                self._simulate_now(1)
                row.append([float(self.tree.total[edge]) - total, *measure(self.states, SEARCH + WORLD)])
            yield row

    def _edges_for(self, actions: Sequence[int]) -> list[int]:
        """The root's edges of some actions. One that looked too poor to get an edge takes that of the poorest."""
        found = {int(self.tree.key[edge]) % len(self.tree.mark): edge for edge in self._edges(0, self.seat)}
        spare = [edge for action, edge in found.items() if action not in actions]
        spare.sort(key=lambda edge: -float(self.tree.judged[edge]))
        for action in actions:
            if action not in found:
                found[action] = spare.pop()
                self.tree.key[found[action]] = self.seat * len(self.tree.mark) + action
        return [found[action] for action in actions]

    def _begin(self, put: Put, key: Sequence[int]) -> int:
        """Clear the storage for a new decision; return the number of actions."""
        self.sims, self.seconds, self.each, self.rate, self.left, self.standings = 0, 0.0, 0.0, 0.0, [], []
        put(self.states, 0)
        self.program.entry_points.rekey(self.states, 1, *key)
        return int(self.kernel.begin(self.states, self.work, self.tree, self.out, self.total, self.seat))

    @property
    def _players(self) -> int:
        """The number of players of the searched match."""
        state = self.states[0]
        return int(state.players if self.program.mode == "plain" else state["players"])

    def _like(self, network: Network) -> None:
        """Ask the network for the logits of the actions at the root, relative to the best one."""
        rows = observations(self.program, 1, self.game.observation.size)
        n = self.program.legal(self.states, 0, self.work, 0, self.seat, self.out)
        self.program.entry_points.observe(self.states, 0, self.work, 0, self.seat, rows[0])
        logits = network.answer(rows)[0][0]
        legal = [int(action) for action in self.out[:n]]
        best = max(float(logits[action]) for action in legal)
        self.likings = {action: self.settings.network * (float(logits[action]) - best) for action in legal}

    def _run(self, sims: int, ceiling: float | None, hurry: bool) -> None:
        """Look around, then compare: each time all that are left are tried alike, and the worse half is dropped."""
        self.begun = time.perf_counter()
        self.worlds = min(WORLDS, sims)
        if not self._look_around(ceiling) or (ceiling is not None and self.seconds > LATE * ceiling):
            return
        self._compare(self._first_ones(sims - self.sims, hurry))
        self._simulate(min(sims, self.sims + len(self.left)), ceiling)  # now the time of a simulation is known
        while len(self.left) > 2:
            rounds = (len(self.left) - 1).bit_length()
            each = max(1, self._affordable(sims, ceiling) // (rounds * len(self.left)))
            if not self._simulate(min(sims, self.sims + each * len(self.left)), ceiling):
                return
            self._compare(self._best_first(self.left)[: (len(self.left) + 1) // 2])
        if len(self.left) == 2:
            self._simulate(sims, ceiling)

    def _look_around(self, ceiling: float | None) -> bool:
        """Try every action in some worlds; False if time was up before all of them were seen."""
        while self.sims < self.worlds:
            if self.sims > 0 and self._would_be_late(ceiling):
                self.worlds = self.sims
                self._simulate_now(0)  # this adds the edges of the root
                return False
            self._simulate_now(1)
        return True

    def _would_be_late(self, ceiling: float | None) -> bool:
        """Whether time is up, or would be long before the end of another simulation."""
        if ceiling is None:
            return False
        return self.seconds >= ceiling or self.seconds + self._slowness > (1 + OVER) * ceiling

    @property
    def _slowness(self) -> float:
        """Return the seconds to expect of a simulation; some end early, so the last one is not enough."""
        return max(self.each, self.seconds / max(1, self.sims), 1e-9)

    def _first_ones(self, sims: int, hurry: bool) -> list[int]:
        """Return the edges to begin with: as many as this few simulations can compare; in a hurry no hopeless ones."""
        edges = self._best_first(list(self._edges(0, self.seat)))
        if hurry:
            best = self._row(edges[0]).first_worth
            edges = [edge for edge in edges if best - self._row(edge).first_worth < self.settings.hopeless]
        return edges[: max(2, min(self.settings.broad, sims // 4))]

    def _compare(self, edges: list[int]) -> None:
        """Continue with these edges of the root."""
        self.standings.append({edge: self._row(edge).mean for edge in self.left or self._edges(0, self.seat)})
        self.left = edges
        self.tree.count[LEFT] = len(edges)
        for k, edge in enumerate(edges):
            self.tree.left[k] = edge

    def _affordable(self, sims: int, ceiling: float | None) -> int:
        """The number of further simulations to expect: all of them, unless time is clearly too short."""
        left = sims - self.sims
        if ceiling is None or SLACK * self.rate * (ceiling - self.seconds) >= left:
            return left
        return min(left, int(self.sims / max(self.seconds, 1e-9) * (ceiling - self.seconds)))

    def _simulate(self, until: int, ceiling: float | None) -> bool:
        """Simulate in chunks up to a number of simulations; return False if time is up before."""
        chunk = 1
        while self.sims < until:
            if self._would_be_late(ceiling):
                return False
            self._simulate_now(min(chunk, until - self.sims))
            spell = CHUNK_SECONDS if ceiling is None else min(CHUNK_SECONDS, ceiling - self.seconds)
            chunk = max(1, min(int(spell / self._slowness), 4 * max(chunk, FIRST_CHUNK)))
        return True

    def _simulate_now(self, sims: int) -> None:
        """Run this many simulations, without a time limit."""
        rooms, since = (self.out, self.more, self.total), self.seconds
        self.sims = int(
            self.kernel.think(self.states, self.work, self.tree, *rooms, self.seat, self.together, self.worlds, sims)
        )
        self.seconds = time.perf_counter() - self.begun
        if sims > 0:
            self.each = (self.seconds - since) / sims
            self.rate = max(self.rate, 1 / max(self.each, 1e-9))

    def _edges(self, node: int, seat: int | None = None) -> Iterator[int]:
        """The edges of a node; of one seat, or of all."""
        edge = int(self.tree.first[node])
        while edge >= 0:
            if seat is None or int(self.tree.key[edge]) // len(self.tree.mark) == seat:
                yield edge
            edge = int(self.tree.follows[edge])

    def found(self) -> list[RootAction]:
        """Return the actions of the searching seat: those left at the end, the best first, then the most tried ones."""
        rows = (self._row(edge) for edge in self._edges(0, self.seat))
        left = set(self.left)
        return sorted(
            rows, key=lambda row: (row.edge not in left, -row.tries * (row.edge not in left), -row.worth, row.action)
        )

    def results(self, found: list[RootAction]) -> list[float]:
        """The expected result of each action found, on a common scale.

        What was dropped early was tried in few worlds, which may have been kinder than the later ones. So its result is
        that of the best action, less what it was behind while both were tried in the same worlds; and never more than
        that of an action it is ranked below.
        """
        best, results = found[0], [found[0].mean]
        for row in found[1:]:
            mean = row.mean
            if row.edge not in self.left and self.standings:
                then = next(standing for standing in reversed(self.standings) if row.edge in standing)
                mean = best.mean + then[row.edge] - then[best.edge]
            results.append(min(mean, results[-1]))
        return results

    def _best_first(self, edges: list[int]) -> list[int]:
        """Order edges of the root by their expected result."""
        rows = sorted((self._row(edge) for edge in edges), key=lambda row: (-row.worth, row.action))
        return [row.edge for row in rows]

    def _row(self, edge: int) -> RootAction:
        tree = self.tree
        action = int(tree.key[edge]) % len(tree.mark)
        liked = self.likings.get(action, 0.0)
        opinion = float(tree.judged[edge] / tree.opinions[edge])
        tries = int(tree.tries[edge])
        trust = self.settings.trust
        mean = (float(tree.total[edge]) + trust * opinion) / (tries + trust)
        return RootAction(action, tries, mean, opinion, edge, liked)

    def continuation(self, found: RootAction) -> list[tuple[int, int]]:
        """The expected continuation after an action, as (seat, action) pairs; only decisions that others can see."""
        line: list[tuple[int, int]] = []
        node = int(self.tree.child[found.edge]) if found.edge >= 0 else -1
        while node >= 0 and len(line) < CONTINUATION:
            edges = list(self._edges(node))
            if not edges:
                break
            edge = max(edges, key=lambda edge: (int(self.tree.tries[edge]), -edge))
            if int(self.tree.tries[edge]) < SURE:
                break
            line.append(divmod(int(self.tree.key[edge]), len(self.tree.mark)))
            node = int(self.tree.child[edge])
        return line
