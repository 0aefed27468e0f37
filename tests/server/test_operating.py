"""What whoever runs the server can see: whether it lives, whether it can serve, what it counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from sqlalchemy.exc import OperationalError

from tests.server.house import House, play_to_the_end, until


def told(house: House) -> dict[str, float]:
    """The metrics, by name and label."""
    status, headers, read = house.guest().send("GET", "/metrics")
    assert status == 200
    assert headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = [line for line in read.decode().splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r'[a-z_]+(\{[a-z]+="[^"]*"\})? [-+0-9.e]+', line) for line in lines), lines
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_what_is_counted_is_what_happened(house):
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "bot", "bot", options={"rounds": 3})
    ana.start(table)
    page = ana.page(table)
    play_to_the_end({0: page}, Random(1))
    assert page.ask("decide", seat=0, question=0, moves=["nonsense"])["code"] == "game_over"
    entries = ana.ask("GET", f"/api/tables/{table}/replay")
    found = told(house)
    assert found["ludotheque_decisions_total"] == len(entries) - 1, "the start is stored with the table"
    assert found['ludotheque_messages_total{type="hello"}'] == 1
    assert found['ludotheque_refused_total{code="game_over"}'] == 1
    assert found['ludotheque_requests_total{status="201"}'] == 2, "a person, a table"
    assert found["ludotheque_sockets"] == 1
    assert found["ludotheque_tables_open"] == 1
    assert found["ludotheque_database_up"] == 1
    assert found["ludotheque_bot_seconds_count"] > 0
    assert found["ludotheque_commit_seconds_count"] >= found["ludotheque_decisions_total"]
    assert found['ludotheque_commit_seconds_bucket{le="+Inf"}'] == found["ludotheque_commit_seconds_count"]
    assert not any(name in str(found) for name in (table, ana.id, "Ana")), "nobody is named"


def test_the_metrics_are_for_the_operator(house):
    eve = house.guest(None, "203.0.113.5")
    assert eve.ask("GET", "/metrics", status=404)["code"] == "not_found"
    assert eve.ask("GET", "/health")["status"] == "alive"


def test_a_server_whose_database_fails_lives_but_is_not_ready(house, monkeypatch, caplog):
    guest = house.guest("Ana")
    assert guest.ask("GET", "/ready")["status"] == "ready"

    def full(*_: object) -> None:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    table = guest.table("lampions", "me", "me", "me")
    guest.start(table)
    page = guest.page(table)
    with monkeypatch.context() as broken:
        broken.setattr(house.open_tables.storage, "_writing", Broken(full))
        answer = guest.ask("GET", "/ready", status=503)
        assert answer["status"] == "not ready"
        assert answer["trouble"] == "database or disk is full"
        assert guest.ask("GET", "/health")["status"] == "alive"
        assert page.decide(0, page.faces[0]["moves"][0]["id"])["code"] == "storage"
        assert guest.ask("POST", "/api/people", {"name": "Bo"}, status=503)["code"] == "storage"
        assert told(house)["ludotheque_database_up"] == 0
    assert "the database fails: database or disk is full. Free some space on its disk." in caplog.text
    assert caplog.text.count("the database fails") == 1, "not for every message"
    assert "a message failed" not in caplog.text
    assert page.decide(0, page.faces[0]["moves"][0]["id"])["type"] == "accepted", "and it goes on by itself"
    until(lambda: guest.ask("GET", "/ready")["status"] == "ready")


class Broken:
    """A database that answers everything with an error."""

    def __init__(self, fail: Callable[..., None]) -> None:
        self.begin = fail
