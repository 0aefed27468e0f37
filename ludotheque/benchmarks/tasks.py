"""The tasks of the benchmark Ludothèque-5: settings, held-out seeds, opponents and metrics, fixed once and for all.

A task is a list of rounds; a round seats an agent as guest among hosts that are bots of ours, or lets it play with
itself. Seeds begin with `HELD_OUT`: whoever trains draws from others. A change of a task changes `VERSION`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludotheque.errors import BadInput

NAME, VERSION = "Ludothèque-5", 1
HELD_OUT = "ludotheque-5/held out"
ITSELF = "itself"  # instead of hosts: the agent in every seat
SOURCE = tomllib.loads((Path(__file__).parent / "tasks.toml").read_text(encoding="utf-8"))
DECKS: Mapping[str, list[str]] = SOURCE["decks"]  # lists of ready-made decks, by name


@dataclass(frozen=True)
class Round:
    """Matches of one kind: how many play, the hosts, what the seats bring."""

    players: int
    hosts: str
    seatings: tuple[tuple[Mapping[str, Any], ...], ...] = ((),)

    @property
    def name(self) -> str:
        """Return the name of its figures."""
        return f"{self.players} players, {'with' if self.hosts == ITSELF else 'among'} {self.hosts}"


@dataclass(frozen=True)
class Task:
    """One task: what it asks of an agent, and how that is measured."""

    name: str
    about: str
    game: str
    metric: str
    rounds: tuple[Round, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    matches: int = 400  # matches in each round
    budget: str = "10 million decisions, or 24 hours of one GPU, or 24 hours of one core"
    seconds: float = 2.0  # for a decision
    exact: bool = False  # exploitability, computed: of the deals of a game, or of `positions`
    positions: tuple[str, ...] = ()
    response: bool = False  # an approximate best response is the guest, and the agent its host

    @property
    def in_a_process(self) -> bool:
        """Whether an agent of somebody else plays in a process of its own: everywhere but where it is studied."""
        return not (self.exact or self.response)


def _seatings(lists: Sequence[str]) -> tuple[tuple[Mapping[str, Any], ...], ...]:
    """Return the decks of the seats: every pair of different decks of these lists; empty without a list."""
    names = [name for one in lists for name in DECKS[one]]
    pairs = tuple(({"deck": mine}, {"deck": theirs}) for mine in names for theirs in names if mine != theirs)
    return pairs or ((),)


def _task(told: Mapping[str, Any]) -> Task:
    """A task as `tasks.toml` describes it."""
    rounds = tuple(Round(one["players"], one["hosts"], _seatings(one.get("decks", ()))) for one in told["rounds"])
    about = told["about"].format(training=", ".join(DECKS["training"]))
    positions = tuple(told.get("positions", ()))
    return Task(**{**told, "about": about, "rounds": rounds, "positions": positions})


TASKS = {told["name"]: _task(told) for told in SOURCE["task"]}


def task_named(name: str) -> Task:
    """The task of that name."""
    if name not in TASKS:
        raise BadInput.at("task", 0, "", f"{name!r} is none of {', '.join(TASKS)}")
    return TASKS[name]
