"""The log: lines for people, or JSON for programs; each with the id of the request or message that it belongs to.

The same id stands at the request, at what it stored, and in the answer (`x-request-id`). No line holds a position, a
text of people, a key or a cookie: what is logged is named where it is logged.
"""

from __future__ import annotations

import json
import logging
import secrets
import sys
import time
from contextvars import ContextVar

PART = "part"  # what a line may tell beside its sentence: `log.info("stored", extra={PART: {...}})`
CAUSE: ContextVar[str] = ContextVar("cause", default="")  # the request or message that is being worked on


def new_cause() -> str:
    """An id for a request or a socket."""
    return secrets.token_hex(6)


class Named(logging.Filter):
    """Gives each line the id of its cause."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.__dict__.setdefault("cause", CAUSE.get())
        return True


class Lines(logging.Formatter):
    """For people."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, and the places in the code below it."""
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
        cause = f" [{named}]" if (named := getattr(record, "cause", "")) else ""
        parts = "".join(f" {name}={value}" for name, value in getattr(record, PART, {}).items())
        return f"{when} {record.levelname.lower()}{cause} {record.getMessage()}{parts}"


class Json(logging.Formatter):
    """For programs."""

    def format(self, record: logging.LogRecord) -> str:
        """One object a line."""
        told = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "cause": getattr(record, "cause", ""),
            "message": record.getMessage(),
            **getattr(record, PART, {}),
        }
        return json.dumps(told, ensure_ascii=False)


def set_up(level: str = "warning", as_json: bool = False) -> None:
    """Log to the error stream. To be called once, by who serves."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if as_json else Lines())
    handler.addFilter(Named())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
