"""Playing with one's own data file: `--data FILE` on the command line, `lt.use_data` in a program."""

from __future__ import annotations

import sys
from pathlib import Path

from ludotheque.errors import BadInput
from ludotheque.kernel import data_files
from ludotheque.play import registry


def use_data(game: str, path: str | Path) -> None:
    """Let `game` read its components from the file at `path`. To be called before the game is first used."""
    package = registry.package_of(game)
    file = Path(path).expanduser().resolve()
    if not file.is_file():
        raise BadInput.at(str(path), 0, "", "there is no such file")
    if package in sys.modules and data_files.replaced(game) != file:
        raise BadInput.at(str(path), 0, "", f"{game} is in use already; name its data file before")
    data_files.replace(game, file)
    try:
        registry.game(game, "plain")
        if not data_files.can_be_replaced(game):
            raise BadInput.at(str(path), 0, "", f"{game} has no data file that can be replaced")
    except BadInput:
        data_files.replace(game, None)
        raise
