"""Spectators of a table, and the pledges of a rematch."""

from __future__ import annotations

import hashlib
import secrets

from tests.server.house import House


def test_spectators_are_listed_by_name(house: House) -> None:
    ana, bo, eve = (house.guest(name) for name in ("Ana", "Bo", "Eve"))
    table = ana.table("gwynt", "me", "open")
    bo.sit(table, 1)
    ana.start(table)
    host = ana.page(table)
    assert host.table["watching"] == []
    watcher = eve.page(table)
    assert watcher.table["watching"] == ["Eve"]
    host.until(lambda m: m["type"] == "table" and m["table"]["watching"] == ["Eve"])
    eve.page(table)  # in a second window: still one person
    unknown = house.guest().page(table)
    host.until(lambda m: m["type"] == "table" and m["table"]["watching"] == ["Eve", ""])
    bo.page(table)  # who holds a seat does not look on
    assert ana.ask("GET", f"/api/tables/{table}")["watching"] == ["Eve", ""]
    unknown.close()
    host.until(lambda m: m["type"] == "table" and m["table"]["watching"] == ["Eve"])


def test_a_spectator_who_sits_down_is_no_longer_one(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = ana.table("gwynt", "me", "open")
    page = bo.page(table)
    assert page.table["watching"] == ["Bo"]
    bo.sit(table, 1)
    page.until(lambda m: m["type"] == "table" and m["table"]["watching"] == [])


def test_a_rematch_is_dealt_from_what_everyone_pledges_anew(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = ana.table("gwynt", "me", {"kind": "open"})
    bo.sit(table, 1, brought={"deck": "monsters_swarm"})
    ana.start(table)
    ana.ask("POST", f"/api/tables/{table}/seats/0/resignation")
    fresh = ana.ask("POST", f"/api/tables/{table}/rematch")
    assert [seat["pledged"] for seat in fresh["seats"]] == [False, False]
    parts = {0: (bo, secrets.token_bytes(32)), 1: (ana, secrets.token_bytes(32))}  # seats are turned
    for seat, (guest, part) in parts.items():
        wish = {"pledge": hashlib.sha256(part).hexdigest()}
        guest.ask("PUT", f"/api/tables/{fresh['id']}/seats/{seat}/pledge", wish)
        other = parts[1 - seat][0]
        refused = other.ask("PUT", f"/api/tables/{fresh['id']}/seats/{seat}/pledge", wish, status=403)
        assert refused["code"] == "not_your_seat"
    assert ana.ask("GET", f"/api/tables/{fresh['id']}")["phase"] == "opening", "all have come: nobody has to start it"
    late = bo.ask("PUT", f"/api/tables/{fresh['id']}/seats/0/pledge", {"pledge": "00" * 32}, status=409)
    assert late["code"] == "already_started"
    for seat, (guest, part) in parts.items():
        given = {"contribution": part.hex()}
        now = guest.ask("POST", f"/api/tables/{fresh['id']}/seats/{seat}/contribution", given)
    assert now["phase"] == "playing"
    ana.ask("POST", f"/api/tables/{fresh['id']}/seats/1/resignation")
    record = ana.ask("GET", f"/api/tables/{fresh['id']}/record")
    assert record["fairness"]["contributions"] == [part.hex() for _, part in parts.values()]
    assert record["seats"][0] == {"deck": "monsters_swarm"}, "a pledge leaves alone what a seat brings"
