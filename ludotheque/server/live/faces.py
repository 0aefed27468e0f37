"""What one viewer is told: everything that leaves the server about a running match is made here.

Each function takes a viewer, and asks the position for what that viewer may see, nothing else. The test of secrecy
calls them all.
"""

from __future__ import annotations

import msgspec

from ludotheque import bots
from ludotheque.play.moves import Move
from ludotheque.server.live.protocol import Clocks, Face, Hinted, MoveView, Previewed, Prompt, Reason
from ludotheque.server.matches.match import Match

HINT_SEED = "hint"  # the same question, the same hint


def face(match: Match, viewer: int | None) -> Face:
    """All that the viewer sees now."""
    pos = match.pos
    question = match.questions[viewer] if viewer is not None else None
    prompt = pos.prompt(viewer)
    if match.over:
        prompt = {"key": "prompt.over", "params": {}, "seats": []}
    return Face(
        view=pos.view(viewer),
        prompt=Prompt(prompt["key"], prompt["params"], prompt["seats"]),
        question=None if viewer is None else match.prompts[viewer],
        moves=[shown(move) for move in question.moves] if question else [],
        scores=pos.scores(viewer),
        may_withdraw=viewer in pos.ready and not match.over,
        may_undo=match.may_undo(viewer) if viewer is not None else 0,
        paused=match.paused,
        outcome=match.outcome,
    )


def past_face(match: Match, viewer: int | None) -> Face:
    """What the viewer saw at an earlier moment. Nothing can be done there: no moves, no question."""
    return msgspec.structs.replace(face(match, viewer), moves=[], question=None, may_withdraw=False, may_undo=0)


def shown(move: Move) -> MoveView:
    """A move as it is sent."""
    key, params = move.game.notation.describe(move.id)
    return MoveView(move.id, move.text, key, params)


def clocks(match: Match) -> Clocks | None:
    """The clocks, alike for all."""
    if match.left is None:
        return None
    running = [] if match.paused else list(match.actors)
    return Clocks([round(n, 1) for n in match.left], running, match.at)


def preview(match: Match, seat: int, move: int | str, id: str) -> Previewed:
    """What a move is certain to do. Worked out in a thread: on a copy, since a position has but one workspace."""
    return Previewed(id=id, events=match.pos.copy().preview(move, seat))


def why_not(match: Match, seat: int, move: int | str, id: str) -> Reason:
    """Why a move is not to be made."""
    reason = match.pos.why_not(move, seat)
    if reason is None:
        return Reason(id=id, rule=None, key=None, sentence=None)
    return Reason(id=id, rule=reason.rule, key=f"refusal.{reason.refusal}", sentence=reason.sentence())


def hint(match: Match, seat: int, id: str) -> Hinted:
    """What the best bot would play; it is handed a redealt position, as bots are."""
    name = bots.strongest(match.pos.game)
    bot = bots.make(name, HINT_SEED, match.pos.game)
    return Hinted(id=id, move=shown(bots.decide(bot, match.pos.copy(), seat)), bot=name)
