"""`ludotheque train`: what it refuses before it begins; the training itself is tested in tests/training."""

from __future__ import annotations

import importlib.util
import os
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.bots import network
from ludotheque.commands.train import choose_gpu
from tests.cli.conftest import Run

GWYNT = lt.game("gwynt", "plain")
NUMBERS = ("matches", "steps", "channels", "blocks", "hidden", "search")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["lampions", "--players", "3,9"], "“3,9” is not a list of numbers from 3 to 5"),
        (["lampions", "--minutes", "0"], "0.0 is not greater than 0"),
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
