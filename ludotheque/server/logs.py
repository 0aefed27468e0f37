"""The log: plain lines or JSON, each with the id of the request or message that caused it.

The same id is logged for the request and for what it stored, and sent in the answer (`x-request-id`). No line holds a
position, a text by a player, a key or a cookie.
"""

from __future__ import annotations

import json
import logging
import secrets
import sys
import time
from contextvars import ContextVar

PART = "part"  # fields of a line beside its sentence: `log.info("stored", extra={PART: {...}})`
CAUSE: ContextVar[str] = ContextVar("cause", default="")  # the id of the request or message being handled


def new_cause() -> str:
    """Return a new id for a request or a socket."""
    return secrets.token_hex(6)


class Named(logging.Filter):
    """Adds the id of the cause to each line."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.__dict__.setdefault("cause", CAUSE.get())
        return True


class Lines(logging.Formatter):
    """Formats lines for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line; a traceback follows it."""
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
        cause = f" [{named}]" if (named := getattr(record, "cause", "")) else ""
        parts = "".join(f" {name}={value}" for name, value in getattr(record, PART, {}).items())
        return f"{when} {record.levelname.lower()}{cause} {record.getMessage()}{parts}"


class Json(logging.Formatter):
    """Formats lines as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one JSON object."""
        fields = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "cause": getattr(record, "cause", ""),
            "message": record.getMessage(),
            **getattr(record, PART, {}),
        }
        return json.dumps(fields, ensure_ascii=False)


def set_up(level: str = "warning", as_json: bool = False) -> None:
    """Log to the error stream; a server calls this once.

    The level holds for our own modules. Libraries log warnings and errors only: below that, they write whole requests
    and messages, with device keys, chat and the ids of tables.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if as_json else Lines())
    handler.addFilter(Named())
    own = logging.getLevelNamesMapping()[level.upper()]
    logging.basicConfig(level=max(own, logging.WARNING), handlers=[handler], force=True)
    logging.getLogger("ludotheque").setLevel(own)
