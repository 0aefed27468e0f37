"""A newcomer's first minutes: a level, a match, the way back to it; a lobby with a friend; what is not there."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import DESK, PHONE, Visit
from tests.web.seated import own_turn, sit_down
from tests.web.test_match import OPEN, SWARM, lay


def test_the_first_minutes(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    cover = page.locator("article[data-game=gwynt]")
    expect(cover.get_by_role("radio", name="Amateur")).to_be_checked()
    for width in (320, PHONE[0]):  # on the smallest of phones, too, no name is cut off
        page.set_viewport_size({"width": width, "height": PHONE[1]})
        for game, offered in (("gunkimono", 5), ("gwynt", 4)):  # where adept and master are one player, one is offered
            there = page.locator(f"article[data-game={game}]")
            room = there.locator(".levels").evaluate("one => one.clientWidth - one.scrollWidth")
            names = there.locator(".levels label").evaluate_all(
                "all => all.map(one => one.clientWidth - one.scrollWidth)"
            )
            assert (room, names) == (0, [0] * offered)
    # Nor is anything else, where words are longer; nor where four covers stand side by side.
    page.locator("[data-test=language]").click()
    expect(page.locator("[data-test=seek-gwynt]")).to_have_text("Trouver un joueur")
    for width in (320, PHONE[0], DESK[0]):
        page.set_viewport_size({"width": width, "height": PHONE[1]})
        cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
        assert page.locator("article, article .levels, article label, article .button").evaluate_all(cut) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.locator("[data-test=language]").click()
    cover.get_by_text("Easy").click()
    expect(cover).to_contain_text("Plays fast and is often wrong")
    page.locator("[data-test=play-gwynt]").click()
    own_turn(page)
    page.locator("[data-test=side]").click()
    expect(page.locator("[data-test=level]")).to_have_text("easy")
    table = page.url
    # “Play” goes on with what was begun.
    page.goto("/")
    expect(page.locator("h2").first).to_have_text("My matches")
    page.locator("[data-test=go-on-gwynt]").click()
    page.wait_for_url(table)
    own_turn(page)
    # What keys do.
    page.keyboard.press("?")
    expect(page.locator("[data-test=keys]")).to_contain_text("to the list of moves")
    page.keyboard.press("?")
    expect(page.locator("[data-test=keys]")).not_to_be_visible()
    # The keyboard stays where it was after a move.
    page.keyboard.press("m")
    page.locator("[data-moves] :focus").wait_for()
    page.keyboard.press("Enter")
    page.locator("[data-moves] :focus").wait_for()
    # What is not there says so, and leads back.
    for address, told in (
        ("/rules/chess", "There is no such game here."),
        ("/new/chess", "There is no such game here."),
        ("/table/nowhere", "There is no such table."),
        ("/somewhere", "There is nothing under this address."),
    ):
        page.goto(address)
        expect(page.locator("h1")).to_have_text(told)
        expect(page.get_by_role("link", name="To the games")).to_be_visible()
    page.goto("/rules/gwynt")
    expect(page.locator("main h2").first).to_have_text("The aim")
    expect(page.locator("main")).to_contain_text("Win two of three rounds.")
    expect(page.locator("[data-test=options]")).to_contain_text("Expansions")


def test_a_lobby_tells_what_is_played_and_asks_for_a_name(visit: Visit) -> None:
    host = visit()
    clock = {"bank": 600, "increment": 20}
    table = lay(host, "gwynt", [SWARM, OPEN], clock=clock, options={"expansions": True})
    host.goto(f"/table/{table}")
    facts = host.locator("[data-test=facts]")
    for told in ("Host: ", "10 minutes and 20 s a move", "Expansions", "Rules"):
        expect(facts).to_contain_text(told)
    # The boldest button invites: it does not take the friend's chair.
    expect(host.locator(".first:visible").first).to_have_text("Invite")
    guest = visit(f"/table/{table}", size=PHONE, language="fr-FR")
    sit_down(guest, "Élise")
    seats = host.locator(".seats")
    expect(seats).to_contain_text("Élise")
    # A changed name holds at once, and what is chosen is what is played.
    guest.evaluate(
        """() => fetch('/api/me', {method: 'PATCH', body: JSON.stringify({name: 'Zoé'}),
            headers: {'content-type': 'application/json'}})"""
    )
    expect(seats).to_contain_text("Zoé")
    with guest.expect_response("**/seats/1") as sent:
        guest.get_by_role("combobox", name="Votre paquet").select_option("northern_realms_bonds")
    assert '"deck":"northern_realms_bonds"' in (sent.value.request.post_data or "")
    host.get_by_label("Say something").fill("Hello!")
    host.get_by_label("Send").click()
    expect(guest.get_by_text("Hello!")).to_be_visible()
    host.locator("[data-test=start]").click()
    own_turn(guest)
    expect(guest.locator(".own .faction")).to_have_text("Royaumes du Nord")
