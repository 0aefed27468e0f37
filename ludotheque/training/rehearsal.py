"""Matches of a team that plans, played for learning: every plan is worked out once for all seats, many matches at once.

In some matches one choice is careless: any of the plans on offer. Notes are taken from there on, so that what is learnt
is what plans lead to, not what the best ones have in common.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.network import Network, outlook_of
from ludotheque.bots.plans import KERNEL
from ludotheque.kernel import load
from ludotheque.kernel.declare import SHARE
from ludotheque.kernel.observation import DTYPE
from ludotheque.play.game import Game
from ludotheque.play.seeds import key_bytes

CARELESS = 0.5  # the part of the matches with a careless choice,
LATEST = 8  # which comes before this round

Numbers = NDArray[Any]


@dataclass(frozen=True)
class Notes:
    """Observations of the ends of carried-out plans: a row each, match by match."""

    rows: Numbers
    match: Numbers  # to which match a row belongs,
    round: Numbers  # and in which of its rounds
    won: Numbers  # of every match
    rounds: Numbers
    players: Numbers

    @property
    def matches(self) -> int:
        """The number of matches."""
        return len(self.won)


class Rehearsal:
    """Storage for matches that are played at the same time."""

    def __init__(self, game: Game, size: int) -> None:
        outlook = outlook_of(game)
        if outlook is None:
            raise ValueError(f"{game.name} offers no plans")
        self.game, self.size, self.program = game, size, load(game.package, "compiled")
        self.kernel: Any = self.program.add(KERNEL)
        offered = self.kernel.OFFERED
        self.states = self.program.states(size * (1 + offered) + 1 + self.kernel.SCRATCH)
        self.work, self.out = self.program.workspaces(1), self.program.actions(game.declaration.action_count)
        self.rows = np.zeros((size, offered, outlook.size), DTYPE)
        self.many = np.zeros(size, np.int64)
        self.ended = np.zeros((size, offered), np.int64)

    def play(
        self,
        seeds: Sequence[str],
        players: int,
        network: Network | None = None,
        options: Mapping[str, Any] | None = None,
        drawn: np.random.Generator | None = None,
    ) -> Notes:
        """A match from each seed, by a network or as the game itself plans; with a generator some are careless once."""
        n = self.size
        self._set_up(seeds, players, options)
        careless = np.zeros(n, np.int64)  # the round of the careless choice, 0 for none
        if drawn is not None:
            careless = np.where(drawn.random(n) < CARELESS, drawn.integers(1, LATEST, n), 0)
        rounds = np.zeros(n, np.int64)
        found: list[tuple[Numbers, Numbers, Numbers]] = []
        while True:
            self.kernel.offers(self.states, n, self.work, self.out, self.rows, self.many, self.ended)
            live = np.flatnonzero(self.many)
            if len(live) == 0:
                break
            rounds[live] += 1
            picked = self._judged(live, network)
            if drawn is not None:
                slips = live[careless[live] == rounds[live]]
                picked[slips] = drawn.integers(self.many[slips])
            kept = live[(self.ended[live, picked[live]] == 0) & (rounds[live] >= careless[live])]
            found.append((self.rows[kept, picked[kept]], kept, rounds[kept]))
            self.kernel.follow(self.states, n, self.work, self.many, picked)
        won = np.zeros(n, np.int64)
        self.kernel.results(self.states, n, won)
        rows, match, when = (np.concatenate(column) for column in zip(*found, strict=True))
        return Notes(rows, match, when, won == SHARE, rounds, np.full(n, players))

    def _set_up(self, seeds: Sequence[str], players: int, options: Mapping[str, Any] | None) -> None:
        """Matches with these seeds, as they can be set up again alone."""
        if len(seeds) != self.size:
            raise ValueError(f"{len(seeds)} seeds for {self.size} matches")
        start = self.game.before_setup(players, options, None)[0]
        for i in range(self.size):
            self.program.put(self.states, i, start)
        raw = b"".join(key_bytes(self.game.name, self.game.rules_version, seed) for seed in seeds)
        self.program.put_keys(self.states, np.frombuffer(raw, "<u4").astype(np.int64).reshape(self.size, 8))
        self.kernel.begin(self.states, self.size, self.work)

    def _judged(self, live: Numbers, network: Network | None) -> Numbers:
        """Which plan each match goes on by."""
        picked = np.zeros(self.size, np.int64)
        asked = live[self.many[live] > 1]
        if network is not None and len(asked):
            there = np.arange(self.rows.shape[1]) < self.many[asked][:, None]
            promised = np.full(there.shape, -np.inf, np.float32)
            promised[there] = network.answer(self.rows[asked][there])[1]
            picked[asked] = promised.argmax(1)
        return picked


def joined(parts: Sequence[Notes]) -> Notes:
    """The notes of several batches; matches are numbered on."""
    before = np.cumsum([0, *(part.matches for part in parts[:-1])])
    return Notes(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.match + first for part, first in zip(parts, before, strict=True)]),
        *(np.concatenate([getattr(part, name) for part in parts]) for name in ("round", "won", "rounds", "players")),
    )
