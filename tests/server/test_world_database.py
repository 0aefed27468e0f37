"""The model of PostgreSQL in the simulated worlds (`tests/world/disk.py`), beside a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from ludotheque.server.storage import Storage, _is_conflict
from ludotheque.server.storage.schema import house
from tests.server import databases
from tests.server.house import laid
from tests.world.disk import Disk, SimulatedStorage


def value(connection: Connection, name: str = "a") -> bytes | None:
    """Read a value."""
    found: bytes | None = connection.execute(select(house.c.value).where(house.c.name == name)).scalar()
    return found


def put(connection: Connection, to: bytes, name: str = "a") -> None:
    """Change a value."""
    connection.execute(update(house).where(house.c.name == name).values(value=to))


def outcome(act: Callable[[], Any]) -> str:
    """What becomes of an act: done, a conflict, or a key that is there already."""
    try:
        act()
    except IntegrityError:
        return "taken"
    except DBAPIError as error:
        return "conflict" if _is_conflict(error) else str(error.orig)
    return "done"


@contextmanager
def transactions(one: Storage, other: Storage) -> Iterator[tuple[Connection, Connection]]:
    """Two open transactions of two processes; what they leave open is rolled back."""
    with one._writing.connect() as first, other._writing.connect() as second:
        first.begin()
        second.begin()
        yield first, second


def a_lost_update(one: Storage, other: Storage) -> list[Any]:
    """Both read a value, and both change it."""
    with transactions(one, other) as (first, second):
        found: list[Any] = [value(first), value(second)]
        put(first, b"1")
        found.append(outcome(first.commit))

        def change() -> None:
            put(second, b"2")
            second.commit()

        return [*found, outcome(change), one.read(value)]


def a_write_skew(one: Storage, other: Storage) -> list[Any]:
    """Each reads what the other changes."""
    with transactions(one, other) as (first, second):
        found: list[Any] = [value(first, "b"), value(second, "a")]
        put(first, b"1", "a")
        found.append(outcome(first.commit))

        def change() -> None:
            put(second, b"2", "b")
            second.commit()

        return [*found, outcome(change), one.read(value), one.read(lambda c: value(c, "b"))]


def a_snapshot(one: Storage, other: Storage) -> list[Any]:
    """A transaction goes on seeing what it has read, and nobody sees what is not committed."""
    with transactions(one, other) as (first, second):
        found: list[Any] = [value(first)]
        put(second, b"1")
        found += [value(first), other.read(value)]
        second.commit()
        return [*found, value(first), other.read(value)]


def a_taken_key(one: Storage, other: Storage) -> list[Any]:
    """Two processes add the same row, one after the other."""

    def add(storage: Storage) -> Callable[[], None]:
        def job() -> None:
            with storage._appending.begin() as connection:
                connection.execute(insert(house), {"name": "new", "value": b""})

        return job

    return [outcome(add(one)), outcome(add(other))]


def a_rollback(one: Storage, other: Storage) -> list[Any]:
    """Nothing stays of a transaction that ends without a commit, as when the database restarts."""
    with transactions(one, other) as (first, _):
        put(first, b"1")
    return [other.read(value)]


def what_became_of_them(one: Storage, other: Storage) -> list[Any]:
    """The database is asked for a committed transaction, one that was rolled back, and one that wrote nothing."""
    found: list[Any] = []
    for ending in ("commit", "rollback"):
        with transactions(one, other) as (first, _):
            put(first, b"1")
            name = one._name_transaction(first)
            assert name is not None
            getattr(first, ending)()
        found.append(one._status_of(name))
    return found


def repeated_jobs(one: Storage, other: Storage) -> list[Any]:
    """A job that meets a conflict is done again, and behind the queue lock, with what is stored by then."""
    tries: list[int] = []

    def add_one(connection: Connection) -> None:
        now = int(value(connection) or b"0")
        tries.append(now)
        if len(tries) == 1:
            with other._writing.begin() as second:  # in the middle of the first try
                put(second, b"5")
        put(connection, str(now + 1).encode())

    done: Future[None] = Future()
    one._write_group([("", add_one, done)], one._writing)
    return [tries, done.exception(), other.read(value)]


SCRIPTS = (
    *(a_lost_update, a_write_skew, a_snapshot, a_taken_key),
    *(a_rollback, what_became_of_them, repeated_jobs),
)


def outcomes(one: Storage, other: Storage) -> dict[str, list[Any]]:
    """Return what each script finds."""
    found = {}
    for script in SCRIPTS:
        with one._writing.begin() as connection:
            connection.execute(house.delete())
            connection.execute(insert(house), [{"name": name, "value": b"0"} for name in ("a", "b")])
        found[script.__name__] = script(one, other)
    return found


def test_the_model_of_postgresql_does_as_postgresql(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk, process = Disk("1"), SimpleNamespace(dead=False)
    disk.overlap = 0.0  # here the scripts say what overlaps
    url = laid(f"sqlite:///{tmp_path / 'world.sqlite'}")
    models = [SimulatedStorage(url, disk, process) for _ in range(2)]
    with databases.postgres() as real_url:
        real = [Storage(real_url) for _ in range(2)]
        expected = outcomes(*real)
        for storage in real:
            storage.close()
    found = outcomes(models[0], models[1])
    for storage in models:
        storage.close()
    assert found == expected
    assert expected["a_lost_update"] == [b"0", b"0", "done", "conflict", b"1"]
    assert expected["repeated_jobs"] == [[0, 5], None, b"6"]


def test_another_process_commits_in_the_middle_of_a_transaction(tmp_path: Path) -> None:
    """So worlds have real conflicts: the first try is rolled back, the second sees what the other has stored."""
    disk, process = Disk("1"), SimpleNamespace(dead=False)
    disk.overlap = 1.0
    url = laid(f"sqlite:///{tmp_path / 'world.sqlite'}")
    one, other = (SimulatedStorage(url, disk, process) for _ in range(2))
    with one._writing.begin() as connection:
        connection.execute(insert(house), {"name": "a", "value": b"0"})
    done: list[Future[int]] = [Future(), Future()]
    tries: list[int] = []

    def add_one(connection: Connection) -> int:
        now = int(value(connection) or b"0")
        tries.append(now)
        put(connection, str(now + 1).encode())
        return now

    other._queue.append(("", add_one, done[1]))
    one._write_group([("", add_one, done[0])], one._writing)
    assert [future.result(0) for future in done] == [1, 0]
    assert sorted(tries) == [0, 0, 1] or tries == [0, 1]
    assert one.read(value) == b"2"
    for storage in (one, other):
        storage.close()
