"""Ludothèque: modern board games to play with friends and bots, and to study at millions of decisions a second.

>>> import ludotheque as lt
>>> pos = lt.game("lampions").start(players=3, seed=7)
>>> pos.actors
(0, 1, 2)
"""

import importlib
from typing import TYPE_CHECKING, Any

from ludotheque.batches import Batch, batch
from ludotheque.errors import (
    BadGame,
    BadInput,
    Fault,
    GameOver,
    IllegalMove,
    LudothequeError,
    MalformedMove,
    MoveError,
    NoObservation,
    NotInstalled,
    NotYourTurn,
    UnknownGame,
)
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.play import other_names
from ludotheque.play.game import Game
from ludotheque.play.moves import Move
from ludotheque.play.own_data import use_data
from ludotheque.play.position import Position
from ludotheque.play.reasons import Reason
from ludotheque.play.registry import game, names, register
from ludotheque.play.viewers import ALL, Viewer

__version__ = "0.1.0"
__all__ = [
    "ALL",
    "SPECTATOR",
    "BadGame",
    "BadInput",
    "Batch",
    "Fault",
    "Game",
    "GameOver",
    "IllegalMove",
    "LudothequeError",
    "MalformedMove",
    "Move",
    "MoveError",
    "NoObservation",
    "NotInstalled",
    "NotYourTurn",
    "Position",
    "Reason",
    "UnknownGame",
    "Viewer",
    "batch",
    "game",
    "names",
    "register",
    "use_data",
]
# Imported when they are first asked for: `lt.bots` costs nobody anything who does not use it. Who checks types writes
# `from ludotheque import bots`.
_WHEN_ASKED_FOR = {
    "adapters",
    "benchmarks",
    "bots",
    "compliance",
    "games",
    "reports",
    "server",
    "terminal",
    "toolkit",
    "training",
}

if not TYPE_CHECKING:  # who checks types is to hear of names that are not there

    def __getattr__(name: str) -> Any:
        if name in _WHEN_ASKED_FOR:
            return importlib.import_module(f"{__name__}.{name}")
        raise other_names.told("ludotheque", name, other_names.FRONT) or AttributeError(
            f"module {__name__!r} has no attribute {name!r}"
        )

    def __dir__() -> list[str]:
        return sorted({*globals(), *_WHEN_ASKED_FOR})
