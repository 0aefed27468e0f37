"""Gwynt's table in a browser: previews on the board, decisions by mouse and touch, the ends of rounds and matches."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import DESK, PHONE, Visit
from tests.web.seated import ENDING, becomes, boxes, own_turn, play_on, sit_down
from tests.web.test_faults import faults
from tests.web.test_match import BONDS, ME, OPEN, RANDOM, SWARM, lay
from tests.web.test_touch import REACH

LYING, ZOOMED = (844, 390), (720, 450)
SHEET = "[data-test=taken]"

# Seat 0 may play a machine under a horn, a decoy, an agile unit, a fire that burns one card.
FIELD = """
game: gwynt 1
round: 1
turn: 0
seat 0: northern_realms foltest_siegemaster off
seat 1: nilfgaard emhyr_white_flame
hand 0: catapult decoy scorch thaler
deck 0: ballista keira_metz trebuchet
close 0: vattier_de_rideaux^1 esterad_thyssen
ranged 0: crinfrid_reavers_dragon_hunter dethmold
horn 0: ranged siege
close 1: rainfarn vesemir
siege 1: heavy_zerrikanian_fire_scorpion
hand 1: cahir albrich sweers
deck 1: morteisen
"""
AGILE = """
game: gwynt 1
round: 1
turn: 0
seat 0: monsters eredin_bringer_of_death
seat 1: northern_realms foltest_siegemaster
hand 0: kayran harpy
close 0: nekker*2
hand 1: ves
"""

# Seat 0 may use its leader: a horn for its siege row.
LEADS = """
game: gwynt 1
round: 1
turn: 0
seat 0: northern_realms foltest_siegemaster
seat 1: monsters eredin_bringer_of_death
hand 0: ves trebuchet
hand 1: griffin
"""

# Seat 0 loses this round with its last card, and has none for the next one.
LAST_CARD = """
game: gwynt 1
round: 1
turn: 0
passed: 1
seat 0: nilfgaard emhyr_white_flame
seat 1: nilfgaard emhyr_white_flame
hand 0: albrich
close 1: rainfarn vesemir
hand 1: sweers
"""

# Seat 0 loses this round with its last card, and wins two rounds in which nobody has anything left: ties are its own.
THREE_ROUNDS = """
game: gwynt 1
round: 1
turn: 0
passed: 1
seat 0: nilfgaard emhyr_white_flame
seat 1: northern_realms foltest_siegemaster used
hand 0: albrich
close 1: ves vesemir
"""

# Seat 0 has 15 cards in one row.
CROWD = """
game: gwynt 1
round: 1
turn: 0
seat 0: monsters eredin_bringer_of_death
seat 1: monsters eredin_bringer_of_death
hand 0: clear_weather decoy kayran
weather: biting_frost
close 0: nekker*3 ghoul*3 vampire_bruxa vampire_fleder vampire_garkain vampire_ekimmara crone_brewess crone_weavess \
crone_whispess botchling griffin
hand 1: forktail harpy
deck 1: frightener
"""


def at(page: Page, position: str) -> None:
    """Sit down at a position in which seat 0 has the turn."""
    page.goto(f"/table/{lay(page, 'gwynt', [ME, RANDOM], position=position)}")
    own_turn(page)


def card(page: Page, kind: str) -> Locator:
    """A card of my hand."""
    return page.locator(f"[data-test=hand][data-kind={kind}]").first


def press(one: Locator, touch: bool) -> None:
    """Tap or click."""
    one.tap() if touch else one.click()


def play_last_card(page: Page, touch: bool) -> None:
    """Play the only card of my hand."""
    last = page.locator("[data-test=hand][data-legal=true]")
    if touch:
        last.tap()
        page.locator("[data-test=play-taken]").tap()
    else:
        last.click()


def test_a_card_under_the_pointer_shows_its_ghost_and_what_it_changes(visit: Visit) -> None:
    page = visit()
    at(page, FIELD)
    card(page, "catapult").hover()
    siege = page.get_by_role("group", name=re.compile("^siege, your side"))
    expect(siege.locator(".unit.ghost")).to_have_count(1)
    expect(siege.locator(".then")).to_have_text("→ 16")  # 8, doubled by the horn
    expect(page.locator(".side .then")).to_have_count(1)
    page.mouse.move(5, 5)
    expect(page.locator(".unit.ghost")).to_have_count(0)
    card(page, "thaler").hover()  # a spy: its ghost lies on the other side, and two cards come
    expect(page.locator(".army.above .unit.ghost")).to_have_count(1)
    expect(page.locator("[data-test=hand-own]")).to_contain_text("+2")
    card(page, "scorch").hover()
    expect(page.locator(".gone.burning")).to_have_count(1)  # the strongest is Dethmold, doubled to 12
    expect(page.locator(".unit .fire + .plates")).to_have_count(1)  # under its number
    expect(page.locator(".unit.ghost")).to_have_count(0)


def test_the_ground_is_drawn_in_the_colours_of_the_theme(visit: Visit) -> None:
    page = visit()
    at(page, FIELD)
    ground = page.locator(".row.siege > .ground").first
    drawn = "(ground) => decodeURIComponent(getComputedStyle(ground).backgroundImage)"
    expect(ground).to_be_visible()
    day = ground.evaluate(drawn)
    page.emulate_media(color_scheme="dark")
    becomes(page, lambda: ground.evaluate(drawn) != day, True)
    for image in (day, ground.evaluate(drawn)):
        assert "rgb(" in image
        assert "light-dark" not in image  # an image would not know which


def test_a_decoy_by_touch_is_one_choice(visit: Visit) -> None:
    page = visit(size=PHONE, touch=True)
    at(page, FIELD)
    card(page, "decoy").tap()
    expect(page.locator(SHEET)).to_be_visible()
    targets = page.locator(".unit.legal")
    expect(targets).to_have_count(3)  # no hero
    sheet, field = boxes(page.locator(SHEET), page.locator(".army.below"))
    assert sheet["y"] >= field["y"] + field["height"], "the sheet covers my rows"
    page.locator(".unit.legal[data-kind=vattier_de_rideaux]").tap()
    expect(page.locator("[data-test=play-taken]")).to_have_text("Take back Vattier")
    expect(page.locator(SHEET)).to_contain_text("Vattier de Rideaux comes back to your hand")
    page.get_by_role("button", name="Next card").tap()  # through the targets, not through the hand
    expect(page.locator("[data-test=play-taken]")).not_to_have_text("Take back Vattier")
    page.get_by_role("button", name="Previous card").tap()
    page.locator("[data-test=play-taken]").tap()
    expect(page.locator("[data-test=log]")).to_contain_text("Vattier de Rideaux comes back to your hand")


def test_a_card_that_the_decoy_would_replace_stays_under_the_pointer(visit: Visit) -> None:
    page = visit(size=PHONE)
    at(page, FIELD)
    card(page, "decoy").click()
    target = page.locator(".unit.legal[data-kind=dethmold]")
    target.wait_for()
    page.mouse.move(0, 0)
    before = boxes(target)
    target.hover()
    expect(page.locator(".unit.ghost.legal .gone")).to_be_visible()
    assert boxes(target) == before


def test_an_agile_card_by_touch_is_shown_on_a_row_and_played_there(visit: Visit) -> None:
    page = visit(size=PHONE, touch=True)
    at(page, AGILE)
    card(page, "kayran").tap()
    expect(page.locator(".place.legal")).to_have_count(2)
    keys = page.locator("[data-test=play-row]")
    expect(keys).to_have_count(2)
    assert keys.evaluate_all("(all) => all.filter((key) => key.scrollWidth > key.clientWidth).length") == 0
    page.locator("[data-test=row-ranged]").tap()
    expect(page.locator(".row.ranged .unit.ghost")).to_have_count(1)
    page.locator("[data-test=row-ranged]").tap()
    expect(page.locator(".army.below .row.ranged [data-kind=kayran]")).to_be_visible()


def test_an_agile_card_by_mouse_asks_for_its_row(visit: Visit) -> None:
    page = visit()
    at(page, AGILE)
    card(page, "kayran").click()
    expect(page.locator("[data-test=prompt]")).to_contain_text("which row")
    page.locator("[data-test=row-close]").hover()
    expect(page.locator(".army.below .row.close .mark").first).to_be_visible()  # morale: the others grow
    page.locator("[data-test=row-close]").click()
    expect(page.locator(".army.below .row.close [data-kind=kayran]")).to_be_visible()


def test_a_crowded_row_is_spread_for_a_finger_and_an_undo_is_told(visit: Visit) -> None:
    page = visit(size=PHONE, touch=True)
    at(page, CROWD)
    page.locator(".army.below .row.close .unit").first.tap()
    spread = page.locator("[data-test=spread] button")
    expect(spread).to_have_count(15)  # the row has groups of three: every card is there
    assert boxes(spread.first)[0]["width"] >= 44
    spread.first.tap()
    expect(page.locator(SHEET)).to_contain_text("Nekker")
    page.locator("[data-test=put-back]").tap()
    card(page, "clear_weather").tap()
    expect(spread).to_have_count(0)
    page.locator("[data-test=play-taken]").tap()
    expect(page.locator("[data-test=blade]")).to_contain_text("Ada p")  # plays or passed: a random bot
    page.locator("[data-test=undo]").tap()
    expect(page.locator("[data-test=blade]")).to_contain_text("took back a move")
    expect(page.locator(".unit.ringed")).to_have_count(0)


def test_both_marked_cards_are_replaced(visit: Visit) -> None:
    """Each draw is shown before the next choice, so the page sends the second card with the second question."""
    page = visit(size=PHONE, touch=True)
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
    own_turn(page)
    page.locator("[data-test=hand]").nth(0).tap()
    page.locator("[data-test=hand]").nth(9).tap()
    page.locator("[data-test=play-taken]").tap()
    expect(page.locator("[data-test=pass]")).to_be_visible()  # two is the limit: the round begins
    expect(page.locator("[data-test=log]")).to_contain_text("You have replaced 2 cards")


# What one's bar holds must fit beside the total, which is at its right end.
BAR = """() => {
  const bar = document.querySelector('.side.own'), all = [...bar.querySelectorAll('.piles b, .total, .pass')]
  const boxes = all.map((one) => one.getBoundingClientRect()).sort((a, b) => a.left - b.left)
  return boxes.every((box, at) => box.right <= (boxes[at + 1]?.left ?? innerWidth) + 1)
}"""


def test_a_phone_asks_about_passing_in_the_prompt_and_its_bar_holds_large_numbers(visit: Visit) -> None:
    page = visit(size=(360, 780), touch=True)

    def check_bar() -> None:
        for width in (412, 390, 360):
            page.set_viewport_size({"width": width, "height": 780})
            becomes(page, lambda: page.evaluate(BAR), True)

    more = "deck 0: keira_metz ballista trebuchet*2 siege_tower poor_infantry*4 kaedweni_siege_expert*3\n"
    buried = "pile 0: ves yarpen_zigrin blue_stripes_commando*3 dun_banner_medic redanian_foot_soldier*2\n"
    at(page, FIELD.replace("deck 0: ballista keira_metz trebuchet\n", more) + buried)
    page.locator("[data-test=pass]").wait_for()
    check_bar()
    page.locator("[data-test=pass]").tap()
    expect(page.locator("[data-test=prompt]")).to_contain_text("Really")
    check_bar()
    card(page, "thaler").tap()
    expect(page.locator("[data-test=hand-own]")).to_contain_text("+2")
    check_bar()


def test_the_prompt_names_only_what_can_be_done(visit: Visit) -> None:
    page = visit()
    prompt = page.locator("[data-test=prompt]")
    at(page, FIELD)  # its leader is without effect
    expect(prompt).to_contain_text("Play a card, or pass")
    at(page, LEADS)
    page.locator("[data-test=pass]").wait_for()
    expect(prompt).to_contain_text("use your leader")
    page.keyboard.press("l")
    expect(prompt).to_contain_text("Foltest: The Siegemaster: confirm")


def test_the_other_side_is_told_as_such(visit: Visit) -> None:
    page = visit()
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
    own_turn(page)
    expect(page.locator(".leader:not(.own)")).to_contain_text("Draws a card after each round won")
    expect(page.locator(".leader.own")).to_contain_text("one of your units")


@pytest.mark.parametrize("size", [LYING, ZOOMED])
def test_a_lying_banner_shows_leader_gems_and_sign_apart(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(size=size, touch=True)
    at(page, FIELD)
    page.locator("[data-test=leader-own]").wait_for()
    over = """() => {
      const side = document.querySelector('.side.own')
      const charge = side.querySelector('.cloth svg > g:nth-of-type(2)')
      const others = [...side.querySelectorAll('.gems, .total, .piles b')].map((one) => one.getBoundingClientRect())
      const [sign, leader] = [charge, side.querySelector('.leader')].map((one) => one.getBoundingClientRect())
      const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
      return [leader, ...others].filter((b) => over(sign, b)).length + others.filter((b) => over(leader, b)).length
    }"""
    assert page.evaluate(over) == 0


# The longest words: an agile unit that raises the others, a hero that is a spy, a medic with a long name.
WORDY = LEADS.replace(
    "hand 0: ves trebuchet", "hand 0: dun_banner_medic olgierd_von_everec mysterious_elf dandelion decoy ves"
)


@pytest.mark.parametrize("size", [DESK, LYING, pytest.param(PHONE, marks=pytest.mark.long)])
def test_the_words_of_a_card_need_no_scrolling(visit: Visit, size: tuple[int, int]) -> None:
    """A mouse that is on the board can't scroll them."""
    page = visit(size=size, touch=size != DESK, language="fr-FR")
    at(page, WORDY + "deck 0: catapult siege_tower\npile 0: keira_metz\n")
    read = page.locator(".words .read")
    for kind in ("dun_banner_medic", "olgierd_von_everec", "mysterious_elf", "dandelion"):
        if size == DESK:
            card(page, kind).hover()
        else:
            card(page, kind).tap()
        expect(page.locator("[data-test=hand].lifted, [data-test=taken]").first).to_be_visible()
        expect(page.locator(".unit.ghost")).to_have_count(1)
        assert read.evaluate("(box) => box.scrollHeight - box.clientHeight") <= 1, kind
        if size == PHONE:
            page.locator("[data-test=put-back]").tap()


