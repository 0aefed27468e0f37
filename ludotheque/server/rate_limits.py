"""How much of something one may have: a bucket of tokens that fills up again, one for each address."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic

from ludotheque.server.errors import Refused

REMEMBERED = 10_000  # addresses; beyond, the one not seen for longest is forgotten


class TokenBucket:
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

    def spend(self, tokens: float) -> None:
        """Something has passed, and only now it is known what it cost."""
        self.take(0.0)
        self._level = max(-self._size, self._level - tokens)

    @property
    def empty(self) -> bool:
        """Whether nothing more may pass for now."""
        self.take(0.0)
        return self._level <= 0.0


class RateLimits:
    """One bucket an address."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._of: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str, tokens: float = 1.0) -> bool:
        """Whether that address may have another one."""
        return self.of(address).take(tokens)

    def of(self, address: str) -> TokenBucket:
        """What that address has."""
        bucket = self._of.get(address)
        if bucket is None:
            bucket = self._of[address] = TokenBucket(self._rate, self._burst)
            if len(self._of) > REMEMBERED:
                self._of.popitem(last=False)
        self._of.move_to_end(address)
        return bucket


class Quotas:
    """What one address may lay and bring in an hour; half of it at once."""

    def __init__(self, tables_an_hour: float, people_an_hour: float) -> None:
        self._tables = RateLimits(tables_an_hour / 3600, max(1.0, tables_an_hour / 2))
        self._people = RateLimits(people_an_hour / 3600, max(1.0, people_an_hour / 2))

    def new_table(self, address: str) -> None:
        """Another table is laid from there; Refused, if that are too many."""
        if not self._tables.take(address):
            raise Refused("too_many_tables")

    def new_person(self, address: str) -> None:
        """Somebody comes in for the first time."""
        if not self._people.take(address):
            raise Refused("too_many")
