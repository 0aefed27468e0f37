"""Low screens (a phone on its side, a page at 200 %) and the narrowest phone: hand and keys are in sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import ludotheque as lt
from ludotheque import bots
from tests.web import kunitori
from tests.web.conftest import Visit
from tests.web.moments import GUNKIMONO_FOUR
from tests.web.seated import own_turn, walk
from tests.web.test_gorynich import asked
from tests.web.test_match import ME, RANDOM, lay
from tests.web.test_touch import REACH

SIZES = ((844, 390), (720, 450), (320, 568))
NEEDED = {
    "gunkimono": "[data-test=hand], [data-test=small]",
    "kunitori": "[data-test=hand], [data-test=command], [data-test=curtain]",
    "gorynich": "[data-test=card], [data-test=choice]",
    "lampions": "[data-test=hand], .own h3",
}
SEATS = {"gunkimono": 2, "kunitori": 3, "gorynich": 3, "lampions": 5}


def lights_to_put_out() -> str:
    """A position of four players of Lampions in which seat 0 puts out the light of another."""
    rules = lt.game("lampions", "plain")
    bot = bots.make("random", 1, rules)
    for seed in range(200):
        pos = rules.start(4, f"low {seed}")
        while not pos.over:
            if pos.actors[0] == 0 and pos.decision == "blow" and len(pos.moves(0)) == 3:
                return pos.text()
            pos.play(bots.decide(bot, pos, pos.actors[0]), pos.actors[0])
    raise AssertionError("no such position")


# Crowded questions, the taps that lead to them, and what must then be in sight and uncovered at all sizes.
CROWDED: dict[str, tuple[Callable[[], str], tuple[str, ...], str]] = {
    "gunkimono": (lambda: GUNKIMONO_FOUR, ("hand", "square", "lay"), "[data-test=victory], [data-test=honour]"),
    "kunitori": (lambda: kunitori.position("defend"), (), "[data-test=ambush], [data-test=fighter]"),
    "gorynich": (lambda: asked("point"), (), "[data-test=choice]"),
    "lampions": (lights_to_put_out, (), "[data-test=puff]"),
}


@pytest.mark.parametrize("game", NEEDED)
def test_hand_and_keys_are_in_sight(visit: Visit, game: str) -> None:
    page = visit(size=SIZES[0], touch=True, language="fr-FR")
    page.goto(f"/table/{lay(page, game, [ME, *[RANDOM] * (SEATS[game] - 1)])}")
    own_turn(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(150)
        assert page.evaluate("document.documentElement.scrollWidth") == width
        if height < 500:  # the narrowest phones scroll within the board
            assert page.evaluate("document.documentElement.scrollHeight") == height
            assert page.evaluate("document.querySelector('#main').getBoundingClientRect().top") <= 41
            assert page.evaluate(REACH, f"#main :is({NEEDED[game]})") == [], (width, height)
    text, taps, needed = CROWDED[game]
    position = text()
    others = lt.game(game, "plain").position(position).players - 1
    page.set_viewport_size({"width": 320, "height": 568})
    walk(page, f"/table/{lay(page, game, [ME, *[RANDOM] * others], position=position)}")
    own_turn(page)
    for name in taps:
        page.locator(f"[data-test={name}]:not([data-legal=false]):not(:disabled)").first.tap()
    page.locator(f"#main :is({needed})").first.wait_for()
    for width, height in SIZES[: 2 if game == "lampions" else 3]:  # four strings scroll on the narrowest phone
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(400)  # pieces have arrived
        assert page.evaluate(REACH, f"#main :is({needed})") == [], (width, height)
