"""Moments of Gunkimono that are worth a picture."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web import war
from tests.web.moments import GUNKIMONO_FIVE, GUNKIMONO_FOUR
from tests.web.scenes.acting import Scene, guest_of, is_touched, press, pressed, table, table_then
from tests.web.seated import own_turn
from tests.web.test_match import ME, RANDOM, lay


def at_moment(text: str, *acts: Scene) -> Scene:
    """A table of Gunkimono at a moment, after some acts."""

    def scene(page: Page) -> None:
        others = int(text.split("players: ")[1].split()[0]) - 1
        page.goto(f"/table/{lay(page, 'gunkimono', [ME, *[RANDOM] * others], position=text)}")
        own_turn(page)
        for act in acts:
            act(page)

    return scene


def hold(tile: str, written: str) -> Scene:
    """Take a tile up, and hold it over a place."""

    def act(page: Page) -> None:
        touched = is_touched(page)
        held = page.locator(f"[data-test=hand][data-kind={tile}]")
        held.tap() if touched else held.click()
        square = page.locator(f"[data-square={written[:2]}]")
        square.tap() if touched else square.hover(force=True)
        ghost = page.locator("[data-test=ghost]")
        for _ in range(3):
            if ghost.get_attribute("data-written") != written:
                press(page, "turn") if touched else page.keyboard.press("r")
        expect(ghost).to_have_attribute("data-written", written)
        page.wait_for_timeout(500)  # what it would do is told

    return act


def hold_anywhere(page: Page) -> None:
    """A tile held where it may lie, at a crowded table."""
    press(page, "hand")
    found = page.locator("[data-test=square][data-legal=true]")
    square = found.nth(found.count() // 2)
    square.tap() if is_touched(page) else square.hover(force=True)
    page.wait_for_timeout(500)


def lay_it(page: Page) -> None:
    """Lay the tile that is held: by the key under the thumb, or by a click where it is."""
    if is_touched(page):
        press(page, "lay")
    else:
        page.mouse.down()
        page.mouse.up()


def lay_held(page: Page) -> None:
    """Lay the tile that is held, and wait for its halves to be asked."""
    lay_it(page)
    page.locator("[data-test=plaques]").wait_for()


def both(choice: str) -> Scene:
    """Repeat this for both halves."""

    def act(page: Page) -> None:
        for n in range(2):
            plaque = page.locator(f"[data-test={choice}]").nth(n)
            plaque.tap() if is_touched(page) else plaque.click()
        if is_touched(page):
            press(page, "score")
        page.locator("[data-test=plaques]").wait_for(state="detached")

    return act


def point_at(square: str) -> Scene:
    """Rest on a square, or tap it once."""

    def act(page: Page) -> None:
        found = page.locator(f"[data-square={square}]")
        found.tap() if is_touched(page) else found.hover()

    return act


def refused_there(page: Page) -> None:
    """A tile held where it can't lie, and why."""
    pressed("[data-test=hand]", "[data-square=f3]")(page)
    if is_touched(page):
        press(page, "lay")
    page.locator("[data-test=notice]").wait_for()


def ask_support(page: Page) -> None:
    """Lay the tile that is held: which small tile supports it is asked."""
    lay_it(page)
    page.locator("[data-test=support]").first.wait_for()


def read_tile(page: Page) -> None:
    """A tile of the hand, read large."""
    page.locator("[data-test=hand]").first.focus()
    page.keyboard.press("i")
    page.locator("[data-test=large]").wait_for()


def magnified(square: str) -> Scene:
    """A finger held on a square; on a desk the key for it."""

    def act(page: Page) -> None:
        found = page.locator(f"[data-square={square}]")
        if is_touched(page):
            box = found.bounding_box()
            assert box
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            touch = page.context.new_cdp_session(page)
            touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        else:
            found.focus()
            page.keyboard.press("i")
        page.locator("[data-test=lens]").wait_for()

    return act


def back_again(page: Page) -> None:
    """Away while the others move, and back: what happened since."""
    war.play_on(page, touch=is_touched(page), until="[data-test=log] li:nth-child(3)", decisions=12)
    page.evaluate("localStorage.removeItem('ludotheque-seen')")
    page.evaluate("localStorage.ludotheque = JSON.stringify({...JSON.parse(localStorage.ludotheque), motion: 'none'})")
    page.wait_for_timeout(1500)
    page.evaluate(
        "localStorage.setItem('ludotheque-seen', JSON.stringify({[location.pathname.split('/').pop()]: {0: 1}}))"
    )
    page.reload()
    page.locator("[data-test=since]").wait_for()


def daimyos(page: Page) -> None:
    """Show everybody's points: beside the board, or as a sheet."""
    if page.locator("[data-test=seat]").first.is_visible():
        press(page, "seat")


def ended(page: Page) -> None:
    """A match of Gunkimono to its end."""
    war.play_on(page, touch=is_touched(page))
    page.locator("[data-test=ending] figure").first.wait_for()


def replayed(page: Page) -> None:
    """The replay of a match, opened at what turned it."""
    ended(page)
    press(page, "turning")
    page.locator("[data-test=controls]").wait_for()


def watched(page: Page) -> None:
    """A table of five, seen by a spectator."""
    host = guest_of(page)
    host.goto("/")
    seats = [ME, *[RANDOM] * 4]
    page.goto(f"/table/{lay(host, 'gunkimono', seats, position=GUNKIMONO_FIVE)}")
    page.locator("[data-test=field]").wait_for()


# As matches of good players end: points of three digits.
RICH = re.sub(r"(points \d): (\d+)", lambda found: f"{found[1]}: {int(found[2]) + 97}", GUNKIMONO_FIVE)

SCENES: dict[str, Scene] = {
    "begin": table(ME, RANDOM, game="gunkimono"),
    "first": table_then(pressed("[data-test=hand]", "[data-square=e4]"), ME, RANDOM, game="gunkimono"),
    "tile": at_moment(GUNKIMONO_FOUR),
    "support": at_moment(GUNKIMONO_FOUR, hold("I2A1", "c3w+"), ask_support),
    "formation": at_moment(GUNKIMONO_FOUR, point_at("c6")),
    "lens": at_moment(GUNKIMONO_FOUR, magnified("c3")),
    "large": at_moment(GUNKIMONO_FOUR, read_tile),
    "since": at_moment(GUNKIMONO_FOUR, back_again),
    "five-place": at_moment(GUNKIMONO_FIVE, hold_anywhere),
    "daimyos": at_moment(GUNKIMONO_FIVE, daimyos),
    "watched": watched,
    "replay": at_moment(GUNKIMONO_FIVE, replayed),
    "place": at_moment(GUNKIMONO_FOUR, hold("I2A1", "c3w+")),
    "why": at_moment(GUNKIMONO_FOUR, refused_there),
    "points": at_moment(GUNKIMONO_FOUR, hold("S1L1", "i3w"), lay_held),
    "site": at_moment(GUNKIMONO_FOUR, hold("S1L1", "i3w"), lay_held, both("honour"), point_at("c6")),
    "draw": at_moment(GUNKIMONO_FOUR, hold("S1L1", "i3w"), lay_held, both("victory")),
    "five": at_moment(GUNKIMONO_FIVE),
    "over": at_moment(GUNKIMONO_FIVE, ended),
    "rich": at_moment(RICH),
    "rich-over": at_moment(RICH, ended),
}
