"""What is sent about the games."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec


class OptionView(msgspec.Struct, frozen=True):
    """A choice that a table makes."""

    name: str
    default: Any
    values: list[Any]


class PageFiles(msgspec.Struct, frozen=True):
    """What a game of another package brings for the page, each by its address; null is what it does not bring."""

    cover: str | None
    palette: str | None
    table: str | None


class GameView(msgspec.Struct, frozen=True, kw_only=True):
    """What can be known of a game before sitting down."""

    name: str
    title: dict[str, str]
    about: dict[str, str]  # one sentence
    rules: str
    players: list[int]
    options: list[OptionView]
    brings: list[str]
    bots: list[str]
    levels: list[str]  # of those the ones to choose from, from easy to expert
    level: str  # the usual one
    together: bool
    silent: bool  # nobody talks while it is played, but when its rules allow it
    template: bool
    presets: dict[str, dict[str, Any]]  # named sets of options
    lessons: list[str]  # by id, in the order in which they are taken
    page: PageFiles


class Brought(msgspec.Struct, frozen=True):
    """Something that a seat might bring, to be looked at: a deck as text. `options` are those of the table."""

    option: Annotated[str, msgspec.Meta(max_length=40)]
    value: Annotated[str, msgspec.Meta(max_length=20_000)]
    options: dict[str, Any] = {}
    language: Literal["en", "fr"] = "en"


class FaultView(msgspec.Struct, frozen=True):
    """One thing that is wrong: the line (0 for none in particular), the field, and a sentence."""

    line: int
    field: str
    problem: str


class Verdict(msgspec.Struct, frozen=True):
    """What the game says of it: all that is wrong, nothing if it may be played; and what it adds up to, if it tells."""

    faults: list[FaultView]
    numbers: dict[str, Any]


class RuleView(msgspec.Struct, frozen=True):
    """One rule."""

    id: str
    title: str
    text: str


class SectionView(msgspec.Struct, frozen=True):
    """A part of a rulebook."""

    title: str
    rules: list[RuleView]
