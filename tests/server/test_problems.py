"""Problems on the server: the first answer counts, nothing is told before it, and nobody else's rating is moved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludotheque.play.problems import Problem
from ludotheque.server.problems import catalogue
from tests.server.house import NOON, Clock, Guest, House

POSITION = (
    "seat 0: northern_realms foltest_siegemaster used\nseat 1: monsters eredin_bringer_of_death used\n"
    "turn: 0\nround: 3\ngems: 1 1\npassed: 1\nhand 0: vernon_roche biting_frost\nclose 1: ghoul*3"
)
MOVES = (("vernon_roche", 1.0), ("biting_frost", 0.5), ("pass", 0.0))


def problem_named(name: str) -> Problem:
    """A problem of the tests: the hero wins at once, nothing else does."""
    asked = ("prompt.turn_alone", {"other": 1})
    return Problem(name, POSITION, 0, 2, asked, MOVES, 0.5, 0.01, 1000, ("hero", "last_round"), 1500.0)


PROBLEMS = {f"gwynt/{at}": problem_named(str(at)) for at in range(40)}


def of_game(name: str) -> dict[str, Problem]:
    """The problems of a game by id."""
    return {problem.id: problem for problem in PROBLEMS.values()} if name == "gwynt" else {}


@pytest.fixture(autouse=True)
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "of_game", of_game)


@pytest.fixture
def house(house_at_noon: House) -> House:
    return house_at_noon


def some(at: int = 0) -> tuple[str, Problem]:
    """A problem that is not today's."""
    names = [name for name in PROBLEMS if name != catalogue.of_day(catalogue.day_of(NOON))]
    return names[at], PROBLEMS[names[at]]


def wrong(problem: Problem) -> str:
    return next(move for move, _ in problem.moves if move not in problem.right)


def card(guest: Guest, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in guest.ask("GET", "/api/problems")["problems"] if one["id"] == name)
    return found


def test_the_first_answer_counts_and_no_other(house: House) -> None:
    ana, (name, problem) = house.guest("Ana"), some()
    place = f"/api/problems/{name}"
    assert ana.ask("GET", "/api/problems")["mine"] is None
    before = card(ana, name)
    first = ana.ask("POST", f"{place}/answer", {"move": wrong(problem)})
    assert (first["right"], first["counted"], first["solution"]) == (False, True, None)
    assert first["before"] == 1500 > first["after"]
    assert first["chance"] == problem.chance_of(wrong(problem))
    after = card(ana, name)
    assert after["rating"] > before["rating"], "the problem has won"
    assert (after["tries"], after["right"], after["state"]) == (1, 0.0, "again")
    for _ in range(3):
        again = ana.ask("POST", f"{place}/answer", {"move": problem.right[0]})
        assert (again["right"], again["counted"], again["after"]) == (True, False, None)
    mine = ana.ask("GET", "/api/problems")["mine"]
    assert (mine["rating"], mine["tries"], mine["right"]) == (first["after"], 1, 0)
    assert card(ana, name) == {**after, "state": "solved"}


def test_a_right_answer_shows_the_solution_and_raises_the_rating(house: House) -> None:
    ana, (name, problem) = house.guest("Ana"), some()
    told = ana.ask("POST", f"/api/problems/{name}/answer", {"move": problem.right[0]})
    assert told["right"]
    assert told["after"] > told["before"]
    moves = told["solution"]["moves"]
    assert [(move["text"], move["right"]) for move in moves] == [
        (text, text in problem.right) for text, _ in problem.moves
    ]
    assert moves[0]["people"] == 1
    assert told["solution"]["themes"] == list(problem.themes)


def test_to_be_shown_the_solution_is_a_wrong_answer(house: House) -> None:
    ana, (name, problem) = house.guest("Ana"), some()
    told = ana.ask("POST", f"/api/problems/{name}/solution")
    assert not told["right"]
    assert told["counted"]
    assert told["after"] < told["before"]
    assert told["solution"]["moves"][0]["text"] == problem.moves[0][0]
    late = ana.ask("POST", f"/api/problems/{name}/answer", {"move": problem.right[0]})
    assert not late["counted"], "who has seen the solution gains nothing by it"


def test_nothing_is_told_before_the_first_answer(house: House) -> None:
    """Neither values nor themes; nor what others answered; and of the table only what the seat sees."""
    ana, (name, problem) = house.guest("Ana"), some()
    house.guest("Bo").ask("POST", f"/api/problems/{name}/answer", {"move": problem.right[0]})
    told = ana.ask("GET", f"/api/problems/{name}")
    assert set(told) == {"card", "seat", "face"}
    assert told["card"]["themes"] == []
    pos = catalogue.position(name).pos
    assert told["face"]["view"] == json.loads(json.dumps(pos.view(problem.seat)))
    assert [move["id"] for move in told["face"]["moves"]] == [move.id for move in pos.moves(problem.seat)]
    listed = ana.ask("GET", "/api/problems")
    assert all(one["themes"] == [] for one in listed["problems"])
    assert "people" not in json.dumps(listed)


