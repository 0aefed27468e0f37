"""The review of a match in a browser: asked for, read and tried again, by keys alone and by touch alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.server.house import House
from tests.web.conftest import DESK, PHONE, Visit
from tests.web.seated import ENDING, late_gwynt, own_turn, play_on
from tests.web.test_faults import faults
from tests.web.test_match import ME, RANDOM, lay


@pytest.fixture
def house(tmp_path: Path, built_page: Path) -> Iterator[House]:
    """A server whose reviews take little time."""
    opened = House(f"sqlite:///{tmp_path / 'house.sqlite'}", page=built_page, bot_pause=0.02, review_effort=0.1)
    yield opened
    opened.close()


def finished(page: Page, touch: bool = False) -> str:
    """The id of a match of Gwynt that was just played to its end."""
    table = lay(page, "gwynt", [ME, RANDOM], position=late_gwynt())
    page.goto(f"/table/{table}")
    own_turn(page)
    play_on(page, touch=touch)
    expect(page.locator(ENDING)).to_be_visible()
    return table


def with_a_blunder(page: Page) -> None:
    """Tell the page from now on that its first decision with alternatives was a blunder."""

    def changed(route: Route) -> None:
        told: dict[str, Any] = route.fetch().json()
        verdicts = (told["review"] or {}).get("verdicts", [])
        mine = [one for one in verdicts if one["seat"] == 0 and one["others"]]
        for verdict in verdicts:
            verdict |= {"judgement": "good", "loss": 0.0, "chance": verdict["played"], "final": True}
        if mine:
            best = mine[0]["others"][0]["move"]
            mine[0] |= {"best": best, "others": [], "chance": 0.69, "played": 0.5, "loss": 0.19, "error": 0.01}
            mine[0] |= {
                "judgement": "blunder",
                "reason": {"key": "review.reason.cards", "params": {"lost": 19, "n": 2.5}},
            }
        route.fulfill(json=told)

    page.route("**/review?have=*", changed)
    page.route("**/review", lambda route: changed(route) if route.request.method == "POST" else route.continue_())


def reviewed(page: Page) -> None:
    """Wait until the analysis is complete: only then are there luck and skill."""
    expect(page.locator("[data-test=curve]")).to_be_visible()
    expect(page.locator("[data-test=review] progress")).to_have_count(0)


def check_sums(page: Page) -> None:
    """Start, luck and decisions add up to the result, as they are printed."""
    sums = page.locator("[data-test=sum]")
    expect(sums).to_have_count(2)
    for told in sums.all_inner_texts():
        left, _, right = told.replace("−", "-").replace("%", "").replace(" ", "").partition("=")
        assert sum(int(part) for part in re.findall(r"[+-]?\d+", left)) == int(right), told


def test_a_whole_review_by_keys(visit: Visit) -> None:
    page = visit(size=DESK)
    table = finished(page)
    with_a_blunder(page)
    page.goto(f"/replay/{table}")
    page.locator("[data-test=analyse]").focus()
    page.keyboard.press("Enter")
    reviewed(page)
    expect(page.locator("[data-test=summary]")).to_contain_text("on your blunder (−19%)")
    assert not faults(page)
    page.locator("[data-test=tab-moves]").focus()
    page.keyboard.press("ArrowRight")
    check_sums(page)
    assert not faults(page)
    page.locator("[data-test=curve] [role=slider]").focus()
    page.keyboard.press("Home")
    slider = page.locator("[data-test=curve] [role=slider]")
    expect(slider).to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("[data-test=verdict]")).to_contain_text("Blunder −19%")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("Blunder, −19, win chance 50 %"))
    page.keyboard.press("Enter")
    study = page.locator("[data-test=study]")
    expect(study).to_contain_text("Blunder: −19%")
    expect(study.locator("[data-test=reason]")).to_have_text(
        "The better move keeps more cards in hand: 2.5 more, a few turns on."
    )
    page.keyboard.press("1")
    expect(study.locator("[data-test=played]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("2")
    expect(study.locator("[data-test=better]")).to_have_attribute("aria-pressed", "true")
    assert not faults(page)
    page.keyboard.press("r")
    expect(study.locator("[data-test=trial]")).to_have_text("Your turn: find a better move.")
    expect(study.locator("[data-test=better]")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(study).to_have_count(0)
    page.keyboard.press("End")
    expect(slider).to_have_attribute("aria-valuenow", str(slider.get_attribute("aria-valuemax")))


def test_a_whole_review_by_touch(visit: Visit) -> None:
    page = visit(size=PHONE, touch=True)
    finished(page, touch=True)
    with_a_blunder(page)
    page.locator("[data-test=analyse]").tap()
    page.wait_for_url("**/replay/*?analyse")
    reviewed(page)
    page.locator("[data-test=open-luck]").tap()
    check_sums(page)
    page.locator("[data-test=tab-moves]").tap()
    page.locator("[data-test=turn].blunder").tap()
    expect(page.locator("[data-test=verdict]")).to_contain_text("Blunder −19%")
    page.locator("[data-test=see-better]").tap()
    study = page.locator("[data-test=study]")
    expect(study.locator("[data-test=better]")).to_have_attribute("aria-pressed", "true")
    inside = "node => node.scrollWidth <= node.clientWidth && node.getBoundingClientRect().right <= innerWidth"
    assert study.evaluate(inside)
    study.locator("[data-test=retry]").tap()
    expect(study.locator("[data-test=trial]")).to_be_visible()
    study.locator("[data-test=show]").tap()
    expect(study.locator("[data-test=better]")).to_be_visible()
    study.locator("[data-test=leave]").tap()
    expect(page.locator("[data-test=curve]")).to_be_visible()
