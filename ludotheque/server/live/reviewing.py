"""Makes reviews in the threads of the bots, piece by piece: bots and other reviews get their turn in between.

What was found is stored every few seconds. A review that stopped with its process goes on from there when it is asked
for again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from sqlalchemy import Connection

import ludotheque as lt
from ludotheque.bots.review import Review, Reviewing
from ludotheque.errors import trace
from ludotheque.server.errors import Refused
from ludotheque.server.games import levels
from ludotheque.server.live.open_tables import OpenTables
from ludotheque.server.live.workers import Owner
from ludotheque.server.people.schemas import Person
from ludotheque.server.reviews import mistakes, services, views
from ludotheque.server.reviews.schemas import ReviewState, ReviewView
from ludotheque.server.reviews.services import Material, Stored
from ludotheque.server.storage import log_unless_storage_error
from ludotheque.server.tasks import cancel_and_wait

AT_ONCE = 1  # reviews that are made at once in a process; others wait
PIECE_SECONDS = 0.25  # after which a thread goes back to the pool
KEEP_SECONDS = 3.0  # between two stores
STALE_SECONDS = 30.0  # without a store, after which nobody makes a review any more
PREPARE_SECONDS = 900.0  # that a review waits for the compiler
UNCOMPILED = 0.02  # of the effort, where the rules are not compiled: they are some hundred times slower
log = logging.getLogger(__name__)


@dataclass
class Making:
    """A review that is being made here."""

    owner: Owner
    first_seat: int | None
    state: ReviewState = "waiting"
    revision: int = 0
    review: Review | None = None
    entries: list[int] = field(default_factory=list)


class Reviews:
    """The reviews that are made in this process, by table."""

    def __init__(self, open_tables: OpenTables) -> None:
        self._open_tables = open_tables
        self._making: dict[str, Making] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def show(self, table_id: str, have: int) -> ReviewView:
        """The review of a match as it stands; Refused if it may have none."""
        storage, now = self._open_tables.storage, self._open_tables.settings.now()
        await storage.found(lambda c: services.reviewable(c, table_id, now))
        if (making := self._making.get(table_id)) is not None:
            return self._view(table_id, making, have)
        stored = await storage.found(lambda c: services.read_review(c, table_id))
        return await self._view_stored(stored, have)

    async def begin(self, table_id: str, me: Person, owner: Owner) -> ReviewView:
        """Begin the review of a match, or go on with one that has stopped; nothing if it is there already."""
        storage, settings = self._open_tables.storage, self._open_tables.settings
        now = settings.now()
        table = await storage.found(lambda c: services.reviewable(c, table_id, now))
        if table_id in self._making:
            return self._view(table_id, self._making[table_id], 0)
        stored = await storage.found(lambda c: services.read_review(c, table_id))
        if stored is not None and self._state(stored) in ("done", "making"):
            return await self._view_stored(stored, 0)
        if stored is None or stored.state == "failed":
            await self._open_tables.limits.new_review(owner.address)
            await storage.written(lambda c: services.begin(c, table_id, me, settings.reviews_a_day, now))
        if table_id not in self._making:  # somebody else may have asked meanwhile
            making = Making(owner._replace(table=table_id), next(iter(table.seats_of(me)), None))
            if stored is not None:
                making.review, making.entries = stored.review, stored.entries
            self._making[table_id] = making
            task = asyncio.create_task(self._make(table_id, making))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return self._view(table_id, self._making[table_id], 0)

    def _view(self, table_id: str, making: Making, have: int) -> ReviewView:
        waiting = [name for name, one in self._making.items() if one.state == "waiting"]
        busy = sum(one.state == "making" for one in self._making.values())
        ahead = waiting.index(table_id) + busy if making.state == "waiting" else 0
        found = None
        if making.review is not None and making.entries and making.revision != have:
            found = views.view(making.review, making.entries)
        return ReviewView(making.state, making.revision, ahead, found)

    async def _view_stored(self, stored: Stored | None, have: int) -> ReviewView:
        if stored is None:
            return ReviewView("none", 0, 0, None)
        revision = 1 + round(100 * stored.beat) % 1_000_000_000
        found = None
        if stored.review is not None and revision != have:
            found = await self._open_tables.workers.run(partial(views.view, stored.review, stored.entries))
        return ReviewView(self._state(stored), revision, 0, found)

    def _state(self, stored: Stored) -> ReviewState:
        if stored.state == "done" and stored.review is not None:
            return "done"
        if stored.state == "making":
            return "making" if stored.beat > self._open_tables.settings.now() - STALE_SECONDS else "stopped"
        return "failed"

    async def _make(self, table_id: str, making: Making) -> None:
        storage, settings = self._open_tables.storage, self._open_tables.settings
        state = "failed"
        try:
            async with self._turn:
                given = await storage.found(lambda c: services.material(c, table_id, settings.now()))
                await self._prepared(given.game)
                making.state, making.entries = "making", given.entries
                await self._advance(table_id, making, given)
            state = "done"
        except Refused:  # the match is gone
            log.info("the review of %s is not wanted any more", table_id)
        except TimeoutError:
            log.error("a piece of the review of %s did not end, and was given up", table_id)
        except Exception as error:
            log.error("the review of %s failed: %s", table_id, trace(error, texts=False))
        try:
            await self._keep(table_id, making, state)
        except Exception as error:
            log_unless_storage_error(log, f"the review of {table_id} could not be stored", error)
        finally:
            self._making.pop(table_id, None)

    async def _prepared(self, name: str) -> None:
        """Wait until the server has compiled a game: until then a review would take very long."""
        waited, game = 0.0, lt.game(name, "plain")
        while self._open_tables.settings.prepare and not levels.is_prepared(game) and waited < PREPARE_SECONDS:
            await asyncio.sleep(1.0)
            waited += 1.0

    async def _advance(self, table_id: str, making: Making, given: Material) -> None:
        workers, settings = self._open_tables.workers, self._open_tables.settings
        ready = levels.is_prepared(lt.game(given.game, "plain"))
        effort = settings.review_effort * (1.0 if ready else UNCOMPILED)
        known = making.review
        begin = partial(
            Reviewing,
            given.record,
            table_id,
            effort if known is None else known.effort,
            known,
            making.first_seat,
        )
        at_work = await workers.review(begin, making.owner)
        steps, stored = iter(at_work), time.monotonic()
        making.review = at_work.review
        more = True
        while more:
            more = await workers.review(partial(advance, steps), making.owner)
            making.review = at_work.review
            making.revision += 1
            if more and time.monotonic() - stored > KEEP_SECONDS:
                await self._keep(table_id, making, "making")
                stored = time.monotonic()

    async def _keep(self, table_id: str, making: Making, state: str) -> None:
        now = self._open_tables.settings.now()
        review, entries = making.review, making.entries

        def job(connection: Connection) -> None:
            services.keep(connection, table_id, state, review, entries, now)
            if state == "done" and review is not None:
                mistakes.take_up(connection, table_id, review, entries, now)

        await self._open_tables.storage.written(job)

    async def close(self) -> None:
        """Stop; what is stored goes on when it is asked for again."""
        await cancel_and_wait(list(self._tasks), 1.0)


def advance(steps: Iterator[Review]) -> bool:
    """Do steps of a review for a moment; return whether more are left."""
    end = time.monotonic() + PIECE_SECONDS
    for _ in steps:
        if time.monotonic() > end:
            return True
    return False
