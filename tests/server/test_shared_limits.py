"""Limits of an address hold over all processes that share a Redis; while it is away, over each by itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from redis import Redis
from websockets.exceptions import InvalidStatus

from ludotheque.server import shared_limits
from ludotheque.server.rate_limits import RateLimits
from ludotheque.server.shared_limits import SharedLimits
from tests.server import databases
from tests.server.house import Guest, House, until

EVE, BO = "203.0.113.5", "198.51.100.7"
WANTED = {"game": "lampions", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}
Houses = Callable[..., tuple[House, House]]


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    """The URL of a Redis for the tests of this file."""
    with databases.redis() as url:
        yield url


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL for the tests of this file."""
    with databases.postgres() as url:
        yield url


@pytest.fixture
def houses(postgres: str, redis: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Houses]:
    """Two servers that share a Redis and a database."""
    monkeypatch.setattr(shared_limits, "SHARE_SECONDS", 0.02)
    Redis.from_url(redis).flushall()
    made: list[House] = []

    def make(**settings: Any) -> tuple[House, House]:
        made.extend(House(postgres, channels=redis, **settings) for _ in range(2))
        return made[0], made[1]

    yield make
    for house in made:
        house.close()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Redis is waited for, however busy the machine is: else each would count by itself for a while."""
    monkeypatch.setattr(shared_limits, "WAIT_SECONDS", 30.0)


def left(limits: RateLimits) -> float:
    """Eve's remaining tokens there, read without changing them."""
    return limits._of[EVE]._level


def exhausted(redis: str, limit: str) -> bool:
    """Whether Redis records that Eve's limit is used up; a process learns this when it reports its own count."""
    level = Redis.from_url(redis).hget(f"{shared_limits.PREFIX}{limit}:{EVE}", "level")
    return level is not None and float(level) < 0.5


def also_at(house: House, guest: Guest) -> Guest:
    """Return the same person from the same address, at another process."""
    other = house.guest(None, guest.forwarded["X-Forwarded-For"])
    other.cookie, other.id = guest.cookie, guest.id
    return other


def test_requests_of_an_address_are_counted_together(patient, houses, redis):
    one, other = houses(requests_a_second=0.5)
    for house in (one, other):
        house.open_tables.limits.requests.rate = 1e-6  # three, and no fourth, however long this takes
    for _ in range(3):
        assert one.guest(None, EVE).send("GET", "/api/me")[0] == 200
    until(lambda: exhausted(redis, "requests"), "the count is never reported")
    assert other.guest(None, EVE).send("GET", "/api/me")[0] == 200, "a process hears of the others when it tells"
    until(lambda: left(other.open_tables.limits.requests) <= 0, "as if nothing were taken elsewhere")
    for house in (one, other):
        assert house.guest(None, EVE).send("GET", "/api/me")[0] == 429
    assert other.guest(None, BO).send("GET", "/api/me")[0] == 200, "others go on"


def test_cpu_time_of_an_address_is_counted_over_all_processes(patient, houses, redis):
    one, other = houses(work_a_second=0.0001, work_at_once=2.0)
    one.loop.call_soon_threadsafe(lambda: one.open_tables.limits.work.bucket_of(EVE).spend(4.0))
    until(lambda: one.guest(None, EVE).send("GET", "/api/me")[0] == 429)
    until(lambda: exhausted(redis, "work"), "the count is never reported")
    assert other.guest(None, EVE).send("GET", "/api/me")[0] == 200, "a process hears of the others when it tells"
    until(lambda: left(other.open_tables.limits.work) <= 0, "it has saved up as much elsewhere")
    assert other.guest(None, EVE).send("GET", "/api/me")[0] == 429
    assert other.guest(None, BO).send("GET", "/api/me")[0] == 200


def test_all_processes_together_grant_one_quota(patient, houses):
    one, other = houses(tables_an_hour=8.0, people_an_hour=6.0)
    eve = one.guest("Eve", EVE)
    there = also_at(other, eve)
    laid = [guest.send("POST", "/api/tables", WANTED)[0] for guest in (eve, there, there, eve, there, eve)]
    assert laid == [201] * 4 + [429] * 2
    assert other.guest("Bo", BO).send("POST", "/api/tables", WANTED)[0] == 201
    came = [house.guest(None, EVE).send("POST", "/api/people", {"name": "Ed"})[0] for house in (other, one, other)]
    assert came == [201, 201, 429]


def test_sockets_of_an_address_are_counted_together_and_one_that_closes_makes_room(patient, houses, monkeypatch):
    monkeypatch.setattr(shared_limits, "SOCKET_SECONDS", 3600.0)  # not because nobody has noted it for long
    one, other = houses(sockets_of_an_address=3)
    pages = [one.guest(None, EVE).page(), other.guest(None, EVE).page(), other.guest(None, EVE).page()]
    for house in (one, other):
        with pytest.raises(InvalidStatus, match="429"):
            house.guest(None, EVE).page()
    other.guest(None, BO).page()
    pages[1].close()
    until(lambda: opens(one), "a place that is free again is not given away")


