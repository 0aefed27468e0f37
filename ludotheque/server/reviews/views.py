"""What a page is shown of a review."""

from __future__ import annotations

from collections.abc import Iterable

import ludotheque as lt
from ludotheque.bots.review import Review, Verdict
from ludotheque.bots.trying import Tried
from ludotheque.play.base import BaseGame
from ludotheque.play.position import Position
from ludotheque.server.matches.entries import Entry
from ludotheque.server.reviews.schemas import (
    HeadMeant,
    LikelyMove,
    MisunderstandingView,
    OtherMove,
    ReasonView,
    Reviewed,
    ReviewedMove,
    SeatReview,
    Stroke,
    TriedMove,
    VerdictView,
)

STROKE = 0.02  # of the win: what chance must give or take at least to be listed
STROKES = 12  # listed


def entries_of(pos: Position, standing: Iterable[Entry]) -> list[int]:
    """The number of the log entry of every decision. Choices made in secret count when they are carried out."""
    found = list[int]()
    latest: dict[int, int] = {}  # by seat: its last entry
    for entry in standing:
        if entry.kind == "withdraw" and entry.seat is not None:
            pos.withdraw(entry.seat, stored=True)
        if entry.kind != "decide":
            continue
        if entry.seat is not None:
            latest[entry.seat] = entry.number
        for move in entry.moves:
            pos.play(move, entry.seat)
        found += [latest.get(played.seat, entry.number) for played in pos.past()[len(found) :]]
    return found


def view(review: Review, entries: list[int]) -> Reviewed:
    """Return a review as it is sent."""
    game = lt.game(review.game, "plain")
    return Reviewed(
        complete=review.complete,
        decisions=review.decisions,
        verdicts=[_verdict(game, verdict, entries) for verdict in review.verdicts],
        seats=[
            SeatReview(
                accuracy=seat.accuracy,
                level=seat.level,
                counts=dict(seat.counts),
                result=seat.result,
                start=seat.start,
                luck=seat.luck,
                own=seat.own,
                others=None if seat.others is None else list(seat.others),
            )
            for seat in review.seats
        ],
        strokes=_strokes(review, entries),
        misunderstandings=[
            MisunderstandingView(
                entry=entries[one.number],
                loss=round(one.loss, 4),
                error=round(one.error, 4),
                heads=[
                    HeadMeant(seat, _move(game, plan), _move(game, one.played[seat]))
                    for seat, plan in sorted(one.plan.items())
                ],
            )
            for one in review.misunderstandings
        ],
        rounds=[entries[number] for number in review.rounds],
        cause=None if review.cause is None else ReasonView(*review.cause),
    )


def _verdict(game: BaseGame, verdict: Verdict, entries: list[int]) -> VerdictView:
    reason = verdict.reason
    return VerdictView(
        number=verdict.number,
        entry=entries[verdict.number],
        turn=verdict.turn,
        seat=verdict.seat,
        decision=verdict.decision,
        move=_move(game, verdict.move),
        best=_move(game, verdict.best),
        others=[OtherMove(_move(game, move), round(chance, 4)) for move, chance in verdict.others],
        chance=round(verdict.chance, 4),
        played=round(verdict.played, 4),
        loss=round(verdict.loss, 4),
        error=None if verdict.error is None else round(verdict.error, 4),
        judgement=verdict.judgement,  # type: ignore[arg-type]  # one of CLASSES
        final=verdict.final,
        reason=None if reason is None else ReasonView(*reason),
    )


def tried(game: BaseGame, found: Tried) -> TriedMove:
    """Return a measured move as it is sent."""
    line = [LikelyMove(seat, _move(game, move.id)) for seat, move in found.line]
    return TriedMove(round(found.chance, 4), round(found.error, 4), line)


def _move(game: BaseGame, action: int) -> ReviewedMove:
    move = game.move(action)
    key, params = game.notation.describe(action)
    return ReviewedMove(move.id, move.text, key, params)


def _strokes(review: Review, entries: list[int]) -> list[Stroke]:
    """Return the largest strokes of luck, in the order of the match."""
    if review.ledger is None:
        return []
    found = [(-1, review.ledger.deal), *((step.number, step.chance) for step in review.ledger.steps if step.drawn)]
    large = sorted(found, key=lambda one: -max(map(abs, one[1])))[:STROKES]
    return [
        Stroke(entries[number] if number >= 0 else None, [round(part, 4) for part in given])
        for number, given in sorted(large)
        if max(map(abs, given)) >= STROKE
    ]
