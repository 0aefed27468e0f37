"""Which file a game reads its components from: its own, or one that somebody put in its place.

Who owns the box can correct our data file and play with it (`play/own_data.py` lets him). It holds for the whole
process and for those it starts (a server compiles in one), hence the environment.
The hash of the file becomes part of the rules version, so that no record or stored match is taken for one of ours.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

_PREFIX = "LUDOTHEQUE_DATA_"
_asking: set[str] = set()  # the games that read a file of this kind


def replaced(game: str) -> Path | None:
    """The file that stands in for the game's own, if there is one."""
    name = os.environ.get(_PREFIX + game.upper())
    return Path(name) if name else None


def replace(game: str, file: Path | None) -> None:
    """Let `file` stand in for the game's own, or none."""
    if file is None:
        os.environ.pop(_PREFIX + game.upper(), None)
    else:
        os.environ[_PREFIX + game.upper()] = str(file)


def can_be_replaced(game: str) -> bool:
    """Whether the game has asked for a file of this kind."""
    return game in _asking


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
