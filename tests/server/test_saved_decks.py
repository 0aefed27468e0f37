"""Saved decks, and a game's check of a deck before it is used."""

from __future__ import annotations

import pytest

from ludotheque.games.gwynt.decks import format_deck, ready_made
from ludotheque.server.people import saved_decks

DECK = format_deck(ready_made()["monsters_swarm"])


def test_a_deck_is_kept_replaced_brought_and_put_away(house):
    ana, bo = house.guest("Ana"), house.guest("Bo")
    wish = {"game": "gwynt", "option": "deck", "name": "Nuit d’été", "value": DECK}
    first = ana.ask("POST", "/api/me/shelf", wish)
    assert ana.ask("GET", "/api/me/shelf") == [first]
    second = ana.ask("POST", "/api/me/shelf", {**wish, "value": DECK + "\n# better\n"})
    assert [kept["value"] for kept in ana.ask("GET", "/api/me/shelf?game=gwynt")] == [DECK + "\n# better\n"]
    assert ana.ask("GET", "/api/me/shelf?game=lampions") == []
    assert bo.ask("GET", "/api/me/shelf") == [], "a shelf is its owner's"
    assert bo.ask("DELETE", f"/api/me/shelf/{second['id']}", status=404)["code"] == "not_found"
    ana.table("gwynt", {"kind": "me", "brought": {"deck": second["value"]}}, "open")
    ana.ask("DELETE", f"/api/me/shelf/{second['id']}")
    assert ana.ask("GET", "/api/me/shelf") == []


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"game": "go"}, 404),
        ({"option": "sleeve"}, 404),
        ({"name": ""}, 400),
        ({"name": " a"}, 400),
        ({"name": "n" * 81}, 400),
        ({"value": "x" * 20_001}, 400),
        ({"value": "\0"}, 400),
    ],
)
def test_what_is_no_part_of_a_game_is_not_kept(house, wish, status):
    ana = house.guest("Ana")
    ana.ask("POST", "/api/me/shelf", {"game": "gwynt", "option": "deck", "name": "n", "value": "v", **wish}, status)
    assert ana.ask("GET", "/api/me/shelf") == []


def test_a_shelf_has_an_end_but_what_is_on_it_can_still_be_replaced(house, monkeypatch):
    monkeypatch.setattr(saved_decks, "MOST", 2)
    ana = house.guest("Ana")
    wish = {"game": "lampions", "option": "wish", "value": "moth"}
    for name in ("a", "b"):
        ana.ask("POST", "/api/me/shelf", {**wish, "name": name})
    assert ana.ask("POST", "/api/me/shelf", {**wish, "name": "c"}, status=409)["code"] == "shelf_full"
    ana.ask("POST", "/api/me/shelf", {**wish, "name": "b", "value": "lantern"})
    assert [(kept["name"], kept["value"]) for kept in ana.ask("GET", "/api/me/shelf")] == [
        ("a", "moth"),
        ("b", "lantern"),
    ]


def test_the_game_names_all_that_is_wrong_with_a_deck_in_the_readers_language(house):
    stranger = house.guest()

    def look_at(value: str, **more):
        return stranger.ask("POST", "/api/games/gwynt/check", {"option": "deck", "value": value, **more}, 200)

    fine = look_at(DECK)
    assert fine["faults"] == []
    assert fine["numbers"]["faction"] == "monsters"
    assert fine["numbers"]["units"] >= 22
    assert look_at("monsters_swarm") == fine, "ready-made ones by name"
    short = "\n".join(line for line in DECK.splitlines() if not line.startswith("3 "))
    draft = look_at(short, language="fr")
    assert [fault["field"] for fault in draft["faults"]] == ["cards"]
    assert draft["numbers"]["units"] < 22, "a draft is counted too"
    assert draft["faults"] != look_at(short, language="en")["faults"]
    unreadable = look_at(DECK + "\n2 dragons of nowhere\n")
    assert [fault["line"] for fault in unreadable["faults"]] == [len(DECK.splitlines()) + 2]
    assert look_at(DECK.replace("monsters", "skellige", 1))["faults"]
    assert stranger.ask("POST", "/api/games/gwynt/check", {"option": "x", "value": ""}, 404)["code"] == "not_found"
    bad_option = {"option": "deck", "value": DECK, "options": {"skellige": "yes"}}
    assert stranger.ask("POST", "/api/games/gwynt/check", bad_option, 400)["code"] == "bad_input"


def test_a_game_without_words_of_its_own_says_what_its_set_up_says(house):
    stranger = house.guest()
    fine = stranger.ask("POST", "/api/games/lampions/check", {"option": "wish", "value": "spark"}, 200)
    assert fine == {"faults": [], "numbers": {}}
    wrong = stranger.ask("POST", "/api/games/lampions/check", {"option": "wish", "value": "war"}, 200)
    assert "war" in wrong["faults"][0]["problem"]