def opens(house: House) -> bool:
    """Whether another socket is let in."""
    try:
        house.guest(None, EVE).page()
    except InvalidStatus:
        return False
    return True


def test_sockets_of_a_process_that_died_are_forgotten(patient, houses, redis):
    one, _ = houses(sockets_of_an_address=2)
    gone = Redis.from_url(redis)
    gone.zadd(f"{shared_limits.PREFIX}sockets:{EVE}", {f"dead:{n}": time.time() + 1.5 for n in range(2)})
    assert not opens(one)
    until(lambda: opens(one), "the dead keep their places")


def test_while_redis_does_not_answer_each_process_counts_by_itself(houses, redis, caplog):
    one, other = houses(tables_an_hour=8.0)
    eve = one.guest("Eve", EVE)
    there = also_at(other, eve)
    waits = 8  # seconds: far longer than five tables take, however busy the machine is
    Redis.from_url(redis).client_pause(1000 * waits)
    began = time.monotonic()
    laid = [eve.send("POST", "/api/tables", WANTED)[0] for _ in range(5)]
    assert time.monotonic() - began < waits, "nobody waits for it"
    assert laid == [201] * 4 + [429], "its own limit holds"
    assert "each process counts its limits alone: Redis does not answer" in caplog.text
    assert there.send("POST", "/api/tables", WANTED)[0] == 201
    until(lambda: "limits are shared between the processes again" in caplog.text, "it is not found again")


def test_an_unanswered_report_to_redis_is_repeated_and_counted_once(redis, monkeypatch):
    monkeypatch.setattr(shared_limits, "AWAY_SECONDS", 0.0)
    Redis.from_url(redis).flushall()
    limits = RateLimits("late", 1e-6, 100.0)

    async def run() -> None:
        shared = SharedLimits(redis, "one", [limits])
        ask: Any = shared._take
        arrives = iter([True, False, True])  # its answer is lost; it is lost itself; its answer again

        async def late(**question: Any) -> Any:
            answer = await ask(**question) if (came := next(arrives, None)) is not False else None
            if came is None:
                return answer
            raise TimeoutError

        monkeypatch.setattr(shared, "_take", late)
        monkeypatch.setattr(shared_limits, "WAIT_SECONDS", 30.0)
        for taken in (3.0, 2.0, 0.0, 0.0, 0.0):
            limits.bucket_of(EVE).spend(taken)
            await shared._share(limits)
        await shared._redis.aclose()

    asyncio.run(run())
    level: Any = Redis.from_url(redis).hget(f"{shared_limits.PREFIX}late:{EVE}", "level")
    assert round(float(level), 1) == 95.0
    assert round(left(limits), 1) == 95.0


def test_many_sockets_at_once_are_counted_over_all_processes(patient, redis, caplog):
    """The client of Redis has a hundred connections: beyond, each process counted by itself for a second."""

    async def enter() -> list[str | None]:
        one, other = (SharedLimits(redis, name, []) for name in "ab")
        async with asyncio.timeout(60):
            found = await asyncio.gather(*(one.open_socket(BO, 250) for _ in range(250)))
            found += await asyncio.gather(*(other.open_socket(BO, 250) for _ in range(250)))
        for limits in (one, other):
            await limits._redis.aclose()
        return found

    Redis.from_url(redis).flushall()
    names = asyncio.run(enter())
    assert [bool(name) for name in names] == [True] * 250 + [False] * 250
    assert not caplog.messages


def test_a_long_wait_for_redis_falls_back_to_the_local_count(redis, monkeypatch, caplog):
    """A Redis that answers each question in time, but slowly: those behind waited for all who were before them."""
    monkeypatch.setattr(shared_limits, "AT_ONCE", 1)
    monkeypatch.setattr(shared_limits, "WAIT_SECONDS", 3.0)
    limits = RateLimits("slow", 1e-6, 100.0)

    async def slow(**question: Any) -> list[bytes]:
        await asyncio.sleep(1.6)
        return [b"no"]

    async def take_many() -> tuple[list[bool], list[float], SharedLimits]:
        shared = SharedLimits(redis, "one", [])
        monkeypatch.setattr(shared, "_take", slow)
        took: list[float] = []

        async def one() -> bool:
            began = time.monotonic()
            allowed = await shared.take(limits, EVE)
            took.append(time.monotonic() - began)
            return allowed

        found = await asyncio.gather(*(one() for _ in range(20)))
        assert await shared.take(limits, BO) is False, "a turn that was not granted is not kept"
        await shared._redis.aclose()
        return found, took, shared

    found, took, shared = asyncio.run(take_many())
    assert 1 <= found.count(False) <= 3, "those whose turn comes in time are told what Redis says"
    assert max(took) < 15, "without an end each would have waited for all before it: half a minute"
    assert shared.unasked == found.count(True)
    assert [line for line in caplog.messages if "Redis is too slow" in line], "the operator is told"
    assert sum("Redis is too slow" in line for line in caplog.messages) == 1, "not for each of them"
    assert "Redis does not answer" not in caplog.text, "it does"
