"""Actions before a screenshot, at any table: by finger on a phone, by mouse on a desktop."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.web.seated import own_turn
from tests.web.test_match import Seat, lay

Scene = Callable[[Page], object]


def at(address: str) -> Scene:
    """A room under its address."""
    return lambda page: page.goto(address)


def is_touched(page: Page) -> bool:
    """Whether fingers are what this page is used with."""
    return bool(page.evaluate("navigator.maxTouchPoints > 0"))


def press(page: Page, what: str) -> None:
    """Click or tap what a test would."""
    found = page.locator(f"[data-test={what}]").first
    found.tap() if is_touched(page) else found.click()


def table(*seats: Seat, game: str = "gwynt") -> Scene:
    """A table as it is laid."""
    return lambda page: page.goto(f"/table/{lay(page, game, seats)}")


def table_then(act: Scene, *seats: Seat, game: str) -> Scene:
    """Open a table, and act there."""

    def scene(page: Page) -> None:
        table(*seats, game=game)(page)
        own_turn(page)
        act(page)

    return scene


def on(what: str) -> Scene:
    """Touch something; on a desktop, hover over it."""

    def act(page: Page) -> None:
        found = page.locator(what).first
        found.tap() if is_touched(page) else found.hover()

    return act


def pressed(*all_of_them: str) -> Scene:
    """Several things clicked or tapped, one after the other."""

    def act(page: Page) -> None:
        for what in all_of_them:
            found = page.locator(what).first
            found.tap() if is_touched(page) else found.click()
            page.wait_for_timeout(200)

    return act


def presses(*names: str) -> Scene:
    """Several things pressed, one after the other."""

    def act(page: Page) -> None:
        for name in names:
            press(page, name)

    return act


def open_side(page: Page) -> None:
    """Open the log; on a phone it is a sheet."""
    if page.locator("[data-test=side]").is_visible():
        press(page, "side")


def guest_of(page: Page) -> Page:
    """Another visitor with another browser at the same address."""
    browser = page.context.browser
    assert browser is not None
    return browser.new_context(base_url=page.url.split("/table/")[0], locale="en-GB").new_page()


def given_up(page: Page) -> None:
    """The shortest way to a ranking."""
    presses("menu", "resign", "resign")(page)
    page.locator("[data-test=ending]").wait_for()
