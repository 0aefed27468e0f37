"""Whole matches, byte for byte. After a change that is meant: python -m ludotheque.compliance.golden …"""

from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.compliance import golden

FOLDER = Path(__file__).parent / "golden"
FILES = list(golden.files(lt.game("kunitori", "plain"), FOLDER))
TOLD = {path.stem: text for path, text in FILES}


@pytest.mark.parametrize(("path", "text"), FILES, ids=lambda part: getattr(part, "stem", ""))
def test_match_is_told_as_before(path, text):
    assert path.read_text(encoding="utf-8") == text


def test_no_file_is_left_over():
    assert {path.name for path in FOLDER.glob("*.txt")} == {path.name for path, _ in FILES}


@pytest.mark.parametrize("players", range(2, 7))
def test_every_number_of_players_is_there(players):
    assert any(f"\nplayers: {players}\n" in text and "\ncause: " in text for text in TOLD.values())


@pytest.mark.parametrize("cause", ["villages_gone", "cities_gone", "regions_gone", "run_dry"])
def test_every_end_is_there(cause):
    assert any(f"\ncause: {cause}\nranking" in text for text in TOLD.values())


@pytest.mark.parametrize("sentence", ["joins player", "hands A beauty to topple kingdoms to", "steals", " traps "])
def test_what_they_are_to_show_they_show(sentence):
    assert any(sentence in text for text in TOLD.values())
