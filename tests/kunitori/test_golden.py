"""Kunitori!'s golden matches: every number of players, every end, rare events."""

import pytest

from tests import golden


@pytest.fixture
def transcripts() -> list[str]:
    return list(golden.transcripts("kunitori").values())


@pytest.mark.parametrize("players", range(2, 7))
def test_every_number_of_players_is_there(transcripts, players):
    assert any(f"\nplayers: {players}\n" in text and "\ncause: " in text for text in transcripts)


@pytest.mark.parametrize("cause", ["villages_gone", "cities_gone", "regions_gone", "run_dry"])
def test_every_end_is_there(transcripts, cause):
    assert any(f"\ncause: {cause}\nranking" in text for text in transcripts)


@pytest.mark.parametrize("sentence", ["joins player", "hands A beauty to topple kingdoms to", "steals", " traps "])
def test_the_golden_games_contain_the_wanted_events(transcripts, sentence):
    assert any(sentence in text for text in transcripts)
