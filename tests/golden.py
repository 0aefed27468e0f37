"""The golden matches of each game, told anew: by name, what the file of that name should hold."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import ludotheque as lt
from ludotheque.compliance import golden

TESTS = Path(__file__).parent


def folder(game: str) -> Path:
    """Where the golden matches of a game lie: in its own folder, or, as ours, beside its tests."""
    own = lt.game(game, "plain").folder / golden.FOLDER
    return own if own.is_dir() else TESTS / game / golden.FOLDER


def listed(game: str, file: str = golden.LIST) -> list[str]:
    """The names of the matches in a list; nothing is played for it."""
    path = folder(game) / file
    document = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return [entry["name"] for entry in document.get("match", ())]


@cache
def told(game: str) -> dict[str, str]:
    """All matches of a game, by name."""
    return {path.stem: text for path, text in golden.files(lt.game(game, "plain"), folder(game))}
