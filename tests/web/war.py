"""Actions at Gunkimono's table: clicking or tapping tiles, squares, plaques and piles, nothing else."""

from __future__ import annotations

import time
from collections import Counter

from playwright.sync_api import Error, Page

from tests.web.conftest import PATIENCE
from tests.web.seated import ENDING, settled

# The kinds of things that may be asked for, by what is to be pressed then; the first that is there is pressed.
ASKED = {
    "support": ".small:not(:has([aria-pressed=true])) [data-test=support]",
    "score": "[data-test=score]",
    "honour": "[data-test=honour][aria-pressed=false]:enabled",
    "victory": "[data-test=victory][aria-pressed=false]:enabled",
    "build": "[data-test=build]:enabled",
    "lay": "[data-test=lay]:enabled",
    "propped": "[data-test=square].propped",
    "square": "[data-test=square][data-legal=true]",
    "turn": "[data-test=turn]",
    "picked": ".piece.picked",
    "draw": "[data-test=display][data-legal=true]",
    "blind": "[data-test=pile][data-legal=true]",
    "tile": "[data-test=hand][data-legal=true]",
    "small": "[data-test=small][data-legal=true]",
    "pass": "[data-test=pass]",
}
ANSWERS = ("score", "build", "lay", "picked", "pass")
SEEN = """(asked) => {
    if (!document.querySelector('[data-test=prompt][data-busy=false].mine')) return []
    const shown = (what) => [...document.querySelectorAll(what)].some((one) => one.checkVisibility())
    return Object.entries(asked).filter(([, what]) => shown(what)).map(([name]) => name)
}"""


def play_on(page: Page, touch: bool = False, until: str = ENDING, decisions: int = 1000) -> Counter[str]:
    """Press what is highlighted until `until` is visible, or a number of times; return the counts by kind."""
    pressed: Counter[str] = Counter()
    end = time.monotonic() + PATIENCE / 1000
    while pressed.total() < decisions and not page.locator(until).first.is_visible():
        assert time.monotonic() < end, f"not over after {pressed}: {page.locator('[data-test=prompt]').inner_text()}"
        if press(page, choice(page.evaluate(SEEN, ASKED), pressed, touch, page), pressed, touch):
            end = time.monotonic() + PATIENCE / 1000
    return pressed


def press(page: Page, name: str | None, pressed: Counter[str], touch: bool) -> bool:
    """Press a highlighted thing of a kind and count it, or wait a little; return whether it was pressed."""
    if name is None:
        turn_by_wheel(page)
        page.wait_for_timeout(15)
        return False
    found = page.locator(ASKED[name])
    before = pressed.total()
    try:
        one = found.nth(before % found.count())
        one.tap(timeout=1500) if touch else one.click(timeout=1500)
        pressed[name] += 1
    except (Error, ZeroDivisionError):
        pass  # it went away meanwhile, or something lies over it for a moment
    settled(page)
    return pressed.total() > before


def up_to_the_last(page: Page) -> str | None:
    """Do all taps of a decision except the last; return where that one goes, None at the end."""
    # What is pressed differs from question to question: now victory, now honour.
    entries = page.locator("[data-test=log] li").count()
    pressed = Counter(victory=entries % 2, tile=entries % 3)
    while not page.locator(ENDING).is_visible():
        name = choice(page.evaluate(SEEN, ASKED), pressed, True, page)
        if name in ANSWERS:
            return ASKED[name]
        press(page, name, pressed, touch=True)
    return None


def choice(names: list[str], pressed: Counter[str], touch: bool, page: Page) -> str | None:
    """Choose what to press."""
    if not names:
        return None
    if "support" in names:
        return "support"
    if "honour" in names or "victory" in names:  # each half by itself: now this, now that
        wanted = ("victory", "honour")[pressed["victory"] > pressed["honour"]]
        return wanted if wanted in names and "score" not in names else "score" if "score" in names else names[0]
    if touch and ("lay" in names or "build" in names):
        # By finger: first the square, then the key, once the tile lies where it may.
        lying = page.locator("[data-test=ghost]")
        ready = bool(lying.get_attribute("data-written")) if lying.count() else "build" in names
        return ("lay" if "lay" in names else "build") if ready else where(names, pressed) or "turn"
    if "lay" not in names and (square := where(names, pressed)):
        return square
    if "tile" in names and "small" in names:  # now and then a small one
        return "small" if pressed["tile"] > 2 * pressed["small"] + 1 else "tile"
    return names[0]


def where(names: list[str], pressed: Counter[str]) -> str | None:
    """A square: on a support as soon as there is one, later wherever the tile may lie."""
    if "propped" in names and not pressed["propped"]:
        return "propped"
    return "square" if "square" in names else None


def turn_by_wheel(page: Page) -> None:
    """The tile that is held may lie nowhere as it is turned: turn it."""
    if page.locator("[data-test=hand][aria-pressed=true]").count():
        page.locator("[data-test=field]").hover()
        page.mouse.wheel(0, 100)
