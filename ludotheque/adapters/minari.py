"""Datasets in the form of Minari: `pip install 'ludotheque[minari]'`.

    from ludotheque.adapters import minari
    minari.convert("data/master", "ludotheque/lampions/master-v0")

An episode is a match as one seat saw it: a match of three players makes three. An observation has two parts,
`observation` (the numbers of `game.observation`, whole) and `action_mask`. The reward is the seat's share of the win,
given with its last decision. Minari wants one observation more than there are actions: the one after the last decision,
which no policy is asked about, is all 0.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.bots import dataset
from ludotheque.errors import BadInput, NotInstalled

try:
    import gymnasium
    import minari
except ImportError as error:
    raise NotInstalled("minari") from error

__all__ = ["convert"]

TOGETHER = 200  # episodes that are handed over at once
WHOLE = np.iinfo(np.int16)


def convert(folder: str | Path, name: str, *, progress: Callable[[float], None] = lambda done: None) -> Any:
    """Write a dataset of ours as Minari's `name`, and return that: a `MinariDataset`."""
    folder = Path(folder)
    facts = json.loads((folder / dataset.FILE).read_text(encoding="utf-8"))
    if name in minari.list_local_datasets():
        raise BadInput.at(name, 0, "", "is a dataset of Minari already; give another name, or delete that one")
    size = facts["observation"][-1]["stop"]
    spaces = {
        "observation_space": gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(WHOLE.min, WHOLE.max, (size,), np.int16),
                "action_mask": gymnasium.spaces.MultiBinary(facts["actions"]),
            }
        ),
        "action_space": gymnasium.spaces.Discrete(facts["actions"]),
    }
    waiting: list[Any] = []
    made: Any = None
    decisions = 0

    def hand_over() -> Any:
        warnings.simplefilter("ignore")  # about links and addresses, which whoever publishes a dataset gives
        if made is None:
            return minari.create_dataset_from_buffers(
                name,
                waiting,
                **spaces,
                algorithm_name=", ".join(facts["bots"]),
                author="The Ludothèque authors",
                description=(folder / dataset.CARD).read_text(encoding="utf-8"),
            )
        made.update_dataset_from_buffer(waiting)
        return made

    with warnings.catch_warnings():
        for number, episode in enumerate(dataset.episodes(folder)):
            waiting.append(_buffer(number, episode, f"{facts['seed']}/{int(episode['match'][0])}"))
            decisions += len(episode["action"])
            if len(waiting) == TOGETHER:
                made = hand_over()
                waiting = []
                progress(decisions / facts["decisions"])
        return hand_over() if waiting else made


def _buffer(number: int, episode: dataset.Shard, deal: str) -> Any:
    """An episode as Minari collects it."""
    after = {name: np.zeros_like(episode[name][:1]) for name in ("observation", "legal")}
    seen = {name: np.concatenate([episode[name], rows]) for name, rows in after.items()}
    n = len(episode["action"])
    return minari.data_collector.EpisodeBuffer(
        id=number,
        options={"seat": int(episode["seat"][0]), "deal": deal},
        observations={"observation": seen["observation"], "action_mask": seen["legal"].astype(np.int8)},
        actions=episode["action"].astype(np.int64),
        rewards=episode["reward"].astype(np.float64),
        terminations=episode["done"],
        truncations=np.zeros(n, np.bool_),
    )
