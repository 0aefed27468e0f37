"""How much is tried: in `./test` enough to find what breaks, in `./test long` as much as a night allows."""

from __future__ import annotations

import os

LONG = os.environ.get("LUDOTHEQUE_TESTS") == "long"


def size(usual: int, long: int) -> int:
    """So many matches, positions, kills: usually, and in a long run."""
    return long if LONG else usual
