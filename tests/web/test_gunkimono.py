"""Gunkimono's own table: matches played by clicking and tapping the board alone, watched, left, replayed, learnt."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web import war
from tests.web.conftest import PHONE, Visit
from tests.web.moments import GUNKIMONO_FIVE
from tests.web.seated import ENDING, becomes, own_turn, sit_down, walk
from tests.web.test_faults import faults
from tests.web.test_learn import standing
from tests.web.test_match import ME, OPEN, RANDOM, lay

# Seat 0 is about to build, and to take banners; the field is uneven, and the end tile lies among the last.
LATE = """game: gunkimono
first: 0
turn: 0
end: announced
7: .  .  I  L1 C  S2 L  .  .
6: A  I1 S  A  I2 A  C1 A  I
5: S  A  I  L  S  C1 A  I  C
4: C1 L  C2 S  A  I  L  S1 L
3: I  S  A  L1 C  L  C  I  A
2: L  C  S  A  S1 C  A  L  S
1: .  .  I  C  I  L  S  .  .
honour 0: 5 3 5 3 3
honour 1: 3 4 3 1 5
points 0: 20 0
hand 0: I1L2 S2C1 C1A2
hand 1: I1S2 S2L1 C2A2
display: S1L1 I1C1 L2A1
pile: I1A1 C1L2 end I2S2 I1S1
removed: rest
"""
# A match from its first tile, with few to draw.
SHORT = """game: gunkimono
first: 0
turn: 0
hand 0: I1L2 S2C1 C1A2
hand 1: I1S2 S2L1 C2A2
display: S1L1 I1C1 L2A1
pile: I1A1 C1L2 I2S2 I2S1 I1C2 S1C2 S1A2 end I1S1
end: announced
removed: rest
"""
# No two neighbours are within a level of each other, and no small tile is left: nothing can be laid any more.
STEEP = """game: gunkimono
first: 0
7: .  .  I2 L  C2 S  L2 .  .
6: A  I2 S  A2 I  A2 C  A2 I
5: S2 A  I2 L  S2 C  A2 I  C2
4: C  L2 C  S2 A  I2 L  S2 L
3: I2 S  A2 L  C2 L  C2 I  A2
2: L  C2 S  A2 S  C2 A  L2 S
1: .  .  I2 C  I2 L  S2 .  .
honour 0: 3 3 3 3 3
small 0: -
small 1: -
hand 0: I1S2 C1A2
hand 1: S1L2
"""


def at(page: Page, position: str) -> str:
    """Sit down at a position, against a bot; the id of the table."""
    table = lay(page, "gunkimono", [ME, RANDOM], position=position)
    walk(page, f"/table/{table}")
    own_turn(page)
    return table


@pytest.mark.long  # by touch in every run
def test_a_whole_match_by_mouse_then_its_replay(visit: Visit) -> None:
    page = visit()
    table = lay(page, "gunkimono", [ME, RANDOM])
    page.goto(f"/table/{table}")
    own_turn(page)
    field = page.locator("[data-test=field]")
    expect(field.locator("[data-test=square]")).to_have_count(55)

    # What can't be is refused on the spot, with its rule.
    page.locator("[data-test=hand][data-legal=true]").first.click()
    page.locator("[data-test=square].never, [data-test=square].other").first.click()
    expect(page.locator("[data-test=notice]")).to_contain_text("GUN-")
    expect(page.locator("[data-test=ghost]")).to_have_attribute("data-written", "")
    page.keyboard.press("Escape")
    expect(page.locator("[data-test=ghost]")).to_have_count(0)

    pressed = war.play_on(page)
    assert {"tile", "small", "square", "support", "victory", "honour", "draw"} <= set(pressed), pressed
    ending = page.locator(ENDING)
    expect(ending.locator("[data-test=ranks] li")).to_have_count(2)
    expect(ending.locator("figure path.line").first).to_be_visible()
    expect(ending.get_by_text("Points by source")).to_be_visible()
    # A turning point opens the replay at that point.
    turning = ending.locator("[data-test=turning]").last
    number = turning.get_attribute("data-number")
    turning.click()
    expect(page.locator("[data-test=controls] output")).to_have_text(f"{number} / {number_of_last(page)}")
    page.locator("[data-test=last]").click()
    expect(field.locator(".solid").first).to_be_visible()
    built = field.locator(".solid").count()
    assert built > 20
    page.locator("[data-test=back]").click()
    page.keyboard.press("Home")
    expect(field.locator(".solid")).to_have_count(0)
    page.locator("[data-test=forward]").click()
    expect(page.locator("[data-test=told]")).not_to_be_empty()


def look_closely(page: Page) -> None:
    """Hold a finger on a square to magnify it, and on a tile to read it; neither does anything else."""
    touch = page.context.new_cdp_session(page)

    def hold(what: str, shown: str) -> None:
        box = page.locator(what).first.bounding_box()
        assert box
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        page.locator(shown).wait_for()
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    hold("[data-square=e4]", "[data-test=lens]")
    expect(page.locator("[data-test=lens]")).to_have_count(0)
    expect(page.locator("[data-test=field] .outline.looked")).to_have_count(1)
    hold("[data-test=hand]", "[data-test=large]")
    expect(page.locator("[data-test=large]")).to_contain_text("honneur")
    page.keyboard.press("Escape")
    expect(page.locator("[data-test=large]")).to_have_count(0)
    expect(page.locator("[data-test=hand][aria-pressed=true]")).to_have_count(0)


def number_of_last(page: Page) -> str:
    """The last step of a replay."""
    return page.locator("[data-test=controls] output").inner_text().partition(" / ")[2]


def test_a_whole_match_and_the_rare_decisions_by_touch_in_french(visit: Visit) -> None:
    page = visit(size=PHONE, touch=True, language="fr-FR")
    at(page, SHORT)
    expect(page.locator("[data-test=field] .solid")).to_have_count(0)
    look_closely(page)
    pressed = war.play_on(page, touch=True, until=war.ASKED["draw"])
    page.locator("[data-test=menu]").tap()
    page.locator("[data-test=restart-turn]").tap()  # both moves of the turn are taken back
    expect(page.locator("[data-test=prompt]")).to_contain_text("Choisissez une tuile")
    pressed += war.play_on(page, touch=True)
    assert {"tile", "lay", "square", "score", "draw"} <= set(pressed), pressed
    expect(page.locator(ENDING)).to_contain_text("La tuile de fin est apparue.")
    expect(page.locator("[data-test=turning]").first).to_be_visible()

    at(page, LATE)
    found = {"tile": faults(page)}
    page.locator("[data-test=hand][data-legal=true]").first.tap()
    page.locator("[data-test=square]").nth(30).tap()
    found["held"] = faults(page)
    page.locator("[data-test=put-back]").tap()
    pressed = war.play_on(page, touch=True, until="[data-test=plaques]")
    found["points"] = faults(page)
    pressed += war.play_on(page, touch=True)
    assert {"lay", "propped", "support", "score", "honour", "build", "draw"} <= set(pressed), pressed
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    found["ending"] = faults(page)
    at(page, STEEP)
    assert set(war.play_on(page, touch=True)) == {"pass", "square", "build"}
    expect(page.locator(ENDING)).to_contain_text("Personne ne pouvait plus poser de tuile.")
    assert not {moment: list_ for moment, list_ in found.items() if list_}


@pytest.mark.parametrize("people", [3, pytest.param(5, marks=pytest.mark.long)])
def test_a_table_of_five_one_comes_back_in_mid_turn_and_somebody_looks_on(visit: Visit, people: int) -> None:
    """Three of the five have their turns; who sits at the other seats is never seen."""
    names = ("Bo", "Cy", "Di", "Ed")[: people - 1]
    ana, watcher = visit(), visit()
    others = [visit(size=PHONE, touch=True, own=name == "Bo") for name in names]  # one gets a script
    # Ana began: should she meet the end tile, the others still have their turns.
    position = GUNKIMONO_FIVE.replace("first: 1", "first: 0")
    table = lay(ana, "gunkimono", [ME, *[OPEN] * len(names), *[RANDOM] * (5 - people)], position=position)
    for page in (ana, *others, watcher):
        page.goto(f"/table/{table}")
    for page, name in zip(others, names, strict=True):
        sit_down(page, name)
        expect(ana.get_by_text(name, exact=True)).to_be_visible()
    ana.locator("[data-test=start]:enabled").click()
    own_turn(ana)
    for page in others:
        expect(page.locator("[data-test=hand]")).to_have_count(3)
        expect(page.locator("[data-test=seat]")).to_have_count(5)
    # A tile is held: nobody else hears of it. Then it lies, and its halves have yet to score.
    bo = others[0]
    ana.locator("[data-test=hand][data-legal=true]").first.click()
    expect(ana.locator("[data-test=prompt]")).to_contain_text("Lay ")
    for page in (*others, watcher):
        expect(page.locator("[data-test=prompt]")).to_contain_text("Ana")
        expect(page.locator("[data-test=square].last")).to_have_count(0)
    war.play_on(ana, until="[data-test=plaques]")
    for page in (*others, watcher):
        expect(page.locator("[data-test=square].last").first).to_be_visible()
    ana.reload()
    own_turn(ana)
    expect(ana.locator("[data-test=plaques] .half").first).to_be_visible()
    expect(ana.locator("[data-test=since-open]")).to_have_count(0)  # nothing happened meanwhile
    bo.goto("/rules/gunkimono")
    war.play_on(ana, until="[data-test=prompt]:not(.mine)")
    told_what_happened(bo, table)
    own_turn(bo)
    expect(watcher.locator("[data-test=hand][data-legal=true]")).to_have_count(0)
    assert watcher.locator("[data-test=tray] .hand h2").inner_text().startswith("Hand of")
    war.play_on(bo, touch=True, until="[data-test=prompt]:not(.mine)")
    own_turn(others[1])


# Keeps all that the line says while it is told what happened: it goes on whether anybody asks or not.
LISTEN = """
window.told = []
new MutationObserver(() => {
    const line = document.querySelector('[data-test=telling]')?.textContent?.trim()
    if (line && window.told.at(-1) !== line) window.told.push(line)
}).observe(document, {subtree: true, childList: true, characterData: true})
"""


def told_what_happened(page: Page, table: str) -> None:
    """Return to a table where others have moved: the events are shown step by step, and as a list."""
    change = "(motion) => localStorage.ludotheque = JSON.stringify({...JSON.parse(localStorage.ludotheque), motion})"
    page.evaluate(change, "full")
    page.add_init_script(LISTEN)
    page.goto(f"/table/{table}")
    page.locator("[data-test=since-open]").wait_for()
    scored = "window.told.some((line) => line.includes('scores') || line.includes('honour'))"
    becomes(page, lambda: page.evaluate(scored), True)
    assert page.evaluate("window.told[0]") == "Since your last visit"
    page.locator("[data-test=since-open]").click()
    listed = page.locator("[data-test=since] li")
    assert listed.count() >= 2
    listed.first.click()
    expect(page.locator("[data-test=prompt]")).to_contain_text("The table after log entry")
    page.keyboard.press("Escape")
    page.evaluate(change, "system")
    page.reload()
    expect(page.locator("[data-test=prompt].mine")).to_be_visible()
    expect(page.locator("[data-test=since-open]")).to_have_count(0)  # it has been seen


def test_keys_alone_lay_a_tile(visit: Visit) -> None:
    page = visit()
    at(page, LATE)
    page.keyboard.press("4")  # the small tile of the first unit
    page.keyboard.press("ArrowRight")
    square = page.locator("[data-test=square]:focus")
    expect(square).to_have_count(1)
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp") * 6:
        if page.locator("[data-test=ghost]").get_attribute("data-written"):
            break
        page.keyboard.press(key)
    expect(page.locator("[data-test=slip]")).to_contain_text("level")
    page.keyboard.press("Enter")
    page.locator("[data-test=plaques]").wait_for()
    page.keyboard.press("v")
    expect(page.locator("[data-test=log]")).to_contain_text("You score")
    expect(page.locator("[data-test=prompt]")).to_contain_text("Build your fortress")
    page.keyboard.press("f")
    expect(page.locator("[data-test=field] .outline.made, [data-test=field] .outline.looked").first).to_be_attached()


def test_a_lesson_is_learnt_on_the_board(visit: Visit) -> None:
    page = visit("/learn/gunkimono/support")
    standing(page, "open")
    page.locator("[data-test=hand][data-legal=true]").first.click()
    page.locator("[data-square=c6]").hover()
    expect(page.locator("[data-test=ghost]")).to_have_attribute("data-written", "c6e+")
    page.locator("[data-square=c6]").click()
    page.locator("[data-test=support]").first.click()
    standing(page, "done")
