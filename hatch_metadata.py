"""The description of the package for an index: README.md, with links and pictures that work there.

README.md links to files of the repository. An index shows the text alone, so links become addresses under the
project's own (`address` in `[tool.ludotheque]` of pyproject.toml, at the tag of the version). As long as there is
none, links are told as plain words and pictures are left out: better none than broken ones.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
PICTURE = re.compile(r"!\[(?P<words>[^\]]*)\]\((?P<path>[^)\s]+)\)|<img\s+src=\"(?P<source>[^\"]+)\"(?P<rest>[^>]*)>")
LINK = re.compile(r"(?<!!)\[(?P<words>[^\]]+)\]\((?P<path>[^)\s]+)\)")
ELSEWHERE = ("http://", "https://", "mailto:", "#")


def address() -> str:
    """Return the address of the project's repository, or "" if it has none yet."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(settings["tool"].get("ludotheque", {}).get("address", "")).rstrip("/")


def urls(home: str) -> dict[str, str]:
    """The project's addresses, under the names that indexes know."""
    if not home:
        return {}
    return {
        "Repository": home,
        "Documentation": f"{home}/blob/main/docs/README.md",
        "Changelog": f"{home}/blob/main/CHANGELOG.md",
        "Issues": f"{home}/issues",
    }


def description(text: str, home: str, version: str) -> str:
    """The front page as an index shows it."""
    raw, shown = f"{home}/raw/v{version}", f"{home}/blob/v{version}"

    def picture(match: re.Match[str]) -> str:
        path = match["path"] or match["source"]
        if path.startswith(ELSEWHERE):
            return match[0]
        return match[0].replace(path, f"{raw}/{path}") if home else ""

    def link(match: re.Match[str]) -> str:
        path = match["path"]
        if path.startswith(ELSEWHERE):
            return match[0]
        return f"[{match['words']}]({shown}/{path})" if home else match["words"]

    told = LINK.sub(link, PICTURE.sub(picture, text))
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"(?m)^[ \t]+$", "", told))


try:
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # asked by a test, where nothing is being built
    pass
else:

    class DescriptionHook(MetadataHookInterface):
        """The hook that hatchling calls when it writes the metadata."""

        PLUGIN_NAME = "custom"

        def update(self, metadata: dict[str, Any]) -> None:
            """Put in what pyproject.toml declares as dynamic."""
            source = (ROOT / "ludotheque" / "__init__.py").read_text(encoding="utf-8")
            found = re.search(r'^__version__ = "(.+)"', source, re.MULTILINE)
            assert found, "the package says no version"
            text = (ROOT / "README.md").read_text(encoding="utf-8")
            metadata["readme"] = {"content-type": "text/markdown", "text": description(text, address(), found[1])}
            metadata["urls"] = urls(address())
