"""Bots that play by a network: its preferred action, in a few milliseconds, or a search that it guides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ludotheque.bots.levels import CEILING, LEVELS, search_settings_of
from ludotheque.bots.look_ahead import LookAhead
from ludotheque.bots.network import Network, has_network, network_of, observations, outlook_of
from ludotheque.bots.plans import PlanJudge
from ludotheque.bots.policy import reasons_of
from ludotheque.bots.search import Search, program_for
from ludotheque.kernel import Program
from ludotheque.play.base import BaseGame
from ludotheque.play.moves import Move
from ludotheque.play.notation import Words
from ludotheque.play.position import Position
from ludotheque.play.seeds import key_words

NAME = "network"
FILE = f"{NAME}:"  # the bot `network:FILE` plays by the network in that file


class NetworkBot:
    """Plays by the network of its game, or by that of a file. It draws nothing: its seed changes nothing."""

    def __init__(self, seed: object = 0, name: str = NAME, path: Path | None = None) -> None:
        self.seed = seed
        self.name = name
        self.path = path
        """The file of its network; None for the game's own."""

    def choose(self, pos: Position, seat: int) -> Move:
        """The legal move that looks best, or begins the plan that does; a forced one is not thought about."""
        legal = [move.id for move in pos.moves(seat)]
        if len(legal) == 1:
            return Move(pos.game, legal[0])
        if outlook_of(pos.game) is not None:
            return Move(pos.game, planned(pos, seat, self.path)[0])
        program = program_for(pos)
        states, rows = program.states(1), observations(program, 1, pos.game.observation.size)
        program.put(states, 0, pos.state)
        program.entry_points.observe(states, 0, program.workspaces(1), 0, seat, rows[0])
        return Move(pos.game, liked_best(network_of(pos.game, self.path), rows, legal))

    def explain(self, pos: Position, seat: int) -> Words | None:
        """The reason for its plan, if it plans."""
        return reason_for(pos, seat, self.path)


class NetworkLevel:
    """A level played by the network of a game: it tries its best actions a number of times and compares the results.

    At tables of more players than the game says, the search plays it.
    """

    def __init__(self, name: str, tries: int, seed: object = 0, seconds: float | None = None) -> None:
        self.name, self.tries, self.seed = name, tries, seed
        self.seconds = CEILING[name] if seconds is None else seconds

    @property
    def is_level(self) -> bool:
        """Whether it is one of the levels; `tries:N` looks ahead at every table."""
        return self.name in LEVELS

    def broad_in(self, program: Program) -> int:
        """Return how many plans it compares a round later; 0 in plain mode, where that would take too long."""
        return 0 if program.mode == "plain" else self.tries

    def choose(self, pos: Position, seat: int) -> Move:
        """The action that turned out best."""
        game, program = pos.game, program_for(pos)
        if outlook_of(game) is not None:
            return Move(game, planned(pos, seat, broad=self.broad_in(program), seconds=self.seconds)[0])
        if self.is_level and not search_settings_of(game).plays_network(pos.players):
            return Search(self.name, self.seed, seconds=self.seconds).choose(pos, seat)
        settings = search_settings_of(game)
        look_ahead = LookAhead(game, program, settings.look_ahead)
        key = key_words("network level", self.seed, seat, pos.plies_seen(seat))
        put = partial(program.put, state=pos.state)
        return Move(game, look_ahead.think(put, seat, key, self.tries, self.seconds, settings.temperature(self.name)))

    def explain(self, pos: Position, seat: int) -> Words | None:
        """The reason for its plan, if it plans."""
        return reason_for(pos, seat, broad=self.broad_in(program_for(pos)))


def planned(
    pos: Position, seat: int, path: Path | None = None, broad: int = 0, seconds: float = math.inf
) -> tuple[int, Any]:
    """The action by the plan that the network likes best, and where that plan leads."""
    program = program_for(pos)
    judge = PlanJudge(pos.game, program, network_of(pos.game, path))
    action = judge.think(partial(program.put, state=pos.state), seat, broad, seconds)
    return action, judge.end


def reason_for(pos: Position, seat: int, path: Path | None = None, broad: int = 0) -> Words | None:
    """The reason for a network's plan: key and parameters of a sentence, if the game has one."""
    reasons = reasons_of(pos.game)
    if outlook_of(pos.game) is None or reasons is None:
        return None
    told: Words = reasons.explain_plan(pos, *planned(pos, seat, path, broad))
    return told


def network_levels(game: BaseGame) -> dict[str, int]:
    """The levels that a game's network plays, and their tries: none if it has no network for its rules and cards."""
    levels = dict(search_settings_of(game).networks)
    return levels if levels and has_network(game) else {}


def liked_best(network: Network, rows: Any, legal: Sequence[int]) -> int:
    """The legal action with the highest logit for the one observation; of equals the one with the lowest number."""
    logits = network.answer(rows)[0][0]
    return max(legal, key=lambda action: (float(logits[action]), -action))
