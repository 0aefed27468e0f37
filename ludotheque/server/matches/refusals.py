"""Refusals by the rules, at a table of a server or in a browser, as they are sent: status, code and a sentence."""

from __future__ import annotations

from ludotheque.bots import NoSuchBot
from ludotheque.errors import BadInput, GameOver, IllegalMove, MalformedMove, NotYourTurn, UnknownGame
from ludotheque.server.errors import STATUS, ErrorBody, Refused
from ludotheque.server.matches.match import CannotUndo

KNOWN: tuple[tuple[type[Exception], str], ...] = (
    (MalformedMove, "malformed_move"),
    (NotYourTurn, "not_your_turn"),
    (GameOver, "game_over"),
    (CannotUndo, "cannot_undo"),
    (UnknownGame, "unknown_game"),
    (NoSuchBot, "no_such_bot"),
)


def refusal_of(error: Exception) -> tuple[int, ErrorBody] | None:
    """The status and body of a refusal; None for an error that is none."""
    if isinstance(error, Refused):
        return error.status, ErrorBody(code=error.code, message=str(error))
    if isinstance(error, IllegalMove):
        return 409, ErrorBody(code="illegal_move", message=str(error), rule=error.rule, key=f"refusal.{error.refusal}")
    if isinstance(error, BadInput):
        faults = [{"line": f.line, "field": f.field, "problem": f.problem} for f in error.faults]
        return 400, ErrorBody(code="bad_input", message=str(error), faults=faults)
    code = next((code for kind, code in KNOWN if isinstance(error, kind)), None)
    return None if code is None else (STATUS.get(code, 409), ErrorBody(code=code, message=str(error)))