def test_a_pile_to_choose_from_leaves_the_own_banner_in_sight(visit: Visit) -> None:
    page = visit()
    at(page, WORDY + "pile 0: keira_metz prince_stennis\ndeck 0: catapult siege_tower\n")
    card(page, "dun_banner_medic").click()
    choice = page.locator("[data-test=choice][data-kind=prince_stennis]")
    choice.hover()
    expect(page.locator("[data-test=hand-own]")).to_contain_text("+2")  # a spy
    fan, banner = boxes(page.locator("[data-test=chooser]"), page.locator(".side.own").first)
    assert fan["y"] + fan["height"] <= banner["y"]


def test_the_ghost_of_a_full_row_is_in_sight(visit: Visit) -> None:
    page = visit(size=PHONE, touch=True)
    at(page, CROWD)
    card(page, "kayran").tap()
    ghost = page.locator(".row.close .unit.ghost")
    expect(ghost).to_have_count(1)
    expect(ghost).to_be_in_viewport(ratio=0.9)


def test_enter_plays_the_card_that_a_number_lifted(visit: Visit) -> None:
    page = visit()
    at(page, FIELD)
    card(page, "thaler").wait_for()
    page.keyboard.press("1")
    expect(card(page, "thaler")).to_be_focused()
    page.keyboard.press("2")
    expect(card(page, "catapult")).to_be_focused()
    expect(page.locator("[data-test=changes]")).to_contain_text("0 → 16")  # read out
    page.keyboard.press("Enter")
    expect(page.locator(".army.below [data-kind=catapult]")).to_be_visible()
    expect(card(page, "thaler")).to_be_visible()


