"""The messages about a running match for one viewer. Everything about it that leaves the server is made here.

Each function takes a viewer, and uses only what the position shows to that viewer. The secrecy test calls them all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

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

TALK_SECONDS = 30.0  # for which chat is open in a game of silence after its rules allow it


def face(match: Match, viewer: int) -> Face:
    """Everything that the viewer sees now."""
    pos = match.pos
    plays = viewer != SPECTATOR
    question = match.questions[viewer] if plays else None
    return Face(
        view=pos.view(viewer),
        prompt=prompt(match, viewer, question),
        question=match.prompts[viewer] if plays else None,
        moves=[move_view(move) for move in question.moves] if question else [],
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
    """The prompt line: the question to the viewer, or the seats that the viewer waits for."""
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
    """Whether this is a game of silence that is not over."""
    return match.pos.game.declaration.silent and not match.over


def past_face(match: Match, viewer: int) -> Face:
    """The face that the viewer saw at an earlier moment, without moves and questions."""
    return msgspec.structs.replace(
        face(match, viewer), moves=[], bundles=[], question=None, may_withdraw=False, may_undo=0
    )


def move_view(move: Move) -> MoveView:
    """A move as the page gets it."""
    key, params = move.game.notation.describe(move.id)
    return MoveView(move.id, move.text, key, params)


def clocks(match: Match, now: float) -> Clocks | None:
    """The clocks as they stand now, the same for all. The time of the last entry is left out: it may be secret."""
    left = match.left_at(now)
    if left is None:
        return None
    running = [] if match.paused else list(match.actors)
    return Clocks([round(n, 1) for n in left], running, now)


def preview(
    match: Match,
    seat: int,
    moves: Sequence[int | str],
    message_id: str,
    world: Callable[[int, int], Position] | None = None,
) -> Previewed:
    """The certain effects of a move. Runs in a thread on a copy, because a position has only one workspace."""
    seen = match.pos.copy().foresee(moves, seat, world)
    return Previewed(id=message_id, events=seen.events, view=seen.view, scores=seen.scores)


def why_not(match: Match, seat: int, moves: Sequence[int | str], message_id: str) -> Reason:
    """The reason why a move, or one of several in a row, is illegal. On a copy, as above."""
    move, *then = moves
    reason = match.pos.copy().why_not(move, seat, then)
    if reason is None:
        return Reason(id=message_id, rule=None, key=None, sentence=None)
    return Reason(id=message_id, rule=reason.rule, key=f"refusal.{reason.refusal}", sentence=reason.sentence())


def hint(advised: Advised, message_id: str) -> Hinted:
    """The message for a hint that `workers` has computed."""
    best = [
        AdviceView(
            move_view(one.move),
            None if one.result is None else round(one.result, 3),
            round(one.share, 3),
            [Expected(seat, move_view(move)) for seat, move in one.line],
        )
        for one in advised.best
    ]
    reason = Sentence(*advised.reason) if advised.reason is not None else None
    return Hinted(id=message_id, move=move_view(advised.move), bot=advised.level, best=best, reason=reason)
