"""One's own mistakes: taken from finished reviews, seen by nobody else, brought back by spaced repetition."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select, update

import ludotheque as lt
from ludotheque.bots.review import Choice, Reviewing, Verdict
from ludotheque.server.reviews import services as reviews
from ludotheque.server.reviews.mistakes import take_up
from ludotheque.server.storage.schema import mistakes, tables
from tests.server.house import Clock, Guest, House, play_to_the_end

DAY = 86_400.0


@pytest.fixture
def house(house_at_noon: House) -> House:
    return house_at_noon


def with_mistakes(house: House, losses: list[float], judgement: str = "blunder") -> tuple[Guest, Guest, str, list[int]]:
    """A reviewed match of Ana against Bo, whose review says that her first decisions lost so much."""
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = ana.table("gwynt", "me", "open")
    bo.ask("POST", f"/api/tables/{table}/seats/1", {})
    ana.start(table)
    play_to_the_end({0: ana.page(table), 1: bo.page(table)}, Random(5))
    storage, now = house.open_tables.storage, house.settings.now()
    given = storage.read(lambda c: reviews.material(c, table, now))
    at_work = Reviewing(given.record)
    own = [choice for choice in at_work.choices if choice.seat == 0][: len(losses)]
    verdicts = tuple(judged(choice, loss, judgement, given.record) for choice, loss in zip(own, losses, strict=True))
    theirs = next(choice for choice in at_work.choices if choice.seat == 1)
    review = replace(at_work.review, verdicts=(*verdicts, judged(theirs, 0.0, "best", given.record)))

    def job(connection: Any) -> None:
        connection.execute(mistakes.delete())
        take_up(connection, table, review, given.entries, now)

    storage.write(job).result()
    return ana, bo, table, [choice.number for choice in own]


def judged(choice: Choice, loss: float, judgement: str, record: dict[str, Any]) -> Verdict:
    """The verdict on a decision: another legal move would have been better, and nothing else was measured."""
    pos = lt.game("gwynt", "plain").replay({**record, "moves": record["moves"][: choice.number], "outcome": None})
    better = next(move for move in pos.legal_ids(choice.seat) if move != choice.action)
    return Verdict(
        number=choice.number,
        turn=choice.turn,
        seat=choice.seat,
        decision=choice.decision,
        move=choice.action,
        chance=0.8,
        played=0.8 - loss,
        loss=loss,
        error=0.01,
        judgement=judgement,
        final=True,
        best=better,
        others=(),
    )


def answer_of(house: House, table: str, number: int, which: str) -> int:
    """The move of a mistake that is the better one, the one played, or neither."""
    read = select(mistakes.c.verdict).where(mistakes.c.match == table, mistakes.c.number == number)
    verdict = house.open_tables.storage.read(lambda c: c.execute(read).scalar())
    assert verdict is not None
    return int(verdict[which]["id"])


def test_a_review_hands_each_player_their_own_mistakes(house: House) -> None:
    ana, bo, table, numbers = with_mistakes(house, [0.2, 0.3])
    told = ana.ask("GET", "/api/me/mistakes")
    assert told["due"] == 2
    assert {(one["match"], one["number"]) for one in told["mistakes"]} == {(table, number) for number in numbers}
    assert told["mistakes"][0]["names"] == ["Ana", "Bo"]
    assert bo.ask("GET", "/api/me/mistakes")["mistakes"] == []
    place = f"/api/me/mistakes/{table}/{numbers[0]}"
    assert bo.ask("GET", place, status=404)["code"] == "not_found", "nobody else sees them"
    assert bo.ask("POST", f"{place}/solution", status=404)["code"] == "not_found"
    assert house.guest().ask("GET", "/api/me/mistakes", status=401)["code"] == "no_person"


def test_at_most_six_of_a_match_and_no_small_ones(house: House) -> None:
    ana, _, _, numbers = with_mistakes(house, [0.11, 0.12, 0.13, 0.14, 0.15, 0.16, 0.17])
    kept = {one["number"] for one in ana.ask("GET", "/api/me/mistakes")["mistakes"]}
    assert kept == set(numbers[1:]), "the cheapest is left out"
    ana, _, _, numbers = with_mistakes(house, [0.06, 0.08], "inaccuracy")
    assert [one["number"] for one in ana.ask("GET", "/api/me/mistakes")["mistakes"]] == numbers[1:]


def test_the_better_move_is_not_in_the_exercise(house: House) -> None:
    ana, _, table, (number, *_) = with_mistakes(house, [0.3])
    told = ana.ask("GET", f"/api/me/mistakes/{table}/{number}")
    assert set(told) == {"card", "face", "played", "chance"}
    assert told["chance"] == pytest.approx(0.5)
    assert told["played"]["id"] == answer_of(house, table, number, "move")
    assert "best" not in str(told["card"])
    wrong = ana.ask("POST", f"/api/me/mistakes/{table}/{number}/answer", {"move": told["played"]["id"]})
    assert (wrong["trial"], wrong["best"], wrong["reason"]) == ("worse", None, None)
    shown = ana.ask("POST", f"/api/me/mistakes/{table}/{number}/solution")
    assert shown["best"]["id"] == answer_of(house, table, number, "best")
    assert not shown["counted"], "the first answer has counted already"


def test_right_answers_move_it_away_and_a_wrong_one_brings_it_back(house: House, clock: Clock) -> None:
    ana, _, table, (number, *_) = with_mistakes(house, [0.3])
    place = f"/api/me/mistakes/{table}/{number}/answer"
    best = {"move": answer_of(house, table, number, "best")}
    days: list[float] = []
    for _ in range(4):
        told = ana.ask("POST", place, best)
        assert told["counted"]
        assert told["before"] == (days[-1] if days else 0.0)
        days.append(told["days"])
        assert not ana.ask("POST", place, best)["counted"], "once when it is due"
        assert ana.ask("GET", "/api/me/mistakes")["due"] == 0
        clock.ahead += DAY * told["days"]
    assert days == sorted(days)
    assert days[0] >= 1
    assert days[3] > 20
    wrong = ana.ask("POST", place, {"move": answer_of(house, table, number, "move")})
    assert wrong["counted"]
    assert wrong["days"] < days[1], "soon again"
    assert sum(step["count"] for step in ana.ask("GET", "/api/me/mistakes")["steps"]) == 1


def test_a_hint_moves_it_less_and_an_unmeasured_move_not_at_all(house: House) -> None:
    ana, _, table, numbers = with_mistakes(house, [0.3, 0.3, 0.3])
    places = [f"/api/me/mistakes/{table}/{number}/answer" for number in numbers]
    best = [answer_of(house, table, number, "best") for number in numbers]
    alone = ana.ask("POST", places[0], {"move": best[0]})
    hinted = ana.ask("POST", places[1], {"move": best[1], "hinted": True})
    assert hinted["days"] < alone["days"]
    known = {best[2], answer_of(house, table, numbers[2], "move")}
    face = ana.ask("GET", places[2].removesuffix("/answer"))["face"]
    free = next((move["id"] for move in face["moves"] if move["id"] not in known), None)
    if free is not None:
        told = ana.ask("POST", places[2], {"move": free})
        assert (told["trial"], told["counted"], told["days"]) == ("unmeasured", False, 0.0)


def test_days_in_a_row_are_counted(house: House, clock: Clock) -> None:
    ana, _, table, numbers = with_mistakes(house, [0.3, 0.3, 0.3, 0.3])
    streaks = []
    for number, pause in zip(numbers, (DAY, DAY, 2 * DAY, 0), strict=True):
        ana.ask("POST", f"/api/me/mistakes/{table}/{number}/solution")
        streaks.append(ana.ask("GET", "/api/me/mistakes")["streak"])
        clock.ahead += pause
    assert streaks == [1, 2, 3, 1]


def test_a_position_of_other_rules_is_not_shown(house: House) -> None:
    ana, _, table, (number, *_) = with_mistakes(house, [0.3])
    old = update(tables).where(tables.c.id == table).values(rules="0.1")
    house.open_tables.storage.write(lambda c: c.execute(old) and None).result()
    told = ana.ask("GET", f"/api/me/mistakes/{table}/{number}", status=409)
    assert told["code"] == "review_other_rules"


def test_mistakes_are_exported_and_erased(house: House) -> None:
    ana, _, table, (number, *_) = with_mistakes(house, [0.3])
    ana.ask("POST", f"/api/me/mistakes/{table}/{number}/solution")
    export = ana.ask("GET", "/api/me/export")
    assert [one["number"] for one in export["mistakes"]] == [number]
    assert len(export["practice_days"]) == 1
    ana.ask("DELETE", "/api/me")
    count = select(func.count()).select_from(mistakes)
    assert house.open_tables.storage.read(lambda c: c.execute(count).scalar()) == 0
