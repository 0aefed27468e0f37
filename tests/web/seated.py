"""Actions of a player at a table: find what is highlighted, and click on it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import cache
from typing import TypeVar

from playwright.sync_api import Error, FloatRect, Locator, Page

import ludotheque as lt
from ludotheque import bots
from tests.web.conftest import PATIENCE

T = TypeVar("T")

# In this order: the end of a round, what was laid out or asked for, then cards, then what ends a turn or a round.
GLOWING = (
    "[data-test=continue]",
    "[data-test=choice]",
    ".place.legal",
    ".spread .legal",
    ".unit.legal",
    "[data-test=play-taken]",
    "[data-test=hand][data-legal=true]",
    "[data-test=choice-other]",
    "[data-test=keep]",
    "[data-test=pass]",
    "[data-test=first]",
)
ENDING = "[data-test=ending]"
MINE = "[data-test=prompt][data-busy=false].mine"
READ = "[data-test=since-close]"


# The board is fetched by itself: what is asked may be known, and the question be mine, before a card is drawn.
BOARD = ".felt, [data-board], main [data-moves]"


def becomes(page: Page, read: Callable[[], T], wanted: T) -> None:
    """Wait until `read` returns the wanted value: for what Playwright's expectations can't express."""
    end = time.monotonic() + PATIENCE / 1000
    while (found := read()) != wanted:
        assert time.monotonic() < end, f"{found!r} never became {wanted!r}"
        page.wait_for_timeout(20)


def boxes(*things: Locator) -> list[FloatRect]:
    """Where things of one page stand, read in the same moment, once none of them moves."""
    page = things[0].page
    settle = """async (all) => {
        const read = () => all.map((thing) => thing.getBoundingClientRect().toJSON())
        const same = (one, other) => JSON.stringify(one) === JSON.stringify(other)
        for (let before = read(); ; ) {
            for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
            const now = read()
            if (same(before, now)) return now
            before = now
        }
    }"""
    found: list[FloatRect] = page.evaluate(settle, [thing.element_handle() for thing in things])
    assert all(box["width"] for box in found), f"not drawn any more: {found}"
    return found


def walk(page: Page, address: str) -> None:
    """Go to another room as a link of the page does. Nothing is loaded again, which is most of what a table costs here.

    A visitor without an account gets one.
    """
    go = """(address) => {
        if (!document.querySelector('#page > *')) return false
        history.pushState(null, '', address)
        dispatchEvent(new PopStateEvent('popstate'))
        return true
    }"""
    if not page.evaluate(go, address):
        page.goto(address)


def sit_down(page: Page, name: str = "Bo") -> None:
    """Accept an invitation under a name.

    Waits until the page knows its seat: what it does for that (it comes in anew, everybody's lobby is drawn again)
    would meet whatever is pressed next.
    """
    page.locator("[data-test=rename]").click()
    page.locator("[data-test=name]").fill(name)
    page.locator("[data-test=named]").click()
    page.locator("[data-test=sit]").click()
    page.get_by_text(re.compile(r"\((you|vous)\)")).first.wait_for()


def press_glowing(page: Page, touch: bool = False) -> bool:
    """Press something that glows at Gwynt's table; False if nothing does, or it went away meanwhile."""
    # One question for all that may glow: a match is hundreds of them.
    glowing = page.evaluate("(all) => all.find((what) => document.querySelector(what))", GLOWING)
    if not glowing:
        page.wait_for_timeout(15)
        return False
    found = page.locator(glowing).first
    try:
        (found.tap if touch else found.click)(timeout=1000)
    except Error:
        return False  # the bot has moved, or the round is over
    finally:
        settled(page)
    return True


def play_on(page: Page, moves: int = 1000, touch: bool = False) -> int:
    """Make moves at Gwynt's table until the number is reached or the match is over; return the number of clicks."""
    end = time.monotonic() + PATIENCE / 1000
    clicks = 0
    while clicks < moves and not page.locator(ENDING).is_visible():
        assert time.monotonic() < end, (
            f"not over after {clicks} clicks: {page.locator('[data-test=prompt]').inner_text()}"
        )
        if press_glowing(page, touch):
            clicks += 1
            end = time.monotonic() + PATIENCE / 1000  # from one to the next: a match is as long as it is
    return clicks


def settled(page: Page) -> None:
    """Wait until no move is on its way: what the page shows is what the server has made of it."""
    page.locator("[data-test=prompt][data-busy=false]").wait_for()


def play_a_turn(page: Page) -> None:
    """Play a card and all that follows from it, until others are asked: people, for bots may have moved by then."""
    own_turn(page)
    end = time.monotonic() + PATIENCE / 1000
    while page.locator("[data-test=prompt].mine").count():
        assert time.monotonic() < end, "the turn does not end"
        press_glowing(page)


def own_turn(page: Page) -> None:
    """Wait until something is asked of the one who sits here, and the board it is asked about is drawn."""
    page.locator(MINE).wait_for()
    page.locator(BOARD).first.wait_for()
    if page.locator(READ).count():  # what happened meanwhile lies over the board
        page.locator(READ).click()


def to_move(*pages: Page) -> tuple[Page, Page]:
    """Return the one of two pages that has the turn, then the other; waits until only one has it."""
    found: list[Page] = []

    def one() -> bool:
        found[:] = [page for page in pages if page.locator(MINE).count()]
        return len(found) == 1

    becomes(pages[0], one, True)
    (other,) = (page for page in pages if page not in found)
    own_turn(found[0])
    return found[0], other


@cache
def late_gwynt() -> str:
    """A match of Gwynt that is nearly over, as text: in the second round, a few cards each, seat 0 to move."""
    game = lt.game("gwynt", "plain")
    for seed in range(100):
        pos = game.start(seed=seed, seats=[{"deck": "monsters_swarm"}, {"deck": "northern_realms_bonds"}])
        bot = bots.make("greedy", seed, game)
        while not pos.over:
            table = pos.view(0)["table"]
            hands = [seat["hand"] for seat in table["seats"]]
            if table["round"] == 2 and pos.decision == "turn" and pos.actor == 0 and 1 < hands[0] < 5 > hands[1] > 1:
                return pos.text()
            seat = pos.actors[0]
            pos.play(bots.decide(bot, pos, seat), seat)
    raise AssertionError("no such match among a hundred")
