"""The site without a server: served by Python's file server under a path, and played without a network."""

from __future__ import annotations

import base64
import functools
import http.server
import json
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from ludotheque.local.site import write_site
from tests.local.page import Visitor
from tests.web.conftest import PHONE, complains_of, describe_message
from tests.web.seated import ENDING, own_turn, play_on

COMPILED = ("gwynt",)  # games that get a module: each takes CPU minutes to build
LONG = 240_000  # milliseconds for Python to start on a busy machine


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that writes no log."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


class Host:
    """A host for files, with the site somewhere below it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))
        )
        self.url = f"http://127.0.0.1:{self._server.server_port}/some/where/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(scope="module")
def site(built_page: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the site in a folder of it."""
    folder = tmp_path_factory.mktemp("host")
    write_site(folder / "some" / "where", COMPILED)
    return folder


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    """The site, served."""
    opened = Host(site)
    yield opened
    opened.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A phone; errors and warnings in its console fail the test."""
    complaints: list[str] = []
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, locale="en")
    kept = {"emptySteps": False, "tour": {"off": True, "seen": []}, "levels": {"gwynt": "master"}}
    script = f"localStorage.ludotheque ??= JSON.stringify({json.dumps(kept)})"
    context.add_init_script(f"if (location.protocol === 'http:') {script}")
    context.on("console", lambda m: complaints.append(describe_message(m)) if complains_of(m) else None)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context
    context.close()
    assert not complaints


def test_matches_are_played_and_played_on_without_a_network(host: Host, phone: BrowserContext) -> None:
    """A visitor plays the strongest bot, loses network and host, opens the page again, plays on to the end, reads the
    review of the match and plays again.
    """
    page = phone.new_page()
    page.goto(host.url)
    page.click("[data-test=play-gwynt]")
    expect(page.locator("[data-test=menu]")).to_be_visible(timeout=LONG)
    assert "?/table/local-" in page.url
    own_turn(page)
    play_on(page, 3)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")  # all files are kept from now on
    phone.set_offline(True)
    host.close()
    page.reload()
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


def test_match_travels_in_a_link(host: Host, phone: BrowserContext) -> None:
    """A link carries the record: it opens as a replay; one that is cut off gets a sentence."""
    visitor = Visitor()
    visitor.sit_down("lampions")
    visitor.play_to_the_end()
    record = visitor.request("GET", f"/tables/{visitor.id}/record")
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = pack.compress(json.dumps(record).encode()) + pack.flush()
    text = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    page = phone.new_page()
    page.goto(f"{host.url}?/record#match={text[:-40]}")
    expect(page.locator("[data-test=record-problem]")).to_contain_text("cut off or damaged", timeout=LONG)
    page.goto(host.url)
    page.goto(f"{host.url}?/record#match={text}")
    expect(page.locator("[data-test=controls]")).to_be_visible(timeout=LONG)
    assert "?/replay/local-" in page.url


def test_links_lead_to_rooms_from_another_tab(host: Host, phone: BrowserContext) -> None:
    """Every link of the page has an address that its host can serve."""
    page = phone.new_page()
    page.goto(f"{host.url}?/rules/lampions")
    expect(page.locator("main h1")).to_be_visible()
    expect(page.locator("a[href^='/new']")).to_have_count(0)
    address = page.locator("a[data-room='/new/lampions']").evaluate("link => link.href")
    assert address == f"{host.url}?/new/lampions"
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Lampions")


def test_rooms_have_addresses_under_any_path(host: Host, phone: BrowserContext) -> None:
    """A lesson is opened by link, and played; what needs a server says so."""
    page = phone.new_page()
    page.goto(f"{host.url}?/learn/lampions")
    expect(page.get_by_role("heading", name="Your hand and your lamps")).to_be_visible(timeout=LONG)
    page.goto(f"{host.url}?/daily")
    expect(page.locator("h1")).to_contain_text("needs a server", timeout=LONG)
