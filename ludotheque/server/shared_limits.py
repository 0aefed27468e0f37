"""What several processes count together, in their Redis: what an address has taken, and its open sockets.

Each process has buckets of its own, so that a flood costs Redis nothing: who is refused here is not asked about there.
What was taken is told twice a second, and what the others took comes back; of what is rare and dear, such as a new
table, Redis is asked before it is given. Time is that of Redis. While Redis is away each process counts by itself.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic
from typing import Any, TypeVar

from ludotheque.server.rate_limits import RateLimits

T = TypeVar("T")
SHARE_SECONDS = 0.5  # from one telling of what was taken to the next
AWAY_SECONDS = 1.0  # for which a Redis that does not answer is left alone
AT_ONCE = 50  # questions to Redis: its client has a hundred connections, and fails if more are asked for
WAIT_SECONDS = 0.25  # for the turn to ask Redis, and again for its answer: nobody waits for more than twice as long
QUIET_SECONDS = 10.0  # from one line of the log about questions that were not asked to the next
SOCKET_SECONDS = 60.0  # after which a socket is forgotten whose process is not heard of any more
PREFIX = "ludotheque:limit:"
log = logging.getLogger(__name__)

# Take tokens from buckets: what is asked for if it is there, or what has passed already; returns what is left of each.
# What has passed is told under a process's name and a number, until it is answered: of each bucket it is taken once.
TAKE = """
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local rate, burst, teller, number = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4]
local left = {}
for i, key in ipairs(KEYS) do
    local kept = redis.call('HMGET', key, 'level', 'at')
    local level, wanted = tonumber(kept[1]) or burst, tonumber(ARGV[4 + i])
    level = math.min(burst, level + math.max(0, now - (tonumber(kept[2]) or now)) * rate)
    if teller ~= '' then
        if redis.call('HGET', key, 'by:' .. teller) ~= number then
            level = math.max(-burst, level - wanted)
            redis.call('HSET', key, 'by:' .. teller, number)
        end
    elseif level >= wanted then
        level = level - wanted
    else
        wanted = -1
    end
    redis.call('HSET', key, 'level', tostring(level), 'at', tostring(now))
    redis.call('EXPIRE', key, math.ceil(2 * burst / rate) + 1)
    left[i] = wanted < 0 and 'no' or tostring(level)
end
return left
"""
# Note the open sockets of an address, unless there are too many; those that nobody has noted for long are forgotten.
COUNT = """
local now = tonumber(redis.call('TIME')[1])
local seconds, most = tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
for i = 3, #ARGV do
    if most > 0 and redis.call('ZCARD', KEYS[1]) >= most then
        return 0
    end
    redis.call('ZADD', KEYS[1], now + seconds, ARGV[i])
