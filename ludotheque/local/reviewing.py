"""The review of a finished match in a browser: made piece by piece, kept with the table, gone on with later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.bots.review import Review, Reviewing, from_json
from ludotheque.bots.trying import try_move
from ludotheque.errors import BadInput
from ludotheque.local.table import LocalTable
from ludotheque.play.position import Position
from ludotheque.server.errors import Refused
from ludotheque.server.live import presenter
from ludotheque.server.live.protocol import Face
from ludotheque.server.matches.match import Match
from ludotheque.server.reviews import views
from ludotheque.server.reviews.schemas import ReviewState, ReviewView, TriedMove

EFFORT, UNCOMPILED = 0.5, 0.02  # a share of the server's simulations: in the module of the game, and in plain rules


class TableReview:
    """A review of one match. Luck is not measured here."""

    def __init__(self, table: LocalTable) -> None:
        if not table.match.over:
            raise Refused("not_over")
        if not table.game.has_heuristic:
            raise Refused("no_review")
        if not (table.match.outcome or {}).get("shares"):
            raise Refused("review_other_rules")
        self.table = table
        self.revision = 0
        self.review: Review | None = None
        self.state: ReviewState = "none"
        self._steps: Iterator[Review] | None = None
        self._read(table.stored.get("review"))

    def _read(self, kept: Any) -> None:
        """Take in what was kept; what can't be read is made again."""
        if kept is None:
            return
        try:
            self.review = from_json(kept["review"])
        except (BadInput, KeyError, TypeError):
            return
        self.state = "done" if kept.get("done") else "stopped"
        self.revision = 1

    @property
    def at_work(self) -> bool:
        """Whether there are more pieces to do."""
        return self._steps is not None

    def begin(self) -> None:
        """Begin, or go on; nothing if it is there already."""
        if self.state == "done" or self.at_work:
            return
        loaded = self.table.assets.is_loaded(self.table.game.name)
        effort = EFFORT if loaded else UNCOMPILED
        partial = self.review if self.review is not None and self.review.effort == effort else None
        mine = self.table.mine[0] if self.table.mine else None
        self._steps = iter(Reviewing(self.table.record(), self.table.id, effort, partial, mine))
        self.state = "making"

    def work(self) -> bool:
        """Do one piece; whether that was the last one."""
        if self._steps is None:
            return True
        try:
            found = next(self._steps, None)
        except Exception:
            self._steps, self.state = None, "failed"
            raise
        self.revision += 1
        if found is None:
            self._steps, self.state = None, "done"
        else:
            self.review = found
        return found is None

    @property
    def kept(self) -> dict[str, Any] | None:
        """What is kept with the table."""
        return None if self.review is None else {"review": self.review.to_json(), "done": self.state == "done"}

    def view(self, have: int) -> ReviewView:
        """The review as it stands; without what a page of that revision has."""
        found = None
        if self.review is not None and self.revision != have:
            entries = views.entries_of(self.table.at(0).pos.copy(), self.table.standing())
            found = views.view(self.review, entries)
        return ReviewView(self.state, self.revision, 0, found)


def attempt(table: LocalTable, review: Review | None, number: int, seat: int, move: int | str) -> TriedMove:
    """Measure another move in the position of a decision of a reviewed match."""
    verdicts = review.verdicts if review is not None else ()
    verdict = next((one for one in verdicts if (one.number, one.seat) == (number, seat) and one.final), None)
    if verdict is None:
        raise Refused("review_not_complete")
    pos = _before(table, number)
    action = move if isinstance(move, int) else table.game.action(move)
    return views.tried(table.game, try_move(pos, verdict, action, table.id))


def _before(table: LocalTable, number: int) -> Position:
    """The position before a decision."""
    pos = table.at(0).pos.copy()
    for mover, move in table.record()["moves"][:number]:
        pos.play(move, mover)
    return pos


def seen_before(table: LocalTable, number: int, seat: int) -> Face:
    """What a seat saw when it made a decision of the match, with its legal moves."""
    moves = table.record()["moves"]
    if not 0 <= number < len(moves) or moves[number][0] != seat:
        raise Refused("not_found")
    pos = _before(table, number)
    nothing = (0,) * pos.players
    return presenter.face(Match(pos, number, (*nothing, 0), nothing), seat)
