"""The database: one writer thread that commits in groups, and several readers.

The writer takes all waiting jobs, runs them and commits them together; the next group gathers meanwhile. A job's result
is returned after the commit: what is acknowledged is durable.

SQLite is for one server process, which locks the file; several processes share PostgreSQL, where a job runs in a
SERIALIZABLE transaction, and again if it conflicted with another process. A job that reads nothing which another
process may change meanwhile (`Joined.undisturbed`) runs READ COMMITTED, so that it has no such conflicts; it must bear
to be run twice.

If the connection breaks during a commit, nobody knows whether the group was stored. PostgreSQL is asked, before
anything is run again: else a line of chat would be there twice.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import random
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any, Generic, Self, TypeAlias, TypeVar

from sqlalchemy import Connection, Engine, create_engine, delete, event, insert, inspect, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, OperationalError
from sqlalchemy.pool import NullPool

from ludotheque.errors import LudothequeError, trace
from ludotheque.server.logs import PART
from ludotheque.server.metering import charge_caller
from ludotheque.server.storage.schema import house, metadata

T = TypeVar("T")
Job = Callable[[Connection], T]

MOST_IN_A_GROUP = 256
READERS = 3
TRIES = 20  # retries of a job that conflicts with other processes
ASK_TRIES = 8  # questions whether a commit went through, and the seconds between two
ASK_SECONDS = 0.5
CROWDED_SECONDS = 1.0  # after a conflict, during which a process takes the queue lock for its writes
LINE = 8421  # the key of that lock
LINE_SECONDS = 2  # timeout for that lock: its holder may have been stopped
NOT_IN_TIME = "55P03"  # PostgreSQL: lock timeout
CONFLICTS = ("40001", "40P01")  # PostgreSQL: serialization failure, deadlock
REST_SECONDS = 0.25  # after which the idle writer returns its connection: the database may restart
LOG = "wal_autocheckpoint=4000"  # pages of SQLite's write-ahead log between checkpoints: 16 MiB
MIGRATING = 8420  # the key of the lock that the migrating process holds
MIGRATIONS = Path(__file__).parent / "migrations"


log = logging.getLogger(__name__)
BEAT_SECONDS = 5.0  # timeout of the readiness check
# Without these, the system waits a quarter of an hour for a machine that has vanished.
REACHABLE = {"connect_timeout": 10, "tcp_user_timeout": 10_000, "keepalives_idle": 10, "keepalives_interval": 5}
QUIET_SECONDS = 10.0  # between two log lines about a failing database
# Advice for the operator by the words of a database error; the first match counts.
ADVICE = (
    ("full", "Free some space on its disk."),
    ("readonly", "The file or its folder can't be written: check their owner and permissions."),
    ("read-only", "The disk or the database can't be written."),
    ("locked", "Another program has locked the file: close it."),
    ("malformed", "The file is damaged: stop the server and restore a backup."),
    ("not a database", "The file is damaged: stop the server and restore a backup."),
    ("disk i/o", "The disk fails, or the folder is gone: check the system's log."),
    ("", "Check that the database is running and can be reached; the server retries by itself."),
)


@cache
def _revisions() -> list[str]:
    """All revisions that the migrations lead to, the oldest first: each file's name begins with its own."""
    return sorted(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def _revision_of(connection: Connection) -> str | None:
    """The revision of a database; None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def advise_operator(message: str) -> str:
    """Return what an operator can do about an error message of the database."""
    return next(then for words, then in ADVICE if words in message.lower())


def database_failure(error: BaseException) -> str | None:
    """Return the message of an error that is the database's fault, without any values; None for other errors."""
    if not isinstance(error, DBAPIError) or isinstance(error, IntegrityError | DataError) or _is_conflict(error):
        return None
    return str(error.orig).strip().partition("\n")[0]


def log_unless_storage_error(logger: logging.Logger, what: str, error: Exception) -> None:
    """Log an error with its traceback, unless the database failed: the storage has logged that already."""
    if database_failure(error) is None:
        logger.error("%s: %s", what, trace(error))


class AlreadyServed(LudothequeError):
    """Another server uses this SQLite file."""


class OlderDatabase(LudothequeError):
    """The database comes from before the first release: this version can't migrate it."""


class NewerDatabase(LudothequeError):
    """A newer version has migrated the database."""


class Doubtful(Exception):
    """A commit failed, and nobody knows whether its group was stored; the cause is the database's error."""


class Joined(ABC, Generic[T]):
    """A job that runs together with others of its class in a group, in fewer statements."""

    undisturbed = False  # whether concurrent writes of other processes can't make it wrong

    @classmethod
    @abstractmethod
    def together(cls, connection: Connection, jobs: Sequence[Self]) -> list[T]:
        """Run several jobs, each of another key; return their results."""

    def __call__(self, connection: Connection) -> T:
        """Run this job alone."""
        return self.together(connection, [self])[0]


class Reply(Generic[T]):
    """A future in an event loop; all results of a group wake each loop once."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[T] = self.loop.create_future()

    def set_running_or_notify_cancel(self) -> bool:
        """Return whether anybody still waits for the result."""
        return not self.future.cancelled()

    def set_exception(self, error: BaseException) -> None:
        """Pass on the error of a failed job."""
        _wake(self.loop, lambda: None if self.future.done() else self.future.set_exception(error))

    @staticmethod
    def hand_out(replies: Sequence[tuple[Reply[Any], Any]]) -> None:
        """Pass on the results of a group."""
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
        for reply, result in replies:
            by_loop.setdefault(reply.loop, []).append((reply.future, result))
        for loop, done in by_loop.items():
            _wake(loop, partial(_set_all, done))


Waiting: TypeAlias = tuple[str, Job[Any], Future[Any] | Reply[Any]]


def _wake(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    """Schedule a call in an event loop; nobody waits in a loop that has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call)


