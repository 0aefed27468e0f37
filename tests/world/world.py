"""A world: processes, people and weather, from one seed."""

from __future__ import annotations

import asyncio
import gc
import shutil
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import redis.asyncio
from sqlalchemy import Connection

from ludotheque import bots
from ludotheque.server import limits as server_limits
from ludotheque.server.games import levels
from ludotheque.server.live import workers
from ludotheque.server.shared_limits import SharedLimits
from ludotheque.server.storage import Storage
from tests.world.checks import Broken, Checks
from tests.world.disk import Disk
from tests.world.network import Bus, SimulatedRedis
from tests.world.people import Page, Person
from tests.world.process import Process, SimulatedPool
from tests.world.virtual import START, VirtualLoop, VirtualTime

GAMES = (("lampions", 3), ("lampions", 4), ("gwynt", 2))
WEATHER = (
    *("kill", "kill", "stop", "stop", "disk", "broken", "doubtful", "deadly"),
    *("slow", "conflicts", "bus", "no redis", "lines"),
)
MOST = {"broken": 0.3, "doubtful": 0.5}  # the largest share of statements or commits that fail
GENEROUS: dict[str, Any] = {
    "page": Path("no page"),
    "prepare": False,
    "requests_a_second": 500.0,
    "messages_a_second": 2000.0,
    "work_a_second": 1000.0,
    "lines_a_second": 1000.0,
    "tables_an_hour": 1e6,
    "people_an_hour": 1e6,
    "bots_an_hour": 1e6,
    "bots_of_a_person": 10_000,
    "tables_of_a_person": 10_000,
    "megabytes_an_hour": 1e5,
    "megabytes_of_a_person_an_hour": 1e5,
    "idle_minutes": 2.0,
}
AUDIT_SECONDS = 120.0
COLLECT_AUDITS = 30  # audits between two collections of garbage
STOP_SECONDS = 30.0  # within which a process that is asked to stop has ended
STILL_SECONDS = 120.0  # in which people now and then do nothing, so that everything has to be up to date


def replace_parts() -> None:
    """Replace what is simulated, in this Python process: Redis, threads, and the limits that processes share.

    Those limits are kept in Redis by a script, which is not simulated: each process counts by itself. Bots of all
    levels decide at random: how they think is not what a world looks at, and it took a third of its time.
    """
    parts: tuple[tuple[Any, str, Any], ...] = (
        (redis.asyncio, "Redis", SimulatedRedis),
        (server_limits, "SharedLimits", lambda channels, *more: SharedLimits("", *more)),
        (workers, "ThreadPool", SimulatedPool),
        (levels, "make_bot", lambda level, seed, game: bots.make("random", seed, game)),
    )
    for module, name, simulated in parts:
        setattr(module, name, simulated)


