"""One entry of a match's list, and what a viewer is told of it."""

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
STAND_IN = "stand-in"  # in the place of a page's id: another bot has decided for the one at the seat


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody did: one or several decisions made as one move, a choice or a move taken back, an agreed end."""

    number: int
    kind: Kind
    seat: int | None
    at: float
    moves: tuple[str, ...] = ()
    target: int | None = None  # of an undo: the number of the entry that it goes back to
    client: str | None = None  # the id that the page gave to the message: a repeat is known by it
    noticed: int = NOBODY  # mask of the viewers in whose log it stands
    steps: tuple[Step, ...] = ()


class Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry as it stands in one viewer's log. Numbered by what he noticed: gaps would tell of what he did not."""

    number: int
    kind: Kind
    seat: int | None
    at: float
    steps: list[dict[str, Any]]
    stood_in: bool = False  # the bot at the seat failed or was not ready in time: a simpler one has decided


def place_of(viewer: int) -> int:
    """Where a viewer stands in a list that has something for each seat, and in the end for those who watch."""
    return -1 if viewer == SPECTATOR else viewer


def noticed_by(steps: tuple[Step, ...]) -> int:
    """The mask of those who saw a decision, or heard of anything that it caused."""
    mask = NOBODY
    for step in steps:
        mask |= step.seen
        for event in step.events:
            mask |= event.mask if event.private else EVERYONE
    return mask & EVERYONE


def told(entry: Entry, viewer: int, number: int) -> Told:
    """The entry in the viewer's log."""
    steps = []
    for step in entry.steps:
        seen = bool(step.seen & bit_of(viewer))
        heard = events.told(step.events, viewer)
        if heard or seen:
            steps.append({"seat": step.seat, "move": step.move if seen else None, "events": heard})
    return Told(
        number=number, kind=entry.kind, seat=entry.seat, at=entry.at, steps=steps, stood_in=entry.client == STAND_IN
    )


def start_step(events: tuple[StoredEvent, ...]) -> tuple[Step, ...]:
    """The set-up, written as a step of nobody that everyone saw."""
    return (Step(-1, "", EVERYONE, events),)
