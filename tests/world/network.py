"""The network: lines between people and processes, and a Redis between processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random
from typing import Any

from tests.world.virtual import PROCESS


class Line:
    """One direction of a connection: messages arrive in order, later, or not at all once it is cut."""

    def __init__(self, seed: str, slowest: float = 0.2) -> None:
        self._random = Random(seed)
        self._slowest = slowest
        self._last = 0.0
        self.cut = False
        self.inbox: asyncio.Queue[Any] = asyncio.Queue()

    def send(self, message: Any) -> None:
        """Send a message; nobody learns whether it arrives."""
        loop = asyncio.get_running_loop()
        self._last = max(self._last + 1e-6, loop.time() + self._random.uniform(0.005, self._slowest))
        loop.call_at(self._last, self._deliver, message)

    def _deliver(self, message: Any) -> None:
        if not self.cut:
            self.inbox.put_nowait(message)


class Bus:
    """A Redis that loses, delays and reorders what is published."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.loss = 0.0
        self.down = False
        self.slowest = 0.05  # seconds that a message takes to be published
        self.subscribers: dict[str, dict[str, asyncio.Queue[Any]]] = {}  # by channel, then by process

    def publish(self, channel: str, data: bytes) -> None:
        """Send to each subscriber, each after a delay of its own."""
        for name in sorted(self.subscribers.get(channel, {})):
            if self.random.random() >= self.loss:
                inbox = self.subscribers[channel][name]
                asyncio.get_running_loop().call_later(self.random.uniform(0.001, 0.3), inbox.put_nowait, data)


class SimulatedRedis:
    """The part of `redis.asyncio.Redis` that `ludotheque.server.live.peers` uses."""

    bus: Bus
    count = 0

    @classmethod
    def from_url(cls, url: str) -> SimulatedRedis:
        """Connect; fails while Redis is down."""
        if cls.bus.down:
            raise ConnectionError("no Redis")
        return cls()

    async def __aenter__(self) -> SimulatedRedis:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def publish(self, channel: str, data: bytes) -> None:
        """Publish a message on a channel. Like the real client it may take a cancellation for a lost connection."""
        try:
            await asyncio.sleep(self.bus.random.uniform(0.0, self.bus.slowest))
        except asyncio.CancelledError:
            process = PROCESS.get()
            if process is None or process.dead or self.bus.random.random() < 0.3:
                raise
        if self.bus.down:
            raise ConnectionError("no Redis")
        self.bus.publish(channel, data)

    def pubsub(self, ignore_subscribe_messages: bool) -> _Heard:
        """Return a subscription."""
        return _Heard(self.bus)


class _Heard:
    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._inbox: asyncio.Queue[Any] = asyncio.Queue()
        SimulatedRedis.count += 1
        self._name = f"subscriber {SimulatedRedis.count:06}"

    async def __aenter__(self) -> _Heard:
        return self

    async def __aexit__(self, *_: object) -> None:
        for subscribers in self._bus.subscribers.values():
            subscribers.pop(self._name, None)

    async def subscribe(self, *channels: str) -> None:
        for channel in channels:
            self._bus.subscribers.setdefault(channel, {})[self._name] = self._inbox

    async def listen(self) -> AsyncIterator[dict[str, Any]]:
        while True:
            data = await self._inbox.get()
            if self._bus.down:
                raise ConnectionError("no Redis")
            yield {"data": data}
