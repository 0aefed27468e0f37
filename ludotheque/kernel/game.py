"""The modules of the game that a program runs, for kernel-land modules that work with any game.

`from ludotheque.kernel.game import rules, heuristic` gives a kernel-land module the game's modules of these names in
the same mode, or None where the game has none. In an ordinary import there is no game, so all are None.
"""

from typing import Any


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return None
