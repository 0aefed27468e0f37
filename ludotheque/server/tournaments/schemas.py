"""The HTTP types about tournaments."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ludotheque.server.tables.schemas import Clock
from ludotheque.server.tournaments.model import Kind, PairingKind

TournamentPhase = Literal["open", "running", "over"]
DAY = 86_400.0


class NewTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament to create. Without `starts` it begins when the organiser starts it, or when it is full."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=r"^[^\x00]*\S[^\x00]*$")]
    game: Annotated[str, msgspec.Meta(max_length=40)]
    kind: Kind
    clock: Clock
    options: dict[str, Any] = {}
    seats: Annotated[int, msgspec.Meta(ge=2, le=7)] = 2  # at a table, where points are counted over rounds
    rounds: Annotated[int, msgspec.Meta(ge=1, le=30)] | None = None  # as usual for so many, if null
    minutes: Annotated[float, msgspec.Meta(ge=1, le=24 * 60)] = 60.0  # that an arena lasts
    most: Annotated[int, msgspec.Meta(ge=2, le=256)] = 128
    starts: Annotated[float, msgspec.Meta(ge=0)] | None = None
    pause: Annotated[float, msgspec.Meta(ge=0, le=DAY)] = 15.0
    patience: Annotated[float, msgspec.Meta(ge=1, le=30 * DAY)] = 120.0
    rated: bool = False
    listed: bool = True


class Entry(msgspec.Struct, frozen=True):
    """An entry, and what the player brings to every match."""

    brought: dict[str, Any] = {}


class StandingView(msgspec.Struct, frozen=True, kw_only=True):
    """A player's place. The tie-breaks are those that the tournament names, in order."""

    person: str
    name: str
    place: int
    points: float
    breaks: list[float]
    played: int
    active: bool
    rating: int | None  # when the player entered; null if unrated or hidden


class PairingView(msgspec.Struct, frozen=True, kw_only=True):
    """A pairing: its players by seat."""

    round: int
    kind: PairingKind
    table: str | None
    players: list[str]
    points: list[float] | None


class TournamentLine(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament in a list."""

    id: str
    name: str
    game: str
    kind: Kind
    phase: TournamentPhase
    clock: Clock
    rated: bool
    listed: bool
    entered: int
    most: int
    round: int
    rounds: int | None
    starts: float | None
    started: float | None
    ends: float | None
    ended: float | None
    created: float
    mine: bool  # the reader takes part


class TournamentView(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as everyone sees it; `version` grows when anything in it changes."""

    line: TournamentLine
    version: int
    host: str
    host_name: str
    options: dict[str, Any]
    seats: int
    breaks: list[str]  # the names of the tie-breaks
    standings: list[StandingView]
    pairings: list[PairingView]  # the last rounds; of an arena, the last matches
    late: bool  # whether players may still enter
    active: bool  # the reader takes part, and will be paired
    table: str | None  # where the reader has to play now


class TournamentList(msgspec.Struct, frozen=True):
    """Tournaments: those that one may enter or watch, and a page of those that are over, the newest first."""

    now: list[TournamentLine]
    over: list[TournamentLine]
    next: str | None
