"""Piles in views and texts."""

import pytest

import ludotheque as lt
from ludotheque.games.lampions.state import DECK, HAND, PILES, STATE
from ludotheque.kernel.declare import EVERYONE
from ludotheque.play.lines import Line
from ludotheque.toolkit.zones import Zones

NAMES = ("spark", "candle", "lantern", "moth", "gust", "tinder")
ZONES = Zones(PILES, NAMES)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("spark moth! gust? candle@02", {0: ["candle", "moth", "spark"], 1: ["moth"], 2: ["candle", "moth"]}),
        ("", {0: []}),
    ],
)
def test_a_zone_is_read_as_it_is_written_and_known_as_marked(text, known):
    s = STATE.plain()
    ZONES.read(s, Line("position", 1, "hand 0", text), HAND, 1)
    assert ZONES.write(s, HAND, 1) == text
    assert {viewer: ZONES.known(s, HAND, viewer) for viewer in known} == known


def test_equal_neighbours_are_counted_if_wanted():
    s = STATE.plain()
    ZONES.read(s, Line("position", 1, "deck", "spark*2 moth!*2 spark"), DECK, 0)
    assert ZONES.cards(s, DECK) == ["spark", "spark", "moth", "moth", "spark"]
    assert ZONES.write(s, DECK, 0, counted=True) == "spark*2 moth!*2 spark"
    assert ZONES.write(s, DECK, 0) == "spark spark moth! moth! spark"


@pytest.mark.parametrize("text", ["sparkle", "spark!!", "spark@", "spark@8", "spark*0", "moth*13", "*"])
def test_what_is_no_card_or_too_many_is_refused(text):
    with pytest.raises(lt.BadInput, match="line 4, hand 0"):
        ZONES.read(STATE.plain(), Line("position", 4, "hand 0", text), HAND, 1)


def test_names_may_be_a_function():
    s = STATE.plain()
    zones = Zones(PILES, lambda code: f"card {code & 3}")
    zones.put(s, HAND, 7, EVERYONE)
    assert zones.cards(s, HAND) == ["card 3"]
