"""The room in the browser: two phones from link to rated rematch, another device, a search, the deal of the day."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import PHONE, Visit
from tests.web.seated import own_turn, sit_down

PROMPT = "[data-test=prompt]"


def test_two_phones_from_link_to_rated_rematch(visit: Visit) -> None:
    host = visit("/new/gwynt", size=PHONE)
    host.get_by_label("Seat 2").select_option("open")
    host.locator("[data-test=rated]").check()
    host.locator("[data-test=name]").fill("Ada")
    host.get_by_role("button", name="Create the table").click()
    host.wait_for_url("**/table/*")
    guest = visit(host.url, size=PHONE, language="fr-FR")
    sit_down(guest, "Zoé")
    host.locator("[data-test=start]").click()
    guest.locator(PROMPT).wait_for()
    guest.locator("[data-test=menu]").click()
    guest.locator("[data-test=resign]").click()
    guest.locator("[data-test=resign]").click()
    expect(host.locator("[data-test=rating]")).to_contain_text("1500")
    expect(guest.locator("[data-test=rating]")).to_contain_text("1338")
    first = host.url
    host.locator("[data-test=rematch]").click()
    host.wait_for_url(lambda url: url != first)
    expect(host.get_by_role("status").first).to_contain_text("Zoé")
    guest.locator("[data-test=ending] a.first").click()
    for page in (host, guest):
        page.locator(PROMPT).wait_for()
    # What it has made of a rating, provisional as it is; bots have theirs.
    host.goto("/")
    host.locator("[data-test=ratings]").click()
    host.locator("[data-test=game]").select_option("gwynt")
    expect(host.locator("[data-test=my-rating]")).to_contain_text("1662?")
    expect(host.locator("[data-test=rating-list]")).to_contain_text("1753")
    # Another device: it scans the code, and is in.
    host.goto("/settings")
    host.locator("[data-test=make-code]").click()
    expect(host.locator("[data-test=qr]")).to_be_visible()
    code = host.locator("[data-test=code]").inner_text()
    other = visit(f"/enter#{code}", language="fr-FR")
    other.wait_for_url(lambda url: url.endswith("/"))
    expect(other.locator("h2").first).to_have_text("Mes parties")


def test_a_search_and_the_deal_of_the_day(visit: Visit) -> None:
    page = visit("/daily", size=PHONE)
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
    page.locator("[data-test=name]").fill("Ada")
    page.locator("[data-test=seek]").click()
    expect(page.get_by_role("status")).to_contain_text("Looking for somebody")
    page.clock.fast_forward("00:25")
    page.get_by_role("button", name="Play against a bot instead").click()
    own_turn(page)
