"""The extras `jax` and `minari`: with them beside it the tests in `tests/extras` run, and so do the examples of PPO.

They are larger than what else `./test` installs, so these are long tests: they install them by themselves.
"""

from __future__ import annotations

import re

import pytest

from tests.packaging.installing import ROOT, Installation, build, run

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """The package with the extras, what the example names, and the tools of the tests."""
    scratch = tmp_path_factory.mktemp("extras")
    installed = Installation(scratch / "installed")
    wheel = build("wheel", ROOT, scratch / "wheel")
    installed.install("--requirement", ROOT / "requirements" / "test.txt")
    installed.install(f"ludotheque[jax,minari] @ {wheel.as_uri()}", "optax")
    return installed


def test_the_tests_of_the_extras_run(extended: Installation) -> None:
    told = run(
        [extended.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", ROOT / "tests" / "extras"],
        extended.folder,
        **extended.environment,
    )
    assert re.search(r"\d+ passed", told)
    assert "skipped" not in told


def test_the_example_of_jax_learns(extended: Installation) -> None:
    told = run(
        [extended.python, ROOT / "examples" / "ppo_jax.py", "--seconds", "60"], extended.folder, **extended.environment
    )
    assert len(re.findall(r"of the win", told)) >= 10
