"""Which tests run: all, those of `./test quick`, or those of `./test long` as well.

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
# `./test quick` leaves out tests that need a browser, a server, a database or a package index, that compile, or that
# take long.
NOT_QUICK = re.compile(
    r"tests/(web|server|plugins|batches|wasm)/"
    r"|tests/(cli/test_(commands|reports)|gorynich/test_planner|packaging/test_(lowest|release))\.py"
    r"|tests/(bots/test_arena|kernel/test_modes|play/test_preparing)\.py"
)
# These play many whole matches with the plain rules, start pytest again, or compile the examples of a page.
TAKES_LONG = re.compile(
    r"tests/(test_compliance|compliance/test_bites(_face)?|test_proof|\w+/test_(knowledge|board|oracle|properties|observation))"
    r"\.py|docs/(adapters|research)\.md"
)
NEEDS = re.compile(r'"compiled"|\bdatabases\b')


def is_quick(nodeid: str) -> bool:
    """Return whether `./test quick` runs a test."""
    module = nodeid.partition("::")[0]
    if NOT_QUICK.match(module) or TAKES_LONG.match(module):
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
    """Choose the tests."""
    asked_by_name = any("::" in argument for argument in config.args)
    if not sizes.LONG and not asked_by_name:
        deselect(config, items, lambda item: item.get_closest_marker("long") is not None)
    if config.getoption("quick"):
        deselect(config, items, lambda item: not is_quick(item.nodeid))
