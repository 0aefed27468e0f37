"""Text that people read, by key, in French and English: one set of files for terminal, server and page.

A message file is TOML: tables of sentences. `{seat}` is replaced by a parameter; `{n|card|cards}` picks the singular
or the plural by the number `n` (French counts 0 as singular). A parameter whose name is a table of the file is looked
up there: `{card}` with "moth" becomes that card's name, `{how}` with 2 what the table `how` says of 2. French elides
before what is filled in: `de {seat}` becomes "d'Ada", `que {seat}` "qu'Ada".
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "fr")
SEATED = ("seat", "other", "winner", "side", "owner", "pile")  # parameters that are seats: a player's name is said
PLACE = re.compile(r"(\b(?:[Dd]e|[Qq]ue) )?\{(?P<name>\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}")
VOWEL = re.compile(r"[aeiouœæ]|y(?![aeiou])", re.IGNORECASE)  # an h is left alone: of names nobody knows which it is


def flatten(tables: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Nested tables as dotted keys."""
    flat: dict[str, str] = {}
    for key, value in tables.items():
        if isinstance(value, Mapping):
            flat.update(flatten(value, f"{prefix}{key}."))
        else:
            flat[f"{prefix}{key}"] = str(value)
    return flat


@cache
def read(path: Path) -> dict[str, str]:
    """The messages of one file, by dotted key."""
    with path.open("rb") as file:
        return flatten(tomllib.load(file))


def check_language(language: str) -> None:
    """Refuse a language that nothing is written in."""
    if language not in LANGUAGES:
        raise ValueError(f"language {language!r} is none of {', '.join(LANGUAGES)}")


def common(language: str) -> dict[str, str]:
    """The messages that belong to no game."""
    return read(Path(__file__).parent / f"{language}.toml")


def elided(before: str, word: str) -> str:
    """The French word `de` or `que`, with its space, as it stands before another: `d'` before a vowel."""
    plain = unicodedata.normalize("NFD", word)
    return f"{before[:-2]}'" if before and VOWEL.match(plain) else before


def signed(number: float) -> str:
    """A number as people read it: below zero it has a minus, not a hyphen."""
    return str(number).replace("-", "−")


class Messages:
    """The sentences of one language: a game's own, then the common ones."""

    def __init__(self, language: str, own: Mapping[str, str] | None = None) -> None:
        check_language(language)
        self.language = language
        self.by_key = {**common(language), **(own or {})}

    def say(self, key: str, params: Mapping[str, Any] | None = None, seats: list[str] | None = None) -> str:
        """The sentence of `key` with its parameters filled in; `seats` gives the players' names."""
        params = params or {}

        def fill(match: re.Match[str]) -> str:
            before, name, one, many = match.groups(default="")
            value = params.get(name)
            if match.group(3) is not None:
                single = abs(int(value or 0)) <= 1 if self.language == "fr" else value == 1
                return before + (one if single else many)
            word = self.word(name, value, seats)
            return (elided(before, word) if self.language == "fr" else before) + word

        return PLACE.sub(fill, self.by_key[key])

    def word(self, name: str, value: Any, seats: list[str] | None = None) -> str:
        """A parameter as a person reads it."""
        if isinstance(value, list | tuple):
            words = [self.word(name.removesuffix("s"), item, seats) for item in value]
            return ", ".join(words)
        kind = name.rstrip("0123456789")
        if kind in SEATED:
            if seats and isinstance(value, int):
                return seats[value]
            return self.say("seat", {"n": int(value) + 1})
        plain = signed(value) if isinstance(value, int | float) else str(value)
        return self.by_key.get(f"{kind}.{value}", plain)
