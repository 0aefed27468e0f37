"""The review of a match in a browser: asked for, read and tried again, by keys alone and by touch alone."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, Route, expect

from tests.server.house import House
from tests.web.conftest import DESK, PHONE, Visit
from tests.web.seated import ENDING, late_gwynt, own_turn, play_on
from tests.web.test_faults import faults
from tests.web.test_match import ME, RANDOM, lay


@pytest.fixture
def house(tmp_path: Path, built_page: Path, listener: socket.socket) -> Iterator[House]:
    """A server whose reviews take little time."""
    settings = {"page": built_page, "bot_pause": 0.02, "review_effort": 0.1}
    opened = House(f"sqlite:///{tmp_path / 'house.sqlite'}", listener, **settings)
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
        for seat in (told["review"] or {}).get("seats", []):
            seat["level"] = None  # as in most games
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
    page = visit(size=DESK, own=True)
    table = finished(page)
    with_a_blunder(page)
    page.goto(f"/replay/{table}")
    page.locator("[data-test=analyse]").focus()
    page.keyboard.press("Enter")
    reviewed(page)
    summary = page.locator("[data-test=summary]")
    expect(summary).to_contain_text(re.compile(r"at move \d+ \(round \d\), on your blunder: “.+” \(−19%\)"))
    expect(summary).to_contain_text(re.compile(r"(win|lose) \d to \d: .+\.|drawn: .+\."))
    expect(page.locator("[data-test=no-level]")).to_be_visible()
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
    page.keyboard.press("l")
    expect(study.locator("[data-test=line]")).to_contain_text(re.compile("Likely line after the better move"))
    page.keyboard.press("r")
    expect(study.locator("[data-test=trial]")).to_have_text("Your turn: find a better move.")
    expect(study.locator("[data-test=better]")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(study).to_have_count(0)
    page.keyboard.press("End")
    expect(slider).to_have_attribute("aria-valuenow", str(slider.get_attribute("aria-valuemax")))
    page.keyboard.press("ArrowUp")
    expect(slider).to_have_attribute("aria-valuenow", "0")
    knows = page.locator("[data-test=knows]")
    for value in ("0", "1", ""):  # what each one knew, then all open
        page.keyboard.press("k")
        expect(knows).to_have_value(value)
    page.keyboard.press("2")
    expect(page.locator("[data-test=curve] [aria-pressed=true]")).not_to_contain_text("you")
    page.keyboard.press("s")
    expect(summary).to_be_focused()


def test_a_whole_review_by_touch(visit: Visit) -> None:
    page = visit(size=PHONE, touch=True, own=True)
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


def test_the_review_is_shared_as_a_picture(visit: Visit) -> None:
    page = visit(size=PHONE, touch=True)
    finished(page, touch=True)
    page.locator("[data-test=analyse]").tap()
    page.wait_for_url("**/replay/*?analyse")
    reviewed(page)
    page.locator("[data-test=open-moves]").tap()
    won = "You win" in page.locator("[data-test=summary]").inner_text()
    page.keyboard.press("Escape")

    def download(form: str) -> bytes:
        page.locator("[data-test=share]").tap()
        with page.expect_download() as expected:
            page.locator(f"[data-test=share-{form}]").tap()
        assert expected.value.suggested_filename == f"ludotheque-gwynt.{form}"
        return Path(expected.value.path()).read_bytes()

    painted = download("png")
    assert painted[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(painted[16:20]), int.from_bytes(painted[20:24])) == (1200, 630)
    whole = ElementTree.fromstring(download("svg"))
    assert (whole.get("width"), whole.get("height")) == ("1200", "630")
    said = [element.text or "" for element in whole.iter() if element.tag.endswith("text")]
    assert {"Gwynt", "Ana"} <= set(said)
    assert ("Ana won." in " ".join(said)) is won
    assert sum(element.tag.endswith("polyline") for element in whole.iter()) == 3 + 2, "a grid, and two curves"


def test_one_leads_a_review_and_another_follows(visit: Visit) -> None:
    ana, bo = visit(size=DESK, own=True), visit(size=PHONE, touch=True, own=True)
    table = finished(ana)
    for page in (ana, bo):
        with_a_blunder(page)
    ana.goto(f"/replay/{table}")
    ana.locator("[data-test=analyse]").click()
    reviewed(ana)
    ana.locator("[data-test=share]").click()
    ana.locator("[data-test=share-together]").click()
    expect(ana.locator("[data-test=leading]")).to_contain_text("You lead the review")
    bo.goto(f"/replay/{table}?with")
    reviewed(bo)
    line = bo.locator("[data-test=leading]")
    expect(line).to_contain_text("Ana leads the review.")
    expect(ana.locator("[data-test=leading]")).to_contain_text("1 person follows")
    places = [page.locator("[data-test=curve] [role=slider]") for page in (ana, bo)]

    def both_at(place: str | None) -> None:
        for slider in places:
            expect(slider).to_have_attribute("aria-valuenow", str(place))

    ana.keyboard.press("Escape")
    places[0].focus()
    ana.keyboard.press("End")
    both_at(places[0].get_attribute("aria-valuemax"))
    ana.keyboard.press("Home")
    both_at("0")
    ana.keyboard.press("Shift+ArrowRight")
    ana.keyboard.press("Enter")
    for which, other in (("played", "better"), ("better", "played")):
        ana.locator(f"[data-test={which}]").click()
        expect(bo.locator(f"[data-test={which}]")).to_have_attribute("aria-pressed", "true")
        expect(bo.locator(f"[data-test={other}]")).to_have_attribute("aria-pressed", "false")
    ana.locator("[data-test=lead-point]").click()
    ana.locator("main [data-point], main [data-zone]").first.click()
    expect(bo.locator("[data-test=pointed]")).to_contain_text("Ana")
    ana.locator("[data-test=leave]").click()
    expect(bo.locator("[data-test=study]")).to_have_count(0)

    # A follower who moves goes on alone, and may come back.
    bo.locator("[data-test=back]").tap()
    expect(line).to_contain_text("You look on your own")
    ana.keyboard.press("End")
    expect(places[1]).not_to_have_attribute("aria-valuenow", str(places[0].get_attribute("aria-valuemax")))
    bo.locator("[data-test=follow]").tap()
    both_at(places[0].get_attribute("aria-valuemax"))

    ana.locator("[data-test=tab-talk]").click()
    ana.locator(".talk input").fill("Look at this pass")
    ana.keyboard.press("Enter")
    bo.locator("[data-test=open-talk]").tap()
    expect(bo.locator(".talk li")).to_contain_text("Look at this pass")
    bo.keyboard.press("Escape")
    ana.locator("[data-test=give-up]").click()
    expect(line).to_contain_text("Nobody leads the review.")
