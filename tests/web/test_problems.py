"""Problems and one's own mistakes in a browser: solved on the game's table, by keys and by touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from ludotheque.server.api.dependencies import COOKIE
from ludotheque.server.problems import catalogue
from tests.server.house import House
from tests.server.test_practice import with_mistakes
from tests.server.test_problems import of_game
from tests.web.conftest import DESK, PHONE, Visit
from tests.web.test_faults import faults

LINE = "[data-test=exercise]"


@pytest.fixture(autouse=True)
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The problems of the tests, in place of those that are shipped."""
    monkeypatch.setattr(catalogue, "of_game", of_game)


def narrow(page: Page) -> None:
    """Nothing is wider than the screen."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_problem_by_touch(visit: Visit) -> None:
    page = visit("/problems", size=PHONE, touch=True, language="fr-FR")
    expect(page.locator("[data-test=daily-problem]")).to_contain_text("Problème du jour")
    narrow(page)
    assert not faults(page)
    card = page.locator("[data-test=problem]").first
    name = card.get_attribute("data-card")
    card.tap()
    expect(page.locator(LINE)).to_contain_text("Trouvez le meilleur coup.")
    page.locator("[data-test=side]").tap()
    page.locator("[data-test=move]", has_text="Froid mordant").tap()
    expect(page.locator(LINE)).to_have_attribute("data-kind", "wrong")
    expect(page.locator(LINE)).to_contain_text("Il y a mieux.")
    expect(page.locator(LINE)).to_contain_text("Votre cote : 1500 →")
    expect(page.locator("[data-test=solution]")).to_have_count(0)
    page.keyboard.press("Escape")
    page.locator("[data-test=again]").tap()
    expect(page.locator(LINE)).to_have_attribute("data-kind", "open")
    page.locator("[data-test=side]").tap()
    page.locator("[data-test=move]", has_text="Vernon Roche").tap()
    expect(page.locator(LINE)).to_have_attribute("data-kind", "right")
    expect(page.locator("[data-test=solution] tr.right")).to_contain_text("Vernon Roche")
    page.keyboard.press("Escape")
    narrow(page)
    page.goto("/problems/gwynt")
    expect(page.locator(f"[data-card='{name}']")).to_have_attribute("data-state", "solved")
    expect(page.locator("[data-test=my-rating]")).to_contain_text("0 justes au premier essai sur 1")


def test_a_problem_by_keys(visit: Visit) -> None:
    page = visit("/problems/gwynt", size=DESK)
    page.locator("[data-test=solve-daily]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(LINE)).to_contain_text("Find the best move.")
    expect(page.locator("[data-test=rating]")).to_have_text("1500")
    assert not faults(page)
    page.keyboard.press("m")
    page.locator("[data-moves] button", has_text="Vernon Roche").focus()
    page.keyboard.press("Enter")
    expect(page.locator(LINE)).to_have_attribute("data-kind", "right")
    expect(page.locator(LINE)).to_contain_text("Your rating: 1500 → 16")
    assert not faults(page)
    expect(page.locator("[data-test=next]")).to_be_focused()
    before = page.url
    page.keyboard.press("Enter")
    page.wait_for_url(lambda address: address != before)
    expect(page.locator(LINE)).to_have_attribute("data-kind", "open")
    page.locator("[data-test=show-first]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(LINE)).to_contain_text("This is the solution.")
    expect(page.locator("[data-test=solution]")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_my_mistakes(visit: Visit, house: House, size: tuple[int, int]) -> None:
    ana, _, table, _ = with_mistakes(house, [0.3, 0.2])
    page = visit(size=size, touch=size == PHONE)
    page.goto("/mistakes")
    expect(page.locator("[data-test=none]")).to_contain_text("Have a finished match analysed")
    assert ana.cookie is not None
    page.context.add_cookies(
        [{"name": COOKIE, "value": ana.cookie.partition("=")[2], "url": f"http://127.0.0.1:{house.port}"}]
    )
    page.goto("/mistakes")
    expect(page.locator("[data-test=due]")).to_contain_text("2 positions to review today")
    expect(page.locator("[data-test=mistake]")).to_have_count(2)
    narrow(page)
    assert not faults(page)
    page.locator("[data-test=start]").click()
    expect(page.locator(LINE)).to_contain_text("You played")
    if size == PHONE:
        page.locator("[data-test=side]").tap()
    page.locator("[data-test=show-first]").click()
    expect(page.locator(LINE)).to_have_attribute("data-kind", "shown")
    expect(page.locator(LINE)).to_contain_text("Comes back in 1 day.")
    page.keyboard.press("Escape")
    narrow(page)
    page.locator("[data-test=next]").click()
    expect(page.locator(LINE)).to_have_attribute("data-kind", "open")
    page.goto("/mistakes")
    expect(page.locator("[data-test=due]")).to_contain_text("1 position to review today")
    expect(page.locator("[data-test=due]")).to_contain_text("1 tomorrow")
    assert table in (page.locator("[data-test=mistake]").first.get_attribute("href") or "")
