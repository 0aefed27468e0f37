"""Matches on a Ray cluster: the extra `ludotheque[cluster]`. Every processor there plays at a table of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.bots.contest import Contest, Table
from ludotheque.bots.tournament import Job
from ludotheque.errors import LudothequeError

AT_ONCE = 2  # jobs that each table has before it, so that it never waits for the next


class NoCluster(LudothequeError):
    """Ray is not installed, or no cluster answers at the address."""


class Cluster:
    """Those who play on a cluster. `address` is what `ray.init` takes: "auto", "local", "ray://host:port"."""

    def __init__(self, address: str) -> None:
        try:
            import ray
        except ImportError:
            raise NoCluster("a cluster needs Ray: pip install 'ludotheque[cluster]'") from None
        self.ray: Any = ray
        self.begun = False
        if not ray.is_initialized():
            try:
                ray.init(address=address, log_to_driver=False, logging_level="ERROR")
            except Exception as error:
                raise NoCluster(f"no Ray cluster answers at {address!r}: {error}") from None
            self.begun = True

    def play(self, contest: Contest, jobs: Iterator[Job]) -> Iterator[tuple[Job, float]]:
        """Keep every processor of the cluster busy."""
        ray = self.ray
        tables = [
            ray.remote(num_cpus=1)(Table).remote(contest) for _ in range(int(ray.cluster_resources().get("CPU", 1)))
        ]
        going: dict[Any, tuple[Any, Job]] = {}

        def hand_out(table: Any) -> None:
            job = next(jobs, None)
            if job is not None:
                going[table.play.remote(*job)] = (table, job)

        for _ in range(AT_ONCE):
            for table in tables:
                hand_out(table)
        while going:
            ready, _ = ray.wait(list(going), num_returns=1)
            for future in ready:
                table, job = going.pop(future)
                yield job, float(ray.get(future))
                hand_out(table)

    def close(self) -> None:
        """Leave the cluster, if it was entered here."""
        if self.begun:
            self.ray.shutdown()
