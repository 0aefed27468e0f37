"""Many rows in one statement: for what is written at every decision.

SQLAlchemy makes its statements anew each time, or takes a step for each row, in which the writer and the event loop
wait for each other. The statements here are text. PostgreSQL is given all rows as one value, a JSON text: so there is
one statement however many they are, which its driver and the database make ready once. What is written to SQLite goes
another way (`appends.py`); versions are read from both.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection, Table
from sqlalchemy.engine import Dialect

Values = dict[str, Any]
_versions_in = msgspec.json.Decoder(dict[str, int]).decode
_json = msgspec.json.Encoder().encode


def insert_all(connection: Connection, table: Table, rows: Sequence[Values]) -> None:
    """Insert rows that name the same columns into PostgreSQL."""
    text = _insertion_of_json(table, tuple(rows[0]), connection.dialect)
    connection.exec_driver_sql(text, _as_json(rows))


def update_each(connection: Connection, table: Table, rows: Sequence[Values], grown: tuple[str, ...] = ()) -> None:
    """Change rows of PostgreSQL, each found by its `id`, and let the numbers in the columns `grown` grow by one."""
    text = _change_by_json(table, tuple(rows[0]), grown, connection.dialect)
    connection.exec_driver_sql(text, _as_json(rows))


def versions_of(connection: Connection, table: Table, ids: Sequence[str]) -> dict[str, int]:
    """The versions of rows.

    They come as one text: for each row that SQLite hands out the writer lets go of the interpreter, and waits until the
    event loop, if that is busy, gives it back.
    """
    if connection.dialect.name == "sqlite":
        text, given = _look(table, len(ids), connection.dialect), tuple(ids)
    else:
        text, given = _look_by_json(table, connection.dialect), _as_json([{"id": id} for id in ids])
    return _versions_in(connection.exec_driver_sql(text, given).scalar_one())


# SQLite ---------------------------------------------------------------------------------------------------------------


@lru_cache(512)
def _look(table: Table, count: int, dialect: Dialect) -> str:
    own = dialect.identifier_preparer.quote(table.name)
    return f"SELECT json_group_object(id, version) FROM {own} WHERE id IN ({', '.join('?' * count)})"


# PostgreSQL -----------------------------------------------------------------------------------------------------------


def _as_json(rows: Sequence[Values]) -> tuple[str]:
    """All rows as one text; bytes as PostgreSQL reads them."""
    plain = [
        {name: f"\\x{value.hex()}" if type(value) is bytes else value for name, value in row.items()} for row in rows
    ]
    return (_json(plain).decode(),)


@lru_cache(64)
def _given(table: Table, names: tuple[str, ...], dialect: Dialect) -> str:
    """The rows of that text, each value in the type of its column."""
    quote = dialect.identifier_preparer.quote
    typed = ", ".join(f"{quote(name)} {table.c[name].type.compile(dialect=dialect)}" for name in names)
    return f"json_to_recordset(CAST(%s AS JSON)) AS given ({typed})"


@lru_cache(64)
def _insertion_of_json(table: Table, names: tuple[str, ...], dialect: Dialect) -> str:
    quote = dialect.identifier_preparer.quote
    columns = ", ".join(map(quote, names))
    return f"INSERT INTO {quote(table.name)} ({columns}) SELECT {columns} FROM {_given(table, names, dialect)}"


@lru_cache(64)
def _change_by_json(table: Table, names: tuple[str, ...], grown: tuple[str, ...], dialect: Dialect) -> str:
    quote = dialect.identifier_preparer.quote
    own = quote(table.name)
    changes = [f"{quote(name)} = given.{quote(name)}" for name in names if name != "id"]
    changes += [f"{quote(name)} = {own}.{quote(name)} + 1" for name in grown]
    return f"UPDATE {own} SET {', '.join(changes)} FROM {_given(table, names, dialect)} WHERE {own}.id = given.id"


@lru_cache(8)
def _look_by_json(table: Table, dialect: Dialect) -> str:
    own = dialect.identifier_preparer.quote(table.name)
    found = f"{own} JOIN {_given(table, ('id',), dialect)} ON {own}.id = given.id"
    return f"SELECT coalesce(json_object_agg({own}.id, {own}.version), '{{}}')::text FROM {found}"
