"""A position put down and taken up again: as the bytes of its record, and events in words that outlive the rules.

A *snapshot* holds the whole state, the generator included: it is for storage alone. A *happening* is an event with all
it says and who may hear it, so that a viewer can be told his part of it years later, by a program of other rules.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from ludotheque.errors import BadInput
from ludotheque.kernel import Program
from ludotheque.kernel.declare import EVENT_WIDTH
from ludotheque.play.base import BaseGame
from ludotheque.play.position import Origin, Position, RawEvent, Viewer, bit_of


@dataclass(frozen=True)
class Snapshot:
    """A position as stored: how its record is laid out, its bytes, the secret choices that still wait."""

    layout: str
    record: bytes
    choices: dict[int, int]


def layout_of(game: BaseGame, program: Program, version: str) -> str:
    """A hash of a rules version and of every field of the state: bytes of another layout are not read."""
    digest = hashlib.sha256(f"{game.name} {version}\n".encode())
    for field in program.state.fields:
        digest.update(f"{field.name} {field.type} {field.shape}\n".encode())
    return digest.hexdigest()[:16]


def take(pos: Position) -> Snapshot:
    """The snapshot of a position; the past is not part of it."""
    record = pos._program.state
    array = record.array(1)
    record.store(pos.state, array, 0)
    return Snapshot(layout_of(pos.game, pos._program, pos.game.rules_version), array.tobytes(), dict(pos._choices))


def restore(game: BaseGame, snapshot: Snapshot, origin: Origin, version: str | None = None) -> Position:
    """The position of a snapshot, in the mode that the game plays now. Its past begins here.

    Given the other rules version that it was written under, it is read if the state has the same fields today. Whether
    they still mean the same, the caller has to make sure: by the position's text, which is in words.
    """
    program = game.program()
    if snapshot.layout != layout_of(game, program, version or game.rules_version):
        raise BadInput.at("snapshot", 0, "layout", f"was written by other rules than {game.name} {game.rules_version}")
    array = program.state.array(1)
    if len(snapshot.record) != array.nbytes:
        raise BadInput.at("snapshot", 0, "record", f"{len(snapshot.record)} bytes instead of {array.nbytes}")
    array.view("u1")[:] = memoryview(snapshot.record)
    states = program.states(1)
    program.put(states, 0, program.state.fetch(array, 0))
    pos = Position(game, program, states, origin)
    pos._choices = dict(snapshot.choices)
    return pos


@dataclass(frozen=True)
class Happening:
    """One event: what it says in full, which of its parameters are secret, and the mask of those who may hear them."""

    event: str
    params: dict[str, Any]
    secret: tuple[str, ...]
    private: bool
    mask: int


@dataclass(frozen=True)
class Step:
    """One decision that the rules carried out: who, what in notation, the mask of who saw it, what it caused."""

    seat: int
    move: str
    seen: int
    events: tuple[Happening, ...]


def steps_since(pos: Position, before: Position | None) -> tuple[Step, ...]:
    """What the rules carried out between two positions of one match, in order; from the set-up on without `before`."""
    end = before._last if before is not None else None
    found: list[Step] = []
    played = pos._last
    while played is not None and played is not end:
        events = tuple(_happening(pos.game, raw) for raw in played.events)
        found.append(Step(played.seat, pos.game.notation.write(played.action), played.seen, events))
        played = played.before
    return tuple(found[::-1])


def set_up(pos: Position) -> tuple[Happening, ...]:
    """What happened before the first decision."""
    return tuple(_happening(pos.game, raw) for raw in pos._setup_events)


def used_chance(before: Position, after: Position) -> bool:
    """Whether the generator was asked for anything between two positions."""
    return list(before.state.used) != list(after.state.used)


def _happening(game: BaseGame, raw: RawEvent) -> Happening:
    event = game.declaration.events[raw[0] - 1]
    params: dict[str, Any] = {}
    for argument, number in zip(event.arguments, raw[1:], strict=False):
        words = game.declaration.vocabulary.get(argument.type)
        params[argument.name] = number if words is None else words[number] if number >= 0 else None
    secret = tuple(argument.name for argument in event.arguments if argument.secret)
    return Happening(event.name, params, secret, event.private, raw[EVENT_WIDTH - 1])


def tell(happening: Happening, viewer: Viewer) -> dict[str, Any] | None:
    """An event as the viewer heard it, None if he could not even notice it: what `Position.events` tells of it."""
    told = bool(happening.mask & bit_of(viewer))
    if happening.private and not told:
        return None
    hidden = not told and bool(happening.secret)
    params = {name: None if hidden and name in happening.secret else value for name, value in happening.params.items()}
    key = f"event.{happening.event}{'_hidden' if hidden else ''}"
    return {"key": key, "event": happening.event, "params": params}
