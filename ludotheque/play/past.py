"""The origin of a match, and its decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludotheque.play.events import RawEvent, raw_events_of


@dataclass(frozen=True)
class Origin:
    """The origin of a match: a seed with the choices of table and seats, or a position text with a seed.

    A redealt position has no seed: it never happened, and has no record of its own. `rules` is the earlier rules
    version that the match began under, None for today's.
    """

    seed: str | None
    options: Mapping[str, Any]
    seats: tuple[Mapping[str, Any], ...]
    text: str | None = None
    rules: str | None = None


class Played:
    """One past decision: who, what, who may see it, its events. A linked list, newest first, which copies share.

    `joined`: it was carried out together with the decision before, as secret choices are once all have chosen. Events
    of compiled rules are kept as bytes until they are needed. What it says never changes.
    """

    __slots__ = ("_events", "action", "before", "digests", "joined", "seat", "seen")

    def __init__(
        self,
        before: Played | None,
        seat: int,
        action: int,
        seen: int,
        events: tuple[RawEvent, ...] | bytes,
        joined: bool = False,
    ) -> None:
        self.before = before
        self.seat = seat
        self.action = action
        self.seen = seen
        self._events = events
        self.joined = joined
        self.digests: dict[int, bytes] = {}  # by seat: the hash of its past so far, computed on demand

    @property
    def events(self) -> tuple[RawEvent, ...]:
        """The events of this decision."""
        if isinstance(self._events, bytes):
            self._events = raw_events_of(self._events)
        return self._events
