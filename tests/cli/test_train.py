"""`ludotheque train`: what it refuses before it begins; the training itself is tested in tests/training."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.bots import network
from ludotheque.commands import train
from ludotheque.commands.session import Session
from ludotheque.commands.train import choose_gpu
from tests.cli.conftest import Run

GWYNT = lt.game("gwynt", "plain")
NUMBERS = ("matches", "steps", "channels", "blocks", "hidden", "search")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["lampions", "--players", "3,9"], "“3,9” is not a list of numbers from 3 to 5"),
        (["lampions", "--minutes", "0"], "--minutes: 0 is not greater than 0"),
        (["lampions", "--against", "deep"], "no bot is called 'deep'"),
        (["lampions", "--start", "nowhere.npz"], "nowhere.npz: holds no network"),
        (["lampions", "--start", str(network.file_of(GWYNT))], "was made for gwynt"),
        (["lampions", "--imitate", "nowhere"], "there is no such dataset"),
        (["lampions", "--rival", "nowhere.pt"], "there is no such file"),
        (["lampions", "--rival", str(network.file_of(GWYNT))], "was made for gwynt"),
        (["lampions", "--rival", __file__, "--search", "8"], "--rival and --search can't be combined"),
        (["gorynich", "--search", "8"], "judges plans and learns from its own matches"),
        *((["lampions", f"--{name}", "0"], "0 is not greater than 0") for name in NUMBERS),
    ],
)
def test_what_makes_no_sense_is_refused(run: Run, given: list[str], told: str) -> None:
    ran = run("train", *given)
    assert ran.code == 1
    assert told in ran.err


def test_without_pytorch_it_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec

    def found(name: str, package: str | None = None) -> Any:
        return None if name == "torch" else find(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", found)
    ran = run("train", "lampions")
    assert ran.code == 1
    assert "pip install 'ludotheque[train]'" in ran.err


@pytest.mark.parametrize(
    ("rank", "seen", "own"),
    [("1", None, "1"), ("1", "4,7", "7"), ("2", "4,7", ""), (None, "4,7", "4,7")],
)
def test_each_of_several_processes_sees_its_own_gpu(
    monkeypatch: pytest.MonkeyPatch, rank: str | None, seen: str | None, own: str
) -> None:
    for name, value in (("LOCAL_RANK", rank), ("CUDA_VISIBLE_DEVICES", seen)):
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, value)
    monkeypatch.setattr(os, "environ", dict(os.environ))  # what is set here is forgotten
    choose_gpu()
    assert os.environ["CUDA_VISIBLE_DEVICES"] == own


class Learner:
    """Stands for a training: it keeps its settings, and has learnt at once."""

    settings: Any = None
    over = False

    def __init__(self, settings: Any, folder: Path) -> None:
        type(self).settings, self.folder = settings, folder
        self.processes = SimpleNamespace(first=True, end=lambda: None)
        self.amount = {"seconds": 90.0, "decisions": 4096}
        self.curves = SimpleNamespace(close=lambda: None)
        self.is_over = type(self).over

    def run(self) -> Path:
        (self.folder / "evaluation.jsonl").write_text('{"against": "greedy", "share": 0.5}\n', encoding="utf-8")
        return self.folder / network.FILE


@pytest.fixture
def learner(monkeypatch: pytest.MonkeyPatch) -> type[Learner]:
    """The command with a training that needs no PyTorch."""
    monkeypatch.setattr(Session, "need", lambda *_: None)
    monkeypatch.setattr(train, "check_device", lambda *_: None)
    monkeypatch.setattr(Learner, "over", False)
    beside = SimpleNamespace(join=lambda: None)
    run = SimpleNamespace(Training=Learner, evaluator=lambda *_: beside)
    monkeypatch.setitem(sys.modules, "ludotheque.training.run", run)
    monkeypatch.setitem(sys.modules, "ludotheque.training.plans", SimpleNamespace(PlanTraining=Learner))
    return Learner


def test_options_and_presets_reach_the_training(run: Run, learner: type[Learner], tmp_path: Path) -> None:
    begin = ("train", "gwynt", "--device", "cpu", "--out", str(tmp_path))
    assert run(*begin, "--preset", "witcher3", "--option", "expansions=true").code == 0
    options = learner.settings.options
    assert (options["horn_unit_spares_itself"], options["expansions"]) == (True, True)
    assert run(*begin).code == 0
    assert not learner.settings.options.get("expansions")
    for wrong in (("--preset", "nonsense"), ("--option", "nonsense=1")):
        refused = run(*begin, *wrong)
        assert (refused.code, "nonsense" in refused.err) == (1, True)


def test_a_program_is_told_what_was_trained(run: Run, learner: type[Learner], tmp_path: Path) -> None:
    begin = ("train", "lampions", "--device", "cpu", "--out", str(tmp_path), "--json")
    trained = run(*begin)
    told = json.loads(trained.out)
    assert (told["trained"], told["decisions"], told["file"]) == (True, 4096, str(tmp_path / network.FILE))
    assert told["evaluation"] == [{"against": "greedy", "share": 0.5}]
    learner.over = True
    again = json.loads(run(*begin).out)
    assert (again["trained"], again["evaluation"]) == (False, told["evaluation"]), "nothing was done, and it says so"
    said = run(*begin[:-1])
    assert (said.code, "Trained" in said.out) == (0, False)
