"""Stored tables with their seats, and how to read them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec
from sqlalchemy import BindParameter, Connection, Row, Select, bindparam, func, select

from ludotheque.kernel.declare import SPECTATOR
from ludotheque.play import opening
from ludotheque.play.events import StoredEvent
from ludotheque.play.game import Game
from ludotheque.play.past import Origin
from ludotheque.play.position import Position
from ludotheque.server.errors import Refused
from ludotheque.server.games.modes import MODES
from ludotheque.server.matches import fairness, ledger
from ludotheque.server.matches.entries import Entry
from ludotheque.server.matches.match import Match
from ludotheque.server.people.holidays import DAY
from ludotheque.server.people.schemas import Person
from ludotheque.server.ratings.glicko import Rating
from ludotheque.server.storage.schema import holidays, people, seats, tables
from ludotheque.server.storage.schema import ratings as ratings_table
from ludotheque.server.tables.schemas import (
    Clock,
    Conditional,
    Phase,
    SeatKind,
)

SLOW = 3600.0  # seconds: with a larger bank players need not stay at the table
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Seat:
    """One seat as stored."""

    number: int
    kind: SeatKind
    person: str | None
    bot: str | None
    name: str
    brought: dict[str, Any]
    sat: tuple[str, ...]
    pledge: bytes | None
    contribution: bytes | None
    auto: bool
    conditional: Conditional | None = None
    shown: bool = False  # whether the player's profile is public
    rating: Rating | None = None  # in the game of the table, as it is today
    away_until: float | None = None  # when the player's holiday ends, or the last one ended

    @property
    def accepted(self) -> bool:
        """Whether the person at the seat has agreed to play: at a rematch that somebody else proposed, not yet."""
        return self.kind != "person" or self.person in self.sat

    @property
    def foresees(self) -> bool:
        """Whether the player has left conditional moves that still stand."""
        return self.kind == "person" and self.conditional is not None and not self.conditional.dropped


class ProposedUndo(msgspec.Struct, frozen=True):
    """A request to go back to the entry `target`; the seats `waiting` have not agreed yet."""

    seat: int
    target: int
    noticed: int  # the mask of viewers whose logs lose entries …
    falls: list[int]  # … and how many entries each seat's log loses, then the spectators'
    waiting: list[int]
    client: str
    at: float = 0.0  # when it was proposed
    revealed: list[StoredEvent] = []  # what came to light meanwhile, in full: each viewer is sent the visible part
    counts: list[int] = []  # how many entries stood in each log when it was proposed


class OpenProposals(msgspec.Struct, frozen=True):
    """Open proposals after entry `number` that others must agree to: an undo, an end by agreement, a pause.

    They stand until the next entry that everyone can see: until spectators have noticed more than `count` entries. If
    a secret entry ended them, the others would learn of that entry.
    """

    number: int
    undo: ProposedUndo | None = None
    end: list[int] = []
    count: int = -1
    pause: list[int] = []  # the seats that want to pause the match, or to go on with it
    requests: dict[str, int] = {}  # by seat: the entry that it last asked the others to take back


@dataclass(frozen=True)
class TableRecord:
    """A table as stored, with its seats."""

    row: Row[Any]
    seats: tuple[Seat, ...]

    @property
    def id(self) -> str:
        """Its id, which is also its invitation."""
        return str(self.row.id)

    @property
    def phase(self) -> Phase:
        """The phase of the table."""
        phase: Phase = self.row.phase
        return phase

    @property
    def people(self) -> frozenset[str]:
        """The people who are there: the host and those at seats."""
        return frozenset({self.row.host, *(seat.person for seat in self.seats if seat.person is not None)})

    @property
    def running(self) -> bool:
        """Whether its match has begun and is not over."""
        return self.phase in ("playing", "paused")

    @property
    def counts(self) -> bool:
        """Whether its result is compared with others': it is rated, or a try at the daily deal."""
        return bool(self.row.rated) or self.row.daily is not None

    @cached_property
    def clock(self) -> Clock | None:
        """The clock, if there is one."""
        return msgspec.convert(self.row.clock, Clock) if self.row.clock else None

    def proposals(self, match: Match) -> OpenProposals:
        """Return the open proposals; those made before the last entry that everyone saw have lapsed."""
        count = match.count(SPECTATOR)
        if self.row.asked is not None:
            stored = msgspec.convert(self.row.asked, OpenProposals)
            if stored.count == count:
                return stored
            return OpenProposals(match.number, count=count, requests=stored.requests)
        return OpenProposals(match.number, count=count)

    @property
    def slow(self) -> bool:
        """Whether players may be away between moves: there is no clock, or a slow one. Allows conditional moves."""
        return self.clock is None or self.clock.bank >= SLOW

    @property
    def has_holidays(self) -> bool:
        """Whether holidays stop clocks here: moves take days, and it is no tournament match."""
        return self.clock is not None and self.clock.bank >= DAY and self.row.tournament is None

    @property
    def game(self) -> Game:
        """The game."""
        return MODES.game(self.row.game)

    def seat(self, number: int) -> Seat:
        """Return a seat by its number."""
        if not 0 <= number < len(self.seats):
            raise Refused("not_found")
        return self.seats[number]

    def seats_of(self, person: Person | None) -> tuple[int, ...]:
        """Return the numbers of the seats that a person holds."""
        return tuple(s.number for s in self.seats if person and s.kind == "person" and s.person == person.id)

    def host_only(self, person: Person) -> None:
        """Refuse anybody but the host."""
        if self.row.host != person.id:
            raise Refused("not_host")

    @property
    def origin(self) -> Origin:
        """Return how its match began. It contains the seed: keep it secret until the match is over."""
        seed = self.row.dealt or fairness.deal_seed(self.row.seed, [seat.contribution for seat in self.seats])
        brought = tuple(seat.brought for seat in self.seats)
        later = self.game.later_options(self.row.rules)
        rules = self.row.rules if later else None  # an earlier version that today's rules still play
        return Origin(seed, {**(later or {}), **self.row.options}, brought, self.row.position, rules)

    def load(self, connection: Connection, number: int | None = None) -> Match:
        """Load its match after an entry, or as it stands."""
        return ledger.load(connection, self.game, self.id, self.origin, number)

    def catch_up(self, connection: Connection, match: Match) -> tuple[Match, list[Entry]]:
        """Return its match as it stands, and the entries appended since `match`."""
        return ledger.catch_up(connection, self.game, self.id, self.origin, match)

    def deal(self) -> Position:
        """Deal the first position of its match."""
        origin = self.origin
        if origin.text is not None:
            pos = opening.from_text(self.game, origin.text, origin.seed, rules=origin.rules)
            if pos.players != len(self.seats):
                raise Refused("wrong_seats")
            return pos
        return opening.start(self.game, len(self.seats), origin.seed, origin.options, origin.seats, origin.rules)


