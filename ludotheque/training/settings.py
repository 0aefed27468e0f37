"""The settings of a training, and those that change during it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from typing import Any

from ludotheque.errors import BadInput
from ludotheque.play.base import BaseGame

FILE = "training.toml"  # in a game's folder: what its trainings do otherwise than usual


@dataclass(frozen=True)
class Settings:
    """The settings of a training. `part` is always the part that is over, from 0 to 1."""

    game: str
    players: tuple[int, ...]
    seconds: float = 3600.0  # of training, compiling not counted
    device: str = "cuda"
    matches: int = 8192  # played at once
    steps: int = 32  # decisions in each of them between two lessons
    minibatch: int = 16384
    epochs: int = 2
    learning_rate: float = 7e-4
    last_learning_rate: float = 5e-5
    lam: float = 0.95  # of generalised advantage estimation
    entropy: float = 0.03
    last_entropy: float = 0.004
    near: float = 0.9  # gamma at first: a short horizon, so that the heuristic's opinion of a change counts
    far: float = 0.995  # gamma in the end
    first_win_weight: float = 0.25  # how much the end of a match counts as it was at first: from half-time on, wholly
    clip: float = 0.2
    kl: float = 0.012  # the change of the policy that a lesson should make: the learning rate follows it
    pool: float = 0.2  # the part of the matches in which earlier selves sit at the table
    pool_size: int = 8
    pool_seconds: float = 30.0  # how often the network of the moment joins them
    rival: str = ""  # a checkpoint or a network file: as its bot plays, it sits in all matches and learns nothing
    start: str = ""  # a network file: its weights are those of the beginning
    imitate: tuple[str, ...] = ()  # datasets (bots/dataset.py): what was done there is learnt before anything is played
    imitated_passes: int = 6  # how often each of their decisions is looked at
    shaped: bool = True  # whether the heuristic's opinion counts on the way; else nothing but the result does
    search: int = 0  # simulations of a search in every decision: what it finds is learnt (training/expert.py); 0: none
    broad: int = 8  # actions that it compares, at most
    scale: float = 0.5  # what a whole win counts there for each try, in logits
    deep: int = 8  # decisions that a try goes down, at most: all matches wait for the deepest
    noise: float = 1.0  # how far chance decides what is tried and played there: 1 is as often as the policy says
    kept: int = 1_500_000  # decisions that are learnt from: the last ones
    looks: float = 6.0  # how often each of them is looked at
    average: float = 0.99  # what is saved is the mean of the weights: a lesson counts so much less than the next one
    channels: int = 64
    blocks: int | None = None
    hidden: int | None = None
    save_seconds: float = 60.0
    log_seconds: float = 15.0
    seed: int = 0
    compile: bool = True  # the network, by torch.compile; only on a GPU
    threads: int = 1  # of the batch, on the CPU

    def gamma(self, part: float) -> float:
        """The discount factor: small at first, then growing."""
        over = min(1.0, max(0.0, (part - 0.25) / 0.55))
        return 1 - (1 - self.near) * ((1 - self.far) / (1 - self.near)) ** over

    def win_weight(self, part: float) -> float:
        """The weight of the actual result of a match relative to the heuristic's estimate."""
        return min(1.0, self.first_win_weight + (1 - self.first_win_weight) * part / 0.5)

    def rate(self, part: float) -> float:
        """The learning rate."""
        return self.learning_rate + (self.last_learning_rate - self.learning_rate) * part

    def entropy_weight(self, part: float) -> float:
        """The weight of the policy's entropy."""
        return self.entropy + (self.last_entropy - self.entropy) * part


# A training that starts from a network begins where others end: it knows what the heuristic knows.
FROM_A_NETWORK: dict[str, Any] = {"first_win_weight": 1.0, "learning_rate": 3e-4, "entropy": 0.01}


def own_settings(game: BaseGame) -> dict[str, Any]:
    """The settings in a game's `training.toml`: fields of Settings; empty for a game without such a file."""
    path = game.folder / FILE
    if not path.is_file():
        return {}
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    known = {one.name for one in fields(Settings)} - {"game"}
    for name in found:
        if name not in known:
            raise BadInput.at(f"{game.name}/{FILE}", 0, name, f"unknown; expected {', '.join(sorted(known))}")
    return {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}
