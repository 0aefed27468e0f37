"""Somebody goes on holiday, or comes back: what that is to the matches at which his clock stands still.

The holiday and an entry of every such match are stored together, or not at all: no clock runs on because a process has
died in between.
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

TRIES = 5  # while others go on at those matches


async def go(open_tables: OpenTables, person: Person, days: int) -> HolidayView:
    """Somebody goes on holiday."""
    now, a_year = open_tables.settings.now(), open_tables.settings.holidays_a_year
    until = now + days * holidays.DAY
    return await _store(open_tables, person, until, now, lambda c: holidays.go(c, person, days, a_year, now))


async def come_back(open_tables: OpenTables, person: Person) -> HolidayView:
    """Somebody comes back before it is over."""
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
            for id, ones in appends.items():
                for append in ones:
                    append(connection)
                writing.touch(connection, id)
            return holidays.view(connection, person, a_year, now)

        try:
            view = await storage.written(job)
        except ledger.Taken:
            continue
        await _tell(open_tables, list(appends))
        return view
    raise Overtaken


def _entries(connection: Connection, person: Person, until: float, now: float) -> dict[str, list[ledger.Append]]:
    """What is to be appended to each of his matches; nothing to one that this program can't go on with."""
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


async def _tell(open_tables: OpenTables, ids: list[str]) -> None:
    """Whoever looks at those tables is told, here and at the other processes."""
    heads = await open_tables.storage.found(lambda c: ledger.heads(c, ids))
    for id, (number, version) in heads.items():
        open_tables.peers.tell(id, number=number, changed=True)
        if (table := open_tables.tables.get(id)) is not None:
            await table.check(number, version)
