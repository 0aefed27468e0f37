"""The database: one writer whose commits are grouped, many readers.

Everything that is written goes through one thread. It takes all jobs that wait, runs them, and commits them together:
while one group is being made durable, the next one gathers. A job's result is handed out after
the commit, never before: who is told "stored" can rely on it.

SQLite lies in a file of this machine; PostgreSQL may be shared by several processes. A job is carried out on either as
if it were alone (SQLite: one writer at a time; PostgreSQL: SERIALIZABLE, and again if another process was in the way).
A job that reads nothing which another process may change meanwhile says so (`Joined.undisturbed`): it is not kept from
its commit by what others do at other tables. PostgreSQL carries it out beside them; on SQLite each of its statements is
a transaction, so that it must need but one.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import random
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, Generic, Self, TypeAlias, TypeVar

import alembic.command
import alembic.config
from sqlalchemy import Connection, Engine, create_engine, delete, event, insert, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from ludotheque.errors import trace
from ludotheque.server.logs import PART
from ludotheque.server.metering import paid
from ludotheque.server.storage import appends
from ludotheque.server.storage.schema import house
from ludotheque.server.storage.turns import taken, turns

T = TypeVar("T")
Job = Callable[[Connection], T]

MOST_IN_A_GROUP = 256
READERS = 3
TRIES = 20  # of a job that meets those of other processes
CROWDED_SECONDS = 1.0  # for which a process waits in line after it has met with others
LINE = 8421  # the lock of that line
LINE_SECONDS = 2  # in it: the one before may have been stopped in mid-turn
NOT_IN_TIME = "55P03"  # PostgreSQL: a lock did not come in time
IN_THE_WAY = ("40001", "40P01")  # PostgreSQL: could not be carried out as if alone; waited for each other
REST_SECONDS = 0.25  # after which the writer gives a connection back that it does not use: databases restart
LOG = "wal_autocheckpoint=4000"  # pages of SQLite's log that are put into the file together: 16 MiB
MIGRATING = 8420  # the lock that is held by the process that brings the database up to date
MIGRATIONS = Path(__file__).parent / "migrations"


log = logging.getLogger(__name__)
BEAT_SECONDS = 5.0  # for the database to show that it works
# A machine that has vanished says nothing: the system would wait for it for a quarter of an hour.
REACHABLE = {"connect_timeout": 10, "tcp_user_timeout": 10_000, "keepalives_idle": 10, "keepalives_interval": 5}
QUIET_SECONDS = 10.0  # from one line of the log about the database to the next
# What an operator is to do about what a database says; the first that fits.
ADVICE = (
    ("full", "Free some space on its disk."),
    ("readonly", "The file or its folder can't be written: look at their owner and rights."),
    ("read-only", "The disk or the database can't be written."),
    ("locked", "Another program holds the file: close that one."),
    ("malformed", "The file is damaged: stop the server and restore a backup."),
    ("not a database", "The file is damaged: stop the server and restore a backup."),
    ("disk i/o", "The disk fails, or its folder has gone: look at the system's log."),
    ("", "Look whether it is running and can be reached; the server tries again by itself."),
)


def advice(said: str) -> str:
    """What an operator is to do about an error of the database."""
    return next(then for words, then in ADVICE if words in said.lower())


def trouble(error: BaseException) -> str | None:
    """What the database says that is no fault of a job but its own; None, if it is none. It holds no values."""
    if not isinstance(error, DBAPIError) or isinstance(error, IntegrityError | DataError) or _in_the_way(error):
        return None
    return str(error.orig).strip().partition("\n")[0]


def log_unless_told(logger: logging.Logger, what: str, error: Exception) -> None:
    """Say that something failed, and where; not if the database failed, of which the storage has told already."""
    if trouble(error) is None:
        logger.error("%s: %s", what, trace(error))


class Joined(ABC, Generic[T]):
    """A job that is carried out together with others of its kind where they meet in a group, in fewer statements."""

    undisturbed = False  # whether what other processes write at the same time can't make it wrong

    @classmethod
    @abstractmethod
    def together(cls, connection: Connection, jobs: Sequence[Self]) -> list[T]:
        """Carry out several, each of another key; the result of each."""

    def __call__(self, connection: Connection) -> T:
        """Carry out this one alone."""
        return self.together(connection, [self])[0]


class Reply(Generic[T]):
    """Where a result is handed to: one who waits in an event loop. All of a group that wait in one are woken once."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[T] = self.loop.create_future()

    def set_running_or_notify_cancel(self) -> bool:
        """Whether anybody still waits for it."""
        return not self.future.cancelled()

    def set_exception(self, error: BaseException) -> None:
        """It was not done."""
        _wake(self.loop, lambda: None if self.future.done() else self.future.set_exception(error))

    @staticmethod
    def hand_out(replies: Sequence[tuple[Reply[Any], Any]]) -> None:
        """It was done: tell all who wait."""
        of: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
        for reply, result in replies:
            of.setdefault(reply.loop, []).append((reply.future, result))
        for loop, done in of.items():
            _wake(loop, partial(_set_all, done))


