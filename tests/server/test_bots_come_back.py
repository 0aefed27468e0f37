"""Bots come back, whatever became of who looked after them."""

from __future__ import annotations

import asyncio
import threading
import time

from sqlalchemy import insert, select
from sqlalchemy.exc import OperationalError

from ludotheque.server.live import automation
from ludotheque.server.storage import Storage
from ludotheque.server.storage.schema import leases
from ludotheque.server.tables import leasing
from tests.server.house import Guest, House, until


def a_bot_moves(house: House, guest: Guest, table: str) -> None:
    """Wait until a bot of the table has made a move."""
    guest.house, guest.port = house, house.port
    guest.page(table).until(lambda m: m["type"] in ("sync", "update") and 1 in m["face"]["view"]["ready"])


def with_a_bot(house: House) -> tuple[Guest, str]:
    """A person who plays with a bot."""
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "bot", "me")
    ana.start(table)
    return ana, table


def test_bots_come_back_where_a_clock_was_set_back(make):
    """A lease that ends in an hour is nobody's: no process asks for one so long."""
    house = make()
    ana, table = with_a_bot(house)
    row = {"match": table, "holder": "somebody", "until": time.time() + 3600}
    house.open_tables.storage.write(lambda c: c.execute(insert(leases), row) and None).result()
    a_bot_moves(house, ana, table)


def test_bots_come_back_at_once_when_the_only_server_was_killed(make):
    house = make()
    ana, table = with_a_bot(house)
    house.close()
    storage = Storage(house.settings.database)
    row = {"match": table, "holder": "the one that was killed", "until": time.time() + 11}
    storage.write(lambda c: c.execute(insert(leases), row) and None).result()
    storage.close()
    house = make()
    until(lambda: house.open_tables.storage.read(lambda c: c.execute(select(leases)).all()) == [], "it stays away")
    a_bot_moves(house, ana, table)


def test_bots_come_back_when_the_database_was_locked(make, monkeypatch, caplog):
    monkeypatch.setattr(automation, "RETRY_SECONDS", 0.05)
    house = make()
    ana, table = with_a_bot(house)
    claim, failed = leasing.claim, threading.Event()

    def locked(*given) -> bool:
        if not failed.is_set():
            failed.set()
            raise OperationalError("UPDATE", {}, Exception("database is locked"))
        return claim(*given)

    monkeypatch.setattr(leasing, "claim", locked)
    a_bot_moves(house, ana, table)
    assert failed.is_set()
    assert "Another program has locked the file: close it." in caplog.text
    assert "bots stopped at a table" not in caplog.text, "the operator knows what is wrong"


def test_a_table_that_could_not_be_opened_while_the_database_was_away_is_not_left_alone(make, monkeypatch):
    """A table that can't be opened is treated as damaged for a minute: its clock would stop."""
    house = make()
    _, table = with_a_bot(house)
    tables = house.open_tables

    def away(error: Exception):
        async def opened(table_id: str) -> None:
            raise error

        return opened

    def woken(error: Exception | None) -> bool:
        """Whether the table is looked at again after this error."""
        with monkeypatch.context() as broken:
            if error is not None:
                broken.setattr(tables, "open", away(error))
            asyncio.run_coroutine_threadsafe(tables._wake(table), house.loop).result(30)
        return table not in tables._left_alone

    assert woken(OperationalError("SELECT", {}, Exception("connection refused")))
    assert not woken(ValueError("damaged")), "one that can't be read keeps nobody busy"
