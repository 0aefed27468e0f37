"""Measured numbers. Each is the best of several rounds: what else the machine does can only make it worse.

Where one thread does it all, time is the processor's: waiting for others does not count.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

ROUNDS = 5


@dataclass(frozen=True)
class Figure:
    """One measured number."""

    case: str
    value: float
    unit: str
    digits: int = 0


def best(run: Callable[[], Any], rounds: int = ROUNDS, clock: Callable[[], float] = time.process_time) -> float:
    """The shortest time of a few runs, in seconds: of this processor, or by another clock where others do the work."""
    times = []
    for _ in range(rounds):
        begun = clock()
        run()
        times.append(clock() - begun)
    return min(times)


def rate(play: Callable[[], int], setup: Callable[[], None]) -> float:
    """Decisions a second of the processor, in the best round; setting the storage up is not counted."""
    rates = []
    for _ in range(ROUNDS):
        setup()
        begun = time.process_time()
        decisions = play()
        rates.append(decisions / (time.process_time() - begun))
    return max(rates)
