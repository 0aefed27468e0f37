"""A cache with a size limit."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")


class RecentCache(Generic[T]):
    """Keeps the newest `most` values by name."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: OrderedDict[str, T] = OrderedDict()

    def get(self, name: str) -> T | None:
        """Return the value of a name; None if it is not cached."""
        return self._of.get(name)

    def put(self, name: str, found: T) -> None:
        """Cache a value, and drop the oldest one if there are too many."""
        self._of[name] = found
        if len(self._of) > self._most:
            self._of.popitem(last=False)
