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


class DealToday(msgspec.Struct, frozen=True):
    """One of today's deals, each day that of another game: how many have tried it, and my result so far."""

    game: str
    tries: int
    result: str | None  # won, drawn, lost
    points: int | None
    against: int | None


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
