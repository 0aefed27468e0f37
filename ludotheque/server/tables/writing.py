"""Changing a stored table or one of its seats: by its version other processes notice."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, update

from ludotheque.server.storage.schema import seats, tables


def set_seat(connection: Connection, id: str, number: int, **values: Any) -> None:
    """Change a seat."""
    connection.execute(update(seats).where(seats.c.table == id, seats.c.number == number).values(values))
    set_table(connection, id)


def set_table(connection: Connection, id: str, **values: Any) -> None:
    """Change a table; by its version other processes notice."""
    connection.execute(update(tables).where(tables.c.id == id).values(version=tables.c.version + 1, **values))


def touch(connection: Connection, id: str) -> None:
    """Something that a table shows has changed elsewhere."""
    set_table(connection, id)
