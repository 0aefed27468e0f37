"""The games in their fastest mode: one that can't be brought there keeps no other from it."""

from __future__ import annotations

import asyncio

import pytest

from ludotheque.server.games import modes


def test_a_game_that_fails_is_logged_and_played_plain(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def warm_up(name: str) -> None:
        if name == "kunitori":
            raise RuntimeError("no such war")

    monkeypatch.setattr(modes, "is_prepared", lambda game: game.name != "gwynt")
    monkeypatch.setattr(modes, "PREPARE", "import sys; sys.exit('no compiler here')")
    monkeypatch.setattr(modes, "warm_up", warm_up)
    here = modes.Modes()
    asyncio.run(here.prepare(["gwynt", "kunitori", "lampions"]))
    assert [here.game(name).mode for name in ("gwynt", "kunitori", "lampions")] == ["plain", "plain", "compiled"]
    first, second = [record for record in caplog.records if record.name == modes.__name__]
    assert first.getMessage() == "gwynt can't be compiled, and is played in plain mode"
    assert "no compiler here" in str(first.exc_info)
    assert second.getMessage().startswith("kunitori")
