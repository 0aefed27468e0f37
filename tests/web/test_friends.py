"""Two and three people: a friend's seat one tap away, the spectator's television, and one's own statistics."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.house import Guest, House
from tests.web.conftest import PHONE, Visit
from tests.web.seated import BOARD
from tests.web.test_faults import faults
from tests.web.test_match import BONDS, OPEN, SWARM, lay

# In the words of the page: resign from a match at a seat.
RESIGN = """([table, seat]) => fetch(`/api/tables/${table}/seats/${seat}/resignation`, {method: 'POST',
    headers: {'content-type': 'application/json'}}).then((answer) => answer.status)"""


def have_met(page: Page, guest: Guest) -> None:
    """Let the visitor of a page, who is called Ana, and a guest finish a match together."""
    table = lay(page, "gwynt", [SWARM, OPEN])
    guest.sit(table, 1)
    page.evaluate("(table) => fetch(`/api/tables/${table}/start`, {method: 'POST'})", table)
    guest.ask("POST", f"/api/tables/{table}/seats/1/resignation")


def test_a_friend_gets_a_seat_with_one_tap_and_sits_down_with_another(visit: Visit, house: House) -> None:
    ana = visit(size=PHONE, language="fr-FR")
    bo = house.guest("Bo")
    have_met(ana, bo)
    friend = visit("/icon.svg", size=PHONE, language="fr-FR")
    name, _, value = bo.cookie.partition("=")
    friend.context.add_cookies([{"name": name, "value": value, "url": f"http://127.0.0.1:{house.port}"}])
    friend.goto("/")
    ana.goto("/")
    key = ana.locator("[data-test=invite-person]")
    expect(key).to_have_count(1)
    # On a phone people come after the games, for the eye and for the keyboard.
    assert ana.evaluate(
        """() => {
            const [games, people] = ['.games', '[data-test=invite-person]'].map((what) => document.querySelector(what))
            const below = people.getBoundingClientRect().top > games.getBoundingClientRect().bottom
            return below && Boolean(games.compareDocumentPosition(people) & Node.DOCUMENT_POSITION_FOLLOWING)
        }"""
    )
    assert not faults(ana)
    expect(key).to_have_attribute("aria-label", "Inviter Bo à Gwynt")
    key.click()
    ana.wait_for_url("**/table/*")
    expect(ana.locator("[data-test=invite-friend]")).to_have_accessible_name("Bo a reçu l'invitation")
    # The friend's home shows the table at once, without being loaded again.
    invitation = friend.locator("[data-test=waiting]")
    expect(invitation).to_contain_text("Ana vous invite")
    expect(friend.locator("[data-test=decline]")).to_have_accessible_name("Décliner l'invitation d'Ana")
    assert not faults(friend)
    # Another one is declined there, and stays away.
    ana.evaluate(
        """async (person) => {
            const ask = (path, body) => fetch(path, {method: 'POST', headers: {'content-type': 'application/json'},
                body: JSON.stringify(body)})
            const {id} = await (await ask('/api/tables', {game: 'lampions', seats: [{kind: 'me'}, {kind: 'open'},
                {kind: 'open'}]})).json()
            await ask(`/api/tables/${id}/invitations`, {person})
        }""",
        bo.id,
    )
    other = friend.get_by_role("listitem").filter(has_text="Lampions · Ana")
    other.locator("[data-test=decline]").click()
    expect(other).to_have_count(0)
    assert [one["game"] for one in bo.ask("GET", "/api/tables")["invited"]] == ["gwynt"]
    invitation.click()
    expect(friend.locator("h1")).to_have_text("Ana vous invite à Gwynt")
    friend.locator("[data-test=sit]").click()  # Ana has invited Bo by name: nobody needs to start
    friend.locator(BOARD).first.wait_for()  # whose turn it is depends on the decks, which are drawn
    expect(friend.locator("[data-test=prompt]")).to_be_visible()


def test_a_free_seat_offers_the_people_one_has_played_with(visit: Visit, house: House) -> None:
    ana = visit(size=PHONE)
    bo, cem = house.guest("Bo"), house.guest("Cem")
    have_met(ana, bo)
    # Another table of the same person, where two seats are free.
    table = ana.evaluate(
        """async () => {
            const ask = (path, body) => fetch(path, {method: 'POST', headers: {'content-type': 'application/json'},
                body: JSON.stringify(body)}).then((answer) => answer.json())
            const seats = [{kind: 'me'}, {kind: 'open'}, {kind: 'open'}]
            return (await ask('/api/tables', {game: 'lampions', seats})).id
        }"""
    )
    ana.goto(f"/table/{table}")
    friends = ana.locator("[data-test=invite-friend]")
    expect(friends).to_have_count(1)
    friends.click()
    expect(friends).to_be_disabled()
    expect(friends).to_have_accessible_name("Bo is invited")
    assert [one["id"] for one in bo.ask("GET", "/api/tables")["invited"]] == [table]
    assert not faults(ana)
    # Strangers come by the link; who sits there is not offered.
    bo.sit(table, 1)
    cem.sit(table, 2)
    expect(ana.locator("[data-test=friends]")).to_have_count(0)


def begun(one: Guest, other: Guest) -> str:
    """A listed match of two people."""
    table = one.table("gwynt", "me", "open", listed=True)
    other.sit(table, 1)
    one.start(table)
    return table


def test_the_television_goes_on_with_the_next_match_by_itself(visit: Visit, house: House) -> None:
    people = [house.guest(name) for name in ("Ana", "Bo", "Cem", "Dan")]
    page = visit("/tv", size=PHONE)
    expect(page.locator("[data-test=tv-nothing]")).to_contain_text("No match to watch right now")
    first = begun(*people[:2])
    shown = page.locator("[data-test=television]")
    expect(shown).to_have_attribute("data-match", first)
    page.locator("[data-test=prompt]").wait_for()
    assert page.evaluate("document.documentElement.scrollHeight") <= PHONE[1]
    assert not faults(page)
    second = begun(*people[2:])
    other = page.locator("[data-test=tv-game]")
    expect(other).to_be_visible()
    # The first ends: its end is shown for a while, then the next one comes without a tap.
    people[1].ask("POST", f"/api/tables/{first}/seats/1/resignation")
    expect(page.locator("[data-test=tv-stay]")).to_be_visible()
    expect(page.locator(".strip")).to_contain_text("Cem – Dan")
    expect(shown).to_have_attribute("data-match", second)
    # It stays if one wants it to.
    third = begun(*people[:2])
    people[3].ask("POST", f"/api/tables/{second}/seats/1/resignation")
    page.locator("[data-test=tv-stay]").click()
    page.locator("[data-test=tv-go-on]").click()
    page.locator("[data-test=tv-now]").click()
    expect(shown).to_have_attribute("data-match", third)


def test_own_statistics_are_charts_with_a_table_behind(visit: Visit) -> None:
    page = visit(size=PHONE, language="fr-FR")
    lay(page, "gwynt", [SWARM, BONDS])
    again = """async ([seats]) => {
        const ask = (path, body) => fetch(path, {method: 'POST', headers: {'content-type': 'application/json'},
            body: JSON.stringify(body)}).then((answer) => answer.json())
        const {id} = await ask('/api/tables', {game: 'gwynt', seats})
        await ask(`/api/tables/${id}/start`, {})
        return id
    }"""
    for _ in range(4):
        table = page.evaluate(again, [[dict(SWARM), dict(BONDS)]])
        assert page.evaluate(RESIGN, [table, 0]) == 200
    page.goto("/game/gwynt")
    page.locator("[data-test=statistics-gwynt]").click()
    page.wait_for_url("**/statistics/gwynt")
    expect(page.locator("[data-test=totals]")).to_contain_text("4")
    expect(page.locator("[data-test=too-few]")).to_have_text("Encore 1 partie, et l'évolution s'affiche ici.")
    table = page.evaluate(again, [[dict(SWARM), dict(BONDS)]])
    assert page.evaluate(RESIGN, [table, 0]) == 200
    page.reload()
    course = page.locator("[data-test=course]").first
    course.locator("summary").click()
    expect(course.locator("tbody tr")).to_have_count(5)
    expect(course.locator("tbody a").last).to_have_attribute("href", f"/replay/{table}")
    bars = page.locator("[data-test=bars]")
    expect(bars.first).to_contain_text("Au hasard")
    assert not faults(page)
    for width in (320, 390, 820, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    address = page.locator("[data-test=csv]").get_attribute("href")
    text = page.evaluate("(address) => fetch(address).then((answer) => answer.text())", address)
    assert len(text.splitlines()) == 6
