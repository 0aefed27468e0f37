"""Perft: how many sequences of decisions there are. A count that any change of the rules would move.

The generator stands in the state, so chance is part of it: one seed, one tree. Where several choose at
the same time, the lowest seat decides first.

>>> import ludotheque as lt
>>> from ludotheque.play.perft import perft
>>> [level.nodes for level in perft(lt.game("lampions", "plain").start(players=3, seed=7), 2)]
[3, 6]
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ludotheque.kernel.declare import ALL_SEATS
from ludotheque.play.position import Position


@dataclass(frozen=True)
class Level:
    """One depth: the number of sequences of that many decisions, and the time for counting them."""

    depth: int
    nodes: int
    seconds: float


def perft(pos: Position, depth: int) -> Iterator[Level]:
    """Yield the levels 1 to `depth`, each as soon as it is counted."""
    tree = Tree(pos, depth)
    for level in range(1, depth + 1):
        begun = time.perf_counter()
        nodes = tree.count(0, level)
        yield Level(level, nodes, time.perf_counter() - begun)


class Tree:
    """Storage for the walk: one state and one list of actions for each level."""

    def __init__(self, pos: Position, depth: int) -> None:
        program = pos.program
        self.duplicate, self.entry_points = program.duplicate, program.entry_points
        self.states, self.work = program.states(depth + 1), program.workspaces(1)
        self.actions = [program.actions(pos.game.declaration.action_count) for _ in range(depth + 1)]
        program.put(self.states, 0, pos.state)

    def count(self, at: int, depth: int) -> int:
        """Count sequences of `depth` decisions from level `at`, without playing the last decision."""
        mask = int(self.entry_points.pending_decision(self.states, at)) & ALL_SEATS
        if not mask:
            return 0
        seat = (mask & -mask).bit_length() - 1
        actions: Any = self.actions[at]
        n = int(self.entry_points.legal(self.states, at, self.work, 0, seat, actions))
        if depth == 1:
            return n
        total = 0
        for k in range(n):
            self.duplicate(self.states, at + 1, at)
            self.entry_points.turn(self.states, at + 1, self.work, 0, seat, int(actions[k]))
            total += self.count(at + 1, depth - 1)
        return total
