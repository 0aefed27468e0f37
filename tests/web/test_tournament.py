"""A tournament in the browser: made, entered by link, played, won; on a phone and in French."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import PHONE, Visit


def test_a_tournament_from_its_making_to_its_winner(visit: Visit) -> None:
    host = visit("/", size=PHONE)
    host.locator("[data-test=tournaments]").click()
    host.locator("[data-test=new-tournament]").click()
    host.locator("[data-test=tournament-name]").fill("Friday night")
    host.locator("[data-test=game]").select_option("gwynt")
    expect(host.locator("[data-test=kind]")).to_have_value("swiss")
    host.locator("[data-test=starts]").select_option("")
    host.locator("[data-test=name]").fill("Ada")
    host.locator("[data-test=make]").click()
    expect(host.locator("[data-test=status]")).to_have_text("0 players have joined so far.")
    host.locator("[data-test=enter]").click()
    expect(host.locator("[data-test=standings]")).to_contain_text("Ada")
    guest = visit(host.url, size=PHONE, language="fr-FR")
    guest.locator("[data-test=name]").fill("Zoé")
    guest.locator("[data-test=enter]").click()
    # Nothing is loaded again: standings are live, and a player who looks on is led to the match.
    expect(host.locator("[data-test=standings]")).to_contain_text("Zoé")
    host.locator("[data-test=begin]").click()
    for page in (host, guest):
        page.wait_for_url("**/table/*")
    guest.locator("[data-test=prompt]").wait_for()
    guest.locator("[data-test=menu]").click()
    expect(guest.locator("[data-test=pause]")).not_to_be_visible()
    guest.locator("[data-test=resign]").click()
    guest.locator("[data-test=resign]").click()
    host.locator("[data-test=to-tournament]").click()
    expect(host.locator("[data-test=status]")).to_have_text("The tournament is over.")
    first = host.locator("[data-test=standings] tbody tr").first
    expect(first).to_contain_text("Ada")
    expect(first.locator(".strong")).to_have_text("1")
    expect(host.locator(".pair")).to_contain_text("Ada – Zoé")
    guest.goto("/tournaments")
    expect(guest.locator("main")).to_contain_text("Terminés")
    expect(guest.locator("main li")).to_contain_text("2 joueurs")
