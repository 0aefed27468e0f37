"""A bot that plays any legal move, all equally likely."""

from __future__ import annotations

from ludotheque.play.moves import Move
from ludotheque.play.position import Position
from ludotheque.play.seeds import key_words


class RandomBot:
    """Plays at random; the same seed plays the same match."""

    name = "random"

    def __init__(self, seed: object = 0) -> None:
        self.seed = seed

    def choose(self, pos: Position, seat: int) -> Move:
        """One of the legal moves of `seat`."""
        moves = pos.moves(seat)
        return moves[key_words("random bot", self.seed, seat, pos.plies_seen(seat))[0] % len(moves)]

    def policy(self, pos: Position, seat: int) -> dict[int, float]:
        """The chance of each legal move: for measuring exploitability."""
        legal = pos.legal_ids(seat)
        return dict.fromkeys(legal, 1 / len(legal))
