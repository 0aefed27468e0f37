"""A dataset of ours as one of Minari holds the same."""

from __future__ import annotations

from pathlib import Path

import minari
import numpy as np
import pytest

from ludotheque.adapters.minari import convert
from ludotheque.bots import dataset
from ludotheque.bots.contest import Contest
from ludotheque.errors import BadInput

NAME = "ludotheque/lampions/greedy-v0"


@pytest.mark.parametrize("together", [4, 200])
def test_it_holds_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, together: int) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    monkeypatch.setattr("ludotheque.adapters.minari.TOGETHER", together)
    dataset.write(tmp_path / "ours", Contest("lampions", ("greedy",), 3, "data", mode="plain"), 5)
    convert(tmp_path / "ours", NAME)
    found = minari.load_dataset(NAME)
    episodes = list(dataset.episodes(tmp_path / "ours"))
    assert found.total_episodes == len(episodes) == 15
    for theirs, ours in zip(found.iterate_episodes(), episodes, strict=True):
        assert np.array_equal(theirs.observations["observation"][:-1], ours["observation"])
        assert np.array_equal(theirs.observations["action_mask"][:-1], ours["legal"])
        assert np.array_equal(theirs.actions, ours["action"])
        assert np.allclose(theirs.rewards, ours["reward"])
        assert theirs.terminations.tolist() == ours["done"].tolist()
        assert theirs.observations["observation"][0] in found.observation_space["observation"]
    with pytest.raises(BadInput, match="already"):
        convert(tmp_path / "ours", NAME)
