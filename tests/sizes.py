"""Sizes of tests: `./test` runs enough to find common faults, `./test long` as much as a night allows."""

from __future__ import annotations

import os

LONG = os.environ.get("LUDOTHEQUE_TESTS") == "long"


def size(usual: int, long: int) -> int:
    """A number of matches, positions or kills: `usual`, or `long` in a long run."""
    return long if LONG else usual
