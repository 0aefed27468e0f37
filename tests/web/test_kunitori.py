"""Kunitori! on its own table: whole matches by clicking and tapping the board alone, and every kind of decision."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Error, Page, expect

from tests.web.conftest import DESK, PATIENCE, PHONE, Visit
from tests.web.kunitori import position
from tests.web.seated import ENDING, becomes, own_turn, settled, sit_down, walk
from tests.web.test_match import ME, OPEN, RANDOM, lay

# In this order: what was lifted, what a war asks, lands that are lit, cards, what ends a phase.
GLOWING = (
    "[data-test=do-taken]",
    "[data-test=ambush]",
    "[data-test=top]",
    "[data-test=fighter][data-legal=true]",
    "[data-test=plaque]",
    "[data-test=shown][data-legal=true]",
    "[data-command=treasures]",
    "[data-command=replays]",
    "[data-test=unit].waiting",
    "[data-test=pile][data-kind=region][data-legal=true]",
    "[data-test=pile][data-kind=city][data-legal=true]",
    "[data-test=pile][data-kind=village][data-legal=true]",
    "[data-command=war]",
    "[data-command=take_prize]",
    "[data-test=curtain][data-legal=true]",
    "[data-test=hand].burns",
    "[data-test=command]",
    "[data-test=hand][data-legal=true]",
)
# Few villages are left: the match ends within some rounds.
SHORT = """
game: kunitori 1
players: 2
round: 12
phase: buy
hand 0: copper*2 silver*2
deck 0: village*9 copper*3 silver*2 cavalry honda_tadakatsu
hand 1: copper*3 village
deck 1: village*9 copper*3 spear_troopers
deployed 1: spear_troopers*2
deployed 0: cavalry light_archers
"""


def press(page: Page, what: str, touch: bool = False) -> None:
    """Click or tap something, once it is there."""
    found = page.locator(what).first
    (found.tap if touch else found.click)()
    settled(page)


def play_on(page: Page, touch: bool = False) -> int:
    """Make moves at the board until the match is over; how many clicks that took."""
    end = time.monotonic() + PATIENCE / 1000
    clicks = 0
    while not page.locator(ENDING).is_visible():
        line = page.locator("[data-test=prompt]").inner_text()
        assert time.monotonic() < end, f"not over after {clicks} clicks: {line}"
        glowing = page.evaluate("(all) => all.find((what) => document.querySelector(what))", GLOWING)
        if not glowing:
            page.wait_for_timeout(15)
            continue
        found = page.locator(glowing).first
        try:
            (found.tap if touch else found.click)(timeout=1000)
            clicks += 1
            end = time.monotonic() + PATIENCE / 1000
        except Error:
            pass  # it went away meanwhile
        settled(page)
    return clicks


@pytest.mark.long  # by tapping in every run
def test_a_match_by_clicking_the_board_then_its_end_and_its_replay(visit: Visit) -> None:
    page = visit(language="fr-FR")
    page.goto(f"/table/{lay(page, 'kunitori', [ME, RANDOM], position=SHORT)}")
    own_turn(page)
    assert play_on(page) > 8
    ending = page.locator(ENDING)
    expect(ending.locator("#verdict")).not_to_be_empty()
    expect(ending).to_contain_text("Guerres gagnées")
    expect(ending.locator("figure")).to_be_visible()
    ending.locator("[data-test=replay]").click()
    page.locator("[data-test=controls]").wait_for()
    for _ in range(3):
        page.locator("[data-test=forward]").click()
    expect(page.locator("[data-test=hand]").first).to_be_visible()  # nothing is hidden any more
    page.locator("[data-test=curtain]").click()
    expect(page.locator("[data-test=camp-sheet]")).to_contain_text("Main")


def test_a_match_by_tapping_on_a_phone(visit: Visit) -> None:
    page = visit(size=PHONE, touch=True)
    page.goto(f"/table/{lay(page, 'kunitori', [ME, RANDOM], position=SHORT)}")
    own_turn(page)
    page.locator("[data-test=hand][data-legal=true]").first.tap()
    expect(page.locator(".means .money em")).to_be_visible()  # the first tap shows, the second does
    play_on(page, touch=True)
    expect(page.locator(f"{ENDING} #verdict")).not_to_be_empty()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def at(page: Page, moment: str, seats: int = 2) -> None:
    """A table at a moment, mine to decide."""
    walk(page, f"/table/{lay(page, 'kunitori', [ME, *[RANDOM] * (seats - 1)], position=position(moment))}")
    own_turn(page)


def tells(page: Page, text: str) -> None:
    """The log says so by and by."""
    expect(page.locator("[data-test=log]")).to_contain_text(text)


def hand(card: str) -> str:
    return f"[data-test=hand][data-kind={card}]"


def pile(card: str) -> str:
    return f"[data-test=pile][data-kind={card}]"


def curtain(seat: int) -> str:
    return f"[data-test=curtain][data-seat='{seat}']"


def test_decisions_of_card_texts_are_made_on_the_board(visit: Visit) -> None:
    page = visit()
    at(page, "choose", 4)
    press(page, "[data-test=plaque][data-effect=trash_return]")
    press(page, f"{hand('copper')}.burns")
    tells(page, "You trash Copper")
    at(page, "trash")
    press(page, hand("soil_renovation"))
    press(page, hand("village"))
    press(page, f"{pile('silver')}.free")
    tells(page, "You gain Silver")
    at(page, "trap", 4)
    press(page, hand("trap"))
    press(page, "[data-test=camp]:nth-of-type(2) [data-test=unit][data-kind=cavalry]")
    tells(page, "You trap Cavalry")
    at(page, "fetch")
    press(page, hand("take_back"))
    press(page, "[data-test=shown][data-kind=maeda_toshimasu]")
    tells(page, "You find Maeda Toshimasu")
    at(page, "victim", 4)
    press(page, hand("skilled_ninjas"))
    press(page, curtain(2))
    tells(page, "turned up from the deck of Bao")
    at(page, "protect")
    press(page, hand("honda_tadakatsu"))
    tells(page, "You show Honda Tadakatsu")
    at(page, "steal")
    press(page, "[data-test=shown][data-kind=gold]")
    tells(page, "You steal Gold")
    at(page, "give", 4)
    press(page, pile("beauty"))
    press(page, curtain(1))
    tells(page, "You hand A beauty to topple kingdoms to Ada")


def test_the_phases_of_a_turn_are_played_on_the_board(visit: Visit) -> None:
    page = visit()
    at(page, "replay")
    press(page, "[data-test=unit][data-kind=cavalry]")
    press(page, "[data-command=replays]")
    tells(page, "You play Light archers again")
    at(page, "act")
    page.locator(hand("copper")).click()  # a treasure has its time, and its rule says when
    notice = page.locator("[data-test=notice]")
    expect(notice).to_contain_text("Treasures are played in the buy phase.")
    expect(notice.locator("[data-test=rule]")).to_have_text("KUN-09")
    press(page, hand("temple_town"))
    page.locator(hand("fortress_town")).focus()
    page.keyboard.press("i")
    expect(page.locator("[data-test=large]")).to_contain_text("KUN-04")
    page.keyboard.press("Escape")
    expect(page.locator("[data-test=large]")).to_have_count(0)
    page.keyboard.press("f")
    expect(page.locator("[data-command=end_actions]")).to_have_count(0)
    settled(page)
    page.keyboard.press("a")
    tells(page, "You pay with Copper")
    page.locator("[data-test=discard]").click()
    expect(page.locator("[data-test=heap]")).to_be_visible()
    page.keyboard.press("Escape")
    at(page, "buy", 4)
    press(page, "[data-command=treasures]")
    page.locator(pile("region")).hover()
    expect(page.locator(".strip em").first).to_contain_text("1")
    press(page, pile("region"))
    tells(page, "You buy Region")
    at(page, "tidy")
    press(page, hand("trap"))
    press(page, "[data-test=unit][data-kind=gunner_mercenaries]")
    press(page, "[data-command=end_turn]")
    tells(page, "You keep Trap")
    tells(page, "You call Gunner mercenaries back")


def test_wars_are_declared_fought_and_won_on_the_board(visit: Visit) -> None:
    page = visit()
    at(page, "war", 4)
    press(page, "[data-command=war]")
    press(page, curtain(1))  # Maeda attacks Ada, and nobody else
    press(page, "[data-command=enough]")
    press(page, curtain(2))  # Sanada attacks Bao
    press(page, "[data-command=enough]")
    press(page, "[data-test=unit][data-kind=maeda_toshimasu].legal")
    press(page, "[data-test=unit][data-kind=sanada_yukimura].legal")
    tells(page, "follow Sanada Yukimura")
    tells(page, "You attack Bao")
    at(page, "strike")
    press(page, "[data-command=war]")
    page.locator("[data-test=fighter][data-legal=true]").first.wait_for()
    press(page, "[data-test=fighter][data-kind=gunner_mercenaries]")
    tells(page, "Gunner mercenaries of Ada is destroyed")
    at(page, "defend", 4)
    for card in ("gunner_mercenaries", "naoe_kanetsugu"):
        page.locator(f"[data-test=lay][data-kind={card}]").click()
    expect(page.locator("[data-test=against-then]")).to_have_text("15")
    press(page, "[data-test=ambush]")
    press(page, "[data-command=take_prize]")
    tells(page, "You win Village")
    at(page, "order")
    press(page, "[data-test=reinforcements]")
    press(page, "[data-command=leave_prize]")
    press(page, "[data-test=top]")
    tells(page, "You put 2 cards back on your deck")


# A monk in hand, a friend to ask, and an enemy between them.
MONK = """
game: kunitori 1
players: 6
round: 5
hand 0: travelling_monk copper village
deck 0: copper*4
deployed 0: cavalry
hand 1: copper*2 spear_troopers
deck 1: copper*4
hand 2: copper*3
deck 2: copper*3
deployed 2: light_archers
hand 3: copper*3
deck 3: copper*3
hand 4: copper*3
deck 4: copper*3
hand 5: copper*3
deck 5: copper*3
"""


@pytest.mark.parametrize("people", [3, pytest.param(6, marks=pytest.mark.long)])
def test_a_table_of_six_a_joint_war_and_somebody_who_looks_on(visit: Visit, people: int) -> None:
    """Three of the six are asked something; who sits at the other seats is never seen."""
    host = visit()
    table = lay(host, "kunitori", [ME, *[OPEN] * (people - 1), *[RANDOM] * (6 - people)], position=MONK)
    host.goto(f"/table/{table}")
    sizes = [DESK, PHONE, (820, 1180), (1080, 800), PHONE][: people - 1]
    others = [
        visit(f"/table/{table}", size=size, language="fr-FR" if at % 2 else "en-GB") for at, size in enumerate(sizes)
    ]
    for number, page in enumerate(others):
        sit_down(page, f"Friend {number}")
        page.get_by_role("button", name="Stand up").or_(page.get_by_role("button", name="Se lever")).first.wait_for()
    host.locator("[data-test=start]:enabled").click()
    own_turn(host)
    watcher = visit(f"/table/{table}")
    press(host, hand("travelling_monk"))
    press(host, "[data-test=plaque][data-effect=joint_war]")
    press(host, "[data-command=end_actions]")
    press(host, curtain(2))
    press(host, curtain(1))
    friend, enemy = others[1], others[0]  # seats 2 and 1
    own_turn(friend)
    friend.reload()  # in the middle of a turn: what was asked is asked again
    own_turn(friend)
    expect(friend.locator("[data-test=war]")).to_contain_text("KUN-19")
    expect(watcher.locator("[data-test=war]")).to_be_visible()
    press(friend, "[data-command=accept]")
    own_turn(enemy)
    press(enemy, "[data-test=lay][data-kind=spear_troopers]")
    press(enemy, "[data-test=ambush]")
    expect(watcher.locator("[data-test=log]")).to_contain_text("Nobody wins.")
    own_turn(host)
    press(host, hand("copper"))
    press(host, pile("silver"))  # for which it is not enough: the rule says so
    expect(host.locator("[data-test=notice]")).to_contain_text("You do not have the money.")
    press(host, pile("copper"))
    press(host, "[data-command=end_turn]")
    own_turn(enemy)
    expect(watcher.locator("[data-test=hand]")).to_have_count(0)  # whoever looks on sees nobody's hand
    assert watcher.locator("[data-test=camp]").count() == 5


# Small and large phones, tablets both ways, laptops, desks.
WINDOWS = ((360, 640), (390, 844), (820, 1180), (1180, 820), (1366, 768), (1440, 900), (2560, 1440))
CUT = """() => {
  const board = document.querySelector('.felt').getBoundingClientRect()
  return [...document.querySelectorAll('[data-test=pile], [data-test=hand], [data-test=command], [data-test=curtain]')]
    .filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      return left < -1 || right > board.right + 1 || top < board.top - 1 || bottom > board.bottom + 1
    })
    .map((one) => one.getAttribute('aria-label') ?? one.textContent)
}"""


def test_nothing_of_the_board_is_cut_whatever_the_window(visit: Visit) -> None:
    page = visit(language="fr-FR")
    at(page, "crowd", 6)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        becomes(page, lambda: page.evaluate(CUT), [])


def test_a_lesson_is_played_at_the_drawn_table(visit: Visit) -> None:
    page = visit("/learn/kunitori/war", size=PHONE, touch=True)
    page.locator(hand("katakura_kojuro")).tap()
    page.locator("[data-test=do-taken]").tap()
    page.locator("[data-command=end_actions]").tap()
    page.locator("[data-command=war]").tap()
    page.locator("[data-test=lesson][data-standing=done]").wait_for()
