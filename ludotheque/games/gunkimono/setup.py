"""The names of tiles and squares."""

from __future__ import annotations

from pathlib import Path

from ludotheque.games.gunkimono.components import BOX, UNITS
from ludotheque.games.gunkimono.tables import LARGE_NAMES, SMALL_NAMES, SQUARE_NAMES
from ludotheque.messages import read_language


def names(language: str) -> dict[str, str]:
    """The names of tiles and squares, composed from the names of the units: the data file decides which tiles exist."""
    words = read_language(Path(__file__).parent / "messages", language)
    unit = [words[f"unit.{name}"] for name in UNITS]
    called = {f"square.{square}": square for square in SQUARE_NAMES}
    for name, tile in zip(LARGE_NAMES, BOX.large, strict=True):
        first, second = (f"{unit[u]} {n}" for u, n in zip(tile.units, tile.symbols, strict=True))
        called[f"tile.{name}"] = f"{first} / {second}"
    for name, word in zip(SMALL_NAMES, unit, strict=True):
        called[f"tile.{name}"] = words["board.small_tile"].replace("{unit}", word)
    return called
