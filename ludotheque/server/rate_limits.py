"""How much of something one may have: a bucket of tokens that fills up again, one for each address."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic

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


class RateLimits:
    """One bucket an address."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._of: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str, tokens: float = 1.0) -> bool:
        """Whether that address may have another one."""
        bucket = self._of.get(address)
        if bucket is None:
            bucket = self._of[address] = TokenBucket(self._rate, self._burst)
            if len(self._of) > REMEMBERED:
                self._of.popitem(last=False)
        self._of.move_to_end(address)
        return bucket.take(tokens)
