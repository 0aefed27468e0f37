"""Problems in a browser: judged as on a server, without ratings, and kept there."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque.local.assets import Assets
from ludotheque.play.problems import Problem
from ludotheque.server.problems import catalogue
from tests.local.page import Visitor
from tests.server.test_problems import PROBLEMS, of_game, wrong

NAME, PROBLEM = next(iter(PROBLEMS.items()))


@pytest.fixture(autouse=True)
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The problems of the tests, in place of those that are shipped."""
    monkeypatch.setattr(catalogue, "of_game", of_game)


def state_of(visitor: Visitor, name: str = NAME) -> Any:
    """How a problem stands in the list."""
    return next(one for one in visitor.request("GET", "/problems")["problems"] if one["id"] == name)["state"]


def ask_problem(visitor: Visitor, what: str, problem: Problem = PROBLEM, **body: Any) -> Any:
    """What a problem's room asks."""
    return visitor.request("POST", f"/problems/gwynt/{problem.id}/{what}", body)


def test_first_answer_counts_and_later_ones_solve() -> None:
    """A wrong answer tells nothing but its chance; the right one tells the solution, and is kept."""
    visitor = Visitor()
    told = ask_problem(visitor, "answer", move=wrong(PROBLEM))
    assert (told["right"], told["counted"], told["solution"], told["before"]) == (False, True, None, None)
    assert state_of(visitor) == "again"
    told = ask_problem(visitor, "answer", move=PROBLEM.right[0])
    assert (told["right"], told["counted"]) == (True, False)
    assert [move["text"] for move in told["solution"]["moves"]] == [move for move, _ in PROBLEM.moves]
    found = Visitor(visitor.kept).request("GET", "/problems")
    assert [one["id"] for one in found["problems"] if one["state"] == "solved"] == [NAME]
    assert {(one["theme"], one["tries"], one["right"]) for one in found["themes"]} == {
        ("hero", 1, 0),
        ("last_round", 1, 0),
    }
    assert found["mine"] is None
    assert visitor.request("GET", "/tables")["mine"] == [], "what is kept of problems is no table"


def test_solution_that_was_asked_for_is_no_right_answer() -> None:
    """After it the problem can still be solved."""
    visitor = Visitor()
    told = ask_problem(visitor, "solution")
    assert not told["right"]
    assert told["solution"]["worlds"] == PROBLEM.worlds
    assert state_of(visitor) == "again"
    ask_problem(visitor, "answer", move=PROBLEM.right[0])
    assert state_of(visitor) == "solved"


def test_moves_are_previewed_and_illegal_ones_explained() -> None:
    """An illegal move is refused with its rule, and counts for nothing."""
    visitor = Visitor()
    face = visitor.request("GET", f"/problems/{NAME}")["face"]
    assert {move["text"] for move in face["moves"]} == {move for move, _ in PROBLEM.moves}
    assert ask_problem(visitor, "preview", move=PROBLEM.right[0])["events"]
    assert ask_problem(visitor, "why-not", move="decoy")["rule"]
    refused = visitor.request("POST", f"/problems/{NAME}/answer", {"move": "decoy"}, status=409)
    assert refused["rule"]
    assert state_of(visitor) == "new"


def test_problem_of_the_day_follows_the_date() -> None:
    """It is the one of servers; an answer on its day marks the day, a later one does not."""
    visitor = Visitor()
    daily = visitor.request("GET", "/problems")["daily"]
    assert [one["id"] for one in daily] == [catalogue.of_day(one["day"]) for one in daily]
    today = PROBLEMS[daily[-1]["id"]]
    earlier = next(one["id"] for one in daily if one["id"] != daily[-1]["id"])
    ask_problem(visitor, "answer", today, move=today.right[0])
    ask_problem(visitor, "answer", PROBLEMS[earlier], move=PROBLEMS[earlier].right[0])
    fared = {one["id"]: one["right"] for one in visitor.request("GET", "/problems")["daily"]}
    assert fared[daily[-1]["id"]] is True
    assert fared[earlier] is None
    visitor.clock += 86_400
    assert visitor.request("GET", "/problems")["daily"][-2]["right"] is True


def test_answer_that_cannot_be_read_makes_its_problem_new() -> None:
    """Damaged storage stops neither the list nor the others."""
    visitor = Visitor()
    ask_problem(visitor, "solution")
    other = PROBLEMS["gwynt/1"]
    ask_problem(visitor, "solution", other)
    visitor.kept[f"problem {NAME}"] = '{"right": tr'
    again = Visitor(visitor.kept)
    assert state_of(again) == "new"
    assert state_of(again, "gwynt/1") == "again"


def test_problems_that_did_not_load_are_named() -> None:
    """Without the file the room gets a sentence, and the next request asks for the file again."""
    visitor = Visitor()
    visitor.house.assets = Assets({}, {"gwynt": "assets/gwynt-problems.json"})
    assert visitor.house.needs_for_request("GET", "/problems") == ["assets/gwynt-problems.json"]
    assert visitor.house.needs_for_request("POST", f"/problems/{NAME}/answer") == ["assets/gwynt-problems.json"]
    assert visitor.house.needs_for_request("GET", "/problems/kunitori/1") == []
    assert visitor.request("GET", "/problems", status=409)["code"] == "problems_not_loaded"
    assert visitor.request("GET", f"/problems/{NAME}", status=409)["code"] == "problems_not_loaded"
