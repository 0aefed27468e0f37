"""How much the page works in each frame while pieces move: `python -m tests.web.frames` plays moves of Gwynt and tells.

Main-thread work is what Chromium's own trace says (the tasks of the renderer's main thread), added up for each sixtieth
of a second after the first piece has set off; what comes before, the news and the frame in which the board is laid
anew and its pieces set off, is told apart. Everything is done as on a phone, by tapping.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from dataclasses import dataclass
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
CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.animations"]
BUDGET = 8.0  # milliseconds a frame


Task = tuple[float, float]  # start and length, in microseconds of its own (others share the cores)


@dataclass(frozen=True)
class Move:
    """Milliseconds of work: the longest task before pieces move, the frame in which they set off, each frame after."""

    news: float
    laying: float
    moving: list[float]


def main_thread(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What happened on the page's main thread: of those of the trace, the busiest."""
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    on = {thread: [event for event in events if (event["pid"], event["tid"]) == thread] for thread in threads}
    return max(on.values(), key=lambda here: sum(event.get("dur", 0) for event in here))


def sets_off(event: dict[str, Any]) -> bool:
    """Whether a piece begins to travel: an animation that no style sheet asked for."""
    return event["name"] == "Animation" and event["ph"] == "b" and not event["args"]["data"].get("displayName")


def measured(trace: bytes) -> Move | None:
    """The work of a move; None if nothing travelled."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    here = main_thread(events)
    tasks: list[Task] = sorted(
        (event["ts"], event.get("tdur", event.get("dur", 0))) for event in here if event["name"] == "RunTask"
    )
    starts = [event["ts"] for event in events if sets_off(event)]
    if not starts:
        return None
    at, laying = max(task for task in tasks if task[0] <= min(starts))
    work = [0.0] * MOVING
    for start, length in tasks:
        frame = int((start - at - 1) // FRAME)
        if start > at and 0 <= frame < MOVING:
            work[frame] += length / 1000
    return Move(max((length for start, length in tasks if start < at), default=0) / 1000, laying / 1000, work)


def measure(browser: Browser, page: Page, moves: int) -> list[Move]:
    """The work of some moves."""
    told = []
    for _ in range(moves):
        own_turn(page)
        page.locator("[data-test=hand][data-legal=true]").first.tap()  # the second tap plays it
        page.wait_for_timeout(400)
        browser.start_tracing(page=page, categories=CATEGORIES)
        play_on(page, moves=1, touch=True)
        page.wait_for_timeout(900)
        told.append(measured(browser.stop_tracing()))
        if page.locator("[data-test=ending]").is_visible():
            break
    return [move for move in told if move]


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
            has_touch=True,
            is_mobile=True,
        )
        page.goto("/")
        page.goto(f"/table/{lay(page, 'gwynt', [SWARM, BONDS])}")
        own_turn(page)
        page.locator("[data-test=keep]").click()
        told = measure(browser, page, 6)
        browser.close()
        house.close()
    rest = sorted(work for move in told for work in move.moving)
    print(f"the news: median {statistics.median(move.news for move in told):.1f} ms;", end=" ")
    print(f"the board laid anew, pieces set off: median {statistics.median(move.laying for move in told):.1f} ms")
    print(f"while pieces move, {len(rest)} frames: median {statistics.median(rest):.2f} ms,", end=" ")
    print(f"95 of 100 within {rest[int(0.95 * len(rest))]:.1f} ms, worst {rest[-1]:.1f} ms (budget {BUDGET} ms)")
    return 0 if rest[-1] <= BUDGET else 1


if __name__ == "__main__":
    sys.exit(main())
