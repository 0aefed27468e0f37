"""Text that people read, by key and language: one set of files for terminal, server and page.

A message file is TOML: tables of sentences. `{seat}` is replaced by a parameter; `{n|card|cards}` picks a form by the
number `n`: the first for CLDR's category "one", the last for "other". A language with more categories names them in
between: `{n|karta|few=karty|many=kart|karty}`. A parameter whose name is a table of the file is looked up there:
`{card}` with "moth" becomes that card's name, `{how}` with 2 what the table `how` says of 2. French elides before what
is filled in: `de {seat}` becomes "d'Ada", `que {seat}` "qu'Ada".

An event that names a seat has a second sentence for the player who sits there: `event.drew` is "{seat} draws.", and
`you.seat.drew` is "You draw.". The middle part is the parameter that is the reader's seat.

`languages.json` lists the languages. English and French have every sentence of ours: the audit of messages fails
otherwise. In the other languages a missing sentence is said in English, as in a game of another package without French.
"""

from __future__ import annotations

import json
import re
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

FOLDER = Path(__file__).parent
LANGUAGES: tuple[str, ...] = tuple(json.loads((FOLDER / "languages.json").read_text(encoding="utf-8")))
COMPLETE = ("en", "fr")  # languages that never fall back to English
if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[*LANGUAGES]
SEATED = ("seat", "other", "winner", "side", "owner", "pile")  # parameters that are seats: a player's name is said
PLACE = re.compile(r"(\b(?:[Dd]e|[Qq]ue) )?\{(?P<name>\w+)(?:\|(?P<forms>[^{}]*\|[^{}]*))?\}")
VOWEL = re.compile(r"[aeiouœæ]|y(?![aeiou])", re.IGNORECASE)  # an h is left alone: of names nobody knows which it is


class Names(dict[str, str]):
    """The names of a thing by language; English where a language has none."""

    def __missing__(self, language: str) -> str:
        """The English name."""
        check_language(language)
        return self["en"]


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
def read(path: Path) -> dict[str, str]:  # plain-words: ignore (public name)
    """The messages of one file, by dotted key."""
    with path.open("rb") as file:
        return flatten(tomllib.load(file))


def check_language(language: str) -> None:
    """Refuse a language that nothing is written in."""
    if language not in LANGUAGES:
        raise ValueError(f"language {language!r} is none of {', '.join(LANGUAGES)}")


def read_language(folder: Path, language: str) -> dict[str, str]:
    """The messages of one folder in a language, by dotted key; English where the language has none."""
    check_language(language)
    path = folder / f"{language}.toml"
    if language in COMPLETE and path.exists():
        return read(path)
    return {**read(folder / "en.toml"), **(read(path) if path.exists() else {})}


def common(language: str) -> dict[str, str]:
    """The messages that belong to no game."""
    return read_language(FOLDER, language)


def choose_language(wanted: str) -> str:
    """The first known language of an `Accept-Language` header; English if it names none."""
    tags = (tag.strip()[:2].lower() for tag in wanted.split(","))
    return next((tag for tag in tags if tag in LANGUAGES), "en")


@lru_cache(maxsize=4096)  # Babel takes 20 microseconds a number
def plural_category(language: str, number: float) -> str:
    """The CLDR plural category of a number: one, few, many, other …"""
    from babel import Locale  # a tenth of a second, which programs without people should not wait

    return str(Locale.parse(language).plural_form(abs(number)))


def plural_form(language: str, number: float, forms: str) -> str:
    """The form that goes with a number, of forms written `one|few=…|other`."""
    one, *named, other = forms.split("|")
    category = plural_category(language, number)
    by_category = {"one": one, **dict(form.split("=", 1) for form in named)}
    return by_category.get(category, other)


def elided(before: str, word: str) -> str:
    """The French word `de` or `que`, with its space, as it stands before another: `d'` before a vowel."""
    plain = unicodedata.normalize("NFD", word)
    return f"{before[:-2]}'" if before and VOWEL.match(plain) else before


def signed(number: float | str) -> str:
    """A number as people read it: below zero it has a minus, not a hyphen."""
    return str(number).replace("-", "−")


class Messages:
    """The sentences of one language: a game's own, then the common ones."""

    def __init__(self, language: str, own: Mapping[str, str] | None = None) -> None:
        self.language = language
        self.by_key = {**common(language), **(own or {})}

    def say(
        self,
        key: str,
        params: Mapping[str, Any] | None = None,
        seats: list[str] | None = None,
        reader: int | None = None,
    ) -> str:
        """The sentence of `key` with its parameters filled in; `seats` gives the players' names.

        `reader` is the seat of the player who reads an event, and is addressed as "you".
        """
        params = params or {}
        if reader is not None:
            key = self.address(key, params, reader)

        def fill(match: re.Match[str]) -> str:
            before, name, forms = match.groups(default="")
            value = params.get(name)
            if match["forms"] is not None:
                return before + plural_form(self.language, value or 0, forms)
            word = self.word(name, value, seats)
            return (elided(before, word) if self.language == "fr" else before) + word

        return PLACE.sub(fill, self.by_key[key])

    def address(self, key: str, params: Mapping[str, Any], reader: int) -> str:
        """The key of an event's sentence for the player on a seat, where there is one; else the key itself."""
        event = key.removeprefix("event.")
        to_reader = (f"you.{name}.{event}" for name in SEATED if params.get(name) == reader)
        return next((own for own in to_reader if own in self.by_key), key)

    def number(self, number: float) -> str:
        """A number as people of the language read it: 2.5 or 2,5."""
        plain = signed(f"{number:g}" if isinstance(number, float) else number)
        return plain if self.language == "en" else plain.replace(".", ",")

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
        plain = self.number(value) if isinstance(value, int | float) else str(value)
        return self.by_key.get(f"{kind}.{value}", plain)
