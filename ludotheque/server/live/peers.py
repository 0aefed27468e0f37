"""The other processes of this server: they are told where something is new, never what. Each looks for itself.

What is told travels by Litestar's channels over Redis, on one channel that all processes hear. A notice names a table
and a number; positions, hands and words stay in the database. One that gets lost does no harm: whoever has a table
open looks at the database from time to time. A process that is alone, without a channel, tells nobody.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

import msgspec

from ludotheque.server.people.services import new_id

CHANNEL = "ludotheque"
AGAIN = 1.0  # seconds after which a lost connection is tried again
MOST_WAITING = 10_000  # notices; beyond, they are dropped, and found by looking
MOST_AT_ONCE = 100  # in one message
TELL_SECONDS = 0.01  # from one message to the next: what comes meanwhile waits, and goes together
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
    who: bool = False  # and at yours?
    revoked: str | None = None  # of no table: the hash of a device key whose sockets are to be closed


read_notices = msgspec.json.Decoder(Notice | list[Notice]).decode
write_notices = msgspec.json.Encoder().encode


class Peers:
    """This process among the others."""

    def __init__(self, url: str, take: Callable[[Notice], Awaitable[None]]) -> None:
        self.name = new_id()
        self.alone = not url
        self._url = url
        self._take = take
        self._waiting: asyncio.Queue[Notice] = asyncio.Queue(MOST_WAITING)

    def tell(self, table: str, **parts: Any) -> None:
        """Tell the others; returns at once."""
        if not self.alone and not self._waiting.full():
            self._waiting.put_nowait(Notice(by=self.name, table=table, **parts))

    async def run(self) -> None:
        """Tell and listen, for ever; after a break from the beginning."""
        if self.alone:
            return
        while True:
            try:
                await self._run()
            except Exception as error:
                log.warning("the other processes can't be heard: %s", type(error).__name__)
            await asyncio.sleep(AGAIN)

    async def _run(self) -> None:
        # Only here: who serves with one process needs no Redis.
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend
        from redis.asyncio import Redis

        redis = Redis.from_url(self._url)
        backend = RedisChannelsPubSubBackend(redis=redis)
        try:
            await backend.subscribe([CHANNEL])
            async with asyncio.TaskGroup() as both:
                both.create_task(self._tell_on(backend))
                both.create_task(self._listen(backend))
        finally:
            await backend.on_shutdown()
            await redis.aclose()

    async def _tell_on(self, backend: Any) -> None:
        """Tell what waits, all of it at once: a message costs each process more than all that it holds."""
        told = monotonic() - TELL_SECONDS
        while True:
            waiting = [await self._waiting.get()]
            if (early := told + TELL_SECONDS - monotonic()) > 0:
                await asyncio.sleep(early)
            while len(waiting) < MOST_AT_ONCE and not self._waiting.empty():
                waiting.append(self._waiting.get_nowait())
            # Of one alone no list is made: processes of before read that as well.
            await backend.publish(write_notices(waiting if len(waiting) > 1 else waiting[0]), [CHANNEL])
            told = monotonic()

    async def _listen(self, backend: Any) -> None:
        async for _, data in backend.stream_events():
            try:
                told = read_notices(data)
            except msgspec.DecodeError:
                continue  # of another version, or not ours
            for notice in told if isinstance(told, list) else [told]:
                if notice.by != self.name:
                    await self._take(notice)
