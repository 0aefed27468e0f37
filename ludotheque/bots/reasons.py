"""What the better of two moves gains, as one sentence. Hints and reviews use it.

>>> import ludotheque as lt
>>> pos = lt.game("lampions", "plain").position("players: 3\\nround: 5\\nhand 0: candle spark\\nlit 1: spark", seed=1)
>>> candle, spark = pos.moves(0)
>>> compare(pos, 0, [candle], [spark], lead=0.2)
('reason.chance', {'n': 20})

A game that can say more has `compare(pos, seat, better, other)` in its optional `reasons.py`. It gets both moves with
their certain effects for the seat, so it can't tell what the seat doesn't know, and returns None where it has nothing
to say. Then points are compared, and at last the chances to win.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from ludotheque.bots.advice import Advice
from ludotheque.bots.bot import Bot
from ludotheque.bots.deciding import explain
from ludotheque.bots.policy import reasons_of
from ludotheque.play.moves import Move
from ludotheque.play.position import Position
from ludotheque.play.worlds import Foresight

Reason = tuple[str, dict[str, Any]]  # key and parameters of a sentence


def advised_for(pos: Position, seat: int, best: Sequence[Advice], bot: Bot) -> Reason | None:
    """Why the first of the advised moves is the best: the plan of the bot, or what it gains over the second."""
    told = explain(bot, pos, seat)
    if told is not None or not best:
        return told
    first, *rest = best
    if not rest or first.result is None or rest[0].result is None:
        return ("reason.only", {}) if len(pos.moves(seat)) == 1 else None
    return compare(pos, seat, _own_part(first, seat), _own_part(rest[0], seat), first.result - rest[0].result)


def _own_part(advice: Advice, seat: int) -> list[Move]:
    """The advised move, and those by which the same seat is expected to go on."""
    return [advice.move, *(move for _, move in takewhile(lambda step: step[0] == seat, advice.line))]


def compare(pos: Position, seat: int, better: Sequence[Move], other: Sequence[Move], lead: float) -> Reason | None:
    """What the better move gains, compared with the other: by the game, in points, or in wins.

    Each move comes with those that its seat would make next. `lead` is the difference of the shares of the win.
    """
    seen, instead = pos.foresee(better, seat), pos.foresee(other, seat)
    own = getattr(reasons_of(pos.game), "compare", None)
    told: Reason | None = own(pos, seat, (better[0], seen), (other[0], instead)) if own else None
    if told is None and not own:
        told = _by_points(pos, seat, seen, instead)
    if told is not None:
        return told
    wins = round(100 * lead)
    return ("reason.chance", {"n": wins}) if wins > 0 else ("reason.equal", {})


def _by_points(pos: Position, seat: int, seen: Foresight, instead: Foresight) -> Reason | None:
    """What the better move gains in points that are certain."""
    before, after, otherwise = pos.scores(seat), seen.scores or [], instead.scores or []
    for who, (was, now, then) in enumerate(zip(before, after, otherwise, strict=False)):
        if now is None or then is None:
            continue
        if who == seat and now > then:
            return "reason.points", {"n": now - was, "m": then - was}
        if who != seat and now < then:
            return "reason.rival", {"other": who, "n": then - now}
    return None
