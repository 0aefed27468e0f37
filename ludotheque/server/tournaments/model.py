"""A tournament as pairing and scoring see it: who takes part, who met whom, how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["arena", "swiss", "round_robin", "knockout", "points"]
PairingKind = Literal["match", "bye", "forfeit"]
TWO_PLAYERS: tuple[Kind, ...] = ("arena", "swiss", "round_robin", "knockout")
LATE: tuple[Kind, ...] = ("arena", "swiss", "points")  # kinds that players may enter after the start


@dataclass(frozen=True)
class Entrant:
    """A player of a tournament. Seeds are numbered from 0, the strongest."""

    id: str
    seed: int
    active: bool = True  # still wants to be paired
    entered: float = 0.0


@dataclass(frozen=True)
class Pairing:
    """A pairing: `players` in the order of their seats, `points` once it is over.

    Of two players a win is one point and a draw half a one. A bye has one player. In a knock-out, `slot` is the place
    in the bracket, at which drawn matches are played again.
    """

    round: int
    number: int
    players: tuple[str, ...]
    points: tuple[float, ...] | None = None
    kind: PairingKind = "match"
    slot: int = 0
    ended: float = 0.0

    def of(self, player: str) -> float:
        """Return a player's points from it."""
        return self.points[self.players.index(player)] if self.points is not None else 0.0

    def others(self, player: str) -> tuple[str, ...]:
        """Return the player's opponents."""
        return tuple(other for other in self.players if other != player)


@dataclass(frozen=True)
class Plan:
    """A pairing to be made: with one player a bye, with points a match that is decided without being played."""

    players: tuple[str, ...]
    points: tuple[float, ...] | None = None
    kind: PairingKind = "match"
    slot: int = 0


def scores(entrants: Iterable[Entrant], pairings: Iterable[Pairing]) -> dict[str, float]:
    """Return the points of all players."""
    found = dict.fromkeys((one.id for one in entrants), 0.0)
    for pairing in pairings:
        for player, points in zip(pairing.players, pairing.points or (), strict=False):
            found[player] = found.get(player, 0.0) + points
    return found


def of_player(pairings: Sequence[Pairing], player: str) -> list[Pairing]:
    """Return a player's pairings, in order."""
    return [pairing for pairing in pairings if player in pairing.players]
