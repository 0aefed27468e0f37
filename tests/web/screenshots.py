"""Screenshots of every room and of the tables in typical moments: `web/screenshots` makes them, for people to check.

python -m tests.web.screenshots [FOLDER] [--only gwynt] [--sizes 390,1440] [--themes light] [--languages en]
"""

from __future__ import annotations

import argparse
import tempfile
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

import hatch_build
from ludotheque.play import registry
from ludotheque.server.settings import PAGE
from tests.server.house import House
from tests.web import moments
from tests.web.conftest import FLAGS, NO_TOUR, find_browser, remembers
from tests.web.scenes import gorynich, gunkimono, gwynt, kunitori, room
from tests.web.scenes.acting import Scene, given_up
from tests.web.seated import BOARD
from tests.web.test_match import ME, RANDOM, lay

HEIGHTS = {320: 568, 360: 740, 390: 844, 720: 450, 820: 1180, 844: 390, 1440: 900, 1920: 1080, 2560: 1440}
LOCALES = {"en": "en-GB", "fr": "fr-FR"}
FOLDER = Path("build") / "screenshots"
DRAWN = {"gwynt": gwynt, "kunitori": kunitori, "gunkimono": gunkimono, "gorynich": gorynich}  # those: in full
PLAYERS = {game.name: game.declaration.players[0] for game in registry.games() if game.name not in DRAWN}

# Colours have changed, however busy the machine is.
CHANGED = "document.getAnimations().forEach((one) => one instanceof CSSTransition && one.finish())"


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


SCENES: dict[str, Scene] = {
    **room.SCENES,
    **{f"{game}-{name}": scene for game, of in DRAWN.items() for name, scene in of.SCENES.items()},
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
            context.add_init_script(remembers(NO_TOUR))
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
    words.add_argument(
        "--sizes", type=lambda text: [int(size) for size in text.split(",")], default=[390, 720, 820, 844, 1440]
    )
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
