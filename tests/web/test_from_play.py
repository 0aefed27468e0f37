"""From `./play` to a finished match against a bot, by clicking as a person would."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import DESK, PATIENCE
from tests.web.seated import ENDING, own_turn, play_on

ROOT = Path(__file__).parents[2]


@pytest.fixture
def address(tmp_path: Path, built_page: Path) -> Iterator[str]:
    """The address of the room that `./play` opens; without a screen it opens no browser."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY")
    surroundings = {name: value for name, value in os.environ.items() if name not in screens} | {
        "LUDOTHEQUE_LANG": "en"
    }
    command = [str(ROOT / "play"), "--port", "0", "--plain", "--database", f"sqlite:///{tmp_path / 'tables.sqlite'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=surroundings, cwd=tmp_path) as server:
        try:
            found = None
            while found is None and server.stdout and (line := server.stdout.readline()):
                found = re.search(r"http://[\d.]+:\d+", line)
            assert found, "./play named no address"
            yield found[0]
        finally:
            server.terminate()


def test_from_play_to_a_finished_match(address: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": DESK[0], "height": DESK[1]}, locale="en-GB", reduced_motion="reduce")
    page.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    page.on("console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    page.locator("article[data-game=gwynt]").get_by_role("button", name="Play now").click()
    own_turn(page)
    play_on(page, 3)
    page.locator("[data-test=menu]").click()
    page.locator("[data-test=resign]").click()
    page.locator("[data-test=resign]").click()
    expect(page.locator(ENDING)).to_be_visible()
    page.locator("[data-test=fair]").click()
    expect(page.locator("[data-test=findings]")).to_contain_text("The deal was fair.")
    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("link", name="All my matches")).to_be_visible()
    assert not complaints, f"the page complained: {complaints}"
    page.close()
