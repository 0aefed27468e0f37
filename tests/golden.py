"""The golden matches of each game, told anew: by name, what the file of that name should hold."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import ludotheque as lt
from ludotheque.compliance import golden

TESTS = Path(__file__).parent


def folder(game: str) -> Path:
    """Where the golden matches of a game lie."""
    return TESTS / game / "golden"


def listed(game: str, file: str = golden.LIST) -> list[str]:
    """The names of the matches in a list; nothing is played for it."""
    document = tomllib.loads((folder(game) / file).read_text(encoding="utf-8"))
    return [entry["name"] for entry in document["match"]]


@cache
def told(game: str) -> dict[str, str]:
    """All matches of a game, by name."""
    return {path.stem: text for path, text in golden.files(lt.game(game, "plain"), folder(game))}
