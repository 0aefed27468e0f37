"""Quotas of tables, bots and bytes for a person and for an address."""

from __future__ import annotations

import json

from tests.server.house import Guest


def test_one_person_and_one_address_lay_so_many_tables(make):
    house = make(tables_of_a_person=3, tables_an_hour=8.0, people_an_hour=6.0)
    ana = house.guest("Ana", "203.0.113.5")
    wanted = {"game": "lampions", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}
    for _ in range(3):
        ana.ask("POST", "/api/tables", wanted)
    assert ana.ask("POST", "/api/tables", wanted, status=429)["code"] == "too_many_tables", "of a person"
    bo = house.guest("Bo", "203.0.113.5")
    assert bo.ask("POST", "/api/tables", wanted, status=429)["code"] == "too_many_tables", "of an address"
    cy = house.guest("Cy", "198.51.100.7")
    assert cy.ask("POST", "/api/tables", wanted)["id"], "somebody elsewhere"
    house.guest("Di", "203.0.113.5")
    refused = house.guest(None, "203.0.113.5").ask("POST", "/api/people", {"name": "Ed"}, status=429)
    assert refused["code"] == "too_many"


def test_one_person_and_one_address_have_so_many_bots(make):
    house = make(bots_of_a_person=5, bots_an_hour=20.0)
    ana = house.guest("Ana", "203.0.113.5")
    wanted = {"game": "lampions", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}
    first = ana.ask("POST", "/api/tables", wanted)["id"]
    ana.ask("POST", "/api/tables", wanted)
    assert ana.ask("POST", "/api/tables", wanted, status=429)["code"] == "too_many_bots", "of a person"
    assert len(ana.ask("GET", "/api/tables")["mine"]) == 2, "and nothing was laid"
    third = ana.table("lampions", "me", "open", "bot")
    change = f"/api/tables/{third}/seats/1"
    assert ana.ask("PUT", change, {"kind": "bot"}, status=429)["code"] == "too_many_bots", "nor seated later"
    ana.start(first)
    bo = house.guest("Bo", "203.0.113.5")
    bo.ask("POST", "/api/tables", wanted)
    assert bo.ask("POST", "/api/tables", wanted, status=429)["code"] == "too_many_bots", "of an address"
    cy = house.guest("Cy", "198.51.100.7")
    assert cy.ask("POST", "/api/tables", wanted)["id"], "somebody elsewhere"


def test_one_person_and_one_address_have_so_much_stored(make):
    """Choices made and withdrawn again and again are stored for ever."""
    house = make(megabytes_of_a_person_an_hour=0.01, megabytes_an_hour=0.04)
    ana, bo = house.guest("Ana", "203.0.113.5"), house.guest("Bo", "203.0.113.5")

    def fill(guest: Guest) -> str:
        table = guest.table("lampions", "me", "me", "me")
        guest.start(table)
        page = guest.page(table)
        answer = {"type": "accepted"}
        while answer["type"] == "accepted":
            page.caught_up()
            answer = page.decide(0, page.faces[0]["moves"][0]["id"])
            page.caught_up()
            if answer["type"] == "accepted":
                answer = page.ask("withdraw", seat=0, question=page.faces[0]["question"])
        return str(answer["code"])

    assert fill(ana) == "too_much_stored", "by a person"
    assert fill(bo) == "too_much_stored"
    while (answer := bo.send("POST", "/api/me/shelf", _deck(bo)))[0] != 429:
        assert answer[0] == 201, answer
    assert json.loads(answer[2])["code"] == "too_much_stored", "by an address"
    assert ana.ask("GET", "/api/tables")["mine"], "it may still be looked at"
    cy = house.guest("Cy", "198.51.100.7")
    cy.ask("POST", "/api/me/shelf", _deck(cy))


def _deck(guest: Guest) -> dict[str, str]:
    """A deck to save."""
    return {"game": "gwynt", "option": "deck", "name": guest.cookie[-8:], "value": "x" * 9000}