class World:
    """One world. `run` lets some hours pass."""

    def __init__(
        self, seed: str, people: int = 8, processes: int = 2, pace: float = 1.0, weather: Sequence[str] = ()
    ) -> None:
        replace_parts()
        gc.disable()  # what a server leaves behind has to go without it
        self.pace = pace  # how many times slower people act
        self.seed = seed
        self.random = Random(f"{seed} weather")
        self.weather = weather or WEATHER
        self.games = GAMES
        self.people: list[Person] = []
        self.tables: list[str] = []
        self.tournaments: list[str] = []
        self.processes: list[Process] = []
        self.faults: list[str] = []  # what was found
        self.calm_since = 0.0
        self.still_until = 0.0  # until then people do nothing
        self.crashes = self.audits = 0
        self.table_seconds = 0.0
        self._wanted_people, self._wanted_processes = people, processes
        self._number = 0
        self._folder = Path(tempfile.mkdtemp(prefix="world"))
        self._url = f"sqlite:///{self._folder / 'world.sqlite'}"
        self.disk = Disk(f"{seed} disk")
        self.bus = SimulatedRedis.bus = Bus(f"{seed} bus")
        self.checks = Checks(self)
        self._looker = Storage(self._url)

    @property
    def now(self) -> float:
        """Seconds since the beginning."""
        return VirtualTime.now

    @property
    def by_id(self) -> dict[str, Person]:
        """The people by their ids."""
        return {person.id: person for person in self.people if person.id}

    def next_number(self) -> int:
        """Return a number that was not used before."""
        self._number += 1
        return self._number

    def broken(self, what: str) -> None:
        """Note that something does not hold; the first such fault ends the world."""
        self.faults.append(f"after {self.now:.1f} s: {what}")

    def inspect(self, job: Callable[[Connection], None]) -> None:
        """Look into the database, past all faults of the disk, and change nothing."""
        with self._looker._reading.connect() as connection:
            transaction = connection.begin()
            try:
                job(connection)
            except Exception as error:
                self.broken(f"the database can't be read: {type(error).__name__}: {error}")
            finally:
                transaction.rollback()

    def any_process(self, random: Random) -> Process | None:
        """A process that a proxy would choose."""
        ready = [process for process in self.processes if process.ready]
        return random.choice(ready) if ready else None

    @staticmethod
    def lost(process: Process) -> bool:
        """Whether a process was killed."""
        return process.dead

    def pages_at(self, table: str) -> list[Page]:
        """The open pages of a table."""
        return [page for person in self.people for page in person.pages if page.table == table and not page.closed]

    def connected_for(self, page: Page) -> float:
        """Return how long a page has been connected."""
        return self.now - page.since if page.connected else 0.0

    # Weather ------------------------------------------------------------------------------------------------------

    def _start_process(self) -> None:
        settings = {
            **GENEROUS,
            "channels": "redis://simulated" if self._wanted_processes > 1 else "",
            "now": lambda: START + VirtualTime.now,
            "new_seed": partial(self.random.randbytes, 32),
        }
        self.processes.append(Process(self._url, settings, self.disk, f"process {self.next_number()}"))

    async def _weather(self) -> None:
        """Hours of calm and of faults by turns."""
        while True:
            await asyncio.sleep(self.random.uniform(60.0, 400.0))
            self.calm_since = float("inf")
            await asyncio.gather(*(self._disturb(60.0 * n) for n in range(self.random.randrange(1, 4))))
            await self._replace_killed()
            self.calm_since = self.now
            if self.random.random() < 0.5:
                await self._keep_still()

    async def _keep_still(self) -> None:
        """Let people do nothing for a while, then look at every page and every bot."""
        self.still_until = self.now + STILL_SECONDS
        for _ in range(2):  # a page that is behind is noticed if it is so twice
            await asyncio.sleep(STILL_SECONDS / 2 - 1.0)
            self.inspect(self.checks.look_at_all)

    async def _replace_killed(self) -> None:
        """Start another process for each that was killed by the disk."""
        killed = [process for process in self.processes if process.dead]
        self.processes = [process for process in self.processes if not process.dead]
        for _ in killed:
            self.crashes += 1
            await asyncio.sleep(self.random.uniform(0.1, 5.0))
            self._start_process()

    def _cut_lines(self, share: float) -> None:
        for person in self.people:
            for page in person.pages:
                if self.random.random() < share:
                    page.cut(half_open=self.random.random() < 0.5)

    async def _disturb(self, latest: float) -> None:
        """Make one fault, which may begin while another is not over."""
        await asyncio.sleep(self.random.uniform(0.0, latest))
        kind = self.random.choice(self.weather)
        seconds = self.random.uniform(0.5, 20.0)
        await self._replace_killed()
        alive = [process for process in self.processes if not process.dead]
        if kind in ("stop", "kill") and not alive:
            return
        if kind == "stop":
            ending = self.random.choice(alive)
            self.processes.remove(ending)
            self.bus.slowest = self.random.choice([0.05, 2.0])  # a slow Redis is often in the middle of something
            alone = self._wanted_processes == 1
            if not alone:
                self._start_process()  # the next one runs before the old one stops
                await asyncio.sleep(5.0)
            if not await ending.stop(STOP_SECONDS):
                self.broken(f"{ending.name} has not stopped within {STOP_SECONDS:.0f} s")
            if alone:
                self._start_process()
            self.bus.slowest = 0.05
        elif kind in ("broken", "doubtful", "deadly"):
            setattr(self.disk, kind, self.random.uniform(0.002, MOST.get(kind, 0.02)))
            self.disk.slow = self.random.choice([1.0, 30.0])  # with much that waits, much is in doubt together
            await asyncio.sleep(seconds)
            self.disk.slow = 1.0
            setattr(self.disk, kind, 0.0)
        elif kind == "kill":
            victim = self.random.choice(alive)
            victim.kill()
            self.crashes += 1
            self.processes.remove(victim)
            await asyncio.sleep(self.random.uniform(0.1, 15.0))
            self._start_process()
        elif kind == "disk":
            self.disk.failing = True
            await asyncio.sleep(seconds)
            self.disk.failing = False
        elif kind == "slow":
            self.disk.slow = self.random.uniform(5.0, 60.0)
            await asyncio.sleep(seconds)
            self.disk.slow = 1.0
        elif kind == "conflicts":
            self.disk.conflicts, usual = self.random.uniform(0.01, 0.1), self.disk.overlap  # of statements
            self.disk.overlap = 1.0
            await asyncio.sleep(seconds)
            self.disk.conflicts, self.disk.overlap = 0.0, usual
        elif kind == "bus":
            self.bus.loss = self.random.uniform(0.1, 1.0)
            await asyncio.gather(*(person.quarrel() for person in self.people if self.random.random() < 0.5))
            await asyncio.sleep(seconds / 2)
            self._cut_lines(0.3)  # pages come back to processes that have missed something
            await asyncio.sleep(seconds / 2)
            self.bus.loss = 0.0
        elif kind == "no redis":
            self.bus.down = True
            await asyncio.sleep(seconds)
            self.bus.down = False
        else:
            self._cut_lines(0.7)

    # Running ------------------------------------------------------------------------------------------------------

    async def _audit(self) -> None:
        while True:
            await asyncio.sleep(AUDIT_SECONDS)
            calm = max(0.0, self.now - self.calm_since)
            self.inspect(partial(self.checks.audit, calm=calm))
            watched = {page.table for person in self.people for page in person.pages if not page.closed}
            self.table_seconds += AUDIT_SECONDS * len(watched & self.checks.playing)
            self.audits += 1
            if self.audits % COLLECT_AUDITS == 0:
                gc.collect()

    async def _live(self, hours: float) -> None:
        for _ in range(self._wanted_processes):
            self._start_process()
        self.people = [Person(self, number) for number in range(self._wanted_people)]
        works = [person.live() for person in self.people]
        tasks = [asyncio.ensure_future(work) for work in (*works, self._weather(), self._audit())]
        end = self.now + 3600.0 * hours
        while self.now < end and not self.faults:
            await asyncio.wait(tasks, timeout=10.0, return_when=asyncio.FIRST_EXCEPTION)
            for task in tasks:
                if task.done():
                    task.result()
        if not self.faults:
            self.inspect(self.checks.finish)

    def run(self, hours: float) -> None:
        """Let hours pass; raises Broken at the first fault."""
        loop = VirtualLoop(self.disk.delay)
        asyncio.set_event_loop(loop)
        try:
            loop.run_until_complete(self._live(hours))
        finally:
            for process in self.processes:
                process.kill()
            self._looker.close()
            shutil.rmtree(self._folder, ignore_errors=True)
        if self.faults:
            raise Broken(self.faults[0])
