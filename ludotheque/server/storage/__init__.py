"""The database: one writer whose commits are grouped, many readers.

Everything that is written goes through one thread. It takes all jobs that wait, runs them, and commits them together:
while one group is being made durable, the next one gathers. A job's result is handed out after
the commit, never before: who is told "stored" can rely on it.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import alembic.command
import alembic.config
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url

T = TypeVar("T")
Job = Callable[[Connection], T]

MOST_IN_A_GROUP = 256
READERS = 2
MIGRATIONS = Path(__file__).parent / "migrations"


class Storage:
    """The database behind a URL, brought up to date when opened."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        if self.url.get_backend_name() == "sqlite" and self.url.database:
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
        self._writing = self._engine("BEGIN IMMEDIATE")
        self._reading = self._engine("BEGIN")
        self._migrate()
        self._jobs: queue.SimpleQueue[tuple[Job[Any], Future[Any]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_on, name="storage writer", daemon=True)
        self._readers = ThreadPoolExecutor(READERS, "storage reader")
        self.groups = 0  # commits so far
        self._writer.start()

    def _engine(self, begin: str) -> Engine:
        # An error must not carry what was to be stored: a log line could hold a position.
        engine = create_engine(self.url, pool_size=READERS + 1, hide_parameters=True)
        if engine.dialect.name != "sqlite":
            return engine

        @event.listens_for(engine, "connect")
        def connected(connection: Any, _: Any) -> None:
            connection.isolation_level = None  # transactions begin where we say so, savepoints included
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
                connection.execute(f"PRAGMA {pragma}")

        @event.listens_for(engine, "begin")
        def begun(connection: Connection) -> None:
            connection.exec_driver_sql(begin)

        return engine

    def _migrate(self) -> None:
        config = alembic.config.Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self._writing.begin() as connection:
            config.attributes["connection"] = connection
            alembic.command.upgrade(config, "head")

    # Writing ------------------------------------------------------------------------------------------------------

    def write(self, job: Job[T]) -> Future[T]:
        """Run a job in the next group; the future is done once the group is durable."""
        future: Future[T] = Future()
        self._jobs.put((job, future))
        return future

    async def written(self, job: Job[T]) -> T:
        """The same, awaited."""
        return await asyncio.wrap_future(self.write(job))

    def _write_on(self) -> None:
        closing = False
        while not closing:
            group = [self._jobs.get()]
            while len(group) < MOST_IN_A_GROUP and not self._jobs.empty():
                group.append(self._jobs.get())
            closing = None in group
            # Who has stopped waiting is left out; from here on nobody can, and every future gets its answer.
            self._write_group([job for job in group if job is not None and job[1].set_running_or_notify_cancel()])

    def _write_group(self, group: list[tuple[Job[Any], Future[Any]]]) -> None:
        """Commit a group. If one job of several fails, nothing of them was done: each is tried again by itself."""
        try:
            with self._writing.begin() as connection:
                results = [job(connection) for job, _ in group]
        except Exception as error:
            if len(group) == 1:
                group[0][1].set_exception(error)
            else:
                for job in group:
                    self._write_group([job])
            return
        self.groups += 1
        for (_, future), result in zip(group, results, strict=True):
            future.set_result(result)

    # Reading ------------------------------------------------------------------------------------------------------

    def read(self, job: Job[T]) -> T:
        """What a job finds."""
        with self._reading.begin() as connection:
            return job(connection)

    async def found(self, job: Job[T]) -> T:
        """The same, awaited, outside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read, job)

    def close(self) -> None:
        """Write what waits, then close."""
        self._jobs.put(None)
        self._writer.join()
        self._readers.shutdown()
        self._writing.dispose()
        self._reading.dispose()
