"""Measured numbers. Each is the best of several rounds: what else the machine does can only make it worse."""

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


def best(run: Callable[[], Any], rounds: int = ROUNDS) -> float:
    """The shortest time of a few runs, in seconds."""
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        run()
        times.append(time.perf_counter() - begun)
    return min(times)


def rate(play: Callable[[], int], setup: Callable[[], None]) -> float:
    """Decisions a second of the best round; setting the storage up is not counted."""
    rates = []
    for _ in range(ROUNDS):
        setup()
        begun = time.perf_counter()
        decisions = play()
        rates.append(decisions / (time.perf_counter() - begun))
    return max(rates)
