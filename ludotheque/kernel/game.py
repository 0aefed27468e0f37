"""Kernel land: the modules of the game that a program runs, for what works with any game.

`from ludotheque.kernel.game import rules, heuristic` gives a module of kernel land the game's own modules of those
names in its own mode, None where the game has none. Imported in the ordinary way, there is no game: all are None.
"""

from typing import Any


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return None
