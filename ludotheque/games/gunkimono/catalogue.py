"""The printed content of Gunkimono's pieces and battlefield: for the page, which draws them."""

from __future__ import annotations

from functools import cache
from typing import Any

from ludotheque.games.gunkimono.components import BOX, LETTERS, UNITS
from ludotheque.games.gunkimono.tables import CELL, COLUMNS, ON_FIELD, PRINTED, ROWS, SQUARE_NAMES


@cache
def catalogue() -> dict[str, Any]:
    """Everything by its name. Display names are messages and not in here."""
    tiles: dict[str, Any] = {
        tile.name: {
            "units": [UNITS[unit] for unit in tile.units],
            "symbols": list(tile.symbols),
            "copies": tile.copies,
        }
        for tile in BOX.large
    }
    for unit, letter, symbols in zip(UNITS, LETTERS, BOX.small, strict=True):
        tiles[letter] = {"units": [unit], "symbols": [symbols], "copies": None}
    return {
        "units": dict(zip(UNITS, LETTERS, strict=True)),
        "tiles": tiles,
        "banners": {kind: list(values) for kind, values in BOX.banners.items()},
        "rows": ROWS,
        "columns": COLUMNS,
        "squares": {
            SQUARE_NAMES[square]: {
                "row": square // COLUMNS,
                "column": square % COLUMNS,
                "unit": UNITS[PRINTED[CELL[square]]],
            }
            for square in ON_FIELD
        },
    }
