"""Pub/sub invalidation between the processes of a server: peers re-read the database.

A notice names a table and a number; positions, hands and chat stay in the database. Redis carries it on a channel that
all processes subscribe to, or on the channels of the processes that have the table open, where those are known. A
lost notice does no harm: processes check the database for their open tables from time to time. Without a Redis URL, the
process is alone and sends nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, TypeAlias

import msgspec

from ludotheque.server.live.protocol import Moment
from ludotheque.server.people.services import new_id
from ludotheque.server.tasks import cancel_and_wait

CHANNEL = "ludotheque"  # of all processes; that of one process is followed by its name
AGAIN = 1.0  # seconds until a lost connection is retried
QUIET_SECONDS = 10.0  # between two log lines about it
MOST_WAITING = 10_000  # queued notices; more are dropped
MOST_AT_ONCE = 500  # notices in one message
SEND_SECONDS = 0.01  # between two messages: notices that come meanwhile are sent together …
SEND_ALL_SECONDS = 0.1  # … on the common channel, where a message costs every process as much as thirty notices in it
ANSWER_SECONDS = 2.0  # after opening a table, when its other holders may not have answered yet: all are notified
HOLD_SECONDS = 40.0  # after which another process no longer counts as a holder of a table
MOST_WORDS = 200  # characters of a Redis error that are logged
log = logging.getLogger(__name__)


class Notice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A message about a table from one process to the others."""

    by: str
    table: str
    number: int | None = None  # the match has entries up to this one
    changed: bool = False  # seats, phase or proposals have changed
    talk: int | None = None  # the number of a chat line
    pointed: tuple[int, str] | None = None  # seat and target of pointing, which is stored nowhere
    led: tuple[str, str, Moment | None] | None = None  # id and name of who leads the shared review, and the moment
    following: int | None = None  # pages at the sending process that follow it
    pages: int | None = None  # open pages of the table at the sending process, …
    here: tuple[str, ...] = ()  # … the people there, …
    watching: tuple[tuple[str, str], ...] = ()  # … and ids and names of the spectators
    who: bool = False  # the sender has opened the table and asks for its other holders
    lobby: bool = False  # no table: the lines of the lobby may have changed, …
    searches: bool = False  # … or only those of searches
    online: tuple[str, ...] | None = None  # no table: the people in the lobby at the sending process
    apart: tuple[str, ...] = ()  # no table: people who have blocked or unblocked each other
    invited: str | None = None  # no table: a person who was invited to one
    revoked: str | None = None  # no table: the hash of a device key whose sockets are to be closed


decode_notices = msgspec.json.Decoder(list[Notice]).decode
encode_notices = msgspec.json.Encoder().encode


Waiting: TypeAlias = "asyncio.Queue[tuple[str, Notice]]"  # notices with their channels


class Peers:
    """The connection of this process to the others."""

    def __init__(self, url: str, take: Callable[[Notice], Awaitable[None]]) -> None:
        self.name = new_id()
        self.alone = not url
        self._url = url
        self._take = take
        self._to_all: Waiting = asyncio.Queue(MOST_WAITING)
        self._to_some: Waiting = asyncio.Queue(MOST_WAITING)
        self._opened: dict[str, float] = {}  # tables that are open here, by time of opening
        self._holders: dict[str, dict[str, float]] = {}  # their other holders, by time of their last notice

    # Holders of tables ------------------------------------------------------------------------------------------

    def open_table(self, table: str) -> None:
        """Note that a table is open here, and ask the others whether they have it open."""
        if not self.alone:
            self._opened[table] = monotonic()
            self.notify_all(table, who=True)

    def close_table(self, table: str) -> None:
        """Note that a table is no longer open here."""
        self._opened.pop(table, None)
        self._holders.pop(table, None)

    def holders(self, table: str) -> list[str]:
        """Return the other processes that are known to have a table open."""
        fresh = monotonic() - HOLD_SECONDS
        return [name for name, heard in self._holders.get(table, {}).items() if heard > fresh]

    # Sending ------------------------------------------------------------------------------------------------------

    def notify_all(self, table: str, **parts: Any) -> None:
        """Queue a notice to all other processes."""
        if not self.alone:
            _put(self._to_all, CHANNEL, Notice(by=self.name, table=table, **parts))

    def notify_holders(self, table: str, **parts: Any) -> None:
        """Queue a notice to the processes that have the table open; to all, if they are not known yet."""
        if self.alone:
            return
        opened = self._opened.get(table)
        if opened is None or monotonic() - opened < ANSWER_SECONDS:
            self.notify_all(table, **parts)
        elif holders := self.holders(table):
            notice = Notice(by=self.name, table=table, **parts)
            for name in holders:
                _put(self._to_some, f"{CHANNEL}:{name}", notice)

    async def run(self) -> None:
        """Send and receive notices until cancelled; reconnect after errors."""
        if self.alone:
            return
        logged = -QUIET_SECONDS
        while True:
            try:
                await self._run()
            except Exception as error:
                if monotonic() - logged >= QUIET_SECONDS:
                    logged = monotonic()
                    log.warning("no connection to the other processes: %s", _describe_error(error))
            await asyncio.sleep(AGAIN)

    async def _run(self) -> None:
        # Imported here: one process alone needs no Redis.
        from redis.asyncio import Redis

        async with Redis.from_url(self._url) as redis, redis.pubsub(ignore_subscribe_messages=True) as heard:
            await heard.subscribe(CHANNEL, f"{CHANNEL}:{self.name}")
            for table in list(self._opened):  # notices about them were lost until now
                self.open_table(table)
            works = [self._send_on(redis, self._to_all, SEND_ALL_SECONDS), self._listen(heard)]
            works += [self._send_on(redis, self._to_some, SEND_SECONDS)]
            tasks = [asyncio.create_task(work) for work in works]
            try:
                for failed in (await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED))[0]:
                    failed.result()
            finally:
                await cancel_and_wait(tasks)

    @staticmethod
    async def _send_on(redis: Any, queue: Waiting, pause: float) -> None:
        """Send the queued notices, those of one channel in one message: a message costs more than its notices."""
        sent = monotonic() - pause
        while True:
            waiting = [await queue.get()]
            if (early := sent + pause - monotonic()) > 0:
                await asyncio.sleep(early)
            while len(waiting) < MOST_AT_ONCE and not queue.empty():
                waiting.append(queue.get_nowait())
            for channel in dict.fromkeys(channel for channel, _ in waiting):
                notices = [notice for wanted, notice in waiting if wanted == channel]
                await redis.publish(channel, encode_notices(notices))
            sent = monotonic()

    async def _listen(self, heard: Any) -> None:
        async for message in heard.listen():
            try:
                notices = decode_notices(message["data"])
            except msgspec.DecodeError:
                continue  # from another version or program
            for notice in notices:
                if notice.by != self.name:
                    if notice.table in self._opened and (notice.who or notice.pages is not None):
                        self._holders.setdefault(notice.table, {})[notice.by] = monotonic()
                    await self._take(notice)


def _put(queue: Waiting, channel: str, notice: Notice) -> None:
    if not queue.full():
        queue.put_nowait((channel, notice))


def _describe_error(error: Exception) -> str:
    """Return the type of an error; for errors of Redis also its message, which the operator needs."""
    from redis.exceptions import RedisError

    words = " ".join(str(error).split())[:MOST_WORDS] if isinstance(error, RedisError) else ""
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
