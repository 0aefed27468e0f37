"""Events in words: the one decoder of the kernel's events, for live play, records and storage.

A *raw* event is a row of numbers from the workspace: its kind, its arguments, and the mask of viewers who may see the
secret ones. A *stored* event says the same in words that do not depend on the rules version. Each viewer's part can be
made from it at once, or years later.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ludotheque.kernel.declare import EVENT_WIDTH
from ludotheque.kernel.optional import np
from ludotheque.play.viewers import Viewer, bit_of

if TYPE_CHECKING:
    from ludotheque.play.declaration import Declaration

RawEvent = tuple[int, ...]
MASK = EVENT_WIDTH - 1  # index of the mask in a raw event


@dataclass(frozen=True)
class StoredEvent:
    """One event: its parameters in words, which of them are secret, and the mask of viewers who may see those."""

    event: str
    params: dict[str, Any]
    secret: tuple[str, ...]
    private: bool
    mask: int


def raw_events(work: Any) -> tuple[RawEvent, ...]:
    """The events that a workspace holds."""
    return tuple(tuple(work.event[at : at + EVENT_WIDTH]) for at in range(0, work.events * EVENT_WIDTH, EVENT_WIDTH))


def raw_events_of(kept: bytes) -> tuple[RawEvent, ...]:
    """The events of a move of compiled rules, which were kept as bytes."""
    rows: list[list[int]] = np.frombuffer(kept, np.int32).reshape(-1, EVENT_WIDTH).tolist()
    return tuple(map(tuple, rows))


@lru_cache(maxsize=1 << 14)
def decode(facts: Declaration, raw: RawEvent) -> StoredEvent:
    """The meaning of an event's numbers, cached: each view of a log decodes all of it again."""
    kind = facts.events[raw[0] - 1]
    params: dict[str, Any] = {}
    for argument, number in zip(kind.arguments, raw[1:], strict=False):
        words = facts.vocabulary.get(argument.type)
        params[argument.name] = number if words is None else words[number] if number >= 0 else None
    secret = tuple(argument.name for argument in kind.arguments if argument.secret)
    return StoredEvent(kind.name, params, secret, kind.private, raw[MASK])


def event_for(event: StoredEvent, viewer: Viewer) -> dict[str, Any] | None:
    """An event as JSON for one viewer, without what is secret; None if the viewer does not notice it."""
    heard = bool(event.mask & bit_of(viewer))
    if event.private and not heard:
        return None
    if heard or not event.secret:
        return in_full(event)
    params = {name: None if name in event.secret else value for name, value in event.params.items()}
    return {"key": f"event.{event.event}_hidden", "event": event.event, "params": params}


def events_for(events: Iterable[StoredEvent], viewer: Viewer) -> list[dict[str, Any]]:
    """Events as JSON for one viewer, without those that the viewer does not notice."""
    return [heard for event in events if (heard := event_for(event, viewer)) is not None]


def heard_any(facts: Declaration, events: Iterable[RawEvent], bit: int) -> bool:
    """Whether a viewer noticed any of these events."""
    return any(raw[MASK] & bit or not facts.events[raw[0] - 1].private for raw in events)


def in_full(event: StoredEvent) -> dict[str, Any]:
    """An event with nothing hidden: for finished matches."""
    return {"key": f"event.{event.event}", "event": event.event, "params": dict(event.params)}


def veil(facts: Declaration, events: Iterable[RawEvent], bit: int) -> tuple[RawEvent, ...]:
    """Events as one viewer saw them: secret arguments are blanked, so that no copy can reveal them."""
    seen = []
    for raw in events:
        kind = facts.events[raw[0] - 1]
        if not raw[MASK] & bit:
            if kind.private:
                continue
            numbers = [0 if a.secret else n for a, n in zip(kind.arguments, raw[1:], strict=False)]
            raw = (raw[0], *numbers, *raw[1 + len(numbers) :])
        seen.append(raw)
    return tuple(seen)
