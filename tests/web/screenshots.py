"""Pictures of every room and of the table in its typical moments: `web/screenshots` makes them, people look at them.

python -m tests.web.screenshots [FOLDER] [--only gwynt] [--sizes 390,1440] [--themes light] [--languages en]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Page, Position, expect, sync_playwright

import hatch_build
from ludotheque.play import registry
from ludotheque.server.settings import PAGE
from tests.server.house import House
from tests.web import gorynich as of_gorynich
from tests.web import kunitori as of_kunitori
from tests.web import moments, test_kunitori, war
from tests.web.conftest import FLAGS, find_browser
from tests.web.seated import BOARD, own_turn, play_a_turn, play_on, settled, sit_down
from tests.web.test_match import BONDS, ME, OPEN, RANDOM, SWARM, Line, Seat, lay

HEIGHTS = {360: 740, 390: 844, 820: 1180, 1440: 900, 1920: 1080, 2560: 1440}
LOCALES = {"en": "en-GB", "fr": "fr-FR"}
FOLDER = Path("build") / "screenshots"
DRAWN = ("gwynt", "kunitori", "gorynich", "gunkimono")  # those: in full
PLAYERS = {game.name: game.declaration.players[0] for game in registry.games() if game.name not in DRAWN}

# Colours have changed, however busy the machine is.
CHANGED = "document.getAnimations().forEach((one) => one instanceof CSSTransition && one.finish())"

Scene = Callable[[Page], object]


def at(address: str) -> Scene:
    """A room under its address."""
    return lambda page: page.goto(address)


def is_touched(page: Page) -> bool:
    """Whether fingers are what this page is used with."""
    return bool(page.evaluate("navigator.maxTouchPoints > 0"))


def press(page: Page, what: str) -> None:
    """Click or tap what a test would."""
    found = page.locator(f"[data-test={what}]").first
    found.tap() if is_touched(page) else found.click()


def table(*seats: Seat, game: str = "gwynt") -> Scene:
    """A table as it is laid."""
    return lambda page: page.goto(f"/table/{lay(page, game, seats)}")


def table_then(act: Scene, *seats: Seat, game: str) -> Scene:
    """A table as it is laid, and what is done there first."""

    def scene(page: Page) -> None:
        table(*seats, game=game)(page)
        own_turn(page)
        act(page)

    return scene


def gwynt(moment: str, *acts: Scene) -> Scene:
    """A table of Gwynt at a moment, and what is done there."""

    def scene(page: Page) -> None:
        page.goto(f"/table/{lay(page, 'gwynt', [ME, RANDOM], position=moments.of_gwynt()[moment])}")
        own_turn(page)
        for act in acts:
            act(page)

    return scene


def kunitori(moment: str, *acts: Scene) -> Scene:
    """A table of Kunitori! at a moment, and what is done there."""

    def scene(page: Page) -> None:
        text = of_kunitori.position(moment)
        seats = [ME, *[RANDOM] * (int(text.partition("players: ")[2].split()[0]) - 1 if "players: " in text else 1)]
        page.goto(f"/table/{lay(page, 'kunitori', seats, position=text)}")
        own_turn(page)
        page.locator("[data-test=pile] img").first.wait_for()
        for act in acts:
            act(page)

    return scene


def on(what: str) -> Scene:
    """Something touched by a finger; on a desk the pointer rests on it."""

    def act(page: Page) -> None:
        found = page.locator(what).first
        found.tap() if is_touched(page) else found.hover()

    return act


def pressed(*all_of_them: str) -> Scene:
    """Several things clicked or tapped, one after the other."""

    def act(page: Page) -> None:
        for what in all_of_them:
            found = page.locator(what).first
            found.tap() if is_touched(page) else found.click()
            page.wait_for_timeout(200)

    return act


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


BOUGHT = "[data-test=pile][data-kind=region]"


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


def kunitori_ended(page: Page) -> None:
    """A short match to its end."""
    page.goto(f"/table/{lay(page, 'kunitori', [ME, *[RANDOM] * 3], position=of_kunitori.position('end'))}")
    own_turn(page)
    test_kunitori.play_on(page, touch=is_touched(page))
    page.locator("[data-test=ending] figure").first.wait_for()


def presses(*names: str) -> Scene:
    """Several things pressed, one after the other."""

    def act(page: Page) -> None:
        for name in names:
            press(page, name)

    return act


def take_up(page: Page) -> None:
    """Tap a card of the hand; on a desk, rest the pointer on it."""
    card = page.locator("[data-test=hand][data-legal=true]").first
    card.tap() if is_touched(page) else card.hover()


def refused(page: Page) -> None:
    """Ask why the leader can't act."""
    press(page, "leader-own")
    if page.locator("[data-test=why]").count():
        press(page, "why")
        page.mouse.move(1, 1)