def test_a_number_and_arrows_leave_one_card_lifted(visit: Visit) -> None:
    page = visit()
    at(page, FIELD)
    card(page, "thaler").wait_for()
    page.keyboard.press("1")
    page.keyboard.press("ArrowRight")
    expect(card(page, "catapult")).to_be_focused()
    expect(page.locator(".hand .lifted")).to_have_attribute("data-kind", "catapult")
    expect(page.locator(SHEET)).to_have_count(0)


# Everything that a screen reader is told by itself: the texts that come into live regions, those of one moment as one.
LISTEN = """() => {
  window.announced = []
  const live = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]'
  const isTold = (node) => {
    const at = node instanceof Element ? node : node.parentElement
    return at?.closest(live) && !at.closest('[aria-hidden=true], [hidden]')
  }
  new MutationObserver((all) => {
    const nodes = all.flatMap(({ type, target, addedNodes }) => (type === 'characterData' ? [target] : [...addedNodes]))
    const said = [...new Set(nodes)].filter(isTold).map(({ textContent }) => textContent.trim()).filter(Boolean)
    if (said.length) window.announced.push(said.join(' '))
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}"""


def test_each_move_is_announced_once(visit: Visit) -> None:
    """What happened, how both stand, and what is expected: in one go, for both players."""
    ana = visit()
    ana.goto(f"/table/{lay(ana, 'gwynt', [ME, OPEN], position=FIELD)}")
    bo = visit(ana.url)
    sit_down(bo)
    ana.locator("[data-test=start]").click()
    own_turn(ana)
    card(ana, "catapult").wait_for()
    bo.locator(".battle").wait_for()
    ana.keyboard.press("1")
    ana.keyboard.press("2")
    expect(ana.locator("[data-test=changes]")).to_contain_text("0 → 16")
    for page in (ana, bo):
        page.evaluate(LISTEN)
    ana.keyboard.press("Enter")
    own_turn(bo)
    expect(ana.locator(".army.below [data-kind=catapult]")).to_be_visible()
    announced = "window.announced"
    assert ana.evaluate(announced) == ["You play Catapult → siege, your side. You: 52, Bo: 20. Waiting for Bo."]
    sides = [side.get_attribute("aria-label") for side in ana.locator(".side[role=group]").all()]
    assert sides == ["Bo, Nilfgaard, Total 20, 2 gems", "You, Northern Realms, Total 52, 2 gems"]
    (told,) = bo.evaluate(announced)
    assert re.fullmatch(r"Ana plays Catapult .*\. Ana: 52, You: 20\. Play a card, .*", told)


