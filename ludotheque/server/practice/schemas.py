"""The HTTP types about one's own mistakes."""

from __future__ import annotations

from typing import Literal

import msgspec

from ludotheque.server.live.protocol import Face
from ludotheque.server.reviews.schemas import Judgement, ReasonView, ReviewedMove

Trial = Literal["right", "better", "worse", "unmeasured"]


class MistakeCard(msgspec.Struct, frozen=True):
    """One of my mistakes, without the better move."""

    match: str
    number: int  # of the decision in the match
    game: str
    seat: int
    names: list[str]  # of all seats
    ended: float  # when the match ended
    judgement: Judgement
    loss: float
    due: float
    days: float  # between the last answer and the next; 0 before the first


class PracticeStep(msgspec.Struct, frozen=True):
    """How many of my mistakes come back after at most so many days; None: later, they count as learnt."""

    days: int | None
    count: int


class PracticeTheme(msgspec.Struct, frozen=True):
    """What the better moves would have gained, as message key, and in how many mistakes."""

    key: str
    count: int


class Practice(msgspec.Struct, frozen=True):
    """My mistakes: those that are due, when the next ones come, and how far each has got."""

    due: int
    tomorrow: int
    in_three_days: int
    streak: int  # days in a row with at least one answer
    steps: list[PracticeStep]
    themes: list[PracticeTheme]
    mistakes: list[MistakeCard]  # the due ones first


class Exercise(msgspec.Struct, frozen=True):
    """A mistake to be solved: what the person saw, and what they played."""

    card: MistakeCard
    face: Face
    played: ReviewedMove
    chance: float  # after the move played


class PracticeVerdict(msgspec.Struct, frozen=True):
    """What an answer is worth, and when the mistake comes back.

    The better move is told with a right answer, or when it is asked for.
    """

    trial: Trial
    chance: float | None  # of the move; None if it was not measured
    counted: bool  # whether it moved the mistake: only the first answer does, and only when it is due
    before: float  # days between two answers …
    days: float  # … and now
    best: ReviewedMove | None
    best_chance: float | None
    reason: ReasonView | None
