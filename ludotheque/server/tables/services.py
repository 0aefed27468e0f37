"""What can be done at a table. Each function is one transaction; what does not fit how the table stands is refused."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, func, insert, select, update

from ludotheque.kernel.declare import SPECTATOR
from ludotheque.play.events import StoredEvent
from ludotheque.play.game import Game
from ludotheque.play.past import Origin
from ludotheque.play.position import Position
from ludotheque.server.errors import Refused
from ludotheque.server.games import levels
from ludotheque.server.games.modes import MODES
from ludotheque.server.matches import fairness, ledger, results
from ludotheque.server.matches.entries import Entry
from ludotheque.server.matches.match import Match, begin
from ludotheque.server.people import blocking
from ludotheque.server.people.holidays import DAY
from ludotheque.server.people.schemas import Person
from ludotheque.server.ratings import glicko
from ludotheque.server.ratings import services as ratings
from ludotheque.server.ratings.glicko import Rating
from ludotheque.server.storage.schema import holidays, people, seats, tables
from ludotheque.server.storage.schema import ratings as ratings_table
from ludotheque.server.tables.schemas import (
    ChangeSeat,
    Clock,
    Conditional,
    NewTable,
    Phase,
    SeatKind,
    SeatRating,
    SeatView,
    Sit,
    TableView,
)

BOT_NAMES = ("Ada", "Bao", "Cleo", "Dov", "Eli", "Fay", "Gus")  # short, of everywhere, one for each letter
UNDO_PATIENCE = 30.0  # seconds for which clocks stand still while somebody is asked whether another may go back
SLOW = 3600.0  # seconds of a bank from which a clock is one for people who come and go
CLOSED = {"cause": "closed", "key": "ending.closed"}  # how a table ends that the operator closes
OPENING_SECONDS = 20.0  # how long a start waits for a pledged contribution
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
    return TableRecord(row, _seats(connection, id))


def read_all(connection: Connection, rows: Sequence[Row[Any]]) -> list[TableRecord]:
    """Several tables with their seats, in that order."""
    found = _seats_of(connection, [row.id for row in rows])
    return [TableRecord(row, found.get(row.id, ())) for row in rows]


def version(connection: Connection, id: str) -> int:
    """How many times the table, or who sits at it, was changed."""
    return int(connection.execute(select(tables.c.version).where(tables.c.id == id)).scalar_one())


def _seats(connection: Connection, id: str) -> tuple[Seat, ...]:
    return _seats_of(connection, [id]).get(id, ())


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


def view(
    table: TableRecord, person: Person | None, connected: frozenset[str] = frozenset(), watching: Sequence[str] = ()
) -> TableView:
    """The table as somebody sees it."""
    row = table.row
    mine = table.seats_of(person)
    return TableView(
        id=row.id,
        game=row.game,
        rules=row.rules,
        options=row.options,
        host=row.host,
        listed=row.listed,
        hints=row.hints,
        takeover=row.takeover,
        clock=table.clock,
        slow=table.slow,
        rated=row.rated,
        tournament=row.tournament,
        daily=row.daily,
        phase=row.phase,
        seats=[
            SeatView(
                number=seat.number,
                kind=seat.kind,
                name=seat.name,
                person=seat.person,
                bot=seat.bot,
                mine=seat.number in mine,
                connected=seat.person in connected,
                pledged=seat.pledge is not None,
                opened=seat.contribution is not None,
                away_until=seat.away_until if table.has_holidays and seat.kind == "person" else None,
                # Nobody else is told: whoever knew would read from the time of an answer how free it was.
                auto=seat.auto and seat.number in mine,
                conditional=seat.conditional if seat.number in mine else None,
                rating=_rating(table, seat, seat.number in mine),
            )
            for seat in table.seats
        ],
        seed_hash=fairness.seed_hash(row.seed),
        from_position=row.position is not None,
        watching=list(watching),
        actors=row.actors,
        outcome=row.outcome,
        rematch_of=row.rematch_of,
        rematch=row.rematch,
        fork_of=row.fork_of,
        created=row.created,
        started=row.started,
        ended=row.ended,
    )


def _rating(table: TableRecord, seat: Seat, mine: bool) -> SeatRating | None:
    """How strong whoever sits there is known to be; of people where they show it, or play for it."""
    if seat.kind == "bot":
        known = ratings.bot_rating(table.row.game, seat.bot)
    else:
        known = seat.rating if mine or seat.shown or table.row.rated else None
    return SeatRating(round(known.rating), known.deviation > glicko.SURE) if known is not None else None


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


# Making a table, sitting down ------------------------------------------------------------------------------------


def create(
    connection: Connection,
    person: Person,
    request: NewTable,
    id: str,
    seed: bytes,
    now: float,
    fork_of: str | None = None,
) -> TableRecord:
    """A new table."""
    game = MODES.game(request.game)
    options = game.check_options(request.options)
    brought = [seat.brought for seat in request.seats]
    if request.position is None:
        game.before_setup(len(request.seats), options, brought)
    else:
        pos = game.position(request.position)
        if pos.players != len(request.seats):
            raise Refused("wrong_seats")
        options = game.options_of(pos.state)
    if request.rated:
        _check_rated(game, request)
    row: dict[str, Any] = {
        "id": id,
        "game": game.name,
        "rules": game.rules_version,
        "options": options,
        "host": person.id,
        "listed": request.listed,
        "hints": request.hints and not request.rated,
        "takeover": request.takeover,
        "rated": request.rated,
        "clock": msgspec.to_builtins(request.clock) if request.clock else None,
        "phase": "open",
        "seed": seed,
        "position": request.position,
        "actors": [],
        "fork_of": fork_of,
        "created": now,
    }
    connection.execute(insert(tables), row)
    taken = {person.name}
    for number, new in enumerate(request.seats):
        mine = new.kind == "me"
        name = person.name if mine else ""
        if new.kind == "bot":
            name = free_name(taken)
            taken.add(name)
        seat = {
            "table": id,
            "number": number,
            "kind": "person" if mine else new.kind,
            "person": person.id if mine else None,
            "bot": levels.checked(game, new.bot) if new.kind == "bot" else None,
            "name": name,
            "brought": new.brought if new.kind != "open" else {},
            "sat": [person.id] if mine else [],
            "pledge": bytes.fromhex(new.pledge) if mine and new.pledge else None,
        }
        connection.execute(insert(seats), seat)
    return read(connection, id)


def _check_rated(game: Game, request: NewTable) -> None:
    """A rated match is dealt afresh, and everybody at it has one seat; how strong its bots play is known."""
    seated = [levels.checked(game, seat.bot) for seat in request.seats if seat.kind == "bot"]
    mine = sum(seat.kind == "me" for seat in request.seats)
    known = ratings.may_be_rated(game.name, seated, len(request.seats), game.declaration.together)
    if request.position is not None or mine > 1 or not known:
        raise Refused("not_ratable")


def free_name(taken: set[str]) -> str:
    """A name for a bot that nobody at the table has."""
    return next(
        name for name in (*BOT_NAMES, *(f"{name} {n}" for n in (2, 3) for name in BOT_NAMES)) if name not in taken
    )


def sit(
    connection: Connection, id: str, person: Person, number: int, request: Sit, paired: bool = False
) -> TableRecord:
    """Take an open seat; before the start, or where somebody left for good. Who is paired does not choose with whom."""
    table = read(connection, id)
    seat = table.seat(number)
    running = table.phase in ("playing", "paused")
    if seat.kind == "person" and seat.person == person.id and table.phase == "open":
        pass  # what he brings may be changed until the start
    elif seat.kind != "open" or table.phase not in ("open", "playing", "paused"):
        raise Refused("seat_taken")
    if running and any(person.id in other.sat for other in table.seats if other.number != number):
        raise Refused("knows_another_hand")
    if running and person.id in (table.row.removed or ()):
        raise Refused("removed")
    brought = seat.brought if running else request.brought
    if not running:
        given = [request.brought if n == number else {} for n in range(len(table.seats))]
        if table.row.position is None:
            table.game.before_setup(len(table.seats), table.row.options, given)
    others = [other.person for other in table.seats if other.person and other.person != person.id]
    if table.row.rated and person.id in (other.person for other in table.seats if other.number != number):
        raise Refused("one_seat_each")
    if not paired and blocking.between(connection, person.id, [*others, table.row.host]):
        raise Refused("blocked")
    pledge = bytes.fromhex(request.pledge) if request.pledge and not running else seat.pledge
    _set(
        connection,
        id,
        number,
        kind="person",
        person=person.id,
        name=person.name,
        brought=brought,
        sat=sorted({*seat.sat, person.id}) if running else [person.id],
        pledge=pledge,
    )
    return read(connection, id)


def leave(connection: Connection, id: str, person: Person, number: int) -> TableRecord:
    """Leave a seat, or (the host) remove somebody from it. In a match a bot takes over, or somebody else may."""
    table = read(connection, id)
    seat = table.seat(number)
    if seat.kind != "person" or person.id not in (seat.person, table.row.host):
        raise Refused("not_allowed")
    if table.row.tournament is not None and (seat.person != person.id or len(table.seats) == 2):
        raise Refused("tournament_table")
    if table.phase == "open":
        _set(connection, id, number, kind="open", person=None, name="", brought={}, sat=[], pledge=None)
    elif table.phase in ("playing", "paused"):
        if seat.person != person.id:
            _change(connection, id, removed=sorted({*(table.row.removed or ()), str(seat.person)}))
        if table.row.takeover == "bot":
            return seat_a_bot(connection, id, number)
        _set(connection, id, number, kind="open", person=None, auto=False, conditional=None)
    else:
        raise Refused("already_over" if table.phase == "over" else "already_started")
    return read(connection, id)


def seat_a_bot(connection: Connection, id: str, number: int, bot: str | None = None) -> TableRecord:
    """A bot plays on at a seat: the usual one, if none is asked for."""
    table = read(connection, id)
    bot = levels.checked(table.game, bot)
    _set(connection, id, number, kind="bot", person=None, bot=bot, auto=False, conditional=None)
    return read(connection, id)


def set_auto(connection: Connection, id: str, number: int, wanted: bool) -> TableRecord:
    """Whether forced decisions are made for whoever sits there."""
    _set(connection, id, number, auto=wanted)
    return read(connection, id)


def set_conditional(connection: Connection, id: str, number: int, wanted: Conditional | None) -> TableRecord:
    """The conditional moves of whoever sits there, or none."""
    _set(connection, id, number, conditional=None if wanted is None else msgspec.to_builtins(wanted))
    return read(connection, id)


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


def change(connection: Connection, id: str, person: Person, number: int, request: ChangeSeat) -> TableRecord:
    """The host makes a seat open or a bot's, before the start; later, one that was left for good a bot's."""
    table = read(connection, id)
    _host_only(table, person)
    seat = table.seat(number)
    if table.phase in ("playing", "paused") and seat.kind == "open" and request.kind == "bot":
        return seat_a_bot(connection, id, number, request.bot)
    if table.phase != "open":
        raise Refused("already_started")
    bot, name = None, ""
    if request.kind == "bot":
        bot = levels.checked(table.game, request.bot)
        name = free_name({seat.name for seat in table.seats if seat.number != number})
    _set(connection, id, number, kind=request.kind, bot=bot, person=None, name=name, brought={}, sat=[], pledge=None)
    return read(connection, id)


def touch(connection: Connection, id: str) -> None:
    """Something that a table shows has changed elsewhere."""
    _change(connection, id)


def _set(connection: Connection, id: str, number: int, **values: Any) -> None:
    """Change a seat."""
    connection.execute(update(seats).where(seats.c.table == id, seats.c.number == number).values(values))
    _change(connection, id)


def _change(connection: Connection, id: str, **values: Any) -> None:
    """Change a table; by its version other processes notice."""
    connection.execute(update(tables).where(tables.c.id == id).values(version=tables.c.version + 1, **values))


def _host_only(table: TableRecord, person: Person) -> None:
    if table.row.host != person.id:
        raise Refused("not_host")


# Proposals that others must agree to -------------------------------------------------------------------------------


def propose_undo(connection: Connection, id: str, match: Match, proposal: ProposedUndo) -> TableRecord:
    """Somebody asks the others whether he may go back; who asked before him is no longer asked for."""
    standing = read(connection, id).proposals(match)
    if standing.undo is not None:  # who asks again does not stop the clocks for longer
        proposal = msgspec.structs.replace(proposal, at=standing.undo.at)
    return _store_proposals(connection, id, msgspec.structs.replace(standing, number=match.number, undo=proposal))


def agree_to_undo(connection: Connection, id: str, match: Match, seat: int, mine: tuple[int, ...]) -> TableRecord:
    """A seat says yes to it, for all seats of that person."""
    standing = read(connection, id).proposals(match)
    if standing.undo is None or seat not in standing.undo.waiting:
        raise Refused("nothing_asked")
    waiting = [other for other in standing.undo.waiting if other not in mine]
    undo = msgspec.structs.replace(standing.undo, waiting=waiting)
    return _store_proposals(connection, id, msgspec.structs.replace(standing, undo=undo))


def propose_end(connection: Connection, id: str, match: Match, mine: tuple[int, ...]) -> TableRecord:
    """Somebody would end the match here."""
    standing = read(connection, id).proposals(match)
    return _store_proposals(connection, id, msgspec.structs.replace(standing, end=sorted({*standing.end, *mine})))


def _store_proposals(connection: Connection, id: str, proposals: OpenProposals) -> TableRecord:
    _change(connection, id, asked=msgspec.to_builtins(proposals))
    return read(connection, id)


# Beginning and ending --------------------------------------------------------------------------------------------


def start(connection: Connection, id: str, person: Person, now: float) -> TableRecord:
    """The host starts the match; where contributions were pledged, they are opened first."""
    table = read(connection, id)
    _host_only(table, person)
    if table.phase not in ("open", "opening"):
        raise Refused("already_started")
    if any(seat.kind == "open" for seat in table.seats):
        raise Refused("seats_open")
    closed = [seat for seat in table.seats if seat.pledge is not None and seat.contribution is None]
    if closed and (table.phase == "open" or now < table.row.started + OPENING_SECONDS):
        if table.phase == "open":
            _change(connection, id, phase="opening", started=now)
        return read(connection, id)
    return _begin(connection, table, now)


def pledge(connection: Connection, id: str, person: Person, number: int, hashed: str, now: float) -> TableRecord:
    """Before the start: what a seat shall add to the deal, by its hash. What it brings stays as it is.

    Who pledges at a rematch has come to it: it begins when all have.
    """
    table = read(connection, id)
    if table.seat(number).person != person.id:
        raise Refused("not_your_seat")
    if table.phase != "open":
        raise Refused("already_started")
    _set(connection, id, number, pledge=bytes.fromhex(hashed))
    table = read(connection, id)
    if table.row.rematch_of and all(seat.pledge is not None or seat.kind == "bot" for seat in table.seats):
        _change(connection, id, phase="opening", started=now)
        return read(connection, id)
    return table


def open_contribution(
    connection: Connection, id: str, person: Person, number: int, contribution: str, now: float
) -> TableRecord:
    """What a seat pledged; once all have opened theirs, the match begins."""
    table = read(connection, id)
    seat = table.seat(number)
    if seat.person != person.id:
        raise Refused("not_your_seat")
    given = bytes.fromhex(contribution)
    if table.phase != "opening" or seat.pledge is None or not fairness.fits(seat.pledge, given):
        raise Refused("wrong_contribution")
    _set(connection, id, number, contribution=given)
    table = read(connection, id)
    if all(seat.contribution is not None for seat in table.seats if seat.pledge is not None):
        return _begin(connection, table, now)
    return table


def _begin(connection: Connection, table: TableRecord, now: float) -> TableRecord:
    clock = table.clock
    away = tuple(seat.away_until or 0.0 for seat in table.seats) if table.has_holidays else ()
    match, entry = begin(table.deal(), now, clock.bank if clock else None, clock.increment if clock else 0.0, away)
    _change(connection, table.id, phase="playing", started=now)
    ledger.appending(table.id, entry, match)(connection)
    return read(connection, table.id)


def close_by_order(connection: Connection, id: str, now: float) -> TableRecord:
    """End a table that has not begun, since whoever runs the house wants it."""
    if read(connection, id).phase in ("open", "opening"):
        _change(connection, id, phase="over", outcome=CLOSED, actors=[], due=None, ended=now)
    return read(connection, id)


def close_by_upgrade(connection: Connection, id: str, now: float) -> TableRecord:
    """End a match that was begun under rules which this program no longer plays, and can't go on under its own."""
    outcome = {"cause": "upgrade", "key": "ending.upgrade"}
    if read(connection, id).phase != "over":
        _change(connection, id, phase="over", outcome=outcome, actors=[], due=None, ended=now)
        results.keep(connection, id, outcome, now, None)
    return read(connection, id)


