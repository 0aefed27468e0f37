"""When a bot is asked: it draws anew for every decision, and the same again when that one comes back."""

from __future__ import annotations

from ludotheque.play.position import Position


def plies_seen(pos: Position, seat: int) -> int:
    """How many decisions `seat` has noticed so far; alike in every redeal for that seat."""
    return len(pos.log(seat))
