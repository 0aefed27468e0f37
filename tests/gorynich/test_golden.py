"""Whole matches, byte for byte: a win for each number of players, each way to lose, each advanced tile.

After a change that is meant: python -m ludotheque.compliance.golden gorynich tests/gorynich/golden
"""

from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.compliance import golden

FOLDER = Path(__file__).parent / "golden"
FILES = list(golden.files(lt.game("gorynich", "plain"), FOLDER))


@pytest.mark.parametrize(("path", "text"), FILES, ids=lambda part: getattr(part, "stem", ""))
def test_match_is_told_as_before(path, text):
    assert path.read_text(encoding="utf-8") == text


def test_no_file_is_left_over():
    assert {path.name for path in FOLDER.glob("*.txt")} == {path.name for path, _ in FILES}


def test_every_end_every_tile_and_every_number_of_players_is_there():
    told = "\n".join(text for _, text in FILES)
    game = lt.game("gorynich", "plain")
    for cause in game.facts.causes:
        assert f"cause: {cause}" in told
    for tile, counter in zip(game.facts.vocabulary["tile"], game.facts.vocabulary["counter"], strict=True):
        assert f"tile={tile}\n" in told
        assert f"countered counter={counter}" in told
    for players in range(3, 8):
        assert f"\nplayers: {players}\n" in told
