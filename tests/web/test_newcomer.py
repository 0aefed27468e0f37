"""A newcomer's first minutes: a level, a match, the way back to it; a lobby with a friend; missing pages."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import DESK, PHONE, Visit
from tests.web.seated import boxes, own_turn, sit_down
from tests.web.test_match import OPEN, SWARM, lay


def test_the_first_minutes(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    # The first screen of a phone shows all four games, each with a key that plays.
    plays = page.locator("[data-test^=play-]")
    expect(plays).to_have_count(4)
    assert all(box["y"] + box["height"] <= PHONE[1] for box in boxes(*plays.all()))
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.outerHTML.slice(0, 200))"
    for language, title in (("fr", "Jeux"), ("de", "Spiele"), ("en", "Games")):
        page.locator("[data-test=language]").select_option(language)
        expect(page.locator(".games h2")).to_have_text(title)
        for width in (320, PHONE[0], 820, DESK[0]):  # nothing is cut off, also where words are longer
            page.set_viewport_size({"width": width, "height": PHONE[1]})
            assert (
                page.locator("article, article h3, article .button, header, header .button, main").evaluate_all(cut)
                == []
            )
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    # At a first visit the games come before the people.
    games, lobby = boxes(*(page.locator(f"main > .{part}") for part in ("games", "lobby")))
    assert games["y"] < lobby["y"]
    # A tap on the card leads to the game's own page; so does a digit.
    page.locator("article[data-game=gwynt]").click(position={"x": 20, "y": 20})
    page.wait_for_url("**/game/gwynt")
    cover = page.locator("main[data-game=gwynt]")
    expect(cover.get_by_role("radio", name="Beginner")).to_be_checked()
    for language, seek in (("fr", "Trouver un joueur"), ("de", "Mitspieler finden"), ("en", "Find a player")):
        page.locator("[data-test=language]").select_option(language)
        expect(page.locator("[data-test=seek-gwynt]")).to_have_text(seek)
        for width in (320, PHONE[0], 820, DESK[0]):
            page.set_viewport_size({"width": width, "height": PHONE[1]})
            parts = "main, main .levels, main .levels label, main .button, .tiles a, header, header .button"
            assert page.locator(parts).evaluate_all(cut) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    cover.get_by_text("Easy", exact=True).click()
    expect(cover).to_contain_text("Takes the best move at once")
    page.locator("[data-test=play-gwynt]").click()
    own_turn(page)
    page.locator("[data-test=side]").click()
    expect(page.locator("[data-test=level]")).to_have_text("easy")
    table = page.url
    # “Play” goes on with what was begun.
    page.goto("/")
    expect(page.locator("h2").first).to_have_text("Your turn 1")
    page.keyboard.press("1")
    page.wait_for_url("**/game/*")
    page.go_back()
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
        ("/rules/chess", "This game doesn't exist here."),
        ("/new/chess", "This game doesn't exist here."),
        ("/table/nowhere", "This table doesn't exist."),
        ("/somewhere", "There is no page at this address."),
    ):
        page.goto(address)
        expect(page.locator("h1")).to_have_text(told)
        expect(page.get_by_role("link", name="To the games")).to_be_visible()
    page.goto("/rules/gwynt")
    expect(page.locator("main h2").first).to_have_text("Goal")
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
    # One title, one key, within the first 560 pixels; no code to scan, no address.
    expect(guest.locator("h1")).to_have_text("Ana vous invite à Gwynt")
    key = guest.locator("[data-test=sit]")
    expect(key).to_have_text("Jouer avec Ana")
    expect(key).to_be_focused()
    [box] = boxes(key)
    assert box["y"] + box["height"] < 560
    expect(guest.locator(".qr")).to_have_count(0)
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
    host.get_by_label("Write a message").fill("Hello!")
    host.get_by_label("Send").click()
    expect(guest.get_by_text("Hello!")).to_be_visible()
    host.locator("[data-test=start]").click()
    expect(guest.locator(".own .faction")).to_have_text("Royaumes du Nord")
