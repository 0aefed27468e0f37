"""What a site offers where it has the module of a game."""

from __future__ import annotations

from typing import Any

import pytest

import ludotheque as lt
from ludotheque.bots.network import has_network
from ludotheque.local import opponents
from ludotheque.local.assets import Assets
from ludotheque.play import registry
from ludotheque.server.games import levels


@pytest.mark.parametrize("name", lt.names())
def test_a_site_with_the_module_of_a_game_offers_its_levels(name: str) -> None:
    """The levels are those of a server; strong ones need files that quick ones do without."""
    game = registry.game(name, "plain")
    network = "a.network" if has_network(game) else None
    listed: dict[str, dict[str, Any]] = {name: {"module": "a.wasm", "network": network, "about": {}}}
    assets = Assets(listed)
    assert opponents.ladder(game, assets) == levels.ladder(game)
    assert opponents.check_level(game, "master", assets) == "master"
    assert assets.missing(game, ["random"]) == ["a.wasm"]
    asks = [level for level in levels.ladder(game) if len(assets.missing(game, [level])) == 2]
    assert bool(asks) == has_network(game)
    assert not Assets({}).missing(game, ["master"])
