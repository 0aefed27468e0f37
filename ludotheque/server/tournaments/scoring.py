"""Points and tie-breaks.

Buchholz and Sonneborn-Berger as in FIDE's handbook (C.07): the sum of the opponents' points; the sum of the points of
beaten opponents and half the points of drawn ones. A bye counts in Buchholz as a virtual opponent (C.07 until 2023): it
has the player's points before the round, loses it, and draws the rest. A match that a player did not come to counts in
neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.server.tournaments.model import Entrant, Kind, Pairing, of_player, scores
from ludotheque.server.tournaments.pairing import winner

STREAK = 2  # wins in a row after which an arena counts double


@dataclass(frozen=True)
class Standing:
    """A player's place. Players equal in all tie-breaks share it."""

    player: str
    place: int
    points: float
    breaks: tuple[float, ...]  # the tie-breaks of this kind of tournament, in order
    played: int


def buchholz(player: str, pairings: Sequence[Pairing], points: dict[str, float], rounds: int) -> float:
    """Return the sum of the points of a player's opponents."""
    total = before = 0.0
    for pairing in of_player(pairings, player):
        if pairing.points is None:
            continue
        own = pairing.of(player)
        if pairing.kind == "match":
            total += sum(points[other] for other in pairing.others(player))
        elif pairing.kind == "bye":
            total += before + (1.0 - own) + 0.5 * (rounds - pairing.round)
        before += own
    return total


def sonneborn_berger(player: str, pairings: Sequence[Pairing], points: dict[str, float]) -> float:
    """Return the sum of the points of beaten opponents, and half the points of drawn ones."""
    met = [p for p in of_player(pairings, player) if p.kind == "match" and p.points is not None]
    return sum(p.of(player) * points[other] for p in met for other in p.others(player))


def arena_points(results: Sequence[float]) -> float:
    """Two for a win, one for a draw; doubled after two wins in a row, until one does not win."""
    total, run = 0.0, 0
    for result in results:
        total += 2 * result * (2 if run >= STREAK else 1)
        run = run + 1 if result == 1.0 else 0
    return total


def table_points(order: Sequence[Sequence[int]], players: int, wanted: int) -> tuple[float, ...]:
    """A table of several, by seat: one for each whom one is before, half a one for each beside; as at a full table."""
    points = [0.0] * players
    below = players
    for group in order:
        below -= len(group)
        for seat in group:
            points[seat] = below + (len(group) - 1) / 2
    scale = (wanted - 1) / (players - 1) if players > 1 else 1.0
    return tuple(value * scale for value in points)


def standings(kind: Kind, entrants: Sequence[Entrant], pairings: Sequence[Pairing], rounds: int) -> list[Standing]:
    """Return the places of all players, first to last."""
    points = scores(entrants, pairings)
    over = [pairing for pairing in pairings if pairing.points is not None]
    played = {one.id: sum(p.kind == "match" for p in of_player(over, one.id)) for one in entrants}
    wins = {one.id: sum(_won(p, one.id) for p in of_player(over, one.id)) for one in entrants}
    breaks: dict[str, tuple[float, ...]] = {}
    for one in entrants:
        met = sonneborn_berger(one.id, over, points)
        if kind == "swiss":
            breaks[one.id] = (buchholz(one.id, over, points, rounds), met)
        elif kind == "round_robin":
            breaks[one.id] = (met, float(wins[one.id]))
        elif kind == "points":
            breaks[one.id] = (float(wins[one.id]), buchholz(one.id, over, points, rounds))
        elif kind == "knockout":
            breaks[one.id] = ()
            points[one.id] = float(_rounds_won(one, entrants, over))
        else:
            ended = sorted(of_player(over, one.id), key=lambda p: p.ended)
            points[one.id] = arena_points([p.of(one.id) for p in ended])
            breaks[one.id] = (float(wins[one.id]), float(-played[one.id]))
    ranked = sorted(entrants, key=lambda one: (-points[one.id], [-b for b in breaks[one.id]], one.seed))
    found: list[Standing] = []
    for at, one in enumerate(ranked):
        same = found and (found[-1].points, found[-1].breaks) == (points[one.id], breaks[one.id])
        place = found[-1].place if same else at + 1
        found.append(Standing(one.id, place, points[one.id], breaks[one.id], played[one.id]))
    return found


def _won(pairing: Pairing, player: str) -> bool:
    points = pairing.points or (0.0,)
    return pairing.kind == "match" and pairing.of(player) == max(points) > min(points)


def _rounds_won(one: Entrant, entrants: Sequence[Entrant], over: Sequence[Pairing]) -> int:
    own = {(p.round, p.slot) for p in of_player(over, one.id)}
    return sum(winner(entrants, over, round_number, slot) == one.id for round_number, slot in own)
