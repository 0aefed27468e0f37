"""Many rows in one statement: for what is written at every decision.

SQLAlchemy makes its statements anew each time, or takes a step for each row, in which the writer and the event loop
wait for each other. The statements here are text, made once for each number of rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import JSON, Connection, Table
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.type_api import TypeEngine

Values = dict[str, Any]
_versions_in = msgspec.json.Decoder(dict[str, int]).decode


def insert_all(connection: Connection, table: Table, rows: Sequence[Values]) -> None:
    """Insert rows that name the same columns."""
    names = tuple(rows[0])
    text = _insertion(table, names, len(rows), connection.dialect)
    connection.exec_driver_sql(text, _flat(table, names, rows))


def update_each(
    connection: Connection, table: Table, rows: Sequence[Values], grown: tuple[str, ...] = ()
) -> dict[str, int]:
    """Change rows, each found by its `id`, and let the numbers in the columns `grown` grow by one; their versions."""
    names = tuple(rows[0])
    text = _change(table, names, len(rows), grown, connection.dialect)
    found = connection.exec_driver_sql(text, _flat(table, names, rows))
    if connection.dialect.name == "sqlite":
        return versions_of(connection, table, [row["id"] for row in rows])
    return {id: int(version) for id, version in found}


def versions_of(connection: Connection, table: Table, ids: Sequence[str]) -> dict[str, int]:
    """The versions of rows.

    SQLite gives them as one text: for each row that it hands out the writer lets go of the interpreter, and waits until
    the event loop, if that is busy, gives it back.
    """
    found = connection.exec_driver_sql(_look(table, len(ids), connection.dialect), tuple(ids))
    if connection.dialect.name == "sqlite":
        return _versions_in(found.scalar_one())
    return {id: int(version) for id, version in found}


def _flat(table: Table, names: tuple[str, ...], rows: Sequence[Values]) -> tuple[Any, ...]:
    """The values of all rows in a row, as a driver takes them; no value is a JSON null where the column holds JSON."""
    written = [isinstance(table.c[name].type, JSON) for name in names]
    return tuple(
        msgspec.json.encode(row[name]).decode() if json else row[name]
        for row in rows
        for name, json in zip(names, written, strict=True)
    )


def _places(columns: int, rows: int, dialect: Dialect) -> str:
    """Room for the values of so many rows."""
    sign = "?" if dialect.paramstyle == "qmark" else "%s"
    return ", ".join([f"({', '.join([sign] * columns)})"] * rows)


@lru_cache(2048)
def _insertion(table: Table, names: tuple[str, ...], count: int, dialect: Dialect) -> str:
    quote = dialect.identifier_preparer.quote
    columns = ", ".join(map(quote, names))
    return f"INSERT INTO {quote(table.name)} ({columns}) VALUES {_places(len(names), count, dialect)}"


@lru_cache(2048)
def _change(table: Table, names: tuple[str, ...], count: int, grown: tuple[str, ...], dialect: Dialect) -> str:
    quote = dialect.identifier_preparer.quote
    own = quote(table.name)
    changes = [
        f"{quote(name)} = {_as(f'given.column{place}', table.c[name].type, dialect)}"
        for place, name in enumerate(names, 1)
        if name != "id"
    ]
    changes += [f"{quote(name)} = {own}.{quote(name)} + 1" for name in grown]
    given = f"(VALUES {_places(len(names), count, dialect)}) AS given"
    found = f"{own}.id = given.column{1 + names.index('id')}"
    change = f"UPDATE {own} SET {', '.join(changes)} FROM {given} WHERE {found}"
    return change if dialect.name == "sqlite" else f"{change} RETURNING {own}.id, {own}.version"


@lru_cache(512)
def _look(table: Table, count: int, dialect: Dialect) -> str:
    own = dialect.identifier_preparer.quote(table.name)
    wanted = "json_group_object(id, version)" if dialect.name == "sqlite" else "id, version"
    return f"SELECT {wanted} FROM {own} WHERE id IN {_places(count, 1, dialect)}"


def _as(value: str, kind: TypeEngine[Any], dialect: Dialect) -> str:
    """A value of a list, in the type of its column: PostgreSQL takes it for a text, SQLite takes it as it is."""
    return value if dialect.name == "sqlite" else f"CAST({value} AS {kind.compile(dialect=dialect)})"
