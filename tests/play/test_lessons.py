"""Lessons as they are read, and as steps are played in them."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.errors import BadInput, IllegalMove
from ludotheque.play.lessons import Lesson, read_lessons

GOOD = """
[[lesson]]
id = "blow"
rules = ["LAM-08"]
goals = ["puff 2", ["puff 1", "1: spark"]]
position = "lit 1: spark"
"""


def read_text(folder: Path, text: str) -> tuple[Lesson, ...]:
    file = folder / "lessons.toml"
    file.write_text(text, encoding="utf-8")
    return read_lessons(file)


def test_a_game_without_lessons_has_none(tmp_path):
    assert read_lessons(tmp_path / "lessons.toml") == ()


def test_a_goal_is_one_move_or_a_line_of_them(tmp_path):
    (lesson,) = read_text(tmp_path, GOOD)
    assert lesson.goals == (("puff 2",), ("puff 1", "1: spark"))
    assert (lesson.whose("puff 1"), lesson.whose("1: spark")) == ((0, "puff 1"), (1, "spark"))
    assert lesson.keys[:2] == ["lesson.blow.title", "lesson.blow.text"]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('id = "blow"', 'id = "Blow!"', "'Blow!' is not made of small letters"),
        ('rules = ["LAM-08"]', "", "lesson[0].rules: is missing"),
        ('id = "blow"', 'id = "blow"\nseed = 3', "lesson[0].seed: is unknown"),
        (GOOD, GOOD + GOOD, "two lessons have one id"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, old, new, problem):
    with pytest.raises(BadInput, match=r"lessons\.toml") as caught:
        read_text(tmp_path, GOOD.replace(old, new))
    assert problem in str(caught.value)


def test_random_events_of_a_lesson_are_the_same_for_everybody():
    game = lt.game("gorynich", "plain")
    lesson = game.lessons[0]
    assert lesson.open(game, lesson.goals[0]) == lesson.open(game, lesson.goals[0])


def test_a_step_that_is_not_legal_is_refused():
    game = lt.game("gwynt", "plain")
    with pytest.raises(IllegalMove):
        game.lessons[0].open(game, ["geralt_of_rivia"])
