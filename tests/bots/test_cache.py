"""Machine code is never kept under the name of other sources, even if those change while a program runs."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.kernel import load, modes


def test_sources_changed_under_a_running_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    package = lt.game("lampions").package
    load(package, "plain")
    known = modes.hash_when_loaded(package)
    monkeypatch.setattr(modes, "source_hash", lambda package: "changed")
    assert modes.cache_folder(package).name == f"lampions-{known}"
    program = modes.Program(package, "compiled")
    program.add("ludotheque.benchmarks_kernel")
    kept = f"bots-{modes.bots_hash()}"
    folder = modes.cache_folder(package)
    assert {place.name for place in folder.glob("bots-*")} == {f"{kept}-changed{modes.bots_hash()}"}


def test_a_change_in_the_bots_keeps_the_machine_code_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    package = lt.game("lampions").package
    rules, kept = modes.cache_folder(package), modes.bots_folder(package)
    monkeypatch.setattr(modes, "bots_hash_when_loaded", lambda: "other")
    assert modes.cache_folder(package) == rules
    assert modes.bots_folder(package) != kept
    assert modes.bots_folder(package).parent == rules
