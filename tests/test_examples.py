"""The examples run, in a short form, and show what they promise. They play "compiled" rules."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
# Those that need PyTorch or JAX: ./test long installs them (packaging/test_train_extra.py, packaging/test_extras.py).
HEAVY, JAX = {"train_sb3.py", "train_torchrl.py", "ppo_torch.py"}, {"ppo_jax.py"}


def example(name: str) -> ModuleType:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_list_of_them_is_complete():
    listed = set(re.findall(r"^\| \[`(\w+\.py)`\]", (EXAMPLES / "README.md").read_text("utf-8"), re.MULTILINE))
    assert listed == {path.name for path in EXAMPLES.glob("*.py")}
    for name in HEAVY | JAX:
        compile((EXAMPLES / name).read_text("utf-8"), name, "exec")
    runner = (EXAMPLES.parent / "bench" / "examples.py").read_text("utf-8")
    assert all(f'"{name}"' in runner for name in HEAVY)
    assert all(name in (Path(__file__).parent / "packaging" / "test_extras.py").read_text("utf-8") for name in JAX)


def test_random_play(capsys: pytest.CaptureFixture[str]):
    assert example("random_play").main(["--decisions", "5000", "--matches", "100"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("5,000 decisions of lampions in ")
    assert int(re.findall(r"([\d,]+) matches came", told)[0].replace(",", "")) > 100


def test_read_position(capsys: pytest.CaptureFixture[str]):
    assert example("read_position").main() == 0
    told = capsys.readouterr().out
    assert "You do not hold that card. (LAM-04)" in told
    assert "world 2: " in told
    assert "of the win" in told


def test_evaluate(capsys: pytest.CaptureFixture[str]):
    assert example("evaluate").main(["--games", "9", "--mode", "plain"]) == 0
    told = capsys.readouterr().out
    assert len(re.findall(r"of 9 matches; fair is 33.3%", told)) == 6


def test_train():
    learnt = example("train")
    share, half = learnt.evaluate(learnt.train("lampions", rounds=8), "lampions", None, 900)
    assert share - half > 1 / 3, "it beats random play, surely"
