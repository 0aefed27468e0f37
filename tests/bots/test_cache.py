"""Machine code is never kept under the name of other sources, even if those change while a program runs."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.kernel import cache, load, modes, sources

BOTS = "ludotheque.bots"
PACKAGE = lt.game("lampions").package


def test_sources_changed_under_a_running_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    load(PACKAGE, "plain")
    known = cache.hash_when_loaded(PACKAGE)
    monkeypatch.setattr(sources, "game_hash", lambda package: "changed")
    assert cache.cache_folder(PACKAGE).name == f"lampions-{known}"
    program = modes.Program(PACKAGE, "compiled")
    program.add("ludotheque.bots.policy_kernel")
    added = sources.added_hash(BOTS)
    folders = {place.name for place in cache.cache_folder(PACKAGE).glob("bots-*")}
    assert folders == {f"bots-{added}-changed{added}"}


def test_a_change_in_the_bots_keeps_the_machine_code_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, kept = cache.cache_folder(PACKAGE), cache.added_folder(PACKAGE, BOTS)
    monkeypatch.setattr(cache, "added_when_loaded", lambda package: "other")
    assert cache.cache_folder(PACKAGE) == rules
    assert cache.added_folder(PACKAGE, BOTS) != kept
    assert cache.added_folder(PACKAGE, BOTS).parent == rules


def test_the_hash_sees_kernel_land_and_what_it_imports_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "some_bots"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "thinking.py").write_text(
        "from ludotheque.kernel import kernel\nfrom some_bots.numbers import DEPTH\n", encoding="utf-8"
    )
    (package / "numbers.py").write_text("DEPTH = 3\n", encoding="utf-8")
    (package / "arena.py").write_text("from some_bots.thinking import DEPTH\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    before = sources.added_hash("some_bots")
    hashes = {}
    for name in ("arena", "numbers", "thinking"):
        with (package / f"{name}.py").open("a", encoding="utf-8") as stream:
            stream.write("# changed\n")
        hashes[name] = sources.added_hash("some_bots")
    assert hashes["arena"] == before
    assert len({before, hashes["numbers"], hashes["thinking"]}) == 3


def test_a_module_works_with_the_modules_of_the_game_that_runs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "adding"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "looking.py").write_text(
        "from ludotheque.kernel import entry_point\nfrom ludotheque.kernel.game import heuristic, rules, wings\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    program = load(PACKAGE, "plain")
    added = program.add("adding.looking")
    assert added.rules is program.module(f"{PACKAGE}.rules")
    assert added.heuristic is program.module(f"{PACKAGE}.heuristic")
    assert added.wings is None
