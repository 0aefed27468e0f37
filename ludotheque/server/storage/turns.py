"""Whose turn it is to write to an SQLite file that several processes of one machine share.

SQLite lets one process write at a time, and the others look again after a while: for the longer the longer they have
waited, up to a tenth of a second. Who waits here is woken when the one before is done. It is SQLite's own lock that
keeps them apart; this one only spares the waiting, so that a system without such locks, or a folder that can't be
written, does without.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import IO


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
        """Wait for the turn, and have it."""
        import fcntl  # not on Windows

        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Needed no more."""
        self._file.close()


def taken(turns: Turns | None) -> AbstractContextManager[None]:
    """The turn, where there are any."""
    return turns.taken() if turns is not None else nullcontext()
