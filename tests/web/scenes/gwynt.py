"""Moments of Gwynt that are worth a picture."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web import moments
from tests.web.scenes.acting import Scene, given_up, guest_of, is_touched, open_side, press, presses, table
from tests.web.seated import own_turn, play_a_turn, play_on, sit_down
from tests.web.test_match import BONDS, ME, OPEN, RANDOM, SWARM, Line, lay


def at_moment(moment: str, *acts: Scene) -> Scene:
    """A table of Gwynt at a moment, after some acts."""

    def scene(page: Page) -> None:
        page.goto(f"/table/{lay(page, 'gwynt', [ME, RANDOM], position=moments.of_gwynt()[moment])}")
        own_turn(page)
        for act in acts:
            act(page)

    return scene


def take_up(page: Page) -> None:
    """Tap a card of the hand; on a desk, rest the pointer on it."""
    card = page.locator("[data-test=hand][data-legal=true]").first
    card.tap() if is_touched(page) else card.hover()


def refused(page: Page) -> None:
    """Ask why the leader can't act."""
    press(page, "leader-own")
    if page.locator("[data-test=why]").count():
        press(page, "why")
        page.mouse.move(1, 1)


def hinted(page: Page) -> None:
    """Ask for a hint, and wait for it."""
    press(page, "hint")
    expect(page.locator("[data-test=notice]")).not_to_contain_text("…", timeout=30_000)


def read_large(page: Page) -> None:
    """A card on the table, shown large."""
    page.locator("[data-piece^=row-0]").first.click()


def two_turns(page: Page) -> None:
    """Play two turns, to fill the log."""
    for _ in range(2):
        own_turn(page)
        play_on(page, moves=2, touch=is_touched(page))
        page.wait_for_timeout(300)


def look_back(page: Page) -> None:
    """The table as it was after the first move."""
    open_side(page)
    page.locator("[data-test=log] li button").first.click()
    if page.locator(".veil").count():  # the sheet is still up
        page.locator(".veil").first.click(position={"x": 10, "y": 10})


def finished(page: Page) -> None:
    """A match to its end."""
    play_on(page, touch=is_touched(page))
    page.locator("[data-test=ending]").wait_for()


def replayed(page: Page) -> None:
    """Three moves into the replay of a match."""
    finished(page)
    press(page, "replay")
    page.locator("[data-test=controls]").wait_for()
    for _ in range(3):
        press(page, "forward")


def with_guest(page: Page) -> Page:
    """A table with a second person, past the redraw; the guest's page."""
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, OPEN])}")
    guest = guest_of(page)
    guest.goto(page.url)
    guest.get_by_label("Your deck", exact=True).select_option("northern_realms_bonds")
    sit_down(guest)
    page.locator("[data-test=start]:enabled").click()
    for one in (page, guest):
        one.locator("[data-test=keep]").click()
    expect(page.locator("[data-test=keep]")).to_have_count(0)
    return guest


def undo_asked(page: Page) -> None:
    """The opponent asks to take a move back."""
    guest = with_guest(page)
    page.wait_for_timeout(500)
    if page.locator("[data-test=prompt].mine").count():
        play_a_turn(page)
    play_a_turn(guest)
    guest.locator("[data-test=undo]").click()
    page.locator("[data-test=prompt] .first").wait_for()


def watched(page: Page) -> None:
    """A match, seen by a spectator."""
    full = moments.of_gwynt()["full"]
    host = guest_of(page)
    host.goto("/")
    page.goto(f"/table/{lay(host, 'gwynt', [ME, RANDOM], position=full)}")


def lost(page: Page) -> None:
    """The connection breaks."""
    line = Line(page)
    at_moment("full")(page)
    line.cut()
    page.locator("[data-test=lost]").wait_for()


def fairness(page: Page) -> None:
    """A match that was dealt, not begun from a position: its deal can be checked."""
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
    press(page, "keep")
    own_turn(page)
    given_up(page)
    press(page, "fair")


SCENES: dict[str, Scene] = {
    "redraw": table(SWARM, BONDS),
    "first": at_moment("first"),
    "full": at_moment("full"),
    "card": at_moment("full", take_up),
    "large": at_moment("full", read_large),
    "leader": at_moment("full", presses("leader-own")),
    "why": at_moment("full", refused),
    "hint": at_moment("full", hinted),
    "pile": at_moment("buried", presses("pile-own")),
    "row": at_moment("row"),
    "decoy": at_moment("target"),
    "medic": at_moment("revive"),
    "fetch": at_moment("fetch"),
    "take": at_moment("take"),
    "words": at_moment("full", presses("menu", "in-words")),
    "menu": at_moment("full", presses("menu")),
    "log": at_moment("full", two_turns, open_side),
    "past": at_moment("full", two_turns, look_back),
    "undo": undo_asked,
    "watched": watched,
    "lost": lost,
    "ending": at_moment("full", finished),
    "fair": fairness,
    "replay": at_moment("full", replayed),
}
