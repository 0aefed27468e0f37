"""Many rows in one statement, with both databases: the result is the same as SQLAlchemy's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, event, insert, select
from sqlalchemy.exc import IntegrityError, OperationalError

from ludotheque.server.matches import results
from ludotheque.server.matches.results import Ended
from ludotheque.server.storage import Joined, Storage, appends, batches, schema
from ludotheque.server.storage.appends import Appended
from ludotheque.server.storage.schema import decisions, people, tables, talk
from tests.server import databases
from tests.server.house import rested

ENTRY = {"kind": "decide", "seat": None, "target": None, "client": None, "noticed": 3, "steps": b"\x00\xff", "at": 2.5}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Storage]:
    """A store of each kind with three tables."""
    if request.param == "sqlite":
        yield from opened(f"sqlite:///{tmp_path_factory.mktemp('batches') / 'tables.sqlite'}")
    else:
        with databases.postgres() as url:
            yield from opened(url)


def opened(url: str) -> Iterator[Storage]:
    """A store with three tables that nobody has played at."""
    storage = filled(url)
    yield storage
    storage.close()


def filled(url: str) -> Storage:
    """The same, to be closed by the caller."""
    storage = Storage(url)
    storage.write(lambda c: c.execute(insert(people), {"id": "ana", "name": "Ana", "created": 0.0})).result()
    lay(storage, "t0", "t1", "t2")
    return storage


def lay(storage: Storage, *ids: str, **more: Any) -> None:
    """Lay tables that nobody has played at."""
    row = {"game": "lampions", "rules": "1", "options": {}, "host": "ana", "listed": False, "hints": True}
    row |= {"takeover": "bot", "phase": "playing", "seed": b"0" * 32, "created": 0.0, "actors": [], **more}
    storage.write(lambda c: c.execute(insert(tables), [{"id": table_id, **row} for table_id in ids])).result()


def test_rows_are_inserted_with_all_that_they_hold(either: Storage) -> None:
    rows = [{"match": "t0", "number": n, "moves": [f"é {n}", 'a"b'], **ENTRY} for n in range(3)]
    either.write(lambda c: batches.insert_all(c, decisions, rows)).result()
    found = either.read(lambda c: c.execute(select(decisions).order_by(decisions.c.number)).all())
    assert [row._asdict() for row in found] == rows


def test_each_row_gets_its_own_change(either: Storage) -> None:
    changes = [{"id": "t0", "actors": [1, 2], "due": 7.25, "outcome": None}]
    changes += [{"id": "t2", "actors": [], "due": None, "outcome": {"ranking": [[0]]}}]
    either.write(lambda c: batches.update_each(c, tables, changes)).result()
    either.write(lambda c: batches.update_each(c, tables, [{"id": "t1", "due": None}])).result()
    wanted = select(tables.c.id, tables.c.actors, tables.c.due, tables.c.outcome).order_by(tables.c.id)
    found = [tuple(row) for row in either.read(lambda c: c.execute(wanted).all())]
    assert found == [("t0", [1, 2], 7.25, None), ("t1", [], None, None), ("t2", [], None, {"ranking": [[0]]})]


def test_a_version_grows_where_that_is_asked_for(either: Storage) -> None:
    change = [{"id": "t1", "asked": None, "phase": "over"}]
    either.write(lambda c: batches.update_each(c, tables, change, grown=("version",))).result()
    assert either.read(lambda c: batches.versions_of(c, tables, ["t0", "t1"])) == {"t0": 0, "t1": 1}
    assert either.read(lambda c: batches.versions_of(c, tables, ["nobody's"])) == {}


def test_jobs_of_one_loop_iteration_are_one_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    before, handed, hand_over = storage.groups, [], storage._hand_over

    def noted(jobs: list[Any]) -> None:
        handed.append(len(jobs))
        hand_over(jobs)

    monkeypatch.setattr(storage, "_hand_over", noted)

    def job(number: int) -> Callable[[Connection], int]:
        return lambda _: number

    async def many() -> list[int]:
        return await asyncio.gather(*(storage.written(job(n)) for n in range(30)))

    assert asyncio.run(many()) == list(range(30))
    assert (handed, storage.groups - before, storage.waiting) == ([30], 1, 0)
    storage.close()


def test_pending_jobs_are_written_before_the_store_is_closed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    storage = Storage(url)

    def job(name: str) -> Callable[[Connection], object]:
        return lambda c: c.execute(insert(people), {"id": name, "name": name, "created": 0.0})

    async def leave() -> None:
        tasks = [asyncio.create_task(storage.written(job(name))) for name in ("ana", "ben")]
        await asyncio.sleep(0)  # both have said what is to be written, and the turn is not over
        storage.close()
        for task in tasks:
            task.cancel()

    asyncio.run(leave())
    again = Storage(url)
    assert sorted(again.read(lambda c: c.execute(select(people.c.id)).scalars().all())) == ["ana", "ben"]
    again.close()


@pytest.mark.parametrize("stored", [True, False], ids=["stored", "not stored"])
def test_a_group_whose_commit_got_no_answer_is_stored_once(monkeypatch: pytest.MonkeyPatch, stored: bool) -> None:
    """PostgreSQL ends the connection in the middle of a commit: just after it was stored, or just before."""
    with databases.postgres() as url:
        storage = filled(url)
        dialect: Any = storage._writing.dialect
        commit, breaks = dialect.do_commit, [True]

        def do_commit(connection: Any) -> None:
            if breaks.pop() if breaks else False:
                if stored:
                    commit(connection)
                with psycopg.connect(url) as operator:
                    operator.execute("SELECT pg_terminate_backend(%s)", [connection.driver_connection.info.backend_pid])
                while True:  # until it fails, as psycopg does when its line is gone
                    connection.execute("SELECT 1")
            commit(connection)

        monkeypatch.setattr(dialect, "do_commit", do_commit)

        def say(text: str) -> Callable[[Connection], int]:
            row = {"table": "t0", "person": "ana", "name": "Ana", "text": text, "at": 0.0}
            return lambda c: c.execute(insert(talk).values(row).returning(talk.c.id)).scalar_one()

        async def both() -> list[int]:
            return [*await asyncio.gather(storage.written(say("one")), storage.written(say("two")))]

        numbers = asyncio.run(both())
        lines = storage.read(lambda c: c.execute(select(talk.c.id, talk.c.text).order_by(talk.c.text)).all())
        assert [(row.id, row.text) for row in lines] == list(zip(numbers, ("one", "two"), strict=True))
        assert not breaks
        storage.close()


def test_a_commit_that_nobody_can_tell_of_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    with databases.postgres() as url:
        storage = filled(url)
        dialect: Any = storage._writing.dialect
        commit, tried = dialect.do_commit, []

        def do_commit(connection: Any) -> None:
            tried.append(connection)
            commit(connection)
            raise psycopg.OperationalError("server closed the connection unexpectedly")

        monkeypatch.setattr(dialect, "do_commit", do_commit)
        monkeypatch.setattr(storage, "_status_of", lambda name: "in progress")
        monkeypatch.setattr("ludotheque.server.storage.ASK_SECONDS", 0.0)
        with pytest.raises(OperationalError, match="unexpectedly"):
            storage.write(lambda c: c.execute(insert(people), {"id": "ben", "name": "Ben", "created": 0.0})).result()
        assert len(tried) == 1
        monkeypatch.undo()
        storage.close()


def test_entries_do_not_wait_for_what_others_write_but_ends_do(either: Storage) -> None:
    """An entry reads nothing that another process could change meanwhile. SQLite has no other processes: one group."""
    seen = []

    class Entry(Joined[None]):
        def __init__(self, undisturbed: bool) -> None:
            self.undisturbed = undisturbed

        @classmethod
        def together(cls, connection, jobs):
            if connection.dialect.name == "postgresql":
                seen.append((connection.get_isolation_level(), len(jobs)))
            else:
                seen.append(("one process", len(jobs)))
            return [None] * len(jobs)

    async def many() -> None:
        await asyncio.gather(*(either.written(Entry(n > 0)) for n in range(4)))

    asyncio.run(many())
    shared = either.url.get_backend_name() == "postgresql"
    assert seen == ([("READ COMMITTED", 3), ("SERIALIZABLE", 1)] if shared else [("one process", 4)])


# Entries with all that belongs to them --------------------------------------------------------------------------------


def appended(match: str, number: int, settles: bool = False, shot: bool = False, **news: Any) -> Appended:
    """An entry, with a snapshot or without."""
    entry = {"match": match, "number": number, "moves": ["é"], **ENTRY}
    snapshot = {"match": match, "number": number, "layout": "l", "record": b"\x00r", "text": "t", "standing": b"s"}
    return Appended(entry, snapshot if shot else None, news, settles)


def stored(storage: Storage, *ids: str) -> list[tuple[Any, ...]]:
    """The stored facts of some tables: their rows, the numbers of their entries and snapshots."""

    def job(connection: Connection) -> list[tuple[Any, ...]]:
        shown = select(tables.c.phase, tables.c.actors, tables.c.due, tables.c.outcome, tables.c.ended, tables.c.asked)
        rows = []
        for table_id in ids:
            numbers = [
                connection.execute(
                    select(kind.c.number).where(kind.c.match == table_id).order_by(kind.c.number)
                ).scalars()
                for kind in (decisions, schema.snapshots)
            ]
            rows.append((*connection.execute(shown.where(tables.c.id == table_id)).one(), *map(list, numbers)))
        return rows

    return storage.read(job)


def test_an_entry_is_stored_with_its_snapshot_and_what_its_table_shows(either: Storage) -> None:
    lay(either, "e0", "e1", "e2", asked={"draw": [0]})
    first = [
        appended("e0", 0, shot=True, actors=[0, 1], due=7.25),
        appended("e1", 0, settles=True, asked=None, actors=[1]),
        appended("e2", 0),
    ]
    assert either.write(lambda c: appends.append(c, first)).result() == {"e0": 0, "e1": 1, "e2": 0}
    assert stored(either, "e0", "e1", "e2") == [
        ("playing", [0, 1], 7.25, None, None, {"draw": [0]}, [0], [0]),
        ("playing", [1], None, None, None, None, [0], []),
        ("playing", [], None, None, None, {"draw": [0]}, [0], []),
    ]
    ending = appended("e0", 1, phase="over", due=None, outcome={"ranking": [[0]]}, ended=9.5, actors=[])
    either.write(lambda c: appends.append(c, [ending])).result()
    assert stored(either, "e0") == [("over", [], None, {"ranking": [[0]]}, 9.5, {"draw": [0]}, [0, 1], [0])]
    of = select(decisions).where(decisions.c.match == "e0", decisions.c.number == 0)
    assert either.read(lambda c: c.execute(of).one())._asdict() == first[0].entry
    of = select(schema.snapshots).where(schema.snapshots.c.match == "e0")
    assert either.read(lambda c: c.execute(of).one())._asdict() == first[0].snapshot


def test_where_one_entry_can_not_be_stored_nothing_is(either: Storage) -> None:
    lay(either, "f0", "f1")
    either.write(lambda c: appends.append(c, [appended("f1", 0)])).result()
    before = stored(either, "f0", "f1")

    class Append(Joined[None]):
        undisturbed = True

        @classmethod
        def together(cls, connection, jobs):
            appends.append(connection, [appended("f0", 0, shot=True, actors=[1]), appended("f1", 0, actors=[1])])
            return [None] * len(jobs)

    with pytest.raises(IntegrityError):
        either.write(Append()).result()
    assert stored(either, "f0", "f1") == before


def test_the_writer_goes_on_with_one_connection_and_gives_it_back_when_it_rests_or_fails(either: Storage) -> None:
    """Taking a connection from the pool for each group costs more than a statement; a failed one may be broken."""

    def number(connection: Connection) -> int:
        return id(connection)

    def fail(_: Connection) -> None:
        raise OSError("broken")

    rested(either)
    first = either.write(number).result()
    assert either.write(number).result() == first
    (kept,) = either._kept.values()
    with pytest.raises(OSError, match="broken"):
        either.write(fail).result()
    assert kept.closed
    either.write(number).result()
    (kept,) = either._kept.values()
    rested(either)
    assert kept.closed


def test_matches_that_end_together_take_no_more_statements_than_one(either: Storage) -> None:
    """The writer waits for the loop at each statement: three for each match made everybody wait for seconds."""
    said: list[str] = []
    seat: dict[str, Any] = {"kind": "person", "person": "ana", "name": "Ana", "brought": {}, "sat": ["ana"]}
    other: dict[str, Any] = {"kind": "bot", "person": None, "bot": "random", "name": "", "brought": {}, "sat": []}

    def note(_connection: Connection, _cursor: Any, text: str, *_: Any) -> None:
        said.append(text)

    def keep(connection: Connection, *ids: str) -> int:
        said.clear()
        event.listen(connection, "before_cursor_execute", note)
        results.keep(
            connection, [Ended(table_id, {"shares": [1.0, 0.0]}, float(table_id[1]), None) for table_id in ids]
        )
        event.remove(connection, "before_cursor_execute", note)  # the writer goes on with this connection
        return len(said)

    for table_id in ("t0", "t1", "t2"):
        rows = [{"table": table_id, "number": n, "bot": None, **one} for n, one in enumerate((seat, other))]
        either.write(partial(lambda rows, c: c.execute(insert(schema.seats), rows), rows)).result()
    assert either.write(lambda c: keep(c, "t0")).result() == either.write(lambda c: keep(c, "t2", "t1")).result() == 3
    kept = schema.results
    wanted = select(kept.c.match, kept.c.seat, kept.c.person, kept.c.bot, kept.c.result, kept.c.ended)
    found = either.read(lambda c: [tuple(row) for row in c.execute(wanted.order_by(kept.c.match, kept.c.seat))])
    won, lost = ("ana", None, "won"), (None, "random", "lost")
    assert found == [(f"t{n}", seat, *one, float(n)) for n in range(3) for seat, one in enumerate((won, lost))]
