"""The value of a position for each seat, as a share of the win: one function for whole matches.

It is what luck and skill are measured by, and what corrects results of the arena. Any function of the position would
keep those sums exact and the luck's mean at zero; a better one leaves less of the result unexplained. Here the game's
network says what each seat may hope for, if it plays at such a table; elsewhere the heuristic does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from ludotheque.bots.levels import search_settings_of
from ludotheque.bots.network import REWARD, has_network, network_of, outlook_of
from ludotheque.bots.searcher import KERNEL, unit_of
from ludotheque.bots.tree import UNIT, Tree, new_tree
from ludotheque.bots.value_network import NONE
from ludotheque.kernel import Program
from ludotheque.kernel.declare import ALL_SEATS, SHARE
from ludotheque.kernel.optional import np
from ludotheque.play.base import BaseGame

if TYPE_CHECKING:
    from numpy.typing import NDArray

Values: TypeAlias = "NDArray[np.float64]"  # a row for each position, a column for each seat
LEAST = 1e-9


def asks_network(game: BaseGame, players: int) -> bool:
    """Return whether positions of a game with this many players are judged by its network."""
    settings = search_settings_of(game)
    return (
        bool(settings.networks) and has_network(game) and outlook_of(game) is None and settings.plays_network(players)
    )


class PositionValues:
    """Judges positions of one game in one mode. One thread uses it at a time."""

    def __init__(self, game: BaseGame, program: Program, players: int) -> None:
        self.game, self.program, self.players = game, program, players
        self.together = int(game.declaration.together)
        self.kernel: Any = program.add(KERNEL)
        self.tree: Tree = new_tree(program, game.declaration.action_count, 1, 1, NONE)  # scratch space for judging
        settings = search_settings_of(game)
        self.tree.count[UNIT] = unit_of(game) if settings.unit is None else settings.unit
        self.work = program.workspaces(1)
        self.network = network_of(game) if asks_network(game, players) else None
        self.shaped = self.network is not None and bool(self.network.about.get("shaped", True))
        size = game.observation.size if self.network is not None else 0
        self._plain: list[int] | None = [0] * size if program.mode == "plain" else None
        self._size = size

    def judge(self, states: Any, n: int) -> Values:
        """The values of `states[0]` … `states[n - 1]`; of a match that is over, the shares."""
        values, hopes, asked = self._judged(states, n)
        if len(asked):
            values[asked] = self._balanced(hopes)
        return values

    def judge_apart(self, states: Any, n: int) -> Values:
        """The same in several ways, one after the other, each with a column for each seat.

        The heuristic's value, what the network promises the seat, and what it promises the others on average; without
        a network the first alone. They see different things, so together they explain more than one of them.
        """
        values, hopes, asked = self._judged(states, n)
        if self.network is None:
            return values
        own = values.copy()
        own[asked] = hopes
        others = (own.sum(axis=1, keepdims=True) - own) / max(1, self.players - 1)
        return np.concatenate([values, own, others], axis=1)

    @property
    def ways(self) -> int:
        """How many values `judge_apart` gives a seat."""
        return 1 if self.network is None else 3

    def _judged(self, states: Any, n: int) -> tuple[Values, Values, list[int]]:
        """The heuristic's values, or the shares; and what the network promises in those positions that are not over."""
        values = np.zeros((n, self.players))
        asked: list[int] = []
        rows = np.zeros((n * self.players, self._size), np.int16)
        for k in range(n):
            mask = int(self.program.pending_decision(states, k)) & ALL_SEATS
            values[k] = self._promises(states, k, mask)
            if mask and self.network is not None:
                for seat in range(self.players):
                    self._observe(states, k, seat, rows[len(asked) * self.players + seat])
                asked.append(k)
        hopes = np.zeros((0, self.players))
        if asked and self.network is not None:
            beyond = self.network.answer(rows[: len(asked) * self.players])[1].astype(float) / REWARD
            hopes = np.clip(beyond.reshape(-1, self.players) + (values[asked] if self.shaped else 0.0), 0.0, 1.0)
        return values, hopes, asked

    def _promises(self, states: Any, i: int, mask: int) -> Values:
        """Return the heuristic's value for each seat, or the shares if the match is over."""
        if mask == 0:
            shares = np.array([int(self.program.entry_points.share(states, i, p)) for p in range(self.players)], float)
            return (shares > 0).astype(float) if self.together else shares / SHARE
        self.kernel.promise(states, i, self.work, self.tree, 0, self.together)
        return np.array([float(self.tree.result[p]) for p in range(self.players)])

    def _observe(self, states: Any, i: int, seat: int, row: NDArray[np.int16]) -> None:
        if self._plain is None:
            self.program.entry_points.observe(states, i, self.work, 0, seat, row)
        else:
            self.program.entry_points.observe(states, i, self.work, 0, seat, self._plain)
            row[:] = self._plain

    def _balanced(self, hopes: Values) -> Values:
        """Adjust the expectations of the seats so that they add up to one win: each comes from what that seat knows."""
        if self.together:
            return np.repeat(hopes.mean(axis=1, keepdims=True), self.players, axis=1)
        even = np.clip(hopes + (1 - hopes.sum(axis=1, keepdims=True)) / self.players, LEAST, 1.0)
        balanced: Values = even / even.sum(axis=1, keepdims=True)
        return balanced
