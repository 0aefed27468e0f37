"""A server with the built page, and visitors in a real browser. No connection leaves this machine."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import socket
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect, sync_playwright

import hatch_build
from ludotheque.server.settings import PAGE
from tests.server.house import House, bound

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
MOST_IDLE = 3  # devices of a kind that wait for visitors
HERE = "tests/web"
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


def scope_of_browsers(fixture_name: str, config: pytest.Config) -> Literal["session", "module"]:
    """One browser for a run of these tests alone; beside others one for each module.

    While a browser is open, no other event loop can run in this thread.
    """
    return "session" if all(HERE in asked for asked in config.args) else "module"


@pytest.fixture(scope=scope_of_browsers)
def browser() -> Iterator[Browser]:
    """A browser for many visits."""
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


@pytest.fixture(scope="session")
def listener() -> Iterator[socket.socket]:
    """The address of all servers, one after the other: a device has compiled the page's files by then."""
    opened = bound()
    yield opened
    opened.close()


@pytest.fixture
def house(tmp_path: Path, built_page: Path, listener: socket.socket) -> Iterator[House]:
    """A server with the page, whose bots move without a pause."""
    opened = House(f"sqlite:///{tmp_path / 'house.sqlite'}", listener, page=built_page, bot_pause=0.02)
    yield opened
    opened.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note that a test has failed, so that its pages are printed."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


class Device:
    """A browser context with one page, used by one visitor after the other; nothing of a visitor stays in it.

    A page that is loaded again in the same process takes half of the CPU time of one in a new context.
    """

    def __init__(self, browser: Browser, address: str, language: str, touch: bool, kept: str, own: bool) -> None:
        self.context = browser.new_context(
            base_url=address,
            viewport={"width": DESK[0], "height": DESK[1]},
            locale=language,
            has_touch=touch,
            reduced_motion="reduce",
        )
        self.kept = kept
        self.address = address
        self.complaints: list[str] = []
        self.complains = False
        self.context.add_init_script(kept)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(DOORSTEP)
        if not own:
            for name in LASTING:
                setattr(self.page, name, refuse)

    def _hear(self, message: ConsoleMessage) -> None:
        if not self.complains and complains_of(message):
            self.complaints.append(describe_message(message))

    def empty(self) -> bool:
        """Leave the page, and forget all that it stored; False if the page goes elsewhere meanwhile."""
        try:
            self.page.goto(DOORSTEP)
        except Error:
            return False
        self.page.evaluate("sessionStorage.clear()")
        self.context.clear_cookies()
        self.context.clear_permissions()
        devtools = self.context.new_cdp_session(self.page)
        devtools.send("Storage.clearDataForOrigin", {"origin": self.address, "storageTypes": "all"})
        devtools.detach()
        self.page.evaluate(self.kept)
        self.page.emulate_media(reduced_motion="reduce", color_scheme="light")
        return True


Kind = tuple[str, str, bool, str]  # address, language, touch, what it remembers
LASTING = ("add_init_script", "expose_function", "on", "route", "route_web_socket")  # would stay in a page


def refuse(*given: object, **more: object) -> None:
    """Fail: the next visitor would find it."""
    raise AssertionError("this stays in a page: visit with own=True")


def address_of(house: House) -> str:
    """Where a server is reached."""
    return f"http://127.0.0.1:{house.port}"


@pytest.fixture(scope=scope_of_browsers)
def devices(browser: Browser) -> dict[Kind, list[Device]]:
    """Devices that nobody uses; they are closed with the browser."""
    return {}


@pytest.fixture
def visit(
    house: House,
    browser: Browser,
    devices: dict[Kind, list[Device]],
    request: pytest.FixtureRequest,
) -> Iterator[Visit]:
    """Open pages, each visitor with a device; console errors and warnings fail the test.

    `complains` allows console errors; uncaught exceptions always fail the test. `own` gives a new device, for scripts,
    routes, listeners or a clock in its page. If the test fails, its pages are printed.
    """
    used: list[tuple[Kind | None, Device]] = []

    def come(
        address: str = DOORSTEP,
        size: tuple[int, int] = DESK,
        language: str = "en-GB",
        theme: Literal["light", "dark"] = "light",
        touch: bool = False,
        complains: bool = False,
        steps: bool = False,
        tour: bool = False,
        own: bool = False,
    ) -> Page:
        # What a test does is not to be overtaken by the page, nor shown to it for the first time.
        settings: dict[str, object] = {} if steps else {"emptySteps": False}
        kept = remembers(settings | ({} if tour else NO_TOUR))
        key = address_of(house), language, touch, kept
        idle = [] if own else devices.setdefault(key, [])
        device = idle.pop() if idle else Device(browser, address_of(house), language, touch, kept, own)
        used.append((None if own else key, device))
        device.complains = complains
        device.complaints.clear()
        page = device.page
        page.set_viewport_size({"width": size[0], "height": size[1]})
        if theme != "light":
            page.emulate_media(color_scheme=theme)
        if address != DOORSTEP:
            page.goto(address)
            page.locator("#page > *").first.wait_for(state="attached")  # its words come after its script
        return page

    yield come
    failed = request.node.stash.get(FAILED, False)
    if failed:
        for page in (page for _, device in used for page in device.context.pages):
            shown: str = page.evaluate("document.body?.innerText ?? ''")
            print(f"{page.url} shows: {shown[:600]!r}")
    complaints = [complaint for _, device in used for complaint in device.complaints]
    for key, device in used:
        spent = failed or complaints or len(device.context.pages) != 1
        if key is not None and not spent and len(devices[key]) < MOST_IDLE and device.empty():
            devices[key].append(device)
        else:
            device.context.close()
    assert not complaints, f"the page complained: {complaints}"
