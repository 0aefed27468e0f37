"""What the better of two moves gains, as one sentence. Hints and reviews use it.

>>> import ludotheque as lt
>>> pos = lt.game("lampions", "plain").position("players: 3\\nround: 5\\nhand 0: candle spark\\nlit 1: spark", seed=1)
>>> candle, spark = pos.moves(0)
>>> compare(pos, 0, [candle], [spark], lead=0.2)
('reason.chance', {'n': 20})

A game that can say more has `compare(pos, seat, better, other)` in its optional `reasons.py`. It gets both moves with
their certain effects for the seat, so it can't tell what the seat doesn't know, and returns None where it has nothing
to say. In a game without it points are compared; at last the chances to win are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from ludotheque.bots.advice import Advice
from ludotheque.bots.bot import Bot
from ludotheque.bots.deciding import explain
from ludotheque.bots.policy import reasons_of
from ludotheque.play.moves import Move
from ludotheque.play.notation import Words
from ludotheque.play.position import Position
from ludotheque.toolkit.gains import by_points


def advised_for(pos: Position, seat: int, best: Sequence[Advice], bot: Bot) -> Words | None:
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


def compare(pos: Position, seat: int, better: Sequence[Move], other: Sequence[Move], lead: float) -> Words | None:
    """What the better move gains, compared with the other: by the game, in points, or in wins.

    Each move comes with those that its seat would make next. `lead` is the difference of the shares of the win.
    """
    seen, instead = pos.foresee(better, seat), pos.foresee(other, seat)
    own = getattr(reasons_of(pos.game), "compare", None)
    told: Words | None
    if own:
        told = own(pos, seat, (better[0], seen), (other[0], instead))
    else:
        told = by_points(pos, seat, seen, instead)
    if told is not None:
        return told
    wins = round(100 * lead)
    return ("reason.chance", {"n": wins}) if wins > 0 else ("reason.equal", {})
