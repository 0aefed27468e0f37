"""A memory with an end."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")


class RecentCache(Generic[T]):
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
