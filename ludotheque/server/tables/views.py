"""Tables as one person sees them."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.server.matches import fairness
from ludotheque.server.people.schemas import Person
from ludotheque.server.ratings import glicko
from ludotheque.server.ratings import services as ratings
from ludotheque.server.tables.records import Seat, TableRecord
from ludotheque.server.tables.schemas import (
    SeatRating,
    SeatView,
    TableView,
)


def view(
    table: TableRecord, person: Person | None, connected: frozenset[str] = frozenset(), watching: Sequence[str] = ()
) -> TableView:
    """Return the table as one person sees it."""
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
                accepted=seat.accepted,
                pledged=seat.pledge is not None,
                opened=seat.contribution is not None,
                away_until=seat.away_until if table.has_holidays and seat.kind == "person" else None,
                # Secret: knowing it, others could tell from the time of an answer whether it was forced.
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
    """Return the rating at a seat; a person's only if they show it or play for it."""
    if seat.kind == "bot":
        known = ratings.bot_rating(table.row.game, seat.bot)
    else:
        known = seat.rating if mine or seat.shown or table.row.rated else None
    return SeatRating(round(known.rating), known.deviation > glicko.SURE) if known is not None else None
