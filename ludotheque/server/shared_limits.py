"""Limits that several processes share through Redis: tokens taken by an address, and its open sockets.

Each process has its own buckets and refuses without asking Redis, so that a flood costs Redis nothing. It reports what
was taken twice a second and learns what the others took. For rare and expensive things, such as a new table, it asks
Redis first. Redis' clock counts. While Redis does not answer, each process counts by itself.
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
SHARE_SECONDS = 0.5  # between two reports of what was taken
AWAY_SECONDS = 1.0  # without questions to a Redis that did not answer
AT_ONCE = 50  # parallel questions to Redis: its client fails beyond a hundred connections
WAIT_SECONDS = 0.25  # timeout for a free connection, and again for the answer
QUIET_SECONDS = 10.0  # between two log lines about questions that could not be asked
SOCKET_SECONDS = 60.0  # after which sockets of a process that stopped reporting are dropped
PREFIX = "ludotheque:limit:"
log = logging.getLogger(__name__)

# Take tokens from buckets: either if there are enough, or afterwards (a report); returns the level of each bucket.
# A report carries the process's name and a number, and is repeated until answered: each bucket is charged once.
TAKE = """
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local rate, burst, reporter, number = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4]
local left = {}
for i, key in ipairs(KEYS) do
    local kept = redis.call('HMGET', key, 'level', 'at')
    local level, wanted = tonumber(kept[1]) or burst, tonumber(ARGV[4 + i])
    level = math.min(burst, level + math.max(0, now - (tonumber(kept[2]) or now)) * rate)
    if reporter ~= '' then
        if redis.call('HGET', key, 'by:' .. reporter) ~= number then
            level = math.max(-burst, level - wanted)
            redis.call('HSET', key, 'by:' .. reporter, number)
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
# Register open sockets of an address unless there are too many; sockets not registered again in time are dropped.
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
    """The shared limits as this process sees them; without a URL it counts alone."""

    def __init__(self, url: str, process: str, reported: Sequence[RateLimits]) -> None:
        self.alone = not url
        self._process = process
        self._reported = reported  # limits that are reported from time to time
        self._away_until = 0.0
        self._away = False
        self.unasked = 0  # questions that found no free connection in time, and were counted here alone
        self._logged_unasked = -QUIET_SECONDS
        self._asking = asyncio.Semaphore(AT_ONCE)
        self._numbers = itertools.count()
        self._sockets: dict[str, set[str]] = {}
        self._unanswered: dict[
            str, tuple[int, dict[str, float]]
        ] = {}  # by limit: number and content of the last report
        if url:
            # Imported here: one process alone needs no Redis.
            from redis.asyncio import Redis

            self._redis: Any = Redis.from_url(url, socket_timeout=WAIT_SECONDS, socket_connect_timeout=WAIT_SECONDS)
            self._take = self._redis.register_script(TAKE)
            self._count = self._redis.register_script(COUNT)

    async def take(self, limits: RateLimits, address: str, tokens: float = 1.0) -> bool:
        """Take tokens if all processes together have enough; return whether they had."""
        if not limits.take(address, tokens):
            return False
        args: list[Any] = [limits.rate, limits.burst, "", 0, tokens]
        left: list[bytes] = await self._ask_redis(
            lambda: self._take(keys=[f"{PREFIX}{limits.name}:{address}"], args=args), [b""]
        )
        return left[0] != b"no"

    # Sockets --------------------------------------------------------------------------------------------------------

    async def open_socket(self, address: str, most: int) -> str | None:
        """Register a socket of an address; return its name, or None if there are too many."""
        here = self._sockets.get(address, set())
        if len(here) >= most:
            return None
        name = f"{self._process}:{next(self._numbers)}"
        self._sockets.setdefault(address, here).add(name)
        allowed = False
        try:
            allowed = bool(await self._ask_redis(lambda: self._count_sockets(address, [name], most), 1))
        finally:
            if not allowed:
                self._forget(address, name)
        return name if allowed else None

    def _forget(self, address: str, name: str) -> None:
        here = self._sockets[address]
        here.discard(name)
        if not here:
            del self._sockets[address]

    async def close_socket(self, address: str, name: str) -> None:
        """Remove a closed socket."""
        self._forget(address, name)
        await self._ask_redis(lambda: self._redis.zrem(f"{PREFIX}sockets:{address}", name), 0)

    def _count_sockets(self, address: str, names: Sequence[str], most: int = 0) -> Awaitable[Any]:
        found: Awaitable[Any] = self._count(keys=[f"{PREFIX}sockets:{address}"], args=[SOCKET_SECONDS, most, *names])
        return found

    # Reporting ------------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Report what was taken here and learn what was taken elsewhere, until cancelled."""
        if self.alone:
            return
        try:
            noted = monotonic()
            while True:
                await asyncio.sleep(SHARE_SECONDS)
                if self._away:  # check whether Redis is back
                    await self._ask_redis(lambda: self._redis.ping(), False)
                for limits in self._reported:
                    await self._share(limits)
                if monotonic() - noted > SOCKET_SECONDS / 3:
                    noted = monotonic()
                    for address, names in list(self._sockets.items()):
                        await self._ask_redis(lambda a=address, n=tuple(names): self._count_sockets(a, n), 1)  # type: ignore[misc]
        finally:
            await self._redis.aclose()

    async def _share(self, limits: RateLimits) -> None:
        number, taken = self._unanswered.get(limits.name) or (next(self._numbers), limits.take_unshared())
        if not taken:
            return
        self._unanswered[limits.name] = number, taken
        keys = [f"{PREFIX}{limits.name}:{address}" for address in taken]
        args: list[Any] = [limits.rate, limits.burst, self._process, number, *taken.values()]
        left: Sequence[bytes] | None = await self._ask_redis(lambda: self._take(keys=keys, args=args), None)
        if left is None:  # repeated under the same number: perhaps only the answer was lost
            return
        del self._unanswered[limits.name]
        for address, level in zip(taken, left, strict=True):
            limits.bucket_of(address).cap_level(float(level))

    async def _ask_redis(self, question: Callable[[], Awaitable[T]], otherwise: T) -> T:
        """Return the answer of Redis, or `otherwise` while it does not answer."""
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
                log.warning("each process counts its limits alone: Redis does not answer (%s)", kind)
            self._away = True
            return otherwise
        finally:
            self._asking.release()
        if self._away:
            log.warning("limits are shared between the processes again")
        self._away = False
        return answer

    def _note_unasked(self) -> None:
        """Count a question that Redis was too slow for, and log it now and then."""
        self.unasked += 1
        if monotonic() - self._logged_unasked >= QUIET_SECONDS:
            self._logged_unasked = monotonic()
            log.warning("Redis is too slow: some limits are counted in each process alone (%d so far)", self.unasked)
