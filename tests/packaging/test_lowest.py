"""The lower bounds of `pyproject.toml` were tried: with the lowest versions that they allow, everything runs."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.packaging.installing import ROOT, Installation, build, uv
from tests.packaging.playing import check_match, check_page
from tests.server import cellar


@pytest.fixture(scope="module")
def lowest(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """The package with the lowest versions of what it names, and what these bring along."""
    scratch = tmp_path_factory.mktemp("lowest")
    installed = Installation(scratch / "installed")
    pinned = scratch / "lowest.txt"
    wanted = ["--extra", "push", "--extra", "cluster", "--no-header", "--quiet", "--output-file", pinned]
    lowest = ["--resolution", "lowest-direct", "--only-binary", ":all:", "--python", installed.python]
    uv("pip", "compile", ROOT / "pyproject.toml", *lowest, *wanted)
    # Ray alone is as large as all the rest, and only the arena on a cluster needs it.
    kept = [line for line in pinned.read_text(encoding="utf-8").splitlines() if not line.startswith("ray==")]
    pinned.write_text("\n".join(kept), encoding="utf-8")
    installed.install("--no-deps", "--requirement", pinned, build("wheel", ROOT, scratch / "wheel"))
    return installed


def bounds() -> dict[str, str]:
    """The lower bound of each dependency, by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    found = [re.match(r"([\w-]+)(?:\[\w+\])?>=([\d.]+)", named) for named in (*project["dependencies"], *extras["push"])]
    return {match[1]: match[2] for match in found if match}


def test_every_dependency_has_a_lower_bound_and_it_is_what_is_tried(lowest):
    versions = lowest.versions()
    for name, bound in bounds().items():
        got = versions[name]
        assert got == bound or got.startswith(f"{bound}.0"), f"{name}>={bound} was to be tried, and {got} was installed"


def test_people_meet_and_play(lowest):
    with lowest.serving("--push", "mailto:somebody@example.org") as guest:
        check_page(guest)
        check_match(guest)
        assert guest.ask("GET", "/api/me/push")["key"]


def test_several_processes_share_a_database(lowest):
    with cellar.postgres() as database, cellar.redis() as channels:
        with lowest.serving("--database", database, "--channels", channels) as guest:
            check_match(guest)


def test_the_rules_compile_and_the_terminal_speaks(lowest):
    assert "LAM-01" in lowest.command("rules", "lampions")
    assert re.search(r"^ *6 +68 ", lowest.command("perft", "lampions", "--depth", "6"), re.MULTILINE)
