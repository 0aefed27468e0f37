"""The golden matches of each game, replayed: by name, the expected content of the file."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import ludotheque as lt
from ludotheque.compliance import golden

TESTS = Path(__file__).parent
Telling = Callable[[lt.Position, list[dict[str, Any]]], list[str]]


def folder(game: str) -> Path:
    """The folder of a game's golden matches: its own, or, for ours, beside its tests."""
    own = lt.game(game, "plain").folder / golden.FOLDER
    return own if own.is_dir() else TESTS / game / golden.FOLDER


def listed(game: str, file: str = golden.LIST) -> list[str]:
    """The names of the matches in a list; nothing is played for it."""
    path = folder(game) / file
    document = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return [entry["name"] for entry in document.get("match", ())]


def transcripts(game: str) -> dict[str, str]:
    """The texts of all matches of a game, by name."""
    return _told(game)[0]


def events(game: str) -> set[str]:
    """The names of all events that happen in them."""
    return _told(game)[1]


@cache
def _told(game: str) -> tuple[dict[str, str], set[str]]:
    happened: set[str] = set()

    def noting(tell: Telling) -> Telling:
        def noted(pos: lt.Position, events: list[dict[str, Any]]) -> list[str]:
            happened.update(event["event"] for event in events)
            return tell(pos, events)

        return noted

    with mock.patch.dict(golden.TELLINGS, {name: noting(tell) for name, tell in golden.TELLINGS.items()}):
        return {path.stem: text for path, text in golden.files(lt.game(game, "plain"), folder(game))}, happened
