"""What the server counts and measures, in the words that Prometheus reads (its text format, version 0.0.4).

A few counters and histograms are all there is: no library is needed for them. Nothing here names a table or a person.
"""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator

FORMAT = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Histogram:
    """How long something took."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def note(self, seconds: float) -> None:
        """Once more."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._sum += seconds

    @property
    def count(self) -> int:
        """How often."""
        return sum(self._counts)

    def lines(self, name: str) -> Iterator[str]:
        """As it is told."""
        so_far = 0
        for bound, count in zip((*(f"{bound:g}" for bound in BOUNDS), "+Inf"), self._counts, strict=True):
            so_far += count
            yield f'{name}_bucket{{le="{bound}"}} {so_far}'
        yield f"{name}_sum {self._sum:.6f}"
        yield f"{name}_count {so_far}"


class Metrics:
    """All that is counted in one process."""

    def __init__(self) -> None:
        self.begun = time.time()
        self.requests: Counter[int] = Counter()  # by status
        self.request_seconds = Histogram()
        self.messages: Counter[str] = Counter()  # by type
        self.message_seconds = Histogram()
        self.refused: Counter[str] = Counter()  # by code
        self.decisions = 0
        self.commit_seconds = Histogram()
        self.bot_seconds = Histogram()  # from being asked to the move, the waiting included
        self.stood_in = 0  # moves that another bot made than the one at the seat
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}  # what is looked up when somebody asks

    def gauge(self, name: str, about: str, look: Callable[[], float]) -> None:
        """Something that goes up and down."""
        self.gauges[name] = (about, look)

    def text(self) -> str:
        """Everything, for Prometheus."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        for name, about, counted, label in (
            ("requests_total", "Requests answered, by status.", self.requests, "status"),
            ("messages_total", "Messages of pages, by type.", self.messages, "type"),
            ("refused_total", "Requests and messages refused, by code.", self.refused, "code"),
        ):
            yield from _head(name, about, "counter")
            for value, count in sorted(counted.items()):
                yield f'ludotheque_{name}{{{label}="{value}"}} {count}'
        for name, about, number in (
            ("decisions_total", "Entries of matches stored.", self.decisions),
            ("bots_stood_in_total", "Moves of bots that another bot made.", self.stood_in),
            ("process_cpu_seconds_total", "Processor time used.", round(time.process_time(), 3)),
        ):
            yield from _head(name, about, "counter")
            yield f"ludotheque_{name} {number}"
        for name, about, histogram in (
            ("request_seconds", "From a request to its answer.", self.request_seconds),
            ("message_seconds", "From looking at a message to having carried it out.", self.message_seconds),
            ("commit_seconds", "From handing something to the database to its being durable.", self.commit_seconds),
            ("bot_seconds", "From asking a bot to its move.", self.bot_seconds),
        ):
            yield from _head(name, about, "histogram")
            yield from histogram.lines(f"ludotheque_{name}")
        yield from _head("start_time_seconds", "When this process began, in seconds since 1970.", "gauge")
        yield f"ludotheque_start_time_seconds {self.begun:.3f}"
        for name, (about, look) in self.gauges.items():
            yield from _head(name, about, "gauge")
            yield f"ludotheque_{name} {look():g}"


def _head(name: str, about: str, kind: str) -> Iterator[str]:
    yield f"# HELP ludotheque_{name} {about}"
    yield f"# TYPE ludotheque_{name} {kind}"


def resident_bytes() -> float:
    """The memory of this process; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return float(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0.0


def open_files() -> float:
    """The files that this process has open; 0 where the system does not say."""
    try:
        return float(len(os.listdir("/proc/self/fd")))
    except OSError:
        return 0.0
