"""Shared reviews: who leads, who follows, and what nobody gets by it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.server.house import Clock, Guest, House, Page, play_to_the_end

MOMENT = {"entry": 3, "verdict": 2, "shown": "better", "at": None, "knower": 1}


@pytest.fixture
def house(house_at_noon: House) -> House:
    return house_at_noon


def played(house: House) -> tuple[Guest, str]:
    """A match that Ana has played against herself."""
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "me", "me")
    ana.start(table)
    page = ana.page(table)
    play_to_the_end(dict.fromkeys(range(3), page), Random(5))
    page.close()
    return ana, table


def read_until(page: Page, **wanted: Any) -> dict[str, Any]:
    """What a page is told of the lead, with these values; what it was told before is not looked at again."""

    def fits(message: dict[str, Any]) -> bool:
        return message["type"] == "led" and all(message[name] == value for name, value in wanted.items())

    found = next(filter(fits, page.got), None) or page.until(fits)
    page.got.clear()
    return found


def following(guest: Guest, table: str) -> Page:
    """A page that follows."""
    page = guest.page(table)
    page.ask("follow")
    return page


def test_one_leads_and_the_others_see_the_same_moment(house: House, clock: Clock) -> None:
    ana, table = played(house)
    bo, stranger = house.guest("Bo"), house.guest()
    first, second = following(ana, table), following(bo, table)
    assert second.ask("lead", moment=MOMENT)["type"] == "accepted", "whoever is first leads, player or not"
    shown = read_until(first, leader="Bo")
    assert (shown["mine"], shown["here"], shown["moment"]) == (False, True, MOMENT)
    assert read_until(second, leader="Bo")["mine"]
    assert first.ask("lead", moment=MOMENT)["code"] == "led_already"
    assert stranger.page(table).ask("lead", moment=MOMENT)["code"] == "no_person"
    late = following(stranger, table)
    assert read_until(late)["moment"] == MOMENT, "somebody who comes later sees it at once"
    assert read_until(first, followers=3)["leader"] == "Bo"
    second.ask("lead", moment=None)
    read_until(first, leader=None)
    assert first.ask("lead", moment=MOMENT)["type"] == "accepted"
    first.close()
    read_until(late, leader="Ana", here=False)
    assert second.ask("lead", moment=MOMENT)["code"] == "led_already", "Ana may come back"
    clock.ahead += 30
    assert second.ask("lead", moment=MOMENT)["type"] == "accepted"


def test_blocks_and_mutes_hide_the_leader(house: House) -> None:
    ana, table = played(house)
    bo, cleo = house.guest("Bo"), house.guest("Cleo")
    bo.ask("PUT", f"/api/me/blocks/{ana.ask('GET', '/api/me')['id']}")
    cleo.ask("PUT", f"/api/tables/{table}/mutes/{ana.ask('GET', '/api/me')['id']}")
    leading, blocking, muting = following(ana, table), following(bo, table), following(cleo, table)
    leading.ask("lead", moment=MOMENT)
    for page in (blocking, muting):
        page.ask("follow")
        heard = [message for message in page.got if message["type"] == "led"]
        assert heard
        assert all(one["leader"] is None and one["moment"] is None and not one["followers"] for one in heard)


def test_nothing_is_shared_of_what_may_not_be_replayed(house: House, clock: Clock) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = ana.table("lampions", "me", "open", "bot")
    bo.sit(table, 1)
    ana.start(table)
    page = ana.page(table)
    assert page.ask("follow")["code"] == "not_over"
    assert page.ask("lead", moment=MOMENT)["code"] == "not_over"
    daily = ana.ask("POST", "/api/daily/lampions")["id"]
    play_to_the_end({0: ana.page(daily)}, Random(3))
    assert bo.page(daily).ask("lead", moment=MOMENT)["code"] == "not_before_midnight"
    clock.ahead += 86400
    assert bo.page(daily).ask("lead", moment=MOMENT)["type"] == "accepted"


def test_a_leader_sends_so_many_moments(house: House) -> None:
    ana, table = played(house)
    page = following(ana, table)
    answers = [page.ask("lead", moment=MOMENT) for _ in range(60)]
    assert answers[0]["type"] == "accepted"
    assert "too_many" in {answer.get("code") for answer in answers}


@pytest.mark.parametrize(
    "moment",
    [{}, {"entry": -1}, {"entry": 1, "shown": "all"}, {"entry": 1, "at": "x" * 101}, {"entry": 1, "knower": -1}, 7],
)
def test_a_bad_moment_gets_a_clear_answer(house: House, moment: object) -> None:
    ana, table = played(house)
    page = ana.page(table)
    page.send({"type": "lead", "moment": moment, "id": "m"})
    assert page.until(lambda message: message["type"] == "refused")["code"] == "bad_request"
