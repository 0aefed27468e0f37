"""Lessons in the terminal: a wrong try explained and taken back, a refusal, others who answer, all lessons in a row."""

from __future__ import annotations

import pytest

import ludotheque as lt

from .conftest import Run


def test_a_lesson_with_a_wrong_try_and_a_refusal(run: Run) -> None:
    ran = run("learn", "gwynt", typed="dethmold\ngeralt_of_rivia\nh\ncatapult\nq\n")
    assert (ran.code, ran.err) == (0, "")
    assert "Lesson 1 of 8: The higher total wins" in ran.out
    assert "→ Go past 11 with a single card." in ran.out
    assert "11 to 11 is a tie" in ran.words
    assert "GWY-08" in ran.out
    assert "Try this: Catapult." in ran.out
    assert "5 and 8 are 13, against 11." in ran.words
    assert "Goodbye." in ran.out


def test_a_lesson_by_name_in_french(run: Run) -> None:
    ran = run("learn", "gwynt", "decoy", "--lang", "fr", typed="decoy\ndecoy close ves\ndecoy close stefan_skellen\n")
    assert "Leçon 8 sur 8" in ran.out
    assert "Quelqu'un d'autre dans votre camp peut vous valoir deux cartes." in ran.words
    assert "Skellen est dans votre main." in ran.words
    assert "Vous avez fini toutes les leçons." in ran.words


def test_what_is_taken_back_is_played_again(run: Run) -> None:
    ran = run("learn", "gwynt", "horn", typed="commanders_horn\nu\ncommanders_horn\nclose\nsiege\nq\n")
    assert "Your decision was taken back. Decide again." in ran.out
    assert "In another row you gain more than twice that." in ran.words
    assert "count 12 each instead of 6" in ran.words


def test_moves_that_go_together_count_as_they_are(run: Run) -> None:
    ran = run("learn", "kunitori", "buy", typed="a\nbuy silver\nq\n")
    assert "The Silver is worth 2 each time you draw it." in ran.words


@pytest.mark.parametrize("name", lt.names())
def test_every_lesson_of_a_game_can_be_taken_here(run: Run, name: str) -> None:
    game = lt.game(name, "plain")
    lines = []
    for lesson in game.lessons:
        lines += [step for step in lesson.goals[0] if lesson.whose(step)[1] == step]
        lines.append("")
    ran = run("learn", name, typed="\n".join(lines))
    assert ran.code == 0
    assert f"You have finished all lessons. Now play: ludotheque play {name}" in ran.words


def test_a_missing_lesson_gets_a_message(run: Run) -> None:
    ran = run("learn", "gwynt", "flying")
    assert ran.code == 1
    assert "there is no lesson “flying”. Lessons: overtake, pass" in ran.err
    assert "Gwynt" in run("learn").out
