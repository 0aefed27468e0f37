"""Limits on the tables of one person, and on the bots at them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, func, select

from ludotheque.server.errors import Refused
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage.schema import seats, tables
from ludotheque.server.tables.schemas import NewSeat


def check_tables(connection: Connection, person: Person, most: int) -> None:
    """Refuse a new table if the person hosts `most` that are not over."""
    hosted = select(func.count()).select_from(tables).where(tables.c.host == person.id, tables.c.phase != "over")
    if connection.execute(hosted).scalar_one() >= most:
        raise Refused("too_many_tables")


def check_bots(connection: Connection, person: Person, most: int) -> None:
    """Refuse if more than `most` bots sit at the person's tables that are not over."""
    hosted = select(tables.c.id).where(tables.c.host == person.id, tables.c.phase != "over")
    seated = select(func.count()).select_from(seats).where(seats.c.table.in_(hosted), seats.c.kind == "bot")
    if connection.execute(seated).scalar_one() > most:
        raise Refused("too_many_bots")


def bots_among(wanted: Sequence[NewSeat]) -> int:
    """Return how many of these seats are for bots."""
    return sum(seat.kind == "bot" for seat in wanted)
