"""The game that a command of the suite is asked about: by its name, or by the import path of its folder."""

from __future__ import annotations

from ludotheque.errors import BadGame, UnknownGame
from ludotheque.play import registry
from ludotheque.play.game import Game


def game_named(name: str) -> Game:
    """The registered game of that name, or the one in the package of that import path, known or not; plain.

    Raises UnknownGame if there is neither; a package that can't be imported says so itself.
    """
    try:
        return registry.game(name, "plain")
    except BadGame:
        raise
    except UnknownGame as unknown:
        try:
            return Game(name, "plain")
        except ModuleNotFoundError as error:
            if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
                raise unknown from error
            raise
