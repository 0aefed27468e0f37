"""Tables in memory: never older than their notices, and freed when closed."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path
from random import Random

import pytest

from ludotheque.server.live import open_tables
from ludotheque.server.live.table import LiveTable
from ludotheque.server.tables import records
from tests.server.house import House, play_to_the_end, until


def test_a_table_that_is_put_away_is_freed_without_looking_for_garbage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server looks for garbage so rarely that what it alone would free adds up for hours."""
    monkeypatch.setattr(open_tables, "SWEEP_SECONDS", 0.05)
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", idle_minutes=0.0)
    was_on = gc.isenabled()
    try:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        table = ann.table("lampions", "me", "open", "bot")
        bob.sit(table, 1)
        ann.start(table)
        pages = {0: ann.page(table), 1: bob.page(table)}
        play_to_the_end(pages, Random(1))
        live = weakref.ref(house.tables[table])
        match = weakref.ref(house.tables[table].playing())
        gc.disable()
        for page in pages.values():
            page.close()
        until(lambda: table not in house.tables)
        until(lambda: live() is None, "the table is still there")
        until(lambda: match() is None, "its match is still there")
    finally:
        if was_on:
            gc.enable()
        house.close()


def test_closing_idle_tables_goes_on_when_one_disappears(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_tables, "SWEEP_SECONDS", 0.05)
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", idle_minutes=60.0)
    try:
        ann = house.guest("Ann")
        first, second, third = tables = [ann.table("lampions", "me", "open", "bot") for _ in range(3)]
        for table in tables:
            ann.page(table).close()
        lives = [house.tables[table] for table in tables]
        until(lambda: not any(live.busy for live in lives))
        close = LiveTable.close

        async def and_the_next_goes(table: LiveTable) -> None:
            if table.id == first:
                del house.tables[second]
            await close(table)

        monkeypatch.setattr(LiveTable, "close", and_the_next_goes)
        for live in lives:
            live.touched = 0.0  # all at once: nobody was there for an age
        until(lambda: third not in house.tables, "nobody puts tables away any more")
    finally:
        house.close()


def test_a_late_notice_does_not_undo_a_later_change(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    table = ann.table("lampions", "me", "open", "bot")
    page = ann.page(table)
    live = house.tables[table]

    async def as_stored() -> records.TableRecord:
        return await house.open_tables.storage.found(lambda c: records.read_table(c, table))

    def of_the_house(doing):
        return asyncio.run_coroutine_threadsafe(doing, house.loop).result(60)

    early = of_the_house(as_stored())
    bob.sit(table, 1)
    until(lambda: live.record.seats[1].name == "Bob")
    of_the_house(live.changed(early))
    assert live.record.seats[1].name == "Bob"
    page.caught_up()
    assert page.table["seats"][1]["name"] == "Bob"
