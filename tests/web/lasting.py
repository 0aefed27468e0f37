"""Whole matches in the browser: `python -m tests.web.lasting [GAME …]` plays them by clicking, and reports.

Gwynt with two players, Kunitori! with six; against random bots without pauses, without motion. Reported
for each: how long it took, clicks and entries of the log, and the page's memory before and after (its heap
after a garbage collection, and its nodes).
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

import hatch_build
from ludotheque.server.settings import PAGE
from tests.server.house import House
from tests.web import seated, test_kunitori
from tests.web.conftest import DESK, FLAGS, NO_TOUR, PATIENCE, find_browser, remembers
from tests.web.test_match import BONDS, ME, RANDOM, SWARM, Seat, lay


@dataclass(frozen=True)
class Match:
    """The seats, the first button, and the function that plays on to the end."""

    seats: list[Seat]
    first: str | None
    play_on: Callable[[Page], int]


MATCHES = {
    "gwynt": Match([SWARM, BONDS], "[data-test=keep]", lambda page: seated.play_on(page)),
    "kunitori": Match([ME, *[RANDOM] * 5], None, test_kunitori.play_on),
}


def held(session: CDPSession) -> tuple[float, int]:
    """Megabytes of the heap, and nodes."""
    session.send("HeapProfiler.collectGarbage")
    told = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return told["JSHeapUsedSize"] / 1e6, int(told["Nodes"])


def report(browser: Browser, address: str, game: str) -> None:
    """Play a match to its end."""
    match = MATCHES[game]
    context = browser.new_context(
        base_url=address,
        viewport={"width": DESK[0], "height": DESK[1]},
        reduced_motion="reduce",
        locale="fr-FR",
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(remembers(NO_TOUR))
    page.goto("/")
    session = context.new_cdp_session(page)
    session.send("Performance.enable")
    table = lay(page, game, match.seats)
    page.goto(f"/table/{table}")
    seated.own_turn(page)
    if match.first:
        page.locator(match.first).click()
    before = held(session)
    start = time.perf_counter()
    clicks = match.play_on(page)
    taken = time.perf_counter() - start
    entries = page.evaluate("(id) => fetch(`/api/tables/${id}/points`).then((one) => one.json())", table)
    after = held(session)
    print(f"{game} by {len(match.seats)}: {taken:.0f} s, {clicks} clicks, {len(entries)} entries", end="")
    print(f", {1000 * taken / max(1, len(entries)):.0f} ms an entry; heap {before[0]:.1f} → {after[0]:.1f} MB", end="")
    print(f", nodes {before[1]} → {after[1]}")
    context.close()


def main() -> None:
    """Play the named games, or all."""
    hatch_build.build()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(f"sqlite:///{folder}/house.sqlite", page=PAGE, bot_pause=0.02)
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        for game in sys.argv[1:] or MATCHES:
            report(browser, f"http://127.0.0.1:{house.port}", game)
        browser.close()
        house.close()


if __name__ == "__main__":
    main()
