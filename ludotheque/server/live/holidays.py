"""Holidays: a person goes on holiday or comes back, and the clocks of their slow matches stand still meanwhile.

The holiday and an entry in every such match are stored in one transaction: no clock runs on because a process died.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection

from ludotheque.errors import UnknownGame
from ludotheque.server.live.changes import Overtaken
from ludotheque.server.live.open_tables import OpenTables
from ludotheque.server.matches import ledger
from ludotheque.server.matches import match as rules
from ludotheque.server.people import holidays
from ludotheque.server.people.schemas import HolidayView, Person
from ludotheque.server.tables import records, writing

TRIES = 5  # other players may append to those matches meanwhile


async def go(open_tables: OpenTables, person: Person, days: int) -> HolidayView:
    """Start a holiday of some days."""
    now, a_year = open_tables.settings.now(), open_tables.settings.holidays_a_year
    until = now + days * holidays.DAY
    return await _store(open_tables, person, until, now, lambda c: holidays.go(c, person, days, a_year, now))


async def come_back(open_tables: OpenTables, person: Person) -> HolidayView:
    """End a holiday before its time."""
    now = open_tables.settings.now()
    return await _store(open_tables, person, now, now, lambda c: holidays.come_back(c, person, now))


async def _store(
    open_tables: OpenTables, person: Person, until: float, now: float, change: Callable[[Connection], object]
) -> HolidayView:
    storage, a_year = open_tables.storage, open_tables.settings.holidays_a_year
    for _ in range(TRIES):
        appends = await storage.found(lambda c: _entries(c, person, until, now))

        def job(connection: Connection, appends: dict[str, list[ledger.Append]] = appends) -> HolidayView:
            change(connection)
            if {record.id for record in records.with_holidays(connection, person)} != set(appends):
                raise ledger.Taken("another match has begun or ended")
            for table_id, ones in appends.items():
                for append in ones:
                    append(connection)
                writing.touch(connection, table_id)
            return holidays.view(connection, person, a_year, now)

        try:
            view = await storage.written(job)
        except ledger.Taken:
            continue
        await _notify_tables(open_tables, list(appends))
        return view
    raise Overtaken


def _entries(connection: Connection, person: Person, until: float, now: float) -> dict[str, list[ledger.Append]]:
    """The appends for each match of a person; none for a match that this version can't play on."""
    wanted: dict[str, list[ledger.Append]] = {}
    for record in records.with_holidays(connection, person):
        wanted[record.id] = []
        try:
            match = record.load(connection)
        except (ledger.OtherRules, ledger.NoSuchEntry, ledger.Damaged, UnknownGame):
            continue
        for seat in record.seats_of(person):
            before = match
            match, entry = rules.holiday(match, seat, until, now)
            wanted[record.id].append(ledger.appending(record.id, entry, match, before))
    return wanted


async def _notify_tables(open_tables: OpenTables, ids: list[str]) -> None:
    """Update those tables here, and notify the other processes."""
    heads = await open_tables.storage.found(lambda c: ledger.heads(c, ids))
    for table_id, (number, version) in heads.items():
        open_tables.peers.notify_all(table_id, number=number, changed=True)
        if (table := open_tables.tables.get(table_id)) is not None:
            await table.check(number, version)
