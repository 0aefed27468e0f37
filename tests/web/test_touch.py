"""Every kind of decision by touch at 390 × 844: keys on the screen, uncovered, acting on one tap, told by the log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

import ludotheque as lt
from ludotheque import bots
from tests.web import kunitori
from tests.web.conftest import PHONE, Visit
from tests.web.seated import ENDING, becomes, own_turn, settled, walk
from tests.web.test_match import ME, RANDOM, lay

# Labelled keys: each answers, or goes a step on, by one tap. Then what is chosen among: lifted by the first tap.
KEYS = [
    *("do-taken", "play-taken", "ambush", "reinforcements", "lay", "build", "take", "score", "decide", "key"),
    *("pass", "keep", "first", "choice", "plaque", "command", "continue", "use-leader", "victory", "honour"),
]
STEPS = ("victory", "honour", "use-leader", "lay", "first", "choice")  # more may be asked before these are sent
THINGS = "[data-legal=true], .legal:not([data-legal=false])"
KINDS = {
    "kunitori": [
        *("buy", "act", "replay", "choose", "trash", "trap", "fetch", "victim", "protect", "steal"),
        *("give", "war", "consent", "defend", "strike", "prize", "order", "tidy"),
    ],
    "gunkimono": ["tile", "points", "site", "draw"],
    "lampions": ["choose", "react", "relight", "blow"],
}  # Gorynich's and Gwynt's: test_gorynich.py, test_gwynt.py
REACH = """(what) => {
    const found = [...document.querySelectorAll(what)].filter((one) => one.checkVisibility() && !one.disabled)
    return found.flatMap((one) => {
        const {left, right, top, bottom} = one.getBoundingClientRect()
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        const inside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
        return inside && one.contains(hit) ? [] : [one.outerHTML.slice(0, 120)]
    })
}"""


def positions(game: str) -> Iterator[tuple[str, str]]:
    """Each kind of decision with a position that asks it of the first seat."""
    if game == "kunitori":
        yield from ((kind, kunitori.position(kind)) for kind in KINDS[game])
    else:
        rules, wanted = lt.game(game, "plain"), set(KINDS[game])
        bot = bots.make("random", 1, rules)
        for seed in range(40):
            pos = rules.start(seed=f"touch {seed}")
            while wanted and not pos.over:
                if pos.actors[0] == 0 and pos.decision in wanted and len(pos.moves(0)) > 1:
                    wanted.remove(pos.decision)
                    yield pos.decision, pos.text()
                pos.play(bots.decide(bot, pos, pos.actors[0]), pos.actors[0])
        assert not wanted


def standing(page: Page) -> list[str]:
    """Return what changes with an answer: the log and the question."""
    prompt = page.locator("[data-test=prompt]")
    return [page.locator("[data-test=log]").text_content() or "", prompt.get_attribute("data-decision") or ""]


def answer(page: Page, kind: str) -> None:
    """Answer a question by tapping: a labelled key where there is one, else a thing, which is lifted first."""
    before = standing(page)
    for _ in range(6):
        for key in KEYS:
            named = f"#main [data-test={key}]:not(:disabled)"
            if page.locator(f"{named}:visible").count():
                assert page.evaluate(REACH, named) == [], f"{kind}: {key} is covered or off the screen"
                page.locator(f"{named}:visible").first.tap()
                if key not in STEPS:
                    becomes(page, lambda: standing(page) != before or page.locator(ENDING).count() > 0, True)
                break
        else:
            page.locator(f"#main :is({THINGS}):visible").first.tap()
        settled(page)
        page.wait_for_timeout(60)
        if standing(page) != before or page.locator(ENDING).count():
            return
    raise AssertionError(f"{kind}: six taps did nothing")


@pytest.mark.parametrize("game", KINDS)
def test_every_decision_by_touch(visit: Visit, game: str) -> None:
    page = visit(size=PHONE, touch=True, language="fr-FR")
    for kind, text in positions(game):
        players = lt.game(game, "plain").position(text).players
        walk(page, f"/table/{lay(page, game, [ME, *[RANDOM] * (players - 1)], position=text)}")
        own_turn(page)
        becomes(page, lambda: page.locator("[data-test=log]").count(), 1)
        answer(page, kind)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], kind
