"""Actions at a table besides playing: undo, pause, agree, point, mute, take notes, watch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, Visit
from tests.web.seated import becomes, late_gwynt, own_turn, play_a_turn, play_on, sit_down, to_move
from tests.web.test_match import BONDS, ME, OPEN, RANDOM, SWARM, lay

PHONE_SIZE = {"width": PHONE[0], "height": PHONE[1]}


def two_at_a_table(visit: Visit) -> tuple[Page, Page]:
    """A host and a guest on a phone, past the redraw: the one whose turn it is comes first."""
    host = visit()
    table = lay(host, "gwynt", [SWARM, OPEN])
    host.goto(f"/table/{table}")
    guest = visit(f"/table/{table}", size=PHONE)
    guest.get_by_label("Your deck", exact=True).select_option("northern_realms_bonds")
    sit_down(guest)
    expect(host.locator("[data-test=start]")).to_be_enabled()
    host.locator("[data-test=start]").click()
    for page in (host, guest):
        page.locator("[data-test=keep]").click()
    for page in (host, guest):
        expect(page.locator("[data-test=keep]")).to_have_count(0)
        expect(page.locator("[data-test=log]")).to_contain_text("Round 1")
    return to_move(host, guest)


def two_in_a_match(visit: Visit, position: str, **more: object) -> tuple[Page, Page]:
    """A host, whose turn it is, and a guest on a phone, in a match that begins from a position."""
    host = visit()
    table = lay(host, "gwynt", [ME, OPEN], position=position, **more)
    host.goto(f"/table/{table}")
    guest = visit(f"/table/{table}", size=PHONE)
    sit_down(guest)
    expect(host.locator("[data-test=start]")).to_be_enabled()
    host.locator("[data-test=start]").click()
    own_turn(host)
    return host, guest


def two_late_in_a_match(visit: Visit, **more: object) -> tuple[Page, Page]:
    """The same, a few cards from the end."""
    return two_in_a_match(visit, late_gwynt(), **more)


def leave(guest: Page) -> None:
    """Get up in the middle of a match, for good."""
    guest.evaluate("(table) => fetch(`/api/tables/${table}/seats/1`, {method: 'DELETE'})", guest.url.rpartition("/")[2])


def open_menu(page: Page, what: str) -> None:
    """Choose something of the menu."""
    page.locator("[data-test=menu]").click()
    page.locator(f"[data-test={what}]").click()


def test_undo_refused_then_granted(visit: Visit) -> None:
    first, second = two_at_a_table(visit)
    play_a_turn(first)
    expect(second.locator("[data-test=prompt].mine")).to_be_visible()
    first.locator("[data-test=undo]").click()
    expect(first.locator("[data-test=prompt]")).to_contain_text("to agree")
    expect(second.locator("[data-test=undo-asked]")).to_contain_text("asks to take back a move:")
    expect(second.locator("[data-test=undo-asked]")).to_contain_text("plays")  # in words of the game
    second.get_by_role("button", name="Refuse").click()
    expect(first.locator("[data-test=notice]")).to_contain_text("refused: the move stays.")
    expect(first.locator("[data-test=prompt]")).not_to_contain_text("consent")
    expect(second.locator("[data-test=prompt].mine")).to_be_visible()
    first.locator("[data-test=undo]").click()
    expect(first.locator("[data-test=notice]")).to_contain_text("You have already asked")
    play_a_turn(second)
    expect(first.locator("[data-test=prompt].mine")).to_be_visible()
    second.locator("[data-test=undo]").click()
    first.get_by_role("button", name="Agree").click()
    own_turn(second)
    expect(second.locator("[data-test=log]")).to_contain_text("took back a move")
    expect(first.locator("[data-test=prompt].mine")).to_have_count(0)


# Ana's one card is a spy: it brings her two cards, which Bo does not see.
SPY = """
game: gwynt 1
round: 1
turn: 0
seat 0: nilfgaard emhyr_emperor_of_nilfgaard
seat 1: scoiatael francesca_daisy_of_the_valley
hand 0: vattier_de_rideaux
deck 0: assire_var_anahid cynthia
hand 1: iorveth toruviel
"""


def test_an_undo_request_shows_the_revealed_facts(visit: Visit) -> None:
    host, guest = two_in_a_match(visit, SPY)
    play_a_turn(host)
    host.locator("[data-test=undo]").click()
    told = guest.locator("[data-test=prompt]")
    expect(told).to_contain_text("Ana asks to take back a move: Ana plays Vattier de Rideaux")
    expect(told).to_contain_text("Revealed since then: Ana draws 2 cards.")
    guest.get_by_role("button", name="Agree").click()
    own_turn(host)


def hand(page: Page) -> list[str]:
    """The cards of my hand, in order."""
    return sorted(page.locator("[data-test=hand]").evaluate_all("all => all.map((one) => one.dataset.kind)"))


# Seat 0 has used its leader, which takes a unit from the discard pile of the other one.
TAKES = """
game: gwynt 2
round: 1
turn: 0
seat 0: nilfgaard emhyr_relentless used
seat 1: monsters eredin_bringer_of_death
hand 0: cahir
hand 1: griffin
pile 1: nekker ghoul
ask 1: take 0 1 0
"""

# Ana's healer brings somebody back: a turn of two decisions, of which the first tells her nothing.
HEALER = """
game: gwynt 1
round: 1
turn: 0
seat 0: scoiatael francesca_daisy_of_the_valley
hand 0: havekar_healer eithne
pile 0: barclay_els yaevinn
seat 1: scoiatael francesca_daisy_of_the_valley
hand 1: dennis_cranmer iorveth
"""


def test_undo_is_free_within_a_turn(visit: Visit) -> None:
    host, guest = two_in_a_match(visit, HEALER)
    becomes(host, lambda: hand(host), ["eithne", "havekar_healer"])
    host.locator("[data-test=hand][data-kind=havekar_healer]").click()
    expect(host.locator("[data-test=chooser]")).to_be_visible()
    becomes(host, lambda: hand(host), ["eithne"])
    host.locator("[data-test=undo]").click()
    expect(host.locator("[data-test=log]")).to_contain_text("took back a move")
    own_turn(host)
    becomes(host, lambda: hand(host), ["eithne", "havekar_healer"])
    expect(guest.get_by_role("button", name="Agree")).to_have_count(0)


def test_a_bot_lets_a_move_be_taken_back(visit: Visit) -> None:
    page = visit()
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
    own_turn(page)
    expect(page.locator("[data-test=hand]")).to_have_count(10)
    before = hand(page)
    page.locator("[data-test=keep]").click()
    expect(page.locator("[data-test=keep]")).to_have_count(0)
    own_turn(page)
    told = page.locator("[data-test=log] li")
    entries = told.count()
    play_on(page, moves=1)
    expect(told).not_to_have_count(entries)
    own_turn(page)  # the bot has answered by now, and agrees to everything
    page.locator("[data-test=undo]").click()
    expect(page.locator("[data-test=log]")).to_contain_text("took back a move")
    becomes(page, lambda: hand(page), before)


def test_a_pause_a_note_and_an_end_by_agreement(visit: Visit) -> None:
    first, second = two_at_a_table(visit)
    open_menu(first, "pause")
    for page in (first, second):
        expect(page.locator("[data-test=prompt]")).to_contain_text("paused")
    expect(first.locator("[data-test=hand][data-legal=true]")).to_have_count(0)
    second.locator("[data-test=go-on]").click()
    own_turn(first)

    desk = first if first.viewport_size != PHONE_SIZE else second
    desk.locator("[data-test=tab-notes]").click()
    with desk.expect_response(lambda answer: answer.request.method == "PUT" and answer.url.endswith("/note")):
        desk.locator("[data-test=notes]").fill("Keeps a scorch for the end.")
    expect(desk.get_by_text("Saved. Only you can read it.")).to_be_visible()
    desk.reload()
    desk.locator("[data-test=tab-notes]").click()
    expect(desk.locator("[data-test=notes]")).to_have_value("Keeps a scorch for the end.")

    open_menu(second, "agree-end")
    expect(second.locator("[data-test=prompt]")).to_contain_text("You offered a draw")
    expect(first.locator("[data-test=prompt]")).to_contain_text("offers to end the match")
    first.locator("[data-test=agree-to-end]").click()
    for page in (first, second):
        expect(page.locator("[data-test=ending]")).to_contain_text("The match ended by agreement.")


def test_pointing_muting_and_a_spectator(visit: Visit) -> None:
    first, second = two_at_a_table(visit)
    watcher = visit(first.url)
    expect(watcher.locator("[data-test=prompt]")).to_contain_text("Waiting for")
    expect(watcher.locator("[data-test=hand]")).to_have_count(0)

    open_menu(first, "point")
    first.locator("[data-test=leader-other]").click()  # the side it stands on is what is pointed at
    for page in (second, watcher):
        expect(page.locator("[data-test=pointed]")).to_be_visible()
    assert first.locator("[data-test=large]").count() == 0, "pointing at a leader is not reading the card"

    host, guest = (first, second) if first.viewport_size != PHONE_SIZE else (second, first)
    host.locator("[data-test=manners]").click()
    host.locator("[data-test=mute]").click()
    guest.locator("[data-test=side]").click()
    guest.locator("[data-test=tab-talk]").click()
    guest.get_by_label("Write a message").fill("Nobody hears this")
    guest.get_by_label("Send").click()
    host.locator("[data-test=tab-talk]").click()
    host.get_by_label("Write a message").fill("But this is heard")
    host.get_by_label("Send").click()
    expect(watcher.locator("[data-test=tab-talk] .dot")).to_be_visible()
    watcher.locator("[data-test=tab-talk]").click()
    expect(watcher.get_by_text("But this is heard")).to_be_visible()
    expect(watcher.get_by_text("Nobody hears this")).to_have_count(0)


def test_a_person_who_is_removed_is_followed_by_a_bot(visit: Visit) -> None:
    host, _ = two_late_in_a_match(visit)
    host.locator("[data-test=manners]").click()
    host.locator("[data-test=remove]").click()
    host.locator("[data-test=remove]").click()
    expect(host.locator("[data-test=manners]")).to_have_count(0)
    own_turn(host)
    play_on(host)
    expect(host.locator("[data-test=ending]")).to_be_visible()


def test_the_host_gives_a_seat_that_was_left_to_a_bot(visit: Visit) -> None:
    host, guest = two_late_in_a_match(visit, takeover="person")
    play_a_turn(host)
    leave(guest)
    prompt = host.locator("[data-test=prompt]")
    expect(prompt).to_contain_text("has left the table.")
    watcher = visit(host.url, size=PHONE, language="fr-FR")
    expect(watcher.locator("[data-test=prompt]")).to_contain_text("a quitté la table.")
    expect(watcher.locator("[data-test=prompt] [data-test=take-seat]")).to_be_visible()
    expect(watcher.locator("[data-test=to-bot]")).to_have_count(0)  # that is the host's to decide
    expect(host.locator("[data-test=take-seat]")).to_have_count(0)  # who sits has a hand already
    prompt.locator("[data-test=to-bot]").click()
    own_turn(host)  # the bot has played
    expect(host.locator("[data-test=to-bot]")).to_have_count(0)


@pytest.mark.parametrize("bots_take_over", [True, pytest.param(False, marks=pytest.mark.long)])
def test_the_host_chooses_whether_bots_replace_players_who_leave(visit: Visit, bots_take_over: bool) -> None:
    host = visit("/new/gwynt")
    host.get_by_label("Seat 2").select_option("open")
    host.get_by_label("Your deck", exact=True).select_option("monsters_swarm")
    host.get_by_label("A bot takes over if somebody leaves").set_checked(bots_take_over)
    host.locator("[data-test=name]").fill("Ana")
    host.get_by_role("button", name="Create the table").click()
    host.wait_for_url("**/table/*")
    guest = visit(host.url, size=PHONE)
    guest.get_by_label("Your deck", exact=True).select_option("northern_realms_bonds")
    sit_down(guest)
    host.locator("[data-test=start]").click()
    for page in (host, guest):
        page.locator("[data-test=keep]").click()
    for page in (host, guest):
        expect(page.locator("[data-test=keep]")).to_have_count(0)
        expect(page.locator("[data-test=log]")).to_contain_text("Round 1")
    host_begins = to_move(host, guest)[0] is host
    told = host.locator("[data-test=log] li")
    entries = told.count()
    leave(guest)
    if not bots_take_over:
        if host_begins:
            play_a_turn(host)
        expect(host.locator("[data-test=prompt]")).to_contain_text("has left the table.")
        return
    if host_begins:
        play_on(host, moves=1)
    expect(told.nth(entries + host_begins)).to_be_visible()  # the bot has played in the place of who left


def test_a_spectator_takes_a_seat_that_was_left(visit: Visit) -> None:
    host, guest = two_late_in_a_match(visit, takeover="person")
    watcher = visit(host.url, size=PHONE)
    expect(watcher.locator("[data-test=prompt]")).to_contain_text("Waiting for")
    play_a_turn(host)
    leave(guest)
    watcher.locator("[data-test=prompt] [data-test=take-seat]").click()
    own_turn(watcher)
    expect(watcher.locator("[data-test=hand]").first).to_be_visible()
    play_a_turn(watcher)
    own_turn(host)


def test_previews_hints_and_long_press(visit: Visit) -> None:
    page = visit()
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
    own_turn(page)
    page.locator("[data-test=keep]").click()
    own_turn(page)
    page.locator("[data-test=hand][data-kind=nekker], [data-test=hand][data-legal=true]").last.hover()
    page.locator("[data-test=hint]").click()
    expect(page.locator("[data-test=advised]")).to_contain_text("Hint")
    unit = page.locator("[data-test=hand][data-legal=true]").first
    unit.hover()
    expect(page.locator(".then").first).to_be_visible()  # what the rows would count then

    phone = visit(size=PHONE, touch=True)
    phone.goto(f"/table/{lay(phone, 'gwynt', [SWARM, BONDS])}")
    own_turn(phone)
    card = phone.locator("[data-test=hand]").first
    box = card.bounding_box()
    assert box
    at = {"clientX": box["x"] + 20, "clientY": box["y"] + 30, "pointerType": "touch", "bubbles": True}
    card.dispatch_event("pointerdown", at)
    expect(phone.locator("[data-test=large]")).to_be_visible()
    card.dispatch_event("pointerup", at)
    card.dispatch_event("click")
    phone.wait_for_timeout(300)
    expect(phone.locator("[data-test=prompt]")).to_contain_text("2 more at most")  # the press has only read it


def test_a_hint_lies_above_the_question_it_answers(visit: Visit) -> None:
    """A panel asks, and everything behind it is dimmed, except the hint, which can be read and closed."""
    page = visit(size=PHONE, touch=True)
    page.goto(f"/table/{lay(page, 'gwynt', [ME, RANDOM], position=TAKES)}")
    own_turn(page)
    expect(page.locator("[data-test=chooser]")).to_be_visible()
    page.locator("[data-test=hint]").tap()
    advice = page.locator("[data-test=advice]")
    expect(advice).to_contain_text("Hint")
    expect(page.locator("[data-test=choice].hinted")).to_have_count(1)
    advice.get_by_role("button", name="Close").tap()
    expect(advice).to_have_count(0)
    expect(page.locator("[data-test=chooser]")).to_be_visible()


def test_on_the_smallest_of_phones_buttons_and_totals_are_not_cut_off(visit: Visit) -> None:
    page = visit(size=(320, 568), language="fr")
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, RANDOM])}")
    outside = """() => [...document.querySelectorAll('.side *')]
        .filter((part) => part.getBoundingClientRect().right > innerWidth).map((part) => part.className)"""
    own_turn(page)
    expect(page.locator("[data-test=keep]")).to_be_visible()
    assert page.evaluate(outside) == []
    page.locator("[data-test=keep]").click()
    expect(page.locator("[data-test=pass]")).to_be_visible()
    assert page.evaluate(outside) == []
