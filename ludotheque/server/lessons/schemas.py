"""The messages about lessons."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ludotheque.server.live.protocol import Action, Face
from ludotheque.server.matches.entries import Told

Step = Annotated[str, msgspec.Meta(max_length=200)]
Steps = Annotated[list[Step], msgspec.Meta(max_length=32)]


class LessonView(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson; its sentences are in the game's messages under `lesson.<id>`."""

    id: str
    seat: int
    players: int
    rules: list[str]
    goals: list[list[str]]  # lines of moves that reach it; `1: ready` is an automatic answer of seat 1
    slips: dict[str, str]  # other moves, and the name of their answer: `lesson.<id>.slip_<name>`


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """The steps played in a lesson so far."""

    steps: Steps = []


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """A question about a move and those after it, following the steps played in a lesson so far."""

    move: Action
    then: Annotated[list[Action], msgspec.Meta(max_length=32)] = []
    steps: Steps = []


class LessonMoment(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson after some steps: the face of its seat, and the log."""

    face: Face
    log: list[Told]
