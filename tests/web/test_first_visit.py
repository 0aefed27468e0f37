"""A first visit: the tour of a table; the first win, and the level that follows it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import DESK, PHONE, Visit
from tests.web.seated import ENDING, boxes, own_turn, walk
from tests.web.test_match import ME, lay

# Seat 0 has won a round, is ahead, and wins by playing its last card.
NEARLY_WON = """
game: gwynt 1
round: 2
turn: 0
gems: 2 1
seat 0: northern_realms foltest_siegemaster off
seat 1: nilfgaard emhyr_white_flame off
hand 0: ves
close 0: vesemir
passed: 1
"""


def shown(page: Page) -> str:
    """The step of the tour that is in the light; its note never covers what it tells of, nor leaves the screen."""
    note = page.locator("[data-test=tour]")
    expect(note).to_be_visible()
    [box] = boxes(note)
    width, height = page.viewport_size["width"], page.viewport_size["height"]  # type: ignore[index]
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= height
    return str(note.get_attribute("data-step"))


@pytest.mark.parametrize("game", ["gunkimono", "kunitori", "gorynich", "lampions"])
def test_the_tour_shows_four_places_once(visit: Visit, game: str) -> None:
    page = visit(f"/game/{game}", size=PHONE, tour=True, language="fr-FR")
    page.locator(f"[data-test=play-{game}]").click()
    own_turn(page)
    for n, step in enumerate(("goal", "pieces", "act", "undo"), start=1):
        expect(page.locator(f"[data-test=tour][data-step={step}]")).to_contain_text(f"{n} sur 4")
        assert shown(page) == step
        expect(page.locator("[data-test=tour-next]")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator("[data-test=tour]")).to_have_count(0)
    page.reload()
    own_turn(page)
    page.wait_for_timeout(1200)  # longer than the tour waits for the board
    expect(page.locator("[data-test=tour]")).to_have_count(0)


def test_a_tour_that_is_closed_comes_at_no_table_again(visit: Visit) -> None:
    page = visit("/game/lampions", size=DESK, tour=True)
    page.locator("[data-test=play-lampions]").click()
    expect(page.locator("[data-test=tour]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-test=tour]")).to_have_count(0)
    assert page.evaluate("JSON.parse(localStorage.ludotheque).tour.off") is True
    walk(page, "/settings")
    page.locator("[data-test=tour-again]").click()
    walk(page, "/")
    page.locator("[data-test=play-gunkimono]").click()
    expect(page.locator("[data-test=tour]")).to_be_visible()


def test_the_first_win_leads_to_the_next_level(visit: Visit) -> None:
    page = visit("/game/gwynt", size=DESK)
    game = page.locator("main")
    expect(game.get_by_role("radio", name="Beginner")).to_be_checked()
    expect(game).to_contain_text("matches in 100 against Easy.")
    table = lay(page, "gwynt", [ME, {"kind": "bot", "bot": "novice"}], position=NEARLY_WON)
    page.goto(f"/table/{table}")
    own_turn(page)
    page.locator("[data-test=pass]").click()
    expect(page.locator(ENDING)).to_be_visible()
    climb = page.locator("[data-test=next-level]")
    expect(climb).to_have_text("Next level: easy")
    assert page.evaluate("JSON.parse(localStorage.ludotheque).levels.gwynt") == "greedy"
    climb.click()
    page.wait_for_url(lambda address: address.split("/")[-1] != table)
    own_turn(page)
    expect(page.locator("[data-test=level]")).to_have_text("easy")