def test_l_and_enter_use_the_leader(visit: Visit) -> None:
    page = visit()
    at(page, LEADS)
    page.locator("[data-test=pass]").wait_for()
    page.keyboard.press("l")
    page.keyboard.press("Enter")
    expect(page.locator(".army.below .row.siege .hornCard")).to_be_visible()


def test_the_focus_goes_from_the_redraw_to_the_hand(visit: Visit) -> None:
    page = visit()
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
    own_turn(page)
    page.locator("[data-test=hand]").first.focus()
    page.keyboard.press("Enter")
    page.locator("[data-test=play-taken]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-test=keep]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".battle [data-test=hand]:focus")).to_have_count(1)


def test_keys_replace_lift_play_and_pass(visit: Visit) -> None:
    page = visit()
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
    own_turn(page)
    page.locator("[data-test=keep]").wait_for()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".decide")).to_contain_text("1 / 2")
    at(page, FIELD)
    card(page, "catapult").wait_for()
    page.keyboard.press("1")
    expect(page.locator(SHEET)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(SHEET)).to_have_count(0)
    page.keyboard.press("p")
    expect(page.locator("[data-test=pass]")).to_have_text(re.compile("Really"))
    page.keyboard.press("p")
    expect(page.locator("[data-test=log]")).to_contain_text("passes")


