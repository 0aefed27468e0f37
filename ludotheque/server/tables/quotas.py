"""How many tables one may have."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from ludotheque.server.errors import Refused
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage.schema import tables


def check_tables(connection: Connection, person: Person, most: int) -> None:
    """Refuse another table to who has so many that are not over."""
    hosted = select(func.count()).select_from(tables).where(tables.c.host == person.id, tables.c.phase != "over")
    if connection.execute(hosted).scalar_one() >= most:
        raise Refused("too_many_tables")
