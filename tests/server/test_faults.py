"""Faults around the server: a full or read-only disk, a database or Redis that stops and restarts, SIGTERM.

Each time nothing that was acknowledged is lost, players are told, and it goes on by itself.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from redis import Redis
from websockets.exceptions import InvalidStatus

from ludotheque.server.clock import SteadyClock
from ludotheque.server.live import open_tables, peers
from ludotheque.server.live.protocol import VERSION
from ludotheque.server.storage import Storage
from tests.server import databases
from tests.server.house import PATIENCE, Guest, House, Page, play_to_the_end, rested, until
from tests.server.killing import serve


def three(house: House) -> tuple[str, Guest, Page]:
    """One person at the three seats of a table of Lampions."""
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "me", "me")
    ana.start(table)
    return table, ana, ana.page(table)


def stays_as_it_was(page: Page, answer: dict) -> None:
    """The move was refused for want of storage, and may be made once more."""
    assert (answer["type"], answer["code"]) == ("refused", "storage"), answer
    page.caught_up()


def set_writer(storage: Storage, pragma: str) -> None:
    """Set something of the writer's own connections to an SQLite file: for entries, and for everything else."""
    for engine in (rested(storage)._appending, storage._writing):
        connection = engine.raw_connection()
        driver: Any = connection.driver_connection
        driver.execute(f"PRAGMA {pragma}").close()
        connection.close()  # goes back to the pool, and stays what it is


def test_a_full_disk_refuses_moves_and_they_are_made_once_there_is_room(house, caplog):
    """SQLite itself says that the disk is full: it may have no more pages than it has."""
    table, _, page = three(house)
    storage = house.open_tables.storage
    with sqlite3.connect(storage.url.database or "") as other:
        (count,) = other.execute("PRAGMA page_count").fetchone()
    set_writer(storage, f"max_page_count={count}")
    refused = None
    for _ in range(300):  # what is free within the pages is used up first
        page.caught_up()
        seat = next(s for s, face in page.faces.items() if face["moves"])
        answer = page.decide(seat, page.faces[seat]["moves"][0]["id"])
        if answer["type"] == "refused":
            refused = answer
            break
        assert page.ask("say", text="x" * 500)["type"] in ("accepted", "refused")
    assert refused is not None
    stays_as_it_was(page, refused)
    assert "the database fails: database or disk is full. Free some space on its disk." in caplog.text
    before = dict(page.logs[0])
    set_writer(storage, f"max_page_count={1 << 30}")
    assert page.decide(seat, page.faces[seat]["moves"][0]["id"])["type"] == "accepted"
    page.hello(table)
    assert before.items() <= page.logs[0].items(), "nothing that was told is gone"


def test_a_database_that_can_only_be_read_says_so(house, caplog):
    _, ana, page = three(house)
    set_writer(house.open_tables.storage, "query_only=ON")
    move = page.faces[0]["moves"][0]["id"]
    stays_as_it_was(page, page.decide(0, move))
    assert "attempt to write a readonly database" in caplog.text
    assert "check their owner and permissions" in caplog.text
    assert ana.ask("GET", "/api/tables")["mine"], "what can be read is shown"
    set_writer(house.open_tables.storage, "query_only=OFF")
    assert page.decide(0, move)["type"] == "accepted"


