"""Every game can be played whole on the generic table, by keyboard alone, whether it draws one of its own or not."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

import ludotheque as lt
from ludotheque.play import registry
from tests.web.conftest import PATIENCE, Visit
from tests.web.seated import ENDING, own_turn, settled
from tests.web.test_match import ME, RANDOM, lay

OPTIONS = {"lampions": {"rounds": 3}}  # the shortest that a game offers
OTHERS = [name for name in registry.names() if name != "gwynt"]


def decide(page: Page, number: int) -> None:
    """Go to the moves, choose one by its number, make it."""
    page.keyboard.press("m")
    page.locator("[data-moves] :focus").wait_for()
    page.keyboard.type(str(number))
    page.keyboard.press("Enter")
    settled(page)


def in_words(page: Page) -> None:
    """Rather read the tables than see them drawn."""
    page.evaluate("localStorage.setItem('ludotheque', JSON.stringify({inWords: true}))")


@pytest.mark.parametrize("name", OTHERS)
def test_a_whole_match_by_keyboard(visit: Visit, name: str) -> None:
    page = visit("/")
    in_words(page)
    seats = [ME, *([RANDOM] * (lt.game(name, "plain").declaration.players[0] - 1))]
    page.goto(f"/table/{lay(page, name, seats, options=OPTIONS.get(name, {}))}")
    own_turn(page)
    end = time.monotonic() + PATIENCE / 1000
    turn = 0
    while not page.locator(ENDING).is_visible():
        prompt = page.locator("[data-test=prompt]")
        assert time.monotonic() < end, f"still at it after {turn} decisions: {prompt.inner_text()}"
        moves = page.locator("[data-moves] [data-test=move]").count()
        if moves:
            turn += 1
            decide(page, turn % moves + 1)  # each time another one, so that a match comes to its end
            end = time.monotonic() + PATIENCE / 1000
        else:
            page.wait_for_timeout(10)
    expect(page.locator(f"{ENDING} #verdict")).not_to_be_empty()
    assert turn > 3
