"""Counts the sentences that a language lacks: `python -m ludotheque.compliance.languages [LANGUAGE …]`.

A place is a file of sentences, a rulebook, or the names in a game's data files. A missing sentence is said in English.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludotheque.compliance.messages_audit import read_page
from ludotheque.messages import COMPLETE, FOLDER, LANGUAGES, read
from ludotheque.play import registry


def count_missing(language: str) -> dict[str, tuple[int, int]]:
    """Return, for each place, how many sentences the language lacks and how many there are in English."""
    counts = {
        "room, server and command line": _lacking(_keys(FOLDER, "en"), _keys(FOLDER, language)),
        "page": _lacking(set(read_page(FOLDER / "page", "en")), set(read_page(FOLDER / "page", language))),
    }
    for game in registry.games():
        for place in ("messages", "rulebook"):
            folder = game.folder / place
            counts[f"{game.name}, {place}"] = _lacking(_keys(folder, "en"), _keys(folder, language))
        names = [name for path in sorted(game.folder.glob("data/**/*.toml")) for name in _names(path)]
        if names:
            counts[f"{game.name}, names in data"] = sum(language not in name for name in names), len(names)
    return counts


def _keys(folder: Path, language: str) -> set[str]:
    path = folder / f"{language}.toml"
    return set(read(path)) - {"section"} if path.exists() else set()


def _lacking(english: set[str], there: set[str]) -> tuple[int, int]:
    return len(english - there), len(english)


def _names(path: Path) -> Iterator[dict[str, Any]]:
    """Every table of a data file that says something in English."""
    waiting: list[Any] = [tomllib.loads(path.read_text(encoding="utf-8"))]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict) and isinstance(part.get("en"), str):
            yield part
        elif isinstance(part, dict | list):
            waiting.extend(part.values() if isinstance(part, dict) else part)


def main() -> None:
    """Print what the given languages lack, by default all that may lack anything."""
    parser = argparse.ArgumentParser(description="Count the sentences that a language lacks.")
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help=f"one of {', '.join(LANGUAGES)}")
    for language in parser.parse_args().languages or [name for name in LANGUAGES if name not in COMPLETE]:
        if language not in LANGUAGES:
            parser.error(f"{language!r} is none of {', '.join(LANGUAGES)}")
        counts = count_missing(language)
        for place, (missing, there) in counts.items():
            print(f"{language}  {missing:5} of {there:5} missing  {place}")
        missing, there = (sum(numbers) for numbers in zip(*counts.values(), strict=True))
        print(f"{language}  {missing:5} of {there:5} missing  in all")


if __name__ == "__main__":
    main()
