"""`ludotheque dataset`: a dataset for each game and level; what is there already is kept."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from ludotheque.bots import dataset as datasets
from ludotheque.bots.contest import Contest
from ludotheque.commands import dataset

from .conftest import Run


@pytest.fixture(autouse=True)
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play uncompiled; nothing has to be compiled."""
    monkeypatch.setattr(dataset, "prepare", lambda *given, **named: None)
    monkeypatch.setattr(dataset, "Contest", partial(Contest, mode="plain"))


def test_a_dataset_for_each_level_and_no_second_time(run: Run, tmp_path: Path) -> None:
    made = ("dataset", "make", str(tmp_path), "--games", "lampions", "--bots", "random,greedy", "--decisions", "20")
    ran = run(*made)
    assert ran.code == 0, ran.err
    for name in ("lampions-random", "lampions-greedy"):
        facts = json.loads((tmp_path / name / datasets.FILE).read_text("utf-8"))
        assert facts["decisions"] >= 20
        assert f"lampions-{facts['bots'][0]}" == name
    again = run(*made, "--json")
    assert json.loads(again.out) == {
        "written": [],
        "already_there": [str(tmp_path / "lampions-random"), str(tmp_path / "lampions-greedy")],
    }


def test_without_names_all_levels_of_all_games_are_meant(run: Run, tmp_path: Path, monkeypatch) -> None:
    asked: list[str] = []

    def write(folder: Path, contest: object, **named: object) -> datasets.Written:
        asked.append(folder.name)
        return datasets.Written(1, 100, 1)

    monkeypatch.setattr(datasets, "write", write)
    assert run("dataset", "make", str(tmp_path)).code == 0
    assert len(asked) == 5 * 5
    assert {"gwynt-novice", "gorynich-tactician", "lampions-master"} <= set(asked)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("make", "x", "--decisions", "0"), "0 can't be played; give at least one"),
        (("make", "x", "--bots", "deep"), "no bot is called 'deep'"),
        (("minari", "nowhere", "name"), "there is no such dataset"),
    ],
)
def test_what_makes_no_sense_is_refused(run: Run, given: tuple[str, ...], told: str) -> None:
    ran = run("dataset", *given)
    assert ran.code == 1
    assert told in ran.err
