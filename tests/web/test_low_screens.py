"""Low screens (a phone on its side, a page at 200 %) and the narrowest phone: hand and keys are in sight."""

from __future__ import annotations

import pytest

from tests.web.conftest import Visit
from tests.web.seated import own_turn
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
