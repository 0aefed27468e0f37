"""Measure the page's work per frame while pieces move: `python -m tests.web.frames [GAME …]` plays moves and reports.

Whole matches of Gwynt and Gunkimono, moves of Kunitori! and Lampions, and the reveals of a round of Gorynich with seven
heads.

What Chromium's own trace says of the renderer's main thread, for moves of one's own and of a bot: the news (what
comes in is taken up, the board laid out and painted, ways found; nothing moves yet), the frame in which pieces set
off, and every frame while any of them travels. A frame is all that is done from one painting to the next, or in a
sixtieth of a second if none follows. Two figures each: the time of the thread itself, which is what the page costs
and what the budget is about, and the time by the clock, in which others had the cores as well. When the browser
collects garbage is beyond the page's control, so that is counted separately. Everything is done as on a phone, by
tapping.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import hatch_build
from ludotheque.server.settings import PAGE
from tests.server.house import House
from tests.web import war
from tests.web.conftest import FLAGS, NO_TOUR, PATIENCE, PHONE, find_browser, remembers
from tests.web.seated import ENDING, GLOWING, MINE, own_turn
from tests.web.test_match import ME, RANDOM, SWARM, Seat, lay

FRAME = 1_000_000 / 60  # microseconds
PAUSED = 200_000  # microseconds that a piece waits at most until the board is painted
APART = 150_000  # microseconds between pieces that set off for different moves
# The last one tells who asked for a task: sweeping up after a collection says nothing of itself otherwise.
CATEGORIES = ["disabled-by-default-devtools.timeline", "devtools.timeline", "blink.animations", "toplevel"]
COLLECTOR = "v8/src/heap/"  # where what collects garbage has its tasks from
GARBAGE = "GC: a task of the collector"
ASKED_FOR = "ThreadControllerImpl::RunTask"
BUDGET = 8.0  # milliseconds a frame
SHOWN = 8  # of the frames above it
HAND = "[data-test=hand][data-legal=true]"
BURNING = ("-blaze", "-smoke", "-ash")  # of Gorynich's style sheet
# A bot that plays on: one that passes early would not be seen to move.
OTHER: Seat = {"kind": "bot", "bot": "greedy", "brought": {"deck": "northern_realms_bonds"}}
# Where a finger goes for the first of what glows: a point of it that nothing covers.
WHERE = """(all) => {
  const found = document.querySelector(all.find((what) => document.querySelector(what)))
  const { left, top, width, height } = found.getBoundingClientRect()
  for (const part of [0.5, 0.3, 0.1, 0.7, 0.9]) {
    const point = [left + width * part, top + height / 2]
    if (found.contains(document.elementFromPoint(...point))) return point
  }
}"""

Event = dict[str, Any]


@dataclass
class Work:
    """The work of a frame: milliseconds of the thread and by the clock, by kind."""

    own: float = 0.0
    clock: float = 0.0
    kinds: Counter[str] | None = None

    def add(self, task: Event, parts: Counter[str]) -> None:
        """One more task."""
        self.own += task["tdur"] / 1000
        self.clock += task["dur"] / 1000
        self.kinds = (self.kinds or Counter()) + parts


@dataclass(frozen=True)
class Move:
    """A move as the main thread met it."""

    news: Work
    setting_off: Work
    moving: list[Work]


def main_thread(events: list[Event]) -> list[Event]:
    """The events of the page's main thread, the busiest of the trace."""
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    on = {thread: [event for event in events if (event["pid"], event["tid"]) == thread] for thread in threads}
    return max(on.values(), key=lambda here: sum(event.get("dur", 0) for event in here))


def sets_off(event: Event) -> bool:
    """Whether a piece begins to travel: an animation that no style sheet asked for, or a fire that blazes up."""
    if event["name"] != "Animation" or event["ph"] != "b":
        return False
    asked_for = event["args"]["data"].get("displayName", "")
    return not asked_for or asked_for.endswith(BURNING)


