"""What processes tell each other: few messages, and only to those whom it concerns."""

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
    """What was told, and what is heard: a message is passed on once the next one waits."""

    def __init__(self) -> None:
        self.told: list[tuple[str, bytes]] = []
        self.free = asyncio.Event()

    async def publish(self, channel: str, data: bytes) -> None:
        """Take a message; the first one takes a while."""
        self.told.append((channel, data))
        await self.free.wait()

    async def listen(self) -> Any:
        """All that was told, as another process hears it."""
        for _, data in self.told:
            yield {"data": data}


def somebody(heard: list[Notice] | None = None) -> Peers:
    """A process, and where to put what it takes from all that is told."""

    async def take(notice: Notice) -> None:
        if heard is not None:
            heard.append(notice)

    return Peers("redis://nowhere", take)


async def hear(name: str, wire: Wire) -> list[Notice]:
    """What a process takes from all that was told."""
    heard: list[Notice] = []
    other = somebody(heard)
    other.name = name or other.name
    await other._listen(wire)
    return heard


def waiting(one: Peers) -> list[tuple[str, str]]:
    """What a process is about to tell: to whom, and of which table."""
    found = []
    for queue in (one._to_all, one._to_some):
        while not queue.empty():
            channel, notice = queue.get_nowait()
            found.append((channel, notice.table))
    return found


def test_what_waits_is_told_in_one_message() -> None:
    async def tell() -> None:
        wire, one = Wire(), somebody()
        telling = asyncio.create_task(one._tell_on(wire, one._to_all, 0.01))
        one.tell("t0", number=1)
        await asyncio.sleep(0)
        for n in range(1, 6):
            one.tell(f"t{n}", number=n, changed=n == 3)
        wire.free.set()
        while len(wire.told) < 2:
            await asyncio.sleep(0)
        telling.cancel()
        assert [(n.table, n.number, n.changed) for n in await hear("", wire)] == [
            ("t0", 1, False),
            *((f"t{n}", n, n == 3) for n in range(1, 6)),
        ]
        assert await hear(one.name, wire) == [], "what I told is no news to me"

    asyncio.run(tell())


def test_a_message_has_an_end() -> None:
    async def tell() -> None:
        wire, one = Wire(), somebody()
        for n in range(peers.MOST_AT_ONCE + 1):
            one.tell(f"t{n}", number=n)
        wire.free.set()
        telling = asyncio.create_task(one._tell_on(wire, one._to_all, 0.01))
        while len(wire.told) < 2:
            await asyncio.sleep(0)
        telling.cancel()
        assert len(msgspec.json.decode(wire.told[0][1])) == peers.MOST_AT_ONCE

    asyncio.run(tell())


def test_who_has_just_told_something_waits_a_moment_and_tells_all_that_came_meanwhile() -> None:
    async def tell(pause: float, told: list[str]) -> None:
        wire, one = Wire(), somebody()
        wire.free.set()
        telling = asyncio.create_task(one._tell_on(wire, one._to_all, pause))
        for n in range(5):
            one.tell(f"t{n}", number=n)
            for _ in range(5):
                await asyncio.sleep(0)
        telling.cancel()
        assert [msgspec.json.decode(data)[0]["table"] for _, data in wire.told] == told

    asyncio.run(tell(3600.0, ["t0"]))
    asyncio.run(tell(0.0, ["t0", "t1", "t2", "t3", "t4"]))


