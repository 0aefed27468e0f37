"""A store on a real SQLite file whose disk is slow, fails, or loses its machine in the middle of a commit.

The faults are made below SQLAlchemy, where its driver runs a statement or a commit. So the server's own code meets them
as it would meet those of a disk or of PostgreSQL: in the middle of a transaction, at its commit, or after it. Like
PostgreSQL it can say of a transaction afterwards whether it was committed.
"""

from __future__ import annotations

import asyncio
import sqlite3
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
        self._queue: list[Waiting] = []
        self._due = False
        self._begun = self._committed = 0  # transactions that have got a name, and the last that was committed
        super().__init__(url)
        self._appending = self._writing.execution_options(appending=True)  # an engine of its own, as on PostgreSQL
        self._break(self._reading, False)
        self._break(self._writing, True)

    def _engine(self, begin: str, isolation: str) -> Engine:
        engine = super()._engine(begin, isolation)

        @event.listens_for(engine, "connect")
        def connected(connection: Any, _: Any) -> None:
            connection.execute("PRAGMA synchronous=OFF")  # no world outlives the machine that it runs on

        return engine

    def _break(self, engine: Engine, writes: bool) -> None:
        """Let the disk's faults happen where the driver runs a statement or a commit."""
        dialect: Any = engine.dialect
        execute, commit, disk = dialect.do_execute, dialect.do_commit, self._disk

        def do_execute(*given: Any) -> None:
            if disk.failing or (writes and disk.happens(disk.broken)):
                raise sqlite3.OperationalError("disk I/O error")
            if writes and disk.happens(disk.conflicts):
                raise Conflict("could not serialize access")
            if writes and disk.happens(disk.deadly):
                raise Killed
            execute(*given)

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

        dialect.do_execute, dialect.do_commit = do_execute, do_commit

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
        super().close()
