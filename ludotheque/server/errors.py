"""Errors that are sent to a page: a code and a sentence, never a traceback."""

from __future__ import annotations

from typing import Any

import msgspec

from ludotheque.errors import LudothequeError
from ludotheque.messages import common

STATUS = {
    "bad_origin": 403,
    "banned": 403,
    "bad_host": 421,
    "bad_request": 400,
    "bad_input": 400,
    "bad_code": 403,
    "bad_name": 400,
    "bad_push": 400,
    "bad_webhook": 400,
    "blocked": 403,
    "chat_closed": 409,
    "no_person": 401,
    "not_found": 404,
    "unknown_game": 404,
    "method_not_allowed": 405,
    "not_allowed": 403,
    "not_organiser": 403,
    "not_your_seat": 403,
    "removed": 403,
    "too_large": 413,
    "too_late": 408,
    "too_many": 429,
    "too_many_bots": 429,
    "too_many_reviews": 429,
    "too_many_tables": 429,
    "too_many_tournaments": 429,
    "too_much_stored": 429,
    "storage": 503,
    "internal": 500,
}  # all others: 409, a conflict with the current state


class ErrorBody(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An error as the page gets it: a code to translate, and the English sentence."""

    code: str
    message: str
    rule: str | None = None
    key: str | None = None
    faults: list[dict[str, Any]] | None = None


class Refused(LudothequeError):
    """A refusal, by the code of its sentence in the message files."""

    def __init__(self, code: str) -> None:
        super().__init__(sentence(code))
        self.code = code

    @property
    def status(self) -> int:
        """The HTTP status of the refusal."""
        return STATUS.get(self.code, 409)


def sentence(code: str) -> str:
    """Return the English sentence of a code."""
    return common("en")[f"error.{code}"]
