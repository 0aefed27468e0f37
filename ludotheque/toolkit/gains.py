"""What one move gains over another, as a sentence that hints and reviews say."""

from __future__ import annotations

from ludotheque.play.notation import Words
from ludotheque.play.position import Position
from ludotheque.play.worlds import Foresight


def by_points(pos: Position, seat: int, seen: Foresight, instead: Foresight) -> Words | None:
    """What the better move gains in points that are certain: won, or lost by another seat."""
    before, after, otherwise = pos.scores(seat), seen.scores or [], instead.scores or []
    for who, (was, now, then) in enumerate(zip(before, after, otherwise, strict=False)):
        if now is None or then is None:
            continue
        if who == seat and now > then:
            return "reason.points", {"n": now - was, "m": then - was}
        if who != seat and now < then:
            return "reason.rival", {"other": who, "n": then - now}
    return None
