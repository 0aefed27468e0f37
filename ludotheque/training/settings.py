"""The settings of a training, and those that change during it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from ludotheque.errors import BadInput
from ludotheque.play.base import BaseGame

FILE = "training.toml"  # in a game's folder: its deviations from the defaults


@dataclass(frozen=True)
class Settings:
    """The settings of a training. `part` is always the part that is over, from 0 to 1."""

    game: str
    players: tuple[int, ...]
    seconds: float = 3600.0  # training time, without compiling
    device: str = "cuda"
    matches: int = 8192  # matches played at once
    steps: int = 32  # decisions of each match between two updates
    minibatch: int = 16384
    epochs: int = 2
    learning_rate: float = 7e-4
    last_learning_rate: float = 5e-5
    lam: float = 0.95  # lambda of generalised advantage estimation
    entropy: float = 0.03
    last_entropy: float = 0.004
    near: float = 0.9  # gamma at the beginning: a short horizon, so that the heuristic's changes count
    far: float = 0.995  # gamma at the end
    first_win_weight: float = 0.25  # the weight of a match's result at the beginning; from half-time on it is 1
    clip: float = 0.2
    kl: float = 0.012  # the target KL divergence of an update; the learning rate follows it
    pool: float = 0.2  # the share of matches with earlier versions of the network at the table
    pool_size: int = 8
    pool_seconds: float = 30.0  # seconds between two earlier versions
    rival: str = ""  # a checkpoint or network file that plays in all matches and does not learn
    start: str = ""  # a network file whose weights the training starts with
    imitate: tuple[str, ...] = ()  # datasets (bots/dataset.py) that are imitated first
    imitated_passes: int = 6  # passes over their decisions
    shaped: bool = True  # whether the heuristic shapes the rewards; otherwise only results count
    search: int = 0  # simulations of the search that the network learns from (training/expert.py); 0: none
    broad: int = 8  # actions that the search compares
    scale: float = 0.5  # weight of a win in that search, for each try, in logits
    deep: int = 8  # maximum depth of a try: all matches wait for the deepest
    noise: float = 1.0  # how random its actions are: 1 follows the policy
    kept: int = 1_500_000  # recent decisions that are learnt from
    looks: float = 6.0  # passes over each of them
    average: float = 0.99  # saved weights are a moving mean: this is the decay for each update
    channels: int = 64
    blocks: int | None = None
    hidden: int | None = None
    save_seconds: float = 60.0
    log_seconds: float = 15.0
    seed: int = 0
    compile: bool = True  # compile the network with torch.compile; only on a GPU
    threads: int = 1  # threads of the batch, on the CPU
    # Options of the tables; a training of plans draws them at random if none is set.
    options: Mapping[str, Any] = field(default_factory=dict)
    choices: tuple[str, ...] = ()  # the ready-made choices that seats bring, as decks; all if empty
    varied: tuple[str, ...] = ()  # options that are drawn for the drawn tables, as is what seats bring there
    drawn_tables: int = 0  # such tables; half of the matches are played at them

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


# A training that starts from a network uses the final settings, since the network knows what the heuristic knows.
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
