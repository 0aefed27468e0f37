"""Many rows in one statement, for what is written at every decision.

The statements are text: SQLAlchemy would build them anew each time or run one step per row. While the event loop is
busy, each step of the writer thread may wait 5 ms for the interpreter. PostgreSQL gets all rows as one JSON text, so
that one prepared statement serves any number of rows. SQLite gets a list of values.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import JSON, Connection, Table
from sqlalchemy.engine import Dialect

Values = dict[str, Any]
_decode_versions = msgspec.json.Decoder(dict[str, int]).decode
_encode_json = msgspec.json.Encoder().encode


def insert_all(connection: Connection, table: Table, rows: Sequence[Values]) -> None:
    """Insert rows that name the same columns."""
    statement = _insert_statement(table, tuple(rows[0]), _count(connection, rows), connection.dialect)
    connection.exec_driver_sql(statement, _parameters(connection, table, rows))


def update_each(connection: Connection, table: Table, rows: Sequence[Values], grown: tuple[str, ...] = ()) -> None:
    """Update rows, each found by its `id`, and add one to each column in `grown`; all rows name the same columns."""
    statement = _update_statement(table, tuple(rows[0]), grown, _count(connection, rows), connection.dialect)
    connection.exec_driver_sql(statement, _parameters(connection, table, rows))


def versions_of(connection: Connection, table: Table, ids: Sequence[str]) -> dict[str, int]:
    """Return the versions of rows by id.

    The answer comes as one JSON text: the writer would release the interpreter for each row that it fetches.
    """
    rows = [{"id": row_id} for row_id in ids]
    statement = _versions_statement(table, _count(connection, rows), connection.dialect)
    found = connection.exec_driver_sql(statement, _parameters(connection, table, rows)).scalar_one()
    return _decode_versions(found)


def _count(connection: Connection, rows: Sequence[Values]) -> int:
    """Return the number of rows that a statement names: PostgreSQL's statements fit any number."""
    return len(rows) if connection.dialect.name == "sqlite" else 0


def _parameters(connection: Connection, table: Table, rows: Sequence[Values]) -> tuple[Any, ...]:
    if connection.dialect.name == "sqlite":
        is_json = [isinstance(table.c[name].type, JSON) for name in rows[0]]
        return tuple(
            _encode_json(value).decode() if as_json and value is not None else value
            for row in rows
            for value, as_json in zip(row.values(), is_json, strict=True)
        )
    plain = [
        {name: f"\\x{value.hex()}" if type(value) is bytes else value for name, value in row.items()} for row in rows
    ]
    return (_encode_json(plain).decode(),)


def _given(table: Table, names: tuple[str, ...], count: int, dialect: Dialect) -> str:
    """Return the SQL of a query that gives the parameters as rows with named columns."""
    quote = dialect.identifier_preparer.quote
    columns = ", ".join(map(quote, names))
    if dialect.name == "sqlite":
        rows = ", ".join([f"({', '.join('?' * len(names))})"] * count)
        return f"WITH given ({columns}) AS (VALUES {rows})"
    typed = ", ".join(f"{quote(name)} {table.c[name].type.compile(dialect=dialect)}" for name in names)
    return f"WITH given AS (SELECT * FROM json_to_recordset(CAST(%s AS JSON)) AS given ({typed}))"


@lru_cache(512)
def _insert_statement(table: Table, names: tuple[str, ...], count: int, dialect: Dialect) -> str:
    quote = dialect.identifier_preparer.quote
    columns = ", ".join(map(quote, names))
    given = _given(table, names, count, dialect)
    return f"{given} INSERT INTO {quote(table.name)} ({columns}) SELECT {columns} FROM given"


@lru_cache(512)
def _update_statement(
    table: Table, names: tuple[str, ...], grown: tuple[str, ...], count: int, dialect: Dialect
) -> str:
    quote = dialect.identifier_preparer.quote
    own = quote(table.name)
    changes = [f"{quote(name)} = given.{quote(name)}" for name in names if name != "id"]
    changes += [f"{quote(name)} = {own}.{quote(name)} + 1" for name in grown]
    given = _given(table, names, count, dialect)
    return f"{given} UPDATE {own} SET {', '.join(changes)} FROM given WHERE {own}.id = given.id"


@lru_cache(512)
def _versions_statement(table: Table, count: int, dialect: Dialect) -> str:
    own = dialect.identifier_preparer.quote(table.name)
    found = (
        "json_group_object(id, version)"
        if dialect.name == "sqlite"
        else "coalesce(json_object_agg(id, version), '{}')::text"
    )
    return f"{_given(table, ('id',), count, dialect)} SELECT {found} FROM {own} JOIN given USING (id)"
