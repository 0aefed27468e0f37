"""A database of the first release's schema opens in today's version: its rows are there, and its match goes on.

The fixtures `database-0011-*.sql` are dumps of such databases, made by the version that still had the migrations 0001
to 0011: three people in the middle of a match of Lampions, with chat, a note, a deck and a device key.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, select, text

from ludotheque.server.matches import ledger
from ludotheque.server.matches.match import decide
from ludotheque.server.people import services as people
from ludotheque.server.storage import MIGRATIONS, NewerDatabase, OlderDatabase, Storage, _revisions
from ludotheque.server.storage.schema import decisions, metadata, notes, shelf, talk
from ludotheque.server.tables import records
from tests.server import databases
from tests.server.stored_matches import FOLDER, ID

UPTO = 27  # the last entry of the stored match
Shape = dict[str, dict[str, Any]]


def make_old_sqlite(folder: Path) -> str:
    """Return the URL of an SQLite file of revision 0011."""
    with closing(sqlite3.connect(folder / "old.sqlite")) as connection:
        connection.executescript((FOLDER / "database-0011-sqlite.sql").read_text(encoding="utf-8"))
    return f"sqlite:///{folder / 'old.sqlite'}"


def make_old_postgresql(url: str) -> str:
    """Fill an empty PostgreSQL as revision 0011 did; return its URL."""
    with psycopg.connect(url) as connection:
        connection.execute((FOLDER / "database-0011-postgresql.sql").read_bytes())
    return url


def check_goes_on(url: str) -> None:
    """Check that the rows of the fixture are there and that its match can be played on."""
    storage = Storage(url)
    try:
        person = storage.read(lambda c: people.person_of_key(c, "my key"))
        assert person is not None
        assert person.id == "person0"
        wanted = (talk.c.text, notes.c.text, shelf.c.value)
        found = [
            storage.read(partial(lambda column, c: c.execute(select(column)).scalar(), column)) for column in wanted
        ]
        assert found == ["Bonsoir !", "red lantern?", "x"]
        assert len(storage.read(lambda c: c.execute(select(decisions.c.number)).all())) == UPTO + 1
        record = storage.read(lambda c: records.read_table(c, ID))
        match = storage.read(record.load)
        assert (record.phase, match.number) == ("playing", UPTO)
        seat = match.actors[0]
        step, entry = decide(match, seat, [match.pos.moves(seat)[0].id], 99.0)
        storage.write(ledger.appending(ID, entry, step, match)).result()
        assert storage.read(record.load).number == UPTO + 1
    finally:
        storage.close()


def shape_of(storage: Storage) -> Shape:
    """Return the columns of all tables by name."""

    def job(connection: Connection) -> Shape:
        look = inspect(connection)
        return {name: {c["name"]: c for c in look.get_columns(name)} for name in look.get_table_names()}

    return storage.read(job)


def differences(storage: Storage) -> list[Any]:
    """Return where the database differs from `schema.py`, as Alembic sees it."""
    return storage.read(lambda c: compare_metadata(MigrationContext.configure(c), metadata))


def test_an_sqlite_file_of_the_first_release_opens_and_its_match_goes_on(tmp_path: Path) -> None:
    check_goes_on(make_old_sqlite(tmp_path))


def test_a_postgresql_database_of_the_first_release_opens_and_its_match_goes_on() -> None:
    with databases.postgres() as url:
        check_goes_on(make_old_postgresql(url))


def test_new_and_migrated_databases_have_the_schema_of_the_program(tmp_path: Path) -> None:
    with databases.postgres() as url:
        for address in (make_old_sqlite(tmp_path), f"sqlite:///{tmp_path / 'new.sqlite'}", make_old_postgresql(url)):
            storage = Storage(address)
            assert differences(storage) == [], address
            storage.close()
    with databases.postgres() as url:
        storage = Storage(url)
        assert differences(storage) == []
        storage.close()


def test_the_file_of_each_migration_is_named_after_its_revision() -> None:
    """A server reads the newest revision from the names: a database of that one is opened without Alembic."""
    scripts = [script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()]
    assert scripts[::-1] == _revisions()


def test_migrations_only_add_so_that_processes_of_the_version_before_can_go_on(tmp_path: Path) -> None:
    """While processes are replaced one after another, those of the older version still write."""
    url = make_old_sqlite(tmp_path)
    with closing(sqlite3.connect(tmp_path / "old.sqlite")) as connection:
        before = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        columns = {name: {row[1] for row in connection.execute(f"PRAGMA table_info('{name}')")} for name in before}
    storage = Storage(url)
    after = shape_of(storage)
    storage.close()
    for table, names in columns.items():
        assert names <= after[table].keys(), table
        for name in after[table].keys() - names:
            column = after[table][name]
            assert column["nullable"] or column["default"] is not None, (table, name)


@pytest.mark.parametrize(("revision", "error"), [("0010", OlderDatabase), ("9999", NewerDatabase)])
def test_a_database_that_can_not_be_migrated_is_refused_and_left_alone(
    tmp_path: Path, revision: str, error: type[Exception]
) -> None:
    url = make_old_sqlite(tmp_path)
    with closing(sqlite3.connect(tmp_path / "old.sqlite")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        connection.commit()
    with pytest.raises(error):
        Storage(url)
    with closing(sqlite3.connect(tmp_path / "old.sqlite")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(revision,)]
        assert connection.execute("SELECT count(*) FROM decisions").fetchone() == (UPTO + 1,)


def test_a_new_database_is_created_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.sqlite'}"
    for _ in range(2):
        storage = Storage(url)
        assert storage.read(lambda c: c.execute(text("SELECT count(*) FROM alembic_version")).scalar()) == 1
        storage.close()
