"""How much of something one may have: a bucket of tokens that fills up again, one for each address."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic

REMEMBERED = 10_000  # addresses; beyond, the one not seen for longest is forgotten


class TokenBucket:
    """Lets `rate` things a second pass, and `burst` at once after a rest."""

    __slots__ = ("_level", "_rate", "_since", "_size", "unsaid")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._size = burst
        self._level = burst
        self._since = monotonic()
        self.unsaid = 0.0  # tokens that were taken since the other processes were told

    def take(self, tokens: float = 1.0) -> bool:
        """Whether another one may pass now."""
        now = monotonic()
        self._level = min(self._size, self._level + (now - self._since) * self._rate)
        self._since = now
        if self._level < tokens:
            return False
        self._level -= tokens
        self.unsaid += tokens
        return True

    def spend(self, tokens: float) -> None:
        """Something has passed, and only now it is known what it cost."""
        now = monotonic()
        level = min(self._size, self._level + (now - self._since) * self._rate)
        self._since = now
        self._level = max(-self._size, level - tokens)
        self.unsaid += tokens

    def lower(self, level: float) -> None:
        """Others have taken from it, too: no more than that is left."""
        self._level = min(self._level, level)

    @property
    def empty(self) -> bool:
        """Whether nothing more may pass for now."""
        if self._level > 0.0:  # and since then it has only filled up
            return False
        self.take(0.0)
        return self._level <= 0.0


class RateLimits:
    """One bucket an address, or whatever else is limited; the name is that of the limit."""

    def __init__(self, name: str, rate: float, burst: float) -> None:
        self.name = name
        self.rate = rate
        self.burst = burst
        self._of: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str, tokens: float = 1.0) -> bool:
        """Whether that address may have another one."""
        return self.of(address).take(tokens)

    def of(self, address: str) -> TokenBucket:
        """What that address has."""
        bucket = self._of.get(address)
        if bucket is None:
            bucket = self._of[address] = TokenBucket(self.rate, self.burst)
            if len(self._of) > REMEMBERED:
                self._of.popitem(last=False)
        self._of.move_to_end(address)
        return bucket

    def unsaid(self) -> dict[str, float]:
        """What each address has taken since this was last asked."""
        found = {address: bucket.unsaid for address, bucket in self._of.items() if bucket.unsaid}
        for address in found:
            self._of[address].unsaid = 0.0
        return found
