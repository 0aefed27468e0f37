"""Several processes at one SQLite file: they write in turn, and nothing is lost where they meet."""

from __future__ import annotations

import sqlite3
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, select

from ludotheque.server.storage import Storage
from ludotheque.server.storage.schema import house as kept
from ludotheque.server.storage.turns import USUAL_SECONDS, turns
from tests.server import databases
from tests.server.house import Guest, House, play_to_the_end, rested
from tests.server.test_matches import begun_at

MODULE = sys.modules[turns.__module__]


@contextmanager
def had_by_another(path: Path) -> Iterator[None]:
    """Have the turn at a file, as another process has it; BlockingIOError, if somebody has it."""
    import fcntl

    with Path(f"{path}-turn").open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield


def is_free(path: Path) -> bool:
    """Whether nobody has the turn at a file."""
    try:
        with had_by_another(path):
            return True
    except BlockingIOError:
        return False


def noting(name: str, value: bytes):
    """A job that writes something down."""

    def job(connection: Connection) -> None:
        connection.execute(insert(kept), {"name": name, "value": value})

    return job


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")
def test_who_shares_a_file_writes_when_the_one_before_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "WAIT_SECONDS", 60.0)
    path = tmp_path / "tables.sqlite"
    storage = Storage(f"sqlite:///{path}", several=True)
    other = turns(str(path))
    assert other is not None
    with other.taken():  # as another process has it
        waits: Future[None] = storage.write(noting("mine", b"1"))
        with pytest.raises(TimeoutError):
            waits.result(0.3)
        assert storage.read(lambda c: c.execute(select(kept.c.value)).all()) == [], "who reads need not wait"
    waits.result(30)
    other.close()
    storage.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")
def test_an_entry_takes_its_turn_for_one_statement_and_hurries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All processes wait for who has the turn: a busy loop gives him the interpreter at once, not after 5 ms."""
    monkeypatch.setattr(MODULE, "WAIT_SECONDS", 60.0)
    path = tmp_path / "tables.sqlite"
    storage = Storage(f"sqlite:///{path}", several=True)
    first, append = begun_at(storage, ["t0", "t1"])
    said: list[tuple[str, bool, bool]] = []

    def note(_connection: Connection, _cursor: Any, text: str, *_: Any) -> None:
        hurries = sys.getswitchinterval() < USUAL_SECONDS / 10
        said.append((text.split()[0], is_free(path), hurries))

    storage.write(first).result()  # and the connection is ready
    event.listen(rested(storage)._appending, "before_cursor_execute", note)
    with had_by_another(path):
        waits = storage.write(append)
        with pytest.raises(TimeoutError):
            waits.result(0.3)
    waits.result(30)
    assert said == [("INSERT", False, True), ("SELECT", True, False)], "what, whether others may write, in a hurry"
    storage.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")
def test_a_turn_that_never_comes_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process may have been stopped while it had it."""
    monkeypatch.setattr(MODULE, "WAIT_SECONDS", 0.2)
    path = tmp_path / "tables.sqlite"
    storage = Storage(f"sqlite:///{path}", several=True)
    other = turns(str(path))
    assert other is not None
    with other.taken():
        storage.write(noting("mine", b"1")).result(30)
    assert storage.read(lambda c: c.execute(select(kept.c.value)).all()) == [(b"1",)]
    other.close()
    storage.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")
@pytest.mark.parametrize("when", ["taken", "let go"])
def test_where_a_file_system_has_no_locks_it_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    import fcntl

    def refused(file: object, how: int) -> None:
        if (how == fcntl.LOCK_UN) is (when == "let go"):
            raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refused)
    storage = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}", several=True)
    for name in ("mine", "yours"):
        storage.write(noting(name, b"1")).result(30)
    assert len(storage.read(lambda c: c.execute(select(kept.c.value)).all())) == 2
    storage.close()


def test_one_process_and_a_folder_that_cannot_be_written_do_without_turns(tmp_path: Path) -> None:
    alone = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    alone.write(noting("mine", b"1")).result(30)
    alone.close()
    assert not (tmp_path / "tables.sqlite-turn").exists()
    assert turns(str(tmp_path / "nowhere" / "tables.sqlite")) is None


def test_two_servers_on_one_file_play_one_match(tmp_path: Path) -> None:
    """Each decision is made at one of both by chance, and told at the other."""
    with databases.redis() as redis:
        houses = [House(f"sqlite:///{tmp_path / 'h.sqlite'}", channels=redis) for _ in range(2)]
        try:
            ana = houses[0].guest("Ana")
            table = ana.table("lampions", "me", "me", "me", options={"rounds": 3})
            ana.start(table)
            elsewhere = Guest(houses[1])
            elsewhere.cookie = ana.cookie
            pages = [ana.page(table), elsewhere.page(table)]
            play_to_the_end({0: pages[0], 1: pages[1], 2: pages[0]}, Random(1))
            for page in pages:
                page.caught_up()
            assert pages[0].faces[0]["outcome"]
            assert pages[0].logs == pages[1].logs, "both were told the same"
        finally:
            for house in houses:
                house.close()


def test_who_finds_a_new_file_being_made_waits_for_it(tmp_path: Path) -> None:
    """Of processes that start at once, one ended at once with “database is locked”."""
    path = tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as first:
        first.execute("CREATE TABLE something (name)")  # not by way of a log yet
        first.execute("BEGIN IMMEDIATE")
        later = threading.Timer(0.3, first.rollback)
        later.start()
        storage = Storage(f"sqlite:///{path}", several=True)
        later.join()
    storage.write(noting("mine", b"1")).result()
    assert storage.read(lambda c: c.execute(select(kept.c.value)).scalars().all()) == [b"1"]
    storage.close()
