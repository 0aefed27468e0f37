"""Where a match began, and what was decided in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludotheque.play.events import RawEvent, raw_events_of


@dataclass(frozen=True)
class Origin:
    """Where a match began: a seed with what the table and the seats chose, or a position text with a seed.

    A redealt position has no seed: it never happened, and has no record of its own.
    """

    seed: str | None
    options: Mapping[str, Any]
    seats: tuple[Mapping[str, Any], ...]
    text: str | None = None


class Played:
    """One decision of the past: who, what, who may see it, what it caused. Linked backwards: copies share it.

    `joined`: carried out together with the one before, as secret choices are once all have chosen. Events of compiled
    rules are kept as bytes until somebody asks for them. Never changed once made.
    """

    __slots__ = ("_events", "action", "before", "joined", "seat", "seen")

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

    @property
    def events(self) -> tuple[RawEvent, ...]:
        """What it caused."""
        if isinstance(self._events, bytes):
            self._events = raw_events_of(self._events)
        return self._events
