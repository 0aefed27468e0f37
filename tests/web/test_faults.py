"""No room of the page has a serious fault of access, on a phone as on a desk, light as dark; and all of it is small."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, Response

import ludotheque as lt
from ludotheque.server.settings import PAGE
from tests.sizes import LONG
from tests.web.conftest import DESK, PHONE, Visit
from tests.web.kunitori import position
from tests.web.seated import BOARD, late_gwynt, own_turn, play_on, walk
from tests.web.test_keyboard import OTHERS, in_words
from tests.web.test_match import BONDS, ME, OPEN, RANDOM, SWARM, lay

AXE = PAGE.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
# All rules in the light that can find something serious; in the dark, on the same page, those that look at colours.
Theme = Literal["light", "dark"]
THEMES: dict[Theme, list[str]] = {"light": [], "dark": ["color-contrast", "link-in-text-block"]}
BOTH: tuple[Theme, ...] = ("light", "dark")
ROOMS = ("/new/gorynich", "/rules/gwynt", "/decks/gwynt", "/settings", "/credits", "/nowhere", "/game/gwynt")
LESSONS = ("gunkimono/formation", "gorynich/fire")  # whose boards are looked at nowhere else here
# The same components with other words in them.
MORE_ROOMS = ("/new/gwynt",) if LONG else ()
MORE_LESSONS = ("gwynt/horn", "kunitori/war") if LONG else ()
IN_WORDS = OTHERS if LONG else ("lampions",)
# What such a rule finds is never told here. Nothing has to be fetched again for the others: no page has sounds.
HARMLESS = """() => Object.fromEntries(axe._audit.rules.filter(({impact}) => ['minor', 'moderate'].includes(impact))
    .map(({id}) => [id, {enabled: false}]))"""
FIRST_LOAD = 150_000  # bytes of packed script before the board is usable


def faults(page: Page, themes: tuple[Theme, ...] = BOTH, every: bool = False) -> list[str]:
    """The findings of axe that are serious or worse (with `every`: all), in the light and in the dark theme."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    harmless = page.evaluate(HARMLESS)
    assert harmless, "axe no longer says how serious a rule is"
    told = []
    for theme in themes:
        rules = THEMES[theme]
        page.emulate_media(color_scheme=theme)
        which = {"runOnly": rules} if rules else {} if every else {"rules": harmless}
        asked = {"resultTypes": ["violations"], "preload": False, **which}
        found: dict[str, Any] = page.evaluate("(asked) => axe.run(document, asked)", asked)
        told += [
            f"{theme}: {fault['id']}: {fault['help']} – {[node['target'] for node in fault['nodes']][:4]}"
            for fault in found["violations"]
            if every or fault["impact"] in ("serious", "critical")
        ]
    return told


@pytest.mark.parametrize(
    ("size", "themes"),
    [
        pytest.param(PHONE, BOTH, id="phone"),
        pytest.param(DESK, BOTH[:1], id="desk", marks=pytest.mark.long),
    ],
)
def test_no_serious_fault(visit: Visit, size: tuple[int, int], themes: tuple[Theme, ...]) -> None:
    page = visit("/", size=size)
    page.locator("[data-test=play-gwynt]").wait_for()
    found = {"home": faults(page, themes)}
    for room in (*ROOMS, *MORE_ROOMS):
        page.goto(room, wait_until="networkidle")  # what is fetched belongs to the room
        page.locator("h1").wait_for()
        found[room] = faults(page, themes)
    for lesson in (*LESSONS, *MORE_LESSONS):
        page.goto(f"/learn/{lesson}", wait_until="networkidle")
        page.locator("[data-test=lesson]").wait_for()
        page.locator(BOARD).first.wait_for()
        found[lesson] = faults(page, themes)
    page.goto("/learn/gwynt/overtake")
    for card, standing in (("dethmold", "wrong"), ("catapult", "done")):
        page.locator(f"[data-test=hand][data-kind={card}][data-legal=true]").click()
        page.locator(f"[data-test=lesson][data-standing={standing}]").wait_for()
        found[f"lesson {standing}"] = faults(page, themes)
        if standing == "wrong":
            page.locator("[data-test=again]").click()
    page.goto(f"/table/{lay(page, 'gwynt', [ME, OPEN])}")
    page.locator("[data-test=start]").wait_for()
    found["lobby"] = faults(page, themes)
    for moment in ("buy", "defend"):
        walk(page, f"/table/{lay(page, 'kunitori', [ME, *[RANDOM] * 3], position=position(moment))}")
        own_turn(page)
        found[f"kunitori {moment}"] = faults(page, themes)
    in_words(page)
    for name in IN_WORDS:
        seats = [ME, *([RANDOM] * (lt.game(name, "plain").declaration.players[0] - 1))]
        page.goto(f"/table/{lay(page, name, seats)}")
        page.locator(BOARD).first.wait_for()
        found[name] = faults(page, themes)
    page.evaluate("localStorage.removeItem('ludotheque')")
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
    own_turn(page)
    found["redraw"] = faults(page, themes)
    page.goto(f"/table/{lay(page, 'gwynt', [ME, RANDOM], position=late_gwynt())}")
    own_turn(page)
    found["gwynt"] = faults(page, themes)
    page.locator("[data-test=menu]").click()
    found["menu"] = faults(page, themes)
    page.keyboard.press("Escape")
    play_on(page)
    page.locator("[data-test=ending] figure, [data-test=ending] table").first.wait_for()
    found["ending"] = faults(page, themes)
    page.locator("[data-test=replay]").click()
    page.locator("[data-test=controls]").wait_for()
    found["replay"] = faults(page, themes)
    assert not {room: list_ for room, list_ in found.items() if list_}


def test_the_first_load_is_small(visit: Visit) -> None:
    page = visit(own=True)
    scripts: dict[str, int] = {}

    def came(response: Response) -> None:
        if response.url.endswith(".js"):
            name = response.url.rpartition("/assets/")[2]
            scripts[name] = len(gzip.compress((PAGE / "assets" / name).read_bytes(), 9))

    page.on("response", came)
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
    own_turn(page)
    page.locator("[data-test=hand]").first.wait_for()
    assert scripts
    assert sum(scripts.values()) < FIRST_LOAD, scripts
    # The first turn needs the field, which is fetched after the first question.
    first = dict(scripts)
    page.locator("[data-test=keep]").click()
    page.locator("[data-test=pass]").wait_for()
    field = {name: size for name, size in scripts.items() if name.startswith("Battle-")}
    assert len(field) == 1
    assert sum((first | field).values()) < FIRST_LOAD, scripts


def test_axe_is_there() -> None:
    assert Path(AXE).is_file(), "run npm ci in web/"


def test_axe_finds_what_is_planted_and_must_say_how_serious_it_is(visit: Visit) -> None:
    page = visit("/credits")
    page.locator("h1").wait_for()
    assert faults(page) == []
    page.evaluate("document.querySelector('h1').insertAdjacentHTML('afterend', '<button></button><p>pale</p>')")
    page.evaluate("document.querySelector('h1 ~ p').style = 'color: #888; background: #999; opacity: 1'")
    found = {" ".join(told.split(": ")[:2]) for told in faults(page)}
    assert found == {"light button-name", "light color-contrast", "dark color-contrast"}
    page.evaluate("axe._audit.rules.forEach((rule) => delete rule.impact)")
    with pytest.raises(AssertionError, match="how serious"):
        faults(page)
