"""Turns announced to people who have no page open: once, beside play, never awaited. What fails is forgotten."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from ludotheque.server.limits import Buckets
from ludotheque.server.live import calls
from ludotheque.server.live.pushes import Pushes
from ludotheque.server.live.webhooks import Webhooks
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage
from ludotheque.server.tables.services import TableRecord

log = logging.getLogger(__name__)


class Way(Protocol):
    """One way to reach people."""

    wanted: bool  # by the operator

    async def tell(self, person: str, record: TableRecord, seat: int) -> None:
        """Say that something is asked of a seat."""


class Announcer:
    """Announcements under way, by all ways that the operator allows."""

    def __init__(self, storage: Storage, settings: Settings) -> None:
        ways: list[Way] = [Webhooks(storage, settings), Pushes(storage, settings)]
        self._ways = [way for way in ways if way.wanted]
        self._under_way: set[asyncio.Task[None]] = set()
        self._rate = Buckets(calls.A_SECOND, 10.0)

    def announce(self, record: TableRecord, seat: int) -> None:
        """Tell whoever sits there that something is asked of him, if he wished so; returns at once."""
        person = record.seats[seat].person
        if not self._ways or person is None or len(self._under_way) >= calls.AT_ONCE or not self._rate.take(person):
            return
        for way in self._ways:
            task = asyncio.create_task(self._tell(way, person, record, seat))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    @staticmethod
    async def _tell(way: Way, person: str, record: TableRecord, seat: int) -> None:
        try:
            await way.tell(person, record, seat)
        except Exception as error:
            log.info("a turn was not announced: %s", type(error).__name__)

    async def close(self) -> None:
        """Stop."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
