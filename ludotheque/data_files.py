"""Which file a game reads its components from: its own, or one that somebody put in its place.

Who owns the box can correct our data file and play with it: `--data FILE` on the command line, `lt.use_data` in a
program. It holds for the whole process and for those it starts (a server compiles in one), hence the environment.
The hash of the file becomes part of the rules version, so that no record or stored match is taken for one of ours.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

from ludotheque.errors import BadInput

_PREFIX = "LUDOTHEQUE_DATA_"
_asking: set[str] = set()  # the games that read a file of this kind


def use_data(game: str, path: str | Path) -> None:
    """Let `game` read its components from the file at `path`. To be called before the game is first used."""
    from ludotheque.play import registry

    package = registry.package_of(game)
    file = Path(path).expanduser().resolve()
    if not file.is_file():
        raise BadInput.at(str(path), 0, "", "there is no such file")
    if package in sys.modules and replaced(game) != file:
        raise BadInput.at(str(path), 0, "", f"{game} is in use already; name its data file before")
    os.environ[_PREFIX + game.upper()] = str(file)
    try:
        registry.game(game, "plain")
        if game not in _asking:
            raise BadInput.at(str(path), 0, "", f"{game} has no data file that can be replaced")
    except BadInput:
        del os.environ[_PREFIX + game.upper()]
        raise


def replaced(game: str) -> Path | None:
    """The file that stands in for the game's own, if there is one."""
    name = os.environ.get(_PREFIX + game.upper())
    return Path(name) if name else None


def path_of(game: str, default: Path) -> Path:
    """The file that the game reads: its own `default`, or the one put in its place."""
    _asking.add(game)
    return replaced(game) or default


def tag(game: str) -> str:
    """What the rules version gets for a file that stands in: "", or the beginning of its hash."""
    file = replaced(game)
    return hashlib.sha256(file.read_bytes()).hexdigest()[:8] if file else ""


def versioned(game: str, version: str) -> str:
    """The rules version of a game with the tag of a file that stands in for its own."""
    return f"{version}+{tag(game)}" if tag(game) else version
