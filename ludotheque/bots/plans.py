"""Team play with a network: the game offers plans, and the network judges the position at the end of each.

What the game shows the network is the same for all who play together (`policies.OUTLOOK`, told in plans_kernel.py): so
each finds the same plan by itself.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from ludotheque.bots.network import Network, observations
from ludotheque.kernel import Program
from ludotheque.play.base import BaseGame

KERNEL = "ludotheque.bots.plans_kernel"


MOST_WORLDS, MOST_ROWS = 64, 1024  # of one plan, where the judge looks ahead
ROWS, WORLDS = 4096, 4096  # packs both numbers into one
CERTAIN = 1_000_000  # the value of a win
STEPS, FAR = 64, 16  # probabilities have this many steps for each unit of the logit, and this range
CURVE = [round(CERTAIN / (1 + math.exp(-x / STEPS))) for x in range(-FAR * STEPS, FAR * STEPS + 1)]
WON = 2


class PlanJudge:
    """Decides for a seat by the plan with the best end, as judged by a network."""

    def __init__(self, game: BaseGame, program: Program, network: Network) -> None:
        self.network, self.program = network, program
        self.kernel: Any = program.add(KERNEL)
        self.states, self.work = program.states(1 + self.kernel.SCRATCH), program.workspaces(1)
        self.out = program.actions(game.declaration.action_count)
        self.rows = observations(program, self.kernel.OFFERED, len(network.scales))
        self._ahead: Any = None  # space for what may follow a plan, allocated at first use
        self._best = 0  # the plan chosen last

    def think(self, put: Callable[[Any, int], None], seat: int, broad: int = 0, seconds: float = math.inf) -> int:
        """The action of `seat` in the position that `put` writes; the best few plans are compared a round later, too.

        On a machine so slow that this takes longer than `seconds`, what the network likes best at first sight is taken.

        Where the game asks more than once, what leads where the plan before leads is kept to: who looks for something
        better at every step finds most of all what the network is wrong about.
        """
        put(self.states, 0)
        until = time.monotonic() + seconds
        stage, best = 0, 0
        before: list[int] = []
        while True:
            told = int(self.kernel.look(self.states, self.work, self.out, seat, stage, best, self.rows))
            if told < 0:
                return -1 - told
            rows = self.rows[:told]
            listed = [list(map(int, row)) for row in rows]
            best = self._best = listed.index(before) if before in listed else self.best_of(rows, broad, until)
            before = listed[best]
            stage += 1

    @property
    def end(self) -> Any:
        """The end of the plan chosen last."""
        return self.program.fetch(self.states, self.kernel.ENDS + self._best)

    def best_of(self, rows: Any, broad: int, until: float) -> int:
        """The plan with the best end; if equal, the one that the game's own policy prefers."""
        if len(rows) == 1:
            return 0
        promised = promises(self.network, rows)
        order = sorted(range(len(promised)), key=lambda plan: -promised[plan])
        first = order[0]
        if broad < 2:
            return first
        best, most = first, -1
        for plan in order[:broad]:
            later = self.later(plan)
            if later > most:
                best, most = plan, later
            if time.monotonic() >= until:
                return first
        return best

    def later(self, plan: int) -> int:
        """The expected value of a plan a round later, over all next cards, with the best plan for each."""
        program = self.program
        rows = observations(program, MOST_ROWS, len(self.network.scales)) if self._ahead is None else self._ahead
        self._ahead = rows
        world, weight, sure = (program.totals(n) for n in (MOST_ROWS, MOST_WORLDS, MOST_WORLDS))
        told = int(self.kernel.look_ahead(self.states, self.work, self.out, plan, rows, world, weight, sure))
        n, worlds = told % ROWS, told // WORLDS
        found = [CERTAIN if int(outcome) == WON else 0 for outcome in sure[:worlds]]
        if n:
            for k, logit in zip(world[:n], promises(self.network, rows[:n]), strict=True):
                found[int(k)] = max(found[int(k)], chance_of(logit))
        weights = [int(one) for one in weight[:worlds]]
        return sum(one * many for one, many in zip(found, weights, strict=True)) * CERTAIN // max(1, sum(weights))


def promises(network: Network, rows: Any) -> list[float]:
    """The network's values of the ends of plans: the logit of a win, for each row."""
    return network.values(rows)


def chance_of(logit: float) -> int:
    """Return a probability in millionths, from a table: the same on every machine."""
    return CURVE[round(min(max(logit, -FAR), FAR) * STEPS) + FAR * STEPS]
