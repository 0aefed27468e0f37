"""Matches on a Ray cluster: the extra `ludotheque[cluster]`. Every processor there plays at a table of its own."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

from ludotheque.bots.arena import Job, Note
from ludotheque.bots.contest import Contest, Played, Table
from ludotheque.errors import LudothequeError

AT_ONCE = 2  # jobs queued for each table, so that it never waits
PATIENCE = 5.0  # seconds in which a cluster must answer; Ray itself waits for two minutes


class NoCluster(LudothequeError):
    """Ray is not installed, or no cluster answers at the address."""


class Cluster:
    """Workers on a cluster. `address` is passed to `ray.init`: "auto", "local", "ray://host:port"."""

    def __init__(self, address: str) -> None:
        try:
            import ray
        except ImportError:
            raise NoCluster("a cluster needs Ray: pip install 'ludotheque[cluster]'") from None
        self.ray: Any = ray
        self.begun = False
        if not ray.is_initialized():
            knock(address)
            try:
                ray.init(address=address, log_to_driver=False, logging_level="ERROR")
            except Exception as error:
                raise NoCluster(f"no Ray cluster answers at {address!r}: {error}") from None
            self.begun = True

    def play(self, contest: Contest, jobs: Iterator[Job], note: Note) -> None:
        """Keep every processor of the cluster busy. However it ends, finished matches are recorded."""
        ray = self.ray
        processors = ray.cluster_resources().get("CPU", 0)
        # A cluster may have less than one processor free: use one table then.
        table_there = ray.remote(num_cpus=min(1, processors))(Table)
        tables = [table_there.remote(contest) for _ in range(max(1, int(processors)))]
        going: dict[Any, tuple[Any, Job]] = {}

        def hand_out(table: Any) -> None:
            job = next(jobs, None)
            if job is not None:
                going[table.play.remote(*job)] = (table, job)

        def take_in(future: Any) -> Any:
            played = Played(*ray.get(future))
            table, job = going.pop(future)
            note(job, played)
            return table

        try:
            for _ in range(AT_ONCE):
                for table in tables:
                    hand_out(table)
            while going:
                ready, _ = ray.wait(list(going), num_returns=1)
                for future in ready:
                    hand_out(take_in(future))
        except KeyboardInterrupt:
            for future in ray.wait(list(going), num_returns=len(going), timeout=0)[0] if going else ():
                take_in(future)
            raise
        finally:
            for table in tables:
                ray.kill(table)

    def close(self) -> None:
        """Leave the cluster, if it was entered here."""
        if self.begun:
            self.ray.shutdown()


def knock(address: str) -> None:
    """Refuse the address of a host, `host:port` or `ray://host:port`, that does not answer."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return  # Ray knows "auto" and "local"
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:  # no port is as large as that
        raise NoCluster(f"no Ray cluster answers at {address!r}: {error}") from None