def test_a_file_that_another_program_holds_refuses_moves_until_it_lets_go(house, caplog):
    _, _, page = three(house)
    storage = house.open_tables.storage
    set_writer(storage, "busy_timeout=100")  # instead of ten seconds
    move = page.faces[0]["moves"][0]["id"]
    other = sqlite3.connect(storage.url.database or "", isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        stays_as_it_was(page, page.decide(0, move))
        assert "the database fails: database is locked. Another program has locked the file: close it." in caplog.text
        other.execute("ROLLBACK")
    finally:
        other.close()
    assert page.decide(0, move)["type"] == "accepted"


def test_a_file_that_is_torn_while_it_is_in_use_is_named_and_nothing_is_made_up(house, caplog):
    table, ana, page = three(house)
    storage = house.open_tables.storage
    path = storage.url.database or ""
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for engine in (storage._reading, rested(storage)._writing):  # what they have in memory is as it was
        engine.dispose()
    whole = Path(path).read_bytes()
    Path(path).write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    move = page.faces[0]["moves"][0]["id"]
    stays_as_it_was(page, page.decide(0, move))
    assert ana.ask("GET", "/api/tables", status=503)["code"] == "storage"
    assert ana.ask("GET", "/ready", status=503)["trouble"] == "database disk image is malformed"
    assert "The file is damaged: stop the server and restore a backup." in caplog.text
    page.send({"type": "hello", "version": VERSION, "table": table, "seen": {}, "id": "again"})
    assert page.until(lambda m: m["type"] in ("welcome", "refused"))["code"] == "storage", (
        "no client is admitted partially"
    )
    assert page.decide(0, move)["code"] == "hello_first"
    with pytest.raises(InvalidStatus) as refused:
        ana.page()
    assert (refused.value.response.status_code, json.loads(refused.value.response.body)["code"]) == (503, "storage")
    said = [record.getMessage().partition(":")[0] for record in caplog.records if record.levelno >= logging.ERROR]
    assert set(said) == {"the database fails"}, "a refused client gets no other message"
    Path(path).write_bytes(whole)
    for engine in (storage._reading, rested(storage)._writing):
        engine.dispose()
    page.hello(table)
    assert page.decide(0, move)["type"] == "accepted"


def test_bots_play_on_when_the_clock_of_the_machine_jumps(tmp_path):
    clock = SimpleNamespace(late=0.0)
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", now=lambda: time.time() + clock.late)
    try:
        ana = house.guest("Ana")
        for hours in (-24, 24, -1, 0):
            table = ana.table("lampions", "me", "bot", "bot", options={"rounds": 6})
            ana.start(table)
            page = ana.page(table)
            play_to_the_end({0: page}, Random(hours), most=2)
            clock.late = 3600.0 * hours
            play_to_the_end({0: page}, Random(hours))
            assert page.faces[0]["outcome"]
            page.close()
    finally:
        house.close()


@pytest.mark.parametrize("hours", [24, -24])
def test_a_changed_system_clock_costs_no_player_time(tmp_path, caplog, hours):
    machine = SimpleNamespace(late=0.0)
    clock = SteadyClock(lambda: time.time() + machine.late)
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", now=clock)
    try:
        ana = house.guest("Ana")
        table = ana.table("lampions", "me", "me", "me", clock={"bank": 600, "increment": 0, "at_zero": "bot"})
        began = time.monotonic()  # before the start: the match's clock runs from there
        ana.start(table)
        page = ana.page(table)
        machine.late = 3600.0 * hours
        until(lambda: "the clock of this machine was set by" in caplog.text)
        page.decide(0, page.faces[0]["moves"][0]["id"])
        page.caught_up()
        left = [message["clocks"]["left"] for message in page.got if message["type"] == "update"][-1]
        waited = time.monotonic() - began
        for seconds in left:
            assert 600 - 2 * waited - 0.1 <= seconds <= 600, "clocks are rounded to tenths of a second"
        assert [seat["kind"] for seat in page.table["seats"]] == ["person"] * 3, "and nobody is replaced"
    finally:
        house.close()


def test_a_clock_that_was_set_is_followed_slowly_and_never_back():
    passed, machine = [0.0], [1000.0]
    clock = SteadyClock(lambda: machine[0] + passed[0], lambda: passed[0])
    machine[0] += 10
    times = []
    for _ in range(400):
        passed[0] += 1
        times.append(clock())
    assert times[0] == pytest.approx(1001.05)
    assert times[100] == pytest.approx(1000 + 101 * 1.05)
    assert times[399] == pytest.approx(1410), "in the end it goes by the machine's time"
    machine[0] -= 3600
    passed[0] += 1
    assert clock() == pytest.approx(1410.95)


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL for the tests of this file."""
    with databases.postgres() as url:
        yield url


def test_a_postgresql_that_drops_everybody_is_found_again(postgres):
    house = House(postgres)
    try:
        _, _, page = three(house)
        play_to_the_end(dict.fromkeys(range(3), page), Random(1), most=4)
        with psycopg.connect(postgres) as other:
            gone = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            other.execute(gone + " AND datname = current_database()")
        page.caught_up()
        seat = next(s for s, face in page.faces.items() if face["moves"])
        move = page.faces[seat]["moves"][0]["id"]
        # One that was under way is refused; the next finds the database again.
        until(lambda: page.decide(seat, move)["type"] == "accepted" or (page.caught_up() and None))
        play_to_the_end(dict.fromkeys(range(3), page), Random(2))
    finally:
        house.close()


def test_a_redis_that_drops_everybody_is_found_again(postgres, monkeypatch):
    monkeypatch.setattr(peers, "AGAIN", 0.05)
    with databases.redis() as redis:
        houses = House(postgres, channels=redis), House(postgres, channels=redis)
        try:
            ana = houses[0].guest("Ana")
            table = ana.table("lampions", "me", "me", "me")
            ana.start(table)
            elsewhere = Guest(houses[1])
            elsewhere.cookie = ana.cookie
            page, there = ana.page(table), elsewhere.page(table)
            client = Redis.from_url(redis)
            for kind in ("pubsub", "normal"):
                client.client_kill_filter(_type=kind, skipme=True)
            client.close()
            assert page.decide(0, page.faces[0]["moves"][0]["id"])["type"] == "accepted"
            there.until(lambda m: m["type"] == "update" and 0 in m["face"]["view"]["ready"])
        finally:
            for house in houses:
                house.close()


def test_a_redis_that_is_stopped_is_done_without_and_found_again_when_it_is_back(postgres, monkeypatch, caplog):
    monkeypatch.setattr(open_tables, "KEEP_UP_SECONDS", 0.2)
    with databases.redis_server() as redis:
        houses = House(postgres, channels=redis.url), House(postgres, channels=redis.url)
        try:
            ana = houses[0].guest("Ana")
            table = ana.table("lampions", "me", "me", "me")
            ana.start(table)
            elsewhere = Guest(houses[1])
            elsewhere.cookie = ana.cookie
            page, there = ana.page(table), elsewhere.page(table)
            redis.stop()
            assert page.decide(0, page.faces[0]["moves"][0]["id"])["type"] == "accepted"
            there.until(lambda m: m["type"] == "update" and 0 in m["face"]["view"]["ready"])  # it has looked
            assert elsewhere.table("lampions", "me", "me", "me"), "what is limited is counted here"
            assert elsewhere.page(table), "and who comes is let in"
            until(lambda: "each process counts its limits alone: Redis does not answer" in caplog.text)
            until(lambda: "no connection to the other processes: ConnectionError" in caplog.text)
            assert all(Guest(house).ask("GET", "/ready")["status"] == "ready" for house in houses), "it serves"
            redis.start()
            with Redis.from_url(redis.url) as client:
                until(lambda: client.pubsub_numsub(peers.CHANNEL)[0][1] == 2, "nobody listens any more")
            until(lambda: "limits are shared between the processes again" in caplog.text)
            monkeypatch.setattr(open_tables, "KEEP_UP_SECONDS", 3600.0)
            play_to_the_end({0: page, 1: there, 2: page}, Random(1))
        finally:
            for house in houses:
                house.close()


def test_a_task_that_ignores_its_cancellation_is_cancelled_again(tmp_path, monkeypatch):
    """Redis' client may take it for a break of the line, and goes on: a server did not stop."""
    told = []

    async def deaf(*_: object) -> None:
        for _time in range(3):
            try:
                await asyncio.sleep(3600.0)
            except asyncio.CancelledError:
                told.append("to end")

    monkeypatch.setattr(peers.Peers, "_send_on", deaf)
    with databases.redis() as channels:
        House(f"sqlite:///{tmp_path / 'h.sqlite'}", channels=channels).close()
    assert told == ["to end"] * 6, "who tells all, and who tells some"


def test_sigterm_stops_the_server_cleanly_during_a_match(tmp_path):
    """SIGTERM, as a service manager sends it: pages get a message, accepted moves are stored, leases are released."""
    database = f"sqlite:///{tmp_path / 'h.sqlite'}"
    process, port = serve(database)
    try:
        ana = Guest(SimpleNamespace(port=port, pages=[]))  # type: ignore[arg-type]
        ana.ask("POST", "/api/people", {"name": "Ana"})
        table = ana.table("lampions", "me", "bot", "bot")
        ana.start(table)
        page = ana.page(table)
        accepted = page.decide(0, page.faces[0]["moves"][0]["id"])
        assert accepted["type"] == "accepted"
        os.kill(process.pid, signal.SIGTERM)
        page.until_closed()
        assert process.wait(PATIENCE) in (0, -signal.SIGTERM)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    with sqlite3.connect(tmp_path / "h.sqlite") as stored:
        assert stored.execute("SELECT count(*) FROM decisions WHERE seat = 0").fetchone() == (1,)
        assert stored.execute("SELECT count(*) FROM leases").fetchone() == (0,)
