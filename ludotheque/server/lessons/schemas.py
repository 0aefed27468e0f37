"""What is sent about lessons."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ludotheque.server.live.protocol import Action, Face
from ludotheque.server.matches.entries import Told

Step = Annotated[str, msgspec.Meta(max_length=200)]
Steps = Annotated[list[Step], msgspec.Meta(max_length=32)]


class LessonView(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson; all that is said in it stands in the game's messages under `lesson.<id>`."""

    id: str
    seat: int
    players: int
    rules: list[str]
    goals: list[list[str]]  # lines of moves that reach it; `1: ready` is what seat 1 answers by itself
    slips: dict[str, str]  # other moves, and under which name they are answered: `lesson.<id>.slip_<name>`


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What has been played in a lesson so far."""

    steps: Steps = []


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """A question about a move, and those that would follow it, after what has been played in a lesson so far."""

    move: Action
    then: Steps = []
    steps: Steps = []


class LessonMoment(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson after some steps: all that its seat sees, and what happened."""

    face: Face
    log: list[Told]
