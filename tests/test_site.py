"""The documentation site builds without a broken link, and describes everything that is public."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.server.live.protocol import FromPage, ToPage

ROOT = Path(__file__).parent.parent


class Page(HTMLParser):
    """The text of a page, what can be linked to in it, and what it loads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.loaded: set[str] = set()
        self.text = ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note anchors and addresses of scripts, styles and pictures."""
        for name, value in attrs:
            if value and name == "id":
                self.anchors.add(value)
            elif value and ((name == "src") or (name == "href" and tag == "link")):
                self.loaded.add(value)

    def handle_data(self, data: str) -> None:
        """Collect the text."""
        self.text += data


def build(config: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Build the site with warnings as errors."""
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--config-file",
        str(config),
        "--site-dir",
        str(folder),
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = build(ROOT / "mkdocs.yml", folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_pages_load_nothing_from_elsewhere(site):
    loaded = {address for path in site.rglob("*.html") for address in Page(path).loaded}
    assert any(address.endswith("scripts/mermaid.js") for address in loaded)
    assert {address for address in loaded if address.startswith(("http:", "https:", "//"))} == set()


def test_the_public_names_of_the_package_are_described(site):
    anchors = Page(site / "reference" / "ludotheque" / "index.html").anchors
    assert {name for name in lt.__all__ if f"ludotheque.{name}" not in anchors} == set()
    assert "ludotheque.Position.observe" in anchors


@pytest.mark.parametrize("name", lt.names())
def test_the_page_of_a_game_lists_its_actions_and_observation(name, site):
    text = Page(site / "reference" / "games" / name / "index.html").text
    game = lt.game(name, "plain")
    words = set(text.split())
    assert {action.name for action in game.declaration.actions} <= words
    assert {part.name for part in game.observation.parts} <= words
    assert f"Actions: {game.declaration.action_count}" in text
    assert f"Observation: {game.observation.size} numbers" in text


def test_the_http_page_lists_requests_with_their_types(site):
    page = Page(site / "reference" / "http" / "index.html")
    assert "/api/tables/{" in page.text
    assert "GET" in page.text
    assert "tableview" in page.anchors


def test_the_socket_page_lists_every_message(site):
    anchors = Page(site / "reference" / "socket" / "index.html").anchors
    messages = [*FromPage.__args__, *ToPage.__args__]
    assert {message.__name__ for message in messages if message.__name__.lower() not in anchors} == set()
