"""How the tests are shared out among workers: what takes long comes first, and no two compile the same rules.

What a run has proven is added up by `tests/proof.py`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

import ludotheque as lt
from tests.proof import Proof

# Modules that compile much of a game: together on one worker, with the check that does so as well.
COMPILING = {"tests/gwynt/test_rules_properties.py": "gwynt", "tests/kunitori/test_bots.py": "kunitori"}
COMPLIES = re.compile(r"tests/test_compliance\.py::test_game_complies\[(?P<game>\w+)-(?P<check>\w+)\]")
# Whatever is here begins before all else, in this order; a worker that is done takes the next.
LONG = (
    "compiled kunitori",
    "compiled gwynt",
    "tests/server/test_several.py",
    "tests/cli/test_reports.py",
    "compiled gunkimono",
    "compiled gorynich",
    "compiled lampions",
    "tests/server/test_secrecy.py",
    "tests/server/test_every_game.py",
    "tests/compliance/test_bites.py",
    "tests/server/test_match_life.py",
    "tests/kernel/test_modes.py",
    "tests/play/test_preparing.py",
    "tests/bots/test_tournament.py",
)


def share(nodeid: str) -> str:
    """What a test belongs to: all of one share is run by one worker. A module, in general."""
    module = nodeid.partition("::")[0]
    if module in COMPILING:
        return f"compiled {COMPILING[module]}"
    found = COMPLIES.match(nodeid)
    if found:
        return f"compiled {found['game']}" if found["check"] == "check_modes" else nodeid
    return module


def pytest_configure(config: pytest.Config) -> None:
    """What the run has proven is added up in the end."""
    config.pluginmanager.register(Proof(Path(__file__).parent.parent, tuple(lt.names())), "proof")


class Shares(LoadScopeScheduling):  # type: ignore[misc]
    """Hands out share by share."""

    def _split_scope(self, nodeid: str) -> str:
        return share(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Shares | None:
    """Ours, where whole modules would be handed out."""
    return Shares(config, log) if config.getoption("dist") == "loadscope" else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long ones first; else one of them may be all that is left at the end."""
    order = {name: number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: order.get(share(item.nodeid), len(LONG)))
