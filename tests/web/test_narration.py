"""Moves of others are shown in words: in the line above the board, in one line on a phone, and in the log."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, Visit
from tests.web.seated import own_turn, settled, sit_down
from tests.web.test_match import ME, OPEN, lay

POSITION = """
game: kunitori 1
players: 2
round: 3
phase: buy
hand 0: village*4
deck 0: copper*6
hand 1: village*4
deck 1: copper*6
"""


def end_turn(page: Page) -> None:
    """Press the key that goes on until others are asked."""
    while page.locator("[data-test=prompt].mine").count():
        page.locator("[data-test=command]").last.click()
        settled(page)


def test_moves_of_others_are_shown_in_one_line(visit: Visit) -> None:
    ana = visit(size=PHONE, touch=True, language="fr-FR")
    ana.goto(f"/table/{lay(ana, 'kunitori', [ME, OPEN], position=POSITION)}")
    bo = visit(ana.url)
    sit_down(bo, "Bo")
    ana.locator("[data-test=start]").tap()
    own_turn(ana)
    end_turn(ana)
    own_turn(bo)
    bo.locator("[data-test=command]").last.click()  # no action
    settled(bo)
    bo.locator("[data-test=pile][data-kind=copper]").click()

    expect(ana.locator("[data-test=news]")).to_have_text("Bo achète\xa0: Cuivre.")
    recap = ana.locator("[data-test=recap]")
    expect(recap).to_have_text("Bo achète\xa0: Cuivre.")
    log = ana.locator("[data-test=log]")
    expect(log).not_to_be_visible()
    recap.tap()
    expect(log).to_be_visible()
    expect(log.locator("h2").last).to_have_text("Bo")
    expect(log.locator("h2", has_text="Vous").first).to_be_visible()
