"""Compiling ahead: all entry points end up in the cache, with the help of a second process or without it."""

from pathlib import Path

import pytest

from ludotheque.kernel import is_warm
from ludotheque.play import preparing
from ludotheque.play.game import Game


@pytest.mark.parametrize(
    "help_from",
    [
        pytest.param(preparing.OTHER_PROCESS, id="helped"),
        pytest.param("raise SystemExit(1)", id="alone", marks=pytest.mark.long),
    ],
)
def test_every_entry_point_is_compiled(help_from: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    monkeypatch.setattr(preparing, "OTHER_PROCESS", help_from)
    monkeypatch.setattr("ludotheque.kernel.modes._loaded", {})  # what this process has compiled before is not asked
    game = Game("ludotheque.skeleton.kuhn", "compiled")
    assert not is_warm(game.package)
    told: list[float] = []
    game.prepare(told.append)
    entry_points = {file.name.split("-")[0] for file in tmp_path.rglob("*.nbi")}
    wanted = ["rekey", "setup", "pending_decision", "forbidden", "legal", "turn", "redeal", "playout", "share", "score"]
    assert {f"driver.{entry_point}" for entry_point in wanted} <= entry_points
    assert is_warm(game.package)
    assert told[0] == 0.0
    assert told[-1] == 1.0
    assert told == sorted(told)
    monkeypatch.setattr("subprocess.Popen", None)  # once all is there, nobody is asked to help
    game.prepare()