def rematch(
    connection: Connection, id: str, person: Person, new_id: Callable[[], str], seed: bytes, now: float
) -> TableRecord:
    """A new table for the same people, each one seat on, with a new deal. Who asks second finds the first one's."""
    table = read(connection, id)
    if not table.seats_of(person):
        raise Refused("not_your_seat")
    if table.phase != "over":
        raise Refused("not_over")
    if table.row.rematch:
        return read(connection, table.row.rematch)
    fresh = new_id()
    row = {**table.row._mapping, "id": fresh, "host": person.id, "phase": "open", "seed": seed, "created": now}
    row |= {
        "rematch_of": id,
        "rematch": None,
        "fork_of": None,
        "tournament": None,
        "daily": None,
        "asked": None,
        "removed": None,
        "version": 0,
        "outcome": None,
        "started": None,
        "ended": None,
    }
    row |= {"rules": table.game.rules_version, "position": None, "actors": [], "due": None}
    connection.execute(insert(tables), row)
    turned = [*table.seats[1:], table.seats[0]]
    there = select(people.c.id, people.c.name).where(people.c.id.in_([seat.person for seat in turned if seat.person]))
    names = {row.id: row.name for row in connection.execute(there)}  # those of today: a match has frozen its own
    for number, seat in enumerate(turned):
        again = {"table": fresh, "number": number, "kind": seat.kind, "person": seat.person, "bot": seat.bot}
        again |= {
            "name": names.get(seat.person, seat.name),
            "brought": seat.brought,
            "sat": [seat.person] if seat.person else [],
        }
        connection.execute(insert(seats), again)
    _change(connection, id, rematch=fresh)
    return read(connection, fresh)