Waiting: TypeAlias = tuple[str, Job[Any], Future[Any] | Reply[Any]]


def _wake(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    """Have a loop call something; one that has ended meanwhile has nobody left who waits."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call)


def _set_all(done: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in done:
        if not future.done():
            future.set_result(result)


class Storage:
    """The database behind a URL, brought up to date when opened."""

    def __init__(self, url: str, several: bool = False) -> None:
        self.url = _with_driver(make_url(url))
        if self.url.get_backend_name() == "sqlite" and self.url.database:
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
        self._writing = self._engine("BEGIN IMMEDIATE", "SERIALIZABLE")
        self._reading = self._engine("BEGIN", "REPEATABLE READ")
        self._appending: Engine
        if self._writing.dialect.name == "postgresql":
            self._appending = self._writing.execution_options(isolation_level="READ COMMITTED")
        else:
            self._appending = self._engine("", "")
        self._migrate()
        shared_file = several and self.url.get_backend_name() == "sqlite"
        self._turns = turns(self.url.database) if shared_file else None
        self._jobs: queue.SimpleQueue[list[Waiting] | None] = queue.SimpleQueue()
        self._gathering: dict[asyncio.AbstractEventLoop, list[Waiting]] = {}  # what each loop hands over next
        self.waiting = 0  # jobs that wait to be written
        self._counting = threading.Lock()
        self._writer = threading.Thread(target=self._write_on, name="storage writer", daemon=True)
        self._readers = ThreadPoolExecutor(READERS, "storage reader")
        self.groups = 0  # commits so far
        self.trouble: str | None = None  # what the database said when it last failed, until it works again
        self._told = -QUIET_SECONDS
        self._crowded_until = 0.0
        self._kept: dict[Engine, Connection] = {}  # the writer's own, with which it goes on from group to group
        self.on_written: Callable[[float], None] = lambda seconds: None  # told how long each job took
        self._writer.start()

    def _engine(self, begin: str, isolation: str) -> Engine:
        # An error must not carry what was to be stored: a log line could hold a position.
        if self.url.get_backend_name() == "postgresql":
            # It tells what it ignores while it gives a lost connection up; that one is lost the storage tells itself.
            logging.getLogger("psycopg").setLevel(logging.ERROR)
            durable: dict[str, Any] = {"options": "-c synchronous_commit=on"}  # whatever the server's own habit is
            return create_engine(
                self.url,
                pool_size=READERS + 1,
                hide_parameters=True,
                isolation_level=isolation,
                pool_pre_ping=True,
                connect_args={**durable, **REACHABLE},
            )
        engine = create_engine(self.url, pool_size=READERS + 1, hide_parameters=True)

        @event.listens_for(engine, "connect")
        def connected(connection: Any, _: Any) -> None:
            connection.isolation_level = None  # transactions begin where we say so, savepoints included
            for pragma in ("busy_timeout=10000", "synchronous=FULL", "foreign_keys=ON", LOG):
                connection.execute(f"PRAGMA {pragma}")
            _write_ahead(connection)

        @event.listens_for(engine, "begin")
        def begun(connection: Connection) -> None:
            if begin:
                connection.exec_driver_sql(begin)

        return engine

    def _migrate(self) -> None:
        config = alembic.config.Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        engine = self._writing
        if engine.dialect.name == "postgresql":
            engine = engine.execution_options(isolation_level="READ COMMITTED")  # to see what another has just made
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":  # of several processes that start, one does it, the others wait
                connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
            config.attributes["connection"] = connection
            alembic.command.upgrade(config, "head")

    async def beat(self) -> None:
        """Write something, and read it again: raises what keeps the database from that."""
        value = str(time.time()).encode()

        def job(connection: Connection) -> None:
            connection.execute(delete(house).where(house.c.name == "beat"))
            connection.execute(insert(house), {"name": "beat", "value": value})

        await asyncio.wait_for(self.written(job), BEAT_SECONDS)
        await asyncio.wait_for(self.found(lambda c: c.execute(select(house.c.value)).first()), BEAT_SECONDS)

    # Writing ------------------------------------------------------------------------------------------------------

    def write(self, job: Job[T], key: str = "") -> Future[T]:
        """Run a job in the next group; the future is done once the group is durable.

        Jobs of several tables in one group are run in the order of their keys, so that processes seldom wait for each
        other; where PostgreSQL finds two that do, the group is written again.
        """
        future: Future[T] = Future()
        self._hand_over([(key, job, future)])
        return future

    async def written(self, job: Job[T], key: str = "") -> T:
        """The same, awaited."""
        began = time.monotonic()
        reply: Reply[T] = Reply()
        self._gather((key, job, reply), reply.loop)
        result = await reply.future
        seconds = time.monotonic() - began
        self.on_written(seconds)
        if log.isEnabledFor(logging.INFO):
            log.info("stored", extra={PART: {"table": key, "seconds": round(seconds, 4)} if key else {}})
        return result

    def _gather(self, job: Waiting, loop: asyncio.AbstractEventLoop) -> None:
        """Hand a job to the writer with all others of this turn of the loop: one by one they would make small groups,
        and the loop and the writer would take the interpreter from each other for each of them."""
        gathered = self._gathering.setdefault(loop, [])
        gathered.append(job)
        if len(gathered) == 1:
            loop.call_soon(self._hand_over_gathered, loop)

    def _hand_over_gathered(self, loop: asyncio.AbstractEventLoop) -> None:
        if gathered := self._gathering.pop(loop, None):
            self._hand_over(gathered)

    def _hand_over(self, jobs: list[Waiting]) -> None:
        with self._counting:
            self.waiting += len(jobs)
        self._jobs.put(jobs)

    def _write_on(self) -> None:
        closing = False
        while not closing:
            group: list[Waiting] = []
            while not closing and len(group) < MOST_IN_A_GROUP and not (group and self._jobs.empty()):
                try:
                    jobs = self._jobs.get(timeout=REST_SECONDS if self._kept else None)
                except queue.Empty:
                    self._let_go()
                    continue
                closing = jobs is None
                group += jobs or ()
            with self._counting:
                self.waiting -= len(group)
            # Who has stopped waiting is left out; from here on nobody can, and every future gets its answer.
            waiting = [job for job in group if job[2].set_running_or_notify_cancel()]
            waiting.sort(key=lambda job: job[0])
            undisturbed = [job for job in waiting if getattr(job[1], "undisturbed", False)]
            self._write_group(undisturbed, self._appending)
            self._write_group([job for job in waiting if job not in undisturbed], self._writing)
        self._let_go()

    def _write_group(self, group: list[Waiting], engine: Engine) -> None:
        """Commit a group. If one job of several fails, nothing of them was done: each is tried again by itself."""
        if not group:
            return
        try:
            self._commit(group, engine)
        except Exception as error:
            self._failed(error)
            if len(group) > 1:
                for job in group:
                    self._write_group([job], engine)
            elif _in_the_way(error):
                self._write_again(group, engine)
            else:
                group[0][2].set_exception(error)

    def _write_again(self, group: list[Waiting], engine: Engine) -> None:
        """One job that met with those of other processes: until it is alone."""
        for tries in range(TRIES):
            time.sleep(random.uniform(0.0, 0.02))
            try:
                self._commit(group, engine)
                return
            except Exception as error:
                self._failed(error)
                if tries == TRIES - 1 or not _in_the_way(error):
                    group[0][2].set_exception(error)
                    return

    @contextmanager
    def _in_line(self, engine: Engine) -> Iterator[None]:
        """Where processes are in each other's way, all that are wait in line for a while.

        Without it eight processes that laid tables in an empty database met more than twenty times, and gave up.
        """
        if engine is not self._writing or time.monotonic() >= self._crowded_until:
            yield
            return
        line = self._stood_in_line()
        try:
            yield
        finally:
            # What was written is written: whatever fails here must not make it look otherwise.
            with suppress(Exception):
                line.close()

    def _stood_in_line(self) -> Connection:
        """A connection that holds the line's lock, or has waited for it as long as is worth while."""
        line = self._appending.connect()
        try:
            line.exec_driver_sql(f"SET LOCAL lock_timeout = '{LINE_SECONDS}s'")
            line.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LINE})")  # it goes with the transaction
        except DBAPIError as error:
            line.rollback()
            if getattr(error.orig, "sqlstate", None) != NOT_IN_TIME:
                line.close()
                raise
        return line

    def _commit(self, group: list[Waiting], engine: Engine) -> None:
        """Carry out a group, make it durable, and tell all who wait."""
        try:
            # What is undisturbed takes its turn by itself, for the one statement that it is.
            with taken(self._turns if engine is self._writing else None), self._in_line(engine):
                connection = self._connection(engine)
                with connection.begin():
                    results = _carried_out(connection, [job for _, job, _ in group])
        except BaseException:
            self._let_go()
            raise
        self.groups += 1
        self.trouble = None
        replies = []
        for (_, _, future), result in zip(group, results, strict=True):
            if isinstance(future, Reply):
                replies.append((future, result))
            else:
                future.set_result(result)
        Reply.hand_out(replies)

    def _connection(self, engine: Engine) -> Connection:
        """The writer's own. To take one from the pool for each group, which looks whether it still works, costs more
        than a statement."""
        if engine not in self._kept:
            self._kept[engine] = engine.connect()
            appends.prepare(self._kept[engine], self._turns if engine is self._appending else None)
        return self._kept[engine]

    def _let_go(self) -> None:
        """Give the writer's connections back to the pool, which throws away those that are broken."""
        while self._kept:
            _, connection = self._kept.popitem()
            with suppress(Exception):  # of one that is broken
                connection.close()

    def _failed(self, error: Exception) -> None:
        """Tell the operator what is wrong with the database, now and then: everybody's messages fail on it."""
        if _in_the_way(error):
            self._crowded_until = time.monotonic() + CROWDED_SECONDS
        if (said := trouble(error)) is None:
            return
        self.trouble = said
        if time.monotonic() - self._told >= QUIET_SECONDS:
            self._told = time.monotonic()
            log.error("the database fails: %s. %s Nothing that was acknowledged is lost.", said, advice(said))

    # Reading ------------------------------------------------------------------------------------------------------

    def read(self, job: Job[T]) -> T:
        """What a job finds."""
        try:
            with self._reading.begin() as connection:
                return job(connection)
        except Exception as error:
            self._failed(error)
            raise

    async def found(self, job: Job[T]) -> T:
        """The same, awaited, outside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, paid(lambda: self.read(job)))

    def close(self) -> None:
        """Write what waits, then close."""
        for loop in list(self._gathering):
            self._hand_over_gathered(loop)
        self._jobs.put(None)
        self._writer.join()
        self._readers.shutdown()
        if self._turns is not None:
            self._turns.close()
        for engine in (self._writing, self._appending, self._reading):
            engine.dispose()


def _carried_out(connection: Connection, jobs: list[Job[Any]]) -> list[Any]:
    """The results of jobs, in their order; those of one kind that follow on each other are carried out together."""
    results: list[Any] = []
    for kind, run in groupby(jobs, key=lambda job: type(job) if isinstance(job, Joined) else None):
        if kind is not None and issubclass(kind, Joined):
            results += kind.together(connection, [job for job in run if isinstance(job, kind)])
        else:
            results += [job(connection) for job in run]
    return results


def _write_ahead(connection: Any) -> None:
    """Have an SQLite file written by way of a log.

    Where another process makes the same new file, SQLite does not wait until it is done, whatever its patience.
    """
    for tries in range(TRIES):
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if tries == TRIES - 1 or "locked" not in str(error):
                raise
            time.sleep(random.uniform(0.0, 0.1 * (tries + 1)))


def _with_driver(url: URL) -> URL:
    """The URL with the driver that we bring along, where it names none."""
    return url.set(drivername="postgresql+psycopg") if url.drivername in ("postgres", "postgresql") else url


def _in_the_way(error: BaseException | None) -> bool:
    """Whether a job failed only because another process wrote at the same time; others wrap what the database said."""
    while error is not None:
        if isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in IN_THE_WAY:
            return True
        error = error.__cause__
    return False
