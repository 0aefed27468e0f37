"""Creating, entering and showing tournaments. Each function is one transaction. `running` does the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, func, insert, or_, select, tuple_, update

from ludotheque.play.game import Game
from ludotheque.server.errors import Refused
from ludotheque.server.games.modes import MODES
from ludotheque.server.people import names
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

RATED_PATIENCE = 120.0  # seconds that a rated tournament waits for its players at least
MOST_HOSTED = 5  # tournaments of one person that are not over
LISTED = 50  # tournaments in the list to enter or watch
PAGE = 20  # finished tournaments on a page
SHOWN = 300  # pairings: the last ones
BREAKS: dict[Kind, list[str]] = {
    "swiss": ["buchholz", "sonneborn_berger"],
    "round_robin": ["sonneborn_berger", "wins"],
    "points": ["wins", "buchholz"],
    "knockout": [],
    "arena": ["wins"],
}


def create(
    connection: Connection, person: Person, request: NewTournament, tournament_id: str, now: float
) -> TournamentView:
    """Create a tournament."""
    game = MODES.game(request.game)
    options = game.check_options(request.options)
    _check(game, request)
    hosted = select(func.count()).select_from(tournaments)
    hosted = hosted.where(tournaments.c.host == person.id, tournaments.c.phase != "over")
    if connection.execute(hosted).scalar_one() >= MOST_HOSTED:
        raise Refused("too_many_tournaments")
    clock = msgspec.structs.replace(request.clock, at_zero="loss")
    row = {
        "id": tournament_id,
        "name": names.check_name(request.name.strip()),
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
    return view(connection, tournament_id, person)


def _check(game: Game, request: NewTournament) -> None:
    """Refuse a tournament that the game does not allow, or a rated one that is too impatient."""
    low, high = game.declaration.players
    seats = 2 if request.kind in TWO_PLAYERS else request.seats
    if game.declaration.together or not low <= seats <= high:
        raise Refused("no_tournament")
    if request.rated and request.patience < RATED_PATIENCE:
        raise Refused("short_patience")


def read_tournament(connection: Connection, tournament_id: str) -> Row[Any]:
    """Read a tournament; Refused if there is none of that id."""
    row = connection.execute(select(tournaments).where(tournaments.c.id == tournament_id)).one_or_none()
    if row is None:
        raise Refused("not_found")
    return row


def touch(connection: Connection, tournament_id: str, **values: Any) -> None:
    """Change a tournament and grow its version, by which pages notice."""
    grown = tournaments.c.version + 1
    connection.execute(update(tournaments).where(tournaments.c.id == tournament_id).values(version=grown, **values))


# Taking part ----------------------------------------------------------------------------------------------------------


def enter(
    connection: Connection, tournament_id: str, person: Person, brought: dict[str, Any], now: float
) -> TournamentView:
    """Take part, come back, or bring something else to the matches to come."""
    row = read_tournament(connection, tournament_id)
    mine = connection.execute(_entry(tournament_id, person.id)).one_or_none()
    if row.phase == "over" or (mine is None and row.phase == "running" and row.kind not in LATE):
        raise Refused("entry_closed")
    game = MODES.game(row.game)
    game.before_setup(row.seats, row.options, [brought, *({} for _ in range(row.seats - 1))])
    if mine is None:
        count = connection.execute(
            select(func.count()).select_from(entrants).where(entrants.c.tournament == tournament_id)
        ).scalar_one()
        if count >= row.most:
            raise Refused("tournament_full")
        rating, at = ratings.rating_of(connection, person.id, row.game)
        entry = {"tournament": tournament_id, "person": person.id, "seed": count, "brought": brought, "active": True}
        entry |= {"rating": rating.rating if at is not None else None, "entered": now}
        connection.execute(insert(entrants), entry)
        full = row.phase == "open" and row.starts is None and count + 1 == row.most
    else:
        full = False
        changed = {"brought": brought, "active": True} | ({} if mine.active else {"entered": now})
        connection.execute(_own(tournament_id, person.id).values(changed))
    due = {"starts": now, "due": now} if full else {"due": now} if row.phase == "running" else {}
    if mine is None or not mine.active:
        touch(connection, tournament_id, **due)
    elif due:  # what a player brings is secret: the version, which everybody may read, does not count it
        connection.execute(update(tournaments).where(tournaments.c.id == tournament_id).values(due))
    return view(connection, tournament_id, person)


def leave(connection: Connection, tournament_id: str, person: Person, now: float) -> TournamentView:
    """Leave a tournament: before the start the entry is deleted, later the running match is given up."""
    row = read_tournament(connection, tournament_id)
    if connection.execute(_entry(tournament_id, person.id)).one_or_none() is None:
        raise Refused("not_found")
    if row.phase == "open":
        connection.execute(
            entrants.delete().where(entrants.c.tournament == tournament_id, entrants.c.person == person.id)
        )
        touch(connection, tournament_id)
    elif row.phase == "running":
        connection.execute(_own(tournament_id, person.id).values(active=False))
        touch(connection, tournament_id, due=now)
    return view(connection, tournament_id, person)


def begin(connection: Connection, tournament_id: str, person: Person, now: float) -> TournamentView:
    """Begin a tournament now, as its organiser."""
    row = read_tournament(connection, tournament_id)
    if row.host != person.id:
        raise Refused("not_organiser")
    if row.phase != "open":
        raise Refused("already_started")
    touch(connection, tournament_id, starts=now, due=now)
    return view(connection, tournament_id, person)


def cancel(connection: Connection, tournament_id: str, person: Person, now: float) -> TournamentView:
    """Cancel a tournament before it has begun, as its organiser."""
    row = read_tournament(connection, tournament_id)
    if row.host != person.id:
        raise Refused("not_organiser")
    if row.phase != "open":
        raise Refused("already_started")
    touch(connection, tournament_id, phase="over", ended=now, due=None)
    return view(connection, tournament_id, person)


def _entry(tournament_id: str, person: str) -> Select[Any]:
    return select(entrants).where(entrants.c.tournament == tournament_id, entrants.c.person == person)


def _own(tournament_id: str, person: str) -> Any:
    return update(entrants).where(entrants.c.tournament == tournament_id, entrants.c.person == person)


# Looking --------------------------------------------------------------------------------------------------------------


def entrants_of(connection: Connection, tournament_id: str) -> list[Entrant]:
    """Return the entrants, by seed."""
    rows = connection.execute(select(entrants).where(entrants.c.tournament == tournament_id).order_by(entrants.c.seed))
    return [Entrant(row.person, row.seed, row.active, row.entered) for row in rows]


def pairings_of(connection: Connection, tournament_id: str) -> list[Pairing]:
    """Return the pairings, in order."""
    wanted = (
        select(pairings).where(pairings.c.tournament == tournament_id).order_by(pairings.c.round, pairings.c.number)
    )
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


def view(connection: Connection, tournament_id: str, reader: Person | None) -> TournamentView:
    """Return a tournament with its current standings."""
    row = read_tournament(connection, tournament_id)
    who = {one.id: one for one in entrants_of(connection, tournament_id)}
    met = pairings_of(connection, tournament_id)
    names = _names(connection, [*who, row.host])
    rated = _ratings_shown(connection, row, reader)
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
            rating=rated.get(one.player),
        )
        for one in ranked
    ]
    laid = select(pairings.c.round, pairings.c.number, pairings.c.table).where(pairings.c.tournament == tournament_id)
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


def _ratings_shown(connection: Connection, row: Row[Any], reader: Person | None) -> dict[str, int]:
    """Return the ratings that entrants had when they entered: all in a rated tournament, else those they show."""
    wanted = select(entrants.c.person, entrants.c.rating).where(
        entrants.c.tournament == row.id, entrants.c.rating.is_not(None)
    )
    if not row.rated:
        shown = or_(people.c.shown, people.c.id == (reader.id if reader else ""))
        wanted = wanted.join(people, people.c.id == entrants.c.person).where(shown)
    return {one.person: round(one.rating) for one in connection.execute(wanted)}


def lists(connection: Connection, reader: Person | None, before: str | None = None) -> TournamentList:
    """Return the tournaments to enter or watch, the reader's first, and a page of finished ones."""
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
    at, _, tournament_id = text.partition(" ")
    try:
        return float(at), tournament_id
    except ValueError:
        raise Refused("bad_request") from None
