"""The rules in the room: what we decided ourselves on a page of its own, and presets of options at a new table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import ludotheque as lt
from tests.web.conftest import DESK, PHONE, Visit
from tests.web.seated import boxes

GAMES = ("gunkimono", "kunitori", "gorynich", "gwynt")


@pytest.mark.parametrize("name", GAMES)
def test_rulings_are_one_page_reached_from_the_rules(visit: Visit, name: str) -> None:
    book = lt.game(name, "plain").rulebook("fr")
    decided = [rule for _, rules in book.sections for rule in rules if book[rule].ruling]
    page = visit(f"/rules/{name}", size=PHONE, language="fr-FR")
    reasons = page.locator("[data-test=ruling]")
    expect(reasons).to_have_count(len(decided))  # all of the book is laid out
    assert page.locator("article[id]").count() > len(decided)
    expect(reasons.first).not_to_have_attribute("open", "")
    page.locator("[data-test=rulings]").click()
    expect(page.locator("h1")).to_contain_text("Nos décisions")
    expect(page.locator("article[id]")).to_have_count(len(decided))
    assert page.locator("article[id]").evaluate_all("(all) => all.map(({id}) => id)") == decided
    expect(page.locator("[data-test=ruling][open]")).to_have_count(len(decided))
    page.goto(f"/rules/{name}/rulings#{decided[-1]}")  # a link to one of them
    expect(page.locator(f"#{decided[-1]}.cited")).to_be_in_viewport()
    page.locator("[data-test=all-rules]").click()
    expect(page.locator("[data-test=options]")).to_be_visible()


def test_gwynt_offers_the_video_games_way_beside_the_books(visit: Visit) -> None:
    page = visit("/new/gwynt", size=DESK)
    letter, game = (page.locator(".preset", has_text=re.compile(words)) for words in ("As printed", "The Witcher 3"))
    expect(letter).to_have_attribute("aria-pressed", "true")  # the letter is what is usual
    expect(game).to_have_attribute("aria-pressed", "false")
    assert page.locator("select[aria-label='Your deck']").count() == 1  # nothing moves later
    first, second = boxes(letter, game)
    assert first["y"] == second["y"], "they do not stand beside each other"
    game.click()
    expect(game).to_have_attribute("aria-pressed", "true")
    expect(letter).to_have_attribute("aria-pressed", "false")
    page.get_by_label("Seat 2").select_option("bot:random")
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")
    told = page.evaluate("(id) => fetch(`/api/tables/${id}`).then((answer) => answer.json())", page.url.split("/")[-1])
    assert lt.game("gwynt", "plain").declaration.presets["witcher3"].items() <= told["options"].items()
