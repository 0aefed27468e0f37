"""What is refused, to people as to pages: a code, a sentence, and what belongs to it. Never a traceback."""

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
    "too_many_tables": 429,
    "too_many_tournaments": 429,
    "too_much_stored": 429,
    "storage": 503,
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
