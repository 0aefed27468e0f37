"""Select the file that a game reads its components from: its own, or a replacement.

Owners of the printed game can correct our data file and play with their version (`play/own_data.py`). A replacement is
valid for this process and its child processes (a server compiles in one), so it is kept in environment variables.
The hash of the file becomes part of the rules version: such matches are never mistaken for matches with our file.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

_PREFIX = "LUDOTHEQUE_DATA_"
_asking: set[str] = set()  # games that read a replaceable file


def replaced(game: str) -> Path | None:
    """The file that replaces the game's own, or None."""
    name = os.environ.get(_PREFIX + game.upper())
    return Path(name) if name else None


def replace(game: str, file: Path | None) -> None:
    """Replace the game's own file by `file`; None restores the game's own."""
    if file is None:
        os.environ.pop(_PREFIX + game.upper(), None)
    else:
        os.environ[_PREFIX + game.upper()] = str(file)


def can_be_replaced(game: str) -> bool:
    """Whether the game reads a file that can be replaced."""
    return game in _asking


def path_of(game: str, default: Path) -> Path:
    """The file that the game reads: its replacement, or else its own `default`."""
    _asking.add(game)
    return replaced(game) or default


def tag(game: str) -> str:
    """The suffix of the rules version for a replaced file: the beginning of its hash; "" for the game's own."""
    file = replaced(game)
    return hashlib.sha256(file.read_bytes()).hexdigest()[:8] if file else ""


def versioned(game: str, version: str) -> str:
    """The rules version of a game, with the tag of a replaced file."""
    return f"{version}+{tag(game)}" if tag(game) else version
