"""Making a tournament, taking part, looking at it: each function is one transaction. `running` does the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, func, insert, or_, select, tuple_, update

from ludotheque.play.game import Game
from ludotheque.server.errors import Refused
from ludotheque.server.games.modes import MODES
from ludotheque.server.people.schemas import Person
from ludotheque.server.ratings import services as ratings
from ludotheque.server.storage.schema import entrants, pairings, people, tournaments
from ludotheque.server.tables.schemas import Clock
from ludotheque.server.tournaments.model import LATE, TWO_PLAYERS, Entrant, Kind, Pairing
from ludotheque.server.tournaments.schemas import (
    NewTournament,
    PairingView,
    StandingView,
    TournamentLine,
    TournamentList,
    TournamentView,
)
from ludotheque.server.tournaments.scoring import standings

MOST_HOSTED = 5  # tournaments of one person that are not over
LISTED = 50  # that one may enter or watch
PAGE = 20  # of those that are over
SHOWN = 300  # pairings: the last ones
BREAKS: dict[Kind, list[str]] = {
    "swiss": ["buchholz", "sonneborn_berger"],
    "round_robin": ["sonneborn_berger", "wins"],
    "points": ["wins", "buchholz"],
    "knockout": [],
    "arena": ["wins"],
}


def create(connection: Connection, person: Person, request: NewTournament, id: str, now: float) -> TournamentView:
    """A new tournament, open to who wants to take part."""
    game = MODES.game(request.game)
    options = game.check_options(request.options)
    _check(game, request)
    hosted = select(func.count()).select_from(tournaments)
    hosted = hosted.where(tournaments.c.host == person.id, tournaments.c.phase != "over")
    if connection.execute(hosted).scalar_one() >= MOST_HOSTED:
        raise Refused("too_many_tournaments")
    clock = msgspec.structs.replace(request.clock, at_zero="loss")
    row = {
        "id": id,
        "name": request.name.strip(),
        "game": game.name,
        "kind": request.kind,
        "options": options,
        "clock": msgspec.to_builtins(clock),
        "seats": request.seats if request.kind == "points" else 2,
        "rated": request.rated,
        "listed": request.listed,
        "host": person.id,
        "phase": "open",
        "rounds": request.rounds if request.kind in ("swiss", "points") else None,
        "round": 0,
        "most": request.most,
        "minutes": request.minutes if request.kind == "arena" else None,
        "pause": request.pause,
        "patience": request.patience,
        "starts": request.starts,
        "due": request.starts,
        "version": 0,
        "created": now,
    }
    connection.execute(insert(tournaments), row)
    return view(connection, id, person)


def _check(game: Game, request: NewTournament) -> None:
    """Whether the game can be played so: against each other, by as many as sit at a table."""
    low, high = game.declaration.players
    seats = 2 if request.kind in TWO_PLAYERS else request.seats
    if game.declaration.together or not low <= seats <= high:
        raise Refused("no_tournament")


def read(connection: Connection, id: str) -> Row[Any]:
    """The tournament of that id."""
    row = connection.execute(select(tournaments).where(tournaments.c.id == id)).one_or_none()
    if row is None:
        raise Refused("not_found")
    return row


def touch(connection: Connection, id: str, **values: Any) -> None:
    """Change a tournament; by its version pages notice."""
    grown = tournaments.c.version + 1
    connection.execute(update(tournaments).where(tournaments.c.id == id).values(version=grown, **values))


# Taking part ----------------------------------------------------------------------------------------------------------


def enter(connection: Connection, id: str, person: Person, brought: dict[str, Any], now: float) -> TournamentView:
    """Take part, come back, or bring something else to the matches to come."""
    row = read(connection, id)
    mine = connection.execute(_entry(id, person.id)).one_or_none()
    if row.phase == "over" or (mine is None and row.phase == "running" and row.kind not in LATE):
        raise Refused("entry_closed")
    game = MODES.game(row.game)
    game.before_setup(row.seats, row.options, [brought, *({} for _ in range(row.seats - 1))])
    if mine is None:
        count = connection.execute(
            select(func.count()).select_from(entrants).where(entrants.c.tournament == id)
        ).scalar_one()
        if count >= row.most:
            raise Refused("tournament_full")
        rating, at = ratings.of(connection, person.id, row.game)
        entry = {"tournament": id, "person": person.id, "seed": count, "brought": brought, "active": True}
        entry |= {"rating": rating.rating if at is not None else None, "entered": now}
        connection.execute(insert(entrants), entry)
        full = row.phase == "open" and row.starts is None and count + 1 == row.most
    else:
        full = False
        changed = {"brought": brought, "active": True} | ({} if mine.active else {"entered": now})
        connection.execute(_own(id, person.id).values(changed))
    due = {"starts": now, "due": now} if full else {"due": now} if row.phase == "running" else {}
    touch(connection, id, **due)
    return view(connection, id, person)


def leave(connection: Connection, id: str, person: Person, now: float) -> TournamentView:
    """Take part no longer: before the start as if one had never come; later, what one is playing is given up."""
    row = read(connection, id)
    if connection.execute(_entry(id, person.id)).one_or_none() is None:
        raise Refused("not_found")
    if row.phase == "open":
        connection.execute(entrants.delete().where(entrants.c.tournament == id, entrants.c.person == person.id))
        touch(connection, id)
    elif row.phase == "running":
        connection.execute(_own(id, person.id).values(active=False))
        touch(connection, id, due=now)
    return view(connection, id, person)


def begin(connection: Connection, id: str, person: Person, now: float) -> TournamentView:
    """The organiser does not wait any longer."""
    row = read(connection, id)
    if row.host != person.id:
        raise Refused("not_organiser")
    if row.phase != "open":
        raise Refused("already_started")
    touch(connection, id, starts=now, due=now)
    return view(connection, id, person)


def cancel(connection: Connection, id: str, person: Person, now: float) -> TournamentView:
    """The organiser calls it off, before it has begun."""
    row = read(connection, id)
    if row.host != person.id:
        raise Refused("not_organiser")
    if row.phase != "open":
        raise Refused("already_started")
    touch(connection, id, phase="over", ended=now, due=None)
    return view(connection, id, person)


def _entry(id: str, person: str) -> Select[Any]:
    return select(entrants).where(entrants.c.tournament == id, entrants.c.person == person)


def _own(id: str, person: str) -> Any:
    return update(entrants).where(entrants.c.tournament == id, entrants.c.person == person)


# Looking --------------------------------------------------------------------------------------------------------------


def entrants_of(connection: Connection, id: str) -> list[Entrant]:
    """Who takes part, by seed."""
    rows = connection.execute(select(entrants).where(entrants.c.tournament == id).order_by(entrants.c.seed))
    return [Entrant(row.person, row.seed, row.active, row.entered) for row in rows]


def pairings_of(connection: Connection, id: str) -> list[Pairing]:
    """Who met whom, in order."""
    wanted = select(pairings).where(pairings.c.tournament == id).order_by(pairings.c.round, pairings.c.number)
    return [
        Pairing(
            row.round,
            row.number,
            tuple(row.players),
            tuple(row.points) if row.points is not None else None,
            row.kind,
            row.slot,
            row.ended or 0.0,
        )
        for row in connection.execute(wanted)
    ]


def view(connection: Connection, id: str, reader: Person | None) -> TournamentView:
    """A tournament with its standings, as they are now."""
    row = read(connection, id)
    who = {one.id: one for one in entrants_of(connection, id)}
    met = pairings_of(connection, id)
    names = _names(connection, [*who, row.host])
    rated = dict(
        connection.execute(select(entrants.c.person, entrants.c.rating).where(entrants.c.tournament == id)).all()
    )
    ranked = standings(row.kind, list(who.values()), met, row.rounds or 0)
    tied = len(BREAKS[row.kind])
    shown = [
        StandingView(
            person=one.player,
            name=names[one.player],
            place=one.place,
            points=one.points,
            breaks=list(one.breaks[:tied]),
            played=one.played,
            active=who[one.player].active,
            rating=round(rated[one.player]) if rated[one.player] is not None else None,
        )
        for one in ranked
    ]
    laid = select(pairings.c.round, pairings.c.number, pairings.c.table).where(pairings.c.tournament == id)
    at = {(line.round, line.number): line.table for line in connection.execute(laid)}
    last = [
        PairingView(
            round=one.round,
            kind=one.kind,
            table=at[one.round, one.number],
            players=list(one.players),
            points=list(one.points) if one.points is not None else None,
        )
        for one in met[-SHOWN:]
    ]
    mine = who.get(reader.id) if reader is not None else None
    now = next((one.table for one in last if one.points is None and mine and mine.id in one.players), None)
    return TournamentView(
        line=_line(row, len(who), mine is not None),
        version=row.version,
        host=row.host,
        host_name=names[row.host],
        options=row.options,
        seats=row.seats,
        breaks=BREAKS[row.kind],
        standings=shown,
        pairings=last,
        late=row.phase == "open" or (row.phase == "running" and row.kind in LATE),
        active=mine is not None and mine.active,
        table=now if row.phase == "running" else None,
    )


def lists(connection: Connection, reader: Person | None, before: str | None = None) -> TournamentList:
    """Those that one may enter or watch, mine first; and a page of those that are over."""
    mine = select(entrants.c.tournament).where(entrants.c.person == (reader.id if reader else ""))
    own = or_(tournaments.c.id.in_(mine), tournaments.c.host == (reader.id if reader else ""))
    newest = (tournaments.c.created.desc(), tournaments.c.id.desc())
    going = select(tournaments).where(tournaments.c.phase.in_(("open", "running"))).order_by(*newest).limit(LISTED)
    found: dict[str, Row[Any]] = {}
    if before is None:
        for wanted in (going.where(own), going.where(tournaments.c.listed)):
            found |= {row.id: row for row in connection.execute(wanted)}
    over = select(tournaments).where(tournaments.c.phase == "over", tournaments.c.listed).order_by(*newest)
    if before is not None:
        over = over.where(tuple_(tournaments.c.created, tournaments.c.id) < _key(before))
    past = connection.execute(over.limit(PAGE + 1)).all()
    more = f"{past[PAGE - 1].created!r} {past[PAGE - 1].id}" if len(past) > PAGE else None
    return TournamentList(
        _lines(connection, list(found.values()), reader), _lines(connection, past[:PAGE], reader), more
    )


def _lines(connection: Connection, rows: Sequence[Row[Any]], reader: Person | None) -> list[TournamentLine]:
    ids = [row.id for row in rows]
    counted = select(entrants.c.tournament, func.count()).where(entrants.c.tournament.in_(ids))
    counts = {one[0]: int(one[1]) for one in connection.execute(counted.group_by(entrants.c.tournament))}
    own = select(entrants.c.tournament).where(entrants.c.tournament.in_(ids))
    own = own.where(entrants.c.person == (reader.id if reader else ""))
    mine = set(connection.execute(own).scalars())
    return [_line(row, counts.get(row.id, 0), row.id in mine) for row in rows]


def _line(row: Row[Any], entered: int, mine: bool) -> TournamentLine:
    same = ("id", "name", "game", "kind", "phase", "rated", "listed", "most", "round", "rounds", "starts", "started")
    told = {name: row._mapping[name] for name in (*same, "ends", "ended", "created")}
    return TournamentLine(**told, clock=msgspec.convert(row.clock, Clock), entered=entered, mine=mine)


def _names(connection: Connection, ids: Sequence[str]) -> dict[str, str]:
    found = connection.execute(select(people.c.id, people.c.name).where(people.c.id.in_(ids)))
    return {row.id: row.name for row in found}


def _key(text: str) -> tuple[float, str]:
    at, _, id = text.partition(" ")
    try:
        return float(at), id
    except ValueError:
        raise Refused("bad_request") from None
