"""Small helper functions for views."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ludotheque.play.endings import Ending, ending
from ludotheque.play.viewers import All, Viewer

__all__ = ["Ending", "alike", "context", "decision", "ending", "owns"]

T = TypeVar("T")


def decision(s: Any) -> int:
    """The number of the decision that is asked now, 0 when the match is over."""
    return int(s.ask_kind[s.depth - 1]) if s.depth else 0


def context(s: Any) -> tuple[int, int]:
    """The two numbers that the decision asked now is about."""
    return s.ask_a[s.depth - 1], s.ask_b[s.depth - 1]


def alike(s: Any, name: str, make: Callable[[Any], T]) -> T:
    """A value that follows from the state alone: computed for the first viewer of a position, then cached.

    All of them are handed the same, so it is nothing that one of them could write into.
    """
    common: dict[str, Any] | None = getattr(s, "common", None)
    if common is None:
        return make(s)
    if name not in common:
        common[name] = make(s)
    found: T = common[name]
    return found


def owns(viewer: Viewer, seat: int) -> bool:
    """Whether the viewer sees what is private to a seat: that seat, or who sees everything."""
    return isinstance(viewer, All) or viewer == seat
