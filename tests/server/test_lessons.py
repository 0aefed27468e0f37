"""Lessons over HTTP: what a page asks, from the list to a wrong try; and that nothing is kept of it."""

from __future__ import annotations

import pytest

import ludotheque as lt
from tests.server.house import House

HORN = "/api/games/gwynt/lessons/horn"


def test_every_lesson_of_every_game_is_solved_as_it_says(house: House) -> None:
    guest = house.guest()  # nobody has to come in
    games = guest.ask("GET", "/api/games")
    assert {game["name"] for game in games} == set(lt.names())
    for game in games:
        lessons = guest.ask("GET", f"/api/games/{game['name']}/lessons")
        assert [lesson["id"] for lesson in lessons] == game["lessons"] != []
        for lesson in lessons:
            here = f"/api/games/{game['name']}/lessons/{lesson['id']}"
            first = guest.ask("POST", here, {})
            assert {goal[0] for goal in lesson["goals"]} <= {move["text"] for move in first["face"]["moves"]}
            assert first["face"]["view"]["players"] == lesson["players"]
            after = guest.ask("POST", here, {"steps": lesson["goals"][0]})
            assert len(after["log"]) == 1 + len(lesson["goals"][0])


def test_a_lesson_goes_on_and_back_by_what_is_sent(house: House) -> None:
    guest = house.guest()
    steps = ["commanders_horn", "siege"]
    totals = [guest.ask("POST", HORN, {"steps": steps[:n]})["face"]["scores"] for n in (0, 1, 2, 0)]
    assert totals == [[27, 31], [27, 31], [39, 31], [27, 31]]
    seen = guest.ask("POST", f"{HORN}/preview", {"steps": steps[:1], "move": "siege"})
    assert seen["scores"] == [39, 31]
    lists = guest.ask("GET", "/api/tables")
    assert lists
    assert not any(lists.values()), lists


def test_a_refusal_cites_its_rule(house: House) -> None:
    guest = house.guest()
    reason = guest.ask("POST", f"{HORN}/why-not", {"move": "geralt_of_rivia"})
    assert (reason["rule"], reason["key"]) == ("GWY-08", "refusal.not_in_hand")
    assert guest.ask("POST", f"{HORN}/why-not", {"move": "pass"})["rule"] is None
    refused = guest.ask("POST", HORN, {"steps": ["geralt_of_rivia"]}, status=409)
    assert (refused["code"], refused["rule"]) == ("illegal_move", "GWY-08")


def test_a_lesson_answers_with_the_effects_or_the_refusal_of_a_move(house: House) -> None:
    guest = house.guest()
    halves = "/api/games/gunkimono/lessons/halves"
    seen = guest.ask("POST", f"{halves}/preview", {"move": "I1L1", "then": ["c6e", "victory", "victory"]})
    assert seen["scores"] == [7, 0]
    by_number = [lt.game("gunkimono", "plain").notation.read(text) for text in ("c6e", "victory", "victory")]
    assert guest.ask("POST", f"{halves}/preview", {"move": "I1L1", "then": by_number})["scores"] == [7, 0]
    reason = guest.ask("POST", f"{halves}/why-not", {"move": "I1L1", "then": ["c5e"]})
    assert (reason["rule"], reason["key"]) == ("GUN-08", "refusal.same_unit")
    assert guest.ask("POST", f"{halves}/why-not", {"move": "I1L1", "then": ["c6e"]})["rule"] is None


def test_others_answer_by_themselves_and_hide_what_they_hold(house: House) -> None:
    guest = house.guest()
    war = "/api/games/kunitori/lessons/war"
    steps = ["play katakura_kojuro", "end actions", "war", "1: reinforcements"]
    assert guest.ask("POST", war, {"steps": steps[:3]})["face"]["moves"] == []
    after = guest.ask("POST", war, {"steps": steps})
    assert after["face"]["scores"] == [5, 2]
    seats = after["face"]["view"]["table"]["seats"]
    assert seats[0]["known"]["copper"] == 3
    assert "village" not in seats[1]["known"], "Ada's hand stays hidden"


@pytest.mark.parametrize("address", ["/api/games/gwynt/lessons/none", "/api/games/whist/lessons/horn"])
def test_what_is_not_there(house: House, address: str) -> None:
    house.guest().ask("POST", address, {}, status=404)


def test_too_many_steps_are_refused(house: House) -> None:
    house.guest().ask("POST", HORN, {"steps": ["pass"] * 33}, status=400)


def test_lessons_stand_in_the_order_of_their_file() -> None:
    assert [lesson.id for lesson in lt.game("gwynt", "plain").lessons][:2] == ["overtake", "pass"]
