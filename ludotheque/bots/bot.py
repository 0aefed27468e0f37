"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from ludotheque.play.moves import Move
from ludotheque.play.position import Position


class Bot(Protocol):
    """Chooses moves. Its answer depends on its seed, on the position it is handed and on nothing else."""

    @property
    def name(self) -> str:
        """What sort of bot it is."""

    @property
    def seed(self) -> object:
        """What it draws from where it has to."""

    def choose(self, pos: Position, seat: int) -> Move:
        """The move of `seat` in a position redealt for it."""
