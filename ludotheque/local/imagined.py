"""The worlds in which the moves of a question are previewed: made while the person thinks, then copied for each move.

To draw what is hidden again takes most of a preview's time, and a phone shows it to a person who waits.
"""

from __future__ import annotations

from ludotheque.play.position import Position
from ludotheque.play.worlds import PREVIEW_WORLDS
from ludotheque.server.matches.match import Match


class Imagined:
    """The worlds of one moment of a match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._pos = match.pos.copy()
        self._worlds: dict[tuple[int, int], Position] = {}

    def world(self, seat: int, number: int) -> Position:
        """A copy of a world, which may be played on."""
        if (seat, number) not in self._worlds:
            self._worlds[seat, number] = self._pos.world(seat, number)
        return self._worlds[seat, number].copy()

    def prepare(self, seat: int) -> bool:
        """Make one of the worlds that every preview of a seat needs; whether there was one to make."""
        for number in range(PREVIEW_WORLDS):
            if (seat, number) not in self._worlds:
                self.world(seat, number)
                return True
        return False
