"""One entry of a match, and how it appears in a viewer's log."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ludotheque.kernel.declare import EVERYONE, SPECTATOR
from ludotheque.play import events
from ludotheque.play.events import StoredEvent
from ludotheque.play.snapshots import Step
from ludotheque.play.viewers import bit_of

Kind = Literal["start", "decide", "withdraw", "undo", "refuse", "pause", "resume", "holiday", "return", "end"]
NOBODY = 0
STAND_IN = "stand-in"  # instead of a message id: a substitute has decided for the bot at the seat


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One act in a match: a move of one or several decisions, a withdrawn choice, an undo, an end."""

    number: int
    kind: Kind
    seat: int | None
    at: float
    moves: tuple[str, ...] = ()
    target: int | None = None  # of an undo: the number of the entry that it returns to
    client: str | None = None  # the id of the page's message, by which a repeat is recognised
    noticed: int = NOBODY  # mask of the viewers in whose log it stands
    steps: tuple[Step, ...] = ()


class Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry in one viewer's log. Numbers count only what the viewer noticed: a gap would betray a secret."""

    number: int
    kind: Kind
    seat: int | None
    at: float
    steps: list[dict[str, Any]]
    stood_in: bool = False  # a simpler bot has decided, because the one at the seat failed or was late


def place_of(viewer: int) -> int:
    """The index of a viewer in a list with an item for each seat, and the last for spectators."""
    return -1 if viewer == SPECTATOR else viewer


def noticed_by(steps: tuple[Step, ...]) -> int:
    """The mask of the viewers who saw a decision or any of its events."""
    mask = NOBODY
    for step in steps:
        mask |= step.seen
        for event in step.events:
            mask |= event.mask if event.private else EVERYONE
    return mask & EVERYONE


def describe_entry(entry: Entry, viewer: int, number: int) -> Told:
    """The entry as it appears in the viewer's log, under a number of that log."""
    steps = []
    for step in entry.steps:
        seen = bool(step.seen & bit_of(viewer))
        heard = events.events_for(step.events, viewer)
        if heard or seen:
            steps.append({"seat": step.seat, "move": step.move if seen else None, "events": heard})
    return Told(
        number=number, kind=entry.kind, seat=entry.seat, at=entry.at, steps=steps, stood_in=entry.client == STAND_IN
    )


def start_step(events: tuple[StoredEvent, ...]) -> tuple[Step, ...]:
    """The set-up as a step without a seat, seen by everyone."""
    return (Step(-1, "", EVERYONE, events),)
