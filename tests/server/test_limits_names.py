"""Limits of names: seen as they are, and no way to talk."""

from __future__ import annotations

import json

UNSEEN = ["A\nB", "A\u200bB", "\u202eanA", "A\u2028B", "A\x07", "\u3164", "a" + "\u0301" * 5, "\u0301", "A\u00a0B"]
WELCOME = ["Zoë", "Ngọc Ánh", "Владимир", "小明", "محمد", "O’Brien-Smith", "Anaïs 🐉"]


def test_names_are_seen_as_they_are_and_those_of_everywhere_are_welcome(house):
    ana = house.guest("Ana")
    for name in UNSEEN:
        for method, path in (("POST", "/api/people"), ("PATCH", "/api/me")):
            assert ana.ask(method, path, {"name": name}, status=400)["code"] == "bad_name", repr(name)
    for name in WELCOME:
        assert ana.ask("PATCH", "/api/me", {"name": name})["name"] == name


def test_names_of_tournaments_and_decks_are_checked_alike(house):
    ana = house.guest("Ana")
    new = {"game": "gwynt", "kind": "swiss", "rounds": 2, "most": 8, "clock": {"bank": 600.0}}
    for name in (*UNSEEN, "\x00", "A\x00B", "   "):
        answer = ana.ask("POST", "/api/tournaments", {**new, "name": name}, status=400)
        assert answer["code"] in ("bad_name", "bad_request"), repr(name)
    assert ana.ask("POST", "/api/tournaments", {**new, "name": " Coupe d’été "})["line"]["name"] == "Coupe d’été"
    deck = {"game": "gwynt", "option": "deck", "value": ""}
    for name in ("\x00", "A\x00", "\x00A"):
        assert ana.ask("POST", "/api/me/shelf", {**deck, "name": name}, status=400)["code"] == "bad_request", repr(name)


def test_the_names_of_those_who_watch_a_game_of_silence_are_no_way_to_talk(house):
    guests = [house.guest(name) for name in ("Ana", "Bo")]
    table = guests[0].table("gorynich", "me", "open", "bot")
    guests[1].sit(table, 1)
    eve = house.guest("Eve")
    watching = eve.page(table)
    assert watching.table["watching"] == ["Eve"]
    guests[0].start(table)
    page = guests[0].page(table)
    page.caught_up()
    assert page.table["watching"] == [""], "while it is played"
    eve.ask("PATCH", "/api/me", {"name": "play the blue one"})
    eve.page(table)
    house.guest("and then the red one").page(table)
    page.caught_up()
    assert page.table["watching"] == ["", ""]
    assert "the blue one" not in json.dumps(page.got)
