"""Gorynich's own table: every decision made on the board, whole matches, seven browsers, reveals that spoil nothing."""

from __future__ import annotations

import re
import time
from functools import cache
from random import Random

import pytest
from playwright.sync_api import Error, Locator, Page, expect

import ludotheque as lt
from tests.web.conftest import DESK, PATIENCE, PHONE, Visit
from tests.web.seated import ENDING, becomes, settled, sit_down, walk
from tests.web.test_faults import faults
from tests.web.test_learn import standing
from tests.web.test_match import ME, OPEN, RANDOM, lay

BODY = "section.body"
# The lane of a4 leads over c3, d3 and f3 into the castle.
BASE = "players: 3\nboards: A B C D\ngorynich: d4\nknights: d3/a4 c3/a4 a1\ncards: 1 3\nfirst: 0\n"
TILE = {
    "perch": "princess",
    "aim": "fireball",
    "steer": "multicolour",
    "breathe": "long_flame",
    "light": "burning_ground",
    "blow": "gust",
    "dive": "swoop",
}
TILES = ("fireball", "multicolour", "princess", "long_flame", "gust", "burning_ground", "swoop")
DECISIONS = ("speak", "point", "choose", "fly", "tile", *TILE, "drop")


@cache
def asked(decision: str) -> str:
    """A position of three in which seat 0 is asked for something."""
    game = lt.game("gorynich", "plain")
    if decision in ("speak", "point"):
        pos = next(pos for seed in range(50) if (pos := game.start(3, seed)).actor == 0)
        for move in ("castle e5", "silent")[: 1 + (decision == "point")]:
            pos.play(move)
        return pos.text()
    tile = TILE.get(decision, "multicolour")
    three = sorted({tile, "multicolour", "princess", "fireball"}, key=lambda one: (one != tile, one))[:3]
    pos = game.position(BASE + f"tiles: {' '.join(one for one in TILES if one in three)}\n")
    if decision == "choose":
        return pos.text()
    for seat, card in enumerate(("red" if decision == "fly" else "manoeuvre", "pass", "red")):
        pos.play(card, seat)
    for move in {"fly": (), "tile": (), "drop": ("use multicolour", "steer up", "fly 1")}.get(
        decision, (f"use {tile}",)
    ):
        pos.play(move)
    assert pos.decision == decision
    return pos.text()


def open_table(page: Page, position: str | None, players: int = 3, **more: object) -> None:
    """A table of ours at a position, with bots that play at random."""
    if position is not None:
        more["position"] = position
    walk(page, f"/table/{lay(page, 'gorynich', [ME, *[RANDOM] * (players - 1)], **more)}")
    page.locator("[data-board=gorynich] .page").wait_for()


def press(page: Page, what: str, touch: bool) -> None:
    """Click a thing of the board; with a finger twice, or once and then the key."""
    thing = page.locator(what).first
    if not touch:
        thing.click()
        return
    thing.tap()
    key = page.locator("[data-test=decide]")
    if key.is_visible():
        key.tap()
    elif page.locator(what).count():
        page.locator(what).first.tap()


# On the map where it can be, else under the thumb.
WHERE = {
    **dict.fromkeys(("perch", "fly", "aim", "breathe", "steer", "dive", "light"), "[data-test=square]"),
    **dict.fromkeys(("speak", "point", "tile"), f"{BODY} [data-test=choice]"),
    **dict.fromkeys(("choose", "drop"), "[data-test=card]"),
    "blow": "button.knight[data-test=knight]",
}


@pytest.mark.long
def test_every_decision_is_made_on_the_board_by_mouse(visit: Visit) -> None:
    page = visit(size=DESK)
    for decision in DECISIONS:
        open_table(page, asked(decision))
        body = page.locator(BODY)
        expect(body).to_have_attribute("data-asked", decision)
        press(page, WHERE[decision], touch=False)
        if decision == "point":
            expect(body.locator("[aria-pressed=true]")).to_have_count(1)
            press(page, f"{BODY} .key", touch=False)
        expect(body).not_to_have_attribute("data-asked", decision)
        settled(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= DESK[0]


# What the log says once it is done.
LOGGED = {
    "point": "Vous désignez le chevalier 1.",
    "choose": "Vous révélez",
    "fly": "Gorynich vole",
    "tile": "Vous utilisez",
    "perch": "Vous posez Gorynich",
    "aim": "Feu en",
    "steer": "",  # how far is asked next, as with the dive
    "breathe": "Feu en",
    "light": "La terre brûle",
    "blow": "recule",
    "dive": "",
    "drop": "Vous posez",
}


def tap_within_reach(page: Page, thing: Locator) -> None:
    """Tap a thing whose whole box lies on the screen with nothing over its middle."""
    box = thing.bounding_box()
    assert box, f"{thing} is not drawn"
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]
    assert box["y"] + box["height"] <= PHONE[1]
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    on_top = "(node, [x, y]) => node.contains(document.elementFromPoint(x, y))"
    assert thing.evaluate(on_top, [x, y]), f"something covers {thing}"
    page.touchscreen.tap(x, y)


