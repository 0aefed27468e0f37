"""A store on a real SQLite file whose disk is slow, fails or stops in the middle of a commit."""

from __future__ import annotations

import asyncio
import sqlite3
from random import Random
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, OperationalError

from ludotheque.server.storage import MOST_IN_A_GROUP, Job, Storage, T, Waiting


class Disk:
    """The storage that all processes share, and how it behaves now."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.failing = False
        self.slow = 1.0  # factor of each delay
        self.conflicts = 0.0  # share of commits that conflict with another process

    def delay(self) -> float:
        """Return the seconds that the next access takes."""
        return self.slow * self.random.uniform(0.0005, 0.02)


class _Conflict(Exception):
    sqlstate = "40001"


class SimulatedStorage(Storage):
    """The storage of one process. Its groups are committed by the event loop instead of a thread."""

    def __init__(self, url: str, disk: Disk, process: Any) -> None:
        super().__init__(url)
        self._disk = disk
        self._process = process
        self._queue: list[Waiting] = []
        self._due = False

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
        for engine in dict.fromkeys((self._appending, self._writing)):
            self._write_group([job for job in waiting if self._engine_of(job[1]) is engine], engine)
        if self._queue:
            self._hand_over([])

    def _commit(self, group: list[Waiting], engine: Engine) -> None:
        if self._disk.failing:
            raise OperationalError("commit", {}, sqlite3.OperationalError("disk I/O error"))
        if self._disk.random.random() < self._disk.conflicts:
            raise DBAPIError("commit", {}, _Conflict("could not serialize access"))
        super()._commit(group, engine)

    def read(self, job: Job[T]) -> T:  # plain-words: ignore (as in Storage)
        if self._disk.failing:
            error = OperationalError("read", {}, sqlite3.OperationalError("disk I/O error"))
            self._failed(error)
            raise error
        return super().read(job)
