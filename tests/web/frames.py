"""How much the page works in each frame while pieces move: `python -m tests.web.frames` plays moves of Gwynt and tells.

Main-thread work is what Chromium's own trace says (the tasks of the renderer's main thread), added up for each sixtieth
of a second after a move has come; the first of them, in which the board is laid anew, is told apart.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import hatch_build
from ludotheque.server.settings import PAGE
from tests.server.house import House
from tests.web.conftest import FLAGS, PHONE, find_browser
from tests.web.seated import own_turn, play_on
from tests.web.test_match import BONDS, SWARM, lay

FRAME = 1_000_000 / 60  # microseconds
MOVING = 27  # frames that a piece travels: 450 ms
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
BUDGET = 8.0  # milliseconds a frame


def main_thread_tasks(trace: bytes) -> list[tuple[float, float]]:
    """Start and length of every task of the page's main thread, in microseconds of its own (others share the cores)."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    busiest = max(
        threads,
        key=lambda thread: sum(event.get("dur", 0) for event in events if (event["pid"], event["tid"]) == thread),
    )
    tasks = [
        (event["ts"], event.get("tdur", event.get("dur", 0)))
        for event in events
        if (event["pid"], event["tid"]) == busiest and event["name"] == "RunTask"
    ]
    return sorted(tasks)


def frames_of(tasks: list[tuple[float, float]]) -> list[float]:
    """Milliseconds of work in each frame of a move: from its largest task, the laying of the board, on."""
    if not tasks:
        return []
    start = max(tasks, key=lambda task: task[1])[0]
    work = [0.0] * MOVING
    for at, length in tasks:
        frame = int((at - start) // FRAME)
        if 0 <= frame < MOVING:
            work[frame] += length / 1000
    return work


def measure(browser: Browser, page: Page, moves: int) -> list[list[float]]:
    """The frames of some moves."""
    told = []
    for _ in range(moves):
        own_turn(page)
        browser.start_tracing(
            page=page, categories=["devtools.timeline", "toplevel", "disabled-by-default-devtools.timeline"]
        )
        play_on(page, moves=1)
        page.wait_for_timeout(900)
        told.append(frames_of(main_thread_tasks(browser.stop_tracing())))
        if page.locator("[data-test=ending]").is_visible():
            break
    return [frames for frames in told if frames]


def main() -> int:
    """Measure, and say whether it is within the budget."""
    hatch_build.build()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(f"sqlite:///{folder}/house.sqlite", page=PAGE, bot_pause=1.2)
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        page = browser.new_page(
            base_url=f"http://127.0.0.1:{house.port}",
            viewport={"width": PHONE[0], "height": PHONE[1]},
            reduced_motion="no-preference",
        )
        page.goto("/")
        page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
        own_turn(page)
        page.locator("[data-test=keep]").click()
        told = measure(browser, page, 6)
        browser.close()
        house.close()
    first = [frames[0] for frames in told]
    rest = sorted(work for frames in told for work in frames[1:])
    print(f"laying the board anew: median {statistics.median(first):.1f} ms")
    print(f"while pieces move, {len(rest)} frames: median {statistics.median(rest):.2f} ms,", end=" ")
    print(f"95 of 100 within {rest[int(0.95 * len(rest))]:.1f} ms, worst {rest[-1]:.1f} ms (budget {BUDGET} ms)")
    return 0 if rest[int(0.95 * len(rest))] <= BUDGET else 1


if __name__ == "__main__":
    sys.exit(main())
