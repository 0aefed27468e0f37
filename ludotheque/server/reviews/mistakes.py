"""A complete review hands people their mistakes to solve again: at most six a match, the costliest first."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from fsrs import Card
from sqlalchemy import Connection, insert, select

from ludotheque.bots.review import Review
from ludotheque.server.reviews import views
from ludotheque.server.reviews.schemas import VerdictView
from ludotheque.server.storage.schema import mistakes, results

MOST = 6  # mistakes of one match
FROM_INACCURACY = 0.07  # of the win: what an inaccuracy must lose to be worth it


def take_up(connection: Connection, table_id: str, review: Review, entries: list[int], now: float) -> None:
    """Hand the people of a match their mistakes, when its review is complete."""
    told = views.view(review, entries).verdicts
    wanted = select(results.c.seat, results.c.person).where(results.c.match == table_id, results.c.person.is_not(None))
    there = set(connection.execute(select(mistakes.c.person, mistakes.c.number).where(mistakes.c.match == table_id)))
    for seat, person in connection.execute(wanted).all():
        own = [one for one in told if one.seat == seat and _is_worth_it(one)]
        for verdict in sorted(own, key=lambda one: (-one.loss, one.number))[:MOST]:
            if (person, verdict.number) not in there:
                _add(connection, person, table_id, review.game, verdict, now)


def _is_worth_it(verdict: VerdictView) -> bool:
    if verdict.judgement == "inaccuracy":
        return verdict.loss >= FROM_INACCURACY
    return verdict.judgement in ("mistake", "blunder")


def _add(connection: Connection, person: str, table_id: str, game: str, verdict: VerdictView, now: float) -> None:
    at = datetime.fromtimestamp(now, UTC)
    row = {"person": person, "match": table_id, "number": verdict.number, "seat": verdict.seat, "game": game}
    row |= {"loss": verdict.loss, "verdict": msgspec.to_builtins(verdict), "added": now, "due": now, "days": 0.0}
    connection.execute(insert(mistakes), {**row, "card": dict(Card(card_id=0, due=at).to_dict())})
