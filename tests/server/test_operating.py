"""What an operator sees: whether the server is alive and ready, and its metrics."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import yaml  # type: ignore[import-untyped]
from sqlalchemy.exc import OperationalError

from ludotheque.cli import make_parser
from ludotheque.commands.serve import host_names
from ludotheque.messages import Messages
from ludotheque.server.logs import Json, Lines, Named
from ludotheque.server.settings import LOCAL
from tests.server.house import House, play_to_the_end, until

COMPOSE = Path(__file__).parent.parent.parent / "deploy" / "compose.yaml"


def metrics_of(house: House) -> dict[str, float]:
    """The metrics, by name and label."""
    status, headers, read = house.guest().send("GET", "/metrics")
    assert status == 200
    assert headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = [line for line in read.decode().splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r'[a-z_]+(\{[a-z]+="[^"]*"\})? [-+0-9.e]+', line) for line in lines), lines
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_the_metrics_count_what_happened(house):
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "bot", "bot", options={"rounds": 3})
    ana.start(table)
    page = ana.page(table)
    play_to_the_end({0: page}, Random(1))
    assert page.ask("decide", seat=0, question=0, moves=["nonsense"])["code"] == "game_over"
    entries = ana.ask("GET", f"/api/tables/{table}/replay")
    found = metrics_of(house)
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


def test_prometheus_reads_the_metrics_by_the_names_that_the_compose_file_gives_the_servers(tmp_path):
    """Its requests name the server as the network of the containers does: a name that is not allowed is refused."""
    compose = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))
    servers = {name: service["command"] for name, service in compose["services"].items() if "build" in service}
    assert servers
    for name, command in servers.items():
        given = make_parser(Messages("en")).parse_args(command.replace("${HOST}", "Games.Example.org").split())
        hosts, told_to = host_names(given.allow_host), (*LOCAL, *given.metrics_for)
        house = House(f"sqlite:///{tmp_path / name}.sqlite", hosts=hosts, metrics_for=told_to)
        try:
            inside, outside = house.guest(None, "172.28.0.9"), house.guest(None, "203.0.113.5")
            for host in (f"{name}:{given.port}", f"{name.upper()}:{given.port}"):
                status, _, read = inside.send("GET", "/metrics", headers={"Host": host})
                assert (status, b"ludotheque_decisions_total 0" in read) == (200, True), host
            for host in ("prometheus:9090", "", f"{name}.example.org"):
                status, _, read = inside.send("GET", "/metrics", headers={"Host": host})
                assert (status, b"ludotheque_" in read) == (421, False), host
            for host in (name, "games.example.org"):  # as people write it, whatever the operator wrote
                assert outside.send("GET", "/health", headers={"Host": host})[0] == 200
                assert outside.send("GET", "/metrics", headers={"Host": host})[0] == 404
        finally:
            house.close()


def test_a_server_whose_database_fails_lives_but_is_not_ready(house, monkeypatch, caplog):
    guest = house.guest("Ana")
    assert guest.ask("GET", "/ready")["status"] == "ready"

    def full(*_: object) -> None:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    table = guest.table("lampions", "me", "me", "me")
    guest.start(table)
    page = guest.page(table)
    with monkeypatch.context() as broken:
        for engine in ("_writing", "_appending"):
            broken.setattr(house.open_tables.storage, engine, Broken(full))
        answer = guest.ask("GET", "/ready", status=503)
        assert answer["status"] == "not ready"
        assert answer["trouble"] == "database or disk is full"
        stranger = house.guest(None, "203.0.113.5").ask("GET", "/ready", status=503)
        assert stranger["status"] == "not ready"
        assert not stranger.get("trouble"), "what the database says may name its address and port"
        assert guest.ask("GET", "/health")["status"] == "alive"
        assert page.decide(0, page.faces[0]["moves"][0]["id"])["code"] == "storage"
        assert guest.ask("POST", "/api/people", {"name": "Bo"}, status=503)["code"] == "storage"
        assert metrics_of(house)["ludotheque_database_up"] == 0
    assert "the database fails: database or disk is full. Free some space on its disk." in caplog.text
    assert caplog.text.count("the database fails") == 1, "not for every message"
    assert "a message failed" not in caplog.text
    assert page.decide(0, page.faces[0]["moves"][0]["id"])["type"] == "accepted", "and it goes on by itself"
    until(lambda: guest.ask("GET", "/ready")["status"] == "ready")


class Broken:
    """A database that answers everything with an error."""

    def __init__(self, fail: Callable[..., None]) -> None:
        self.begin = self.connect = fail


def test_one_id_leads_from_a_request_to_what_it_stored(house, caplog):
    """An operator follows a request by the id in its answer."""
    caplog.set_level(logging.INFO, logger="ludotheque.server")
    with caplog.filtering(Named()):  # where a line is written it is known what it belongs to
        ana = house.guest("Ana Secret")
        wanted = {"game": "lampions", "seats": [{"kind": "me"}] * 3}
        _, headers, read = ana.send("POST", "/api/tables", wanted)
        table = json.loads(read)["id"]
        ana.start(table)
        page = ana.page(table)
        page.decide(0, page.faces[0]["moves"][0]["id"])
        page.ask("say", text="a secret")
        page.close()
    out = [json.loads(Json().format(record)) for record in caplog.records]
    mine = [line for line in out if line["cause"] == headers["x-request-id"]]
    assert [line["message"] for line in mine] == ["stored", "answered"]
    assert (mine[1]["route"], mine[1]["status"]) == ("/api/tables", 201)
    decided = next(line for line in out if line.get("type") == "decide")
    stored = next(line for line in out if line["cause"] == decided["cause"] and line["message"] == "stored")
    assert stored["table"] == table
    assert re.fullmatch("[0-9a-f]{12}[.][0-9]+", decided["cause"])
    text = json.dumps(out)
    key = ana.cookie.partition("=")[2]
    assert not any(secret in text for secret in ("Ana Secret", "a secret", key)), "and nothing else"
    line = Lines().format(caplog.records[-1])
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d info", line)
