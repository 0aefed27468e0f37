"""Changing a stored table or its seats. Each change grows its version, by which other processes notice it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, update

from ludotheque.server.storage.schema import seats, tables


def set_seat(connection: Connection, table_id: str, number: int, **values: Any) -> None:
    """Change a seat."""
    connection.execute(update(seats).where(seats.c.table == table_id, seats.c.number == number).values(values))
    set_table(connection, table_id)


def set_table(connection: Connection, table_id: str, **values: Any) -> None:
    """Change a table and grow its version."""
    connection.execute(update(tables).where(tables.c.id == table_id).values(version=tables.c.version + 1, **values))


def touch(connection: Connection, table_id: str) -> None:
    """Grow the version of a table: something that it shows has changed elsewhere."""
    set_table(connection, table_id)
