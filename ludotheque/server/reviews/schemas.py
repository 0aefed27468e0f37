"""The HTTP types about reviews."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

ReviewState = Literal["none", "waiting", "making", "stopped", "done", "failed"]
Judgement = Literal["best", "good", "inaccuracy", "mistake", "blunder"]


class ReviewedMove(msgspec.Struct, frozen=True):
    """A move, with the message that describes it."""

    id: int
    text: str
    key: str
    params: dict[str, Any]


class OtherMove(msgspec.Struct, frozen=True):
    """Another move that was looked at, and the win chance after it."""

    move: ReviewedMove
    chance: float


class ReasonView(msgspec.Struct, frozen=True):
    """The gain of the better move: a message key with parameters."""

    key: str
    params: dict[str, Any]


class VerdictView(msgspec.Struct, frozen=True):
    """The value of a decision, by what its seat knew. Chances are shares of the win."""

    number: int  # of the decision in the match, forced ones included
    entry: int  # of the log, in which it stands
    turn: int
    seat: int
    decision: str
    move: ReviewedMove
    best: ReviewedMove
    others: list[OtherMove]
    chance: float  # before it: that of the best move
    played: float  # after it
    loss: float
    error: float | None  # standard error of the loss; None after a first look
    judgement: Judgement
    final: bool
    reason: ReasonView | None


class TryMove(msgspec.Struct, frozen=True):
    """A move that somebody tries in a reviewed position: its id or its text."""

    move: int | str


class LikelyMove(msgspec.Struct, frozen=True):
    """A move of a likely continuation."""

    seat: int
    move: ReviewedMove


class TriedMove(msgspec.Struct, frozen=True):
    """What a move that was tried is worth, on the scale of the verdict; and how the match might go on."""

    chance: float
    error: float  # standard error; 0 for the two moves of the verdict
    line: list[LikelyMove]


class SeatReview(msgspec.Struct, frozen=True):
    """A seat's part of the match. Luck and what follows: None until the review is complete."""

    accuracy: float | None
    level: str | None  # of the bots, whose accuracy comes nearest; None where it was not measured
    counts: dict[str, int]
    result: float
    start: float | None
    luck: float | None
    own: float | None
    others: list[float] | None  # what the decisions of each seat changed; 0 for its own


class Stroke(msgspec.Struct, frozen=True):
    """A large stroke of luck: what chance gave each seat after an entry; None: the deal."""

    entry: int | None
    given: list[float]


class HeadMeant(msgspec.Struct, frozen=True):
    """A head that did not play its part of the common plan."""

    seat: int
    plan: ReviewedMove
    played: ReviewedMove


class MisunderstandingView(msgspec.Struct, frozen=True):
    """A secret choice that cost the team, though everybody chose well by what they knew."""

    entry: int  # of the log, in which it was carried out
    loss: float
    error: float
    heads: list[HeadMeant]


class Reviewed(msgspec.Struct, frozen=True):
    """The results of a review so far."""

    complete: bool
    decisions: int  # with at least two moves
    verdicts: list[VerdictView]
    seats: list[SeatReview]
    strokes: list[Stroke]  # in the order of the match
    misunderstandings: list[MisunderstandingView]
    rounds: list[int]  # the entry that begins each round, once everything has been looked at
    cause: ReasonView | None  # why the match ended as it did: a clause


class ReviewView(msgspec.Struct, frozen=True):
    """A review as it stands. `revision` grows with every change."""

    state: ReviewState
    revision: int
    ahead: int  # reviews that are made before a waiting one
    review: Reviewed | None  # None if there is nothing yet, or nothing newer than the page has
