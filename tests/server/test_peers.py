"""Notices between processes: few messages, and only to processes that need them."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from redis.exceptions import ResponseError

from ludotheque.server.live import open_tables, peers
from ludotheque.server.live.audience import PRESENCE_SECONDS, Audience
from ludotheque.server.live.open_tables import OpenTables
from ludotheque.server.live.peers import CHANNEL, Notice, Peers


class Wire:
    """A fake pub/sub line: published messages, which another process receives."""

    def __init__(self) -> None:
        self.told: list[tuple[str, bytes]] = []
        self.free = asyncio.Event()

    async def publish(self, channel: str, data: bytes) -> None:
        """Take a message; the first one takes a while."""
        self.told.append((channel, data))
        await self.free.wait()

    async def listen(self) -> Any:
        """Yield all published messages as another process receives them."""
        for _, data in self.told:
            yield {"data": data}


def somebody(heard: list[Notice] | None = None) -> Peers:
    """A process; `heard` collects the notices it takes."""

    async def take(notice: Notice) -> None:
        if heard is not None:
            heard.append(notice)

    return Peers("redis://nowhere", take)


async def heard_notices(name: str, wire: Wire) -> list[Notice]:
    """Return the notices that a process takes from all published messages."""
    heard: list[Notice] = []
    other = somebody(heard)
    other.name = name or other.name
    await other._listen(wire)
    return heard


def waiting(one: Peers) -> list[tuple[str, str]]:
    """The notices that a process is about to publish, as (channel, table)."""
    found = []
    for queue in (one._to_all, one._to_some):
        while not queue.empty():
            channel, notice = queue.get_nowait()
            found.append((channel, notice.table))
    return found


def test_waiting_notices_are_published_in_one_message() -> None:
    async def publish_notices() -> None:
        wire, one = Wire(), somebody()
        telling = asyncio.create_task(one._send_on(wire, one._to_all, 0.01))
        one.notify_all("t0", number=1)
        await asyncio.sleep(0)
        for n in range(1, 6):
            one.notify_all(f"t{n}", number=n, changed=n == 3)
        wire.free.set()
        while len(wire.told) < 2:
            await asyncio.sleep(0)
        telling.cancel()
        assert [(n.table, n.number, n.changed) for n in await heard_notices("", wire)] == [
            ("t0", 1, False),
            *((f"t{n}", n, n == 3) for n in range(1, 6)),
        ]
        assert await heard_notices(one.name, wire) == [], "a process ignores its own notices"

    asyncio.run(publish_notices())


def test_a_message_has_an_end() -> None:
    async def publish_notices() -> None:
        wire, one = Wire(), somebody()
        for n in range(peers.MOST_AT_ONCE + 1):
            one.notify_all(f"t{n}", number=n)
        wire.free.set()
        telling = asyncio.create_task(one._send_on(wire, one._to_all, 0.01))
        while len(wire.told) < 2:
            await asyncio.sleep(0)
        telling.cancel()
        assert len(msgspec.json.decode(wire.told[0][1])) == peers.MOST_AT_ONCE

    asyncio.run(publish_notices())


def test_notices_within_a_pause_are_published_together() -> None:
    async def publish_slowly(pause: float, told: list[str]) -> None:
        wire, one = Wire(), somebody()
        wire.free.set()
        telling = asyncio.create_task(one._send_on(wire, one._to_all, pause))
        for n in range(5):
            one.notify_all(f"t{n}", number=n)
            for _ in range(5):
                await asyncio.sleep(0)
        telling.cancel()
        assert [msgspec.json.decode(data)[0]["table"] for _, data in wire.told] == told

    asyncio.run(publish_slowly(3600.0, ["t0"]))
    asyncio.run(publish_slowly(0.0, ["t0", "t1", "t2", "t3", "t4"]))


def test_a_process_asks_for_holders_again_after_a_lost_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise its decisions would be published to nobody, and others would see each of them five seconds late."""
    one = somebody()
    one.open_table("mine")
    waiting(one)

    class Line:
        async def __aenter__(self) -> Line:
            return self

        async def __aexit__(self, *_: object) -> None:
            pass

        def pubsub(self, **_: object) -> Line:
            return self

        async def subscribe(self, *_: object) -> None:
            pass

    async def lost(*_: object) -> None:
        raise OSError("lost")

    monkeypatch.setattr("redis.asyncio.Redis.from_url", lambda _: Line())
    monkeypatch.setattr(one, "_listen", lost)
    monkeypatch.setattr(one, "_send_on", lost)
    with pytest.raises(OSError, match="lost"):
        asyncio.run(one._run())
    assert waiting(one) == [(CHANNEL, "mine")]


