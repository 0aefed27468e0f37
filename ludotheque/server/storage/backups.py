"""All that is stored, copied while people play: into one SQLite file, and from there into any empty database.

A copy is of one moment: it is read in one transaction. So a backup is also the way from SQLite to PostgreSQL and back.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, func, insert, select, text

from ludotheque.errors import LudothequeError
from ludotheque.server.storage import Storage
from ludotheque.server.storage.schema import leases, metadata, people, tables

AT_ONCE = 500  # rows
LEFT_OUT = (leases,)  # which process sees to a table: none does where it is taken to


class NotEmpty(LudothequeError):
    """There is something already where a backup is to be taken up."""


class Incomplete(LudothequeError):
    """Not everything has arrived."""


def back_up(url: str, file: Path) -> dict[str, int]:
    """Copy a database, that may be in use, into a file, which is whole or not there; how many rows of each table."""
    half = file.with_name(f"{file.name}.part")
    _remove(half)
    try:
        with _opened(url) as source, _opened(f"sqlite:///{half}") as target:
            counts = copy(source, target)
        with closing(sqlite3.connect(half)) as alone:
            alone.execute("PRAGMA journal_mode=DELETE")  # all in one file
        with half.open("rb") as written:
            os.fsync(written.fileno())
        half.replace(file)
    finally:
        _remove(half)
    return counts


def restore(file: Path, url: str) -> dict[str, int]:
    """Take up a backup in an empty database; how many rows of each table."""
    with _opened(f"sqlite:///{file}") as source, _opened(url) as target:
        if target.read(lambda c: c.execute(select(func.count()).select_from(people)).scalar_one()):
            raise NotEmpty("the database is not empty")
        return copy(source, target)


def copy(source: Storage, target: Storage) -> dict[str, int]:
    """Copy everything, as it stands at one moment, in one transaction on either side."""
    counts: dict[str, int] = {}

    def job(into: Connection) -> None:
        with source._reading.begin() as connection:
            for table in metadata.sorted_tables:
                if table in LEFT_OUT:
                    continue
                counts[table.name] = 0
                into.execute(table.delete())
                for rows in connection.execute(select(table)).mappings().partitions(AT_ONCE):
                    into.execute(insert(table), [dict(row) for row in rows])
                    counts[table.name] += len(rows)
        for table in metadata.sorted_tables:
            there = into.execute(select(func.count()).select_from(table)).scalar_one()
            if table not in LEFT_OUT and there != counts[table.name]:
                raise Incomplete(f"of {counts[table.name]} rows of {table.name} {there} have arrived")
        if into.dialect.name == "postgresql":  # which counts by itself, and does not look at what is there
            last = "(SELECT 1 + coalesce(max(id), 0) FROM talk)"
            into.execute(text(f"SELECT setval(pg_get_serial_sequence('talk', 'id'), {last})"))

    target.write(job).result()
    return counts


def summary(counts: dict[str, int]) -> dict[str, int]:
    """What an operator wants to read of it."""
    return {"people": counts[people.name], "tables": counts[tables.name], "entries": counts["decisions"]}


@contextmanager
def _opened(url: str) -> Iterator[Storage]:
    storage = Storage(url)
    try:
        yield storage
    finally:
        storage.close()


def _remove(half: Path) -> None:
    for end in ("", "-wal", "-shm", "-journal"):
        half.with_name(f"{half.name}{end}").unlink(missing_ok=True)
