"""Tables as stored, with their seats, and how they are read."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, func, select

from ludotheque.kernel.declare import SPECTATOR
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

UNDO_PATIENCE = 30.0  # seconds for which clocks stand still while somebody is asked whether another may go back
SLOW = 3600.0  # seconds of a bank from which a clock is one for people who come and go
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
    shown: bool = False  # whether others may read the profile of who sits there
    rating: Rating | None = None  # in the game of the table, as it is today
    away_until: float | None = None  # when his holiday ends, or the last one did

    @property
    def foresees(self) -> bool:
        """Whether whoever sits there has left conditional moves that still stand."""
        return self.kind == "person" and self.conditional is not None and not self.conditional.dropped


class ProposedUndo(msgspec.Struct, frozen=True):
    """Somebody wants to go back to the entry `target`, and these seats have not said yes yet."""

    seat: int
    target: int
    noticed: int  # the mask of those in whose log something would fall …
    falls: list[int]  # … and how much in that of each seat, then of those who watch
    waiting: list[int]
    client: str
    at: float = 0.0  # when it was proposed
    revealed: list[StoredEvent] = []  # what came to light meanwhile, in full: each is told his part of it
    counts: list[int] = []  # how many entries stood in each log when it was proposed


class OpenProposals(msgspec.Struct, frozen=True):
    """What seats propose, after entry `number`, that others must agree to: to go back, to end the match here.

    It stands until something happens that everyone can see, when those who watch have noticed more than `count`
    entries. Were it forgotten for anything less, all would learn that somebody has done something in secret.
    """

    number: int
    undo: ProposedUndo | None = None
    end: list[int] = []
    count: int = -1


@dataclass(frozen=True)
class TableRecord:
    """A table as stored, with its seats."""

    row: Row[Any]
    seats: tuple[Seat, ...]

    @property
    def id(self) -> str:
        """Its name, which is its invitation."""
        return str(self.row.id)

    @property
    def phase(self) -> Phase:
        """How far it has come."""
        phase: Phase = self.row.phase
        return phase

    @property
    def clock(self) -> Clock | None:
        """How long one may think."""
        return msgspec.convert(self.row.clock, Clock) if self.row.clock else None

    def proposals(self, match: Match) -> OpenProposals:
        """What seats propose as the match stands; what was proposed before the last thing that all saw is forgotten."""
        count = match.count(SPECTATOR)
        if self.row.asked is not None:
            stored = msgspec.convert(self.row.asked, OpenProposals)
            if stored.count == count:
                return stored
        return OpenProposals(match.number, count=count)

    @property
    def slow(self) -> bool:
        """Whether nobody needs to be there while others think: then conditional moves may be left."""
        return self.clock is None or self.clock.bank >= SLOW

    @property
    def has_holidays(self) -> bool:
        """Whether the clock of who is on holiday stands still: where moves take days, and no tournament waits."""
        return self.clock is not None and self.clock.bank >= DAY and self.row.tournament is None

    def stood_still(self, match: Match, now: float) -> float:
        """For how many seconds clocks have stood still by now: while an undo is asked for."""
        undo = self.proposals(match).undo
        return min(max(0.0, now - undo.at), UNDO_PATIENCE) if undo is not None else 0.0

    @property
    def game(self) -> Game:
        """What is played."""
        return MODES.game(self.row.game)

    def seat(self, number: int) -> Seat:
        """A seat by its number."""
        if not 0 <= number < len(self.seats):
            raise Refused("not_found")
        return self.seats[number]

    def seats_of(self, person: Person | None) -> tuple[int, ...]:
        """The seats that somebody holds."""
        return tuple(s.number for s in self.seats if person and s.kind == "person" and s.person == person.id)

    def host_only(self, person: Person) -> None:
        """Refuse what only the host may do to anybody else."""
        if self.row.host != person.id:
            raise Refused("not_host")

    @property
    def origin(self) -> Origin:
        """Where its match began. The seed in it leaves the server when the match is over, not before."""
        seed = fairness.deal_seed(self.row.seed, [seat.contribution for seat in self.seats])
        brought = tuple(seat.brought for seat in self.seats)
        return Origin(seed, self.row.options, brought, self.row.position)

    def load(self, connection: Connection, number: int | None = None) -> Match:
        """Its match after an entry, or as it stands."""
        return ledger.load(connection, self.game, self.id, self.origin, number)

    def catch_up(self, connection: Connection, match: Match) -> tuple[Match, list[Entry]]:
        """Its match as it stands, and what was appended since."""
        return ledger.catch_up(connection, self.game, self.id, self.origin, match)

    def deal(self) -> Position:
        """The first position of its match."""
        origin = self.origin
        if origin.text is not None:
            pos = self.game.position(origin.text, origin.seed)
            if pos.players != len(self.seats):
                raise Refused("wrong_seats")
            return pos
        return self.game.start(len(self.seats), origin.seed, origin.options, origin.seats)


def read(connection: Connection, id: str) -> TableRecord:
    """The table of that id."""
    row = connection.execute(select(tables).where(tables.c.id == id)).one_or_none()
    if row is None:
        raise Refused("not_found")
    return TableRecord(row, _seats_of(connection, [id]).get(id, ()))


def read_all(connection: Connection, rows: Sequence[Row[Any]]) -> list[TableRecord]:
    """Several tables with their seats, in that order."""
    found = _seats_of(connection, [row.id for row in rows])
    return [TableRecord(row, found.get(row.id, ())) for row in rows]


def readable(connection: Connection, wanted: Select[Any]) -> list[Row[Any]]:
    """The rows of some tables; one that can't be read is left out, and named in the log."""
    try:
        return list(connection.execute(wanted).all())
    except ValueError:
        pass
    rows = []
    for id in connection.execute(wanted.with_only_columns(tables.c.id)).scalars().all():
        try:
            rows.append(connection.execute(select(tables).where(tables.c.id == id)).one())
        except ValueError as error:
            log.error("table %s is damaged and can't be listed: %s", id, type(error).__name__)
    return rows


