"""Take the documents' pictures of the page: `python -m tests.web.pictures [PICTURE …]` writes `docs/pictures/`.

Each is a scene of the screenshots at 1440 × 900, in the light and in English.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

import hatch_build
from ludotheque.server.settings import PAGE
from tests.server.house import House
from tests.web.conftest import DESK, FLAGS, NO_TOUR, find_browser, remembers
from tests.web.screenshots import CHANGED, SCENES
from tests.web.test_gwynt import FIELD, at, card

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def gwynt(page: Page) -> None:
    """A card under the pointer, with its ghost and what it changes."""
    at(page, FIELD)
    card(page, "catapult").hover()


SCENES["page-gwynt"] = gwynt
SHOWN = {
    "home": "home",
    "gunkimono": "gunkimono-place",
    "kunitori": "kunitori-buy",
    "gorynich": "gorynich-seven",
    "gwynt": "page-gwynt",
}
# The browser itself packs the picture: nothing else here can write this format.
PACKED = """async (png) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())
  const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height })
  canvas.getContext('2d').drawImage(picture, 0, 0)
  return canvas.toDataURL('image/webp', 0.9).split(',')[1]
}"""


def take(browser: Browser, house: House, scene: str, packer: Page) -> bytes:
    """A scene as a packed picture."""
    context = browser.new_context(
        base_url=f"http://127.0.0.1:{house.port}", viewport={"width": DESK[0], "height": DESK[1]}, locale="en-GB"
    )
    context.add_init_script(remembers(NO_TOUR))
    page = context.new_page()
    page.goto("/")
    SCENES[scene](page)
    page.wait_for_timeout(900)  # pieces have arrived
    page.evaluate(CHANGED)
    png = base64.b64encode(page.screenshot()).decode()
    context.close()
    return base64.b64decode(packer.evaluate(PACKED, png))


def main() -> None:
    """Take the named pictures, or all."""
    hatch_build.build()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(f"sqlite:///{folder}/house.sqlite", page=PAGE, bot_pause=0.02)
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        packer = browser.new_page()
        for name in sys.argv[1:] or SHOWN:
            (FOLDER / f"page-{name}.webp").write_bytes(take(browser, house, SHOWN[name], packer))
            print(name, flush=True)
        browser.close()
        house.close()


if __name__ == "__main__":
    main()