@pytest.mark.parametrize(("size", "touch"), [(DESK, False), (PHONE, True), (LYING, True)])
def test_the_end_of_a_round_is_a_scene_that_any_key_ends(visit: Visit, size: tuple[int, int], touch: bool) -> None:
    page = visit(size=size, touch=touch)
    at(page, FIELD.replace("turn: 0", "turn: 0\npassed: 1"))
    page.locator("[data-test=pass]").click()  # I lead, and the other one has passed: it is not asked twice
    scene = page.locator("[data-test=round-end]")
    expect(scene).to_contain_text("Round 2")
    page.locator("[data-test=continue]").click()
    expect(scene).to_have_count(0)


# How many pieces travel at the moment at which something comes over the board, and whether a frame showed a bare board
# before that.
STILL_MOVING = """(what) => {
  window.moving = []
  window.bare = false
  new MutationObserver(() => {
    if (window.moving.length || !document.querySelector(what)) return
    const travels = (one) => one.constructor === Animation && one.playState !== 'finished'
    window.moving.push(document.getAnimations().filter(travels).length)
  }).observe(document.body, { subtree: true, childList: true })
  const look = () => {
    if (window.moving.length) return
    window.bare ||= !document.querySelector('.army.above .unit')
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}"""


def test_a_round_ends_where_its_rows_lay_and_its_scene_closes_by_itself(visit: Visit) -> None:
    """Mounting the scene would hold up what moves, and a board that is cleared before it would hide what counted."""
    page = visit()
    page.emulate_media(reduced_motion="no-preference")
    at(page, FIELD.replace("turn: 0", "turn: 0\npassed: 1"))
    scene = page.locator("[data-test=round-end]")
    page.locator(".army.above .unit").first.wait_for()  # the rows come after the question
    page.evaluate(STILL_MOVING, "[data-test=round-end]")
    page.locator("[data-test=pass]").click()
    scene.wait_for()
    assert page.evaluate("[window.moving, window.bare]") == [[0], False]
    expect(scene).to_have_count(0)  # nobody has touched it
    expect(page.locator(".army .unit")).to_have_count(0)
    page.locator("[data-test=round-before]").click()
    expect(scene).to_contain_text("The round is yours")
    page.locator("[data-test=continue]").click()
    expect(scene).to_have_count(0)


