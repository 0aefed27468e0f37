"""A network that looks ahead: the actions it likes best are tried in many worlds, and all seats play on by it.

Actions are compared by sequential halving, as in bots/searcher.py: all that are left are tried in the same worlds, then
the worse half is dropped. A try plays on until the searching seat decides again, so many decisions later, and is judged
by what the network hopes for there, or ends with the match. Positions of many tries are shown to the network at once:
that costs a tenth of showing them one by one. Nothing is compiled for it: the rules are called from here.

The network learnt what a seat wins beyond what the game's heuristic promises (training/rewards.py): hope is the sum,
unless it learnt from results alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.levels import LookAheadSettings, search_settings_of
from ludotheque.bots.network import REWARD, Network, network_of
from ludotheque.bots.searcher import KERNEL, unit_of
from ludotheque.bots.tree import UNIT, Tree, new_tree
from ludotheque.bots.value_network import NONE
from ludotheque.kernel import Program
from ludotheque.kernel.declare import ALL_SEATS, SHARE
from ludotheque.play.base import BaseGame
from ludotheque.play.seeds import key_words

Put = Callable[[Any, int], None]  # writes the position into a storage
ROOM = 128  # tries that go on at once
LONGEST = 200  # decisions after which a try is judged even where others decide


class LookAhead:
    """Storage of a seat that looks ahead, for one game in one mode. One thread uses it at a time."""

    def __init__(self, game: BaseGame, program: Program, settings: LookAheadSettings, path: Path | None = None) -> None:
        self.game, self.program, self.settings = game, program, settings
        self.network: Network = network_of(game, path)
        self.kernel: Any = program.add(KERNEL)
        self.tree: Tree = new_tree(program, game.declaration.action_count, 1, 1, NONE)  # room to judge in
        unit = search_settings_of(game).unit
        self.tree.count[UNIT] = unit_of(game) if unit is None else unit
        self.together = int(game.declaration.together)
        self.states, self.work = program.states(2 + ROOM), program.workspaces(1)  # the position, a world, the tries
        self.out = program.actions(game.declaration.action_count)
        self.rows = np.zeros((ROOM, game.observation.size), np.int16)
        self.plain: list[int] | None = [0] * game.observation.size if program.mode == "plain" else None
        self.seat = 0
        self.evaluations = 0  # positions shown to the network for the last decision
        self.until: float | None = None

    def think(self, put: Put, seat: int, key: Sequence[int], tries: int, ceiling: float | None = None) -> int:
        """The action of `seat` in the position that `put(states, 0)` writes, after about so many tries.

        With none the network's first liking decides. After `ceiling` seconds the best so far is taken.
        """
        self.until = None if ceiling is None else time.perf_counter() + ceiling
        self.seat, self.evaluations = seat, 0
        put(self.states, 0)
        legal = self._legal(0, seat)
        if len(legal) == 1:
            return int(legal[0])
        self._observe(0, seat, 0)
        likings = self._answer(1)[0][0, legal]
        order = np.argsort(-likings, kind="stable")
        best = likings[order[0]]
        left = [int(k) for k in order[: self.settings.broad] if best - likings[k] < self.settings.hopeless]
        if tries == 0 or len(left) == 1:
            return int(legal[left[0]])
        totals, counts = np.zeros(len(legal)), np.zeros(len(legal))
        bonus = self.settings.trust * (likings - best).astype(np.float64)
        spent = worlds = 0
        while True:
            rounds = (len(left) - 1).bit_length()
            each = max(1, (tries - spent) // (rounds * len(left)))
            for first in range(0, each, max(1, ROOM // len(left))):
                some = min(max(1, ROOM // len(left)), each - first)
                results = self._try([int(legal[k]) for k in left], worlds, some, key)
                if results is None:
                    return int(legal[_best(left, totals, counts, bonus)])
                for k, mean in zip(left, results, strict=True):
                    totals[k] += mean
                    counts[k] += some
                worlds += some
            spent += each * len(left)
            if len(left) <= 2:
                return int(legal[_best(left, totals, counts, bonus)])
            ranked = sorted(left, key=lambda k: (-totals[k] / counts[k] - bonus[k], k))
            left = ranked[: (len(left) + 1) // 2]

    # Tries -----------------------------------------------------------------------------------------------------------

    def _try(self, actions: list[int], first: int, worlds: int, key: Sequence[int]) -> list[float] | None:
        """The sums of what comes of each action in some worlds; None if time was up."""
        owner: list[int] = []
        going: list[int] = []  # rows that go on
        results = [0.0] * len(actions)
        moves = dict[int, int]()  # what is played next in a row
        for n in range(worlds):
            self._copy(1, 0)
            words = key_words("world", *key, first + n)
            self.program.entry_points.redeal(self.states, 1, self.work, 0, self.seat, *words)
            for k, action in enumerate(actions):
                row = 2 + len(owner)
                self._copy(row, 1)
                self.program.entry_points.play(self.states, row, self.work, 0, self.seat, action)
                moves[row] = -1
                owner.append(k)
                going.append(row)
        for made in range(LONGEST):
            if self.until is not None and time.perf_counter() > self.until:
                return None
            asked: list[tuple[int, NDArray[np.int64] | None]] = []  # row and what is legal; None: it is judged
            for row in going:
                legal = self._go_on(row, moves[row])
                who = self._who(row)
                if legal is None:
                    results[owner[row - 2]] += self._won(row)
                    continue
                ends = (made >= self.settings.ahead and who == self.seat) or made == LONGEST - 1
                self._observe(row, self.seat if ends else who, len(asked))
                asked.append((row, None if ends else legal))
            if not asked:
                break
            likings, hopes = self._answer(len(asked))
            going = []
            for at, (row, legal) in enumerate(asked):
                if legal is None:
                    results[owner[row - 2]] += self._hope(row, float(hopes[at]))
                else:
                    moves[row] = int(legal[int(np.argmax(likings[at, legal]))])
                    going.append(row)
        return results

    def _won(self, row: int) -> float:
        """The seat's share in a match that is over."""
        share = int(self.program.entry_points.share(self.states, row, self.seat))
        return float(share > 0) if self.together else share / SHARE

    def _hope(self, row: int, beyond: float) -> float:
        """What the seat may hope for: what the heuristic promises, and what the network expects beyond that.

        A network that learnt from results alone expects all of it.
        """
        if not self.network.about.get("shaped", True):
            return min(1.0, max(0.0, beyond / REWARD))
        promised = float(self.kernel.promise(self.states, row, self.work, self.tree, self.seat, self.together))
        return min(1.0, max(0.0, promised + beyond / REWARD))

    def _go_on(self, row: int, action: int) -> NDArray[np.int64] | None:
        """Play an action and whatever leaves no choice; what is legal then, None if the match is over."""
        step = self.program.entry_points.step
        n = step(self.states, row, self.work, 0, action, self.out)
        while n == 1:
            n = step(self.states, row, self.work, 0, int(self.out[0]), self.out)
        return np.array(self.out[:n], np.int64) if n else None

    def _who(self, row: int) -> int:
        """The seat that decides: of several the first, as `step` has it."""
        mask = int(self.program.look(self.states, row)) & ALL_SEATS
        return (mask & -mask).bit_length() - 1

    def _legal(self, row: int, seat: int) -> NDArray[np.int64]:
        n = self.program.legal(self.states, row, self.work, 0, seat, self.out)
        return np.array(self.out[:n], np.int64)

    def _observe(self, row: int, seat: int, at: int) -> None:
        if self.plain is None:
            self.program.entry_points.observe(self.states, row, self.work, 0, seat, self.rows[at])
        else:
            self.program.entry_points.observe(self.states, row, self.work, 0, seat, self.plain)
            self.rows[at] = self.plain

    def _answer(self, rows: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        self.evaluations += rows
        return self.network.answer(self.rows[:rows])

    def _copy(self, there: int, here: int) -> None:
        self.program.copy(self.states, there, here)


def _best(left: list[int], totals: Any, counts: Any, bonus: Any) -> int:
    """Of those left the one with the best mean result, its liking added; the most liked one where nothing is known."""
    return min(left, key=lambda k: (-(totals[k] / counts[k] if counts[k] else 0.0) - bonus[k], k))