def test_every_decision_by_touch(visit: Visit) -> None:
    page = visit(size=PHONE, touch=True, language="fr-FR")
    for decision in LOGGED:
        open_table(page, asked(decision))
        body = page.locator(BODY)
        expect(body).to_have_attribute("data-asked", decision)
        log = page.locator("[data-test=log]")
        expect(log).to_be_attached()
        before = log.text_content()
        thing = page.locator(WHERE[decision]).first
        tap_within_reach(page, thing)
        key = page.locator("[data-test=decide]")
        if decision == "point":
            key = page.get_by_role("button", name="Cela suffit")
            chosen = page.locator("[data-test=pointing]")
            expect(chosen).to_contain_text(re.compile(r"^\s*Vous désignez\s:\s1\s*$"))
            tap_within_reach(page, thing)  # and not at all
            expect(chosen).to_contain_text("ou aucun")
            tap_within_reach(page, thing)
            expect(page.locator("[data-test=steps]")).to_have_count(0)  # no bubble lies over the map
        expect(key).to_be_visible()
        assert log.text_content() == before, decision  # nothing was sent yet
        tap_within_reach(page, key)
        expect(body).not_to_have_attribute("data-asked", decision)
        expect(log).to_contain_text(LOGGED[decision])
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.parametrize(
    ("key", "logged"), [("Garder le silence", ""), ("Dépenser un jeton", "Vous dépensez un jeton")]
)
def test_a_labelled_key_acts_on_one_tap(visit: Visit, key: str, logged: str) -> None:
    page = visit(size=PHONE, touch=True, language="fr-FR")
    open_table(page, asked("speak"))
    silence = page.get_by_role("button", name="Garder le silence")
    expect(silence).to_have_class(re.compile("first"))  # only bots sit here: nobody would listen
    tap_within_reach(page, page.get_by_role("button", name=key))
    expect(page.locator("[data-test=log]")).to_contain_text(logged)
    if logged:  # talk comes before the movement cards are turned up: GOR-08
        tap_within_reach(page, page.get_by_role("button", name="Retourner les cartes"))
    expect(page.locator(BODY)).to_have_attribute("data-asked", "point")
    # Without a knight that is pointed at, one tap is enough as well.
    tap_within_reach(page, page.get_by_role("button", name="Cela suffit"))
    expect(page.locator(BODY)).to_have_attribute("data-asked", "choose")
    tap_within_reach(page, page.get_by_role("button", name="Passer"))
    expect(page.locator("[data-test=log]")).to_contain_text("Vous passez")


def test_the_first_decision_shows_where_the_dragon_lands(visit: Visit) -> None:
    page = visit(size=PHONE, touch=True, language="fr-FR")
    game = lt.game("gorynich", "plain")
    open_table(page, next(pos for seed in range(50) if (pos := game.start(3, seed)).actor == 0).text())
    expect(page.locator("[data-test=square]")).to_have_count(4)
    expect(page.locator("[data-test=ghost]")).to_be_visible()
    expect(page.locator(f"{BODY} [data-test=choice]").first).to_contain_text("en haut à gauche")
    tap_within_reach(page, page.locator("[data-test=square]").last)
    tap_within_reach(page, page.locator("[data-test=decide]"))
    expect(page.locator("[data-test=log]")).to_contain_text("Vous posez Gorynich")


GLOWING = "[data-test=choice]:enabled, [data-test=card], [data-test=square], button.knight[data-test=knight]"


def play_out(page: Page, touch: bool, seed: int) -> int:
    """Touch something that glows until the match is over; how often that was."""
    random = Random(seed)
    end = time.monotonic() + PATIENCE / 1000
    touched = 0
    while not page.locator(ENDING).is_visible():
        assert time.monotonic() < end, f"after {touched}: {page.locator('[data-test=prompt]').inner_text()}"
        found = page.locator(GLOWING)
        if not found.count():
            page.wait_for_timeout(15)
            continue
        # The last key moves the match on; pointing alone never ends it.
        thing = found.nth(random.randrange(found.count()) if random.random() < 0.6 else found.count() - 1)
        try:
            (thing.tap if touch else thing.click)(timeout=1000)
            key = page.locator("[data-test=decide]")
            if key.is_visible() and (touch or "Lose" in key.inner_text()):
                (key.tap if touch else key.click)(timeout=1000)
            touched += 1
            end = time.monotonic() + PATIENCE / 1000
        except Error:
            page.keyboard.press("Escape")  # it went away meanwhile, or lies under something
        settled(page)
    return touched


