"""The documents lead somewhere: every link has its page and its heading, and every path that they name is there."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    page
    for place in ("*.md", "docs/**/*.md", "examples/*.md", "bench/*.md", "bench/notes/*.md")
    for page in ROOT.glob(place)
)
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")
PATH = re.compile(r"`([\w.<>/-]+/[\w.<>/-]*|[\w-]+\.(?:py|toml))`")
GAMES = [path for path in (ROOT / "ludotheque" / "games").iterdir() if path.is_dir()]
HOMES = (ROOT, ROOT / "bench", ROOT / "ludotheque", ROOT / "ludotheque" / "games", *GAMES)
NAMES = (
    "docs/README.md",
    "docs/glossary.md",
    "docs/kernel.md",
    "docs/security.md",
    "bench/README.md",
    "docs/games/*.md",
)
TRUE_TO_NAMES = sorted(page for place in NAMES for page in ROOT.glob(place))


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"(?ms)^```.*?^```", "", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """The names under which a page's headings can be linked to."""
    headings = re.findall(r"(?m)^#+ (.+)$", prose(page))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_there_are_documents():
    assert ROOT / "README.md" in PAGES
    assert ROOT / "docs" / "glossary.md" in PAGES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    lost = []
    for link in (one or other for one, other in LINK.findall(prose(page))):
        if link.startswith(("http://", "https://", "mailto:")):
            continue
        name, _, anchor = link.partition("#")
        there = (page.parent / name).resolve() if name else page
        if not there.exists() or (anchor and anchor not in anchors(there)):
            lost.append(link)
    assert lost == []


@pytest.mark.parametrize("page", TRUE_TO_NAMES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_the_map_and_other_pages_name_is_there(page):
    """`<game>` stands for any game; a file of a game may be one that only some games have."""
    paths = [path.replace("<game>", "gwynt") for path in PATH.findall(prose(page))]
    assert paths
    assert [path for path in paths if not any((home / path).exists() for home in HOMES)] == []


def test_the_page_of_strength_is_written_from_what_was_played(monkeypatch, tmp_path):
    spec = importlib.util.spec_from_file_location("strength", ROOT / "bench" / "strength.py")
    assert spec is not None
    assert spec.loader is not None
    strength = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "strength", strength)
    spec.loader.exec_module(strength)
    store = strength.Store.read(strength.STORE)
    assert strength.written(store) == strength.OUT.read_text(encoding="utf-8"), "python bench/strength.py --page"
    first = store.played[0]
    again = strength.Played(*first.asked, matches=60, won=59.5)
    store.put(again)
    store.put(strength.Played("gwynt", 2, "nobody", "random", 1, 30, 1))
    store.write(tmp_path / "strength.toml")
    kept = strength.Store.read(tmp_path / "strength.toml")
    assert (kept.played[0], len(kept.played)) == (again, len(strength.Store.read(strength.STORE).played) + 1)
    assert "| Gwynt | 2 | nobody against random | full | 30 | 3.3% |" in strength.written(kept)
