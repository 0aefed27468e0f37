"""What processes tell each other: few messages, read by those of before as far as they can."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from ludotheque.server.live import peers
from ludotheque.server.live.peers import Notice, Peers


class Wire:
    """What was told, and what is heard: a message is passed on once the next one waits."""

    def __init__(self) -> None:
        self.told: list[bytes] = []
        self.free = asyncio.Event()

    async def publish(self, data: bytes, channels: list[str]) -> None:
        """Take a message; the first one takes a while."""
        self.told.append(data)
        await self.free.wait()

    async def stream_events(self) -> Any:
        """All that was told, as another process hears it."""
        for data in self.told:
            yield peers.CHANNEL, data


async def hear(name: str, wire: Wire) -> list[Notice]:
    """What a process takes from all that was told."""
    heard: list[Notice] = []

    async def take(notice: Notice) -> None:
        heard.append(notice)

    other = Peers("redis://nowhere", take)
    other.name = name or other.name
    await other._listen(wire)
    return heard


def test_what_waits_is_told_in_one_message_and_one_notice_as_ever() -> None:
    async def tell() -> None:
        wire, one = Wire(), Peers("redis://nowhere", lambda notice: asyncio.sleep(0))
        telling = asyncio.create_task(one._tell_on(wire))
        one.tell("t0", number=1)
        await asyncio.sleep(0)
        for n in range(1, 6):
            one.tell(f"t{n}", number=n, changed=n == 3)
        wire.free.set()
        while len(wire.told) < 2:
            await asyncio.sleep(0)
        telling.cancel()
        assert msgspec.json.decode(wire.told[0], type=Notice).table == "t0", "which processes of before read, too"
        assert [(n.table, n.number, n.changed) for n in await hear("", wire)] == [
            ("t0", 1, False),
            *((f"t{n}", n, n == 3) for n in range(1, 6)),
        ]
        assert await hear(one.name, wire) == [], "what I told is no news to me"

    asyncio.run(tell())


def test_a_message_has_an_end() -> None:
    async def tell() -> None:
        wire, one = Wire(), Peers("redis://nowhere", lambda notice: asyncio.sleep(0))
        for n in range(peers.MOST_AT_ONCE + 1):
            one.tell(f"t{n}", number=n)
        wire.free.set()
        telling = asyncio.create_task(one._tell_on(wire))
        while len(wire.told) < 2:
            await asyncio.sleep(0)
        telling.cancel()
        assert len(msgspec.json.decode(wire.told[0])) == peers.MOST_AT_ONCE

    asyncio.run(tell())


def test_who_has_just_told_something_waits_a_moment_and_tells_all_that_came_meanwhile(monkeypatch) -> None:
    async def tell() -> None:
        wire, one = Wire(), Peers("redis://nowhere", lambda notice: asyncio.sleep(0))
        wire.free.set()
        telling = asyncio.create_task(one._tell_on(wire))
        for n in range(5):
            one.tell(f"t{n}", number=n)
            for _ in range(5):
                await asyncio.sleep(0)
        telling.cancel()
        assert [msgspec.json.decode(data)["table"] for data in wire.told] == told

    for pause, told in ((3600.0, ["t0"]), (0.0, ["t0", "t1", "t2", "t3", "t4"])):
        monkeypatch.setattr(peers, "TELL_SECONDS", pause)
        asyncio.run(tell())
