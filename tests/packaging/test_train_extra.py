"""The extra `train`: with PyTorch beside them the tests of training run, and so do the examples that need it.

PyTorch is larger than everything else that `./test` installs, so only `./test long` installs it and runs these tests.
"""

from __future__ import annotations

import re

import pytest

from tests.packaging.installing import ROOT, Installation, build, run

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """The package with PyTorch, what its examples name, and the tools of the tests."""
    scratch = tmp_path_factory.mktemp("train")
    installed = Installation(scratch / "installed")
    wheel = build("wheel", ROOT, scratch / "wheel")
    installed.install("--requirement", ROOT / "requirements" / "test.txt")
    installed.install(f"ludotheque[train,pettingzoo] @ {wheel.as_uri()}", "torchrl")
    return installed


def test_the_tests_of_training_run(trained):
    quietly = ("-q", "-p", "no:cacheprovider", "-p", "no:randomly")
    told = run([trained.python, "-m", "pytest", *quietly, ROOT / "tests" / "training"], **trained.environment)
    assert re.search(r"\d+ passed", told)
    assert "skipped" not in told


def test_networks_trained_by_the_examples_beat_random_play(trained):
    told = run([trained.python, ROOT / "bench" / "examples.py"], trained.folder, **trained.environment)
    assert {"train_sb3.py", "train_torchrl.py", "ppo_torch.py"} <= set(re.findall(r"^(\w+\.py)", told, re.MULTILINE))
