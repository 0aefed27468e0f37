"""Real PostgreSQLs and Redises, each in a folder of its own, reached by a socket there, stopped in the end.

Tests that need a database share one PostgreSQL, in which each gets a new database; tests that stop or kill it have
one of their own.
"""

from __future__ import annotations

import atexit
import glob
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

import psycopg
import pytest
from redis import Redis
from redis.exceptions import RedisError

PATIENCE = 60.0
WHERE = "/usr/lib/postgresql/*/bin"  # Debian keeps several versions apart
MISSING = "no {name} here: install it (Debian: apt install {package}), or run ./test, which does"


def program(name: str, package: str) -> str:
    """The path of a program. Without it these tests fail with a message that says what to install."""
    found = shutil.which(name) or next(iter(sorted(glob.glob(f"{WHERE}/{name}"), reverse=True)), None)
    if found is None:
        pytest.fail(MISSING.format(name=name, package=package))
    return found


def as_nobody_special(command: list[str]) -> list[str]:
    """The command, run by another user if we are root: PostgreSQL refuses to run as root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else command


@contextmanager
def folder() -> Iterator[Path]:
    """A folder that user may write to, with a short name: the length of a socket's path is limited."""
    made = Path(tempfile.mkdtemp(prefix="ludo-", dir="/tmp"))
    try:
        if os.geteuid() == 0:
            os.chown(made, pwd.getpwnam("postgres").pw_uid, -1)
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


class Postgres:
    """A PostgreSQL in a folder, that can be stopped and started again."""

    def __init__(self, here: Path, port: int = 0) -> None:
        self.url = (
            f"postgresql://ludo@127.0.0.1:{port}/postgres" if port else f"postgresql://ludo@/postgres?host={here}"
        )
        self._here = here
        self._listening = [f"listen_addresses={'127.0.0.1' if port else ''}", *([f"port={port}"] if port else [])]
        self._data = here / "data"
        initdb = program("initdb", "postgresql")
        made = as_nobody_special(
            [initdb, "-D", str(self._data), "-A", "trust", "-U", "ludo", "-E", "UTF8", "--no-sync"]
        )
        subprocess.run(made, check=True, capture_output=True, cwd=here)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers. Processes of a killed server may still run, so it retries."""
        # Listen on the socket in the folder only, unless a port is given. The server is the child process itself.
        settings = ["-k", str(self._here)]
        for setting in (*self._listening, "max_connections=60"):
            settings += ["-c", setting]
        command = as_nobody_special([program("postgres", "postgresql"), "-D", str(self._data), *settings])
        end, log = time.monotonic() + PATIENCE, self._here / "log"
        while True:
            with log.open("ab") as written:
                self._process = subprocess.Popen(command, stdout=written, stderr=written, cwd=self._here)
            try:
                _wait_for(lambda: psycopg.connect(self.url).close(), self._process, log)
                return
            except AssertionError:
                if self._process.poll() is None or time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def stop(self, mode: str = "immediate") -> None:
        """Stop it: "fast" shuts down cleanly although clients are connected, "immediate" does not clean up."""
        if self._process is None:
            return
        pg_ctl = program("pg_ctl", "postgresql")
        stop = as_nobody_special([pg_ctl, "-D", str(self._data), "-m", mode, "-w", "stop"])
        subprocess.run(stop, check=False, capture_output=True, cwd=self._here)
        self._gone()

    def kill(self) -> None:
        """Kill its main process, which can't notify the others."""
        first = int((self._data / "postmaster.pid").read_text().splitlines()[0])
        os.kill(first, signal.SIGKILL)
        self._gone()

    def _gone(self) -> None:
        assert self._process is not None
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None


@contextmanager
def cluster(port: int = 0) -> Iterator[Postgres]:
    """An empty PostgreSQL that can be stopped and started again; reached by a socket of its folder, or at a port."""
    with folder() as here:
        made = Postgres(here, port)
        try:
            made.start()
            yield made
        finally:
            made.stop()


@cache
def _shared() -> Postgres:
    """The PostgreSQL that the tests of this process share; to make and start one takes more than a CPU second."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(cluster())


_numbers = itertools.count()


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of a new, empty database in the PostgreSQL that tests share."""
    server, name = _shared(), f"tests_{next(_numbers)}"
    with psycopg.connect(server.url, autocommit=True) as operator:
        operator.execute(f"CREATE DATABASE {name}")
    try:
        yield server.url.replace("/postgres?", f"/{name}?")
    finally:
        with psycopg.connect(server.url, autocommit=True) as operator:
            operator.execute(f"DROP DATABASE {name} WITH (FORCE)")


class RedisServer:
    """A Redis in a folder, that can be stopped and started again."""

    def __init__(self, here: Path) -> None:
        self.url = f"unix://{here / 'redis'}"
        self._here = here
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it empty and wait until it answers."""
        settings = ["--port", "0", "--unixsocket", str(self._here / "redis"), "--save", "", "--appendonly", "no"]
        command = [program("redis-server", "redis-server"), *settings, "--dir", str(self._here)]
        with (self._here / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        with Redis.from_url(self.url) as client:
            _wait_for(client.ping, self._process, self._here / "log")

    def stop(self) -> None:
        """Stop it."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)
            self._process = None


@contextmanager
def redis_server() -> Iterator[RedisServer]:
    """An empty Redis that can be stopped and started again."""
    with folder() as here:
        made = RedisServer(here)
        try:
            made.start()
            yield made
        finally:
            made.stop()


@contextmanager
def redis() -> Iterator[str]:
    """The URL of an empty Redis."""
    with redis_server() as made:
        yield made.url


def _wait_for(answers: Callable[[], object], process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until it answers: its socket exists, and accepts connections, some time before that."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            answers()
            return
        except (psycopg.Error, RedisError):
            assert process.poll() is None, log.read_text(errors="replace")
            assert time.monotonic() < end, log.read_text(errors="replace")
            time.sleep(0.05)