def test_who_could_not_hear_asks_again_who_has_its_tables_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else what is decided there would be told to nobody, and seen by others five seconds later, each time."""
    one = somebody()
    one.open("mine")
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
    monkeypatch.setattr(one, "_tell_on", lost)
    with pytest.raises(OSError, match="lost"):
        asyncio.run(one._run())
    assert waiting(one) == [(CHANNEL, "mine")]


def test_of_a_table_that_is_open_here_those_are_told_who_have_it_open_too(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(peers, "monotonic", lambda: now)

    async def heard_by(one: Peers, *notices: Notice) -> None:
        wire = Wire()
        wire.told.append((CHANNEL, peers.write_notices(list(notices))))
        await one._listen(wire)

    one = somebody()
    one.tell_holders("mine", changed=True)
    assert waiting(one) == [(CHANNEL, "mine")], "it is not open here: who has it open is not known"
    one.open("mine")
    one.tell_holders("mine", number=1)
    assert waiting(one) == [(CHANNEL, "mine")] * 2, "those who have it open may not have answered yet"
    now += peers.ANSWER_SECONDS
    one.tell_holders("mine", number=2)
    assert waiting(one) == [], "nobody else has it open"
    there = [Notice(by="b", table=table, pages=0) for table in ("mine", "theirs")]
    asyncio.run(
        heard_by(one, *there, Notice(by="c", table="mine", who=True), Notice(by="d", table="mine", changed=True))
    )
    one.tell_holders("mine", number=3)
    assert waiting(one) == [(f"{CHANNEL}:b", "mine"), (f"{CHANNEL}:c", "mine")], "d has only changed it"
    now += peers.HOLD_SECONDS
    asyncio.run(heard_by(one, Notice(by="c", table="mine", pages=1)))
    one.tell_holders("mine", number=4)
    assert waiting(one) == [(f"{CHANNEL}:c", "mine")], "b has not told for long that it still has"
    one.put_away("mine")
    asyncio.run(heard_by(one, Notice(by="c", table="mine", pages=1)))
    assert not one._opened
    assert not one._holders


def test_what_is_wrong_with_redis_is_told_in_its_words_and_not_every_second(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It was "ResponseError" once a second: nobody knew what to mend, and the log grew."""
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
    denied = "the other processes can't be heard: ResponseError: DENIED Redis is running in protected mode because …"
    assert caplog.messages == [denied, denied, "the other processes can't be heard: OSError"]


def test_who_is_at_a_table_is_told_to_its_holders_and_to_all_only_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each table told every process every five seconds: of a hundred thousand that alone would have kept them busy."""
    now = 1000.0
    monkeypatch.setattr(peers, "monotonic", lambda: now)
    seconds = open_tables.KEEP_UP_SECONDS
    monkeypatch.setattr(open_tables, "KEEP_UP_SECONDS", 0.0)
    one, record = somebody(), SimpleNamespace(id="shared")
    audience = Audience(lambda: now)
    one.open("shared")
    now += peers.ANSWER_SECONDS
    waiting(one)
    audience.be_here(record, one, to_all=False)  # type: ignore[arg-type]
    assert waiting(one) == [], "nobody else has it open"
    one._holders["shared"] = {"b": now}
    audience.be_here(record, one, to_all=False)  # type: ignore[arg-type]
    audience.be_here(record, one)  # type: ignore[arg-type]
    assert waiting(one) == [(CHANNEL, "shared"), (f"{CHANNEL}:b", "shared")]

    looks: dict[str, list[bool]] = {f"table {n}": [] for n in range(12)}

    async def keep_up() -> None:
        def table(id: str) -> Any:
            return SimpleNamespace(audience=SimpleNamespace(pages={1}), be_here=lambda to_all: looks[id].append(to_all))

        async def found(job: Any) -> dict[str, Any]:
            if len(looks["table 0"]) == 2 * open_tables.TELL_ALL:
                raise asyncio.CancelledError
            return {}

        house = SimpleNamespace(pages=set(), peers=one, storage=SimpleNamespace(found=found))
        house.tables = {id: table(id) for id in looks}
        await OpenTables.keep_up(house)  # type: ignore[arg-type]

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(keep_up())
    rare = [False] * (open_tables.TELL_ALL - 1)
    for told in looks.values():
        first = told.index(True)
        assert told[first : first + open_tables.TELL_ALL] == [True, *rare]
        assert sum(told) == 2
    assert len({tuple(told) for told in looks.values()}) > 1, "not of all tables at once"
    believed = min(peers.HOLD_SECONDS, PRESENCE_SECONDS)
    assert believed > open_tables.TELL_ALL * seconds, "else they would believe that it is put away"
