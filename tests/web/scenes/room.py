"""Pictures of the rooms around the tables."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.web.scenes.acting import Scene, at, press, table
from tests.web.test_match import ME, OPEN


def decks(page: Page) -> None:
    """The deck builder."""
    page.goto("/decks/gwynt")
    page.locator("[data-test=verdict] p").wait_for(state="attached")


def deck_list(page: Page) -> None:
    """The deck builder, at the deck: on a phone it is a page of its own."""
    decks(page)
    if page.locator("[data-test=to-deck]").is_visible():
        press(page, "to-deck")


SCENES: dict[str, Scene] = {
    "home": at("/"),
    "game": at("/game/gwynt"),
    "new-table": at("/new/gwynt"),
    "new-gorynich": at("/new/gorynich"),
    "credits": at("/credits"),
    "rules": at("/rules/gwynt#GWY-21"),
    "settings": at("/settings"),
    "learn": at("/learn/gwynt/horn"),
    "learn-gunkimono": at("/learn/gunkimono/formation"),
    "lobby": table(ME, OPEN),
    "decks": decks,
    "decks-list": deck_list,
}