end
redis.call('EXPIRE', KEYS[1], math.ceil(seconds) + 1)
return 1
"""


class SharedLimits:
    """The limits of this process among those of the others; alone, if there is no URL."""

    def __init__(self, url: str, process: str, told: Sequence[RateLimits]) -> None:
        self.alone = not url
        self._process = process
        self._told = told  # what was taken of these is told from time to time
        self._away_until = 0.0
        self._away = False
        self.unasked = 0  # questions whose turn did not come in time: what they asked for was counted here alone
        self._told_unasked = -QUIET_SECONDS
        self._asking = asyncio.Semaphore(AT_ONCE)
        self._numbers = itertools.count()
        self._sockets: dict[str, set[str]] = {}
        self._unanswered: dict[str, tuple[int, dict[str, float]]] = {}  # by limit: what was told last, and its number
        if url:
            # Only here: who serves with one process needs no Redis.
            from redis.asyncio import Redis

            self._redis: Any = Redis.from_url(url, socket_timeout=WAIT_SECONDS, socket_connect_timeout=WAIT_SECONDS)
            self._take = self._redis.register_script(TAKE)
            self._count = self._redis.register_script(COUNT)

    async def take(self, limits: RateLimits, address: str, tokens: float = 1.0) -> bool:
        """Whether all processes together let so many pass."""
        if not limits.take(address, tokens):
            return False
        args: list[Any] = [limits.rate, limits.burst, "", 0, tokens]
        left: list[bytes] = await self._ask(
            lambda: self._take(keys=[f"{PREFIX}{limits.name}:{address}"], args=args), [b""]
        )
        return left[0] != b"no"

    # Sockets --------------------------------------------------------------------------------------------------------

    async def enter(self, address: str, most: int) -> str | None:
        """The name of another open socket of an address; None, if there are too many."""
        here = self._sockets.get(address, set())
        if len(here) >= most:
            return None
        name = f"{self._process}:{next(self._numbers)}"
        self._sockets.setdefault(address, here).add(name)
        allowed = False
        try:
            allowed = bool(await self._ask(lambda: self._count_sockets(address, [name], most), 1))
        finally:
            if not allowed:
                self._forget(address, name)
        return name if allowed else None

    def _forget(self, address: str, name: str) -> None:
        here = self._sockets[address]
        here.discard(name)
        if not here:
            del self._sockets[address]

    async def leave(self, address: str, name: str) -> None:
        """A socket was closed."""
        self._forget(address, name)
        await self._ask(lambda: self._redis.zrem(f"{PREFIX}sockets:{address}", name), 0)

    def _count_sockets(self, address: str, names: Sequence[str], most: int = 0) -> Awaitable[Any]:
        found: Awaitable[Any] = self._count(keys=[f"{PREFIX}sockets:{address}"], args=[SOCKET_SECONDS, most, *names])
        return found

    # Telling --------------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Tell what was taken here, and hear what was taken elsewhere, for ever."""
        if self.alone:
            return
        try:
            noted = monotonic()
            while True:
                await asyncio.sleep(SHARE_SECONDS)
                if self._away:  # is it back?
                    await self._ask(lambda: self._redis.ping(), False)
                for limits in self._told:
                    await self._share(limits)
                if monotonic() - noted > SOCKET_SECONDS / 3:
                    noted = monotonic()
                    for address, names in list(self._sockets.items()):
                        await self._ask(lambda a=address, n=tuple(names): self._count_sockets(a, n), 1)  # type: ignore[misc]
        finally:
            await self._redis.aclose()

    async def _share(self, limits: RateLimits) -> None:
        number, taken = self._unanswered.get(limits.name) or (next(self._numbers), limits.unsaid())
        if not taken:
            return
        self._unanswered[limits.name] = number, taken
        keys = [f"{PREFIX}{limits.name}:{address}" for address in taken]
        args: list[Any] = [limits.rate, limits.burst, self._process, number, *taken.values()]
        left: Sequence[bytes] | None = await self._ask(lambda: self._take(keys=keys, args=args), None)
        if left is None:  # told again, under the same number: it may have come, and only its answer not
            return
        del self._unanswered[limits.name]
        for address, level in zip(taken, left, strict=True):
            limits.of(address).lower(float(level))

    async def _ask(self, question: Callable[[], Awaitable[T]], otherwise: T) -> T:
        """What Redis answers; something else while it is away."""
        if self.alone:
            return otherwise
        from redis.exceptions import RedisError

        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await self._asking.acquire()
        except TimeoutError:
            self._note_unasked()
            return otherwise
        try:
            if monotonic() < self._away_until:
                return otherwise
            async with asyncio.timeout(WAIT_SECONDS):
                answer = await question()
        except (RedisError, OSError, TimeoutError) as error:
            self._away_until = monotonic() + AWAY_SECONDS
            if not self._away:
                kind = type(error).__name__
                log.warning("limits count in each process by itself: Redis does not answer (%s)", kind)
            self._away = True
            return otherwise
        finally:
            self._asking.release()
        if self._away:
            log.warning("limits count for all processes together again")
        self._away = False
        return answer

    def _note_unasked(self) -> None:
        """Redis answers, but too slowly for all that is asked of it."""
        self.unasked += 1
        if monotonic() - self._told_unasked >= QUIET_SECONDS:
            self._told_unasked = monotonic()
            log.warning("Redis is too slow: some limits count in each process by itself (%d so far)", self.unasked)
