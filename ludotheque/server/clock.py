"""The server's clock: it follows the machine's clock, but never jumps."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

FOLLOW = 0.05  # seconds per second by which it approaches the machine's clock after that was set
SET_SECONDS = 2.0  # a larger jump between two readings means that the machine's clock was set
log = logging.getLogger(__name__)


class SteadyClock:
    """Seconds since 1970, never going back.

    When the machine's clock is set, this one follows slowly, so that nobody loses on time at once. It starts with the
    machine's time.
    """

    def __init__(self, machine: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._machine = machine
        self._steady = steady
        self._lock = threading.Lock()
        self._at = steady()
        self._now = machine()
        self._apart = self._now - self._at  # difference of the two clocks at the last reading

    def __call__(self) -> float:
        """Return the time now."""
        with self._lock:
            at, machine = self._steady(), self._machine()
            passed, set_by = at - self._at, machine - at - self._apart
            self._at, self._apart = at, machine - at
            ahead = machine - (self._now + passed)
            self._now += passed + min(max(ahead, -FOLLOW * passed), FOLLOW * passed)
            now = self._now
        if abs(set_by) > SET_SECONDS:
            log.warning(
                "the clock of this machine was set by %+.0f seconds. Players' clocks follow it slowly, so that nobody"
                " loses on time at once. Check the machine's time service; a restarted server uses the new time.",
                set_by,
            )
        return now
