"""A game of silence: nobody chats or points, except for half a minute after a speech token."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from tests.server.house import Guest, House, Page


@pytest.fixture
def clock() -> SimpleNamespace:
    """The clock of the server."""
    return SimpleNamespace(now=1000.0)


@pytest.fixture
def quiet(tmp_path, clock) -> Iterator[tuple[str, list[Guest], list[Page], int]]:
    """Three people at Gorynich, and who of them may spend a token now."""
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", now=lambda: clock.now)
    guests = [house.guest(name) for name in ("Ana", "Bo", "Cy")]
    table = guests[0].table("gorynich", "me", "open", "open")
    pages = [guest.page(table) for guest in guests]
    assert pages[0].ask("say", text="before the start")["type"] == "accepted"
    for seat in (1, 2):
        guests[seat].sit(table, seat)
    guests[0].start(table)
    for seat, page in enumerate(pages):
        while seat not in page.faces:
            page.next()
    while True:
        for page in pages:
            page.caught_up()
        seat = next(s for s, page in enumerate(pages) if page.faces[s]["moves"])
        if pages[seat].faces[seat]["view"]["decision"] == "speak":
            break
        pages[seat].decide(seat, pages[seat].faces[seat]["moves"][0]["id"])
    yield table, guests, pages, seat
    house.close()


def tries(page: Page, seat: int) -> list[str]:
    """The answers to a chat message and to pointing."""
    answers = [page.ask("say", text="attack the first!"), page.ask("point", seat=seat, at="knight 1")]
    return [answer.get("code", answer["type"]) for answer in answers]


def test_nobody_talks_or_points_but_after_a_token_and_for_half_a_minute(quiet, clock):
    table, guests, pages, seat = quiet
    other = (seat + 1) % 3
    assert pages[other].faces[other]["silent"]
    assert pages[other].faces[other]["talk_until"] is None
    assert tries(pages[other], other) == ["chat_closed"] * 2
    assert tries(pages[seat], seat) == ["chat_closed"] * 2
    pages[seat].decide(seat, "speak")
    for page in pages:
        page.caught_up()
    assert pages[other].faces[other]["talk_until"] == clock.now + 30.0
    assert tries(pages[other], other) == ["accepted"] * 2, "everyone at the table"
    watcher = guests[0].house.guest("Di").page(table)
    assert watcher.ask("say", text="the second is better")["code"] == "chat_closed", "who only watches stays silent"
    clock.now += 29.0
    assert tries(pages[other], other) == ["accepted"] * 2
    clock.now += 2.0
    assert tries(pages[other], other) == ["chat_closed"] * 2
    pages[seat].decide(seat, "silent")
    assert pages[seat].decide(seat, "point 1")["type"] == "accepted", "pointing by the rules is a decision"
    pages[other].until(lambda m: m["type"] == "update" and "cards_turned" in str(m["log"]))
    assert "pointed" in str(pages[other].until(lambda m: m["type"] == "update")["log"])


def test_talk_closes_when_the_cards_are_turned_up_and_a_spent_token_is_not_freely_taken_back(quiet):
    _, _, pages, seat = quiet
    pages[seat].decide(seat, "speak")
    assert pages[seat].faces[seat]["may_undo"] == 0, "what was said can't be taken back"
    pages[seat].ask("undo", seat=seat)
    assert pages[(seat + 1) % 3].until(lambda m: m["type"] == "undo_asked")["seat"] == seat
    for other, page in enumerate(pages):
        page.caught_up()
        assert tries(page, other) == ["accepted"] * 2
    pages[seat].decide(seat, "silent")
    for other, page in enumerate(pages):
        page.caught_up()
        assert not page.faces[other]["outcome"]
        assert tries(page, other) == ["chat_closed"] * 2


def test_after_the_end_everyone_talks(quiet):
    table, guests, pages, _ = quiet
    for seat, guest in enumerate(guests):
        guest.ask("POST", f"/api/tables/{table}/seats/{seat}/agreement")
    pages[1].caught_up()
    assert pages[1].faces[1]["outcome"]
    assert not pages[1].faces[1]["silent"]
    assert pages[1].ask("say", text="well played")["type"] == "accepted"
