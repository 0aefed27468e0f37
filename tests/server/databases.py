"""A real PostgreSQL and a real Redis, each in a folder of its own, reached by a socket there, stopped in the end."""

from __future__ import annotations

import glob
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from redis import Redis
from redis.exceptions import RedisError

PATIENCE = 60.0
WHERE = "/usr/lib/postgresql/*/bin"  # Debian keeps several versions apart
MISSING = "no {name} here: install it (Debian: apt install {package}), or run ./test, which does"


def program(name: str, package: str) -> str:
    """Where a program lies. A machine without it can't run these tests: they fail, and say what to do."""
    found = shutil.which(name) or next(iter(sorted(glob.glob(f"{WHERE}/{name}"), reverse=True)), None)
    if found is None:
        pytest.fail(MISSING.format(name=name, package=package))
    return found


def as_nobody_special(command: list[str]) -> list[str]:
    """The command for a user whom PostgreSQL accepts: it refuses to be run by root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else command


@contextmanager
def folder() -> Iterator[Path]:
    """A folder with a short name (that of a socket has an end), which that user may write to."""
    made = Path(tempfile.mkdtemp(prefix="ludo-", dir="/tmp"))
    try:
        if os.geteuid() == 0:
            os.chown(made, pwd.getpwnam("postgres").pw_uid, -1)
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of an empty PostgreSQL."""
    initdb, server = program("initdb", "postgresql"), program("postgres", "postgresql")
    with folder() as here:
        data = here / "data"
        made = as_nobody_special([initdb, "-D", str(data), "-A", "trust", "-U", "ludo", "-E", "UTF8", "--no-sync"])
        subprocess.run(made, check=True, capture_output=True, cwd=here)
        # No network: the socket in the folder is all. The server is the child itself, to be stopped by its id.
        settings = ["-k", str(here), "-c", "listen_addresses=", "-c", "max_connections=60"]
        with (here / "log").open("wb") as log:
            process = subprocess.Popen(
                as_nobody_special([server, "-D", str(data), *settings]), stdout=log, stderr=log, cwd=here
            )
            try:
                url = f"postgresql://ludo@/postgres?host={here}"
                _wait_for(lambda: psycopg.connect(url).close(), process, here / "log")
                yield url
            finally:
                _stop_postgres(data, process)


def _stop_postgres(data: Path, process: subprocess.Popen[bytes]) -> None:
    pg_ctl = program("pg_ctl", "postgresql")
    stop = as_nobody_special([pg_ctl, "-D", str(data), "-m", "immediate", "-w", "stop"])
    subprocess.run(stop, check=False, capture_output=True, cwd=data.parent)
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def redis() -> Iterator[str]:
    """The URL of an empty Redis."""
    server = program("redis-server", "redis-server")
    with folder() as here:
        path = here / "redis"
        settings = ["--port", "0", "--unixsocket", str(path), "--save", "", "--appendonly", "no", "--dir", str(here)]
        with (here / "log").open("wb") as log:
            process = subprocess.Popen([server, *settings], stdout=log, stderr=log)
            try:
                with Redis.from_url(f"unix://{path}") as client:
                    _wait_for(client.ping, process, here / "log")
                yield f"unix://{path}"
            finally:
                process.terminate()
                process.wait(PATIENCE)


def _wait_for(answers: Callable[[], object], process: subprocess.Popen[bytes], log: Path) -> None:
    """Until it answers: its socket is there, and even listened at, a while before that."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            answers()
            return
        except (psycopg.Error, RedisError):
            assert process.poll() is None, log.read_text(errors="replace")
            assert time.monotonic() < end, log.read_text(errors="replace")
            time.sleep(0.05)
