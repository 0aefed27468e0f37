"""Moments of Kunitori! that are worth a picture."""

from __future__ import annotations

from playwright.sync_api import Page, Position

from tests.web import kunitori, test_kunitori
from tests.web.scenes.acting import Scene, at, given_up, is_touched, on, open_side, press, pressed
from tests.web.seated import own_turn, settled
from tests.web.test_match import ME, RANDOM, lay

BOUGHT = "[data-test=pile][data-kind=region]"


def at_moment(moment: str, *acts: Scene) -> Scene:
    """A table of Kunitori! at a moment, after some acts."""

    def scene(page: Page) -> None:
        text = kunitori.position(moment)
        seats = [ME, *[RANDOM] * (int(text.partition("players: ")[2].split()[0]) - 1 if "players: " in text else 1)]
        page.goto(f"/table/{lay(page, 'kunitori', seats, position=text)}")
        own_turn(page)
        page.locator("[data-test=pile] img").first.wait_for()
        for act in acts:
            act(page)

    return scene


def played(card: str, where: str = "hand") -> Scene:
    """A card of Kunitori! played from the hand, or taken from its pile: by finger it takes two taps."""

    def act(page: Page) -> None:
        touched = is_touched(page)
        found = page.locator(f"[data-test={where}][data-kind={card}]").first
        found.tap() if touched else found.click()
        if touched:
            press(page, "do-taken")
        settled(page)
        page.wait_for_timeout(300)

    return act


def laid(*places: int) -> Scene:
    """Cards lifted for an ambush: each is touched at its right edge, which lies free however many there are."""

    def act(page: Page) -> None:
        for place in places:
            found = page.locator("[data-test=lay]").nth(place)
            box = found.bounding_box()
            assert box
            edge: Position = {"x": box["width"] - 5, "y": box["height"] / 2}
            found.tap(position=edge) if is_touched(page) else found.click(position=edge)
            page.wait_for_timeout(200)

    return act


def reinforced(page: Page) -> None:
    """Reinforcements called, the prize left: two cards go back."""
    if is_touched(page):
        page.locator("[data-test=war] [role=tab]").last.tap()
    press(page, "reinforcements")
    page.locator("[data-command=leave_prize]").click()
    page.locator("[data-test=top]").first.wait_for()


def ended(page: Page) -> None:
    """A short match to its end."""
    page.goto(f"/table/{lay(page, 'kunitori', [ME, *[RANDOM] * 3], position=kunitori.position('end'))}")
    own_turn(page)
    test_kunitori.play_on(page, touch=is_touched(page))
    page.locator("[data-test=ending] figure").first.wait_for()


def read_unit(page: Page) -> None:
    """A card of the supply, read large."""
    page.locator("[data-test=pile][data-kind=land_destroyer]").focus()
    page.keyboard.press("i")


SCENES: dict[str, Scene] = {
    "act": at_moment("act"),
    "replay": at_moment("replay"),
    "buy": at_moment("buy", on("[data-test=pile][data-kind=light_archers]")),
    "six": at_moment("six"),
    "crowd": at_moment("crowd"),
    "large": at_moment("buy", read_unit),
    "why": at_moment("buy", pressed("[data-test=pile][data-kind=region]")),
    "camp": at_moment("buy", pressed("[data-test=curtain][data-seat='2']")),
    "discard": at_moment("buy", pressed("[data-test=discard]")),
    "choose": at_moment("choose"),
    "trash": at_moment("trash", played("soil_renovation")),
    "gain": at_moment("trash", played("soil_renovation"), played("village")),
    "trap": at_moment("trap", played("trap")),
    "fetch": at_moment("fetch", played("take_back")),
    "victim": at_moment("victim", played("skilled_ninjas")),
    "protect": at_moment("protect"),
    "steal": at_moment("steal"),
    "give": at_moment("give", played("beauty", "pile")),
    "war": at_moment("war"),
    "aim": at_moment("war", pressed("[data-command=war]", "[data-test=curtain][data-seat='1']")),
    "consent": at_moment("consent"),
    "defend": at_moment("defend", laid(0, 1)),
    "host": at_moment("host", laid(0, 1)),
    "strike": at_moment("strike", pressed("[data-command=war]")),
    "prize": at_moment("prize", pressed("[data-test=lay][data-kind=gunner_mercenaries]", "[data-test=ambush]")),
    "order": at_moment("order", reinforced),
    "tidy": at_moment("tidy"),
    "log": at_moment("six", pressed("[data-command=treasures]", BOUGHT), open_side),
    "learn": at("/learn/kunitori/war"),
    "end": ended,
    "resigned": at_moment("act", given_up),
}