def _set_all(done: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in done:
        if not future.done():
            future.set_result(result)


class Storage:
    """The database behind a URL, migrated when it is opened."""

    def __init__(self, url: str, serving: bool = False) -> None:
        """Open the database. With `serving`, an SQLite file is locked against a second server."""
        self.url = _with_driver(make_url(url))
        if self.url.get_backend_name() == "sqlite" and self.url.database:
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
        self._writing = self._engine("BEGIN IMMEDIATE", "SERIALIZABLE")
        self._reading = self._engine("BEGIN", "REPEATABLE READ")
        self._appending = self._writing
        if self._writing.dialect.name == "postgresql":
            self._appending = self._writing.execution_options(isolation_level="READ COMMITTED")
        self._server_lock = self._lock_for_server() if serving else None
        try:
            self._migrate()
        except BaseException:
            self._unlock()
            raise
        self._jobs: queue.SimpleQueue[list[Waiting] | None] = queue.SimpleQueue()
        self._gathering: dict[asyncio.AbstractEventLoop, list[Waiting]] = {}  # jobs that each loop queues next
        self.waiting = 0  # queued jobs
        self._counting = threading.Lock()
        self._writer = threading.Thread(target=self._write_on, name="storage writer", daemon=True)
        self._readers = ThreadPoolExecutor(READERS, "storage reader")
        self.groups = 0  # commits so far
        self.trouble: str | None = None  # the message of the database's last failure, until it works again
        self._logged_at = -QUIET_SECONDS
        self._crowded_until = 0.0
        self._kept: dict[Engine, Connection] = {}  # the writer's connections, kept from group to group
        self.on_written: Callable[[float], None] = lambda seconds: None  # called with the duration of each job
        self._writer.start()

    def _engine(self, begin: str, isolation: str) -> Engine:
        # hide_parameters: an error message must not contain a position.
        if self.url.get_backend_name() == "postgresql":
            # psycopg warns when it drops a lost connection; the storage logs the failure itself.
            logging.getLogger("psycopg").setLevel(logging.ERROR)
            durable: dict[str, Any] = {"options": "-c synchronous_commit=on"}  # whatever the server's own setting is
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
            connection.isolation_level = None  # transactions begin explicitly, savepoints included
            for pragma in ("busy_timeout=10000", "synchronous=FULL", "foreign_keys=ON", LOG, "journal_mode=WAL"):
                connection.execute(f"PRAGMA {pragma}")

        @event.listens_for(engine, "begin")
        def begun(connection: Connection) -> None:
            connection.exec_driver_sql(begin)

        return engine

    def _lock_for_server(self) -> Connection | None:
        """Lock an SQLite file for one server, until this process ends; the lock is SQLite's own, on a file beside it.

        `ludotheque admin` and `backup` do not ask for this lock: they may use the file while the server runs.
        """
        if self.url.get_backend_name() != "sqlite" or not self.url.database:
            return None
        file = Path(self.url.database).resolve()
        engine = create_engine(f"sqlite:///{file}-server", poolclass=NullPool, connect_args={"timeout": 0})
        connection = engine.connect()
        try:
            connection.exec_driver_sql("BEGIN EXCLUSIVE")
        except OperationalError as error:
            connection.close()
            if "locked" not in str(error.orig):
                raise
            raise AlreadyServed(f"another server uses {file}") from None
        return connection

    def _unlock(self) -> None:
        if self._server_lock is not None:
            self._server_lock.close()

    def _migrate(self) -> None:
        """Create the schema in an empty database, or run the migrations that an existing one lacks."""
        engine = self._writing
        if engine.dialect.name == "postgresql":
            engine = engine.execution_options(
                isolation_level="READ COMMITTED"
            )  # to see what another process has just created
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":  # if several processes start, one migrates and the others wait
                connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
            revision = _revision_of(connection)
            known = _revisions()
            if revision == known[-1]:
                return
            # Here, because it takes a quarter of a CPU second and most servers open a database of their own version.
            import alembic.command
            import alembic.config

            config = alembic.config.Config()
            config.set_main_option("script_location", str(MIGRATIONS))
            config.attributes["connection"] = connection
            if revision is None:
                metadata.create_all(connection)
                alembic.command.stamp(config, "head")
                return
            if revision not in known:
                raise (OlderDatabase if revision < known[0] else NewerDatabase)(f"unknown revision {revision}")
            alembic.command.upgrade(config, "head")

    async def beat(self) -> None:
        """Write a value and read it again; raises the database's error."""
        value = str(time.time()).encode()

        def job(connection: Connection) -> None:
            connection.execute(delete(house).where(house.c.name == "beat"))
            connection.execute(insert(house), {"name": "beat", "value": value})

        await asyncio.wait_for(self.written(job), BEAT_SECONDS)
        await asyncio.wait_for(self.found(lambda c: c.execute(select(house.c.value)).first()), BEAT_SECONDS)

    # Writing ------------------------------------------------------------------------------------------------------

    def write(self, job: Job[T], key: str = "") -> Future[T]:
        """Run a job in the next group; the future is done once the group is durable.

        The jobs of a group run in the order of their keys, so that processes seldom deadlock.
        """
        future: Future[T] = Future()
        self._hand_over([(key, job, future)])
        return future

    async def written(self, job: Job[T], key: str = "") -> T:
        """Run a job in the next group and return its result once the group is durable."""
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
        """Queue a job with all others of this iteration of the loop.

        One by one they would make small groups, and loop and writer would compete for the interpreter at each.
        """
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
                    self._return_connections()
                    continue
                closing = jobs is None
                group += jobs or ()
            with self._counting:
                self.waiting -= len(group)
            # Cancelled jobs are left out; from here on none can be cancelled, and every future gets its result.
            waiting = [job for job in group if job[2].set_running_or_notify_cancel()]
            waiting.sort(key=lambda job: job[0])
            for engine in dict.fromkeys((self._appending, self._writing)):
                self._write_group([job for job in waiting if self._engine_of(job[1]) is engine], engine)
        self._return_connections()

    def _engine_of(self, job: Job[Any]) -> Engine:
        return self._appending if getattr(job, "undisturbed", False) else self._writing

    def _write_group(self, group: list[Waiting], engine: Engine) -> None:
        """Commit a group. If a job fails, the group is rolled back and each job is retried alone."""
        if not group:
            return
        try:
            self._commit(group, engine)
        except Doubtful as doubt:
            for _, _, future in group:
                future.set_exception(doubt.__cause__ or doubt)
        except Exception as error:
            self._failed(error)
            if len(group) > 1:
                for job in group:
                    self._write_group([job], engine)
            elif _is_conflict(error):
                self._write_again(group, engine)
            else:
                group[0][2].set_exception(error)

    def _write_again(self, group: list[Waiting], engine: Engine) -> None:
        """Retry a job that conflicted with other processes."""
        for tries in range(TRIES):
            time.sleep(random.uniform(0.0, 0.02))
            try:
                self._commit(group, engine)
                return
            except Doubtful as doubt:
                group[0][2].set_exception(doubt.__cause__ or doubt)
                return
            except Exception as error:
                self._failed(error)
                if tries == TRIES - 1 or not _is_conflict(error):
                    group[0][2].set_exception(error)
                    return

    @contextmanager
    def _in_line(self, engine: Engine) -> Iterator[None]:
        """Hold the queue lock for a while after a conflict, so that conflicting processes write one after another.

        Without it, eight processes that made tables in an empty database ran out of retries.
        """
        if engine is not self._writing or time.monotonic() >= self._crowded_until:
            yield
            return
        line = self._acquire_line()
        try:
            yield
        finally:
            # The group is committed: an error here must not make it look failed.
            with suppress(Exception):
                line.close()

    def _acquire_line(self) -> Connection:
        """Return a connection that holds the queue lock, or has waited for it in vain for LINE_SECONDS."""
        line = self._appending.connect()
        try:
            line.exec_driver_sql(f"SET LOCAL lock_timeout = '{LINE_SECONDS}s'")
            line.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LINE})")  # released with the transaction
        except DBAPIError as error:
            line.rollback()
            if getattr(error.orig, "sqlstate", None) != NOT_IN_TIME:
                line.close()
                raise
        return line

    def _commit(self, group: list[Waiting], engine: Engine) -> None:
        """Run a group in one transaction, and pass on the results after the commit."""
        try:
            with self._in_line(engine):
                connection = self._connection(engine)
                with connection.begin() as transaction:
                    results = _run_jobs(connection, [job for _, job, _ in group])
                    name = self._name_transaction(connection) if engine is self._writing else None
                    try:
                        transaction.commit()
                    except Exception as error:
                        if name is None or database_failure(error) is None or not self._was_committed(name, error):
                            raise
        except BaseException:
            self._return_connections()
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

    def _name_transaction(self, connection: Connection) -> str | None:
        """Return what PostgreSQL calls the running transaction, if it has written anything; None on SQLite."""
        if connection.dialect.name != "postgresql":
            return None
        name: str | None = connection.exec_driver_sql("SELECT pg_current_xact_id_if_assigned()::text").scalar_one()
        return name

    def _was_committed(self, name: str, error: Exception) -> bool:
        """Ask whether a transaction was committed whose commit has failed with an error; Doubtful if nobody answers."""
        self._failed(error)
        self._return_connections()
        for tries in range(ASK_TRIES):
            if tries:
                time.sleep(ASK_SECONDS)
            with suppress(DBAPIError):
                status = self._status_of(name)
                if status != "in progress":
                    return status == "committed"
        raise Doubtful from error

    def _status_of(self, name: str) -> str | None:
        """Return whether PostgreSQL has committed or aborted a transaction, or is still busy with it."""
        with self._appending.connect() as connection:
            asked = text("SELECT pg_xact_status(CAST(:name AS xid8))")
            status: str | None = connection.execute(asked, {"name": name}).scalar_one()
            return status

    def _connection(self, engine: Engine) -> Connection:
        """Return the writer's connection: taking and checking one from the pool costs more than a statement."""
        if engine not in self._kept:
            self._kept[engine] = engine.connect()
        return self._kept[engine]

    def _return_connections(self) -> None:
        """Return the writer's connections to the pool, which drops broken ones."""
        while self._kept:
            _, connection = self._kept.popitem()
            with suppress(Exception):  # the connection may be broken
                connection.close()

    def _failed(self, error: Exception) -> None:
        """Note a conflict or a failure of the database; a failure is logged, but not for every message."""
        if _is_conflict(error):
            self._crowded_until = time.monotonic() + CROWDED_SECONDS
        if (message := database_failure(error)) is None:
            return
        self.trouble = message
        if time.monotonic() - self._logged_at >= QUIET_SECONDS:
            self._logged_at = time.monotonic()
            log.error(
                "the database fails: %s. %s Nothing that was acknowledged is lost.", message, advise_operator(message)
            )

    # Reading ------------------------------------------------------------------------------------------------------

    def read(self, job: Job[T]) -> T:  # plain-words: ignore (the job is the object)
        """Run a reading job and return its result."""
        try:
            with self._reading.begin() as connection:
                return job(connection)
        except Exception as error:
            self._failed(error)
            raise

    async def found(self, job: Job[T]) -> T:
        """Run a reading job in a reader thread and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, charge_caller(lambda: self.read(job)))

    def close(self) -> None:
        """Write all queued jobs, then close."""
        for loop in list(self._gathering):
            self._hand_over_gathered(loop)
        self._jobs.put(None)
        self._writer.join()
        self._readers.shutdown()
        for engine in (self._writing, self._reading):
            engine.dispose()
        self._unlock()


def _run_jobs(connection: Connection, jobs: list[Job[Any]]) -> list[Any]:
    """Return the results of jobs in their order; consecutive `Joined` jobs of one class run together."""
    results: list[Any] = []
    for kind, run in groupby(jobs, key=lambda job: type(job) if isinstance(job, Joined) else None):
        if kind is not None and issubclass(kind, Joined):
            results += kind.together(connection, [job for job in run if isinstance(job, kind)])
        else:
            results += [job(connection) for job in run]
    return results


def _with_driver(url: URL) -> URL:
    """Return the URL with our PostgreSQL driver, if it names none."""
    return url.set(drivername="postgresql+psycopg") if url.drivername in ("postgres", "postgresql") else url


def _is_conflict(error: BaseException | None) -> bool:
    """Return whether a job, or the cause of its error, failed on a conflict with another process."""
    while error is not None:
        if isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in CONFLICTS:
            return True
        error = error.__cause__
    return False
