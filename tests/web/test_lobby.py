"""The lobby with two people: a search joined from another home, a match watched, lines that stay still and true."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.server.house import House
from tests.web.conftest import PHONE, Visit
from tests.web.seated import boxes
from tests.web.test_faults import faults

LIVE = {"bank": 600, "increment": 20}


def test_a_search_is_joined_from_the_home_of_another(visit: Visit) -> None:
    guest = visit("/", size=PHONE, language="fr-FR")
    expect(guest.locator("[data-test=nobody]")).to_be_visible()
    host = visit("/game/gwynt", size=PHONE)
    host.locator("[data-test=seek-gwynt]").click()
    host.locator("[data-test=name]").fill("Ada")
    host.locator("[data-test=seek]").click()
    line = guest.locator("[data-test=line-seek]")
    expect(line).to_contain_text("Ada cherche un Gwynt")
    expect(line).to_contain_text("10 min + 20 s")
    assert not faults(guest)
    # Somebody without a name is asked for one, then both sit at the table and the match begins.
    line.locator("[data-test=join]").click()
    guest.locator("[data-test=name]").fill("Zoé")
    guest.locator("[data-test=join-named]").click()
    for page in (host, guest):
        page.wait_for_url("**/table/*")
        page.locator("[data-test=prompt]").wait_for()
    # A third person sees the match and watches it.
    other = visit("/")
    match = other.locator("[data-test=line-match]")
    expect(match).to_contain_text("Ada – Zoé")
    match.get_by_role("link").click()
    other.wait_for_url(host.url)
    expect(other.locator("[data-test=watching-count]")).to_have_text("1")
    other.go_back()
    expect(match).to_be_visible()
    guest.locator("[data-test=menu]").click()
    guest.locator("[data-test=resign]").click()
    guest.locator("[data-test=resign]").click()
    # A line that is no longer true turns grey, says so, and goes.
    expect(other.locator("[data-test=line-match].gone")).to_contain_text("finished")
    expect(match).to_have_count(0)


def test_the_list_does_not_move_under_a_finger(visit: Visit, house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    ana.ask("POST", "/api/me/seek", {"game": "gwynt", "clock": LIVE})
    page = visit("/lobby", size=PHONE)
    lines = page.locator("[data-test=line-seek]")
    expect(lines).to_have_count(1)
    [box] = boxes(lines)
    page.mouse.move(box["x"] + 60, box["y"] + 10)
    page.mouse.down()
    bo.ask("POST", "/api/me/seek", {"game": "kunitori"})
    expect(page.locator(".waiting")).to_have_text("1 new")
    assert boxes(lines) == [box]
    ana.ask("DELETE", "/api/me/seek")
    expect(lines.locator("[data-test=join]")).to_be_disabled()
    page.mouse.up()
    expect(lines.filter(has_text="Bo")).to_have_count(1)
    page.locator("[data-test=open-game]").select_option("gwynt")
    expect(lines.filter(has_text="Bo")).to_have_count(0)


def test_a_search_that_is_over_refuses_and_people_known_are_shown(visit: Visit, house: House) -> None:
    ana = house.guest("Ana")
    page = visit("/new/gwynt", complains=True, own=True)  # of the refused request
    page.get_by_label("Seat 2").select_option("open")
    page.locator("[data-test=name]").fill("Bo")
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")
    table = page.url.rpartition("/")[2]
    ana.sit(table, 1)
    page.locator("[data-test=start]").click()
    page.locator("[data-test=prompt]").wait_for()
    ana.ask("POST", f"/api/tables/{table}/seats/1/resignation")
    page.goto("/")
    person = page.locator("[data-test=person]")
    expect(page.locator("[data-test=nobody]")).to_be_visible()
    anas = ana.page()
    anas.send({"type": "enter_lobby"})
    expect(person).to_contain_text("Ana")
    ana.ask("POST", "/api/me/seek", {"game": "gwynt", "clock": LIVE})
    expect(page.locator("[data-test=line-seek]")).to_contain_text("Ana is looking for a game of Gwynt")
    anas.close()
    expect(person).to_have_count(0)

    def too_late(route: Route) -> None:
        ana.ask("DELETE", "/api/me/seek")
        route.continue_()

    page.route("**/api/me/seek", too_late)
    page.locator("[data-test=join]").click()
    expect(page.get_by_role("alert")).to_contain_text("This search is over")
