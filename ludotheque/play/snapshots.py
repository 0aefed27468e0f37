"""Snapshots of positions, and steps in words that do not depend on the rules version.

A *snapshot* holds the whole state as bytes, the generator included: it is for storage only. A *step* is a decision with
everything that it caused, in full (see `events`); each viewer gets only their part of it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache

from ludotheque.errors import BadInput
from ludotheque.kernel import Program
from ludotheque.kernel.record import Record
from ludotheque.play.base import BaseGame
from ludotheque.play.events import StoredEvent, decode
from ludotheque.play.past import Origin
from ludotheque.play.position import Position


@dataclass(frozen=True)
class Snapshot:
    """A stored position: the layout of its record, its bytes, the secret choices that still wait."""

    layout: str
    record: bytes
    choices: dict[int, int]


def layout_of(game: BaseGame, program: Program, version: str) -> str:
    """A hash of a rules version and of every field of the state; bytes of another layout are refused."""
    return _layout_of(game.name, program.state, version)


@lru_cache(256)
def _layout_of(name: str, state: Record, version: str) -> str:
    digest = hashlib.sha256(f"{name} {version}\n".encode())
    for field in state.fields:
        digest.update(f"{field.name} {field.type} {field.shape}\n".encode())
    return digest.hexdigest()[:16]


def take(pos: Position) -> Snapshot:
    """The snapshot of a position; the past is not part of it."""
    program = pos._program
    array = pos._states
    if program.mode == "plain":
        array = program.state.array(1)
        program.state.store(pos.state, array, 0)
    return Snapshot(layout_of(pos.game, program, pos.game.rules_version), array.tobytes(), dict(pos._choices))


def restore(game: BaseGame, snapshot: Snapshot, origin: Origin, version: str | None = None) -> Position:
    """The position of a snapshot, in the mode that the game plays now. Its past begins here.

    A snapshot of another rules version, if given, can be read if the state has the same fields today, apart from those
    of later options. Whether they still mean the same has to be checked by the caller, with the position's text, which
    is in words.
    """
    program = game.program()
    version = version or game.rules_version
    later = {} if snapshot.layout == layout_of(game, program, version) else game.later_options(version) or {}
    added = [option for option in game.declaration.options if option.name in later]
    fields = [field for field in program.state.fields if field.name not in {one.field or one.name for one in added}]
    written = Record(*fields) if added else program.state
    if snapshot.layout != _layout_of(game.name, written, version):
        raise BadInput.at("snapshot", 0, "layout", f"was written by other rules than {game.name} {game.rules_version}")
    array = written.array(1)
    if len(snapshot.record) != array.nbytes:
        raise BadInput.at("snapshot", 0, "record", f"{len(snapshot.record)} bytes instead of {array.nbytes}")
    array.view("u1")[:] = memoryview(snapshot.record)
    state = written.fetch(array, 0)
    if added:
        old, state = state, program.state.plain()
        for field in fields:
            setattr(state, field.name, getattr(old, field.name))
        for option in added:
            setattr(state, option.field or option.name, option.number(later[option.name]))
    states = program.states(1)
    program.put(states, 0, state)
    pos = Position(game, program, states, origin)
    pos._choices = dict(snapshot.choices)
    return pos


@dataclass(frozen=True)
class Step:
    """One decision that the rules carried out: who, what in notation, the mask of who saw it, what it caused."""

    seat: int
    move: str
    seen: int
    events: tuple[StoredEvent, ...]


def steps_since(pos: Position, before: Position | None) -> tuple[Step, ...]:
    """The steps between two positions of one match, in order; without `before`, from the set-up on."""
    end = before._last if before is not None else None
    found: list[Step] = []
    played = pos._last
    while played is not None and played is not end:
        events = tuple(decode(pos.game.declaration, raw) for raw in played.events)
        found.append(Step(played.seat, pos.game.notation.write(played.action), played.seen, events))
        played = played.before
    return tuple(found[::-1])


def set_up(pos: Position) -> tuple[StoredEvent, ...]:
    """The events before the first decision."""
    return tuple(decode(pos.game.declaration, raw) for raw in pos._setup_events)


def used_chance(before: Position, after: Position) -> bool:
    """Whether the generator was used between two positions."""
    return list(before.state.used) != list(after.state.used)
