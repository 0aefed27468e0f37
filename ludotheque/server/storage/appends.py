"""Entries of matches, with the snapshots and the news of their tables that go with them: written at every decision.

On SQLite all of them are one statement, which is a transaction by itself. Several processes may share the file, and one
writes at a time: with a statement for each kind of row, who writes would wait between them, the file in his hands,
until the event loop of his own process lets go of the interpreter. So a view takes in rows of everything, and a trigger
puts each value where it belongs. Both are a connection's own, and no part of the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import JSON, Connection, Table

from ludotheque.server.storage import batches
from ludotheque.server.storage.batches import Values
from ludotheque.server.storage.schema import decisions, snapshots, tables
from ludotheque.server.storage.turns import Turns, taken

VIEW = "appended"
OF_ENTRY = tuple(decisions.c.keys())
OF_SNAPSHOT = tuple(snapshots.c.keys())
BESIDE = tuple(name for name in OF_SNAPSHOT if name not in OF_ENTRY)
NEWS = ("phase", "actors", "due", "outcome", "ended", "asked")  # what an entry may change of its table
COLUMNS = (*OF_ENTRY, *BESIDE, *NEWS, "news", "settles")
_json = msgspec.json.Encoder().encode


@dataclass(frozen=True)
class Appended:
    """An entry, and what goes with it."""

    entry: Values
    snapshot: Values | None
    news: Values  # what its table shows anew
    settles: bool  # what was proposed there: the table's version is another, too


def append(connection: Connection, given: Sequence[Appended]) -> dict[str, int]:
    """Store entries of several matches, all of them or none; the versions of their tables afterwards."""
    if connection.dialect.name == "sqlite":
        _at_once(connection, given)
    else:
        _in_steps(connection, given)
    return batches.versions_of(connection, tables, [one.entry["match"] for one in given])


def _in_steps(connection: Connection, given: Sequence[Appended]) -> None:
    """A statement for each kind of row."""
    batches.insert_all(connection, decisions, [one.entry for one in given])
    if shots := [one.snapshot for one in given if one.snapshot]:
        batches.insert_all(connection, snapshots, shots)
    alike: dict[tuple[bool, tuple[str, ...]], list[Values]] = {}
    for one in given:
        if one.news:
            alike.setdefault((one.settles, tuple(one.news)), []).append({"id": one.entry["match"], **one.news})
    for (settles, _), rows in alike.items():
        batches.update_each(connection, tables, rows, grown=("version",) if settles else ())


# SQLite ---------------------------------------------------------------------------------------------------------------


def prepare(connection: Connection, turns: Turns | None) -> None:
    """Let a connection take in whole rows, each time when its turn has come; in a transaction of its own, once."""
    if connection.dialect.name != "sqlite" or VIEW in connection.info:
        return
    with connection.begin():
        connection.exec_driver_sql(_view())
        connection.exec_driver_sql(_trigger())
    connection.info[VIEW] = turns


def _at_once(connection: Connection, given: Sequence[Appended]) -> None:
    text, values = _insertion(len(given)), tuple(value for one in given for value in _row(one))
    with taken(connection.info[VIEW]):
        connection.exec_driver_sql(text, values)


def _row(one: Appended) -> list[Any]:
    """The values of a row of the view."""
    shot, news = one.snapshot or {}, one.news
    row = [_told(one.entry[name], json) for name, json in _ENTRY]
    row += [_told(shot.get(name), json) for name, json in _BESIDE]
    row += [_told(news.get(name), json) for name, json in _NEWS]
    row += [sum(_BITS[name] for name in news), one.settles]
    return row


def _told(value: Any, json: bool) -> Any:
    """A value as the driver takes it; nothing at all is no JSON."""
    return _json(value).decode() if json and value is not None else value


def _written(table: Table, names: Sequence[str]) -> tuple[tuple[str, bool], ...]:
    """Columns, and whether they are written as JSON."""
    return tuple((name, isinstance(table.c[name].type, JSON)) for name in names)


_ENTRY, _BESIDE, _NEWS = _written(decisions, OF_ENTRY), _written(snapshots, BESIDE), _written(tables, NEWS)
_BITS = {name: 1 << place for place, name in enumerate(NEWS)}


def _names(names: Sequence[str], of: str = "") -> str:
    return ", ".join(f'{of}"{name}"' for name in names)


@lru_cache(512)
def _insertion(rows: int) -> str:
    places = ", ".join([f"({', '.join('?' * len(COLUMNS))})"] * rows)
    return f"INSERT INTO {VIEW} ({_names(COLUMNS)}) VALUES {places}"


def _view() -> str:
    columns = ", ".join(f'NULL AS "{name}"' for name in COLUMNS)
    return f"CREATE TEMP VIEW IF NOT EXISTS {VIEW} AS SELECT {columns}"


def _trigger() -> str:
    """What becomes of a row. Of a table only what is news is changed, lest all its indices be written anew."""
    steps = [f"INSERT INTO decisions ({_names(OF_ENTRY)}) VALUES ({_names(OF_ENTRY, 'NEW.')})"]
    of_snapshot = f"SELECT {_names(OF_SNAPSHOT, 'NEW.')} WHERE NEW.layout IS NOT NULL"
    steps.append(f"INSERT INTO snapshots ({_names(OF_SNAPSHOT)}) {of_snapshot}")
    for column, bit in _BITS.items():
        steps.append(f'UPDATE tables SET "{column}" = NEW."{column}" WHERE id = NEW."match" AND NEW.news & {bit}')
    steps.append('UPDATE tables SET version = version + 1 WHERE id = NEW."match" AND NEW.settles')
    name = f"{VIEW}_row"
    return f"CREATE TEMP TRIGGER IF NOT EXISTS {name} INSTEAD OF INSERT ON {VIEW} BEGIN {'; '.join(steps)}; END"