def test_the_ending_waits_for_the_pieces(visit: Visit) -> None:
    page = visit()
    page.emulate_media(reduced_motion="no-preference")
    at(page, THREE_ROUNDS)
    page.evaluate(STILL_MOVING, ENDING)
    play_last_card(page, touch=False)
    page.locator(ENDING).wait_for()
    assert page.evaluate("window.moving") == [0]


def test_the_ending_takes_the_place_of_a_round_that_is_still_shown(visit: Visit) -> None:
    """The last card is played, so the rest of the match goes by without a question."""
    page = visit()
    at(page, LAST_CARD)
    table = page.url.rsplit("/", 1)[1]
    card(page, "albrich").click()
    expect(page.locator(ENDING)).to_be_visible()
    page.locator("[data-test=rematch]").click()
    page.wait_for_url(lambda address: not address.endswith(table))


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_ending_fits_one_screen(visit: Visit, size: tuple[int, int]) -> None:
    """The result, three battles and what goes on from here; on a desktop everything else as well."""
    page = visit(size=size, touch=size == PHONE)
    at(page, THREE_ROUNDS)
    play_last_card(page, touch=size == PHONE)
    rounds = page.locator(f"{ENDING} .battles > li:not(.unfought)")
    expect(rounds).to_have_count(3)
    for wanted in (page.locator("#verdict"), *rounds.all(), page.locator("[data-test=rematch]")):
        expect(wanted).to_be_in_viewport(ratio=1)
    height = "(scene) => scene.scrollHeight - scene.clientHeight"
    if size == DESK:
        assert page.locator(ENDING).evaluate(height) == 0
    share = page.locator("[data-test=share]")
    share.scroll_into_view_if_needed()  # on a phone below the chart; the keys stay
    expect(share).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-test=rematch]")).to_be_in_viewport(ratio=1)


def test_on_a_phone_on_its_side_head_and_line_stand_over_the_hand(visit: Visit) -> None:
    page = visit(size=LYING, touch=True, language="fr-FR")
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
    own_turn(page)
    everything = "[data-test=hand], [data-test=keep], header button, [data-test=prompt], [data-test=leader-own]"
    assert page.evaluate(REACH, everything) == []  # the redraw
    at(page, FIELD)
    assert page.evaluate(REACH, everything) == []
    assert boxes(page.locator(".army.above"))[0]["y"] < 10
    assert page.locator(".unit text", has_text="Rainfarn").count() == 1  # rows are high enough for names


