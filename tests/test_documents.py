"""The documents lead somewhere: every link has its page and its heading, and every path that they name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    page for place in ("*.md", "docs/**/*.md", "bench/*.md", "bench/notes/*.md") for page in ROOT.glob(place)
)
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")
PATH = re.compile(r"`([\w.<>/-]+/[\w.<>/-]*|[\w-]+\.(?:py|toml))`")
GAMES = ROOT / "ludotheque" / "games"
HOMES = (ROOT, ROOT / "ludotheque", GAMES / "gwynt", GAMES / "gunkimono", GAMES / "gorynich")


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


@pytest.mark.parametrize("name", ["README.md", "glossary.md"])
def test_the_map_and_the_glossary_name_what_is_there(name):
    """`<game>` stands for any game; what only some games have is looked for in those that have most.

    A module may be a folder: `rules.py` or `rules/`.
    """
    paths = [path.replace("<game>", "gwynt") for path in PATH.findall(prose(ROOT / "docs" / name))]
    assert len(paths) > 10
    lost = [
        path
        for path in paths
        if not any((home / form).exists() for home in HOMES for form in (path, path.removesuffix(".py")))
    ]
    assert lost == []
