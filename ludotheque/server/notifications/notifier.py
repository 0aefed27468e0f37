"""Sending notifications of turns and invitations in the background, once each. Failures are not retried."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from ludotheque.errors import trace
from ludotheque.server.notifications import outgoing
from ludotheque.server.notifications.push import Pushes
from ludotheque.server.notifications.webhooks import Webhooks
from ludotheque.server.rate_limits import RateLimits
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage
from ludotheque.server.tables.records import TableRecord

log = logging.getLogger(__name__)


class Transport(Protocol):
    """One way to reach people."""

    wanted: bool  # by the operator

    async def announce_turn(self, person: str, record: TableRecord, seat: int) -> None:
        """Announce that it is a seat's turn."""

    async def announce_invitation(self, person: str, record: TableRecord, by: str) -> None:
        """Announce that somebody of that name invites a person to a table."""


class Notifier:
    """Running notifications, by all transports that the operator allows."""

    def __init__(self, storage: Storage, settings: Settings) -> None:
        transports: list[Transport] = [Webhooks(storage, settings), Pushes(storage, settings)]
        self._transports = [transport for transport in transports if transport.wanted]
        self._under_way: set[asyncio.Task[None]] = set()
        # Apart from each other: invitations, which others send, must not use up the notices of a person's own turns.
        self._turns = RateLimits("announcements", outgoing.A_SECOND, 10.0)
        self._invitations = RateLimits("announced_invitations", outgoing.A_SECOND, 10.0)

    def notify(self, record: TableRecord, seat: int) -> None:
        """Announce a turn to the player, if they asked for that. Returns at once."""
        person = record.seats[seat].person
        if person is not None:
            self._start(self._turns, person, lambda transport: transport.announce_turn(person, record, seat))

    def invite(self, person: str, record: TableRecord, by: str) -> None:
        """Announce an invitation by somebody of that name to the person, if they asked for that. Returns at once."""
        self._start(self._invitations, person, lambda transport: transport.announce_invitation(person, record, by))

    def _start(self, rate: RateLimits, person: str, announce: Callable[[Transport], Coroutine[Any, Any, None]]) -> None:
        if not self._transports or len(self._under_way) >= outgoing.AT_ONCE or not rate.take(person):
            return
        for transport in self._transports:
            task = asyncio.create_task(self._tell(announce(transport)))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    @staticmethod
    async def _tell(announcement: Coroutine[Any, Any, None]) -> None:
        try:
            await announcement
        except Exception as error:
            log.info("something was not announced: %s", trace(error))

    async def close(self) -> None:
        """Stop."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
