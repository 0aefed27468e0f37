"""The messages about games."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from ludotheque.messages import Language


class OptionView(msgspec.Struct, frozen=True):
    """An option of a table, with its values."""

    name: str
    default: Any
    values: list[Any]


class PageFiles(msgspec.Struct, frozen=True):
    """The addresses of the page files of a game from another package; null if it has none."""

    cover: str | None
    palette: str | None
    table: str | None


class GameView(msgspec.Struct, frozen=True, kw_only=True):
    """A game, as the page needs it before a match."""

    name: str
    title: dict[str, str]
    about: dict[str, str]  # one sentence
    rules: str
    players: list[int]
    options: list[OptionView]
    brings: list[str]
    bots: list[str]
    levels: list[str]  # the bots to choose from, from beginner to expert
    level: str  # the one that a newcomer begins with
    strength: list[float | None]  # measured: see ratings/services.py
    together: bool
    silent: bool  # chat is closed during play, except when the rules allow it
    template: bool
    presets: dict[str, dict[str, Any]]  # named sets of options
    lessons: list[str]  # ids, in order
    problems: int  # how many
    page: PageFiles


class Brought(msgspec.Struct, frozen=True):
    """Something that a seat might bring, to be checked: a deck as text. `options` are those of the table."""

    option: Annotated[str, msgspec.Meta(max_length=40)]
    value: Annotated[str, msgspec.Meta(max_length=20_000)]
    options: dict[str, Any] = {}
    language: Language = "en"


class FaultView(msgspec.Struct, frozen=True):
    """A fault: its line (0 if none), its field, and a sentence."""

    line: int
    field: str
    problem: str


class Verdict(msgspec.Struct, frozen=True):
    """The game's verdict: all faults (none if it may be played), and key figures if the game gives any."""

    faults: list[FaultView]
    numbers: dict[str, Any]


class RuleView(msgspec.Struct, frozen=True):
    """One rule; `ruling` says what we decided where the book leaves something open, and why."""

    id: str
    title: str
    text: str
    ruling: str


class SectionView(msgspec.Struct, frozen=True):
    """A part of a rulebook."""

    title: str
    rules: list[RuleView]
