"""Learning a game: lessons solved by clicking, a wrong try explained, a refused move with its rule."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import ludotheque as lt
from ludotheque.play.lessons import Lesson
from tests.web.conftest import PHONE, Visit
from tests.web.seated import boxes

LINE = "[data-test=lesson]"


def standing(page: Page, kind: str) -> None:
    """Wait until a lesson is open, wrong or done."""
    expect(page.locator(LINE)).to_have_attribute("data-standing", kind)


def test_a_lesson_is_learnt_by_clicking(visit: Visit) -> None:
    page = visit("/game/gwynt")
    expect(page.locator("[data-test=learn-gwynt]")).to_contain_text("start here")
    page.locator("[data-test=learn-gwynt]").click()
    page.wait_for_url("**/learn/gwynt/overtake")
    standing(page, "open")
    expect(page.locator(LINE)).to_contain_text("Go past 11 with a single card.")

    # A wrong try: it is played, explained, and taken back.
    page.locator("[data-test=hand][data-kind=dethmold]").click()
    standing(page, "wrong")
    expect(page.locator(LINE)).to_contain_text("11 to 11 is a tie")
    expect(page.locator(".unit[data-kind=dethmold]")).to_be_visible()
    expect(page.locator("[data-test=hand][data-legal=true]")).to_have_count(0)
    page.locator("[data-test=again]").click()
    standing(page, "open")
    expect(page.locator("[data-test=hand][data-legal=true]")).to_have_count(3)
    expect(page.locator(".unit[data-kind=dethmold]")).to_have_count(0)

    # A move that the rules forbid says why, with its rule, and costs nothing.
    page.locator("[data-test=leader-own]").click()
    page.locator("[data-test=why]").click()
    notice = page.locator("[data-test=notice]")
    notice.locator("[data-test=rule]").click()
    expect(notice.locator("h3")).to_be_visible()
    assert notice.locator("[data-test=rule]").inner_text() == "GWY-36"
    standing(page, "open")

    page.locator("[data-test=hand][data-kind=catapult]").click()
    standing(page, "done")
    expect(page.locator(LINE)).to_contain_text("5 and 8 are 13")
    page.locator("[data-test=next]").click()
    page.wait_for_url("**/learn/gwynt/pass")
    expect(page.locator("[data-test=lesson-title]")).to_have_text("Know when to stop")

    # What was done is remembered, and the next way in leads to what was not.
    page.goto("/game/gwynt")
    expect(page.locator("[data-test=learn-gwynt]")).to_contain_text("1 of 8 lessons")
    page.locator("[data-test=learn-gwynt]").click()
    page.wait_for_url("**/learn/gwynt/pass")
    page.go_back()
    expect(page.locator("[data-test=learn-gwynt]")).to_be_visible()


def test_a_lesson_of_two_decisions_on_a_phone_in_french(visit: Visit) -> None:
    page = visit("/learn/gwynt/horn", size=PHONE, language="fr-FR", touch=True)
    standing(page, "open")
    text, board = page.locator("[data-test=lesson-text]"), page.locator("main")
    card = page.locator("[data-test=hand][data-kind=commanders_horn]")
    expect(card).to_be_visible()
    told, place = boxes(text, board)
    assert told["y"] + told["height"] <= place["y"], "the text covers the board"
    assert place["y"] + place["height"] <= PHONE[1]
    card.tap()
    expect(page.locator(LINE)).to_contain_text("choisissez une ligne")
    page.locator("[data-test=row-ranged]").tap()  # the first tap shows what the row would count
    expect(page.locator(".row.ranged .place.aimed")).to_be_visible()
    page.locator("[data-test=row-ranged]").tap()
    standing(page, "wrong")
    expect(page.locator(LINE)).to_contain_text("Philippa")
    page.locator("[data-test=again]").tap()
    standing(page, "open")
    expect(page.locator(LINE)).to_contain_text("quelle ligne")
    page.locator("[data-test=row-siege]").tap()
    page.locator("[data-test=row-siege]").tap()
    standing(page, "done")
    page.locator("summary").tap()
    expect(text).to_be_hidden()


def test_a_hint_by_keyboard_and_the_way_on(visit: Visit) -> None:
    page = visit("/learn/gwynt/bond")
    standing(page, "open")
    page.keyboard.press("h")
    expect(page.locator("[data-test=notice]")).to_contain_text("Blue Stripes Commando")
    page.keyboard.press("Escape")
    expect(page.locator("[data-test=notice]")).to_have_count(0)
    page.keyboard.press("m")
    move = page.locator("[data-moves]").get_by_role("button", name="Blue Stripes Commando")
    expect(page.locator("[data-moves] button").first).to_be_focused()
    page.keyboard.press("5")  # it is the fifth of the list
    expect(move).to_be_focused()
    page.keyboard.press("Enter")
    standing(page, "done")
    expect(page.locator("[data-test=next]")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/gwynt/horn")


def test_a_preview_tells_what_a_move_would_do(visit: Visit) -> None:
    page = visit("/learn/gwynt/weather")
    standing(page, "open")
    page.locator("[data-test=hand][data-kind=biting_frost]").hover()
    expect(page.locator(".then").first).to_be_visible()


def label(name: str, lesson: Lesson, step: str) -> str:
    """A move in words, as the page lists it."""
    game = lt.game(name, "plain")
    others = iter(("Ada", "Bao", "Cleo", "Dov", "Eli", "Fay", "Gus"))
    seats = ["Guest" if n == lesson.seat else next(others) for n in range(lesson.open(game).players)]
    key, params = game.notation.describe(game.move(step).id)
    said = game.messages("en").say(key, params, seats)
    return said[0].upper() + said[1:]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name == "lampions" else pytest.mark.long)
        for name in lt.names()
        if name != "gwynt"
    ],
)
def test_every_lesson_is_solved_by_the_moves_in_words(visit: Visit, name: str) -> None:
    game = lt.game(name, "plain")
    page = visit(f"/learn/{name}")
    for number, lesson in enumerate(game.lessons):
        page.wait_for_url(f"**/learn/{name}/{lesson.id}")
        standing(page, "open")
        for step in lesson.goals[0]:
            if not re.match(r"\d: ", step):
                page.locator(
                    "[data-test=move]", has=page.get_by_text(label(name, lesson, step), exact=True)
                ).first.click()  # while it is on its way no move is listed: the next one is of the next list
        standing(page, "done")
        if number + 1 < len(game.lessons):
            page.locator("[data-test=next]").click()
    expect(page.locator(LINE)).to_contain_text("You have finished all lessons.")
    page.locator("[data-test=play]").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("[data-test=prompt]")).to_be_visible()


def test_no_such_lesson(visit: Visit) -> None:
    page = visit("/learn/gwynt/nothing")
    expect(page.get_by_role("heading", name="This lesson doesn't exist.")).to_be_visible()
    page.get_by_role("link", name="To the games", exact=True).click()
    expect(page.locator("[data-test=play-gwynt]")).to_be_visible()
