"""A network that looks ahead: trees, guided by the network, follow its best actions in many worlds.

Actions are compared by sequential halving, as in bots/searcher.py: all that are left are tried in the same worlds, then
the worse half is dropped. A try redeals the position, plays the action and walks down the tree below it, which all
worlds share, to where nobody has been; there the network says what the seat that decides may hope for, and what it
likes. In a tree a seat takes what keeps its visits closest to its likings improved by what was found (Danihelka and
others, Policy improvement by planning with Gumbel, 2022). Leaves of all actions are shown to the network at once.
Nothing is compiled for it: the rules are called from here.

The network learnt what a seat wins beyond what the game's heuristic promises (training/rewards.py): hope is the sum,
unless it learnt from results alone. All is counted in whole numbers: the same answer on every machine, and in a
browser, where there is no NumPy.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from weakref import WeakSet

from ludotheque.bots.levels import ABSURD, FEW, LookAheadSettings, search_settings_of
from ludotheque.bots.network import REWARD, Network, network_of, observations
from ludotheque.bots.searcher import KERNEL, unit_of
from ludotheque.bots.tree import UNIT, Tree, new_tree
from ludotheque.bots.value_network import NONE
from ludotheque.kernel import Program
from ludotheque.kernel.declare import ALL_SEATS, SHARE
from ludotheque.play.base import BaseGame
from ludotheque.play.seeds import key_words

Put = Callable[[Any, int], None]  # writes the position into a storage
DEEPEST = 64  # maximum decisions of a try
FINE = 1024  # logits are integers in this fraction
REACH = 16 * FINE  # logits this much below the best are cut off here
WHOLE = 1_000_000  # the value of a win
_loaded: WeakSet[Program] = WeakSet()  # programs that have looked ahead: the first time loads machine code


@cache
def falling() -> Sequence[int]:
    """Return the factor by which a probability falls, for each difference of logits."""
    return [round(WHOLE * math.exp(-x / FINE)) for x in range(REACH + 1)]


def chances_of(likings: Sequence[int]) -> list[int]:
    """Return the probability of each action, in millionths of the best one's."""
    best, table = max(likings), falling()
    return [table[min(best - liking, REACH)] for liking in likings]


class Node:
    """A node of a tree: whose decision it is, the network's ratings, and the results of each action."""

    __slots__ = ("children", "hope", "likings", "seat", "totals", "tries")

    def __init__(self, seat: int, likings: Sequence[int], hope: int) -> None:
        self.seat, self.likings, self.hope = seat, likings, hope
        self.tries: dict[int, int] = {}  # by action
        self.totals: dict[int, int] = {}
        self.children: dict[int, Node] = {}

    def next(self, legal: Sequence[int], base: int, scale: float) -> int:
        """Return the legal action whose share of the visits is farthest below its probability."""
        tries = [self.tries.get(action, 0) for action in legal]
        likings = [self.likings[action] for action in legal]
        number = sum(tries)
        if number:
            totals = [self.totals.get(action, 0) for action in legal]
            likings = improved(likings, tries, totals, self.hope, base, scale)
        chances = chances_of(likings)
        whole = sum(chances)
        behind = [chance * (1 + number) - tried * whole for chance, tried in zip(chances, tries, strict=True)]
        return legal[behind.index(max(behind))]


Slot = tuple[dict[int, Node], int]  # the new node's place
Way = list[tuple[Node, int]]  # the nodes on the path, and the actions taken


