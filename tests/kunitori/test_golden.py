"""Kunitori's golden matches: every number of players, every end, what is rare."""

import pytest

from tests import golden


@pytest.fixture
def told() -> list[str]:
    return list(golden.told("kunitori").values())


@pytest.mark.parametrize("players", range(2, 7))
def test_every_number_of_players_is_there(told, players):
    assert any(f"\nplayers: {players}\n" in text and "\ncause: " in text for text in told)


@pytest.mark.parametrize("cause", ["villages_gone", "cities_gone", "regions_gone", "run_dry"])
def test_every_end_is_there(told, cause):
    assert any(f"\ncause: {cause}\nranking" in text for text in told)


@pytest.mark.parametrize("sentence", ["joins player", "hands A beauty to topple kingdoms to", "steals", " traps "])
def test_what_they_are_to_show_they_show(told, sentence):
    assert any(sentence in text for text in told)
