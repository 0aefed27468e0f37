"""The interface of a bot."""

from __future__ import annotations

from typing import Protocol

from ludotheque.play.moves import Move
from ludotheque.play.position import Position


class Bot(Protocol):
    """A bot: chooses moves. Its answer depends only on its seed and on the position."""

    @property
    def name(self) -> str:
        """The kind of bot."""

    @property
    def seed(self) -> object:
        """The seed of its random choices."""

    def choose(self, pos: Position, seat: int) -> Move:
        """The move of `seat` in a position redealt for it."""
