"""My matches, my profile: found, filtered, taken out of the list, shown, erased."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.conftest import PHONE, Visit
from tests.web.seated import ENDING, own_turn
from tests.web.test_faults import faults
from tests.web.test_friends import RESIGN
from tests.web.test_match import BONDS, SWARM, lay
from tests.web.test_watching import resign


def test_my_matches_and_my_profile(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
    own_turn(page)
    resign(page)
    expect(page.locator(ENDING)).to_be_visible()
    page.goto("/")
    expect(page.locator("[data-test=results] .lost")).to_have_text(re.compile(r"lost\s*Gwynt · \w+"))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    page.locator("[data-test=all-matches]").click()
    history = page.locator("[data-test=history] li")
    expect(history).to_have_count(1)
    expect(history).to_contain_text("lost")
    result = history.locator("[data-test=status]")
    expect(result.locator("svg")).to_be_visible()
    expect(result).to_have_css("color", "rgb(163, 38, 27)")  # not the colour of the game
    page.locator("[data-test=result]").select_option("won")
    expect(history).to_have_count(0)
    page.locator("[data-test=result]").select_option("")
    page.locator("[data-test=against]").fill("nobody of this name")
    expect(history).to_have_count(0)
    page.locator("[data-test=against]").fill("")
    expect(history).to_have_count(1)
    found = {"matches": faults(page)}
    history.locator("[data-test=remove]").click()
    history.locator("[data-test=remove]").click()
    expect(history).to_have_count(0)
    page.goto("/me")
    statistics = page.locator("[data-test=statistics-gwynt]")
    expect(statistics).to_contain_text("Monsters")
    expect(statistics).to_contain_text("with random bot")
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, "the bar, too, fits the smallest phone"
    page.locator("[data-test=shown]").check()
    found["profile"] = faults(page)
    assert not {room: list_ for room, list_ in found.items() if list_}
    page.locator("[data-test=erase]").click()
    with page.expect_navigation():
        page.locator("[data-test=erase]").click()
    expect(page.locator("[data-test=all-matches]")).to_have_count(0)


def test_a_game_says_my_score_against_each_level(visit: Visit) -> None:
    page = visit(size=PHONE)
    table = lay(page, "gwynt", [SWARM, {**BONDS, "bot": "novice"}])
    assert page.evaluate(RESIGN, [table, 0]) == 200
    page.goto("/game/gwynt")
    expect(page.locator("[data-test=score]")).to_have_text("You: 0 of 1.")
    page.get_by_role("radio", name="Easy").check(force=True)
    expect(page.locator("[data-test=score]")).to_have_count(0)
    # Both ways to a table ask for the game first, where none is named.
    for way in ("new", "seek"):
        page.goto(f"/{way}")
        assert not faults(page)
        page.locator("[data-test=choose-gwynt]").click()
        page.wait_for_url(f"**/{way}/gwynt")
