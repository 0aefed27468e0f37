"""Lessons: each can be solved as its file says, cites existing rules, and leaves room for a wrong move.

The audit of messages checks that every sentence exists in both languages: it knows the keys of lessons.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.compliance.walk import ComplianceError
from ludotheque.errors import LudothequeError
from ludotheque.messages import LANGUAGES
from ludotheque.play.game import Game
from ludotheque.play.lessons import Lesson


def check_lessons(game: Game) -> None:
    """Every lesson has a position for its seat, goals that are legal, slips that are no goals, and rules to read."""
    problems = [f"lesson {lesson.id}: {problem}" for lesson in game.lessons for problem in problems_of(game, lesson)]
    if problems:
        raise ComplianceError("\n".join(f"{game.name}: {problem}" for problem in problems))


def problems_of(game: Game, lesson: Lesson) -> Iterator[str]:
    """The faults of a lesson, a sentence each."""
    for rule in lesson.rules:
        yield from (f"{rule} is no rule in {lang}" for lang in LANGUAGES if rule not in game.rulebook(lang).rules)
    try:
        pos = lesson.open(game)
    except LudothequeError as error:
        yield str(error)
        return
    if lesson.seat not in pos.actors:
        yield f"nothing is asked of seat {lesson.seat}"
        return
    met: set[str] = set()  # what may be played on the way and leads nowhere
    for goal in lesson.goals:
        for at, step in enumerate(goal):
            try:
                seat, move = lesson.whose(step)
                legal = {one.text for one in lesson.open(game, goal[:at]).moves(seat)}
            except LudothequeError as error:
                yield f"goal {' / '.join(goal)}: {error}"
                break
            if move not in legal:
                yield f"goal {' / '.join(goal)}: {step!r} is not legal, or not written as the game writes it"
                break
            if seat == lesson.seat:
                accepted = {other[at] for other in lesson.goals if other[:at] == goal[:at] and len(other) > at}
                met |= legal - accepted
    if not met:
        yield "there is nothing to get wrong: no other move is legal"
    for one in lesson.goals:
        if any(other != one and other[: len(one)] == one for other in lesson.goals):
            yield f"goal {' / '.join(one)} is the beginning of another"
    yield from (f"slip {slip!r} is legal nowhere, or a goal" for slip in lesson.slips if slip not in met)
