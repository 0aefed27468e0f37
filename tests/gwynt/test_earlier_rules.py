"""Matches that were played by rules version 1 are replayed as they were, by the options that came later."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludotheque as lt

GAME = lt.game("gwynt", "plain")
RECORDS = json.loads((Path(__file__).parent / "records" / "rules_1.json").read_text(encoding="utf-8"))
LATER = GAME.later_options("1") or {}


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["seed"])
def test_a_record_of_rules_1_is_replayed_and_written_as_it_was(record):
    pos = GAME.replay(record)
    assert pos.over
    assert GAME.record(pos) == record
    assert pos.view(lt.SPECTATOR)["rules"] == "1"
    assert LATER.items() <= pos.view(lt.SPECTATOR)["options"].items()


@pytest.mark.parametrize("option", LATER)
def test_each_later_option_is_needed_for_that(option, monkeypatch):
    """Without it, at least one of the records goes otherwise."""
    fewer = {name: value for name, value in LATER.items() if name != option}
    monkeypatch.setattr(type(GAME), "later_options", lambda self, version: fewer if version == "1" else {})
    told = []
    for record in RECORDS:
        try:
            told.append(GAME.replay(record).over)
        except lt.BadInput:
            told.append(False)
    assert not all(told)


def test_a_text_of_rules_1_is_read_as_that_version_played_and_says_so_today():
    pos = GAME.position("game: gwynt 1\nclose 0: dandelion ves")
    assert pos.scores(0) == [12, 0]
    assert "option horn_unit_spares_itself: true" in pos.text()
    assert GAME.position(pos.text()) == pos
    assert GAME.position("game: gwynt 2\nclose 0: dandelion ves").scores(0) == [14, 0]


@pytest.mark.rule("GWY-36")
def test_a_leader_fetches_the_uppermost_of_equal_cards_and_under_rules_1_the_lowest():
    text = "seat 0: northern_realms foltest_king_of_temeria\nhand 1: ballista\nhand 0: ves\n"
    text += "deck 0: impenetrable_fog@0 siege_tower impenetrable_fog ves trebuchet"
    decks = []
    for version in ("2", "1"):
        pos = GAME.position(f"game: gwynt {version}\n{text}")
        pos.play("leader")
        decks.append(next(line for line in pos.text().splitlines() if line.startswith("deck 0:")))
    assert decks == [
        "deck 0: impenetrable_fog@0 siege_tower ves trebuchet",
        "deck 0: siege_tower impenetrable_fog ves trebuchet",
    ]
