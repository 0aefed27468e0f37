"""The room in the browser: from link to rated rematch, another device, a search, the deal of the day, a holiday."""

from __future__ import annotations

import re

from playwright.sync_api import APIResponse, Route, expect

from tests.server.house import House, until
from tests.web.conftest import PHONE, Visit
from tests.web.seated import becomes, own_turn, sit_down
from tests.web.test_match import SWARM

PROMPT = "[data-test=prompt]"
SLOW_GWYNT = """
game: gwynt 1
round: 1
turn: 0
seat 0: scoiatael francesca_daisy_of_the_valley
hand 0: milva yaevinn
seat 1: scoiatael francesca_daisy_of_the_valley
hand 1: iorveth toruviel
"""


def test_two_phones_from_link_to_rated_rematch(visit: Visit) -> None:
    host = visit("/new/gwynt", size=PHONE)
    expect(host.get_by_label("Seat 2")).to_have_value("open")
    host.locator("[data-test=clock]").select_option("own")
    host.locator("[data-test=minutes]").fill("25")
    host.locator("[data-test=seconds]").fill("15")
    host.locator("[data-test=rated]").check()
    host.locator("[data-test=name]").fill("Ada")
    host.get_by_role("button", name="Create the table").click()
    host.wait_for_url("**/table/*")
    guest = visit(host.url, size=PHONE, language="fr-FR")
    expect(guest.locator("[data-test=facts]")).to_contain_text("25 minutes et 15 s par coup")
    sit_down(guest, "Zoé")
    host.locator("[data-test=start]").click()
    guest.locator(PROMPT).wait_for()
    guest.locator("[data-test=menu]").click()
    guest.locator("[data-test=resign]").click()
    guest.locator("[data-test=resign]").click()
    expect(host.locator("[data-test=rating]")).to_contain_text("1500")
    expect(guest.locator("[data-test=rating]")).to_contain_text("1338")
    first = host.url
    host.locator("[data-test=rematch-rated]").click()
    host.wait_for_url(lambda url: url != first)
    expect(host.get_by_role("status").first).to_contain_text("Zoé")
    guest.locator("[data-test=ending] a.first").click()
    expect(guest.get_by_text("Ada vous propose une revanche classée")).to_be_visible()
    guest.locator("[data-test=accept-rematch]").click()
    for page in (host, guest):
        page.locator(PROMPT).wait_for()
    # What it has made of a rating, provisional as it is; bots have theirs.
    host.goto("/")
    host.locator("[data-test=ratings]").click()
    host.locator("[data-test=game]").select_option("gwynt")
    expect(host.locator("[data-test=my-rating]")).to_contain_text("1662?")
    expect(host.locator("[data-test=rating-list]")).to_contain_text("1790")
    # Another device: it scans the code, and is in.
    host.goto("/settings")
    host.locator("[data-test=make-code]").click()
    expect(host.locator("[data-test=qr]")).to_be_visible()
    code = host.locator("[data-test=code]").inner_text()
    other = visit(f"/enter#{code}", language="fr-FR")
    other.wait_for_url(lambda url: url.endswith("/"))
    # A stranger's home begins with the games. If Zoé has Scoia'tael, they decide who begins, and Ada has no turn yet.
    expect(other.locator("h2").first).to_have_text(re.compile("À vous de jouer 1|Mes parties"))


def test_a_rated_match_with_a_clock_is_paused_by_agreement(visit: Visit, house: House) -> None:
    ana = house.guest("Ana")
    # Not Scoia'tael, who decide alone who begins: whose clock alone runs, may go on alone.
    table = ana.table("gwynt", SWARM, "open", rated=True, clock={"bank": 600, "increment": 10})
    page = visit(f"/table/{table}", size=PHONE, language="fr-FR")
    sit_down(page, "Bo")
    becomes(page, lambda: ana.ask("GET", f"/api/tables/{table}")["seats"][1]["connected"], True)
    ana.start(table)
    page.locator(PROMPT).wait_for()
    page.locator("[data-test=menu]").click()
    page.locator("[data-test=pause]").click()
    expect(page.locator("[data-test=pause-proposed]")).to_contain_text("Vous proposez une pause")
    assert ana.ask("POST", f"/api/tables/{table}/pause")["phase"] == "paused"
    expect(page.locator(PROMPT)).to_contain_text("La partie est en pause")
    ana.ask("DELETE", f"/api/tables/{table}/pause")
    expect(page.locator(PROMPT)).to_contain_text("Ana voudrait reprendre la partie")
    page.locator("[data-test=go-on]").click()
    becomes(page, lambda: ana.ask("GET", f"/api/tables/{table}")["phase"], "playing")
    ana.ask("POST", f"/api/tables/{table}/pause")
    page.locator("[data-test=agree-to-pause]").click()
    becomes(page, lambda: ana.ask("GET", f"/api/tables/{table}")["phase"], "paused")