def hinted(page: Page) -> None:
    """What a bot would play: it thinks for a while."""
    press(page, "hint")
    expect(page.locator("[data-test=notice]")).not_to_contain_text("…", timeout=30_000)


def read_large(page: Page) -> None:
    """A card on the table, shown large."""
    page.locator("[data-piece^=row-0]").first.click()


def open_side(page: Page) -> None:
    """The log: on a phone it comes up as a sheet."""
    if page.locator("[data-test=side]").is_visible():
        press(page, "side")


def two_turns(page: Page) -> None:
    """Something for the log."""
    for _ in range(2):
        own_turn(page)
        play_on(page, moves=2, touch=is_touched(page))
        page.wait_for_timeout(300)


def read_unit(page: Page) -> None:
    """A card of the supply, read large."""
    page.locator("[data-test=pile][data-kind=land_destroyer]").focus()
    page.keyboard.press("i")


def look_back(page: Page) -> None:
    """The table as it was after the first move."""
    open_side(page)
    page.locator("[data-test=log] li button").first.click()
    if page.locator(".veil").count():  # the sheet is still up
        page.locator(".veil").first.click(position={"x": 10, "y": 10})


def finished(page: Page) -> None:
    """A match to its end."""
    play_on(page, touch=is_touched(page))
    page.locator("[data-test=ending]").wait_for()


def replayed(page: Page) -> None:
    """Three moves into the replay of a match."""
    finished(page)
    press(page, "replay")
    page.locator("[data-test=controls]").wait_for()
    for _ in range(3):
        press(page, "forward")


def guest_of(page: Page) -> Page:
    """Somebody else, with a browser of his own, at the same address."""
    browser = page.context.browser
    assert browser is not None
    return browser.new_context(base_url=page.url.split("/table/")[0], locale="en-GB").new_page()


def with_guest(page: Page) -> Page:
    """A table with a second person, past the redraw; the guest's page."""
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, OPEN])}")
    guest = guest_of(page)
    guest.goto(page.url)
    guest.get_by_label("Your deck", exact=True).select_option("northern_realms_bonds")
    sit_down(guest)
    page.locator("[data-test=start]:enabled").click()
    for one in (page, guest):
        one.locator("[data-test=keep]").click()
    expect(page.locator("[data-test=keep]")).to_have_count(0)
    return guest


def undo_asked(page: Page) -> None:
    """The other one would like to take his move back."""
    guest = with_guest(page)
    page.wait_for_timeout(500)
    if page.locator("[data-test=prompt].mine").count():
        play_a_turn(page)
    play_a_turn(guest)
    guest.locator("[data-test=undo]").click()
    page.locator("[data-test=prompt] .first").wait_for()


def watched(page: Page) -> None:
    """A match, seen by somebody who only looks on."""
    full = moments.of_gwynt()["full"]
    host = guest_of(page)
    host.goto("/")
    page.goto(f"/table/{lay(host, 'gwynt', [ME, RANDOM], position=full)}")


def lost(page: Page) -> None:
    """The connection breaks."""
    line = Line(page)
    gwynt("full")(page)
    line.cut()
    page.locator("[data-test=lost]").wait_for()


def given_up(page: Page) -> None:
    """The shortest way to a ranking."""
    presses("menu", "resign", "resign")(page)
    page.locator("[data-test=ending]").wait_for()


def fairness(page: Page) -> None:
    """A match that was dealt, not begun from a position: its deal can be checked."""
    page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
    press(page, "keep")
    own_turn(page)
    given_up(page)
    press(page, "fair")


def any_game(name: str, share: float, *acts: Scene) -> Scene:
    """A table of a game so far into a match."""

    def scene(page: Page) -> None:
        seats = [ME, *([RANDOM] * (PLAYERS[name] - 1))]
        if share == 0:
            page.goto(f"/table/{lay(page, name, seats)}")
        else:
            all_of_them = moments.of_any(name)
            text = all_of_them[int(share * (len(all_of_them) - 1))]
            page.goto(f"/table/{lay(page, name, seats, position=text)}")
        page.locator(f"{BOARD}, [data-test=ending]").first.wait_for()
        for act in acts:
            act(page)

    return scene


