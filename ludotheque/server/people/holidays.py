"""Holidays: days on which a person's clocks stand still where moves take days; limited per year.

A begun day counts as a whole one, so short holidays to gain hours use the days up.
"""

from __future__ import annotations

from math import ceil

from sqlalchemy import Connection, Row, insert, select, update

from ludotheque.server.errors import Refused
from ludotheque.server.people.schemas import HolidayView, Person
from ludotheque.server.storage.schema import holidays

DAY = 86400.0
YEAR = 365 * DAY  # counted back from now: a new calendar year does not bring thirty more days at once


def view(connection: Connection, person: Person, a_year: int, now: float) -> HolidayView:
    """Return until when a person is on holiday, and how many days are left this year."""
    last = _last(connection, person)
    until = last.until if last is not None and last.until > now else None
    return HolidayView(until, _left(connection, person, a_year, now), a_year)


def go(connection: Connection, person: Person, days: int, a_year: int, now: float) -> float:
    """Begin a holiday now; return when it ends."""
    last = _last(connection, person)
    if last is not None and last.until > now:
        raise Refused("on_holiday")
    if days > _left(connection, person, a_year, now):
        raise Refused("too_many_holidays")
    until = now + days * DAY
    connection.execute(insert(holidays), {"person": person.id, "since": now, "until": until})
    return until


def come_back(connection: Connection, person: Person, now: float) -> None:
    """End a holiday early; days that have not begun are not used up."""
    last = _last(connection, person)
    if last is None or last.until <= now:
        raise Refused("not_on_holiday")
    this = (holidays.c.person == person.id) & (holidays.c.since == last.since)
    connection.execute(update(holidays).where(this).values(until=now))


def _last(connection: Connection, person: Person) -> Row[tuple[str, float, float]] | None:
    newest = select(holidays).where(holidays.c.person == person.id).order_by(holidays.c.since.desc()).limit(1)
    return connection.execute(newest).one_or_none()


def _left(connection: Connection, person: Person, a_year: int, now: float) -> int:
    taken = select(holidays).where(holidays.c.person == person.id, holidays.c.until > now - YEAR)
    used: int = sum(max(1, ceil((row.until - row.since) / DAY)) for row in connection.execute(taken))
    return max(0, a_year - used)
