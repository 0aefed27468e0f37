"""A finished match: its ending, its replay to the end, and playing on from a moment of it."""

from __future__ import annotations

import hashlib

from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, Visit
from tests.web.seated import ENDING, becomes, late_gwynt, own_turn, play_on
from tests.web.test_match import BONDS, ME, RANDOM, SWARM, lay


def finished(page: Page, touch: bool = False) -> str:
    """A match of Gwynt that was just played to its end: the id of its table."""
    table = lay(page, "gwynt", [ME, RANDOM], position=late_gwynt())
    page.goto(f"/table/{table}")
    own_turn(page)
    play_on(page, touch=touch)
    expect(page.locator(ENDING)).to_be_visible()
    return table


def test_the_ending_proves_the_deal(visit: Visit) -> None:
    page = visit("/", own=True)
    page.locator("[data-test=play-gwynt]").click()
    own_turn(page)
    page.locator("[data-test=menu]").click()
    page.locator("[data-test=resign]").click()
    page.locator("[data-test=resign]").click()
    page.locator("[data-test=fair]").click()
    findings = page.locator("[data-test=findings]")
    expect(findings).to_contain_text("The deal was fair.")
    expect(findings).to_contain_text("This device's part was used.")
    expect(findings.locator("li")).to_have_count(4)

    # As if the server had dealt from another seed than the one it had announced.
    page.route("**/record", lambda route: route.fulfill(json=tampered(route.fetch().json())))
    page.reload()
    page.locator("[data-test=fair]").click()
    expect(findings).to_contain_text("Something is wrong with this deal.")
    expect(findings).to_contain_text("The server's part differs from the one it announced.")


THIRD_ROUND = """game: gwynt 1
players: 2
round: 3
gems: 1 1
totals 1: 168 179
totals 2: 117 104
passed: 1
hand 0: ballista
close 1: blue_stripes_commando
"""


def test_the_ending_of_a_long_match_fits_a_phone(visit: Visit) -> None:
    """Three rounds, in French, two of them before the position: all totals are there, none beyond the edge."""
    page = visit(size=PHONE, language="fr-FR", touch=True)
    table = lay(page, "gwynt", [ME, RANDOM], position=THIRD_ROUND)
    page.goto(f"/table/{table}")
    own_turn(page)
    page.locator("[data-test=pass]").tap()
    page.locator("[data-test=pass]").tap()
    ending = page.locator(ENDING)
    battles = ending.locator(".battles > li:not(.unfought)")
    expect(battles).to_have_count(3)
    for battle, totals in zip(battles.all(), (("168", "179"), ("117", "104")), strict=False):
        for total in totals:
            expect(battle.locator(".totals")).to_contain_text(total)
    inside = "node => node.getBoundingClientRect().right <= innerWidth && node.scrollWidth <= node.clientWidth"
    becomes(page, lambda: ending.evaluate(inside), True)


def tampered(record: dict[str, dict[str, object]]) -> object:
    """The record with another server's seed in it, and the hash that fits it: only who remembers the pledge sees it."""
    record["fairness"]["server_seed"] = "00" * 32
    record["fairness"]["server_hash"] = hashlib.sha256(bytes(32)).hexdigest()
    return record


def test_replay_to_the_end_and_play_on_from_here(visit: Visit) -> None:
    page = visit(size=PHONE, touch=True)
    table = finished(page, touch=True)
    page.locator("[data-test=replay]").tap()
    controls = page.locator("[data-test=controls]")
    expect(controls.locator("output")).to_contain_text("0 /")
    for name in ("Ada", "Ana"):  # both hands lie open
        hand = page.get_by_role("group", name=f"Hand of {name}")
        expect(hand.locator("[data-test=hand]").nth(1)).to_be_visible()
    last = int(controls.locator("output").inner_text().rpartition("/")[2])
    for _ in range(2):
        page.locator("[data-test=forward]").tap()
    expect(controls.locator("output")).to_contain_text(f"2 / {last}")
    page.locator("[data-test=last]").tap()
    expect(controls.locator("output")).to_contain_text(f"{last} / {last}")
    expect(page.locator("[data-test=play-on]")).to_be_disabled()  # nothing is left to play
    at = back_to_my_turn(page, last)
    assert at > 0, "the beginning would prove little"
    units, moment = lying(page), position(page, table, at)
    assert units
    page.locator("[data-test=play-on]").tap()
    page.wait_for_url("**/table/*")
    own_turn(page)
    fork = page.url.rpartition("/")[2]
    assert fork != table
    becomes(page, lambda: lying(page), units)
    play_on(page, touch=True)
    expect(page.locator(ENDING)).to_contain_text("This match started from a given position")
    assert position(page, fork, 0) == moment


def back_to_my_turn(page: Page, last: int) -> int:
    """Step back from the end to the last moment at which the person, not the bot, is to move; its place in the log."""
    for at in range(last - 1, -1, -1):
        page.locator("[data-test=back]").tap()
        expect(page.locator("[data-test=controls] output")).to_contain_text(f"{at} / {last}")
        expect(page.locator("[data-test=play-on]")).to_be_enabled()  # once the table that lies there is that moment's
        if page.get_by_label("Your seat").input_value() == "0":
            return at
    raise AssertionError("it is never the person's turn")


def lying(page: Page) -> list[str]:
    """The units on the board, row by row."""
    return sorted(page.locator(".unit[data-piece]").evaluate_all("all => all.map((one) => one.dataset.piece)"))


def position(page: Page, table: str, at: int) -> str:
    """The position of a finished match after an entry, by its place in the log: nothing was taken back."""
    asked = """async ([table, at]) => {
        const entries = await (await fetch(`/api/tables/${table}/replay`)).json()
        return (await (await fetch(`/api/tables/${table}/replay/${entries[at].number}`)).json()).text
    }"""
    return str(page.evaluate(asked, [table, at]))


def test_a_replay_plays_by_itself_and_by_keys(visit: Visit) -> None:
    page = visit()
    finished(page)
    page.locator("[data-test=replay]").click()
    output = page.locator("[data-test=controls] output")
    expect(output).to_contain_text("0 /")
    page.keyboard.press("ArrowRight")
    expect(output).to_contain_text("1 /")
    page.keyboard.press("End")
    last = int(output.inner_text().rpartition("/")[2])
    expect(output).to_contain_text(f"{last} / {last}")
    page.keyboard.press("Home")
    page.locator("[data-test=play]").click()
    expect(output).to_contain_text("2 /")
    page.locator("[data-test=play]").click()
    entry = page.locator("[data-test=log] li").nth(2)
    entry.locator("button").click()
    expect(page.locator("[data-test=log] li.here")).to_have_text(entry.inner_text().replace("\n", " "))


def test_the_table_as_it_was_during_play(visit: Visit) -> None:
    page = visit()
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
    own_turn(page)
    page.locator("[data-test=keep]").click()
    play_on(page, moves=3)
    own_turn(page)
    page.locator("[data-test=log] li button").first.click()
    expect(page.locator("[data-test=prompt]")).to_contain_text("The table after log entry 1")
    expect(page.locator("[data-test=hand]")).to_have_count(10)
    expect(page.locator("[data-test=hand][data-legal=true]")).to_have_count(0)
    page.keyboard.press("Escape")
    own_turn(page)