@dataclass(frozen=True, order=True)
class Way:
    """The times at which a piece is placed, sets off and arrives."""

    put: float
    leaves: float
    arrives: float


def ways_of(events: Iterable[Event]) -> list[Way]:
    """The ways of all pieces.

    Those that wait until the board is painted are paused meanwhile: the trace has them begin, end and begin again.
    """
    begun: dict[object, float] = {}
    ways: list[Way] = []
    stood: dict[object, float] = {}
    for event in sorted((event for event in events if event["name"] == "Animation"), key=lambda event: event["ts"]):
        way, at = event.get("id2", {}).get("local", event.get("id")), event["ts"]
        if sets_off(event):
            begun[way] = at
        elif event["ph"] == "e" and way in begun:
            start = begun.pop(way)
            if at - start < PAUSED:
                stood[way] = start
            else:
                ways.append(Way(stood.pop(way, start), start, at))
    return sorted([*ways, *(Way(stood.get(way, start), start, float("inf")) for way, start in begun.items())])


def departures(ways: list[Way]) -> list[Way]:
    """The first way of each move."""
    return [way for last, way in pairwise([Way(-APART, 0.0, 0.0), *ways]) if way.put - last.put > APART]


def parts_of(task: Event, inner: list[Event]) -> Counter[str]:
    """Milliseconds of a task by kind, each without what lies in it."""
    own: Counter[str] = Counter()
    around: list[Event] = []
    for event in sorted(inner, key=lambda event: (event["ts"], -event["dur"])):
        if event is task or not task["ts"] <= event["ts"] < task["ts"] + task["dur"]:
            continue
        if event["name"] == ASKED_FOR:
            if str(event.get("args", {}).get("src_file", "")).startswith(COLLECTOR):
                return Counter({GARBAGE: task["tdur"] / 1000})
            continue
        while around and event["ts"] >= around[-1]["ts"] + around[-1]["dur"]:
            around.pop()
        own[event["name"]] += event.get("tdur", 0) / 1000
        if around:
            own[around[-1]["name"]] -= event.get("tdur", 0) / 1000
        around.append(event)
    return own


def measured(trace: bytes) -> list[Move]:
    """The work of all moves in a trace."""
    events: list[Event] = json.loads(trace)["traceEvents"]
    here = [event for event in main_thread(events) if event["ph"] == "X" and "tdur" in event]
    tasks = sorted((event for event in here if event["name"] == "RunTask"), key=lambda event: event["ts"])
    painted = sorted(event["ts"] for event in here if event["name"] == "Paint")
    ways = ways_of(events)
    begins = [
        (next((task["ts"] for task in tasks if task["ts"] <= way.put <= task["ts"] + task["dur"]), None), way)
        for way in departures(ways)
    ]
    news = [(begin, way) for begin, way in begins if begin is not None]
    moves = []
    for (_, way), (until, _) in pairwise([*news, (float("inf"), None)]):
        assert way
        travels = [other for other in ways if other.put >= way.put and other.leaves < until]
        moves.append(move_at(way, until, travels, tasks, painted, here))
    return [move for move in moves if move]


