"""What somebody does who sits at a table: looks at what glows, and clicks on it."""

from __future__ import annotations

import time
from functools import cache

from playwright.sync_api import Error, Page

import ludotheque as lt
from ludotheque import bots

# In this order: what was laid out or asked for, then cards, then what ends a turn or a round.
GLOWING = (
    "[data-test=choice]",
    ".place.legal",
    ".unit.legal",
    "[data-test=play-taken]",
    "[data-test=hand][data-legal=true]",
    "[data-test=choice-other]",
    "[data-test=keep]",
    "[data-test=pass]",
    ".sky .button.first",
)
ENDING = "[data-test=ending]"


def play_on(page: Page, moves: int = 1000, touch: bool = False, patience: float = 90.0) -> int:
    """Make moves at Gwynt's table until so many are made, or the match is over; how many clicks that took."""
    end = time.monotonic() + patience
    clicks = 0
    while clicks < moves and not page.locator(ENDING).is_visible():
        assert time.monotonic() < end, (
            f"still at it after {clicks} clicks: {page.locator('[data-test=prompt]').inner_text()}"
        )
        # One question for all that may glow: a match is hundreds of them.
        glowing = page.evaluate("(all) => all.find((what) => document.querySelector(what))", GLOWING)
        if glowing:
            found = page.locator(glowing).first
            try:
                (found.tap if touch else found.click)(timeout=1000)
                clicks += 1
            except Error:
                pass  # it went away meanwhile: the bot has moved, or the round is over
            settled(page)
        else:
            page.wait_for_timeout(15)
    return clicks


def settled(page: Page) -> None:
    """Wait until no move is on its way: what the page shows is what the server has made of it."""
    page.locator("[data-test=prompt][data-busy=false]").wait_for()


def play_a_turn(page: Page) -> None:
    """Play a card and all that follows from it, until others are asked."""
    own_turn(page)
    while page.locator("[data-test=prompt].mine").count():
        play_on(page, moves=1)


def own_turn(page: Page) -> None:
    """Wait until something is asked of the one who sits here."""
    page.locator("[data-test=prompt][data-busy=false].mine").wait_for()


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