def overdue(connection: Connection, now: float) -> list[str]:
    """The tables at which somebody's time is over; that of a bot is nobody's worry."""
    late = select(tables.c.id, tables.c.actors).where(tables.c.due <= now, tables.c.phase == "playing")
    by_people = select(seats.c.number).where(seats.c.kind == "person")
    return [
        row.id
        for row in connection.execute(late).all()
        if set(row.actors) & set(connection.execute(by_people.where(seats.c.table == row.id)).scalars())
    ]


def with_holidays(connection: Connection, person: Person) -> list[TableRecord]:
    """The tables at which somebody plays and his clock stands still while he is on holiday, by id."""
    mine = select(seats.c.table).where(seats.c.person == person.id, seats.c.kind == "person")
    running = select(tables).where(tables.c.id.in_(mine), tables.c.phase.in_(("playing", "paused")))
    found = read_all(connection, readable(connection, running.order_by(tables.c.id)))
    return [record for record in found if record.has_holidays]


def version(connection: Connection, id: str) -> int:
    """How many times the table, or who sits at it, was changed."""
    return int(connection.execute(select(tables.c.version).where(tables.c.id == id)).scalar_one())


def _seats_of(connection: Connection, ids: Sequence[str]) -> dict[str, tuple[Seat, ...]]:
    """The seats of several tables, asked for at once."""
    found: dict[str, list[Seat]] = {}
    shown = select(people.c.shown).where(people.c.id == seats.c.person).scalar_subquery().label("shown")
    ends = select(func.max(holidays.c.until)).where(holidays.c.person == seats.c.person)
    away = ends.scalar_subquery().label("away_until")
    wanted = (
        select(seats, shown, away, ratings_table.c.rating, ratings_table.c.deviation, ratings_table.c.volatility)
        .join(tables, tables.c.id == seats.c.table)
        .outerjoin(ratings_table, (ratings_table.c.person == seats.c.person) & (ratings_table.c.game == tables.c.game))
        .where(seats.c.table.in_(ids), tables.c.id.in_(ids))  # both: PostgreSQL does not conclude one from the other
        .order_by(seats.c.number)
    )
    for row in connection.execute(wanted):
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
    return {id: tuple(there) for id, there in found.items()}
