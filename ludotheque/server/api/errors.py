"""Any error as an answer: status, code, and a sentence that tells nothing of what nobody expected."""

from __future__ import annotations

from sqlalchemy.exc import DataError

from ludotheque import bots
from ludotheque.errors import BadInput, GameOver, IllegalMove, MalformedMove, NotYourTurn, UnknownGame
from ludotheque.server.errors import STATUS, ErrorBody, Refused, sentence
from ludotheque.server.matches.ledger import Damaged, NoSuchEntry, OtherRules
from ludotheque.server.matches.match import CannotUndo
from ludotheque.server.storage import trouble


def explain(error: Exception) -> tuple[int, ErrorBody]:
    """Status and body for any error; one that nobody expected says nothing about itself."""
    if isinstance(error, Refused):
        return error.status, ErrorBody(code=error.code, message=str(error))
    if isinstance(error, IllegalMove):
        return 409, ErrorBody(code="illegal_move", message=str(error), rule=error.rule, key=f"refusal.{error.refusal}")
    if isinstance(error, BadInput):
        faults = [{"line": f.line, "field": f.field, "problem": f.problem} for f in error.faults]
        return 400, ErrorBody(code="bad_input", message=str(error), faults=faults)
    if trouble(error) is not None:
        return 503, ErrorBody(code="storage", message=sentence("storage"))
    if isinstance(error, Damaged):
        return 409, ErrorBody(code="damaged", message=sentence("damaged"))
    if isinstance(error, OtherRules):
        return 409, ErrorBody(code="other_rules", message=sentence("other_rules"))
    if isinstance(error, DataError | OverflowError | RecursionError):
        # A text that no database takes, such as one with a NUL in it; a number that none takes; brackets without end.
        return 400, ErrorBody(code="bad_request", message=sentence("bad_request"))
    code = next((code for kind, code in KNOWN if isinstance(error, kind)), None)
    if code is not None:
        return STATUS.get(code, 409), ErrorBody(code=code, message=str(error))
    return 500, ErrorBody(code="internal", message=sentence("internal"))


KNOWN: tuple[tuple[type[Exception], str], ...] = (
    (MalformedMove, "malformed_move"),
    (NotYourTurn, "not_your_turn"),
    (GameOver, "game_over"),
    (CannotUndo, "cannot_undo"),
    (NoSuchEntry, "not_found"),
    (UnknownGame, "unknown_game"),
    (bots.NoSuchBot, "no_such_bot"),
)
