"""Matches played in a real browser, from the shelf to the ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.conftest import PHONE, Visit
from tests.web.seated import ENDING, own_turn, play_a_turn, play_on, sit_down, to_move

# A leader with a passive ability: using it is refused, whatever is dealt.
DAISY = """
faction: scoiatael
leader: francesca_daisy_of_the_valley
1 dennis_cranmer
1 milva
1 ida_emean_aep_sivney
1 filavandrel_aen_fidhail
1 yaevinn
1 toruviel
1 riordain
1 ciaran_aep_easnillien
1 barclay_els
3 havekar_smuggler
2 vrihedd_brigade_veteran
3 dol_blathanna_scout
3 dwarven_skirmisher
5 mahakaman_defender
"""


Seat = Mapping[str, object]


def lay(page: Page, game: str, seats: Sequence[Seat], **more: object) -> str:
    """Create a table as the visitor of the page, and start it if all seats are taken."""
    asked = """async ([game, seats, more]) => {
        const ask = (path, body) => fetch(path, {method: 'POST', headers: {'content-type': 'application/json'},
            body: JSON.stringify(body)}).then((answer) => answer.json())
        await ask('/api/people', {name: 'Ana'})
        const kept = JSON.parse(localStorage.getItem('ludotheque') ?? '{}')
        localStorage.setItem('ludotheque', JSON.stringify({...kept, name: 'Ana'}))
        const {id} = await ask('/api/tables', {game, seats, ...more})
        if (!seats.some(({kind}) => kind === 'open')) await ask(`/api/tables/${id}/start`, {})
        return id
    }"""
    return str(page.evaluate(asked, [game, [dict(seat) for seat in seats], more]))


ME: Seat = {"kind": "me"}
RANDOM: Seat = {"kind": "bot", "bot": "random"}
OPEN: Seat = {"kind": "open"}
# Decks without a first decision about who starts: the match begins with the redraw.
SWARM: Seat = {"kind": "me", "brought": {"deck": "monsters_swarm"}}
BONDS: Seat = {"kind": "bot", "bot": "random", "brought": {"deck": "northern_realms_bonds"}}


def test_gwynt_from_play_now_to_a_rematch_on_a_phone(visit: Visit) -> None:
    page = visit("/", size=PHONE, touch=True)
    page.locator("[data-test=play-gwynt]").tap()
    own_turn(page)
    play_on(page, touch=True)
    expect(page.locator(ENDING)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    page.locator("[data-test=rematch]").tap()
    expect(page.locator(ENDING)).not_to_be_visible()
    own_turn(page)


def test_gwynt_in_words_by_keyboard(visit: Visit) -> None:
    page = visit()
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
    own_turn(page)
    page.locator("[data-test=menu]").click()
    page.locator("[data-test=in-words]").click()
    expect(page.locator("main [data-moves]")).to_be_visible()
    before = page.locator("[data-test=log] li").count()
    page.keyboard.press("m")
    expect(page.locator("[data-moves] button:focus .number")).to_have_text("1")
    page.keyboard.type("2")
    expect(page.locator("[data-moves] button:focus .number")).to_have_text("2")
    page.keyboard.press("Enter")
    expect(page.locator("[data-test=log] li")).not_to_have_count(before)


def test_the_language_changes_in_the_middle_of_a_match(visit: Visit) -> None:
    page = visit()
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
    prompt = page.locator("[data-test=prompt]")
    expect(prompt).to_contain_text("Replace a card")
    page.evaluate("window.same = true")
    page.locator("[data-test=menu]").click()
    page.locator("[data-test=language]").select_option("fr")
    expect(prompt).to_contain_text("Remplacez une carte")
    expect(page.locator("[data-test=log]")).to_contain_text("Les chefs se montrent")
    assert page.evaluate("window.same"), "the page was loaded again"
    page.locator("[data-test=keep]").click()
    expect(prompt).not_to_contain_text("Remplacez")


def test_a_refused_move_shows_its_rule(visit: Visit) -> None:
    page = visit()
    mine: Seat = {"kind": "me", "brought": {"deck": DAISY}}
    page.goto(f"/table/{lay(page, 'gwynt', [mine, BONDS])}")
    own_turn(page)
    page.locator("[data-test=first]").first.click()  # the Scoia'tael decide who starts
    page.locator("[data-test=keep]").click()
    page.locator("[data-test=pass]").wait_for()
    page.locator("[data-test=leader-own]").click()
    page.locator("[data-test=why]").click()
    notice = page.locator("[data-test=notice]")
    expect(notice).to_contain_text("leader")
    notice.locator("[data-test=rule]").click()
    expect(notice.locator("h3")).to_be_visible()
    rule = notice.locator("[data-test=rule]").inner_text()
    expect(notice.locator("a")).to_have_attribute("href", f"/rules/gwynt#{rule}")


class Line:
    """The play socket of a page, which can be cut and mended."""

    def __init__(self, page: Page) -> None:
        self.down = False
        self._sockets: list[WebSocketRoute] = []
        page.route_web_socket("**/api/live?table=*", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.down:
            socket.close()
            return
        socket.connect_to_server()
        self._sockets.append(socket)

    def cut(self) -> None:
        """Lose the connection, and do not get it back for now."""
        self.down = True
        self._sockets[-1].close()


def test_two_browsers_at_one_table_one_loses_its_connection(visit: Visit) -> None:
    host = visit()
    table = lay(host, "gwynt", [SWARM, OPEN])
    host.goto(f"/table/{table}")
    guest = visit(size=PHONE, language="fr-FR", own=True)
    line = Line(guest)
    guest.goto(f"/table/{table}")
    guest.get_by_role("combobox", name="Votre paquet").select_option("northern_realms_bonds")
    sit_down(guest, "Bénédicte")
    start = host.locator("[data-test=start]")
    expect(start).to_be_enabled()
    start.click()
    for page in (host, guest):
        page.locator("[data-test=keep]").click()
    for page in (host, guest):
        expect(page.locator("[data-test=keep]")).to_have_count(0)
    expect(host.locator("[data-test=log]")).to_contain_text("Round 1")
    if to_move(host, guest)[0] is guest:
        play_a_turn(guest)

    line.cut()
    expect(guest.locator("[data-test=lost]")).to_be_visible()
    expect(guest.locator("[data-test=hand][data-legal=true]")).to_have_count(0)
    expect(host.get_by_text("away")).to_be_visible()
    play_a_turn(host)  # the host does not wait for the other to come back
    line.down = False
    expect(guest.locator("[data-test=lost]")).not_to_be_visible()
    play_a_turn(guest)
    expect(guest.locator("[data-test=log] li", has_text="Les chefs se montrent")).to_have_count(1)  # not told twice
    own_turn(host)

    host.locator("[data-test=tab-talk]").click()
    host.get_by_label("Write a message").fill("Bonne chance !")
    host.get_by_label("Send").click()
    guest.locator("[data-test=side]").click()
    guest.locator("[data-test=tab-talk]").click()
    expect(guest.get_by_text("Bonne chance !")).to_be_visible()
