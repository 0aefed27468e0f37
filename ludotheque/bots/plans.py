"""Team play with a network: the game offers plans, and the network judges the position at the end of each.

What the game shows the network is the same for all who play together (`policies.OUTLOOK`, told in plans_kernel.py): so
each finds the same plan by itself.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ludotheque.bots.network import Network
from ludotheque.kernel import Program
from ludotheque.kernel.observation import DTYPE
from ludotheque.kernel.optional import np
from ludotheque.play.base import BaseGame

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
        self.rows = room_for(program, self.kernel.OFFERED, len(network.scales))
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
            rows = np.asarray(self.rows[:told], DTYPE)
            listed = rows.tolist()
            best = self._best = listed.index(before) if before in listed else self.best_of(rows, broad, until)
            before = listed[best]
            stage += 1

    @property
    def end(self) -> Any:
        """The end of the plan chosen last."""
        return self.program.fetch(self.states, self.kernel.ENDS + self._best)

    def best_of(self, rows: NDArray[Any], broad: int, until: float) -> int:
        """The plan with the best end; if equal, the one that the game's own policy prefers."""
        if len(rows) == 1:
            return 0
        order = np.argsort(-promises(self.network, rows), kind="stable").tolist()
        first = int(order[0])
        if broad < 2:
            return first
        best, most = first, -1
        for plan in order[:broad]:
            promised = self.later(plan)
            if promised > most:
                best, most = int(plan), promised
            if time.monotonic() >= until:
                return first
        return best

    def later(self, plan: int) -> int:
        """The expected value of a plan a round later, over all next cards, with the best plan for each."""
        program = self.program
        rows = room_for(program, MOST_ROWS, len(self.network.scales)) if self._ahead is None else self._ahead
        self._ahead = rows
        world, weight, sure = (program.totals(n) for n in (MOST_ROWS, MOST_WORLDS, MOST_WORLDS))
        told = int(self.kernel.look_ahead(self.states, self.work, self.out, plan, rows, world, weight, sure))
        n, worlds = told % ROWS, told // WORLDS
        found = np.where(np.asarray(sure[:worlds]) == WON, CERTAIN, 0)
        if n:
            chances = chances_of(promises(self.network, np.asarray(rows[:n], DTYPE)))
            np.maximum.at(found, np.asarray(world[:n]), chances)
        weights = np.asarray(weight[:worlds], np.int64)
        return int((found * weights).sum() * CERTAIN // max(1, weights.sum()))


def room_for(program: Program, rows: int, numbers: int) -> Any:
    """Room for observations of the ends of this many plans."""
    return [[0] * numbers for _ in range(rows)] if program.mode == "plain" else np.zeros((rows, numbers), DTYPE)


def promises(network: Network, rows: NDArray[Any]) -> NDArray[np.float32]:
    """The network's values of the ends of plans: the logit of a win, for each row."""
    return network.answer(rows)[1]


def chances_of(logits: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return probabilities in millionths, from a table: the same on every machine."""
    places = np.rint(np.clip(logits, -FAR, FAR) * np.float32(STEPS)).astype(np.int64)
    found: NDArray[np.int64] = np.asarray(CURVE, np.int64)[places + FAR * STEPS]
    return found
