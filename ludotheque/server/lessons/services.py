"""A lesson as a match that is nowhere stored."""

from __future__ import annotations

from collections.abc import Sequence

import ludotheque as lt
from ludotheque.play.lessons import Lesson
from ludotheque.server.errors import Refused
from ludotheque.server.games.modes import MODES
from ludotheque.server.matches.entries import Entry
from ludotheque.server.matches.match import Match, begin, decide


def find(name: str, id: str) -> Lesson:
    """A lesson of a game."""
    for lesson in lt.game(name, "plain").lessons:
        if lesson.id == id:
            return lesson
    raise Refused("not_found")


def played(name: str, lesson: Lesson, steps: Sequence[str]) -> tuple[Match, list[Entry]]:
    """A lesson after some steps, as a match that is nowhere stored, and the entries that led there."""
    match, entry = begin(lesson.open(MODES.game(name)), 0.0)
    entries = [entry]
    for step in steps:
        seat, move = lesson.whose(step)
        match, entry = decide(match, seat, [move], 0.0)
        entries.append(entry)
    return match, entries
