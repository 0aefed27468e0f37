"""Teams that plan by a network: their game offers plans, the network judges where each leads, the best one is played.

What the game shows the network is the same for all who play together (`policies.OUTLOOK`, told in plans_kernel.py): so
each finds the same plan by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.network import Network
from ludotheque.kernel import Program
from ludotheque.kernel.observation import DTYPE
from ludotheque.play.base import BaseGame

KERNEL = "ludotheque.bots.plans_kernel"


class PlanJudge:
    """Decides for a seat by the plan whose end a network likes best."""

    def __init__(self, game: BaseGame, program: Program, network: Network) -> None:
        self.network = network
        self.kernel: Any = program.add(KERNEL)
        self.states, self.work = program.states(1 + self.kernel.SCRATCH), program.workspaces(1)
        self.out = program.actions(game.declaration.action_count)
        self.rows = room_for(program, self.kernel.OFFERED, len(network.scales))

    def think(self, put: Callable[[Any, int], None], seat: int) -> int:
        """The action of `seat` in the position that `put` writes down.

        Where the game asks more than once, what leads where the plan before leads is kept to: who looks for something
        better at every step finds most of all what the network is wrong about.
        """
        put(self.states, 0)
        stage, best = 0, 0
        before: list[int] = []
        while True:
            told = int(self.kernel.look(self.states, self.work, self.out, seat, stage, best, self.rows))
            if told < 0:
                return -1 - told
            rows = np.asarray(self.rows[:told], DTYPE)
            listed = rows.tolist()
            best = listed.index(before) if before in listed else best_of(self.network, rows)
            before = listed[best]
            stage += 1


def room_for(program: Program, rows: int, numbers: int) -> Any:
    """Room for what is seen at the ends of so many plans."""
    return [[0] * numbers for _ in range(rows)] if program.mode == "plain" else np.zeros((rows, numbers), DTYPE)


def best_of(network: Network, rows: NDArray[Any]) -> int:
    """The plan with the best end; of equals the one that the game itself likes better."""
    return 0 if len(rows) == 1 else int(np.argmax(promises(network, rows)))


def promises(network: Network, rows: NDArray[Any]) -> NDArray[np.float32]:
    """What the ends of plans promise: the logit of a win, for each row."""
    return network.answer(rows)[1]
