"""The shape of a game's network, as its observation and its actions give it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ludotheque.play.base import BaseGame

BOARD_DIMENSIONS = 3  # rows, columns, planes


@dataclass(frozen=True)
class Shape:
    """The inputs and outputs of a model, and the sizes between.

    A part of the observation with rows, columns and planes is the board; actions that name a square of it are judged
    square by square, all others from what is known of the whole position.
    """

    observation: int  # numbers of an observation
    board: tuple[int, int, int, int] | None  # where the board begins; rows, columns, planes
    actions: int
    flat: int  # actions without a square
    square_planes: int  # actions of one square
    order: tuple[int, ...]  # of an action: its place among the flat ones, then the squares with their planes
    channels: int = 64
    blocks: int = 6
    hidden: int = 256

    @property
    def around(self) -> int:
        """Numbers of an observation beside the board."""
        return self.observation - (math.prod(self.board[1:]) if self.board else 0)


def shape_of(game: BaseGame, channels: int = 64, blocks: int | None = None, hidden: int | None = None) -> Shape:
    """The shape for a game; with a board the blocks are convolutions, without one they are dense and wider."""
    boards = [one for one in game.observation.parts if len(one.shape) == BOARD_DIMENSIONS]
    board = max(boards, key=lambda one: one.size) if boards else None
    spatial = board is not None and board.shape[0] > 1 and board.shape[1] > 1 and board.shape[0] * board.shape[1] >= 16
    if board is None or not spatial:
        sizes = (game.observation.size, None, game.declaration.action_count, game.declaration.action_count, 0)
        return Shape(*sizes, tuple(range(game.declaration.action_count)), 0, blocks or 3, hidden or 512)
    rows, columns, planes = board.shape
    order, flat, square_planes = _order(game, rows * columns)
    return Shape(
        game.observation.size,
        (board.start, rows, columns, planes),
        game.declaration.action_count,
        flat,
        square_planes,
        tuple(order.tolist()),
        channels,
        blocks or 6,
        hidden or 256,
    )


def _order(game: BaseGame, squares: int) -> tuple[NDArray[np.int64], int, int]:
    """The place of each action among the outputs, the number of flat ones, and the number of planes of squares."""
    declared = game.declaration
    places: list[tuple[int, int, int]] = []  # flat number, or -1; square; plane
    flat = plane = 0
    for action in declared.actions:
        values = action.values(declared.vocabulary, declared.players[1])
        at = next((k for k, listed in enumerate(values) if len(listed) == squares), None)
        if at is None:
            size = math.prod(map(len, values))
            places += [(flat + k, 0, 0) for k in range(size)]
            flat += size
            continue
        planes: dict[tuple[int, ...], int] = {}
        for chosen in product(*(range(len(listed)) for listed in values)):
            rest = chosen[:at] + chosen[at + 1 :]
            planes.setdefault(rest, plane + len(planes))
            places.append((-1, chosen[at], planes[rest]))
        plane += len(planes)
    order = [number if number >= 0 else flat + square * plane + which for number, square, which in places]
    return np.array(order, np.int64), flat, plane
