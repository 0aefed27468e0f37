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
    assert {folder.name for folder in (tmp_path / "compiled").iterdir()} == {
        f"lampions-{known}",
        f"lampions-{known}-changed",
    }