def test_a_visitor_without_an_account_is_not_rated(house: House) -> None:
    guest, (name, problem) = house.guest(), some()
    told = guest.ask("POST", f"/api/problems/{name}/answer", {"move": problem.right[0]})
    assert told["right"]
    assert not told["counted"]
    assert card(guest, name)["tries"] == 0


def test_a_second_account_moves_no_rating_but_its_own(house: House) -> None:
    """It may find the solution first: the first account's gain is its own, seen by nobody else."""
    ana, spy, (name, problem) = house.guest("Ana"), house.guest("Spy"), some()
    spy.ask("POST", f"/api/problems/{name}/solution")
    assert ana.ask("GET", "/api/problems")["mine"] is None
    ana.ask("POST", f"/api/problems/{name}/answer", {"move": problem.right[0]})
    rating = ana.ask("GET", "/api/problems")["mine"]["rating"]
    for at in range(1, 4):
        other, _ = some(at)
        spy.ask("POST", f"/api/problems/{other}/solution")
    assert ana.ask("GET", "/api/problems")["mine"]["rating"] == rating
    for place in (f"/api/people/{ana.id}", "/api/ratings/gwynt", "/api/problems"):
        assert str(rating) not in json.dumps(house.guest("Di").ask("GET", place)), "nobody else is told"


def test_an_address_answers_so_many_an_hour(tmp_path: Path) -> None:
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", answers_an_hour=2.0)
    try:
        ana, bo, (name, problem) = house.guest("Ana"), house.guest("Bo"), some()
        ana.ask("POST", f"/api/problems/{name}/answer", {"move": problem.right[0]})
        refused = bo.ask("POST", f"/api/problems/{name}/solution", status=429)
        assert refused["code"] == "too_many"
    finally:
        house.close()


def test_the_problem_of_the_day_is_the_same_for_all_and_counts_on_its_day(house: House, clock: Clock) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    day, name = catalogue.day_of(NOON), catalogue.of_day(catalogue.day_of(NOON))
    assert name is not None
    for guest in (ana, bo, house.guest()):
        assert guest.ask("GET", "/api/problems")["daily"][-1] == {"day": day, "id": name, "right": None}
    ana.ask("POST", f"/api/problems/{name}/answer", {"move": PROBLEMS[name].right[0]})
    clock.ahead += 86_400
    bo.ask("POST", f"/api/problems/{name}/answer", {"move": PROBLEMS[name].right[0]})
    days = [guest.ask("GET", "/api/problems")["daily"] for guest in (ana, bo)]
    assert [one[-2] for one in days] == [{"day": day, "id": name, "right": right} for right in (True, None)]
    # Home shows the problem of the day and the days in a row, of which today may still be missing.
    todays = catalogue.of_day(catalogue.day_of(NOON + 86_400))
    assert todays is not None

    def glance(guest: Guest) -> dict[str, Any]:
        told = guest.ask("GET", "/api/daily/glance")["problem"]
        return {name: told[name] for name in ("id", "right", "streak")}

    assert glance(ana) == {"id": todays, "right": None, "streak": 1}
    assert glance(bo) == {"id": todays, "right": None, "streak": 0}
    ana.ask("POST", f"/api/problems/{todays}/answer", {"move": wrong(PROBLEMS[todays])})
    assert glance(ana) == {"id": todays, "right": False, "streak": 2}
    assert glance(house.guest())["streak"] == 0
    clock.ahead += 2 * 86_400
    assert glance(ana)["streak"] == 0
    assert len({catalogue.of_day(catalogue.day_of(NOON, ago)) for ago in range(30)}) > 10


def test_an_answer_must_be_a_move_and_the_problem_exist(house: House) -> None:
    ana, (name, _) = house.guest("Ana"), some()
    for move in ("nonsense", "geralt_of_rivia"):
        assert ana.ask("POST", f"/api/problems/{name}/answer", {"move": move}, status=409)
    assert ana.ask("GET", "/api/problems")["mine"] is None, "nothing was counted"
    assert ana.ask("GET", "/api/problems/gwynt/none", status=404)["code"] == "not_found"
    assert ana.ask("GET", "/api/problems/chess/none", status=404)["code"] == "not_found"


def test_what_is_stored_of_a_person_is_exported_and_erased(house: House) -> None:
    ana, (name, problem) = house.guest("Ana"), some()
    ana.ask("POST", f"/api/problems/{name}/answer", {"move": problem.right[0]})
    export = ana.ask("GET", "/api/me/export")
    assert [one["problem"] for one in export["problem_tries"]] == [name]
    assert len(export["problem_ratings"]) == 1
    ana.ask("DELETE", "/api/me")
    told = house.guest("Bo").ask("POST", f"/api/problems/{name}/solution")
    assert told["solution"]["moves"][0]["people"] == 0
    assert card(house.guest(), name)["tries"] == 2, "how hard it is stays, without names"
