"""One's own mistakes, brought back by FSRS.

The first answer to a mistake that is due counts: right, or right after a hint, or wrong. All other tries are free.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

import msgspec
from fsrs import Card, Rating, Scheduler
from sqlalchemy import Connection, Row, func, insert, select, update

import ludotheque as lt
from ludotheque.server.errors import Refused
from ludotheque.server.live import presenter
from ludotheque.server.matches.match import Match
from ludotheque.server.people.schemas import Person
from ludotheque.server.practice.schemas import (
    Exercise,
    MistakeCard,
    Practice,
    PracticeStep,
    PracticeTheme,
    PracticeVerdict,
    Trial,
)
from ludotheque.server.reviews import services as reviews
from ludotheque.server.reviews.schemas import VerdictView
from ludotheque.server.storage.schema import mistakes, practice_days, results, tables

NEAR = 0.02  # as good as the best
DAY = 86400.0
STEPS = (1, 3, 7, 21, 60)  # days: what lies further off counts as learnt
LISTED = 200
# Steps within a day are left out: a mistake comes back on another day. Nothing is drawn at random.
SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


# Lists ----------------------------------------------------------------------------------------------------------------


def listed(connection: Connection, person: Person, now: float) -> Practice:
    """Return a person's mistakes."""
    wanted = select(mistakes, tables.c.ended).join(tables, tables.c.id == mistakes.c.match)
    rows = connection.execute(wanted.where(mistakes.c.person == person.id).order_by(mistakes.c.due)).all()
    names = _names(connection, {row.match for row in rows[:LISTED]})
    reasons = Counter(row.verdict["reason"]["key"] for row in rows if row.verdict.get("reason"))
    ahead = [(row.due - now) / DAY for row in rows]
    return Practice(
        due=sum(days <= 0 for days in ahead),
        tomorrow=sum(0 < days <= 1 for days in ahead),
        in_three_days=sum(1 < days <= 3 for days in ahead),
        streak=_streak(connection, person, now),
        steps=_steps([row.days for row in rows if row.answered is not None]),
        themes=[PracticeTheme(key, count) for key, count in reasons.most_common(6)],
        mistakes=[_card(row, names) for row in rows[:LISTED]],
    )


def _steps(days: list[float]) -> list[PracticeStep]:
    """Count the mistakes by the days until they come back."""
    found, below = [], 0.0
    for step in STEPS:
        found.append(PracticeStep(step, sum(below < one <= step for one in days)))
        below = step
    return [*found, PracticeStep(None, sum(one > below for one in days))]


def count_due(connection: Connection, person: Person, now: float) -> int:
    """Count a person's mistakes to be solved again now."""
    wanted = select(func.count()).select_from(mistakes).where(mistakes.c.person == person.id, mistakes.c.due <= now)
    return int(connection.execute(wanted).scalar_one())


def _streak(connection: Connection, person: Person, now: float) -> int:
    """Count the days in a row with at least one answer; today may still be missing."""
    wanted = select(practice_days.c.day).where(practice_days.c.person == person.id)
    days = set(connection.execute(wanted).scalars())
    today = datetime.fromtimestamp(now, UTC).date()
    day: date = today if today.isoformat() in days else today - timedelta(days=1)
    count = 0
    while (day - timedelta(days=count)).isoformat() in days:
        count += 1
    return count


def _names(connection: Connection, matches: set[str]) -> dict[str, list[str]]:
    wanted = select(results.c.match, results.c.name).where(results.c.match.in_(matches))
    found: dict[str, list[str]] = {}
    for row in connection.execute(wanted.order_by(results.c.seat)):
        found.setdefault(row.match, []).append(row.name)
    return found


def _card(row: Row[Any], names: dict[str, list[str]]) -> MistakeCard:
    return MistakeCard(
        match=row.match,
        number=row.number,
        game=row.game,
        seat=row.seat,
        names=names.get(row.match, []),
        ended=row.ended or row.added,
        judgement=row.verdict["judgement"],
        loss=row.loss,
        due=row.due,
        days=row.days,
    )


