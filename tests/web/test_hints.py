"""Hints by touch: a ghost on the board, a bar that covers nothing, other moves as chips, a reason, a key that plays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import PHONE, Visit
from tests.web.seated import becomes, boxes, own_turn
from tests.web.test_match import ME, RANDOM, lay

SEATS = {"gunkimono": 2, "kunitori": 2, "gorynich": 3, "gwynt": 2, "lampions": 3}


@pytest.mark.parametrize("game", SEATS)
def test_a_hint_lies_on_the_board_and_is_played_by_one_tap(visit: Visit, game: str) -> None:
    page = visit(size=PHONE, touch=True, language="fr")
    page.goto(f"/table/{lay(page, game, [ME, *[RANDOM] * (SEATS[game] - 1)])}")
    own_turn(page)
    page.locator("[data-test=hint]").tap()
    bar = page.locator("[data-test=advice]")
    expect(bar.locator("[data-test=play-advice]")).to_be_visible()
    assert page.locator("#main .hinted").count() >= 1  # what is advised is marked on the board
    box, board = boxes(bar, page.locator("#main"))
    assert box["y"] + box["height"] <= board["y"] + 1  # above the board, not over it
    chips = [
        bar.locator("[data-test=advised]").inner_text(),
        *bar.locator("[data-test=other-advice]").all_inner_texts(),
    ]
    shares = [int(found[1]) for chip in chips if (found := re.search(r"(\d+)\s%", chip))]
    assert shares == sorted(shares, reverse=True)
    if len(chips) > 1:
        advised = bar.locator("[data-test=advised] + span").inner_text()
        bar.locator("[data-test=other-advice]").first.tap()
        expect(bar.locator("[data-test=advised] + span")).not_to_have_text(advised)
    bar.locator("[data-test=why]").tap()
    expect(bar.locator("[data-test=reason]")).to_be_visible()
    for key in ("play-advice", "why"):
        assert page.evaluate(
            """(key) => { const box = document.querySelector(key).getBoundingClientRect()
                const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
                return box.height >= 44 && box.right <= innerWidth && hit?.closest(key) !== null }""",
            f"[data-test={key}]",
        )
    known = "[data-test=log] li, [data-test=prompt] p"  # a phase may end without a word in the log
    before = page.locator(known).all_inner_texts()
    bar.locator("[data-test=play-advice]").tap()
    expect(bar).to_have_count(0)
    becomes(page, lambda: page.locator(known).all_inner_texts() != before, True)
