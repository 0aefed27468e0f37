"""Ludothèque: modern board games to play with friends and bots, and to study at millions of decisions a second.

>>> import ludotheque as lt
>>> pos = lt.game("lampions").start(players=3, seed=7)
>>> pos.actors
(0, 1, 2)

Where to look next:

- lt.names(), lt.game(name): the games; lt.register, lt.use_data: games and cards of your own
- game.start(players, seed, options, seats): a match, as a Position
- game.position(text), game.replay(record), game.record(pos): positions and matches as text and JSON
- game.observation, game.declaration: the numbers that a seat sees; actions, decisions, options, refusals
- pos.actors, pos.moves(seat), pos.play(move, seat), pos.over, pos.outcome(): play
- pos.view(viewer), pos.observe(seat), pos.mask(seat): what a seat may know, and may do
- pos.redeal(seat, seed), pos.copy(), pos.why_not(move): worlds for search; why a move is refused
- lt.batch(game, n): n matches at once as arrays, on the CPU or a GPU
- lt.review(record): what each decision of a finished match was worth, what was luck, what was skill
- lt.bots.make(name, seed, game), lt.bots.decide(bot, pos, seat), lt.bots.advise(pos): bots and hints
- ludotheque.adapters.gymnasium, .pettingzoo, .openspiel, .jax, .minari: what other frameworks expect
- ludotheque benchmark list: the tasks of Ludothèque-5, to evaluate an agent of yours
- lt.compliance: the checks that every game passes; lt.training: networks by self-play
- lt.ALL, lt.SPECTATOR: viewers beside the seats 0, 1, 2 …; lt.LudothequeError: the root of all errors
- on the command line: ludotheque --help; the documentation: docs/README.md
"""

import importlib
from typing import TYPE_CHECKING, Any

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
    NotCompiled,
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
    "NotCompiled",
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
    "review",
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

# The same: they need NumPy, which a browser does not have.
_NAMES_WHEN_ASKED_FOR = {"Batch": "batches.batch", "batch": "batches.batch", "review": "bots.review"}

if TYPE_CHECKING:
    from ludotheque.batches.batch import Batch, batch
    from ludotheque.bots.review import review
else:  # who checks types is to hear of names that are not there

    def __getattr__(name: str) -> Any:
        if name in _NAMES_WHEN_ASKED_FOR:
            return getattr(importlib.import_module(f"{__name__}.{_NAMES_WHEN_ASKED_FOR[name]}"), name)
        if name in _WHEN_ASKED_FOR:
            return importlib.import_module(f"{__name__}.{name}")
        raise other_names.wrong_name("ludotheque", name, other_names.FRONT) or AttributeError(
            f"module {__name__!r} has no attribute {name!r}"
        )

    def __dir__() -> list[str]:
        return sorted({*globals(), *_NAMES_WHEN_ASKED_FOR, *_WHEN_ASKED_FOR})
