"""What can be done at a table. Each function is one transaction; what does not fit how the table stands is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, insert, or_, select, update

from ludotheque.play.game import Game
from ludotheque.play.position import Origin, Position
from ludotheque.play.snapshots import Happening
from ludotheque.server.errors import Refused
from ludotheque.server.games import levels
from ludotheque.server.games.modes import MODES
from ludotheque.server.matches import fairness, ledger
from ludotheque.server.matches.entries import Entry
from ludotheque.server.matches.match import Match, begin
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage.schema import leases, people, seats, tables
from ludotheque.server.tables.schemas import (
    ChangeSeat,
    Clock,
    NewTable,
    Phase,
    SeatKind,
    SeatView,
    Sit,
    TableList,
    TableView,
)

LISTED = 50  # tables of each kind in a list
BOT_NAMES = ("Ada", "Bao", "Cleo", "Dov", "Eli", "Fay", "Gus")  # short, of everywhere, one for each letter
OPENING_SECONDS = 20.0  # how long a start waits for a pledged contribution


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


class WishedUndo(msgspec.Struct, frozen=True):
    """Somebody wants to go back to the entry `target`, and these seats have not said yes yet."""

    seat: int
    target: int
    noticed: int  # the mask of those in whose log something would fall …
    falls: list[int]  # … and how much in that of each seat, then of those who watch
    waiting: list[int]
    client: str
    revealed: list[Happening] = []  # what came to light meanwhile, in full: each is told his part of it


class Asked(msgspec.Struct, frozen=True):
    """What seats wish, after entry `number`, that others must agree to: to go back, to end the match here."""

    number: int
    undo: WishedUndo | None = None
    end: list[int] = []


@dataclass(frozen=True)
class Laid:
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

    def asked(self, number: int) -> Asked:
        """What seats wish at that entry of the match; what was wished before it is forgotten."""
        if self.row.asked is not None and self.row.asked["number"] == number:
            return msgspec.convert(self.row.asked, Asked)
        return Asked(number)

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


def read(connection: Connection, id: str) -> Laid:
    """The table of that id."""
    row = connection.execute(select(tables).where(tables.c.id == id)).one_or_none()
    if row is None:
        raise Refused("not_found")
    return Laid(row, _seats(connection, id))


def _seats(connection: Connection, id: str) -> tuple[Seat, ...]:
    rows = connection.execute(select(seats).where(seats.c.table == id).order_by(seats.c.number))
    return tuple(
        Seat(
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
        )
        for row in rows
    )


def view(
    laid: Laid, person: Person | None, connected: frozenset[str] = frozenset(), watching: Sequence[str] = ()
) -> TableView:
    """The table as somebody sees it."""
    row = laid.row
    mine = laid.seats_of(person)
    return TableView(
        id=row.id,
        game=row.game,
        rules=row.rules,
        options=row.options,
        host=row.host,
        listed=row.listed,
        hints=row.hints,
        takeover=row.takeover,
        clock=laid.clock,
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
                # Nobody else is told: whoever knew would read from the time of an answer how free it was.
                auto=seat.auto and seat.number in mine,
            )
            for seat in laid.seats
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


def lists(connection: Connection, person: Person | None) -> TableList:
    """My tables, open ones, and what was played lately."""
    newest = select(tables).order_by(tables.c.created.desc()).limit(LISTED)
    mine = []
    if person is not None:
        sat = select(seats.c.table).where(seats.c.person == person.id)
        mine = list(connection.execute(newest.where(or_(tables.c.id.in_(sat), tables.c.host == person.id))))
    known = {row.id for row in mine}
    listed = newest.where(tables.c.listed)
    waiting = connection.execute(listed.where(tables.c.phase == "open")).all()
    recent = connection.execute(listed.where(tables.c.phase.in_(("playing", "paused", "over")))).all()

    def views(rows: Any, but: set[str]) -> list[TableView]:
        return [view(Laid(row, _seats(connection, row.id)), person) for row in rows if row.id not in but]

    return TableList(views(mine, set()), views(waiting, known), views(recent, known))


# Laying a table, sitting down ------------------------------------------------------------------------------------


def lay(
    connection: Connection, person: Person, wish: NewTable, id: str, seed: bytes, now: float, fork_of: str | None = None
) -> Laid:
    """A new table."""
    game = MODES.game(wish.game)
    options = game.check_options(wish.options)
    brought = [seat.brought for seat in wish.seats]
    if wish.position is None:
        game.before_setup(len(wish.seats), options, brought)
    else:
        pos = game.position(wish.position)
        if pos.players != len(wish.seats):
            raise Refused("wrong_seats")
        options = game.options_of(pos.state)
    row: dict[str, Any] = {
        "id": id,
        "game": game.name,
        "rules": game.rules_version,
        "options": options,
        "host": person.id,
        "listed": wish.listed,
        "hints": wish.hints,
        "takeover": wish.takeover,
        "clock": msgspec.to_builtins(wish.clock) if wish.clock else None,
        "phase": "open",
        "seed": seed,
        "position": wish.position,
        "actors": [],
        "fork_of": fork_of,
        "created": now,
    }
    connection.execute(insert(tables), row)
    taken = {person.name}
    for number, new in enumerate(wish.seats):
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


def free_name(taken: set[str]) -> str:
    """A name for a bot that nobody at the table has."""
    return next(
        name for name in (*BOT_NAMES, *(f"{name} {n}" for n in (2, 3) for name in BOT_NAMES)) if name not in taken
    )


def sit(connection: Connection, id: str, person: Person, number: int, wish: Sit) -> Laid:
    """Take an open seat; before the start, or where somebody left for good."""
    laid = read(connection, id)
    seat = laid.seat(number)
    running = laid.phase in ("playing", "paused")
    if seat.kind == "person" and seat.person == person.id and laid.phase == "open":
        pass  # what he brings may be changed until the start
    elif seat.kind != "open" or laid.phase not in ("open", "playing", "paused"):
        raise Refused("seat_taken")
    if running and any(person.id in other.sat for other in laid.seats if other.number != number):
        raise Refused("knows_another_hand")
    if running and person.id in (laid.row.removed or ()):
        raise Refused("removed")
    brought = seat.brought if running else wish.brought
    if not running:
        given = [wish.brought if n == number else {} for n in range(len(laid.seats))]
        if laid.row.position is None:
            laid.game.before_setup(len(laid.seats), laid.row.options, given)
    pledge = bytes.fromhex(wish.pledge) if wish.pledge and not running else seat.pledge
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


def leave(connection: Connection, id: str, person: Person, number: int) -> Laid:
    """Leave a seat, or (the host) remove somebody from it. In a match a bot takes over, or somebody else may."""
    laid = read(connection, id)
    seat = laid.seat(number)
    if seat.kind != "person" or person.id not in (seat.person, laid.row.host):
        raise Refused("not_allowed")
    if laid.phase == "open":
        _set(connection, id, number, kind="open", person=None, name="", brought={}, sat=[], pledge=None)
    elif laid.phase in ("playing", "paused"):
        if seat.person != person.id:
            _change(connection, id, removed=sorted({*(laid.row.removed or ()), str(seat.person)}))
        if laid.row.takeover == "bot":
            return seat_a_bot(connection, id, number)
        _set(connection, id, number, kind="open", person=None, auto=False)
    else:
        raise Refused("already_over" if laid.phase == "over" else "already_started")
    return read(connection, id)


def seat_a_bot(connection: Connection, id: str, number: int, bot: str | None = None) -> Laid:
    """A bot plays on at a seat: the usual one, if none is asked for."""
    laid = read(connection, id)
    _set(connection, id, number, kind="bot", person=None, bot=levels.checked(laid.game, bot), auto=False)
    return read(connection, id)


def set_auto(connection: Connection, id: str, number: int, wanted: bool) -> Laid:
    """Whether forced decisions are made for whoever sits there."""
    _set(connection, id, number, auto=wanted)
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


def change(connection: Connection, id: str, person: Person, number: int, wish: ChangeSeat) -> Laid:
    """The host makes a seat open or a bot's, before the start; later, one that was left for good a bot's."""
    laid = read(connection, id)
    _host_only(laid, person)
    seat = laid.seat(number)
    if laid.phase in ("playing", "paused") and seat.kind == "open" and wish.kind == "bot":
        return seat_a_bot(connection, id, number, wish.bot)
    if laid.phase != "open":
        raise Refused("already_started")
    bot, name = None, ""
    if wish.kind == "bot":
        bot = levels.checked(laid.game, wish.bot)
        name = free_name({seat.name for seat in laid.seats if seat.number != number})
    _set(connection, id, number, kind=wish.kind, bot=bot, person=None, name=name, brought={}, sat=[], pledge=None)
    return read(connection, id)


def _set(connection: Connection, id: str, number: int, **values: Any) -> None:
    """Change a seat."""
    connection.execute(update(seats).where(seats.c.table == id, seats.c.number == number).values(values))
    _change(connection, id)


def _change(connection: Connection, id: str, **values: Any) -> None:
    """Change a table; by its version other processes notice."""
    connection.execute(update(tables).where(tables.c.id == id).values(version=tables.c.version + 1, **values))


def _host_only(laid: Laid, person: Person) -> None:
    if laid.row.host != person.id:
        raise Refused("not_host")


# Wishes that others must agree to ---------------------------------------------------------------------------------


def wish_undo(connection: Connection, id: str, number: int, wish: WishedUndo) -> Laid:
    """Somebody asks the others whether he may go back; who asked before him is no longer asked for."""
    asked = read(connection, id).asked(number)
    return _ask(connection, id, msgspec.structs.replace(asked, undo=wish))


def answer_undo(connection: Connection, id: str, number: int, seat: int, mine: tuple[int, ...], agree: bool) -> Laid:
    """What a seat says to it, for all seats of that person. A no ends it."""
    asked = read(connection, id).asked(number)
    if asked.undo is None or seat not in asked.undo.waiting:
        raise Refused("nothing_asked")
    waiting = [other for other in asked.undo.waiting if other not in mine]
    undo = msgspec.structs.replace(asked.undo, waiting=waiting) if agree else None
    return _ask(connection, id, msgspec.structs.replace(asked, undo=undo))


def wish_end(connection: Connection, id: str, number: int, mine: tuple[int, ...]) -> Laid:
    """Somebody would end the match here."""
    asked = read(connection, id).asked(number)
    return _ask(connection, id, msgspec.structs.replace(asked, end=sorted({*asked.end, *mine})))


def _ask(connection: Connection, id: str, asked: Asked) -> Laid:
    _change(connection, id, asked=msgspec.to_builtins(asked))
    return read(connection, id)


# Who minds a table --------------------------------------------------------------------------------------------------


def claim(connection: Connection, id: str, holder: str, now: float, until: float) -> bool:
    """Whether that process plays the bots of a table and minds its clocks until then: unless another one does."""
    free = or_(leases.c.holder == holder, leases.c.until < now)
    held = update(leases).where(leases.c.match == id, free).values(holder=holder, until=until)
    if connection.execute(held).rowcount:
        return True
    if connection.execute(select(leases.c.match).where(leases.c.match == id)).first() is not None:
        return False
    connection.execute(insert(leases), {"match": id, "holder": holder, "until": until})
    return True


def let_go(connection: Connection, id: str, holder: str) -> None:
    """That process no longer minds the table."""
    connection.execute(delete(leases).where(leases.c.match == id, leases.c.holder == holder))


def any_abandoned(connection: Connection, now: float) -> bool:
    """Whether there is such a table: looked at often, so it only reads."""
    return connection.execute(select(leases.c.match).where(leases.c.until < now).limit(1)).first() is not None


def abandoned(connection: Connection, now: float) -> list[str]:
    """The tables whose process has not said for a while that it minds them; each is handed out once."""
    found = list(connection.execute(select(leases.c.match).where(leases.c.until < now)).scalars())
    if found:
        connection.execute(delete(leases).where(leases.c.match.in_(found), leases.c.until < now))
    return found


# Beginning and ending --------------------------------------------------------------------------------------------


def start(connection: Connection, id: str, person: Person, now: float) -> Laid:
    """The host starts the match; where contributions were pledged, they are opened first."""
    laid = read(connection, id)
    _host_only(laid, person)
    if laid.phase not in ("open", "opening"):
        raise Refused("already_started")
    if any(seat.kind == "open" for seat in laid.seats):
        raise Refused("seats_open")
    closed = [seat for seat in laid.seats if seat.pledge is not None and seat.contribution is None]
    if closed and (laid.phase == "open" or now < laid.row.started + OPENING_SECONDS):
        if laid.phase == "open":
            _change(connection, id, phase="opening", started=now)
        return read(connection, id)
    return _begin(connection, laid, now)


def pledge(connection: Connection, id: str, person: Person, number: int, hashed: str) -> Laid:
    """Before the start: what a seat shall add to the deal, by its hash. What it brings stays as it is."""
    laid = read(connection, id)
    if laid.seat(number).person != person.id:
        raise Refused("not_your_seat")
    if laid.phase != "open":
        raise Refused("already_started")
    _set(connection, id, number, pledge=bytes.fromhex(hashed))
    return read(connection, id)


def open_contribution(
    connection: Connection, id: str, person: Person, number: int, contribution: str, now: float
) -> Laid:
    """What a seat pledged; once all have opened theirs, the match begins."""
    laid = read(connection, id)
    seat = laid.seat(number)
    if seat.person != person.id:
        raise Refused("not_your_seat")
    given = bytes.fromhex(contribution)
    if laid.phase != "opening" or seat.pledge is None or not fairness.fits(seat.pledge, given):
        raise Refused("wrong_contribution")
    _set(connection, id, number, contribution=given)
    laid = read(connection, id)
    if all(seat.contribution is not None for seat in laid.seats if seat.pledge is not None):
        return _begin(connection, laid, now)
    return laid


def _begin(connection: Connection, laid: Laid, now: float) -> Laid:
    clock = laid.clock
    match, entry = begin(laid.deal(), now, clock.bank if clock else None, clock.increment if clock else 0.0)
    _change(connection, laid.id, phase="playing", started=now)
    ledger.appending(laid.id, entry, match)(connection)
    return read(connection, laid.id)


def close_by_upgrade(connection: Connection, id: str, now: float) -> Laid:
    """End a match that was begun under rules which this program no longer plays, and can't go on under its own."""
    outcome = {"cause": "upgrade", "key": "ending.upgrade"}
    if read(connection, id).phase != "over":
        _change(connection, id, phase="over", outcome=outcome, actors=[], due=None, ended=now)
    return read(connection, id)


def rematch(
    connection: Connection, id: str, person: Person, new_id: Callable[[], str], seed: bytes, now: float
) -> Laid:
    """A new table for the same people, each one seat on, with a new deal. Who asks second finds the first one's."""
    laid = read(connection, id)
    if not laid.seats_of(person):
        raise Refused("not_your_seat")
    if laid.phase != "over":
        raise Refused("not_over")
    if laid.row.rematch:
        return read(connection, laid.row.rematch)
    fresh = new_id()
    row = {**laid.row._mapping, "id": fresh, "host": person.id, "phase": "open", "seed": seed, "created": now}
    row |= {
        "rematch_of": id,
        "rematch": None,
        "fork_of": None,
        "asked": None,
        "removed": None,
        "version": 0,
        "outcome": None,
        "started": None,
        "ended": None,
    }
    row |= {"rules": laid.game.rules_version, "position": None, "actors": [], "due": None}
    connection.execute(insert(tables), row)
    turned = [*laid.seats[1:], laid.seats[0]]
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
