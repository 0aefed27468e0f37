"""Spectators, the lists of the home page, and a rematch whose deal can be checked."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import ludotheque as lt
from ludotheque import bots
from tests.web.conftest import PHONE, Visit
from tests.web.seated import ENDING, own_turn, play_on, sit_down
from tests.web.test_match import BONDS, ME, OPEN, SWARM, lay


def test_spectators_are_counted_and_named(visit: Visit) -> None:
    host = visit()
    host.goto(f"/table/{lay(host, 'gwynt', [SWARM, BONDS])}")
    own_turn(host)
    expect(host.locator("[data-test=watching-count]")).to_have_count(0)
    known = visit()
    lay(known, "gwynt", [ME, OPEN])  # creating a table requires a name
    known.goto(host.url)
    expect(host.locator("[data-test=watching]")).to_have_text("Watching: Ana")
    unknown = visit(host.url, size=PHONE, language="fr-FR")
    expect(host.locator("[data-test=watching]")).to_have_text("Watching: Ana, 1 guest")
    expect(host.locator("[data-test=watching-count]")).to_have_text("2")
    expect(unknown.locator("[data-test=watching-count]")).to_have_text("2")
    unknown.locator("[data-test=side]").click()
    expect(unknown.locator("[data-test=watching]")).to_have_text("Regardent\u00a0: Ana, 1 invité")
    known.goto("/")
    expect(host.locator("[data-test=watching]")).to_have_text("Watching: 1 guest")


def fair(page: Page) -> None:
    """Check the deal of a match that is over: this device had a part in it."""
    page.locator("[data-test=fair]").click()
    findings = page.locator("[data-test=findings]")
    expect(findings).to_contain_text("The deal was fair.")
    expect(findings).to_contain_text("This device's part was used.")


def test_a_rematch_carries_its_own_pledge(visit: Visit) -> None:
    page = visit("/")
    page.locator("[data-test=play-gwynt]").click()
    own_turn(page)
    first = page.url
    resign(page)
    fair(page)
    page.locator("[data-test=rematch]").click()
    page.wait_for_function("(first) => location.href !== first", arg=first)
    own_turn(page)
    resign(page)
    fair(page)


def test_in_a_rematch_of_two_people_both_pledge(visit: Visit) -> None:
    host = visit()
    table = lay(host, "gwynt", [SWARM, OPEN])
    host.goto(f"/table/{table}")
    guest = visit(f"/table/{table}")
    guest.get_by_label("Your deck", exact=True).select_option("northern_realms_bonds")
    sit_down(guest)
    host.locator("[data-test=start]").click()
    own_turn(guest)
    resign(guest)
    host.locator("[data-test=rematch]").click()
    expect(host.get_by_text("The rematch begins as soon as Bo agrees.")).to_be_visible()
    expect(host.locator("[data-test=start]")).to_have_count(0)
    guest.get_by_role("link", name="Go to the rematch").click()
    guest.get_by_role("button", name="Accept the rematch").click()  # then it begins by itself
    own_turn(guest)
    own_turn(host)
    resign(host)
    for page in (host, guest):
        fair(page)


def resign(page: Page) -> None:
    """Give up, and mean it."""
    page.locator("[data-test=menu]").click()
    page.locator("[data-test=resign]").click()
    page.locator("[data-test=resign]").click()
    expect(page.locator(ENDING)).to_be_visible()


def test_home_lists_what_is_mine_to_move_first(visit: Visit) -> None:
    page = visit()
    mine = lay(page, "gwynt", [SWARM, BONDS])
    # Laid later by the same person, who owes no move there.
    waiting = page.evaluate(
        """async (seats) => {
            const body = JSON.stringify({game: 'gwynt', seats})
            const headers = {'content-type': 'application/json'}
            return (await (await fetch('/api/tables', {method: 'POST', body, headers})).json()).id
        }""",
        [ME, OPEN],
    )
    page.goto("/")
    section = page.locator("section", has=page.get_by_role("heading", name="Your turn 1"))
    links = section.get_by_role("listitem").get_by_role("link")
    expect(links).to_have_count(2)
    for at, table in enumerate((mine, waiting)):
        expect(links.nth(at)).to_have_attribute("href", f"/table/{table}")
    # How it stands there, and what there is to play today besides.
    expect(links.first).to_contain_text("0 to 0")
    expect(page.locator("[data-test=daily]")).to_contain_text(re.compile(r"(Gwynt|Gunkimono|Kunitori!|Gorynich)"))
    expect(page.locator("[data-test=problems]")).to_contain_text(re.compile(r"(Gwynt|Gunkimono|Kunitori!|Gorynich)"))


class Broken:
    """A bot with a fault."""

    name = "random"
    seed = 0

    def choose(self, pos: lt.Position, seat: int) -> lt.Move:
        """No move."""
        raise ZeroDivisionError


def test_a_replacement_bot_is_shown_at_the_seat_and_in_the_log(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    host = visit()
    host.goto(f"/table/{lay(host, 'gwynt', [SWARM, BONDS])}")
    own_turn(host)
    monkeypatch.setitem(bots.BOTS, "random", lambda seed: Broken())
    watcher = visit(host.url, language="fr-FR")
    play_on(host, 6)
    expect(host.locator("[data-test=level]")).to_have_text("a substitute")
    expect(host.locator("[data-test=log]")).to_contain_text("a simpler one decides for them.")
    expect(watcher.locator("[data-test=level]")).to_have_text("un remplaçant")