def test_notices_of_an_open_table_go_to_processes_that_have_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(peers, "monotonic", lambda: now)

    async def heard_by(one: Peers, *notices: Notice) -> None:
        wire = Wire()
        wire.told.append((CHANNEL, peers.encode_notices(list(notices))))
        await one._listen(wire)

    one = somebody()
    one.notify_holders("mine", changed=True)
    assert waiting(one) == [(CHANNEL, "mine")], "it is not open here, so its holders are not known"
    one.open_table("mine")
    one.notify_holders("mine", number=1)
    assert waiting(one) == [(CHANNEL, "mine")] * 2, "those who have it open may not have answered yet"
    now += peers.ANSWER_SECONDS
    one.notify_holders("mine", number=2)
    assert waiting(one) == [], "nobody else has it open"
    there = [Notice(by="b", table=table, pages=0) for table in ("mine", "theirs")]
    asyncio.run(
        heard_by(one, *there, Notice(by="c", table="mine", who=True), Notice(by="d", table="mine", changed=True))
    )
    one.notify_holders("mine", number=3)
    assert waiting(one) == [(f"{CHANNEL}:b", "mine"), (f"{CHANNEL}:c", "mine")], "d has only changed it"
    now += peers.HOLD_SECONDS
    asyncio.run(heard_by(one, Notice(by="c", table="mine", pages=1)))
    one.notify_holders("mine", number=4)
    assert waiting(one) == [(f"{CHANNEL}:c", "mine")], "b has not confirmed for too long that it has it open"
    one.close_table("mine")
    asyncio.run(heard_by(one, Notice(by="c", table="mine", pages=1)))
    assert not one._opened
    assert not one._holders


def test_errors_of_redis_are_logged_in_full_but_not_every_second(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It used to log "ResponseError" once a second, which did not name the problem and filled the log."""
    now, tries = 1000.0, 0
    monkeypatch.setattr(peers, "monotonic", lambda: now)
    monkeypatch.setattr(peers, "AGAIN", 0.0)

    async def broken() -> None:
        nonlocal now, tries
        now, tries = now + 1.0, tries + 1
        if tries > 25:
            raise asyncio.CancelledError
        kind = ResponseError("DENIED Redis is running in protected mode\nbecause …") if tries < 20 else OSError("/s")
        raise kind

    one = somebody()
    monkeypatch.setattr(one, "_run", broken)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(one.run())
    denied = "no connection to the other processes: ResponseError: DENIED Redis is running in protected mode because …"
    assert caplog.messages == [denied, denied, "no connection to the other processes: OSError"]


def test_presence_goes_to_holders_and_rarely_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each table used to notify every process every five seconds: with 100,000 tables nothing else would be done."""
    now = 1000.0
    monkeypatch.setattr(peers, "monotonic", lambda: now)
    seconds = open_tables.KEEP_UP_SECONDS
    monkeypatch.setattr(open_tables, "KEEP_UP_SECONDS", 0.0)
    one, record = somebody(), SimpleNamespace(id="shared")
    audience = Audience(lambda: now)
    one.open_table("shared")
    now += peers.ANSWER_SECONDS
    waiting(one)
    audience.announce_presence(record, one, to_all=False)  # type: ignore[arg-type]
    assert waiting(one) == [], "nobody else has it open"
    one._holders["shared"] = {"b": now}
    audience.announce_presence(record, one, to_all=False)  # type: ignore[arg-type]
    audience.announce_presence(record, one)  # type: ignore[arg-type]
    assert waiting(one) == [(CHANNEL, "shared"), (f"{CHANNEL}:b", "shared")]

    looks: dict[str, list[bool]] = {f"table {n}": [] for n in range(12)}

    async def keep_up() -> None:
        def table(table_id: str) -> Any:
            return SimpleNamespace(
                audience=SimpleNamespace(pages={1}), announce_presence=lambda to_all: looks[table_id].append(to_all)
            )

        async def found(job: Any) -> dict[str, Any]:
            if len(looks["table 0"]) == 2 * open_tables.TELL_ALL:
                raise asyncio.CancelledError
            return {}

        house = SimpleNamespace(pages=set(), peers=one, storage=SimpleNamespace(found=found))
        house.tables = {table_id: table(table_id) for table_id in looks}
        await OpenTables.keep_up(house)  # type: ignore[arg-type]

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(keep_up())
    rare = [False] * (open_tables.TELL_ALL - 1)
    for told in looks.values():
        first = told.index(True)
        assert told[first : first + open_tables.TELL_ALL] == [True, *rare]
        assert sum(told) == 2
    assert len({tuple(told) for told in looks.values()}) > 1, "not for all tables at once"
    believed = min(peers.HOLD_SECONDS, PRESENCE_SECONDS)
    assert believed > open_tables.TELL_ALL * seconds, "otherwise they would take the table for closed"


def test_a_notice_that_repeats_what_is_known_changes_no_page() -> None:
    """Processes repeat who is there every few seconds; a message for each page at each repeat would cost much."""
    now = 100.0
    there = Audience(lambda: now)

    def changes(by: str, *people: str) -> bool:
        return there.note_presence(Notice(by=by, table="t", pages=len(people), here=people))

    assert not there.note_presence(Notice(by="one", table="t", number=3)), "says nothing of pages"
    assert [changes("one", "ana") for _ in range(3)] == [True, False, False]
    assert [changes("two", "bo"), changes("two", "bo", "cy"), changes("one", "ana")] == [True, True, False]
    now += PRESENCE_SECONDS + 1.0
    assert changes("two", "bo", "cy"), "the first process has not been heard of for too long"
    assert there.here == {"bo", "cy"}
    assert [changes("two", "bo", "cy"), changes("two")] == [False, True]
