"""Errors as answers: status, code and a sentence. Unexpected errors reveal nothing."""

from __future__ import annotations

import json

import msgspec
from sqlalchemy.exc import DataError

from ludotheque.server.errors import ErrorBody, sentence
from ludotheque.server.matches.ledger import Damaged, NoSuchEntry, OtherRules
from ludotheque.server.matches.refusals import refusal_of
from ludotheque.server.storage import database_failure


def explain(error: Exception) -> tuple[int, ErrorBody]:
    """The status and body for any error; an unexpected one reveals nothing about itself."""
    known = refusal_of(error)
    if known is not None:
        return known
    if database_failure(error) is not None:
        return 503, ErrorBody(code="storage", message=sentence("storage"))
    if isinstance(
        error, Damaged | json.JSONDecodeError | msgspec.DecodeError
    ):  # stored data: requests are checked before
        return 409, ErrorBody(code="damaged", message=sentence("damaged"))
    if isinstance(error, OtherRules):
        return 409, ErrorBody(code="other_rules", message=sentence("other_rules"))
    if isinstance(error, DataError | OverflowError | RecursionError):
        # Input that no database accepts: a text with NUL, a number out of range, endless brackets.
        return 400, ErrorBody(code="bad_request", message=sentence("bad_request"))
    if isinstance(error, NoSuchEntry):
        return 404, ErrorBody(code="not_found", message=str(error))
    return 500, ErrorBody(code="internal", message=sentence("internal"))
