"""The HTTP types about daily deals."""

from __future__ import annotations

import msgspec


class DailyTry(msgspec.Struct, frozen=True, kw_only=True):
    """A player's try and its result."""

    person: str
    name: str
    table: str
    result: str | None  # won, drawn, lost; null while it is played
    points: int | None
    against: int | None  # the most points of another seat


class DailyView(msgspec.Struct, frozen=True, kw_only=True):
    """The deal of a day: until midnight (UTC) my own try and how many there are; then all of them, and the seed."""

    day: str  # 2026-11-16
    game: str
    seed_hash: str
    seed: str | None
    until: float  # midnight
    tries: int
    mine: DailyTry | None
    all: list[DailyTry]  # the best first
