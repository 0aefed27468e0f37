"""What is refused, to people as to pages: a code, a sentence, and what belongs to it. Never a traceback."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy.exc import DataError

from ludotheque import bots
from ludotheque.errors import BadInput, GameOver, IllegalMove, LudothequeError, MalformedMove, NotYourTurn, UnknownGame
from ludotheque.messages import common
from ludotheque.server.matches.ledger import NoSuchEntry, OtherRules
from ludotheque.server.matches.match import CannotUndo

STATUS = {
    "bad_origin": 403,
    "bad_host": 421,
    "bad_request": 400,
    "bad_input": 400,
    "bad_code": 403,
    "bad_push": 400,
    "bad_webhook": 400,
    "chat_closed": 409,
    "no_person": 401,
    "not_found": 404,
    "unknown_game": 404,
    "method_not_allowed": 405,
    "not_allowed": 403,
    "not_your_seat": 403,
    "removed": 403,
    "too_large": 413,
    "too_many": 429,
    "internal": 500,
}  # all others: 409, it does not fit how things stand


class ErrorBody(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An error as it is sent: the page translates the code, the message is its English sentence."""

    code: str
    message: str
    rule: str | None = None
    key: str | None = None
    faults: list[dict[str, Any]] | None = None


class Refused(LudothequeError):
    """Something that can't be done, by the code of its sentence in the message files."""

    def __init__(self, code: str) -> None:
        super().__init__(sentence(code))
        self.code = code

    @property
    def status(self) -> int:
        """Its HTTP status."""
        return STATUS.get(self.code, 409)


def sentence(code: str) -> str:
    """The English sentence of a code."""
    return common("en")[f"error.{code}"]


def explain(error: Exception) -> tuple[int, ErrorBody]:
    """Status and body for any error; one that nobody expected says nothing about itself."""
    if isinstance(error, Refused):
        return error.status, ErrorBody(code=error.code, message=str(error))
    if isinstance(error, IllegalMove):
        return 409, ErrorBody(code="illegal_move", message=str(error), rule=error.rule, key=f"refusal.{error.refusal}")
    if isinstance(error, BadInput):
        faults = [{"line": f.line, "field": f.field, "problem": f.problem} for f in error.faults]
        return 400, ErrorBody(code="bad_input", message=str(error), faults=faults)
    if isinstance(error, OtherRules):
        return 409, ErrorBody(code="other_rules", message=sentence("other_rules"))
    if isinstance(error, DataError):  # a text that no database takes: one with a NUL in it
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
