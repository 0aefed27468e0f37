"""Every game can be played on the generic table to its end, by keyboard alone, whether it draws one of its own or not.

From the start, or near its end where a match is long: what is asked is the same again and again.
"""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

import ludotheque as lt
from ludotheque.play import registry
from tests.web import kunitori
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
    page.evaluate("localStorage.setItem('ludotheque', JSON.stringify({inWords: true, tour: {off: true, seen: []}}))")


def late(name: str) -> dict[str, str]:
    """A long match near its end, as a table takes it; nothing for a short one."""
    from tests.web import test_gunkimono  # which asks here, too

    texts = {"gunkimono": test_gunkimono.LATE, "kunitori": kunitori.position("end")}
    return {"position": texts[name]} if name in texts else {}


@pytest.mark.parametrize("name", OTHERS)
def test_a_match_to_its_end_by_keyboard(visit: Visit, name: str) -> None:
    page = visit()
    in_words(page)
    game, begun = lt.game(name, "plain"), late(name)
    players = game.position(begun["position"]).players if begun else game.declaration.players[0]
    seats = [ME, *([RANDOM] * (players - 1))]
    more: dict[str, object] = (
        {**begun} if begun else {"options": OPTIONS.get(name, {})}
    )  # those of a position stand in its text
    page.goto(f"/table/{lay(page, name, seats, **more)}")
    own_turn(page)
    end = time.monotonic() + PATIENCE / 1000
    turn = 0
    while not page.locator(ENDING).is_visible():
        prompt = page.locator("[data-test=prompt]")
        assert time.monotonic() < end, f"not over after {turn} decisions: {prompt.inner_text()}"
        moves = page.locator("[data-moves] [data-test=move]").count()
        if moves:
            turn += 1
            decide(page, turn % moves + 1)  # each time another one, so that a match comes to its end
            end = time.monotonic() + PATIENCE / 1000
        else:
            page.wait_for_timeout(10)
    expect(page.locator(f"{ENDING} #verdict")).not_to_be_empty()
    assert turn >= 3