TABLE = select(tables).where(tables.c.id == bindparam("id"))
_SHOWN = select(people.c.shown).where(people.c.id == seats.c.person).scalar_subquery().label("shown")
_AWAY = select(func.max(holidays.c.until)).where(holidays.c.person == seats.c.person).scalar_subquery()
_IDS: BindParameter[Any] = bindparam("ids", expanding=True)
SEATS = (  # of several tables; made once, because making a query takes longer than running it
    select(seats, _SHOWN, _AWAY.label("away_until"))
    .add_columns(ratings_table.c.rating, ratings_table.c.deviation, ratings_table.c.volatility)
    .join(tables, tables.c.id == seats.c.table)
    .outerjoin(ratings_table, (ratings_table.c.person == seats.c.person) & (ratings_table.c.game == tables.c.game))
    .where(seats.c.table.in_(_IDS), tables.c.id.in_(_IDS))  # both: PostgreSQL does not derive one from the other
    .order_by(seats.c.number)
)


def read_table(connection: Connection, table_id: str) -> TableRecord:
    """Read a table; Refused if there is none of that id."""
    row = connection.execute(TABLE, {"id": table_id}).one_or_none()
    if row is None:
        raise Refused("not_found")
    return TableRecord(row, _seats_of(connection, [table_id]).get(table_id, ()))


def read_all(connection: Connection, rows: Sequence[Row[Any]]) -> list[TableRecord]:
    """Read the seats of several tables, in the order of the rows."""
    found = _seats_of(connection, [row.id for row in rows])
    return [TableRecord(row, found.get(row.id, ())) for row in rows]


def read_undamaged(connection: Connection, wanted: Select[Any]) -> list[Row[Any]]:
    """Return the rows of a query on `tables`. If one is damaged, read each by itself; log and skip the damaged."""
    try:
        return list(connection.execute(wanted).all())
    except ValueError:
        pass
    rows = []
    for table_id in connection.execute(wanted.with_only_columns(tables.c.id)).scalars().all():
        try:
            rows.append(connection.execute(TABLE, {"id": table_id}).one())
        except ValueError as error:
            log.error("table %s is damaged and can't be listed: %s", table_id, type(error).__name__)
    return rows


_LATE = (
    select(tables.c.id, tables.c.actors, seats.c.number)
    .join(seats, seats.c.table == tables.c.id)
    .where(tables.c.due <= bindparam("now"), tables.c.phase == "playing", seats.c.kind == "person")
)


def overdue(connection: Connection, now: float) -> list[str]:
    """Return the tables at which a person's time is over; clocks of bots don't count."""
    return list({row.id: None for row in connection.execute(_LATE, {"now": now}) if row.number in row.actors})


def with_holidays(connection: Connection, person: Person) -> list[TableRecord]:
    """Return a person's running tables at which holidays stop the clock, ordered by id."""
    mine = select(seats.c.table).where(seats.c.person == person.id, seats.c.kind == "person")
    running = select(tables).where(tables.c.id.in_(mine), tables.c.phase.in_(("playing", "paused")))
    found = read_all(connection, read_undamaged(connection, running.order_by(tables.c.id)))
    return [record for record in found if record.has_holidays]


def version(connection: Connection, table_id: str) -> int:
    """Return the version of a table: it grows with every change of the table or its seats."""
    return int(connection.execute(select(tables.c.version).where(tables.c.id == table_id)).scalar_one())


def _seats_of(connection: Connection, ids: Sequence[str]) -> dict[str, tuple[Seat, ...]]:
    """Read the seats of several tables in one query."""
    found: dict[str, list[Seat]] = {}
    for row in connection.execute(SEATS, {"ids": list(ids)}):
        seat = Seat(
            number=row.number,
            kind=row.kind,
            person=row.person,
            bot=row.bot,
            name=row.name,
            brought=row.brought,
            sat=tuple(row.sat),
            pledge=row.pledge,
            contribution=row.contribution,
            auto=row.auto,
            conditional=msgspec.convert(row.conditional, Conditional) if row.conditional else None,
            shown=bool(row.shown),
            rating=Rating(row.rating, row.deviation, row.volatility) if row.rating is not None else None,
            away_until=row.away_until,
        )
        found.setdefault(row.table, []).append(seat)
    return {table_id: tuple(there) for table_id, there in found.items()}
