"""The site without a server: served by Python's file server under a path, and played without a network."""

from __future__ import annotations

import functools
import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from ludotheque.local.site import write_site
from tests.web.conftest import PHONE, complains_of, describe_message
from tests.web.seated import ENDING, own_turn, play_on

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
    write_site(folder / "some" / "where")
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
    kept = {"emptySteps": False, "tour": {"off": True, "seen": []}}
    script = f"localStorage.ludotheque ??= JSON.stringify({json.dumps(kept)})"
    context.add_init_script(f"if (location.protocol === 'http:') {script}")
    context.on("console", lambda m: complaints.append(describe_message(m)) if complains_of(m) else None)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context
    context.close()
    assert not complaints


def test_matches_are_played_and_played_on_without_a_network(host: Host, phone: BrowserContext) -> None:
    """A visitor plays a bot, loses the network and the host, opens the page again, plays on to the end and again."""
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
    page.locator("[data-test=rematch]").click()
    expect(page.locator(ENDING)).not_to_be_visible(timeout=LONG)
    own_turn(page)


def test_rooms_have_addresses_under_any_path(host: Host, phone: BrowserContext) -> None:
    """A lesson is opened by link, and played; what needs a server says so."""
    page = phone.new_page()
    page.goto(f"{host.url}?/learn/lampions")
    expect(page.get_by_role("heading", name="Your hand and your lamps")).to_be_visible(timeout=LONG)
    page.goto(f"{host.url}?/daily")
    expect(page.locator("h1")).to_contain_text("needs a server", timeout=LONG)
