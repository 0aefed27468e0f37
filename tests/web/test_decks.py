"""The deck builder: a deck is built, kept, shared as text and played. What may be in it, the server says."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, Visit
from tests.web.seated import own_turn


def workshop(page: Page) -> Page:
    """The deck builder, with a first deck that may be played."""
    page.goto("/decks/gwynt")
    expect(page.locator("[data-test=verdict]")).to_contain_text("is legal")
    return page


def begin_with(page: Page, deck: str) -> None:
    """Begin with a ready-made deck or an empty one."""
    page.locator("[data-test=begin]").select_option(deck)


def test_a_deck_is_built_kept_shared_and_played(visit: Visit) -> None:
    page = workshop(visit())
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    begin_with(page, "new:northern_realms")
    verdict = page.locator("[data-test=verdict]")
    expect(verdict).to_contain_text("0 unit cards; a deck needs at least 22")
    expect(page.locator("[data-test=play-deck]")).to_be_disabled()

    # Units of the faction, as many copies as a click each gives.
    page.locator("[data-test=filter-faction]").select_option("northern_realms")
    pool = page.locator("[data-test^=pool-]")
    for at in range(22):
        pool.nth(at).click()
    expect(verdict).to_contain_text("is legal")
    page.locator("[data-test=deck-name]").fill("Banner of mine")
    page.locator("[data-test=save]").click()
    note = page.locator("[data-test=note]")
    expect(note).to_contain_text("“Banner of mine” is saved.")
    page.locator("[data-test=share-deck]").click()
    expect(note).to_contain_text("copied as text")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("faction: northern_realms\n")
    assert "name.en: Banner of mine" in text

    page.reload()
    begin_with(page, "Banner of mine")
    expect(page.locator("[data-test=deck-name]")).to_have_value("Banner of mine")
    expect(page.locator("[data-test=numbers] dd").first).to_contain_text("22")

    friend = workshop(visit(size=PHONE, touch=True))
    friend.locator("[data-test=paste]").tap()
    friend.locator("[data-test=pasted]").fill(text)
    friend.locator("[data-test=read]").tap()
    expect(friend.locator("[data-test=deck-name]")).to_have_value("Banner of mine")
    expect(friend.locator("[data-test=to-deck]")).to_contain_text("22 + 0")
    friend.locator("[data-test=play-deck]").tap()
    own_turn(friend)
    expect(friend.locator("[data-test=hand]")).to_have_count(10)

    page.goto("/new/gwynt")
    page.get_by_label("Seat 2").select_option("bot:novice")
    page.get_by_role("combobox", name="Your deck", exact=True).select_option("Banner of mine")
    page.get_by_role("button", name="Create the table").click()
    own_turn(page)
    expect(page.locator(".own .faction")).to_have_text("Northern Realms")


def test_cards_are_found_and_limits_explained(visit: Visit) -> None:
    page = workshop(visit())
    begin_with(page, "monsters_swarm")
    pool = page.locator("[data-test^=pool-]")
    page.locator("[data-test=search-cards]").fill("nekker")
    expect(pool).to_have_count(1)
    page.locator("[data-test=pool-nekker]").click()
    expect(page.locator("[data-test=note]")).to_contain_text("a full collection holds 3")
    expect(page.locator("li:has([data-test=pool-nekker]) .count")).to_have_text("3/3")

    page.locator("[data-test=search-cards]").fill("")
    page.locator("[data-test=filter-ability]").select_option("medic")
    nekker = page.locator("[data-test=pool-nekker]")
    expect(page.locator("[data-test=pool-yennefer_of_vengerberg]")).to_be_visible()
    expect(nekker).to_have_count(0)
    page.locator("[data-test=filter-ability]").select_option("")
    expect(nekker).to_have_count(1)
    page.locator("[data-test=filter-row]").select_option("siege")
    expect(nekker).to_have_count(0)
    expect(pool).not_to_have_count(0)

    page.locator("[data-test=search-cards]").fill("")
    page.locator("[data-test=filter-row]").select_option("")
    units = page.locator("[data-test=numbers] dd").first
    held = int(re.findall(r"\d+", units.inner_text())[0])
    while held >= 22:
        page.get_by_label("Remove Nekker").first.click()
        held -= 1
        expect(units).to_contain_text(str(held))
    expect(page.locator("[data-test=verdict]")).to_contain_text("a deck needs at least 22")
    page.locator("[data-test=language]").select_option("fr")
    expect(page.locator("[data-test=verdict]")).to_contain_text("au moins 22")


def test_a_text_that_can_not_be_read_is_explained_line_by_line(visit: Visit) -> None:
    page = workshop(visit())
    page.locator("[data-test=paste]").click()
    page.locator("[data-test=pasted]").fill("faction: monsters\nleader: eredin_king_of_the_wild_hunt\n3 nekkerr\n")
    page.locator("[data-test=read]").click()
    verdict = page.locator("[data-test=verdict]")
    expect(verdict).to_contain_text("Line 3")
    expect(verdict).to_contain_text("nekkerr")
    expect(page.locator("[data-test=play-deck]")).to_be_disabled()

    page.locator("[data-test=begin]").select_option("monsters_swarm")
    expect(page.locator("[data-test=play-deck]")).to_be_enabled()
    page.locator("[data-test=paste]").click()
    page.locator("[data-test=pasted]").fill("Dear Bo,\nsee you on Sunday\n")
    page.locator("[data-test=read]").click()
    expect(page.locator("[data-test=wrong]")).to_contain_text("This text is not a deck. Your deck is unchanged.")
    expect(page.locator("[data-test=wrong]")).to_contain_text("Line 1: “Dear Bo,”")
    expect(page.locator("[data-test=pasted]")).to_have_value("Dear Bo,\nsee you on Sunday\n")
    expect(page.locator("[data-test=play-deck]")).to_be_enabled()


# The keys of the workshop that stick out of the window.
OUTSIDE = """() => [...document.querySelectorAll('.ways .button')]
    .filter((key) => key.getBoundingClientRect().right > innerWidth).map((key) => key.textContent.trim())"""


def test_every_key_of_the_workshop_is_on_a_phone_s_screen(visit: Visit) -> None:
    page = visit("/decks/gwynt", size=PHONE, touch=True, language="fr-FR")
    page.locator("[data-test=play-deck]").wait_for()
    for width in (390, 360, 320):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(OUTSIDE) == []