@pytest.mark.parametrize(
    "touch", [pytest.param(False, id="desk", marks=pytest.mark.long), pytest.param(True, id="phone")]
)
def test_a_whole_match_by_the_board_alone(visit: Visit, touch: bool) -> None:
    size = PHONE if touch else DESK
    page = visit(size=size, touch=touch, language="fr-FR" if touch else "en-GB")
    open_table(page, None, options={"level": "fierce", "tiles": "random", "rivers": 2})
    assert play_out(page, touch, seed=3) > 5
    ending = page.locator(ENDING)
    expect(ending.locator("[data-test=legend] li").first).to_be_visible()
    expect(ending.get_by_role("heading").first).to_have_text(
        "Vous avez perdu ensemble." if touch else "You have lost together."
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert not faults(page)
    ending.locator("[data-test=turning]").last.click()  # how it ended, in the replay
    page.locator("[data-test=controls]").wait_for()
    told = page.locator("[data-test=told]")
    expect(told).to_contain_text("Vous perdez." if touch else "You lose.")
    expect(page.locator("[data-test=done]")).to_contain_text("Vous perdez." if touch else "You lose.")
    page.goto(page.url.partition("#")[0])
    page.locator("[data-test=forward]").click()
    expect(told).to_contain_text("pose Gorynich" if touch else "sit on")
    assert not faults(page)


@pytest.mark.parametrize("heads", [4, pytest.param(7, marks=pytest.mark.long)])
def test_heads_choose_in_any_order(visit: Visit, heads: int) -> None:
    game = lt.game("gorynich", "plain")
    pos = game.position(f"players: {heads}\ngorynich: d4\ncards: 1 3\nfirst: 2\n")
    host = visit()
    table = lay(host, "gorynich", [ME, *[OPEN] * (heads - 1)], position=pos.text())
    host.goto(f"/table/{table}")
    pages = [host]
    for number in range(heads - 1):
        guest = visit(f"/table/{table}", size=PHONE)
        sit_down(guest, f"Head {number}")
        guest.get_by_text("(you)").first.wait_for()
        pages.append(guest)
    expect(host.locator("[data-test=start]")).to_be_enabled()
    host.locator("[data-test=start]").click()
    watcher = visit(f"/table/{table}")
    watcher.locator("[data-board=gorynich] .page").wait_for()
    expect(watcher.locator("[data-test=card]")).to_have_count(0)

    order = list(range(heads))
    Random(5).shuffle(order)
    for count, seat in enumerate(order[:-1], 1):
        page = pages[seat]
        page.locator("[data-test=card][data-card=fire]").click()
        for other in (page, watcher):
            expect(other.locator("[data-test=face-down]")).to_have_count(count)
        if count == 2:  # somebody thinks again, and passes
            page.locator("[data-test=choose-again]").click()
            expect(watcher.locator("[data-test=face-down]")).to_have_count(1)
            page.locator("[data-test=card][data-card=pass]").click()
            expect(watcher.locator("[data-test=face-down]")).to_have_count(2)
        if count == 3:  # and somebody comes back
            page.reload()
            page.locator("[data-test=choose-again]").wait_for()
            expect(page.locator("[data-test=face-down]")).to_have_count(3)
    # Nobody has seen a pass yet; once all have chosen it is announced, and no card lies there.
    assert "passes" not in watcher.locator("[data-test=log]").inner_text()
    pages[order[-1]].locator("[data-test=card][data-card=red]").click()
    for page in (host, watcher):
        expect(page.locator("li[data-state=passed]")).to_have_count(1)
    expect(watcher.locator("[data-test=log]")).to_contain_text("passes")


# Beats pass: what is called is written down as it comes, and whether the log knew of a fire when a card was shown.
HEARD = """
window.heard = []
new MutationObserver(() => {
  const found = (what) => document.querySelector(`[data-test=${what}]`)
  if (found('revealed')) window.spoilt ??= found('log').textContent.includes('burns')
  const called = found('called')?.textContent
  if (called && called !== window.heard.at(-1)) window.heard.push(called)
}).observe(document, { subtree: true, childList: true, characterData: true })
"""


def hears(page: Page, called: str) -> None:
    """Wait until something has been called."""
    becomes(page, lambda: any(called in heard for heard in page.evaluate("window.heard")), True)


def test_reveals_are_shown_one_after_the_other(visit: Visit) -> None:
    page = visit(own=True)
    page.add_init_script(HEARD)
    page.evaluate("localStorage.setItem('ludotheque', JSON.stringify({motion: 'full', tour: {off: true, seen: []}}))")
    open_table(page, BASE.replace("gorynich: d4", "gorynich: d3") + "row 0: blue\n")
    expect(page.locator(BODY)).to_have_attribute("data-asked", "choose")

    # What can't be done says why, with its rule.
    page.locator("[data-card=blue]").click(force=True)  # it is not enabled, and answers nevertheless
    expect(page.locator("[data-test=notice] [data-test=rule]")).to_have_text("GOR-10")
    # By keyboard: look at a card, then choose it.
    page.locator("main").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-card=yellow].on")).to_be_visible()
    expect(page.locator(BODY)).to_contain_text("Gorynich flies up")
    # The dragon in pencil: dragged two squares down, then one to the left by keyboard, and rubbed out.
    grip = page.locator("[data-test=grip]").bounding_box()
    assert grip
    x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 2 * grip["height"], steps=4)
    page.mouse.up()
    pencil = page.locator("[data-test=pencil]")
    expect(pencil).to_have_attribute("data-at", "d5")
    page.keyboard.press("Shift+ArrowLeft")
    expect(pencil).to_have_attribute("data-at", "c5")
    expect(page.locator(BODY)).to_contain_text("In pencil on c5. Gorynich flies up: c4, c3 or c2.")
    page.keyboard.press("Escape")
    expect(pencil).to_have_count(0)
    page.keyboard.press("f")
    page.keyboard.press("Enter")

    # The fire comes first, and nothing of what follows is told before.
    telling = page.locator("[data-telling=true]")
    hears(page, "Knight 1 burns on d3.")
    assert page.evaluate("window.spoilt") is False
    assert not page.locator("[data-test=card], [data-test=choice]").count()
    # A player who reconnects in the middle is shown what happened since, from the card on.
    page.reload()
    hears(page, "Knight 1 burns on d3.")

    def skipped() -> int:
        page.evaluate("document.querySelectorAll('[data-test=skip]').forEach((key) => key.click())")
        return telling.count()

    becomes(page, skipped, 0)  # whatever came since, the present
    expect(page.locator("[data-test=log]")).to_contain_text("burns")

    # A move that surely loses is asked about twice.
    page.evaluate("localStorage.setItem('ludotheque', JSON.stringify({motion: 'none', tour: {off: true, seen: []}}))")
    open_table(page, "players: 3\ngorynich: e5\nknights: a1\ncards: 1 3\nfirst: 0\n")
    page.locator("[data-card=fire]").hover()
    expect(page.locator("[data-test=decide].danger")).to_be_visible()
    page.locator("[data-card=fire]").click()
    expect(page.locator("[data-test=decide]")).to_contain_text("Lose the match?")
    page.locator("[data-test=decide]").click()
    expect(page.locator(ENDING)).to_contain_text("The castle burns")

    # A lesson is played at the same board.
    page.goto("/learn/gorynich/fire")
    standing(page, "open")
    page.locator("[data-card=fire]").click()
    standing(page, "done")


