"""Gorynich's golden matches: a win for each number of players, each way to lose, each advanced tile."""

import ludotheque as lt
from tests import golden


def test_every_end_every_tile_and_every_number_of_players_is_there():
    told = "\n".join(golden.transcripts("gorynich").values())
    game = lt.game("gorynich", "plain")
    for cause in game.declaration.causes:
        assert f"cause: {cause}" in told
    for tile, counter in zip(game.declaration.vocabulary["tile"], game.declaration.vocabulary["counter"], strict=True):
        assert f"tile={tile}\n" in told
        assert f"countered counter={counter}" in told
    for players in range(3, 8):
        assert f"\nplayers: {players}\n" in told
