"""The next step of a tournament: a pure function of what is stored and of the time.

The answer stays the same until the step is stored. So any process may ask at any moment, and a killed server goes on
where it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, log2

from ludotheque.server.tournaments import pairing as pair
from ludotheque.server.tournaments.model import Entrant, Kind, Pairing, Plan
from ludotheque.server.tournaments.scoring import standings

PATIENT = 4  # pauses that players of an arena wait for a new opponent


@dataclass(frozen=True)
class Stored:
    """A running tournament as it is stored."""

    kind: Kind
    rounds: int
    round: int  # the current or last round; 0 before the first
    entrants: Sequence[Entrant]
    pairings: Sequence[Pairing]
    ends: float | None = None  # of an arena
    pause: float = 0.0  # seconds from one round to the next
    seats: int = 2  # at a table
    sizes: tuple[int, int] = (2, 2)  # the least and the most that the game allows


@dataclass(frozen=True)
class Step:
    """The actions to take now, and when to check again if nothing happens before."""

    round: int
    plans: Sequence[Plan] = field(default_factory=list)
    over: bool = False
    look: float | None = None


def rounds_for(kind: Kind, count: int) -> int:
    """Return the usual number of rounds."""
    if count < 2 or kind == "arena":
        return 1
    if kind == "round_robin":
        return count - 1 + count % 2
    return 3 if kind == "points" else ceil(log2(count))


def next_step(stored: Stored, now: float) -> Step:
    """Return the next step."""
    if stored.kind == "arena":
        return _arena(stored, now)
    current = [p for p in stored.pairings if p.round == stored.round]
    if any(pairing.points is None for pairing in current):
        again = pair.knockout(stored.entrants, stored.pairings, stored.round) if stored.kind == "knockout" else []
        return Step(stored.round, again)
    if stored.kind == "knockout" and stored.round:
        again = pair.knockout(stored.entrants, stored.pairings, stored.round)
        if again:
            return Step(stored.round, again)
    active = [one for one in stored.entrants if one.active]
    alone = len(active) < 2 and stored.kind != "knockout"
    if stored.round >= stored.rounds or (alone and stored.round):
        return Step(stored.round, over=True)
    begins = max((pairing.ended for pairing in current), default=now - stored.pause) + stored.pause
    if begins > now:
        return Step(stored.round, look=begins)
    plans = _round(stored, stored.round + 1)
    if not plans and stored.kind != "round_robin":
        return Step(stored.round, over=True)
    return Step(stored.round + 1, plans, look=now if all(plan.points is not None for plan in plans) else None)


def _round(stored: Stored, round_number: int) -> list[Plan]:
    if stored.kind == "swiss":
        return pair.swiss(stored.entrants, stored.pairings)
    if stored.kind == "round_robin":
        return pair.round_robin(stored.entrants, round_number)
    if stored.kind == "knockout":
        return pair.knockout(stored.entrants, stored.pairings, round_number)
    return pair.tables(stored.entrants, stored.pairings, stored.seats, *stored.sizes)


def _arena(stored: Stored, now: float) -> Step:
    """Pair the free players of an arena in waves; matches running at its end don't count."""
    ends = stored.ends if stored.ends is not None else now
    if now >= ends:
        return Step(1, over=True)
    busy = {player for pairing in stored.pairings if pairing.points is None for player in pairing.players}
    active = [one for one in stored.entrants if one.active]
    free = [one for one in active if one.id not in busy]
    if len(free) < 2:
        return Step(1, look=ends)
    since = min(pair.free_since(one, stored.pairings) for one in free)
    if len(free) < len(active) and since + stored.pause > now:
        return Step(1, look=min(ends, since + stored.pause))
    ranking = [one.player for one in standings("arena", stored.entrants, stored.pairings, 1)]
    patient = len(free) < len(active) and since + PATIENT * stored.pause > now
    plans = pair.arena(free, stored.pairings, ranking, patient)
    look = ends if plans or not patient else min(ends, since + PATIENT * stored.pause)
    return Step(1, plans, look=look)
