"""Viewers: a seat (0, 1, …), `SPECTATOR`, who watches and has no seat, or `ALL`, who sees everything.

`ALL` is for tests, simulations and finished matches.
"""

from __future__ import annotations


class All:
    """The type of `ALL`, the viewer who sees everything."""

    def __repr__(self) -> str:
        return "ludotheque.ALL"


ALL = All()
Viewer = int | All  # a seat, SPECTATOR or ALL


def bit_of(viewer: Viewer) -> int:
    """The viewer's bit in a mask of who knows; `ALL` has every bit."""
    return -1 if isinstance(viewer, All) else 1 << viewer
