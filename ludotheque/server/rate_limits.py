"""Rate limits: a token bucket for each address."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic

REMEMBERED = 10_000  # addresses; beyond, the least recently used is dropped


class TokenBucket:
    """Allows `rate` tokens a second, and `burst` at once after a pause."""

    __slots__ = ("_level", "_rate", "_since", "_size", "unshared")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._size = burst
        self._level = burst
        self._since = monotonic()
        self.unshared = 0.0  # tokens taken since the last report to Redis

    def take(self, tokens: float = 1.0) -> bool:
        """Take tokens if there are enough; return whether there were."""
        now = monotonic()
        self._level = min(self._size, self._level + (now - self._since) * self._rate)
        self._since = now
        if self._level < tokens:
            return False
        self._level -= tokens
        self.unshared += tokens
        return True

    def spend(self, tokens: float) -> None:
        """Charge a cost that is known only afterwards; the level may become negative, down to minus the burst."""
        now = monotonic()
        level = min(self._size, self._level + (now - self._since) * self._rate)
        self._since = now
        self._level = max(-self._size, level - tokens)
        self.unshared += tokens

    def cap_level(self, level: float) -> None:
        """Lower the level to what Redis says is left: other processes take tokens, too."""
        self._level = min(self._level, level)

    @property
    def empty(self) -> bool:
        """Whether no tokens are left."""
        if self._level > 0.0:  # since then it can only have filled up
            return False
        self.take(0.0)
        return self._level <= 0.0


class RateLimits:
    """The buckets of one limit, by address or person."""

    def __init__(self, name: str, rate: float, burst: float) -> None:
        self.name = name
        self.rate = rate
        self.burst = burst
        self._of: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str, tokens: float = 1.0) -> bool:
        """Take tokens of an address if there are enough; return whether there were."""
        return self.bucket_of(address).take(tokens)

    def bucket_of(self, address: str) -> TokenBucket:
        """Return the bucket of an address."""
        bucket = self._of.get(address)
        if bucket is None:
            bucket = self._of[address] = TokenBucket(self.rate, self.burst)
            if len(self._of) > REMEMBERED:
                self._of.popitem(last=False)
        self._of.move_to_end(address)
        return bucket

    def take_unshared(self) -> dict[str, float]:
        """Return the tokens that each address took since the last call, and reset the counts."""
        found = {address: bucket.unshared for address, bucket in self._of.items() if bucket.unshared}
        for address in found:
            self._of[address].unshared = 0.0
        return found
