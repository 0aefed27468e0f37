"""The contents of the box for the page: boards, cards, tiles, decks, presets."""

from __future__ import annotations

from functools import cache
from typing import Any

from ludotheque.games.gorynich.boards import CASTLE, COLOURS, DIRECTIONS, LETTERS, NAMES, PLACES, SIZE
from ludotheque.games.gorynich.components import BOX, CARDS, COUNTERS, FEWEST, LASTING, LEVELS, MOST, TILES
from ludotheque.games.gorynich.view import drawn


@cache
def catalogue() -> dict[str, Any]:
    """Everything by its id. Names and texts are messages and not in here."""
    return {
        "size": SIZE,
        "castle": [NAMES[square] for square in CASTLE],
        "places": list(PLACES),
        "directions": list(DIRECTIONS),
        "boards": {
            side.name: {
                "colour": COLOURS[LETTERS.index(side.letter)],
                "river": side.river,
                "squares": [drawn(code) for code in side.cells],
            }
            for side in BOX.sides
        },
        "cards": list(CARDS),
        "tiles": {
            tile: {"counter": counter, "base": number < 3, "lasts": counter in LASTING}
            for number, (tile, counter) in enumerate(zip(TILES, COUNTERS, strict=True))
        },
        "levels": {
            name: {"knights": list(level.knights), "gorynich": list(level.gorynich)}
            for name, level in zip(LEVELS, BOX.levels, strict=True)
        },
        "players": {
            str(p): {"knights": BOX.knights[p - FEWEST], "speech": BOX.speech[p - FEWEST]}
            for p in range(FEWEST, MOST + 1)
        },
        "presets": {name: dict(options) for name, options in BOX.presets.items()},
    }
