"""Judge a decision from what its seat knew: the win chance of the move played and of the best alternatives.

Every world is redealt for the seat, so hidden cards have no influence. A first look compares all moves by a search; a
second one measures the move played against the best ones found, in fresh worlds, pair by pair, until the difference is
clear. The best of many noisy values looks too good: that is why the second look uses other worlds than the first.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ludotheque.bots.levels import search_settings_of
from ludotheque.bots.network import Network, has_network, network_of, observations, outlook_of
from ludotheque.bots.network_bot import liked_best
from ludotheque.bots.policy import optional_module
from ludotheque.bots.searcher import Searcher
from ludotheque.kernel import Program
from ludotheque.play.base import BaseGame
from ludotheque.play.seeds import key_words

MOST_SIMS = 4096  # room for the tree of one search
ROUND = 16  # worlds between two tests of the difference
MOST_WORLDS = 320
CLEAR = 0.01  # a smaller standard error than this is not needed
INACCURACY = 0.05


@dataclass(frozen=True)
class Look:
    """A first look at a decision: the moves ordered by their expected result, and the simulations spent."""

    moves: tuple[tuple[int, float], ...]
    sims: int

    def chance_of(self, action: int) -> float:
        """Return the win chance of a move; for a move that was never compared, the lowest of the others."""
        return next((chance for one, chance in self.moves if one == action), self.moves[-1][1])


@dataclass(frozen=True)
class Comparison:
    """Two moves measured in the same fresh worlds."""

    best: int
    chance: float  # of the best move
    played: float  # of the move played
    loss: float  # never below 0
    error: float  # standard error of the difference
    worlds: int
    sims: int
    gains: Mapping[str, float] = field(default_factory=dict)  # advantages of the better move where the worlds end


Read = Callable[[Program, Any, int, int, int], float]


def _own_points(program: Program, states: Any, i: int, seat: int, players: int) -> float:
    return int(program.entry_points.score(states, i, seat))


def _rival_points(program: Program, states: Any, i: int, seat: int, players: int) -> float:
    return max(int(program.entry_points.score(states, i, other)) for other in range(players) if other != seat)


def _hand(program: Program, states: Any, i: int, seat: int) -> float:
    return int((states[i].count if program.mode == "plain" else states["count"][i])[seat])


def _own_cards(program: Program, states: Any, i: int, seat: int, players: int) -> float:
    return _hand(program, states, i, seat)


def _rival_cards(program: Program, states: Any, i: int, seat: int, players: int) -> float:
    return _hand(program, states, i, 1 - seat)


READS: Mapping[str, Read] = {
    "points": _own_points,
    "rival_points": _rival_points,
    "rounds": _own_points,  # in games whose points are the rounds won …
    "rival_rounds": _rival_points,
    "knights": _own_points,  # … or the knights burnt
    "cards": _own_cards,
    "rival_cards": _rival_cards,
}


def measures_of(game: BaseGame) -> dict[str, Read]:
    """Return the measures at the end of a world that explain a gain: names of `review.reason`, and functions.

    A game may name some of these in its optional `review.py` (`MEASURES`), and add functions of its own (`READS`).
    """
    usual = ("points",) if game.declaration.together else ("points", "rival_points")
    module = optional_module(f"{game.package}.review")
    reads = {**READS, **getattr(module, "READS", {})}
    return {name: reads[name] for name in getattr(module, "MEASURES", usual)}


class Judge:
    """Judges decisions of one game in one mode. One thread uses it at a time."""

    def __init__(self, game: BaseGame, program: Program, players: int) -> None:
        self.game, self.program, self.players = game, program, players
        self.searcher = Searcher(game, program, MOST_SIMS)
        self.states, self.work = program.states(1), program.workspaces(1)

    @cached_property
    def network(self) -> Network | None:
        """The network of the game, if it plays at such a table."""
        settings = search_settings_of(self.game)
        asks = bool(settings.networks) and has_network(self.game) and outlook_of(self.game) is None
        return network_of(self.game) if asks and settings.plays_network(self.players) else None

    def first_look(self, state: Any, seat: int, seed: object, sims: int) -> Look:
        """Evaluate all moves of a seat with a number of simulations."""
        self._hand_over(state, seat, seed)
        key = key_words("review", "look", seed)
        found = self.searcher.think(self._put, seat, key, max(16, sims), hurry=False)
        results = self.searcher.results(found)
        rows = [(row.action, min(1.0, max(0.0, result))) for row, result in zip(found, results, strict=True)]
        return Look(tuple(rows), self.searcher.sims)

    def favourite(self, seat: int) -> int | None:
        """Return the move that the network rates best in the given position; None if it can't play at such a table."""
        if self.network is None:
            return None
        n = self.program.legal(self.states, 0, self.work, 0, seat, self.searcher.out)
        rows = observations(self.program, 1, self.game.observation.size)
        self.program.entry_points.observe(self.states, 0, self.work, 0, seat, rows[0])
        return liked_best(self.network, rows, [int(action) for action in self.searcher.out[:n]])

    def compare(self, state: Any, seat: int, seed: object, played: int, better: int, most: int) -> Comparison:
        """Measure the move played against the best one found, and the network's favourite, in fresh worlds.

        It ends when the difference is clear, or after `most` simulations.
        """
        self._hand_over(state, seat, seed)
        liked = self.favourite(seat)
        actions = [played, better, *([liked] if liked is not None and liked not in (played, better) else [])]
        measures = measures_of(self.game)

        def measure(states: Any, i: int) -> list[float]:
            return [read(self.program, states, i, seat, self.players) for read in measures.values()]

        key = key_words("review", "compare", seed)
        worlds = self.searcher.try_in_worlds(self._put, seat, key, actions, measure)
        results: list[list[list[float]]] = []
        best, loss, error = 1, 0.0, math.inf
        most = max(most, 2 * ROUND * len(actions))
        while len(results) < MOST_WORLDS and (len(results) + ROUND) * len(actions) <= most:
            for _ in range(ROUND):
                results.append(next(worlds))
            best, loss, error = _difference(results)
            if is_clear(loss, error):
                break
        means = [[statistics.fmean(column) for column in zip(*rows)] for rows in zip(*results)]
        chance = min(1.0, max(0.0, means[best if loss > 0 else 0][0]))
        return Comparison(
            best=actions[best],
            chance=chance,
            played=min(chance, max(0.0, means[0][0])) if loss > 0 else chance,
            loss=max(0.0, loss),
            error=error,
            worlds=len(results),
            sims=len(results) * len(actions),
            gains={name: means[best][k] - means[0][k] for k, name in enumerate(measures, 1)},
        )

    def behind(self, state: Any, seat: int, seed: object, action: int, best: int, worlds: int) -> tuple[float, float]:
        """How far an action is behind the best one in so many fresh worlds, and the standard error of that."""
        rows = [one[1] - one[0] for one in self.in_worlds(state, seat, seed, [action, best], worlds)]
        return statistics.fmean(rows), statistics.stdev(rows) / math.sqrt(len(rows))

    def in_worlds(
        self, state: Any, seat: int, seed: object, actions: Sequence[int], worlds: int
    ) -> Iterator[list[float]]:
        """The result of each action in one fresh world after the other, the same ones for all."""
        self._hand_over(state, seat, seed)
        key = key_words("review", "worlds", seed)
        rows = self.searcher.try_in_worlds(self._put, seat, key, actions, lambda states, i: ())
        for _ in range(worlds):
            yield [result[0] for result in next(rows)]

    def _hand_over(self, state: Any, seat: int, seed: object) -> None:
        """Keep a redealt copy, so that nothing below gets what the seat can't know."""
        self.program.put(self.states, 0, state)
        key = key_words("review", "redeal", seed)
        self.program.entry_points.redeal(self.states, 0, self.work, 0, seat, *key)

    def _put(self, there: Any, i: int) -> None:
        self.program.put(there, i, self.program.fetch(self.states, 0))


def _difference(results: Sequence[Sequence[Sequence[float]]]) -> tuple[int, float, float]:
    """The best of the other moves (its index), its lead over the first move, and the standard error of that lead."""
    means = [statistics.fmean(world[k][0] for world in results) for k in range(len(results[0]))]
    best = max(range(1, len(means)), key=lambda k: (means[k], -k))
    ahead = [world[best][0] - world[0][0] for world in results]
    return best, statistics.fmean(ahead), statistics.stdev(ahead) / math.sqrt(len(ahead))


def is_clear(loss: float, error: float) -> bool:
    """Return whether more worlds could not change the verdict on a move."""
    return error < CLEAR or loss + 2 * error < INACCURACY or loss < -2 * error
