"""The site without a server: served by Python's file server under a path, and played without a network."""

from __future__ import annotations

import base64
import json
import shutil
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, expect

from ludotheque.local.site import update_worker, write_site
from ludotheque.play import registry
from ludotheque.play.problems import FILE as PROBLEMS
from tests.local.page import Visitor
from tests.web.conftest import PHONE, complains_of, describe_message
from tests.web.firefox import firefox
from tests.web.hosting import BELOW, Host
from tests.web.seated import ENDING, GLOWING, MINE, becomes, own_turn, play_on

GAMES_WITH_PROBLEMS = [game for game in registry.games() if (game.folder / PROBLEMS).is_file()]
LONG = 240_000  # milliseconds for Python to start on a busy machine


@pytest.fixture(scope="module")
def site(built_page: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the site in a folder of it."""
    folder, docs = tmp_path_factory.mktemp("host"), tmp_path_factory.mktemp("docs")
    for name in ("index.html", "records/index.html"):
        (docs / name).parent.mkdir(exist_ok=True)
        (docs / name).write_text(f"<!doctype html><title>{name}</title><h1>Documentation</h1>", encoding="utf-8")
    write_site(folder / BELOW, docs=docs)
    return folder


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    """The site, served."""
    opened = Host(site)
    yield opened
    opened.close()


def open_phone(browser: Browser) -> Iterator[BrowserContext]:
    """A phone; errors and warnings in its console fail the test, and bots without a worker of their own."""
    complaints: list[str] = []
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, locale="en")
    kept = {"emptySteps": False, "tour": {"off": True, "seen": []}, "levels": {"gwynt": "master"}}
    script = f"localStorage.ludotheque ??= JSON.stringify({json.dumps(kept)})"
    context.add_init_script(f"if (location.protocol === 'http:') {script}")

    def note(message: ConsoleMessage) -> None:
        if complains_of(message) or "no worker of their own" in message.text:
            complaints.append(describe_message(message))

    context.on("console", note)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context
    context.close()
    assert not complaints


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A phone that has never seen the site."""
    yield from open_phone(browser)


@pytest.fixture(scope="module")
def shared_host(site: Path) -> Iterator[Host]:
    """The site, served to a phone that has seen it."""
    opened = Host(site)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def shared_phone(browser: Browser) -> Iterator[BrowserContext]:
    """A phone that several tests use, one after the other."""
    yield from open_phone(browser)


def test_matches_are_played_and_played_on_without_a_network(host: Host, phone: BrowserContext) -> None:
    """A visitor plays the strongest bot, loses network and host, opens the page again, plays on to the end, reads the
    review of the match and plays again. The table is drawn before Python is ready; the documentation is not kept.
    """
    page = phone.new_page()
    page.goto(host.url)
    page.click("[data-test=play-gwynt]")
    expect(page.locator("[data-test=menu]")).to_be_visible(timeout=LONG)
    assert "?/table/local-" in page.url
    own_turn(page)
    becomes(page, lambda: any("/bots-" in one for one in host.asked), True)  # the bots' worker is on its way
    play_on(page, 3)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")  # all files are kept from now on
    phone.set_offline(True)
    host.close()
    own_turn(page)
    table = page.url
    page.goto(f"{host.url}docs/records/")
    expect(page.locator("h1")).to_contain_text("not kept for use without a network")
    page.add_init_script("if (location.hash === '#early') Worker.prototype.postMessage = () => undefined")
    page.goto(f"{table}#early")
    expect(page.locator(MINE)).to_be_visible()
    page.goto(host.url)
    page.goto(table)
    expect(page.locator("[data-test=menu]")).to_be_visible(timeout=LONG)
    play_on(page)
    expect(page.locator(ENDING)).to_be_visible(timeout=LONG)
    page.locator("[data-test=analyse]").click()
    expect(page.locator("[data-test=review] progress")).to_have_count(0, timeout=LONG)
    expect(page.locator("[data-test=curve]")).to_be_visible()
    page.go_back()
    page.locator("[data-test=rematch]").click()
    expect(page.locator(ENDING)).not_to_be_visible(timeout=LONG)
    own_turn(page)


# Plays at a table of the page's own Python, as a room does: so many decisions, or to the end.
PLAYED = """async ({ game, table, decisions }) => {
  const { python } = await import(document.querySelector('head script[async]').src)
  const ask = async (method, address, body = '') => (await python.request(method, address, body)).body
  if (!table) {
    const { levels, players } = (await (await fetch('data/games.json')).json()).find(({ name }) => name === game)
    await ask('POST', '/people', JSON.stringify({ name: 'Bo' }))
    const bots = Array.from({ length: players[0] - 1 }, () => ({ kind: 'bot', bot: levels.at(-1) }))
    table = (await ask('POST', '/tables', JSON.stringify({ game, seats: [{ kind: 'me' }, ...bots] }))).id
  }
  return new Promise((resolve, reject) => {
    let made = 0, asked = null, entries = 0
    const line = python.open((text) => {
      const said = JSON.parse(text)
      if (said.type === 'refused') reject(new Error(text))
      if (said.face === undefined || said.seat !== 0) return
      entries = said.number
      const { moves, question, outcome } = said.face
      if (outcome || (moves.length && made >= decisions)) {
        python.close(line)
        resolve({ table, entries, over: outcome !== null })
      } else if (moves.length && question !== asked) {
        asked = question
        made++
        const move = moves[(made * 7) % moves.length].id
        python.say(line, JSON.stringify({ type: 'decide', id: `d${made}`, seat: 0, question, moves: [move] }))
      }
    })
    python.say(line, JSON.stringify({ type: 'hello', id: 'h', version: 2, table, seen: {} }))
  })
}"""


def play_through(host: Host, phone: BrowserContext, games: list[str], most: int) -> list[dict[str, Any]]:
    """Begin a match of each game, cut the network, open the page again, play on: so many decisions, or to the end."""
    page = phone.new_page()
    page.goto(host.url)
    begun = [page.evaluate(PLAYED, {"game": game, "table": None, "decisions": 1}) for game in games]
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.set_offline(True)
    page.goto(host.url)
    ended = []
    for game, match in zip(games, begun, strict=True):
        assert not match["over"]
        ended.append(page.evaluate(PLAYED, {"game": game, "table": match["table"], "decisions": most}))
        assert ended[-1]["entries"] > match["entries"], game
    phone.set_offline(False)
    page.close()
    return ended


def test_every_game_is_played_on_without_a_network(shared_host: Host, shared_phone: BrowserContext) -> None:
    """The strongest bot of each game answers, before and after."""
    play_through(shared_host, shared_phone, [game.name for game in registry.games()], 1)


@pytest.mark.long
@pytest.mark.parametrize("game", [game.name for game in registry.games()])
def test_whole_match_of_each_game_without_a_network(shared_host: Host, shared_phone: BrowserContext, game: str) -> None:
    """The same to the end."""
    (ended,) = play_through(shared_host, shared_phone, [game], 10_000)
    assert ended["over"]


def test_kept_site_can_be_installed_and_leaves_unknown_addresses_to_its_host(host: Host, browser: Browser) -> None:
    """Chromium finds nothing that an app lacks. The service worker does not answer unknown addresses with the page."""
    context = browser.new_context()
    context.add_init_script("delete globalThis.Worker")  # the site is kept at once, without Python
    page = context.new_page()
    page.goto(host.url)
    page.wait_for_function("navigator.serviceWorker.controller")
    assert context.new_cdp_session(page).send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
    statuses = (
        "Promise.all(['no/such', 'assets/no-such.js', 'site.json'].map(async (file) => (await fetch(file)).status))"
    )
    assert page.evaluate(statuses) == [404, 404, 200]
    answer = page.goto(f"{host.url}no/such/page")
    assert answer is not None
    assert answer.status == 404
    context.close()


def test_match_travels_in_a_link(shared_host: Host, shared_phone: BrowserContext) -> None:
    """A link carries the record: it opens as a replay; one that is cut off gets a sentence."""
    visitor = Visitor()
    visitor.sit_down("lampions")
    visitor.play_to_the_end()
    record = visitor.request("GET", f"/tables/{visitor.id}/record")
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = pack.compress(json.dumps(record).encode()) + pack.flush()
    text = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    page = shared_phone.new_page()
    page.goto(f"{shared_host.url}?/record#match={text[:-40]}")
    expect(page.locator("[data-test=record-problem]")).to_contain_text("cut off or damaged", timeout=LONG)
    page.goto(shared_host.url)
    page.goto(f"{shared_host.url}?/record#match={text}")
    expect(page.locator("[data-test=controls]")).to_be_visible(timeout=LONG)
    assert "?/replay/local-" in page.url
    page.close()


def test_links_lead_to_rooms_from_another_tab(shared_host: Host, shared_phone: BrowserContext) -> None:
    """Every link of the page has an address that its host can serve."""
    page = shared_phone.new_page()
    page.goto(f"{shared_host.url}?/rules/lampions")
    expect(page.locator("main h1")).to_be_visible()
    expect(page.locator("a[href^='/new']")).to_have_count(0)
    address = page.locator("a[data-room='/new/lampions']").evaluate("link => link.href")
    assert address == f"{shared_host.url}?/new/lampions"
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Lampions")
    page.close()


def test_rooms_have_addresses_under_any_path(shared_host: Host, shared_phone: BrowserContext) -> None:
    """A lesson is opened by link, and played; what needs a server says so."""
    page = shared_phone.new_page()
    page.goto(f"{shared_host.url}?/learn/lampions")
    expect(page.get_by_role("heading", name="Your hand and your lamps")).to_be_visible(timeout=LONG)
    page.goto(f"{shared_host.url}?/daily")
    expect(page.locator("h1")).to_contain_text("needs a server", timeout=LONG)
    page.goto(shared_host.url)
    page.locator("[data-test=docs]").click()
    page.wait_for_url(f"{shared_host.url}docs/")
    expect(page.locator("h1")).to_have_text("Documentation")
    page.close()


def test_problems_are_solved_and_remembered(host: Host, phone: BrowserContext) -> None:
    """Python fetches the problems when their room is opened; what was tried stays in the browser."""
    page = phone.new_page()
    page.goto(f"{host.url}?/problems/gwynt")
    card = page.locator("[data-test=problem]").first
    expect(card).to_be_visible(timeout=LONG)
    name = card.get_attribute("data-card")
    assert len([one for one in set(host.asked) if "-problems-" in one]) == len(GAMES_WITH_PROBLEMS)
    card.click()
    exercise = page.locator("[data-test=exercise]")
    expect(exercise).to_have_attribute("data-kind", "open")
    page.locator("[data-test=side]").click()
    page.locator("[data-test=show-first]").click()
    expect(exercise).to_have_attribute("data-kind", "shown")
    expect(page.locator("[data-test=solution] tr.right")).not_to_have_count(0)
    page.keyboard.press("Escape")
    page.locator("[data-test=next]").click()
    expect(exercise).to_have_attribute("data-kind", "open")
    page.goto(f"{host.url}?/problems/gwynt")
    expect(page.locator(f"[data-card='{name}']")).to_have_attribute("data-state", "again", timeout=LONG)


def test_update_waits_for_the_end_of_a_match_and_for_consent(site: Path, phone: BrowserContext, tmp_path: Path) -> None:
    """A new version is offered outside of tables only, comes when the person agrees, and fetches what has changed."""
    shutil.copytree(site, tmp_path / "host")
    host = Host(tmp_path / "host")
    page = phone.new_page()
    page.goto(host.url)
    page.click("[data-test=play-gwynt]")
    expect(page.locator("[data-test=menu]")).to_be_visible(timeout=LONG)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller")
    index = host.site / "index.html"
    index.write_text(index.read_text(encoding="utf-8").replace("<html", '<html data-version="2"'), encoding="utf-8")
    update_worker(host.site)
    host.asked.clear()
    page.evaluate("navigator.serviceWorker.getRegistration().then((known) => known.update()).then(() => true)")
    page.wait_for_function("navigator.serviceWorker.getRegistration().then((known) => !!known.waiting)")
    expect(page.locator("[data-test=new-version]")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-test=menu]")).to_be_visible(timeout=LONG)
    expect(page.locator("[data-test=new-version]")).to_have_count(0)
    assert page.evaluate("document.documentElement.dataset.version ?? null") is None
    page.goto(host.url)
    page.locator("[data-test=new-version] button").first.click()
    page.wait_for_function("document.documentElement.dataset.version === '2'")
    assert sorted(name.removeprefix(host.path) for name in set(host.asked)) == ["index.html", "offline.js"]
    host.close()


FULL = "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }\n"


def test_full_storage_is_told_and_the_match_goes_on(host: Host, phone: BrowserContext) -> None:
    """A browser that stores nothing more gets a sentence, once; the match goes on."""
    page = phone.new_page()
    script = next((host.site / "assets").glob("worker-*.js"))
    body = FULL + script.read_text(encoding="utf-8")
    page.route(f"**/{script.name}", lambda route: route.fulfill(body=body, content_type="text/javascript"))
    page.goto(host.url)
    page.click("[data-test=play-gwynt]")
    expect(page.locator("[data-test=alone-problem]")).to_contain_text("didn't save this match", timeout=LONG)
    page.locator("[data-test=alone-problem] button").click()
    own_turn(page)
    play_on(page, 4)
    expect(page.locator("[data-test=alone-problem]")).to_have_count(0)  # said once


@pytest.mark.parametrize(
    ("missing", "named"),
    [
        ("WebAssembly.validate = () => false", "WebAssembly SIMD"),
        ("delete globalThis.WebAssembly", "WebAssembly"),
        ("delete globalThis.Worker", "Worker"),
        ("delete globalThis.DecompressionStream", "DecompressionStream"),
    ],
)
def test_old_browser_is_told_what_it_lacks(host: Host, phone: BrowserContext, missing: str, named: str) -> None:
    """The sentence names it, also to somebody who tries to play; rules stay readable."""
    phone.add_init_script(missing)
    page = phone.new_page()
    page.goto(f"{host.url}?/rules/lampions")
    expect(page.locator("[data-test=alone-problem]")).to_contain_text(f"it lacks {named}.")
    expect(page.locator("main h1")).to_be_visible()
    page.goto(host.url)
    page.click("[data-test=play-gwynt]")
    expect(page.locator("[data-test=alone-problem]")).to_contain_text(f"it lacks {named}.")


PLAYING = """
(async () => {
  const ending = () => document.querySelector('%s')
  for (let clicks = 0; clicks < %d && !ending(); ) {
    await new Promise((done) => setTimeout(done, 15))
    if (!document.querySelector('[data-test=prompt][data-busy=false].mine')) continue
    const found = %s.find((what) => document.querySelector(what))
    if (!found) continue
    document.querySelector(found).click()
    clicks++
  }
  return ending() !== null
})()
"""


def test_firefox_plays_and_plays_on_without_a_host(site: Path, tmp_path: Path) -> None:
    """Firefox starts a match, loses the host, opens the page again and plays to the end."""
    host = Host(site)
    with firefox(tmp_path) as tab:
        tab.go(host.url)
        tab.evaluate('localStorage.ludotheque = \'{"emptySteps": false, "tour": {"off": true, "seen": []}}\'')
        tab.go(host.url)
        tab.wait_for("document.querySelector('[data-test=play-gwynt]') !== null")
        tab.evaluate("document.querySelector('[data-test=play-gwynt]').click()")
        assert tab.evaluate(PLAYING % (ENDING, 4, json.dumps(GLOWING))) is False
        tab.evaluate("navigator.serviceWorker.ready.then(() => true)")
        host.close()
        tab.reload()
        assert tab.evaluate(PLAYING % (ENDING, 1000, json.dumps(GLOWING))) is True
