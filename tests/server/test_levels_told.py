"""What the page says of the strength of levels is what was measured."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.bots.levels import search_settings_of
from ludotheque.play import registry
from ludotheque.server.games import levels
from ludotheque.server.ratings import services

STORE = Path(__file__).parents[2] / "bench" / "strength.toml"
GAMES = [game.name for game in registry.games() if not game.declaration.template]
AS_PLAYED = {"gorynich": {"tactician": "amateur"}}  # a level that the store calls by the name of its step


def played() -> set[tuple[object, ...]]:
    """All measured results: game, players, both sides, matches, wins."""
    rows = tomllib.loads(STORE.read_text(encoding="utf-8"))["played"]
    return {(r["game"], r["players"], r["guest"], r["hosts"], r["matches"], r["won"]) for r in rows}


@pytest.mark.parametrize("game", GAMES)
def test_figures_of_levels_are_those_of_the_store(game: str) -> None:
    told = dict(services.measured()[game])
    team = told.pop("team", 0)
    ladder = search_settings_of(lt.game(game)).ladder
    below = dict(zip(ladder[1:], ladder, strict=False))
    assert set(told) <= set(ladder)
    for bot, one in told.items():
        guest = AS_PLAYED.get(game, {}).get(bot, bot)
        hosts = guest if team else below[bot]
        rows = played()
        wins, matches = one["won"], one["matches"]
        turned = (game, 2, hosts, guest, matches, matches - wins)  # the lower level was the guest
        assert {(game, team or 2, guest, hosts, matches, wins), turned} & rows, f"{bot}: {one}"


@pytest.mark.parametrize("game", GAMES)
def test_each_level_of_each_game_has_a_measured_strength(game: str) -> None:
    ladder = levels.ladder(lt.game(game))
    told = services.strength(game, ladder)
    assert len(told) == len(ladder) == 5
    assert None not in told
    if not services.measured()[game].get("team"):
        assert all(share is not None and share >= 0.5 for share in told[1:]), "no level is weaker than the one below"
        assert told[0] is not None
        assert told[0] < 0.5


def test_levels_that_are_not_told_apart_are_even(monkeypatch: pytest.MonkeyPatch) -> None:
    won = {"greedy": {"matches": 100, "won": 70}, "amateur": {"matches": 100, "won": 55}, "team": 0}
    monkeypatch.setattr(services, "measured", lambda: {"gwynt": won})
    assert services.strength("gwynt", ["novice", "greedy", "amateur", "adept"]) == [0.3, 0.7, 0.5, None]
    assert services.strength("other", ["novice", "greedy"]) == [None, None]
