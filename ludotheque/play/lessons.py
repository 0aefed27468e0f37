"""Lessons: a game taught by playing, one short position after the other.

A game may list them in its `lessons.toml`. A lesson is a position, the learner's seat, and the lines of moves that
reach its goal. Its sentences are in the game's messages under `lesson.<id>`. No move is judged by its value: moves are
compared with those that the lesson names.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludotheque.errors import BadInput
from ludotheque.play import opening
from ludotheque.play.base import BaseGame
from ludotheque.play.position import Position

SEED = "lesson"  # the seed, so that every player's lesson has the same chance events
SAID = ("title", "text", "goal", "done", "wrong")  # the sentences of every lesson
_ID = re.compile(r"[a-z][a-z0-9_]*")
_OTHERS = re.compile(r"(\d+): (.+)")


@dataclass(frozen=True)
class Lesson:
    """One lesson. `goals` are the lines of moves that reach its goal; `slips` are wrong moves with an answer of their
    own.
    """

    id: str
    position: str
    goals: tuple[tuple[str, ...], ...]
    rules: tuple[str, ...]
    seat: int = 0
    slips: Mapping[str, str] = field(default_factory=dict)

    def whose(self, step: str) -> tuple[int, str]:
        """The seat and the notation of a step: `1: ready` is a reply of seat 1, `ready` a move of the learner."""
        others = _OTHERS.fullmatch(step)
        return (int(others[1]), others[2]) if others else (self.seat, step)

    def open(self, game: BaseGame, steps: Sequence[str] = ()) -> Position:
        """The position after these steps."""
        pos = opening.from_text(game, self.position, SEED, f"lesson {self.id}")
        for step in steps:
            seat, move = self.whose(step)
            pos.play(move, seat)
        return pos

    def line(self, steps: Sequence[str]) -> tuple[str, ...] | None:
        """The first goal that begins with these steps; None if none does."""
        return next((goal for goal in self.goals if goal[: len(steps)] == tuple(steps)), None)

    def answer(self, move: str) -> str:
        """The message key of the answer to a legal move that misses the goal."""
        return f"lesson.{self.id}." + (f"slip_{self.slips[move]}" if move in self.slips else "wrong")

    @property
    def keys(self) -> list[str]:
        """The keys of all its sentences."""
        return [f"lesson.{self.id}.{name}" for name in (*SAID, *(f"slip_{slip}" for slip in self.slips.values()))]


def read_lessons(path: Path) -> tuple[Lesson, ...]:
    """The lessons of a file, in the order in which they are taken; none if there is no such file."""
    if not path.is_file():
        return ()
    with path.open("rb") as file:
        data = tomllib.load(file)
    lessons = tuple(_lesson(path.name, number, entry) for number, entry in enumerate(data.get("lesson", ())))
    ids = [lesson.id for lesson in lessons]
    if len(ids) != len(set(ids)):
        raise BadInput.at(path.name, 0, "lesson", f"two lessons have one id: {', '.join(ids)}")
    return lessons


def _lesson(source: str, number: int, entry: Mapping[str, Any]) -> Lesson:
    """One entry of the file; raises an error that names its faults."""

    def wrong(name: str, problem: str) -> BadInput:
        return BadInput.at(source, 0, f"lesson[{number}].{name}", problem)

    known = {"id", "position", "goals", "rules", "seat", "slips"}
    for name in sorted(entry.keys() - known):
        raise wrong(name, f"is unknown; expected one of {', '.join(sorted(known))}")
    for name in ("id", "position", "goals", "rules"):
        if not entry.get(name):
            raise wrong(name, "is missing")
    slips = dict(entry.get("slips", {}))
    for name in (entry["id"], *slips.values()):
        if not _ID.fullmatch(str(name)):
            raise wrong("id", f"{name!r} is not made of small letters, digits and underscores")
    goals = tuple(tuple(line) if isinstance(line, list) else (str(line),) for line in entry["goals"])
    return Lesson(entry["id"], entry["position"], goals, tuple(entry["rules"]), int(entry.get("seat", 0)), slips)
