"""Problems are found where one move is clearly the best, and nowhere else; those shipped fit the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.bots.greedy import Greedy
from ludotheque.bots.problems import Candidate, Finder, lead_of
from ludotheque.errors import BadInput
from ludotheque.play.position import Position
from ludotheque.play.problems import NEAR, Problem, read_problems
from ludotheque.play.records import steps
from tests.bots.test_review import ENDINGS, LAMPIONS, solved_moves

LITTLE = 0.4  # of the worlds: plain rules are slow
SHIPPED = [name for name in lt.names() if lt.game(name, "plain").problems]


def confirmed(pos: Position) -> Problem | None:
    """What the finder makes of a position that looked like a problem."""
    finder = Finder(lt.game(pos.game.name, "plain"), seed="test", effort=LITTLE)
    for judge in (finder._judge(pos),):
        judge.network = None  # it takes long to load
    moves = tuple((move.id, 0.5) for move in pos.moves(0))
    return finder._confirmed(Candidate(7, 0, pos, moves), "test-0-7")


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_ending_with_one_best_move_is_a_problem(ending: str) -> None:
    """The margin is what trying everything says."""
    name, text = ENDINGS[ending]
    pos = lt.game(name, "plain").position(text)
    exact = solved_moves(pos, 0)
    best = max(exact, key=lambda move: exact[move])
    margin = exact[best] - max(value for move, value in exact.items() if move != best)
    problem = confirmed(pos)
    assert problem is not None
    assert problem.right == (best,)
    assert abs(problem.margin - margin) < 0.02 + 3 * problem.error
    assert problem.open(pos.game).text() == pos.text()
    assert (problem.seat, problem.worlds) == (0, 400)


def test_a_position_in_which_moves_are_as_good_is_none() -> None:
    pos = LAMPIONS.position("players: 3\nround: 5\nhand 0: spark spark\nlit 1: candle\nlit 2: candle")
    assert len(set(solved_moves(pos, 0).values())) == 1
    assert confirmed(pos) is None


def test_equally_good_moves_share_the_lead() -> None:
    assert lead_of([(1, 0.8), (2, 0.8 - NEAR / 2), (3, 0.5)]) == pytest.approx(0.3)
    assert lead_of([(1, 0.8), (2, 0.79)]) == 0.0


def test_the_same_seed_finds_the_same_problems() -> None:
    found = [
        [
            problem.to_json()
            for number in range(3)
            for problem in Finder(LAMPIONS, "twice", effort=0.3).problems_of(number)
        ]
        for _ in range(2)
    ]
    assert found[0] == found[1]
    assert found[0], "nothing to compare"


def finished(seed: int) -> dict[str, Any]:
    """The record of a match of Lampions, with what a server adds about people."""
    pos, bot = LAMPIONS.start(players=3, seed=seed), Greedy(seed)
    while not pos.over:
        pos.play(bot.choose(pos, pos.actors[0]))
    return {**LAMPIONS.record(pos), "names": ["Ada", "Bo", "Cy"]}


def test_problems_of_a_record_come_from_its_positions_and_name_nobody() -> None:
    finder, found = Finder(LAMPIONS, "seed", effort=0.3), []
    for number in (1, 3):
        record = finished(number)
        seen = {pos.text() for pos in steps(LAMPIONS, record, "here")}
        problems = list(finder.problems_in(record, number))
        assert all(problem.position in seen for problem in problems)
        assert all(problem.id.startswith(f"seed-people-{number}-") for problem in problems)
        assert not any(name in json.dumps(problem.to_json()) for problem in problems for name in record["names"])
        found += problems
    assert len(found) == 2, "nothing to look at"


def test_no_problem_comes_from_a_match_that_goes_on() -> None:
    pos = LAMPIONS.start(players=3, seed=1)
    pos.play(pos.moves()[0])
    with pytest.raises(BadInput, match="not over"):
        list(Finder(LAMPIONS, "people").problems_in(LAMPIONS.record(pos), 0))


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    pos = lt.game("gwynt", "plain").position(ENDINGS["the last card"][1])
    problem = confirmed(pos)
    assert problem is not None
    file = tmp_path / "problems.json"
    head = {"format": "ludotheque-problems/1", "rules": "gwynt/9"}
    file.write_text(json.dumps({**head, "problems": [problem.to_json()]}))
    assert read_problems(file, "gwynt/9") == (problem,)
    assert read_problems(file, "gwynt/10") == (), "problems of other rules are left out"
    assert read_problems(tmp_path / "none.json", "gwynt/9") == ()
    file.write_text(json.dumps({**head, "format": "other", "problems": []}))
    with pytest.raises(BadInput, match="format"):
        read_problems(file, "gwynt/9")


@pytest.mark.parametrize("name", SHIPPED)
def test_the_problems_of_a_game_fit_its_rules(name: str) -> None:
    game = lt.game(name, "plain")
    words = game.messages("fr")
    assert len({problem.id for problem in game.problems}) == len(game.problems)
    for problem in game.problems:
        pos = problem.open(game)
        legal = {move.text for move in pos.moves(problem.seat)}
        assert {move for move, _ in problem.moves} <= legal, problem.id
        assert len(legal) > len(problem.right), problem.id
        chances = [chance for _, chance in problem.moves]
        assert chances == sorted(chances, reverse=True)
        second = next(chance for move, chance in problem.moves if move not in problem.right)
        assert chances[len(problem.right) - 1] - second >= 0.19, problem.id  # rounded
        assert problem.margin >= 0.2
        assert problem.worlds >= 1000
        assert json.loads(json.dumps(pos.prompt(problem.seat)["params"])) == problem.prompt[1]
        for theme in problem.themes:
            assert words.say(f"theme.{theme}") != f"theme.{theme}"
