"""`ludotheque prepare`: what it compiles beside the rules."""

from __future__ import annotations

from typing import Any

import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots.levels import search_settings_of
from ludotheque.commands import prepare


@pytest.mark.parametrize("name", ["kunitori", "gorynich"])
def test_every_level_has_decided_once_when_all_is_prepared(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A level that nobody asked is compiled at its first move: in Kunitori! the search, as its adept is a network.

    Rewards other than the result have a loop of their own, too.
    """
    asked: list[str] = []
    rewards: list[str] = []
    game = lt.game(name, "plain")

    def decide(bot: Any, pos: Any, seat: int) -> None:
        assert seat in pos.actors
        asked.append(bot.name)

    class Batch:
        """Compiles nothing."""

        def __getattr__(self, name: str) -> Any:
            return lambda *given, **named: None

    def begin(*given: Any, reward: str = "share", **named: Any) -> Batch:
        rewards.append(reward)
        return Batch()

    monkeypatch.setattr(type(game), "prepare", lambda self: None)
    monkeypatch.setattr("ludotheque.bots.simulation.prepare", lambda game: None)
    monkeypatch.setattr(lt, "batch", begin)
    monkeypatch.setattr(bots, "decide", decide)
    prepare.prepare(game)
    assert asked == []
    prepare.prepare(game, everything=True)
    assert asked == [bots.make(level, 0, game).name for level in search_settings_of(game).ladder]
    assert rewards == ["share", "shaped"]
