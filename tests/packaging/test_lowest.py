"""The lower bounds of `pyproject.toml` were tried: with the lowest versions that they allow, everything runs."""

from __future__ import annotations

import re
import sys
import tomllib

import pytest

from tests.packaging.installing import ROOT, Installation, build, run, uv
from tests.packaging.playing import check_match, check_page
from tests.server import databases

pytestmark = pytest.mark.long  # installs and compiles everything once more

OLDEST = (3, 11)
ADAPTERS = ("pettingzoo", "gymnasium", "openspiel")
EXTRAS = ("server", "push", "cluster", *ADAPTERS)
# Every adapter plays some decisions in what its framework's own tests look at first.
ADAPTED = """
import pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
from ludotheque.adapters import gymnasium, openspiel, pettingzoo
api_test(pettingzoo.env("lampions", mode="plain"), num_cycles=30)
check_env(gymnasium.env("lampions", mode="plain"), skip_render_check=True)
pyspiel.random_sim_test(pyspiel.load_game("ludotheque_lampions", {"mode": "plain"}), 1, True, False)
"""


@pytest.fixture(scope="module")
def lowest(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """The package with the lowest versions of what it names, and what these bring along."""
    scratch = tmp_path_factory.mktemp("lowest")
    installed = Installation(scratch / "installed")
    pinned = scratch / "lowest.txt"
    # On the oldest Python these are the bounds themselves; for a newer one there may be wheels of later versions only.
    low = ["--resolution", "lowest-direct", "--only-binary", ":all:", *(f"--extra={extra}" for extra in EXTRAS)]
    told = ("--python", installed.python, "--no-header", "--quiet", "--output-file", pinned)
    uv("pip", "compile", ROOT / "pyproject.toml", *low, *told)
    # Ray alone is as large as all the rest, and only the arena on a cluster needs it.
    kept = [line for line in pinned.read_text(encoding="utf-8").splitlines() if not line.startswith("ray==")]
    pinned.write_text("\n".join(kept), encoding="utf-8")
    installed.install("--no-deps", "--requirement", pinned, build("wheel", ROOT, scratch / "wheel"))
    return installed


def declared() -> dict[str, tuple[int, ...] | None]:
    """The lower bound of everything that runs play at a table, by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    named = [*project["dependencies"], *extras["server"], *extras["push"]]
    named += [text for extra in ADAPTERS for text in extras[extra]]
    found = {re.split(r"[^\w-]", text)[0]: re.search(r">=([\d.]+)", text) for text in named}
    return {name: numbers(match[1]) if match else None for name, match in found.items()}


def numbers(version: str) -> tuple[int, ...]:
    """A version, to be compared."""
    return tuple(map(int, re.findall(r"\d+", version)))


def test_every_dependency_has_a_lower_bound_and_what_is_tried_is_as_low_as_can_be(lowest):
    versions = lowest.versions()
    for name, bound in declared().items():
        assert bound is not None, f"{name} has no lower bound"
        tried = numbers(versions[name.replace("_", "-")])
        if sys.version_info[:2] == OLDEST:
            assert tried[: len(bound)] == bound, f"{name}>={bound}: {versions[name]} was installed"
        else:
            assert tried >= bound


def test_people_meet_and_play(lowest):
    with lowest.serving("--push", "mailto:somebody@example.org") as guest:
        check_page(guest)
        check_match(guest)
        assert guest.ask("GET", "/api/me/push")["key"]


def test_several_processes_share_a_database(lowest):
    with (
        databases.postgres() as database,
        databases.redis() as channels,
        lowest.serving("--database", database, "--channels", channels) as guest,
    ):
        check_match(guest)


def test_the_adapters_pass_the_tests_of_their_frameworks(lowest):
    run([lowest.python, "-W", "ignore", "-c", ADAPTED], lowest.folder, **lowest.environment)


def test_the_rules_compile_and_the_terminal_speaks(lowest):
    assert "LAM-01" in lowest.command("rules", "lampions")
    assert re.search(r"^ *6 +68 ", lowest.command("perft", "lampions", "--depth", "6"), re.MULTILINE)