def move_at(
    way: Way, until: float, travels: list[Way], tasks: list[Event], painted: list[float], here: list[Event]
) -> Move | None:
    """The work of the move that begins with a way, up to the next one's news; None at the edge of the trace."""
    at, leaves = way.put, way.leaves
    news = Work()
    frames: dict[tuple[float, int], Work] = {}
    painting = leaves  # pieces that are layers already may set off without anything being painted
    for task in tasks:
        start, end = task["ts"], task["ts"] + task["dur"]
        if start <= at <= end or (at < start and end < leaves):
            news.add(task, parts_of(task, here))
        if start <= at or end < leaves or start >= until:
            continue
        if not any(one.leaves <= end and start <= one.arrives for one in travels):
            continue
        if any(start <= moment <= end for moment in painted):
            painting = start
        frame = frames.setdefault((painting, int((start - painting) // FRAME)), Work())
        frame.add(task, parts_of(task, here))
    if not news.own or not frames:
        return None
    setting_off, *moving = frames.values()  # none of them where the compositor moves pieces by itself
    return Move(news, setting_off, moving)


def take_card(page: Page) -> list[float]:
    """Take a card of Gwynt up if the hand is asked; the point at which the next tap plays or answers."""
    glowing = page.evaluate("(all) => all.find((what) => document.querySelector(what))", GLOWING)
    if glowing == HAND:
        page.locator(HAND).first.tap()
        page.wait_for_timeout(400)
    point: list[float] = page.evaluate(WHERE, GLOWING)
    return point


def take_tile(page: Page) -> list[float]:
    """Do a turn of Gunkimono up to the last tap: place a tile, score its halves, a fortress, a draw."""
    answer = war.up_to_the_last(page)
    assert answer
    page.wait_for_timeout(400)
    point: list[float] = page.evaluate(WHERE, [answer])
    return point


# Troops that are played again, cards that are drawn, treasures and actions of which there are enough for some turns.
KUNITORI = """game: kunitori 1
players: 3
round: 9
hand 0: copper*2 silver temple_town village
deck 0: copper*5 village silver*2 fortress_town
deployed 0: spear_troopers*2 cavalry light_archers
hand 1: temple_town copper*3
deck 1: copper*5 fortress_town village
deployed 1: cavalry light_archers
hand 2: copper*3 silver
deck 2: copper*4 temple_town village*2
deployed 2: spear_troopers*2
"""


def take_turn(page: Page) -> list[float]:
    """Find the next step of a turn of Kunitori!: troops, cards, treasures, a pile, its end; return where to tap."""
    for what in (
        "[data-command=replays]",
        "[data-test=unit].waiting",
        "[data-command=treasures]",
        "[data-test=pile][data-legal=true] >> nth=-1",
        "[data-test=hand][data-legal=true]",
        "[data-test=command]",
    ):
        if page.locator(what).count():
            break
    if "command" not in what:  # a first tap lifts it
        page.locator(what).first.tap()
        page.wait_for_timeout(400)
        what = "[data-test=do-taken]"
    point: list[float] = page.evaluate(WHERE, [what])
    return point


def take_light(page: Page) -> list[float]:
    """Lift a light of Lampions, where one is asked for; return the point of the key that plays it, or of the answer."""
    lights = page.locator(":is([data-test=hand], [data-test=puff], [data-test=ash])[data-legal=true]")
    if lights.count():
        lights.first.tap()
        page.wait_for_timeout(400)
    point: list[float] = page.evaluate(WHERE, ["[data-test=play-taken]" if lights.count() else "[data-test=key]"])
    return point


@dataclass(frozen=True)
class Table:
    """A game to measure: its seats, the first button, and how a move begins."""

    seats: list[Seat]
    first: str | None
    take: Callable[[Page], list[float]]
    position: str | None = None
    moves: int = 10


TABLES = {
    "gwynt": Table([SWARM, OTHER], "[data-test=keep]", take_card, moves=200),  # a whole match
    "gunkimono": Table([ME, RANDOM, RANDOM], None, take_tile, moves=200),  # a whole match
    "kunitori": Table([ME, RANDOM, RANDOM], None, take_turn, KUNITORI),
    "lampions": Table([ME, RANDOM, RANDOM], None, take_light),
}


def measure(browser: Browser, page: Page, table: Table, moves: int) -> list[Move]:
    """The work of some moves and of what the bots answer."""
    told = []
    for _ in range(moves):
        page.locator(f"{MINE}, {ENDING}").first.wait_for()
        if page.locator(ENDING).is_visible():
            break
        own_turn(page)
        point = table.take(page)
        browser.start_tracing(page=page, categories=CATEGORIES)
        # Nothing is asked of the page meanwhile: its answers would be work of its main thread as well.
        page.touchscreen.tap(*point)
        page.wait_for_timeout(2500)
        told += measured(browser.stop_tracing())
    return told


LONGEST = 15_000  # milliseconds: seven cards, with what each does
# Two knights burn under the first fire; then whatever the others chose.
REVEALS = """players: 7
gorynich: d3
knights: d3/a4 d3/a4 c3/a4 a1 a2
cards: 1 3
first: 0
"""


def measure_reveals(browser: Browser, page: Page, rounds: int) -> list[Move]:
    """The work of some rounds of Gorynich, from the choice of a card to the next question."""
    told = []
    for _ in range(rounds):
        page.goto(f"/table/{lay(page, 'gorynich', [ME, *[RANDOM] * 6], position=REVEALS)}")
        own_turn(page)
        page.wait_for_timeout(1500)
        page.locator("[data-test=card][data-card=fire]").tap()
        page.wait_for_timeout(400)
        key = page.locator("[data-test=decide]").bounding_box()
        assert key
        browser.start_tracing(page=page, categories=CATEGORIES)
        page.touchscreen.tap(key["x"] + 20, key["y"] + 20)
        page.wait_for_timeout(LONGEST)
        told += measured(browser.stop_tracing())
    return told


def print_frames(name: str, works: list[Work]) -> None:
    """Print a line about some frames."""
    for unit in ("own", "clock"):
        times = sorted(getattr(work, unit) for work in works)
        print(f"{name if unit == 'own' else '  by the clock':48}", end="")
        print(f"median {statistics.median(times):5.1f}   95 of 100 within {times[int(0.95 * len(times))]:5.1f}", end="")
        print(f"   worst {times[-1]:5.1f} ms")


def played(game: str) -> list[Move]:
    """The measured moves of a game."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(f"sqlite:///{folder}/house.sqlite", page=PAGE, bot_pause=0.8)
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        page = browser.new_page(
            base_url=f"http://127.0.0.1:{house.port}",
            viewport={"width": PHONE[0], "height": PHONE[1]},
            reduced_motion="no-preference",
            has_touch=True,
            is_mobile=True,
        )
        page.set_default_timeout(PATIENCE)
        page.add_init_script(remembers(NO_TOUR))
        page.goto("/")
        if game == "gorynich":
            told = measure_reveals(browser, page, 2)
        else:
            table = TABLES[game]
            page.goto(f"/table/{lay(page, game, table.seats, position=table.position)}")
            own_turn(page)
            if table.first:
                page.locator(table.first).click()
            told = measure(browser, page, table, table.moves)
        browser.close()
        house.close()
    return told


def collecting(kinds: Counter[str]) -> float:
    """Milliseconds in which the browser collected garbage: when it does, no page decides."""
    return sum(time for kind, time in kinds.items() if "GC" in kind)


def report(game: str) -> bool:
    """Measure a game, and say whether it is within the budget."""
    told = played(game)
    setting_off = [move.setting_off for move in told]
    moving = [work for move in told for work in move.moving]
    print(f"{game}:")
    print_frames(f"the news ({len(told)} moves; nothing moves yet)", [move.news for move in told])
    print_frames("the frame in which pieces set off", setting_off)
    print_frames(f"while they travel ({len(moving)} frames)", moving)
    over = sorted((work for work in setting_off + moving if work.own > BUDGET), key=lambda work: -work.own)
    ours = [work for work in over if work.own - collecting(work.kinds or Counter()) > BUDGET]
    frames = len(setting_off + moving)
    print(f"above {BUDGET} ms: {len(over)} of {frames} frames, {len(ours)} without what collects garbage")
    for work in over[:SHOWN]:
        kinds = work.kinds or Counter()
        made_of = ", ".join(f"{kind} {time:.1f}" for kind, time in kinds.most_common(6) if time > 0.1)
        print(f"  {work.own:.1f} ms, {collecting(kinds):.1f} of them collecting garbage ({made_of})")
    return not ours


def main() -> int:
    """Measure the games that are named, or all."""
    hatch_build.build()
    within = {game: report(game) for game in sys.argv[1:] or [*TABLES, "gorynich"]}
    return 0 if all(within.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