@pytest.mark.parametrize("size", [LYING, PHONE, DESK])
def test_what_a_card_would_count_covers_no_strength(visit: Visit, size: tuple[int, int]) -> None:
    """Neither the number that a card would have, nor the word on one that would burn."""
    covered = """(what) => [...document.querySelectorAll(what)].filter((flag) => {
        const number = flag.closest('.unit').querySelector('.plates g > path ~ text')
        const [a, b] = [flag.getBoundingClientRect(), number.getBoundingClientRect()]
        return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    }).length"""
    page = visit(size=size, touch=size[0] < 1000)
    at(page, FIELD.replace("hand 0: ", "hand 0: dandelion siegfried_of_denesle ").replace("close 0: ", "close 0: ves "))
    for kind, flags, many in (("dandelion", ".unit .mark", 2), ("scorch", ".gone.burning b", 1)):
        card(page, kind).tap() if size[0] < 1000 else card(page, kind).hover()
        expect(page.locator(flags)).to_have_count(many)
        assert page.evaluate(covered, flags) == 0
        if size[0] < 500:
            page.locator("[data-test=put-back]").tap()


def test_a_narrow_phone_opens_the_own_pile_by_the_total(visit: Visit) -> None:
    page = visit(size=(360, 740), touch=True)
    at(page, FIELD + "pile 0: ves\n")
    page.locator("[data-test=total-own]").tap()
    expect(page.locator("[data-test=chooser]")).to_contain_text("Ves")


@pytest.mark.parametrize("size", [LYING, ZOOMED, (320, 568), (360, 740), (820, 1180)])
def test_on_every_screen_hand_and_keys_are_in_sight(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(size=size, touch=True)
    at(page, FIELD)
    cut = """() => [...document.querySelectorAll('[data-test=hand], [data-test=pass], .row, [data-test=leader-own]')]
        .filter((one) => { const {left, right, top, bottom} = one.getBoundingClientRect()
            return left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1 })
        .map((one) => one.dataset.test ?? one.className)"""
    assert page.evaluate(cut) == []
    card(page, "catapult").tap()
    key = page.locator("[data-test=play-taken]")
    expect(key).to_be_in_viewport(ratio=1)
    key.tap()
    expect(page.locator(".army.below [data-kind=catapult]")).to_be_visible()


@pytest.mark.parametrize(
    "size", [PHONE, pytest.param(DESK, marks=pytest.mark.long), pytest.param(LYING, marks=pytest.mark.long)]
)
def test_no_fault_at_the_great_moments(visit: Visit, size: tuple[int, int]) -> None:
    """Cards to replace, a target to choose, the scene at the end of a round, the ending; light and dark."""
    touch = size != DESK
    page = visit(size=size, touch=touch)
    found = {}
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
    own_turn(page)
    press(page.locator("[data-test=hand]").nth(2), touch)
    found["redraw"] = faults(page, every=True)
    at(page, FIELD)
    press(card(page, "decoy"), touch)
    page.locator(".unit.legal").first.wait_for()
    found["target"] = faults(page, every=True)
    at(page, FIELD.replace("turn: 0", "turn: 0\npassed: 1"))
    press(page.locator("[data-test=pass]"), touch)
    page.locator("[data-test=round-end]").wait_for()
    found["round"] = faults(page, every=True)
    at(page, THREE_ROUNDS)
    play_last_card(page, touch)
    page.locator(f"{ENDING} figure").wait_for()
    found["ending"] = faults(page, every=True)
    assert not {moment: told for moment, told in found.items() if told}


def test_a_whole_match_by_clicking(visit: Visit) -> None:
    page = visit()
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
    own_turn(page)
    assert play_on(page) > 10
    battles = page.locator(f"{ENDING} .battles > li:not(.unfought)")
    expect(battles.first).to_be_visible()
    assert battles.count() in (2, 3)
    expect(battles.locator(".ribbon")).to_have_count(1)
    expect(battles.first.locator("[data-test=turning]")).to_be_visible()
    expect(page.locator(f"{ENDING} figure path.line").first).to_be_visible()
    expect(page.locator(f"{ENDING} figure .name").first).to_have_text("I")  # the rounds are marked
