"""What one viewer is told: everything that leaves the server about a running match is made here.

Each function takes a viewer, and asks the position for what that viewer may see, nothing else. The test of secrecy
calls them all.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ludotheque.kernel.declare import SPECTATOR
from ludotheque.play.moves import Move
from ludotheque.play.position import Position
from ludotheque.server.games.levels import Advised
from ludotheque.server.live.protocol import (
    AdviceView,
    BundleView,
    Clocks,
    Expected,
    Face,
    Hinted,
    MoveView,
    Previewed,
    Prompt,
    Reason,
    Sentence,
)
from ludotheque.server.matches.match import MOST_MOVES, Match, Question
from ludotheque.server.tables.records import UNDO_PATIENCE, TableRecord

TALK_SECONDS = 30.0  # for which talk is open in a game of silence, once its rules have opened it


def face(match: Match, viewer: int) -> Face:
    """All that the viewer sees now."""
    pos = match.pos
    plays = viewer != SPECTATOR
    question = match.questions[viewer] if plays else None
    return Face(
        view=pos.view(viewer),
        prompt=prompt(match, viewer, question),
        question=match.prompts[viewer] if plays else None,
        moves=[shown(move) for move in question.moves] if question else [],
        bundles=[one for one in bundles(pos, viewer) if len(one.moves) <= MOST_MOVES] if question else [],
        scores=pos.scores(viewer),
        may_withdraw=pos.may_withdraw(viewer) and not match.over,
        may_undo=match.may_undo(viewer) if plays else 0,
        paused=match.paused,
        silent=silent(match),
        talk_until=None if match.talk is None else match.talk + TALK_SECONDS,
        outcome=match.outcome,
    )


def prompt(match: Match, viewer: int, question: Question | None) -> Prompt:
    """The line that says what is expected: what the viewer is asked, or whom he waits for."""
    if match.over:
        return Prompt("prompt.over", {}, [])
    if question is not None:
        return Prompt(question.key, question.params, list(match.actors))
    waiting = match.pos.prompt(viewer)
    return Prompt(waiting["key"], waiting["params"], waiting["seats"])


def bundles(pos: Position, viewer: int) -> list[BundleView]:
    """The moves that may be made as one."""
    return [BundleView(one.key, dict(one.params), [move.id for move in one.moves]) for one in pos.bundles(viewer)]


def silent(match: Match) -> bool:
    """Whether this is a game of silence that is still being played."""
    return match.pos.game.declaration.silent and not match.over


def past_face(match: Match, viewer: int) -> Face:
    """What the viewer saw at an earlier moment. Nothing can be done there: no moves, no question."""
    return msgspec.structs.replace(
        face(match, viewer), moves=[], bundles=[], question=None, may_withdraw=False, may_undo=0
    )


def shown(move: Move) -> MoveView:
    """A move as it is sent."""
    key, params = move.game.notation.describe(move.id)
    return MoveView(move.id, move.text, key, params)


def clocks(match: Match, now: float, record: TableRecord | None = None) -> Clocks | None:
    """The clocks as they stand now, alike for all: the time of the last entry could be that of something secret.

    While an undo is asked for they stand still for a while: they run on from a moment to come.
    """
    if match.left is None:
        return None
    asked = record is not None and record.proposals(match).undo is not None
    still = record.stood_still(match, now) if record is not None else 0.0
    left = match.left_at(now - still) or ()
    running = [] if match.paused else list(match.actors)
    return Clocks([round(n, 1) for n in left], running, now + UNDO_PATIENCE - still if asked else now)


def preview(match: Match, seat: int, moves: Sequence[int | str], id: str) -> Previewed:
    """What a move is certain to do. Worked out in a thread: on a copy, since a position has but one workspace."""
    seen = match.pos.copy().foresee(moves, seat)
    return Previewed(id=id, events=seen.events, view=seen.view, scores=seen.scores)


def why_not(match: Match, seat: int, moves: Sequence[int | str], id: str) -> Reason:
    """Why a move, or one of several made one after the other, is not to be made. On a copy, as above."""
    move, *then = moves
    reason = match.pos.copy().why_not(move, seat, then)
    if reason is None:
        return Reason(id=id, rule=None, key=None, sentence=None)
    return Reason(id=id, rule=reason.rule, key=f"refusal.{reason.refusal}", sentence=reason.sentence())


def hint(advised: Advised, id: str) -> Hinted:
    """What a bot would play, which `workers` asked for."""
    best = [
        AdviceView(
            shown(one.move),
            None if one.result is None else round(one.result, 3),
            round(one.share, 3),
            [Expected(seat, shown(move)) for seat, move in one.line],
        )
        for one in advised.best
    ]
    reason = Sentence(*advised.reason) if advised.reason is not None else None
    return Hinted(id=id, move=shown(advised.move), bot=advised.level, best=best, reason=reason)
