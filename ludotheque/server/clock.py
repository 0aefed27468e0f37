"""The time that a server goes by: that of its machine, but it never jumps."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

FOLLOW = 0.05  # seconds a second by which it comes nearer to the machine's clock after that was set
SET_SECONDS = 2.0  # by so much, from one look to the next, a clock does not go wrong by itself
log = logging.getLogger(__name__)


class SteadyClock:
    """Seconds since 1970. When the machine's clock is set this one follows slowly, so that nobody's time is over at
    once; and it never goes back. A server that starts takes the machine's time as it is then."""

    def __init__(self, machine: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._machine = machine
        self._steady = steady
        self._lock = threading.Lock()
        self._at = steady()
        self._now = machine()
        self._apart = self._now - self._at  # of the two clocks, when last looked at

    def __call__(self) -> float:
        """Now."""
        with self._lock:
            at, machine = self._steady(), self._machine()
            passed, set_by = at - self._at, machine - at - self._apart
            self._at, self._apart = at, machine - at
            ahead = machine - (self._now + passed)
            self._now += passed + min(max(ahead, -FOLLOW * passed), FOLLOW * passed)
            now = self._now
        if abs(set_by) > SET_SECONDS:
            log.warning(
                "the clock of this machine was set by %+.0f seconds. Players' clocks follow it slowly, and nobody loses"
                " his time at once. Look at the machine's time service; a server that is started goes by the new time.",
                set_by,
            )
        return now