def gunkimono(text: str, *acts: Scene) -> Scene:
    """A table of Gunkimono at a moment, and what is done there."""

    def scene(page: Page) -> None:
        others = int(text.split("players: ")[1].split()[0]) - 1
        page.goto(f"/table/{lay(page, 'gunkimono', [ME, *[RANDOM] * others], position=text)}")
        own_turn(page)
        for act in acts:
            act(page)

    return scene


def hold(tile: str, written: str) -> Scene:
    """Take a tile up, and hold it over a place."""

    def act(page: Page) -> None:
        touched = is_touched(page)
        held = page.locator(f"[data-test=hand][data-kind={tile}]")
        held.tap() if touched else held.click()
        square = page.locator(f"[data-square={written[:2]}]")
        square.tap() if touched else square.hover(force=True)
        ghost = page.locator("[data-test=ghost]")
        for _ in range(3):
            if ghost.get_attribute("data-written") != written:
                press(page, "turn") if touched else page.keyboard.press("r")
        expect(ghost).to_have_attribute("data-written", written)
        page.wait_for_timeout(500)  # what it would do is told

    return act


def hold_anywhere(page: Page) -> None:
    """A tile held where it may lie, at a crowded table."""
    press(page, "hand")
    found = page.locator("[data-test=square][data-legal=true]")
    square = found.nth(found.count() // 2)
    square.tap() if is_touched(page) else square.hover(force=True)
    page.wait_for_timeout(500)


def lay_it(page: Page) -> None:
    """Lay the tile that is held: by the key under the thumb, or by a click where it is."""
    if is_touched(page):
        press(page, "lay")
    else:
        page.mouse.down()
        page.mouse.up()


def lay_held(page: Page) -> None:
    """Lay the tile that is held, and wait for its halves to be asked."""
    lay_it(page)
    page.locator("[data-test=plaques]").wait_for()


def both(choice: str) -> Scene:
    """The same for both halves."""

    def act(page: Page) -> None:
        for n in range(2):
            plaque = page.locator(f"[data-test={choice}]").nth(n)
            plaque.tap() if is_touched(page) else plaque.click()
        if is_touched(page):
            press(page, "score")
        page.locator("[data-test=plaques]").wait_for(state="detached")

    return act


def point_at(square: str) -> Scene:
    """Rest on a square, or tap it once."""

    def act(page: Page) -> None:
        found = page.locator(f"[data-square={square}]")
        found.tap() if is_touched(page) else found.hover()

    return act


def refused_there(page: Page) -> None:
    """A tile held where it can't lie, and why."""
    pressed("[data-test=hand]", "[data-square=f3]")(page)
    if is_touched(page):
        press(page, "lay")
    page.locator("[data-test=notice]").wait_for()


def ask_support(page: Page) -> None:
    """Lay the tile that is held: which small tile supports it is asked."""
    lay_it(page)
    page.locator("[data-test=support]").first.wait_for()


def read_tile(page: Page) -> None:
    """A tile of the hand, read large."""
    page.locator("[data-test=hand]").first.focus()
    page.keyboard.press("i")
    page.locator("[data-test=large]").wait_for()


def magnified(square: str) -> Scene:
    """A finger held on a square; on a desk the key for it."""

    def act(page: Page) -> None:
        found = page.locator(f"[data-square={square}]")
        if is_touched(page):
            box = found.bounding_box()
            assert box
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            touch = page.context.new_cdp_session(page)
            touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        else:
            found.focus()
            page.keyboard.press("i")
        page.locator("[data-test=lens]").wait_for()

    return act


def back_again(page: Page) -> None:
    """Away while the others move, and back: what happened since."""
    war.play_on(page, touch=is_touched(page), until="[data-test=log] li:nth-child(3)", decisions=12)
    page.evaluate("localStorage.removeItem('ludotheque-seen')")
    page.evaluate("localStorage.ludotheque = JSON.stringify({...JSON.parse(localStorage.ludotheque), motion: 'none'})")
    page.wait_for_timeout(1500)
    page.evaluate(
        "localStorage.setItem('ludotheque-seen', JSON.stringify({[location.pathname.split('/').pop()]: {0: 1}}))"
    )
    page.reload()
    page.locator("[data-test=since]").wait_for()


def daimyos(page: Page) -> None:
    """What everybody has: beside the board, or as a sheet."""
    if page.locator("[data-test=seat]").first.is_visible():
        press(page, "seat")


def replayed_war(page: Page) -> None:
    """The replay of a match, opened at what turned it."""
    war_over(page)
    press(page, "turning")
    page.locator("[data-test=controls]").wait_for()


def watched_war(page: Page) -> None:
    """A table of five, seen by somebody who only looks on."""
    host = guest_of(page)
    host.goto("/")
    seats = [ME, *[RANDOM] * 4]
    page.goto(f"/table/{lay(host, 'gunkimono', seats, position=moments.GUNKIMONO_FIVE)}")
    page.locator("[data-test=field]").wait_for()


def war_over(page: Page) -> None:
    """A match of Gunkimono to its end."""
    war.play_on(page, touch=is_touched(page))
    page.locator("[data-test=ending] figure").first.wait_for()


def decks(page: Page) -> None:
    """The deck builder."""
    page.goto("/decks/gwynt")
    page.locator("[data-test=verdict] p").wait_for(state="attached")


def deck_list(page: Page) -> None:
    """The deck builder, at the deck: on a phone it is a page of its own."""
    decks(page)
    if page.locator("[data-test=to-deck]").is_visible():
        press(page, "to-deck")


SCENES: dict[str, Scene] = {
    "home": at("/"),
    "new-table": at("/new/gwynt"),
    "new-gorynich": at("/new/gorynich"),
    "credits": at("/credits"),
    "rules": at("/rules/gwynt#GWY-21"),
    "settings": at("/settings"),
    "learn": at("/learn/gwynt/horn"),
    "learn-gunkimono": at("/learn/gunkimono/formation"),
    "lobby": table(ME, OPEN),
    "decks": decks,
    "decks-list": deck_list,
    "gwynt-redraw": table(SWARM, BONDS),
    "gwynt-first": gwynt("first"),
    "gwynt-full": gwynt("full"),
    "gwynt-card": gwynt("full", take_up),
    "gwynt-large": gwynt("full", read_large),
    "gwynt-leader": gwynt("full", presses("leader-own")),
    "gwynt-why": gwynt("full", refused),
    "gwynt-hint": gwynt("full", hinted),
    "gwynt-pile": gwynt("buried", presses("pile-own")),
    "gwynt-row": gwynt("row"),
    "gwynt-decoy": gwynt("target"),
    "gwynt-medic": gwynt("revive"),
    "gwynt-fetch": gwynt("fetch"),
    "gwynt-take": gwynt("take"),
    "gwynt-words": gwynt("full", presses("menu", "in-words")),
    "gwynt-menu": gwynt("full", presses("menu")),
    "gwynt-log": gwynt("full", two_turns, open_side),
    "gwynt-past": gwynt("full", two_turns, look_back),
    "gwynt-undo": undo_asked,
    "gwynt-watched": watched,
    "gwynt-lost": lost,
    "gwynt-ending": gwynt("full", finished),
    "gwynt-fair": fairness,
    "gwynt-replay": gwynt("full", replayed),
    "kunitori-act": kunitori("act"),
    "kunitori-replay": kunitori("replay"),
    "kunitori-buy": kunitori("buy", on("[data-test=pile][data-kind=light_archers]")),
    "kunitori-six": kunitori("six"),
    "kunitori-crowd": kunitori("crowd"),
    "kunitori-large": kunitori("buy", read_unit),
    "kunitori-why": kunitori("buy", pressed("[data-test=pile][data-kind=region]")),
    "kunitori-camp": kunitori("buy", pressed("[data-test=curtain][data-seat='2']")),
    "kunitori-discard": kunitori("buy", pressed("[data-test=discard]")),
    "kunitori-choose": kunitori("choose"),
    "kunitori-trash": kunitori("trash", played("soil_renovation")),
    "kunitori-gain": kunitori("trash", played("soil_renovation"), played("village")),
    "kunitori-trap": kunitori("trap", played("trap")),
    "kunitori-fetch": kunitori("fetch", played("take_back")),
    "kunitori-victim": kunitori("victim", played("skilled_ninjas")),
    "kunitori-protect": kunitori("protect"),
    "kunitori-steal": kunitori("steal"),
    "kunitori-give": kunitori("give", played("beauty", "pile")),
    "kunitori-war": kunitori("war"),
    "kunitori-aim": kunitori("war", pressed("[data-command=war]", "[data-test=curtain][data-seat='1']")),
    "kunitori-consent": kunitori("consent"),
    "kunitori-defend": kunitori("defend", laid(0, 1)),
    "kunitori-host": kunitori("host", laid(0, 1)),
    "kunitori-strike": kunitori("strike", pressed("[data-command=war]")),
    "kunitori-prize": kunitori("prize", pressed("[data-test=lay][data-kind=gunner_mercenaries]", "[data-test=ambush]")),
    "kunitori-order": kunitori("order", reinforced),
    "kunitori-tidy": kunitori("tidy"),
    "kunitori-log": kunitori("six", pressed("[data-command=treasures]", BOUGHT), open_side),
    "kunitori-learn": at("/learn/kunitori/war"),
    "kunitori-end": kunitori_ended,
    "kunitori-resigned": kunitori("act", given_up),
    "gunkimono-begin": table(ME, RANDOM, game="gunkimono"),
    "gunkimono-first": table_then(pressed("[data-test=hand]", "[data-square=e4]"), ME, RANDOM, game="gunkimono"),
    "gunkimono-tile": gunkimono(moments.GUNKIMONO_FOUR),
    "gunkimono-support": gunkimono(moments.GUNKIMONO_FOUR, hold("I2A1", "c3w+"), ask_support),
    "gunkimono-formation": gunkimono(moments.GUNKIMONO_FOUR, point_at("c6")),
    "gunkimono-lens": gunkimono(moments.GUNKIMONO_FOUR, magnified("c3")),
    "gunkimono-large": gunkimono(moments.GUNKIMONO_FOUR, read_tile),
    "gunkimono-since": gunkimono(moments.GUNKIMONO_FOUR, back_again),
    "gunkimono-five-place": gunkimono(moments.GUNKIMONO_FIVE, hold_anywhere),
    "gunkimono-daimyos": gunkimono(moments.GUNKIMONO_FIVE, daimyos),
    "gunkimono-watched": watched_war,
    "gunkimono-replay": gunkimono(moments.GUNKIMONO_FIVE, replayed_war),
    "gunkimono-place": gunkimono(moments.GUNKIMONO_FOUR, hold("I2A1", "c3w+")),
    "gunkimono-why": gunkimono(moments.GUNKIMONO_FOUR, refused_there),
    "gunkimono-points": gunkimono(moments.GUNKIMONO_FOUR, hold("S1L1", "i3w"), lay_held),
    "gunkimono-site": gunkimono(moments.GUNKIMONO_FOUR, hold("S1L1", "i3w"), lay_held, both("honour"), point_at("c6")),
    "gunkimono-draw": gunkimono(moments.GUNKIMONO_FOUR, hold("S1L1", "i3w"), lay_held, both("victory")),
    "gunkimono-five": gunkimono(moments.GUNKIMONO_FIVE),
    "gunkimono-over": gunkimono(moments.GUNKIMONO_FIVE, war_over),
    **{f"gorynich-{name}": scene for name, scene in of_gorynich.SCENES.items()},
    **{
        f"{name}-{moment}": any_game(name, share, *acts)
        for name in PLAYERS
        for moment, share, acts in (("begin", 0.0, ()), ("middle", 0.5, ()), ("end", 0.9, (given_up,)))
    },
}


def take(browser: Browser, house: House, args: argparse.Namespace) -> None:
    """Take every picture."""
    for name, scene in SCENES.items():
        if args.only and not any(part in name for part in args.only.split(",")):
            continue
        for width, language in product(args.sizes, args.languages):
            context = browser.new_context(
                base_url=f"http://127.0.0.1:{house.port}",
                viewport={"width": width, "height": HEIGHTS.get(width, 900)},
                locale=LOCALES[language],
                has_touch=width < 1000,
                is_mobile=width < 1000,
            )
            page = context.new_page()
            page.goto("/")
            scene(page)
            page.wait_for_timeout(900)  # pieces have arrived
            for theme in args.themes:  # the same moment: the light goes out
                page.emulate_media(color_scheme=theme)
                page.wait_for_timeout(300)
                page.evaluate(CHANGED)
                page.screenshot(path=args.folder / f"{name}-{width}-{theme}-{language}.png")
            for opened in browser.contexts:
                opened.close()
        print(name, flush=True)


def main() -> None:
    """Build the page, open a house, take the pictures."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    words.add_argument("--only", default="")
    words.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")], default=[390, 820, 1440])
    words.add_argument("--themes", type=lambda text: text.split(","), default=["light", "dark"])
    words.add_argument("--languages", type=lambda text: text.split(","), default=["en", "fr"])
    args = words.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    hatch_build.build()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(f"sqlite:///{folder}/house.sqlite", page=PAGE, bot_pause=0.02)
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        take(browser, house, args)
        browser.close()
        house.close()
    print(f"The pictures are in {args.folder}.")


if __name__ == "__main__":
    main()
