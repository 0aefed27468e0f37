"""Moments of Gorynich that are worth a picture: every question, each beat of a reveal, every way in which it ends."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.web.seated import BOARD, own_turn, settled
from tests.web.test_gorynich import BASE, asked
from tests.web.test_match import ME, RANDOM, lay

Act = Callable[[Page], object]

FOUR_HEADS = """players: 4
boards: C B A D
gorynich: g8
knights: c3 e2 - h2 i7 c6 b8
round: 4
first: 2
cards: 1 -3
row 0: fire
row 1: red
"""
SEVEN_HEADS = """players: 7
boards: A' B C D'
tiles: fireball princess burning_ground
gorynich: f7
flame: h6
round: 3
first: 0
cards: 1 3
row 1: yellow green
"""
# All knights, the flame and the dragon on one square; most cards played.
CROWD = f"""players: 7
boards: A B C D
gorynich: d3
flame: d3
knights: {" ".join(["d3/a4"] * 10)}
round: 12
first: 3
cards: 2 3
speech: 1
row 0: yellow red
row 1: yellow red green
row 2: fire manoeuvre
row 3: yellow green
row 4: blue fire
row 5: red green manoeuvre
row 6: yellow red green blue fire
"""
LAST_KNIGHT = "players: 3\ngorynich: d3\nknights: - - d3/a4 - -\ncards: 1 3\nfirst: 0\nround: 6\n"
AT_THE_GATE = "players: 3\ngorynich: b8\nknights: d3/a4 - f3/a4 - -\ncards: 1 3\nknights deck: 2\nfirst: 0\nround: 5\n"
ON_THE_CASTLE = "players: 3\ngorynich: e5\nknights: a1 d3/a4\ncards: 1 3\nfirst: 0\nround: 3\n"
AT_THE_EDGE = "players: 3\ngorynich: j5\nknights: a1 d3/a4\ncards: 1 3\nfirst: 0\nround: 3\n"
TIRED = "players: 3\ngorynich: b8\nknights: a1 - - - -\ncards: 1 3\nfirst: 0\nround: 40\n"
TWO_BURN = "players: 7\ngorynich: d3\nknights: d3/a4 d3/a4 c3/a4 a1 a2\ncards: 1 3\nfirst: 0\n"
NOTHING_BURNS = TWO_BURN.replace("gorynich: d3", "gorynich: b8")

# Timers of a story, which can be told to stand still: the beat that is shown then stays.
STANDING_STILL = """
const real = window.setTimeout
window.setTimeout = (act, time, ...more) => real(() => (window.still && time >= 90 ? 0 : act(...more)), time)
"""


def is_touched(page: Page) -> bool:
    """Whether fingers are what this page is used with."""
    return bool(page.evaluate("navigator.maxTouchPoints > 0"))


def table(position: str | None, *acts: Act, people: bool = False) -> Act:
    """A table at a position after some acts; `people`: all seats are mine, so nothing is random."""

    def scene(page: Page) -> None:
        players = int(position.partition("players: ")[2].split()[0]) if position else 7
        others = [ME if people else RANDOM] * (players - 1)
        more = {} if position is None else {"position": position}
        page.goto(f"/table/{lay(page, 'gorynich', [ME, *others], **more)}")
        own_turn(page)
        for act in acts:
            act(page)

    return scene


def look_at(what: str) -> Act:
    """Rest the pointer, or a finger, on something."""

    def act(page: Page) -> None:
        found = page.locator(what).first
        found.tap() if is_touched(page) else found.hover()
        page.wait_for_timeout(300)

    return act


def card(name: str) -> Act:
    """Look at a card of the compass."""
    return look_at(f"[data-test=card][data-card={name}]")


def decide(page: Page) -> None:
    """The key under the thumb; twice where the first time it asks."""
    key = page.locator("[data-test=decide]")
    for _ in range(2):
        if key.is_visible():
            key.tap() if is_touched(page) else key.click()
            page.wait_for_timeout(250)
    settled(page)


def choose(*cards: str) -> Act:
    """Choose a card, or `pass`, for each of my seats in turn."""

    def act(page: Page) -> None:
        for name in cards:
            page.locator(f"[data-test=card][data-card={name}]").wait_for()
            card(name)(page)
            decide(page)

    return act


def pressed(what: str) -> Act:
    """Click something, or tap it twice: shown, then done."""

    def act(page: Page) -> None:
        found = page.locator(what).first
        if not is_touched(page):
            found.click()
            return
        found.tap()
        decide(page) if page.locator("[data-test=decide]").is_visible() else found.tap()

    return act


def told_until(beat: str, after: int, *acts: Act) -> Act:
    """Do the acts, and stop the animation `after` milliseconds into a beat."""

    def act(page: Page) -> None:
        page.evaluate(
            "localStorage.setItem('ludotheque',"
            " JSON.stringify({name: 'Ana', motion: 'full', tour: {off: true, seen: []}}))"
        )
        page.add_init_script(STANDING_STILL)
        page.reload()
        own_turn(page)
        for one in acts:
            one(page)
        page.locator(f"[data-beat={beat}]").wait_for()
        page.evaluate("window.still = true")
        page.wait_for_timeout(after)
        page.evaluate("document.getAnimations().forEach((one) => one.pause())")

    return act


def wait_for_story(page: Page) -> None:
    """Wait until all events have been shown."""
    page.locator("[data-telling=false]").wait_for()


def drawn_elsewhere(page: Page) -> None:
    """Gorynich dragged in pencil, three squares to the left and two up."""
    page.locator("main").focus()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp"):
        page.keyboard.press(f"Shift+{key}")
    page.locator("[data-test=pencil]").wait_for()


def ended(page: Page) -> None:
    """The last page."""
    page.locator("[data-test=legend]").wait_for()


def replayed(page: Page) -> None:
    """A few moves into the replay, where all hands lie open."""
    replay = page.locator("[data-test=replay]")
    replay.tap() if is_touched(page) else replay.click()
    page.locator("[data-test=controls]").wait_for()
    for _ in range(2):
        page.locator("[data-test=forward]").click()
        page.wait_for_timeout(300)


def watched(page: Page) -> None:
    """Seven heads that choose, seen by a spectator."""
    browser = page.context.browser
    assert browser is not None
    host = browser.new_context(base_url=page.url.rstrip("/"), locale="en-GB").new_page()
    host.goto("/")
    page.goto(f"/table/{lay(host, 'gorynich', [ME, *[RANDOM] * 6], position=SEVEN_HEADS)}")
    page.locator(BOARD).first.wait_for()


SCENES: dict[str, Act] = {
    "three": table(BASE),
    "choose": table(FOUR_HEADS, card("red")),
    "ready": table(FOUR_HEADS, choose("green", "green"), people=True),
    "pencil": table(FOUR_HEADS, card("green"), drawn_elsewhere),
    "way": table(FOUR_HEADS, look_at("button.knight[data-piece=knight-5]")),
    "seven": table(SEVEN_HEADS, card("yellow")),
    "crowd": table(CROWD, card("fire")),
    "speak": table(asked("speak")),
    "talk": table(asked("speak"), pressed("[data-test=choice] >> nth=0")),
    "point": table(asked("speak"), pressed("[data-test=choice] >> nth=1"), look_at("section.body .figure >> nth=1")),
    **{name: table(asked(name)) for name in ("fly", "tile", "perch", "aim", "light", "blow", "dive", "drop")},
    "reveal": table(TWO_BURN, told_until("reveal", 900, choose("fire"))),
    "fire": table(TWO_BURN, told_until("fire", 350, choose("fire"))),
    "smoke": table(NOTHING_BURNS, told_until("fire", 350, choose("fire"))),
    "flight": table(
        BASE, told_until("flight", 300, choose("red"), pressed("section.body [data-test=choice] >> nth=1"))
    ),
    "manoeuvre": table(asked("tile"), told_until("tile", 350, pressed("section.body [data-test=choice] >> nth=0"))),
    "answer": table(asked("aim"), told_until("answer", 400, pressed("section.body [data-test=choice] >> nth=0"))),
    "passes": table(BASE, told_until("passes", 300, choose("pass", "pass", "pass")), people=True),
    "march": table(BASE, told_until("march", 250, choose("pass", "pass", "pass")), people=True),
    "won": table(LAST_KNIGHT, choose("fire"), ended),
    "lost-reached": table(AT_THE_GATE, choose("pass", "pass", "pass"), ended, people=True),
    "lost-burnt": table(ON_THE_CASTLE, choose("fire"), ended),
    "lost-left": table(AT_THE_EDGE, card("red"), decide, ended),
    "lost-tired": table(TIRED, choose("pass", "pass", "pass"), ended, people=True),
    "replay": table(LAST_KNIGHT, choose("fire"), ended, replayed),
    "watched": watched,
}
