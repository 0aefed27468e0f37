"""Whose turn it is to write to an SQLite file that several processes of one machine share.

SQLite lets one process write at a time, and the others look again after a while: for the longer the longer they have
waited, up to a tenth of a second. Who waits here looks again after half a millisecond. It is SQLite's own lock that
keeps them apart; this one only spares the waiting: a system without such locks, or a folder that can't be written, does
without, and so does who has waited for long, since the one before may have been stopped with the turn in his hands.

Who has the turn hurries. The writer lets go of the interpreter for each statement, and a busy event loop gives it back
after five milliseconds, in which all processes would wait: meanwhile it is handed over at once.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO

WAIT_SECONDS = 2.0  # for a turn
LOOK_SECONDS = 0.0005  # from one look to the next
HURRY_SECONDS = 1e-5  # for which a thread keeps the interpreter that another one waits for
USUAL_SECONDS = sys.getswitchinterval()


def turns(database: str | None) -> Turns | None:
    """The turns at a file; none where there is none."""
    if not database or sys.platform == "win32":
        return None
    try:
        return Turns(Path(f"{database}-turn").open("wb"))
    except OSError:
        return None


class Turns:
    """A file that is locked while somebody writes."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Wait for the turn, and have it, or go on without it."""
        sys.setswitchinterval(HURRY_SECONDS)
        had = self._wait()
        try:
            yield
        finally:
            if had:
                self._let_go()
            sys.setswitchinterval(USUAL_SECONDS)

    def _wait(self) -> bool:
        """Whether the turn came in time."""
        import fcntl  # not on Windows

        until = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < until:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
            except BlockingIOError:
                time.sleep(LOOK_SECONDS)
            except OSError:  # no such locks where the file is
                return False
        return False

    def _let_go(self) -> None:
        """What was written is written: whatever fails here must not make it look otherwise."""
        import fcntl

        with suppress(OSError):
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Needed no more."""
        self._file.close()


def taken(turns: Turns | None) -> AbstractContextManager[None]:
    """The turn, where there are any."""
    return turns.taken() if turns is not None else nullcontext()
