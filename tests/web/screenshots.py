"""Pictures of every room and of the table in its typical moments: `web/screenshots` makes them, people look at them.

python -m tests.web.screenshots [FOLDER] [--only gwynt] [--sizes 390,1440] [--themes light] [--languages en]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

import hatch_build
import ludotheque as lt
from ludotheque.play.position import Position
from ludotheque.server.settings import PAGE
from tests.server.house import House
from tests.web.conftest import FLAGS, find_browser
from tests.web.seated import own_turn, play_on
from tests.web.test_match import ME, OPEN, RANDOM, Seat, lay

HEIGHTS = {390: 844, 820: 1180, 1440: 900}
LOCALES = {"en": "en-GB", "fr": "fr-FR"}
FOLDER = Path("build") / "screenshots"


def positions_of_gwynt() -> Iterator[Position]:
    """Moments at which seat 0 owes a decision, of matches that a greedy bot plays against itself."""
    from ludotheque import bots

    game = lt.game("gwynt", "plain")
    for seed in range(40):
        pos = game.start(seed=f"picture {seed}")
        for _ in range(60):
            if pos.over:
                break
            if pos.actor == 0:
                yield pos
            seat = pos.actor or 0
            pos.play(bots.decide(bots.make("greedy", seed, game), pos, seat), seat)


def moment(wanted: Callable[[Position], bool]) -> str:
    """The text of the first position that is wanted."""
    return next(pos.text() for pos in positions_of_gwynt() if wanted(pos))


def is_full(pos: Position) -> bool:
    """Weather and a horn in play, many cards on both sides, a hand to choose from."""
    table = pos.view(0)["table"]
    rows = [row for seat in table["seats"] for row in seat["rows"]]
    return (
        pos.decision == "turn"
        and any(row["weather"] for row in rows)
        and any(row["horn"] for row in rows)
        and all(sum(len(row["cards"]) for row in seat["rows"]) > 4 for seat in table["seats"])
        and table["seats"][0]["hand"] > 3
    )


def asks(decision: str) -> Callable[[Position], bool]:
    """Whether a position asks for something."""
    return lambda pos: pos.decision == decision


def gwynt(page: Page, text: str) -> None:
    """A table of Gwynt at that moment."""
    page.goto(f"/table/{lay(page, 'gwynt', [ME, RANDOM], position=text)}")
    own_turn(page)


def take_up(page: Page) -> None:
    """Tap a card of the hand; on a desk, rest the pointer on it."""
    card = page.locator("[data-test=hand][data-legal=true]").first
    card.tap() if page.evaluate("matchMedia('(pointer: coarse)').matches") else card.hover()


def refused(page: Page) -> None:
    """Ask why the leader can't act, or what else is refused."""
    page.locator("[data-test=leader-own]").click()
    if page.locator("[data-test=why]").count():
        page.locator("[data-test=why]").click()
        page.mouse.move(1, 1)


def scenes() -> dict[str, Callable[[Page], object]]:
    """What is pictured, by name."""
    full, row, revive = moment(is_full), moment(asks("row")), moment(asks("revive"))

    def table(*seats: Seat, game: str = "lampions") -> Callable[[Page], object]:
        return lambda page: page.goto(f"/table/{lay(page, game, seats)}")

    def with_full(act: Callable[[Page], object]) -> Callable[[Page], None]:
        def scene(page: Page) -> None:
            gwynt(page, full)
            act(page)

        return scene

    def ending(page: Page) -> None:
        gwynt(page, full)
        play_on(page, touch=bool(page.evaluate("navigator.maxTouchPoints > 0")))

    def replay(page: Page) -> None:
        ending(page)
        page.locator("[data-test=replay]").click()
        page.locator("[data-test=controls]").wait_for()
        for _ in range(3):
            page.locator("[data-test=forward]").click()

    def decks(page: Page) -> None:
        page.goto("/decks/gwynt")
        page.locator("[data-test=verdict] p").wait_for(state="attached")

    def deck_list(page: Page) -> None:
        decks(page)
        if page.locator("[data-test=to-deck]").is_visible():
            page.locator("[data-test=to-deck]").click()

    def generic(name: str, moves: int) -> Callable[[Page], None]:
        players = lt.game(name, "plain").facts.players[0]

        def scene(page: Page) -> None:
            page.goto(f"/table/{lay(page, name, [ME, *([RANDOM] * (players - 1))])}")
            for _ in range(moves):
                page.locator("[data-test=move], [data-test=ending]").first.wait_for()
                if page.locator("[data-test=ending]").is_visible():
                    break
                page.locator("[data-test=move]").first.click()
                page.wait_for_timeout(150)
            page.locator("[data-test=move], [data-test=ending]").first.wait_for()

        return scene

    def menu(page: Page) -> None:
        gwynt(page, full)
        page.locator("[data-test=menu]").click()

    def in_words(page: Page) -> None:
        gwynt(page, full)
        page.locator("[data-test=menu]").click()
        page.locator("[data-test=in-words]").click()

    return {
        "home": lambda page: page.goto("/"),
        "new-table": lambda page: page.goto("/new/gwynt"),
        "new-gorynich": lambda page: page.goto("/new/gorynich"),
        "credits": lambda page: page.goto("/credits"),
        "rules": lambda page: page.goto("/rules/gwynt#GWY-21"),
        "settings": lambda page: page.goto("/settings"),
        "lobby": table(ME, OPEN, game="gwynt"),
        "lampions": table(ME, RANDOM, RANDOM),
        "gunkimono": generic("gunkimono", 5),
        "kunitori": generic("kunitori", 6),
        "gorynich": generic("gorynich", 2),
        "gwynt-redraw": table(ME, RANDOM, game="gwynt"),
        "gwynt-full": with_full(lambda page: None),
        "gwynt-card": with_full(take_up),
        "gwynt-leader": with_full(lambda page: page.locator("[data-test=leader-own]").click()),
        "gwynt-why": with_full(refused),
        "gwynt-pile": with_full(lambda page: page.locator("[data-test^=pile-]:enabled").first.click()),
        "gwynt-row": lambda page: gwynt(page, row),
        "gwynt-medic": lambda page: gwynt(page, revive),
        "gwynt-words": in_words,
        "gwynt-menu": menu,
        "gwynt-ending": ending,
        "gwynt-replay": replay,
        "decks": decks,
        "decks-list": deck_list,
    }


def take(browser: Browser, house: House, args: argparse.Namespace) -> None:
    """Take every picture."""
    for name, scene in scenes().items():
        if args.only and not any(part in name for part in args.only.split(",")):
            continue
        for width in args.sizes:
            for theme in args.themes:
                for language in args.languages:
                    context = browser.new_context(
                        base_url=f"http://127.0.0.1:{house.port}",
                        viewport={"width": width, "height": HEIGHTS.get(width, 900)},
                        locale=LOCALES[language],
                        color_scheme=theme,
                        has_touch=width < 1000,
                        is_mobile=width < 1000,
                    )
                    page = context.new_page()
                    page.goto("/")
                    scene(page)
                    page.wait_for_timeout(900)
                    page.screenshot(path=args.folder / f"{name}-{width}-{theme}-{language}.png")
                    context.close()
        print(name, flush=True)


def main() -> None:
    """Build the page, open a house, take the pictures."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    words.add_argument("--only", default="")
    words.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")], default=list(HEIGHTS))
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
