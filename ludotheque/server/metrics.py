"""Metrics for Prometheus, in its text format. No metric names a table or a person."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial

import prometheus_client
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4 as FORMAT

__all__ = ["FORMAT", "Metrics", "open_files", "resident_bytes"]
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]  # a series more for each counter, which nobody asked for


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = prometheus_client.CollectorRegistry()
        counter = partial(prometheus_client.Counter, namespace="ludotheque", registry=self.registry)
        seconds = partial(prometheus_client.Histogram, namespace="ludotheque", registry=self.registry, buckets=BOUNDS)
        self.requests = counter("requests", "Requests answered, by status.", ["status"])
        self.messages = counter("messages", "Messages of pages, by type.", ["type"])
        self.refused = counter("refused", "Requests and messages refused, by code.", ["code"])
        self.decisions = counter("decisions", "Entries of matches stored.")
        self.stood_in = counter("bots_stood_in", "Bot moves made by a replacement bot.")
        self.request_seconds = seconds("request_seconds", "From a request to its answer.")
        self.message_seconds = seconds("message_seconds", "From reading a message to its completion.")
        self.commit_seconds = seconds("commit_seconds", "From queueing a write to its commit.")
        self.bot_seconds = seconds("bot_seconds", "From asking a bot to its move, waiting included.")
        self.gauge("process_cpu_seconds_total", "Processor time used.", time.process_time)
        begun = time.time()
        self.gauge("start_time_seconds", "Start of this process, in seconds since 1970.", lambda: begun)

    def gauge(self, name: str, about: str, get_value: Callable[[], float]) -> None:
        """Add a gauge whose value is read when the metrics are requested."""
        gauge = prometheus_client.Gauge(name, about, namespace="ludotheque", registry=self.registry)
        gauge.set_function(get_value)

    def text(self) -> str:
        """Return all metrics."""
        return prometheus_client.generate_latest(self.registry).decode()


def resident_bytes() -> float:
    """Return the resident memory of this process; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return float(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0.0


def open_files() -> float:
    """Return the number of open files of this process; 0 where the system does not say."""
    try:
        return float(len(os.listdir("/proc/self/fd")))
    except OSError:
        return 0.0
