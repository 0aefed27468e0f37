"""The other processes of this server: they are told where something is new, never what. Each looks for itself.

A notice names a table and a number; positions, hands and words stay in the database. It travels over Redis: by a
channel that all hear or, where it is known who else has the table open, by those that each of them alone hears. So
what is decided at a table that one process alone has open is told to nobody; who comes and goes, to all. A notice that
gets lost does no harm: whoever has a table open looks at the database from time to time. A process that is alone,
without a Redis, tells nobody.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, TypeAlias

import msgspec

from ludotheque.server.people.services import new_id
from ludotheque.server.tasks import ended

CHANNEL = "ludotheque"  # of all; that of one process has its name behind it
AGAIN = 1.0  # seconds after which a lost connection is tried again
QUIET_SECONDS = 10.0  # between two lines of the log that say so
MOST_WAITING = 10_000  # notices; beyond, they are dropped, and found by looking
MOST_AT_ONCE = 500  # in one message
TELL_SECONDS = 0.01  # from one message to the next: what comes meanwhile waits, and goes together …
TELL_ALL_SECONDS = 0.1  # … of those to all: every process reads each, a message costs as much as thirty notices in it
ANSWER_SECONDS = 2.0  # for so long after opening a table all are told: those who have it open may not have answered yet
HOLD_SECONDS = 40.0  # for so long it is believed that another process has a table open
MOST_WORDS = 200  # characters of what Redis says that are logged
log = logging.getLogger(__name__)


class Notice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one process tells the others about a table."""

    by: str
    table: str
    number: int | None = None  # the match has entries up to this one
    changed: bool = False  # who sits where, how far it has come, what is proposed
    talk: int | None = None  # the number of a line of talk
    pointed: tuple[int, str] | None = None  # a seat points at something: the one thing that is stored nowhere
    pages: int | None = None  # pages that are open there at the process that tells, …
    here: tuple[str, ...] = ()  # … and whose, …
    watching: tuple[tuple[str, str], ...] = ()  # … and of those who hold no seat also the names
    who: bool = False  # I have opened it; who else has?
    revoked: str | None = None  # of no table: the hash of a device key whose sockets are to be closed


read_notices = msgspec.json.Decoder(list[Notice]).decode
write_notices = msgspec.json.Encoder().encode


Waiting: TypeAlias = "asyncio.Queue[tuple[str, Notice]]"  # notices, each with its channel


class Peers:
    """This process among the others."""

    def __init__(self, url: str, take: Callable[[Notice], Awaitable[None]]) -> None:
        self.name = new_id()
        self.alone = not url
        self._url = url
        self._take = take
        self._to_all: Waiting = asyncio.Queue(MOST_WAITING)
        self._to_some: Waiting = asyncio.Queue(MOST_WAITING)
        self._opened: dict[str, float] = {}  # the tables that are open here, and since when
        self._holders: dict[str, dict[str, float]] = {}  # … and who else has them open, and told so when

    # Who has which table open -------------------------------------------------------------------------------------

    def open(self, table: str) -> None:
        """A table is open here from now on: the others are asked whether they have it, too."""
        if not self.alone:
            self._opened[table] = monotonic()
            self.tell(table, who=True)

    def put_away(self, table: str) -> None:
        """A table is no longer open here."""
        self._opened.pop(table, None)
        self._holders.pop(table, None)

    def holders(self, table: str) -> list[str]:
        """The other processes that have a table open, as far as they have told."""
        fresh = monotonic() - HOLD_SECONDS
        return [name for name, told in self._holders.get(table, {}).items() if told > fresh]

    # Telling ------------------------------------------------------------------------------------------------------

    def tell(self, table: str, **parts: Any) -> None:
        """Tell all others; returns at once."""
        if not self.alone:
            _put(self._to_all, CHANNEL, Notice(by=self.name, table=table, **parts))

    def tell_holders(self, table: str, **parts: Any) -> None:
        """Tell those who have the table open as well; all, if that is not known yet. Returns at once."""
        if self.alone:
            return
        opened = self._opened.get(table)
        if opened is None or monotonic() - opened < ANSWER_SECONDS:
            self.tell(table, **parts)
        elif holders := self.holders(table):
            notice = Notice(by=self.name, table=table, **parts)
            for name in holders:
                _put(self._to_some, f"{CHANNEL}:{name}", notice)

    async def run(self) -> None:
        """Tell and listen, for ever; after a break from the beginning."""
        if self.alone:
            return
        told = -QUIET_SECONDS
        while True:
            try:
                await self._run()
            except Exception as error:
                if monotonic() - told >= QUIET_SECONDS:
                    told = monotonic()
                    log.warning("the other processes can't be heard: %s", _said(error))
            await asyncio.sleep(AGAIN)

    async def _run(self) -> None:
        # Only here: who serves with one process needs no Redis.
        from redis.asyncio import Redis

        async with Redis.from_url(self._url) as redis, redis.pubsub(ignore_subscribe_messages=True) as heard:
            await heard.subscribe(CHANNEL, f"{CHANNEL}:{self.name}")
            for table in list(self._opened):  # who told of them until now was not heard
                self.open(table)
            works = [self._tell_on(redis, self._to_all, TELL_ALL_SECONDS), self._listen(heard)]
            works += [self._tell_on(redis, self._to_some, TELL_SECONDS)]
            tasks = [asyncio.create_task(work) for work in works]
            try:
                for failed in (await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED))[0]:
                    failed.result()
            finally:
                await ended(tasks)

    @staticmethod
    async def _tell_on(redis: Any, queue: Waiting, pause: float) -> None:
        """Tell what waits, to each all of it at once: a message costs each process more than all that it holds."""
        told = monotonic() - pause
        while True:
            waiting = [await queue.get()]
            if (early := told + pause - monotonic()) > 0:
                await asyncio.sleep(early)
            while len(waiting) < MOST_AT_ONCE and not queue.empty():
                waiting.append(queue.get_nowait())
            for channel in dict.fromkeys(channel for channel, _ in waiting):
                notices = [notice for wanted, notice in waiting if wanted == channel]
                await redis.publish(channel, write_notices(notices))
            told = monotonic()

    async def _listen(self, heard: Any) -> None:
        async for message in heard.listen():
            try:
                notices = read_notices(message["data"])
            except msgspec.DecodeError:
                continue  # of another version, or not ours
            for notice in notices:
                if notice.by != self.name:
                    if notice.table in self._opened and (notice.who or notice.pages is not None):
                        self._holders.setdefault(notice.table, {})[notice.by] = monotonic()
                    await self._take(notice)


def _put(queue: Waiting, channel: str, notice: Notice) -> None:
    if not queue.full():
        queue.put_nowait((channel, notice))


def _said(error: Exception) -> str:
    """What is wrong with Redis, in its own words: what an operator has to mend. Of anything else only the kind."""
    from redis.exceptions import RedisError

    words = " ".join(str(error).split())[:MOST_WORDS] if isinstance(error, RedisError) else ""
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
