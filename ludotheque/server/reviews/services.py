"""Reviews: the matches that may have one, what it is made from, and how it is stored.

A review shows no more than the replay does: whoever may see that may ask for it. It says what would have been better,
though. So there is none while others may still play the same deal, or the same tournament with the same decks.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

import ludotheque as lt
from ludotheque.bots.review import ANALYSIS, Review, Verdict, from_json
from ludotheque.errors import BadInput
from ludotheque.play.position import Position
from ludotheque.server.errors import Refused
from ludotheque.server.matches import ledger
from ludotheque.server.people.schemas import Person
from ludotheque.server.reviews import views
from ludotheque.server.storage.schema import reviews, tournaments
from ludotheque.server.tables import finished
from ludotheque.server.tables.records import TableRecord

DAY = 86400.0


@dataclass(frozen=True)
class Material:
    """The input of a review: the full record, and the entry of each decision."""

    record: dict[str, Any]
    entries: list[int]
    game: str


@dataclass(frozen=True)
class Complete:
    """A review that has ended."""

    review: Review
    entries: list[int]


@dataclass(frozen=True)
class Stored:
    """A stored review: making, done or failed."""

    state: str
    beat: float
    review: Review | None
    entries: list[int]


def reviewable(connection: Connection, table_id: str, now: float) -> TableRecord:
    """Read a table whose match may be reviewed; refuse others, each with its reason."""
    table = finished.finished(connection, table_id, now)
    if table.row.tournament is not None:
        phase = select(tournaments.c.phase).where(tournaments.c.id == table.row.tournament)
        if connection.execute(phase).scalar() != "over":
            raise Refused("not_before_tournament_ends")
    game = lt.game(table.row.game, "plain")
    if game.later_options(table.row.rules) is None or not (table.row.outcome or {}).get("shares"):
        raise Refused("review_other_rules")
    if not game.has_heuristic:
        raise Refused("no_review")
    return table


def material(connection: Connection, table_id: str, now: float) -> Material:
    """Return what the review of a match is made from."""
    table = reviewable(connection, table_id, now)
    entries = views.entries_of(table.deal(), ledger.standing_moves(connection, table.id))
    return Material(finished.record(connection, table_id, now), entries, table.row.game)


def position_before(connection: Connection, table_id: str, number: int, seat: int, now: float) -> Position:
    """Return the position in which a seat made a decision of the match."""
    table = reviewable(connection, table_id, now)
    moves = finished.record(connection, table_id, now)["moves"]
    if number >= len(moves) or moves[number][0] != seat:
        raise Refused("not_found")
    pos = table.deal()
    for mover, move in moves[:number]:
        pos.play(move, mover)
    return pos


def verdict_on(connection: Connection, table_id: str, number: int, seat: int) -> Verdict:
    """Return the final verdict on a decision of a reviewed match."""
    stored = read_review(connection, table_id)
    found = stored.review.verdicts if stored is not None and stored.review is not None else ()
    verdict = next((one for one in found if (one.number, one.seat) == (number, seat) and one.final), None)
    if verdict is None:
        raise Refused("review_not_complete")
    return verdict


# Storing --------------------------------------------------------------------------------------------------------------


def read_review(connection: Connection, table_id: str) -> Stored | None:
    """Return the stored review of a match; None if there is none by this version of the analysis."""
    row = connection.execute(select(reviews).where(reviews.c.match == table_id)).one_or_none()
    if row is None or row.analysis != ANALYSIS:
        return None
    found, entries = _unpack(row)
    return Stored(row.state, row.beat, found, entries)


def complete_review(connection: Connection, table_id: str, now: float) -> tuple[TableRecord, Complete]:
    """Return a match and its review; refuse a match that may have none, or whose review is not complete."""
    table = reviewable(connection, table_id, now)
    stored = read_review(connection, table_id)
    if stored is None or stored.review is None or stored.state != "done" or not stored.review.complete:
        raise Refused("review_not_complete")
    return table, Complete(stored.review, stored.entries)


def _unpack(row: Row[Any]) -> tuple[Review | None, list[int]]:
    if row.found is None:
        return None, []
    try:
        told = json.loads(zlib.decompress(row.found))
        return from_json(told["review"]), list(told["entries"])
    except (BadInput, ValueError, KeyError, TypeError, zlib.error):
        return None, []  # it is made again


def begin(connection: Connection, table_id: str, person: Person, most_a_day: int, now: float) -> None:
    """Note that a review is being made. A new one counts for its person's quota."""
    wanted = select(func.count()).select_from(reviews)
    lately = connection.execute(wanted.where(reviews.c.person == person.id, reviews.c.asked > now - DAY)).scalar_one()
    if lately >= most_a_day:
        raise Refused("too_many_reviews")
    connection.execute(delete(reviews).where(reviews.c.match == table_id))
    row = {"match": table_id, "person": person.id, "asked": now, "beat": now, "analysis": ANALYSIS, "state": "making"}
    connection.execute(insert(reviews), row)


def keep(
    connection: Connection, table_id: str, state: str, review: Review | None, entries: list[int], now: float
) -> None:
    """Store a review as far as it has come."""
    values: dict[str, Any] = {"state": state, "beat": now}
    if review is not None:
        told = json.dumps({"review": review.to_json(), "entries": entries}, separators=(",", ":"))
        values["found"] = zlib.compress(told.encode(), 6)
    connection.execute(update(reviews).where(reviews.c.match == table_id).values(values))
