"""How much of something one may have: a bucket of tokens that fills up again, a memory with an end."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic
from typing import Generic, TypeVar

T = TypeVar("T")

REMEMBERED = 10_000  # addresses; beyond, the one not seen for longest is forgotten


class Bucket:
    """Lets `rate` things a second pass, and `burst` at once after a rest."""

    __slots__ = ("_level", "_rate", "_since", "_size")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._size = burst
        self._level = burst
        self._since = monotonic()

    def take(self, tokens: float = 1.0) -> bool:
        """Whether another one may pass now."""
        now = monotonic()
        self._level = min(self._size, self._level + (now - self._since) * self._rate)
        self._since = now
        if self._level < tokens:
            return False
        self._level -= tokens
        return True


class Remembered(Generic[T]):
    """The last few things that took long to find out, by name."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: OrderedDict[str, T] = OrderedDict()

    def get(self, name: str) -> T | None:
        """What is remembered under a name."""
        return self._of.get(name)

    def put(self, name: str, found: T) -> None:
        """Remember it; the oldest is forgotten."""
        self._of[name] = found
        if len(self._of) > self._most:
            self._of.popitem(last=False)


class Buckets:
    """One bucket an address."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, tokens: float = 1.0) -> bool:
        """Whether that address may have another one."""
        bucket = self._of.get(address)
        if bucket is None:
            bucket = self._of[address] = Bucket(self._rate, self._burst)
            if len(self._of) > REMEMBERED:
                self._of.popitem(last=False)
        self._of.move_to_end(address)
        return bucket.take(tokens)
