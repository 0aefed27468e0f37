"""Hooks of MkDocs: add generated pages and pages from the repository's root, and adapt links that leave `docs/`."""

from __future__ import annotations

import importlib
import posixpath
import re
import sys
from pathlib import Path
from typing import Any

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
MERMAID = ROOT / "web" / "node_modules" / "@mermaid-js" / "tiny" / "dist" / "mermaid.tiny.js"
# Files of the repository's root that are pages of the site, with their paths there.
ADDED = {"ARCHITECTURE.md": "architecture.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
LINK = re.compile(r"(?<!!)\[(?P<words>[^\]]+)\]\((?P<path>[^)\s#:]+)(?P<anchor>#[^)\s]*)?\)")


class DoctestBlocks(Extension, Preprocessor):
    """Turns the examples of docstrings (`>>>`) into blocks of Python."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        """Register the preprocessor before that of fenced blocks."""
        md.preprocessors.register(self, "doctest_blocks", 100)

    def run(self, lines: list[str]) -> list[str]:
        """Put fences around each block that has none."""
        text: list[str] = []
        ours = theirs = False  # inside a block that we fenced, inside one that was fenced
        for line in [*lines, ""]:
            bare = line.lstrip()
            if not ours and bare.startswith("```"):
                theirs = not theirs
            elif not ours and not theirs and bare.startswith(">>> "):
                text += ["", "```python"]
                ours = True
            elif ours and not bare:
                text.append("```")
                ours = False
            text.append(line)
        return text


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add our extension of Markdown."""
    extensions: list[Any] = config.markdown_extensions
    extensions.append(DoctestBlocks())
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of `docs/reference.py`, the pages from the root, and the program that draws diagrams."""
    sys.path[:0] = [str(ROOT), str(ROOT / "docs")]
    pages = importlib.import_module("reference").make_pages() | {
        path: (ROOT / name).read_text(encoding="utf-8") for name, path in ADDED.items()
    }
    for path, text in pages.items():
        files.append(File.generated(config, path, content=text))
    if not MERMAID.is_file():
        raise PluginError("The program that draws diagrams is not installed: run `python hatch_build.py npm ls` first.")
    files.append(File.generated(config, "scripts/mermaid.js", abs_src_path=str(MERMAID)))
    return files


def on_page_markdown(markdown: str, *, page: Any, config: MkDocsConfig, files: Files) -> str:
    """Make links fit the site.

    A link to a file that is no page becomes an address of the repository, or plain words while there is none.
    """
    path = page.file.src_uri
    home = "." if path in ADDED.values() else posixpath.join("docs", posixpath.dirname(path))
    address = config.repo_url.rstrip("/") if config.repo_url else ""

    def adapt(match: re.Match[str]) -> str:
        there = posixpath.normpath(posixpath.join(home, match["path"]))
        inside = ADDED.get(there) or (there.removeprefix("docs/") if there.startswith("docs/") else "")
        if inside:
            link = posixpath.relpath(inside, posixpath.dirname(path) or ".")
            return f"[{match['words']}]({link}{match['anchor'] or ''})"
        return f"[{match['words']}]({address}/blob/main/{there})" if address else match["words"]

    return markdown if path.startswith("reference/") else LINK.sub(adapt, markdown)
