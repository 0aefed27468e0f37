"""The bot that plays what its network likes best, without looking ahead: in a few thousandths of a second."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ludotheque.bots.network import Network, network_of
from ludotheque.play.moves import Move
from ludotheque.play.position import Position

NAME = "network"
FILE = f"{NAME}:"  # the bot `network:FILE` plays by the network in that file


class NetworkBot:
    """Plays by the network of its game, or by that of a file. It draws nothing: its seed changes nothing."""

    def __init__(self, seed: object = 0, name: str = NAME) -> None:
        self.seed = seed
        self.name = name

    @property
    def path(self) -> Path | None:
        """The file of its network; None for the game's own."""
        return Path(self.name.removeprefix(FILE)) if self.name.startswith(FILE) else None

    def choose(self, pos: Position, seat: int) -> Move:
        """The legal move that looks best; a forced one is not thought about."""
        legal = [move.id for move in pos.moves(seat)]
        if len(legal) == 1:
            return Move(pos.game, legal[0])
        return Move(pos.game, liked_best(network_of(pos.game, self.path), pos.observe(seat), legal))


def liked_best(network: Network, observation: np.ndarray[tuple[int], np.dtype[np.int16]], legal: Sequence[int]) -> int:
    """The legal action with the highest logit; of equals the one with the lowest number."""
    logits = network.answer(observation[None])[0][0]
    return int(legal[int(np.argmax(logits[np.asarray(legal)]))])
