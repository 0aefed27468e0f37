"""Lessons as matches that are not stored."""

from __future__ import annotations

from collections.abc import Sequence

import ludotheque as lt
from ludotheque.play.game import Game
from ludotheque.play.lessons import Lesson
from ludotheque.server.errors import Refused
from ludotheque.server.games.modes import MODES
from ludotheque.server.lessons.schemas import LessonView
from ludotheque.server.matches.entries import Entry
from ludotheque.server.matches.match import Match, begin, decide


def list_lessons(game: Game) -> list[LessonView]:
    """The lessons of a game, in order."""
    return [
        LessonView(
            id=lesson.id,
            seat=lesson.seat,
            players=lesson.open(game).players,
            rules=list(lesson.rules),
            goals=[list(goal) for goal in lesson.goals],
            slips=dict(lesson.slips),
        )
        for lesson in game.lessons
    ]


def find(name: str, lesson_id: str) -> Lesson:
    """The lesson of a game with that id."""
    for lesson in lt.game(name, "plain").lessons:
        if lesson.id == lesson_id:
            return lesson
    raise Refused("not_found")


def played(name: str, lesson: Lesson, steps: Sequence[str]) -> tuple[Match, list[Entry]]:
    """A lesson after some steps as a match that is not stored, and its entries."""
    match, entry = begin(lesson.open(MODES.game(name)), 0.0)
    entries = [entry]
    for step in steps:
        seat, move = lesson.whose(step)
        match, entry = decide(match, seat, [move], 0.0)
        entries.append(entry)
    return match, entries
