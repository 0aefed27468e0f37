"""Running a tournament: starting it, pairing rounds, collecting results, forfeits of absent players.

`advance` is one transaction: it reads what is stored, computes the next step, and stores it together with new tables. A
second process finds it done. So it does not matter which process runs it, nor when one is killed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, bindparam, insert, select, update

from ludotheque.server.games.modes import MODES
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage.schema import decisions, entrants, pairings, people, seats, tables, tournaments
from ludotheque.server.tables.making import create
from ludotheque.server.tables.records import TableRecord
from ludotheque.server.tables.schemas import Clock, NewSeat, NewTable, Sit
from ludotheque.server.tables.seating import sit
from ludotheque.server.tables.starting import start
from ludotheque.server.tournaments import services
from ludotheque.server.tournaments.model import Plan
from ludotheque.server.tournaments.scoring import table_points
from ludotheque.server.tournaments.steps import Step, Stored, next_step, rounds_for

ABSENT = "absent"  # the cause of the end of a match that a player did not come to


@dataclass(frozen=True)
class Forfeit:
    """A seat that loses its match: the player has left the tournament, or never came."""

    table: str
    seat: int
    absent: bool


@dataclass(frozen=True)
class Advanced:
    """The result of a step: tables that have begun, and seats that must lose their match."""

    begun: list[TableRecord]
    forfeits: list[Forfeit]


_DUE = select(tournaments.c.id).where(tournaments.c.due <= bindparam("now"))


def due(connection: Connection, now: float) -> list[str]:
    """Return the tournaments that are due. Called often, so it only reads."""
    return list(connection.execute(_DUE, {"now": now}).scalars())


def active_players(connection: Connection, tournament_id: str) -> list[str]:
    """Return the people who want to be paired."""
    active = select(entrants.c.person).where(entrants.c.tournament == tournament_id, entrants.c.active)
    return list(connection.execute(active).scalars())


def advance(
    connection: Connection, tournament_id: str, now: float, new_id: Callable[[], str], new_seed: Callable[[], bytes]
) -> Advanced:
    """Do everything that is due in a tournament."""
    row = services.read_tournament(connection, tournament_id)
    if row.phase == "open" and row.starts is not None and row.starts <= now:
        row = _begin(connection, row, now)
    if row.phase != "running":
        waits = row.starts if row.phase == "open" else None
        connection.execute(update(tournaments).where(tournaments.c.id == tournament_id).values(due=waits))
        return Advanced([], [])
    _gather(connection, row, now)
    forfeits, look = _missing(connection, row, now)
    step = next_step(_stored(connection, row), now)
    begun = _carry_out(connection, row, step, now, new_id, new_seed)
    if step.over:
        services.touch(connection, tournament_id, phase="over", ended=now, due=None, round=step.round)
        return Advanced([], [])
    if begun:
        look = min(look, now + row.patience) if look is not None else now + row.patience
    soonest = min((at for at in (look, step.look) if at is not None), default=None)
    changed = {"round": step.round, "due": soonest}
    if step.plans:
        services.touch(connection, tournament_id, **changed)
    else:
        connection.execute(update(tournaments).where(tournaments.c.id == tournament_id).values(changed))
    return Advanced(begun, forfeits)


def _begin(connection: Connection, row: Row[Any], now: float) -> Row[Any]:
    """Begin a tournament: seed its players by rating. With fewer than two it is over."""
    there = connection.execute(select(entrants).where(entrants.c.tournament == row.id)).all()
    if len(there) < 2:
        services.touch(connection, row.id, phase="over", ended=now, due=None)
        return services.read_tournament(connection, row.id)
    strongest = sorted(there, key=lambda one: (-(one.rating or 0.0), one.entered, one.person))
    for seed, one in enumerate(strongest):
        own = (entrants.c.tournament == row.id, entrants.c.person == one.person)
        connection.execute(update(entrants).where(*own).values(seed=seed, entered=now))
    rounds = row.rounds or rounds_for(row.kind, len(there))
    ends = now + 60 * row.minutes if row.minutes is not None else None
    services.touch(connection, row.id, phase="running", started=now, ends=ends, rounds=rounds)
    return services.read_tournament(connection, row.id)


def _stored(connection: Connection, row: Row[Any]) -> Stored:
    return Stored(
        kind=row.kind,
        rounds=row.rounds,
        round=row.round,
        entrants=services.entrants_of(connection, row.id),
        pairings=services.pairings_of(connection, row.id),
        ends=row.ends,
        pause=row.pause,
        seats=row.seats,
        sizes=MODES.game(row.game).declaration.players,
    )


def _gather(connection: Connection, row: Row[Any], now: float) -> None:
    """Store the results of finished matches in the pairings."""
    wanted = (
        select(pairings.c.round, pairings.c.number, pairings.c.players, tables.c.id, tables.c.outcome, tables.c.ended)
        .join(tables, tables.c.id == pairings.c.table)
        .where(pairings.c.tournament == row.id, pairings.c.points.is_(None), tables.c.phase == "over")
    )
    for line in connection.execute(wanted).all():
        outcome = line.outcome or {}
        kind = "forfeit" if outcome.get("cause") == ABSENT else "match"
        points = _points(connection, line.id, outcome, len(line.players), row.seats)
        own = (pairings.c.tournament == row.id, pairings.c.round == line.round, pairings.c.number == line.number)
        told = {"points": points, "kind": kind, "ended": line.ended or now}
        connection.execute(update(pairings).where(*own).values(told))
        services.touch(connection, row.id)


def _points(connection: Connection, table: str, outcome: dict[str, Any], players: int, wanted: int) -> list[float]:
    """Return each seat's points for a finished match. A closed match is drawn; a player who left is last."""
    ranking: list[list[int]] = outcome.get("ranking") or [list(range(players))]
    left = connection.execute(select(seats.c.number).where(seats.c.table == table, seats.c.kind != "person")).scalars()
    gone = set(left)
    order = [[seat for seat in group if seat not in gone] for group in ranking]
    order = [group for group in order if group] + ([sorted(gone)] if gone else [])
    return list(table_points(order, players, wanted))


