"""A server with the built page, and visitors in a real browser. No connection leaves this machine."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

import hatch_build
from ludotheque.server.settings import PAGE
from tests.server.house import House

# Debian's browser first, which the system installs; the one without windows before the full one, which
# draws a window frame around each page. LUDOTHEQUE_CHROMIUM names another one.
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE = (390, 844)
DESK = (1440, 900)
# A page for visitors who only create a table: at our address, so that the cookie is kept, and without anything to draw.
# Tests about the front page name its address.
DOORSTEP = "/icon.svg"
PATIENCE = 60_000  # timeout in milliseconds; the machine may be busy

Visit = Callable[..., Page]
FAILED = pytest.StashKey[bool]()
expect.set_options(timeout=PATIENCE)


def find_browser() -> str | None:
    """The browser of this machine."""
    named = os.environ.get("LUDOTHEQUE_CHROMIUM")
    return named or next((path for name in BROWSERS if (path := shutil.which(name))), None)


# Chromium warns of preloaded files that are not used within some seconds. On a busy machine that is no fault.
BY_THE_CLOCK = "was preloaded using link preload but not used within a few seconds"


NO_TOUR: dict[str, object] = {"tour": {"off": True, "seen": []}}


def remembers(kept: dict[str, object]) -> str:
    """A script that has a new browser remember these settings."""
    return f"localStorage.ludotheque ??= {json.dumps(json.dumps(kept))}"


def complains_of(message: ConsoleMessage) -> bool:
    """Whether a console message is an error or a warning."""
    return message.type in ("error", "warning") and BY_THE_CLOCK not in message.text


def describe_message(message: ConsoleMessage) -> str:
    """The text of a console message, with its file or address."""
    return f"{message.text} ({message.location.get('url', '')})"


@pytest.fixture(scope="session")
def built_page() -> Path:
    """The page, built from what lies in web/ now."""
    lock = PAGE.parent.parent / "web" / "node_modules"
    lock.mkdir(exist_ok=True)
    with (lock / ".building").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # workers that test at the same time build once
        hatch_build.install(everything=True)  # axe is one of the tools
        hatch_build.build()
    return PAGE


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for the visits of a module; while it is open, no other event loop can run in this thread."""
    path = find_browser()
    if path is None:
        pytest.fail(
            "no Chromium here: install it (Debian: apt install chromium-headless-shell), or name one in "
            "LUDOTHEQUE_CHROMIUM"
        )
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield opened
        opened.close()


@pytest.fixture
def house(tmp_path: Path, built_page: Path) -> Iterator[House]:
    """A server with the page, whose bots move without a pause."""
    opened = House(f"sqlite:///{tmp_path / 'house.sqlite'}", page=built_page, bot_pause=0.02)
    yield opened
    opened.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note that a test has failed, so that its pages are printed."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture
def visit(house: House, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Open pages, each visitor in a browser context; console errors and warnings fail the test.

    `complains` allows console errors; uncaught exceptions always fail the test. If the test fails, its pages
    are printed.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def come(
        address: str = DOORSTEP,
        size: tuple[int, int] = DESK,
        language: str = "en-GB",
        theme: str = "light",
        touch: bool = False,
        complains: bool = False,
        steps: bool = False,
        tour: bool = False,
    ) -> Page:
        context = browser.new_context(
            base_url=f"http://127.0.0.1:{house.port}",
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            color_scheme="dark" if theme == "dark" else "light",
            has_touch=touch,
            reduced_motion="reduce",
        )
        contexts.append(context)
        # What a test does is not to be overtaken by the page, nor shown to it for the first time.
        kept: dict[str, object] = {} if steps else {"emptySteps": False}
        context.add_init_script(remembers(kept | ({} if tour else NO_TOUR)))
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        if not complains:
            page.on("console", lambda m: complaints.append(describe_message(m)) if complains_of(m) else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        if address != DOORSTEP:
            page.locator("#page > *").first.wait_for(state="attached")  # its words come after its script
        return page

    yield come
    if request.node.stash.get(FAILED, False):
        for page in (page for context in contexts for page in context.pages):
            shown: str = page.evaluate("document.body?.innerText ?? ''")
            print(f"{page.url} shows: {shown[:600]!r}")
    for context in contexts:
        context.close()
    assert not complaints, f"the page complained: {complaints}"
