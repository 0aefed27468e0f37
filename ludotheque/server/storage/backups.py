"""Backups: a copy of all rows in one SQLite file, restored into any empty database.

The copy is read in one transaction, while people play. A backup is also the way from SQLite to PostgreSQL and back.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select, text

from ludotheque.errors import LudothequeError
from ludotheque.server.storage import Storage
from ludotheque.server.storage.schema import leases, metadata, people, tables

AT_ONCE = 500  # rows
LEFT_OUT = (leases,)  # held by processes that do not run where the copy is restored


class BadBackup(LudothequeError):
    """The file is no backup, is damaged, or holds nothing; the text says which."""


class NotEmpty(LudothequeError):
    """The database that a backup is to be restored into is not empty."""


class Incomplete(LudothequeError):
    """Not all rows were copied."""


def back_up(url: str, file: Path) -> dict[str, int]:
    """Copy a database into a file; return how many rows of each table. On an error the file stays as it was."""
    half = file.with_name(f"{file.name}.part")
    _remove(half)
    try:
        with _opened(url) as source, _opened(f"sqlite:///{half}") as target:
            counts = copy(source, target)
        with closing(sqlite3.connect(half)) as alone:
            alone.execute("PRAGMA journal_mode=DELETE")  # without a separate write-ahead log
        with half.open("rb") as written:
            os.fsync(written.fileno())
        half.replace(file)
    finally:
        _remove(half)
    return counts


def restore(file: Path, url: str) -> dict[str, int]:
    """Copy a backup into an empty database; return how many rows of each table were copied."""
    _check_backup(file)
    with _opened(f"sqlite:///{file}") as source, _opened(url) as target:
        if target.read(lambda c: c.execute(select(func.count()).select_from(people)).scalar_one()):
            raise NotEmpty("the database is not empty")
        return copy(source, target)


def copy(source: Storage, target: Storage) -> dict[str, int]:
    """Copy all rows, in one transaction on either side; return how many of each table."""
    counts: dict[str, int] = {}

    def job(into: Connection) -> None:
        with source._reading.begin() as connection:
            for table in metadata.sorted_tables:
                if table in LEFT_OUT:
                    continue
                counts[table.name] = 0
                into.execute(table.delete())
                for rows in _read_rows(connection, table):
                    into.execute(insert(table), rows)
                    counts[table.name] += len(rows)
        for table in metadata.sorted_tables:
            there = into.execute(select(func.count()).select_from(table)).scalar_one()
            if table not in LEFT_OUT and there != counts[table.name]:
                raise Incomplete(f"only {there} of {counts[table.name]} rows of {table.name} were copied")
        if into.dialect.name == "postgresql":  # its sequence does not know the copied ids
            last = "(SELECT 1 + coalesce(max(id), 0) FROM talk)"
            into.execute(text(f"SELECT setval(pg_get_serial_sequence('talk', 'id'), {last})"))

    target.write(job).result()
    return counts


def _read_rows(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of a table in groups. PostgreSQL stores no NUL characters: they are replaced."""
    try:
        for rows in connection.execute(select(table)).mappings().partitions(AT_ONCE):
            yield [
                {
                    name: value.replace("\0", "\ufffd") if isinstance(value, str) else value
                    for name, value in row.items()
                }
                for row in rows
            ]
    except ValueError as error:  # JSON that can't be read
        raise BadBackup(f"a row of {table.name} can't be read") from error


def _check_backup(file: Path) -> None:
    """Raise BadBackup unless the file is a whole SQLite database of ours with people in it."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
                raise BadBackup("it is no backup of Ludothèque")
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise BadBackup(found)
            if not connection.execute("SELECT 1 FROM people LIMIT 1").fetchone():
                raise BadBackup("it is empty: nobody is stored in it")
    except sqlite3.Error as error:
        raise BadBackup(str(error)) from error


def summary(counts: dict[str, int]) -> dict[str, int]:
    """Return the counts that are shown to the operator."""
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