def improved(
    likings: Sequence[int], tries: Sequence[int], totals: Sequence[int], hope: int, base: int, scale: float
) -> list[int]:
    """The network's preferences corrected by the search; an action that was not tried counts as the average of the
    rest.
    """
    number = sum(tries)
    tried = [(k, totals[k] // n, chance) for k, (n, chance) in enumerate(zip(tries, chances_of(likings))) if n > 0]
    mean = sum(chance * result for _, result, chance in tried) // max(1, sum(chance for _, _, chance in tried))
    mixed = (hope + number * mean) // (1 + number)
    weight = weight_of(max(tries), base, scale)
    found = list(likings)
    for k, result, _ in tried:
        found[k] += (result - mixed) * weight // WHOLE
    return found


def weight_of(tries: int, base: int, scale: float) -> int:
    """The weight of a win relative to logits: it grows with the number of visits of the most tried action."""
    return round(FINE * scale * (base + tries))


def _one_of(best: Sequence[int], behind: Sequence[float], word: int) -> int:
    """Draw one of these actions, e times as rarely for every logit below the best; none that is absurd."""
    able = [(k, falling()[int(behind[k])]) for k in best if behind[k] < ABSURD * FINE]
    at = word * sum(weight for _, weight in able) >> 32
    for k, weight in able:
        at -= weight
        if at < 0:
            return k
    return able[0][0]


class LookAhead:
    """Storage of a seat that looks ahead, for one game in one mode. One thread uses it at a time."""

    def __init__(self, game: BaseGame, program: Program, settings: LookAheadSettings, path: Path | None = None) -> None:
        self.game, self.program, self.settings = game, program, settings
        self.network: Network = network_of(game, path)
        self.kernel: Any = program.add(KERNEL)
        self.tree: Tree = new_tree(program, game.declaration.action_count, 1, 1, NONE)  # scratch space for judging
        unit = search_settings_of(game).unit
        self.tree.count[UNIT] = unit_of(game) if unit is None else unit
        self.together = int(game.declaration.together)
        room = max(2, settings.broad)
        self.states, self.work = program.states(2 + room), program.workspaces(1)  # the position, a world, the tries
        self.out = program.actions(game.declaration.action_count)
        self.rows = observations(program, room, game.observation.size)
        self.seat = self.players = 0
        self.evaluations = 0  # positions shown to the network for the last decision
        self.until: float | None = None

    def think(
        self,
        put: Put,
        seat: int,
        key: Sequence[int],
        tries: int,
        ceiling: float | None = None,
        mistakes: float = 0.0,
    ) -> int:
        """The action of `seat` in the position that `put(states, 0)` writes, after about this many tries.

        With none the network's first liking decides; if mistakes are made, one of its likings. After `ceiling` seconds
        the best so far is taken.
        """
        self.seat, self.evaluations = seat, 0
        put(self.states, 0)
        state = self.states[0]
        self.players = int(state.players if self.program.mode == "plain" else state["players"])
        legal = self._legal(0, seat)
        if len(legal) == 1:
            return int(legal[0])
        self._observe(0, seat, 0)
        liked = self._answer(1)[0][0]
        likings = [liked[action] for action in legal]
        order = sorted(range(len(legal)), key=lambda k: -likings[k])
        behind = [likings[order[0]] - liking for liking in likings]
        if mistakes > 0:
            return legal[_one_of(order[:FEW], [gap / mistakes for gap in behind], key[0])]
        left = [k for k in order[: self.settings.broad] if behind[k] < self.settings.hopeless * FINE]
        if tries == 0 or len(left) == 1:
            return legal[left[0]]
        if self.program.mode == "compiled" and self.program not in _loaded:
            self._try(left[:2], legal, {}, 0, key)
            _loaded.add(self.program)
            self.evaluations = 1
        self.until = None if ceiling is None else time.perf_counter() + ceiling
        return legal[self._compare(left, legal, likings, key, tries)]

    def _compare(
        self, left: list[int], legal: Sequence[int], likings: Sequence[int], key: Sequence[int], tries: int
    ) -> int:
        """The best of the remaining actions, after this many tries."""
        totals, spent, worlds = [0] * len(legal), 0, 0
        below: dict[int, Node] = {}

        def worth(k: int) -> tuple[int, int]:
            found = weight_of(worlds, self.settings.base, self.settings.scale) * totals[k] // (max(1, worlds) * WHOLE)
            return -likings[k] - found, k

        while True:
            rounds = (len(left) - 1).bit_length()
            for _ in range(max(1, (tries - spent) // (rounds * len(left)))):
                if self.until is not None and time.perf_counter() > self.until:
                    return min(left, key=worth)
                for k, result in zip(left, self._try(left, legal, below, worlds, key), strict=True):
                    totals[k] += result
                worlds += 1
                spent += len(left)
            left = sorted(left, key=worth)
            if len(left) == 2:
                return left[0]
            left = left[: (len(left) + 1) // 2]

    # Tries -----------------------------------------------------------------------------------------------------------

    def _try(
        self, left: list[int], legal: Sequence[int], below: dict[int, Node], world: int, key: Sequence[int]
    ) -> list[int]:
        """Try each action in a world and return the results."""
        self._copy(1, 0)
        self.program.entry_points.redeal(self.states, 1, self.work, 0, self.seat, *key_words("world", *key, world))
        results = [0] * len(left)
        asked: list[tuple[int, int, Slot | None, Way]] = []
        for at, k in enumerate(left):
            row = 2 + len(asked)
            self._copy(row, 1)
            self.program.entry_points.play(self.states, row, self.work, 0, self.seat, legal[k])
            who, slot, way = self._walk(row, below, k)
            if who < 0:
                won = [self._won(row, seat) for seat in range(self.players)]
                _carry_up(way, won)
                results[at] = won[self.seat]
                continue
            self._observe(row, who, len(asked))
            asked.append((at, who, slot, way))
        if asked:
            likings, values = self._answer(len(asked))
            for n, (at, who, slot, way) in enumerate(asked):
                hope = self._hope(2 + n, who, values[n])
                if slot is not None:
                    nodes, number = slot
                    nodes[number] = Node(who, likings[n], hope)
                rest = hope if self.together else (WHOLE - hope) // max(1, self.players - 1)
                shares = [hope if seat == who else rest for seat in range(self.players)]
                _carry_up(way, shares)
                results[at] = shares[self.seat]
        return results

    def _walk(self, row: int, nodes: dict[int, Node], number: int) -> tuple[int, Slot | None, Way]:
        """Walk down the tree that begins at `nodes[number]` to a new position. Return who decides there (-1 if the
        match is over), the place of the new node, if any, and the path.
        """
        way: Way = []
        listed = self._go_on(row, -1)
        while listed is not None:
            who, node = self._who(row), nodes.get(number)
            if node is None:
                return who, (nodes, number), way
            if node.seat != who or len(way) == DEEPEST:  # in another world somebody else decided here
                return who, None, way
            number = node.next(listed, self.settings.base, self.settings.scale)
            way.append((node, number))
            nodes = node.children
            listed = self._go_on(row, number)
        return -1, None, way

    def _won(self, row: int, seat: int) -> int:
        """A seat's share in a match that is over."""
        share = int(self.program.entry_points.share(self.states, row, seat))
        return WHOLE * (share > 0) if self.together else WHOLE * share // SHARE

    def _hope(self, row: int, seat: int, beyond: float) -> int:
        """The expected result of a seat: the heuristic's, corrected by the network.

        A network that learnt from results alone expects all of it.
        """
        promised = 0.0
        if self.network.about.get("shaped", True):
            promised = float(self.kernel.promise(self.states, row, self.work, self.tree, seat, self.together))
        return round(WHOLE * min(1.0, max(0.0, promised + beyond / REWARD)))

    def _go_on(self, row: int, action: int) -> list[int] | None:
        """Play an action and all forced ones after it; return the legal actions then, None if the match is over."""
        step = self.program.entry_points.step
        n = step(self.states, row, self.work, 0, action, self.out)
        while n == 1:
            n = step(self.states, row, self.work, 0, int(self.out[0]), self.out)
        return [int(action) for action in self.out[:n]] if n else None

    def _who(self, row: int) -> int:
        """The seat that decides: of several the first, as `step` has it."""
        mask = int(self.program.pending_decision(self.states, row)) & ALL_SEATS
        return (mask & -mask).bit_length() - 1

    def _legal(self, row: int, seat: int) -> list[int]:
        n = self.program.legal(self.states, row, self.work, 0, seat, self.out)
        return [int(action) for action in self.out[:n]]

    def _observe(self, row: int, seat: int, at: int) -> None:
        self.program.entry_points.observe(self.states, row, self.work, 0, seat, self.rows[at])

    def _answer(self, rows: int) -> tuple[list[list[int]], list[float]]:
        """The likings of all actions for each row, in parts of a logit, and the values."""
        self.evaluations += rows
        return self.network.count_likings(self.rows[:rows], FINE)

    def _copy(self, there: int, here: int) -> None:
        self.program.copy(self.states, there, here)


def _carry_up(way: Way, shares: list[int]) -> None:
    """Tell all nodes of a way what came of it."""
    for node, action in way:
        node.tries[action] = node.tries.get(action, 0) + 1
        node.totals[action] = node.totals.get(action, 0) + shares[node.seat]
