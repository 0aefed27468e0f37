"""A store on a real SQLite file whose disk is slow, fails, or loses its machine in the middle of a commit.

The faults are made below SQLAlchemy, where its driver runs a statement or a commit. So the server's own code meets them
as it would meet those of a disk or of PostgreSQL: in the middle of a transaction, at its commit, or after it.

For several processes it is a model of PostgreSQL. Transactions overlap: before a statement, another process may commit.
Each transaction keeps the snapshot of its first read; one that writes after another has committed since then fails as
not serializable, and is rolled back. PostgreSQL lets many of these pass: the model has more conflicts. So whoever
holds the queue lock of the storage, after a conflict, is not overtaken: in the model any write would be in the way.
Afterwards it says of a transaction whether it was committed.
`tests/server/test_world_database.py` compares it with a real PostgreSQL.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from sqlalchemy import Connection, Engine, event

from ludotheque.server.storage import MOST_IN_A_GROUP, Storage, Waiting


class Disk:
    """The storage that all processes share, and how it behaves now. Shares are of statements or commits."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.failing = False  # nothing can be read or written
        self.slow = 1.0  # factor of each delay
        self.conflicts = 0.0  # share of statements that conflict with another process, as in PostgreSQL
        self.overlap = 0.2  # share of statements before which another process that waits to write may commit
        self.storages: list[SimulatedStorage] = []  # of the running processes
        self.overtaking = False
        self.broken = 0.0  # share of statements that fail
        self.doubtful = 0.0  # share of commits whose acknowledgement gets lost: PostgreSQL's connection breaks
        self.deadly = 0.0  # share of statements and commits at which the process is killed

    def delay(self) -> float:
        """Return the seconds that the next access takes."""
        return self.slow * self.random.uniform(0.0005, 0.02)

    def happens(self, share: float) -> bool:
        """Whether something with this share happens now."""
        return share > 0.0 and self.random.random() < share


class Conflict(sqlite3.OperationalError):
    """What PostgreSQL reports if two transactions can't be put in an order."""

    sqlstate = "40001"


class Killed(BaseException):
    """The process was killed at this point."""


class SimulatedStorage(Storage):
    """The storage of one process. Its groups are committed by the event loop instead of a thread."""

    def __init__(self, url: str, disk: Disk, process: Any) -> None:
        self._disk = disk
        self._process = process
        self._wrote = self._in_front = False  # whether the transaction has written; whether it holds the queue lock
        self._queue: list[Waiting] = []
        self._due = False
        self._begun = self._committed = 0  # transactions that have got a name, and the last that was committed
        super().__init__(url)
        self._appending = self._writing.execution_options(appending=True)  # an engine of its own, as on PostgreSQL
        self._break(self._reading, False)
        self._break(self._writing, True)
        disk.storages.append(self)

    def _engine(self, begin: str, isolation: str) -> Engine:
        engine = super()._engine("BEGIN", isolation)

        @event.listens_for(engine, "connect")
        def connected(connection: Any, _: Any) -> None:
            connection.execute("PRAGMA synchronous=OFF")  # no world outlives the machine that it runs on
            connection.execute("PRAGMA busy_timeout=0")  # nobody waits: all processes share this thread

        return engine

    @contextmanager
    def _in_line(self, engine: Engine) -> Iterator[None]:
        self._in_front = engine is self._writing and time.monotonic() < self._crowded_until
        self._wrote = False
        try:
            yield
        finally:
            self._in_front = False

    def _let_others_commit(self) -> None:
        """Commit what another process has queued, in the middle of this one's transaction."""
        waiting = [one for one in self._disk.storages if one is not self and one._queue and not one._process.dead]
        if waiting and not self._in_front and not self._disk.overtaking:
            self._disk.overtaking = True
            try:
                self._disk.random.choice(waiting)._commit_next()
            finally:
                self._disk.overtaking = False

    def _break(self, engine: Engine, writes: bool) -> None:
        """Let the disk's faults happen where the driver runs a statement or a commit."""
        dialect: Any = engine.dialect
        commit, disk = dialect.do_commit, self._disk

        def faulty(execute: Any) -> Any:
            def run(*given: Any) -> None:
                if disk.failing or (writes and disk.happens(disk.broken)):
                    raise sqlite3.OperationalError("disk I/O error")
                if writes and disk.happens(disk.conflicts):
                    raise Conflict("could not serialize access")
                if writes and disk.happens(disk.deadly):
                    raise Killed
                if writes and not self._wrote and disk.happens(disk.overlap):
                    self._let_others_commit()
                self._wrote |= writes and not given[1].startswith(("SELECT", "BEGIN", "SAVEPOINT"))
                try:
                    execute(*given)
                except sqlite3.OperationalError as error:
                    if error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_SNAPSHOT):
                        raise Conflict("could not serialize access") from error
                    raise

            return run

        def do_commit(connection: Any) -> None:
            if writes and disk.happens(disk.broken):
                raise sqlite3.OperationalError("disk I/O error")
            commit(connection)
            if writes:
                self._committed = self._begun
            if writes and disk.happens(disk.deadly):
                raise Killed
            if writes and disk.happens(disk.doubtful):
                raise sqlite3.OperationalError("disk I/O error: server closed the connection unexpectedly")

        for name in ("do_execute", "do_executemany"):
            setattr(dialect, name, faulty(getattr(dialect, name)))
        dialect.do_commit = do_commit

    def _name_transaction(self, connection: Connection) -> str | None:
        self._begun += 1
        return str(self._begun)

    def _status_of(self, name: str) -> str | None:
        return "committed" if name == str(self._committed) else "aborted"

    def _hand_over(self, jobs: list[Waiting]) -> None:
        self._queue += jobs
        self.waiting = len(self._queue)
        if not self._due:
            self._due = True
            asyncio.get_running_loop().call_later(self._disk.delay(), self._commit_next)

    def _commit_next(self) -> None:
        self._due = False
        if self._process.dead:
            return
        group, self._queue = self._queue[:MOST_IN_A_GROUP], self._queue[MOST_IN_A_GROUP:]
        self.waiting = len(self._queue)
        waiting = [job for job in group if job[2].set_running_or_notify_cancel()]
        waiting.sort(key=lambda job: job[0])
        try:
            for engine in dict.fromkeys((self._appending, self._writing)):
                self._write_group([job for job in waiting if self._engine_of(job[1]) is engine], engine)
        except Killed:
            self._process.kill()
            return
        if self._queue:
            self._hand_over([])

    def close(self) -> None:
        """Write all queued jobs, then close."""
        for loop in list(self._gathering):
            self._hand_over_gathered(loop)
        while self._queue:
            self._commit_next()
        self._disk.storages.remove(self)
        super().close()
