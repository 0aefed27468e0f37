"""The reference can be built, every link of it leads somewhere, and it tells of every action and part of every game."""

from __future__ import annotations

import importlib.util
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote, urlsplit

import pytest

import ludotheque as lt

ROOT = Path(__file__).parent.parent


class Page(HTMLParser):
    """The links of a page, and what can be linked to in it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what is of interest."""
        for name, value in attrs:
            if value and name == "id":
                self.anchors.add(value)
            elif value and (name == "href" or (name == "src" and tag == "script")):
                self.links.add(value)


@pytest.fixture(scope="module")
def reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reference", ROOT / "docs" / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def site(reference: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reference")
    reference.build(folder)
    return folder


def test_every_link_leads_somewhere(site):
    pages = {path.resolve(): Page(path) for path in site.rglob("*.html")}
    assert len(pages) > 15
    lost = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            anchor = unquote(parts.fragment)
            if not there.is_file() or (anchor and there in pages and anchor not in pages[there].anchors):
                lost.append(f"{path.relative_to(site.resolve())}: {link}")
    assert lost == []


def test_the_front_of_the_package_is_in_it(site):
    anchors = Page(site / "ludotheque.html").anchors
    assert {name for name in lt.__all__ if name not in anchors} == set()
    assert "Position.observe" in anchors


@pytest.mark.parametrize("name", lt.names())
def test_a_page_tells_all_of_a_game(name, reference, site):
    told = (site / "games" / f"{name}.html").read_text(encoding="utf-8")
    game = lt.game(name, "plain")
    for action in game.declaration.actions:
        assert f"<td><code>{action.name}</code></td>" in told
    for part in game.observation.parts:
        assert f"<td><code>{part.name}</code></td>" in told
    assert f"Actions: {game.declaration.action_count}<" in told
    assert f"Observation: {game.observation.size} numbers<" in told
    first = game.declaration.numbers[0]
    rows = list(reference.actions_of(game))
    assert [row[1].partition("–")[0] for row in rows] == [
        str(getattr(first, action.name.upper())) for action in game.declaration.actions
    ]