def test_a_player_seated_late_opens_the_pledge(visit: Visit, house: House) -> None:
    """The host starts while the answer to who sat down is still on its way."""
    ana = house.guest("Ana")
    known, table = (ana.table("lampions", "me", "open", "bot") for _ in range(2))
    page = visit(f"/table/{known}", own=True)
    sit_down(page, "Bo")  # from now on the socket knows who it is
    late: list[tuple[Route, APIResponse]] = []
    page.route("**/seats/1", lambda route: late.append((route, route.fetch())))
    page.goto(f"/table/{table}")
    page.locator("[data-test=sit]").click()
    becomes(page, lambda: ana.ask("GET", f"/api/tables/{table}")["seats"][1]["kind"], "person")
    assert ana.start(table)["phase"] == "opening"
    page.locator(PROMPT).wait_for()
    ((route, answer),) = late
    route.fulfill(response=answer)


def test_a_search_and_the_deal_of_the_day(visit: Visit) -> None:
    page = visit("/daily", size=PHONE, own=True)
    card = page.locator("[data-test=daily-gwynt]")
    card.locator("[data-test=play-daily]").click()
    own_turn(page)
    page.locator("[data-test=menu]").click()
    page.locator("[data-test=resign]").click()
    page.locator("[data-test=resign]").click()
    page.locator("[data-test=to-daily]").click()
    expect(card.locator("[data-test=fared]")).to_contain_text("lost")
    expect(card.locator("[data-test=play-daily]")).not_to_be_visible()
    page.clock.install()
    page.goto("/seek/gwynt")
    expect(page.locator("form")).to_contain_text("Monsters – ")  # decks in words, also for who comes straight here
    page.locator("[data-test=name]").fill("Ada")
    page.locator("[data-test=seek]").click()
    expect(page.get_by_role("status")).to_contain_text("Looking for an opponent")
    page.clock.fast_forward("00:25")
    page.get_by_role("button", name="Play against a bot instead").click()
    own_turn(page)


def test_a_match_of_days_a_conditional_move_and_a_holiday(visit: Visit, house: House) -> None:
    ana = house.guest("Ana")
    table = ana.table("gwynt", "me", "open", position=SLOW_GWYNT, clock={"bank": 3 * 86400, "increment": 86400})
    page = visit(f"/table/{table}", size=PHONE, language="fr-FR")
    sit_down(page, "Bo")
    until(lambda: ana.ask("GET", f"/api/tables/{table}")["seats"][1]["kind"] == "person", "Bo never sat down")
    ana.start(table)
    page.locator(PROMPT).wait_for()
    left = page.locator("[data-test=conditional]")  # stands in the line itself, not in a menu
    expect(left).to_have_text("Si l'autre passe, je passe")
    left.click()
    expect(left).to_have_attribute("aria-pressed", "true")
    hers = ana.page(table)
    assert hers.decide(0, "pass")["type"] == "accepted"
    hers.until(lambda m: m["type"] == "update" and m["face"]["view"]["table"]["round"] == 2)
    made = [(step["seat"], step["move"]) for entry in hers.logs[0].values() for step in entry["steps"] if step["move"]]
    assert made == [(0, "pass"), (1, "pass")]
    expect(left).to_have_count(0)  # it is this player's turn: nothing to foresee
    # A holiday: the opponent sees until when, at the table and in the list.
    page.goto("/settings")
    page.get_by_label("Jours, à partir de maintenant").fill("40")
    page.locator("[data-test=go-on-holiday]").click()
    expect(page.locator("[data-test=on-holiday]")).not_to_be_visible()  # the field itself does not take it
    page.get_by_label("Jours, à partir de maintenant").fill("3")
    page.locator("[data-test=go-on-holiday]").click()
    expect(page.locator("[data-test=on-holiday]")).to_contain_text("Vous êtes en vacances jusqu'au")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    page.goto("/matches")
    expect(page.locator("main")).to_contain_text("Bo (en vacances jusqu'au")
    page.goto(f"/table/{table}")
    page.locator(PROMPT).wait_for()
    page.locator("[data-test=side]").click()
    expect(page.locator("[data-test=holiday]")).to_contain_text("en vacances jusqu'au")
    expect(page.locator("[data-test=log]")).to_contain_text("Vous êtes en vacances")
    page.goto("/settings")
    page.locator("[data-test=come-back]").click()
    expect(page.locator("[data-test=holidays]")).to_contain_text("Il vous reste 29 jours")
