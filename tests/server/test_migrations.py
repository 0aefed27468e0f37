"""A database of every earlier version, with people and matches in it, is brought up to date: nothing is lost."""

from __future__ import annotations

import itertools
from functools import partial
from pathlib import Path
from typing import Any

import alembic.command
import alembic.config
import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, MetaData, Select, create_engine, insert, inspect, select

from ludotheque.server.matches import ledger
from ludotheque.server.matches.match import decide
from ludotheque.server.people import services as people
from ludotheque.server.storage import MIGRATIONS, Storage
from ludotheque.server.storage.schema import keys, metadata, notes, shelf, talk
from ludotheque.server.tables import records
from tests.server import databases, stored_matches
from tests.server.stored_matches import ID

UPTO = 27  # entries of the match that is being played
FILE = next(file for file in stored_matches.files() if file.stem.startswith("lampions"))


def config() -> alembic.config.Config:
    """Of our migrations."""
    found = alembic.config.Config()
    found.set_main_option("script_location", str(MIGRATIONS))
    return found


VERSIONS = sorted(script.revision for script in ScriptDirectory.from_config(config()).walk_revisions())


def filled(url: str) -> Storage:
    """A database of today: three people in the middle of a match, with talk, a note and a deck."""
    storage = Storage(url)
    stored_matches.put(storage, FILE, UPTO)
    storage.write(partial(people._new_key, person="person0", kind="device", secret="my key")).result()
    deck = {"id": "d", "person": "person0", "game": "gwynt", "option": "deck", "name": "D", "value": "x", "saved": 1.0}
    line = {"table": ID, "person": "person1", "name": "Bo", "text": "Bonsoir !", "at": 1.0}

    def more(connection: Connection) -> None:
        connection.execute(insert(talk), line)
        connection.execute(insert(notes), {"table": ID, "person": "person0", "text": "red lantern?"})
        connection.execute(insert(shelf), deck)

    storage.write(more).result()
    return storage


def all_of(connection: Connection, wanted: Select[Any]) -> list[Any]:
    """All rows."""
    return list(connection.execute(wanted).all())


def as_it_was(engine: Engine, version: str, today: Storage) -> dict[str, int]:
    """Make a database of a version, and put into it what it has room for; how many rows each table got."""
    counts = {}
    with engine.begin() as connection:
        made = config()
        made.attributes["connection"] = connection
        alembic.command.upgrade(made, version)
        then = MetaData()
        then.reflect(connection)
        for table in metadata.sorted_tables:  # those that others refer to come first
            if table.name not in then.tables:
                continue
            common = [column for column in table.c if column.name in then.tables[table.name].c]
            wanted = select(*common)
            rows = [dict(row._mapping) for row in today.read(partial(all_of, wanted=wanted))]
            if rows:
                connection.execute(insert(table), rows)
            counts[table.name] = len(rows)
    return counts


def check(url: str, engine: Engine, version: str, folder: Path) -> None:
    """What an old database holds is there, and the match goes on."""
    today = filled(f"sqlite:///{folder / 'today.sqlite'}")
    counts = as_it_was(engine, version, today)
    today.close()
    assert counts["decisions"] == UPTO + 1, "the start has an entry, too"
    storage = Storage(url)
    try:
        for name, count in counts.items():
            there = len(storage.read(partial(all_of, wanted=select(metadata.tables[name]))))
            assert there == count, f"{name} of {version}"
        assert storage.read(lambda c: c.execute(select(keys.c.person)).scalar()) == "person0"
        person = storage.read(lambda c: people.who(c, "my key"))
        assert person is not None
        record = storage.read(lambda c: records.read(c, ID))
        assert record.phase == "playing"
        match = storage.read(record.load)
        assert match.number == UPTO
        seat = match.actors[0]
        step, entry = decide(match, seat, [match.pos.moves(seat)[0].id], 99.0)
        storage.write(ledger.appending(ID, entry, step, match)).result()
        assert len(storage.read(lambda c: ledger.log(c, ID, 0, step))) > 10
    finally:
        storage.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_a_database_of_every_version_is_brought_up_to_date_with_all_that_is_in_it(version, tmp_path):
    url = f"sqlite:///{tmp_path / 'old.sqlite'}"
    engine = create_engine(url)
    check(url, engine, version, tmp_path)
    engine.dispose()


def test_the_same_on_postgresql(tmp_path):
    with databases.postgres() as url:
        engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
        check(url, engine, VERSIONS[0], tmp_path)
        engine.dispose()


def test_a_newer_database_only_has_more_so_that_processes_of_the_version_before_can_go_on(tmp_path):
    """While processes are replaced one after another, those of the older version still write."""
    shapes: list[dict[str, dict[str, Any]]] = []
    for version in VERSIONS:
        engine = create_engine(f"sqlite:///{tmp_path / version}")
        with engine.begin() as connection:
            made = config()
            made.attributes["connection"] = connection
            alembic.command.upgrade(made, version)
            look = inspect(connection)
            shapes.append({name: {c["name"]: c for c in look.get_columns(name)} for name in look.get_table_names()})
        engine.dispose()
    for before, after in itertools.pairwise(shapes):
        for table, columns in before.items():
            assert columns.keys() <= after[table].keys(), table
            for name in after[table].keys() - columns.keys():
                column = after[table][name]
                assert column["nullable"] or column["default"] is not None, (table, name)
