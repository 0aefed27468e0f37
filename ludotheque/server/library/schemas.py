"""What is sent about the games."""

from __future__ import annotations

from typing import Any

import msgspec


class OptionView(msgspec.Struct, frozen=True):
    """A choice that a table makes."""

    name: str
    default: Any
    values: list[Any]


class GameView(msgspec.Struct, frozen=True, kw_only=True):
    """What can be known of a game before sitting down."""

    name: str
    title: dict[str, str]
    rules: str
    players: list[int]
    options: list[OptionView]
    brings: list[str]
    bots: list[str]
    together: bool
    template: bool


class RuleView(msgspec.Struct, frozen=True):
    """One rule."""

    id: str
    title: str
    text: str


class SectionView(msgspec.Struct, frozen=True):
    """A part of a rulebook."""

    title: str
    rules: list[RuleView]
