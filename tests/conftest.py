"""The order of the tests: long files first.

`tests/proof.py` adds up what a run has proven.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import hypothesis
import pytest

import ludotheque as lt
from tests import sizes
from tests.proof import Proof

# The same examples every time, and no deadline. `./test long` draws new examples.
hypothesis.settings.register_profile("ludotheque", deadline=None, derandomize=not sizes.LONG)
hypothesis.settings.load_profile("ludotheque")

ROOT = Path(__file__).parent.parent
# These files come first, in this order, so that none of them is left alone at the end.
FIRST = (
    "tests/test_compliance.py",
    "tests/server/test_several.py",
    "tests/cli/test_reports.py",
    "tests/server/test_secrecy.py",
    "tests/server/test_every_game.py",
    "tests/compliance/test_bites.py",
    "tests/server/test_match_life.py",
    "tests/kernel/test_modes.py",
    "tests/play/test_preparing.py",
    "tests/bots/test_arena.py",
    "tests/plugins/test_packages.py",
    "tests/packaging/test_lowest.py",
    "tests/packaging/test_release.py",
)
# `./test quick` leaves out tests that need a browser, a server, a database or a package index, that compile, or that
# take long.
NOT_QUICK = re.compile(r"tests/(web|server|plugins|batches|wasm)/|tests/cli/test_commands|tests/gorynich/test_planner")
# These play many whole matches with the plain rules, start pytest again, or compile the examples of a page.
TAKES_LONG = re.compile(
    r"tests/(test_compliance|compliance/test_bites(_face)?|test_proof|\w+/test_(knowledge|board|oracle|properties|observation))"
    r"\.py|docs/(adapters|research)\.md"
)
NEEDS = re.compile(r'"compiled"|\bdatabases\b')


def is_quick(nodeid: str) -> bool:
    """Return whether `./test quick` runs a test."""
    module = nodeid.partition("::")[0]
    if NOT_QUICK.match(module) or TAKES_LONG.match(module) or module in FIRST:
        return False
    return not (module.endswith(".py") and NEEDS.search(source(module)))


@cache
def source(module: str) -> str:
    """Return the text of a test module."""
    return (ROOT / module).read_text(encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Register the plug-in that adds up what the run has proven."""
    config.pluginmanager.register(Proof(ROOT, tuple(lt.names())), "proof")


def pytest_collection_finish() -> None:
    """Exempt imported objects from garbage collection, which saves one CPU second in sixteen."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of `./test quick`."""
    parser.addoption("--quick", action="store_true", help="only tests without browser, database and compiler")


def deselect(config: pytest.Config, items: list[pytest.Item], which: Callable[[pytest.Item], bool]) -> None:
    """Remove tests from the run and report them as deselected."""
    config.hook.pytest_deselected(items=[item for item in items if which(item)])
    items[:] = [item for item in items if not which(item)]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose the tests and put long files first."""
    missing = [name for name in FIRST if not (ROOT / name).is_file()]
    assert not missing, f"tests/conftest.py lists files that do not exist: {', '.join(missing)}"
    asked_by_name = any("::" in argument for argument in config.args)
    if not sizes.LONG and not asked_by_name:
        deselect(config, items, lambda item: item.get_closest_marker("long") is not None)
    if config.getoption("quick"):
        deselect(config, items, lambda item: not is_quick(item.nodeid))
    order = {name: number for number, name in enumerate(FIRST)}
    items.sort(key=lambda item: order.get(item.nodeid.partition("::")[0], len(FIRST)))