def _missing(connection: Connection, row: Row[Any], now: float) -> tuple[list[Forfeit], float | None]:
    """Return the seats that lose their match by leaving or absence, and when to check again."""
    wanted = (
        select(pairings.c.players, tables.c.id, tables.c.actors, tables.c.started)
        .join(tables, tables.c.id == pairings.c.table)
        .where(pairings.c.tournament == row.id, pairings.c.points.is_(None), tables.c.phase != "over")
    )
    left = {one.id for one in services.entrants_of(connection, row.id) if not one.active}
    forfeits, look = [], None
    for line in connection.execute(wanted).all():
        sitting = select(seats.c.number).where(seats.c.table == line.id, seats.c.kind == "person")
        there = set(connection.execute(sitting).scalars())
        gone = [seat for seat, player in enumerate(line.players) if player in left and seat in there]
        moved = select(decisions.c.seat).where(decisions.c.match == line.id, decisions.c.kind == "decide")
        decided = set(connection.execute(moved.distinct()).scalars())
        awaited = [seat for seat in line.actors if seat in there and seat not in decided]
        ends = (line.started or now) + row.patience
        if awaited and ends > now:
            look = ends if look is None else min(look, ends)
        absent = awaited if ends <= now else []
        forfeits += [Forfeit(line.id, seat, seat not in decided) for seat in [*gone, *absent][:1]]
        for seat in absent:
            own = (entrants.c.tournament == row.id, entrants.c.person == line.players[seat])
            connection.execute(update(entrants).where(*own).values(active=False))
    if forfeits:  # check again until it is done
        look = now + 1.0 if look is None else min(look, now + 1.0)
    return forfeits, look


def _carry_out(
    connection: Connection,
    row: Row[Any],
    step: Step,
    now: float,
    new_id: Callable[[], str],
    new_seed: Callable[[], bytes],
) -> list[TableRecord]:
    """Store the pairings, and create a table for each that is played."""
    taken = select(pairings.c.number).where(pairings.c.tournament == row.id, pairings.c.round == step.round)
    number = max(connection.execute(taken).scalars(), default=-1)
    begun = []
    for plan in step.plans:
        number += 1
        table = None
        if plan.points is None:
            record = _lay(connection, row, plan, now, new_id(), new_seed())
            table = record.id
            begun.append(record)
        line = {"tournament": row.id, "round": step.round, "number": number, "slot": plan.slot, "kind": plan.kind}
        line |= {"table": table, "players": list(plan.players)}
        line |= {"points": list(plan.points) if plan.points else None, "ended": now if plan.points else None}
        connection.execute(insert(pairings), line)
    return begun


def _lay(connection: Connection, row: Row[Any], plan: Plan, now: float, tournament_id: str, seed: bytes) -> TableRecord:
    """Create a table for a pairing and start it."""
    wanted = (
        select(entrants.c.person, entrants.c.brought, people.c.name)
        .join(people, people.c.id == entrants.c.person)
        .where(entrants.c.tournament == row.id, entrants.c.person.in_(plan.players))
    )
    known = {one.person: one for one in connection.execute(wanted)}
    first, *others = (known[player] for player in plan.players)
    host = Person(first.person, first.name)
    table = NewTable(
        game=row.game,
        seats=[NewSeat("me", None, first.brought), *(NewSeat("open") for _ in others)],
        options=row.options,
        listed=row.listed,
        hints=False,
        clock=msgspec.convert(row.clock, Clock),
        rated=row.rated,
    )
    create(connection, host, table, tournament_id, seed, now)
    for number, one in enumerate(others, 1):
        sit(connection, tournament_id, Person(one.person, one.name), number, Sit(one.brought), paired=True)
    connection.execute(update(tables).where(tables.c.id == tournament_id).values(tournament=row.id))
    return start(connection, tournament_id, host, now)
