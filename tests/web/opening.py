"""From Play to a usable board on a slow phone: `python -m tests.web.opening [GAME …]` opens tables and reports.

Each time somebody new, with nothing in the browser's cache: 1.6 Mbit/s, 150 ms to the server and back, a processor that
is slowed down four times (as Lighthouse has it for phones). The home room is opened; once it is still, Play is tapped.
Told for each game, the median of some visits: milliseconds from the tap until the board is drawn, and until it asks
something of whoever sits there (where others begin, they have moved by then), kilobytes of packed script until then
(home room included, as the budget has it), and how many of them the board alone adds.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import hatch_build
from ludotheque.server.settings import PAGE
from tests.server.house import House
from tests.web.conftest import FLAGS, PATIENCE, PHONE, find_browser
from tests.web.seated import BOARD, own_turn

GAMES = ("gwynt", "gunkimono", "kunitori", "gorynich")  # those with a table of their own
VISITS = 3
BUDGET = 150.0  # kilobytes of packed script
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
SLOWER = 4  # times


@dataclass(frozen=True)
class Opened:
    """One visit: milliseconds from Play to a board and to a question, kilobytes of script at home and until then."""

    drawn: float
    time: float
    home: float
    script: float


class Scripts:
    """The packed bytes of all scripts that a page has fetched."""

    def __init__(self, session: Any) -> None:
        self.bytes = 0.0
        self._fetched: set[str] = set()
        session.on("Network.responseReceived", self._received)
        session.on("Network.loadingFinished", self._finished)

    def _received(self, told: dict[str, Any]) -> None:
        if told["type"] == "Script":
            self._fetched.add(told["requestId"])

    def _finished(self, told: dict[str, Any]) -> None:
        if told["requestId"] in self._fetched:
            self.bytes += told["encodedDataLength"]


def visited(browser: Browser, address: str, game: str) -> Opened:
    """Open the home page as a new visitor and start a game."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": PHONE[0], "height": PHONE[1]},
        has_touch=True,
        is_mobile=True,
        locale="en-GB",
        service_workers="block",
    )
    page: Page = context.new_page()
    page.set_default_timeout(PATIENCE)
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    scripts = Scripts(session)
    page.goto("/", wait_until="networkidle")
    play = page.locator(f"[data-test=play-{game}]")
    play.scroll_into_view_if_needed()
    home = scripts.bytes
    start = time.perf_counter()
    play.tap()
    page.locator(BOARD).first.wait_for()
    drawn = 1000 * (time.perf_counter() - start)
    own_turn(page)
    taken = 1000 * (time.perf_counter() - start)
    page.wait_for_timeout(300)  # the last of them is told
    opened = Opened(drawn, taken, home / 1000, scripts.bytes / 1000)
    context.close()
    return opened


def report(browser: Browser, address: str, game: str) -> bool:
    """Open a game some times; whether its script is within the budget."""
    all_of_them = [visited(browser, address, game) for _ in range(VISITS)]
    script = statistics.median(one.script for one in all_of_them)
    board = script - statistics.median(one.home for one in all_of_them)
    times = sorted(one.time for one in all_of_them)
    drawn = statistics.median(one.drawn for one in all_of_them)
    print(f"{game:10} from Play to the board {drawn:6.0f} ms, to a question {statistics.median(times):6.0f} ms", end="")
    print(f"   ({times[0]:.0f} to {times[-1]:.0f})   script {script:5.1f} kB of {BUDGET:.0f}, {board:.1f} after Play")
    return script <= BUDGET


def main() -> int:
    """Measure the games that are named, or all that draw their table."""
    hatch_build.build()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(f"sqlite:///{folder}/house.sqlite", page=PAGE, bot_pause=0.02)
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        address = f"http://127.0.0.1:{house.port}"
        within = [report(browser, address, game) for game in sys.argv[1:] or GAMES]
        browser.close()
        house.close()
    return 0 if all(within) else 1


if __name__ == "__main__":
    sys.exit(main())