def test_talk_is_open_while_the_sand_runs(visit: Visit) -> None:
    page = visit()
    open_table(page, asked("speak"))
    watcher = visit(page.url, size=PHONE)
    page.locator("[data-test=choice]", has_text="Spend a token").click()
    for one in (page, watcher):
        expect(one.locator("[data-test=talk-open]")).to_be_visible()
    page.locator("[data-test=talk-open] input").fill("The one on the left!")
    page.keyboard.press("Enter")
    expect(watcher.locator("[data-test=talk-open]")).to_contain_text("The one on the left!")
    expect(page.locator(BODY)).to_have_attribute("data-asked", "speak")
    page.locator("[data-test=choice]", has_text="Turn up the cards").click()
    expect(page.locator(BODY)).to_have_attribute("data-asked", "point")
    expect(page.locator("[data-test=talk-open]")).to_have_count(0)


def test_a_hint_is_looked_at_on_the_map(visit: Visit) -> None:
    """A hint is shown on the board like a touched card: one key plays it."""
    page = visit(size=PHONE, touch=True)
    open_table(page, asked("choose"))
    key = page.locator("[data-test=decide]")
    expect(key).to_have_count(0)
    page.locator("[data-test=hint]").tap()
    key.tap()
    expect(page.locator(BODY)).not_to_have_attribute("data-asked", "choose")
