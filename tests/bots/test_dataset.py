"""Datasets: they contain the matches played, are the same for the same seed, and have a card that describes them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.bots import agents, dataset, network
from ludotheque.bots.contest import BotFailed, Contest, equal_seatings

CONTEST = Contest("lampions", ("greedy", "random", "random"), 3, "data", options={"rounds": 3}, mode="plain")
LAMPIONS = lt.game("lampions", "plain")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dataset") / "lampions"
    done = dataset.write(folder, CONTEST, 6, rotate=True)
    assert (done.matches, done.shards) == (6, 1)
    return folder


def test_it_holds_what_was_played(written):
    (shard,) = dataset.read(written)
    assert {name: array.dtype.name for name, array in shard.items()} == {
        name: "bool" if name == "legal" else dtype for name, dtype, _ in dataset.ARRAYS
    }
    for match in range(6):
        rows = np.flatnonzero(shard["match"] == match)
        assert shard["step"][rows].tolist() == list(range(len(rows)))
        last = {int(seat): int(row) for row, seat in zip(rows, shard["seat"][rows], strict=True)}
        assert np.flatnonzero(shard["done"][rows]).tolist() == sorted(row - rows[0] for row in last.values())
        pos = LAMPIONS.start(3, f"data/{match}", {"rounds": 3})
        for row in rows:
            seat = int(shard["seat"][row])
            assert (shard["observation"][row] == pos.observe(seat)).all()
            assert np.flatnonzero(shard["legal"][row]).tolist() == sorted(move.id for move in pos.moves(seat))
            assert shard["bot"][row] == (seat - match) % 3
            pos.play(int(shard["action"][row]), seat)
        outcome = pos.outcome()
        assert outcome is not None
        assert shard["share"][rows].tolist() == pytest.approx([outcome["shares"][seat] for seat in shard["seat"][rows]])


def test_episodes_are_matches_as_single_seats_saw_them(written):
    (shard,) = dataset.read(written)
    found = list(dataset.episodes(written))
    assert len(found) == 6 * 3
    assert sum(len(one["action"]) for one in found) == len(shard["action"])
    for episode in found:
        assert len({*zip(episode["match"].tolist(), episode["seat"].tolist(), strict=True)}) == 1
        assert (np.diff(episode["step"]) > 0).all()
        assert episode["done"].tolist() == [False] * (len(episode["done"]) - 1) + [True]
        assert episode["reward"].tolist() == [0.0] * (len(episode["done"]) - 1) + [float(episode["share"][0])]


def test_it_ends_with_the_match_that_reaches_a_number_of_decisions(written, tmp_path):
    (shard,) = dataset.read(written)
    first = int((shard["match"] < 2).sum())  # decisions of the first two matches
    done = dataset.write(tmp_path / "two", CONTEST, decisions=first, threads=3, rotate=True)
    assert (done.matches, done.decisions) == (2, first)
    done = dataset.write(tmp_path / "three", CONTEST, decisions=first + 1, rotate=True)
    assert done.matches == 3
    (again,) = dataset.read(tmp_path / "two")
    assert (again["action"] == shard["action"][:first]).all()


def test_the_same_seed_writes_the_same_files_on_any_number_of_threads(written, tmp_path):
    dataset.write(tmp_path, CONTEST, 6, threads=2, rotate=True)
    names = sorted(path.name for path in written.iterdir())
    assert names == ["README.md", "dataset.json", "shard-00000.npz"]
    assert [(written / name).read_bytes() for name in names] == [(tmp_path / name).read_bytes() for name in names]


def test_it_says_by_which_networks_bots_played(tmp_path):
    gwynt = lt.game("gwynt", "plain")
    contest = Contest("gwynt", ("network", "random"), 2, "data", mode="plain", seatings=equal_seatings(gwynt, {}, 2))
    dataset.write(tmp_path, contest, 1)
    digest = network.digest_of(gwynt)
    assert json.loads((tmp_path / "dataset.json").read_text())["networks"] == [digest, None]
    assert f"network (network {digest}), random" in (tmp_path / "README.md").read_text()


def test_a_bot_that_fails_writes_no_dataset(tmp_path, monkeypatch):
    """The greedy bot's decisions for it would be stored as its own."""

    def fail(*given):
        raise ZeroDivisionError

    monkeypatch.setattr(agents.GreedyAgent, "act", fail)
    with pytest.raises(BotFailed, match="greedy bot failed in 1 decisions"):
        dataset.write(tmp_path, Contest("lampions", ("greedy", "random", "random"), 3, mode="plain"), 2)


def test_shards_hold_whole_matches(tmp_path, monkeypatch):
    monkeypatch.setattr(dataset, "SHARD_BYTES", 2 * 203 * 20)
    done = dataset.write(tmp_path, CONTEST, 5)
    shards = list(dataset.read(tmp_path))
    assert len(shards) == done.shards > 1
    assert [match for shard in shards for match in np.unique(shard["match"])] == [0, 1, 2, 3, 4]


def test_a_card_says_what_it_is(written):
    facts = json.loads((written / dataset.FILE).read_text(encoding="utf-8"))
    assert (facts["game"], facts["rules"], facts["seed"]) == ("lampions", LAMPIONS.rules_version, "data")
    told = (written / dataset.CARD).read_text(encoding="utf-8")
    for part in LAMPIONS.observation.parts:
        assert f"| `{part.name}` | {part.start}–{part.stop - 1} |" in told
    for name, _, _ in dataset.ARRAYS:
        assert f"| `{name}` |" in told
    assert "greedy, random, random, going round" in told


def test_what_can_not_be_written_is_refused(written, tmp_path):
    with pytest.raises(lt.BadInput, match="holds a dataset already"):
        dataset.write(written, CONTEST, 1)
    with pytest.raises(lt.BadInput, match="2 bots are named for 3 seats"):
        dataset.write(tmp_path, Contest("lampions", ("greedy", "random"), 3, mode="plain"), 1)
    with pytest.raises(lt.BadInput, match="matches: 0 can't be played"):
        dataset.write(tmp_path, CONTEST, 0)
    with pytest.raises(lt.BadInput, match="how many matches or decisions"):
        dataset.write(tmp_path, CONTEST)