# Exercises ------------------------------------------------------------------------------------------------------------


def exercise(connection: Connection, person: Person, table_id: str, number: int, now: float) -> Exercise:
    """Return a mistake to be solved. The better move is not in it."""
    row = _row(connection, person, table_id, number)
    pos = reviews.position_before(connection, table_id, number, row.seat, now)
    nothing = (0,) * pos.players
    face = presenter.face(Match(pos, number, (*nothing, 0), nothing), row.seat)
    verdict = _verdict(row)
    return Exercise(_card(row, _names(connection, {table_id})), face, verdict.move, verdict.played)


def _row(connection: Connection, person: Person, table_id: str, number: int) -> Row[Any]:
    wanted = select(mistakes, tables.c.ended).join(tables, tables.c.id == mistakes.c.match)
    mine = (mistakes.c.person == person.id, mistakes.c.match == table_id, mistakes.c.number == number)
    row = connection.execute(wanted.where(*mine)).one_or_none()
    if row is None:
        raise Refused("not_found")
    return row


def _verdict(row: Row[Any]) -> VerdictView:
    return msgspec.convert(row.verdict, VerdictView)


def judge(verdict: VerdictView, move: int) -> tuple[Trial, float | None]:
    """Judge a move by what was measured when the match was reviewed; return its win chance, too."""
    if move == verdict.best.id:
        return "right", verdict.chance
    if move == verdict.move.id:
        return "worse", verdict.played
    chance = next((other.chance for other in verdict.others if other.move.id == move), None)
    if chance is None:
        return "unmeasured", None
    if chance >= verdict.chance - NEAR:
        return "right", chance
    return ("better" if chance > verdict.played + NEAR else "worse"), chance


RATINGS: dict[Trial, Rating] = {"right": Rating.Good, "better": Rating.Hard, "worse": Rating.Again}


def answer(
    connection: Connection,
    person: Person,
    table_id: str,
    number: int,
    move: int | str | None,
    hinted: bool,
    now: float,
) -> PracticeVerdict:
    """Judge an answer; without a move, the better one is asked for, which counts as wrong.

    A move that was not measured moves nothing.
    """
    row = _row(connection, person, table_id, number)
    verdict = _verdict(row)
    trial: Trial = "worse"
    chance: float | None = None
    if move is not None:
        trial, chance = judge(verdict, lt.game(row.game, "plain").action(move))
    counted, days = trial != "unmeasured" and row.due <= now, row.days
    if counted:
        rating = Rating.Hard if hinted and trial == "right" else RATINGS[trial]
        days = _bring_back(connection, row, rating, now)
    told = trial == "right" or move is None
    return PracticeVerdict(
        trial=trial,
        chance=chance,
        counted=counted,
        before=row.days,
        days=days,
        best=verdict.best if told else None,
        best_chance=verdict.chance if told else None,
        reason=verdict.reason if told else None,
    )


def _bring_back(connection: Connection, row: Row[Any], rating: Rating, now: float) -> float:
    """Note an answer; return the days until the mistake comes back."""
    at = datetime.fromtimestamp(now, UTC)
    card, _ = SCHEDULER.review_card(Card.from_dict(cast(Any, row.card)), rating, at)
    days = (card.due - at) / timedelta(days=1)
    mine = (mistakes.c.person == row.person, mistakes.c.match == row.match, mistakes.c.number == row.number)
    values = {"card": dict(card.to_dict()), "due": now + DAY * days, "days": days, "answered": now}
    connection.execute(update(mistakes).where(*mine).values(values))
    day = {"person": row.person, "day": at.date().isoformat()}
    there = select(practice_days.c.day).where(practice_days.c.person == row.person, practice_days.c.day == day["day"])
    if connection.execute(there).scalar() is None:
        connection.execute(insert(practice_days), day)
    return days
