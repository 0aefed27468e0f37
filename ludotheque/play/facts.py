"""Bridge: the facts of games that have no `declaration.py` yet. Goes when the last of them has one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ludotheque.play import declaration
from ludotheque.play.declaration import Decision, Event, Option, SeatOption

__all__ = ["Decision", "Event", "Facts", "Option", "Refusal", "SeatOption"]


def Refusal(rule: str, name: str) -> declaration.Refusal:  # noqa: N802
    """As the facts wrote it: the rule first."""
    return declaration.Refusal(name, rule)


@dataclass(frozen=True)
class Facts:
    """Everything static about a game, its numbers excepted."""

    name: str
    title: Mapping[str, str]
    players: tuple[int, int]
    rules_version: str
    rule_prefix: str
    actions: int
    longest: int
    streams: int
    decisions: tuple[Decision, ...]
    refusals: tuple[declaration.Refusal, ...]
    events: tuple[Event, ...]
    causes: tuple[str, ...]
    options: tuple[Option, ...] = ()
    seat_options: tuple[SeatOption, ...] = ()
    vocabulary: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    texts: tuple[str, ...] = ()
    together: bool = False
    silent: bool = False
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    template: bool = False

    @property
    def action_count(self) -> int:
        """How many actions there are."""
        return self.actions

    @property
    def stream_count(self) -> int:
        """How many streams the generator has."""
        return self.streams
