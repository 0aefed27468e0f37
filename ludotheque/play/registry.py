"""Which games there are: ours, and those that other packages declare as entry points of group `ludotheque.games`."""

from __future__ import annotations

import difflib
from importlib.metadata import entry_points

from ludotheque.errors import UnknownGame
from ludotheque.play.game import Game

_packages: dict[str, str] = {
    "gwynt": "ludotheque.games.gwynt",
    "kunitori": "ludotheque.games.kunitori",
    "gunkimono": "ludotheque.games.gunkimono",
    "gorynich": "ludotheque.games.gorynich",
    "lampions": "ludotheque.games.lampions",
}
_games: dict[tuple[str, str], Game] = {}
_looked_outside = False


def register(name: str, package: str) -> None:
    """Make a game known under `name`; `package` is the import path of its folder."""
    _packages[name] = package
    for key in [key for key in _games if key[0] == name]:
        del _games[key]


def names() -> list[str]:
    """The names of all registered games."""
    global _looked_outside
    if not _looked_outside:
        _looked_outside = True
        for entry in entry_points(group="ludotheque.games"):
            _packages.setdefault(entry.name, entry.value)
    return list(_packages)


def package_of(name: str) -> str:
    """The import path of the folder of the game of that name."""
    if name not in names():
        close = difflib.get_close_matches(name, names(), 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise UnknownGame(f"no game is called {name!r} (there are {', '.join(names())}){hint}")
    return _packages[name]


def game(name: str, mode: str = "auto") -> Game:
    """The game of that name."""
    package = package_of(name)
    if (name, mode) not in _games:
        _games[name, mode] = Game(package, mode)
    return _games[name, mode]
