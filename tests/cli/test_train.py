"""`ludotheque train`: what it refuses before it begins; the training itself is tested in tests/training."""

from __future__ import annotations

import importlib.util
from typing import Any

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["lampions", "--players", "3,9"], "“3,9” is no list of numbers from 3 to 5"),
        (["lampions", "--minutes", "0"], "0.0 is not a number above 0"),
        (["lampions", "--against", "deep"], "no bot is called 'deep'"),
        (["lampions", "--start", "nowhere.npz"], "nowhere.npz: holds no network"),
        (["lampions", "--imitate", "nowhere"], "there is no such dataset"),
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
