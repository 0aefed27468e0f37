"""Names that are derived: squares, boards, choices of tiles."""

from __future__ import annotations

from pathlib import Path

from ludotheque.games.gorynich.boards import NAMES
from ludotheque.games.gorynich.components import BOX, ORDERS, RIVERS, TILE_SETS
from ludotheque.messages import read_language


def names(language: str) -> dict[str, str]:
    """The names of squares and boards, the same in all languages; a choice of tiles is the names of the three."""
    own = read_language(Path(__file__).parent / "messages", language)
    words = {f"square.{name}": name for name in NAMES} | {f"panel.{side.name}": side.name for side in BOX.sides}
    for order in ORDERS[1:]:
        words[f"option_value.{order}"] = " ".join(order)
    for some in RIVERS:
        if isinstance(some, str):
            words[f"option_value.{some}"] = " ".join(some)
    for three in TILE_SETS[2:]:
        words[f"option_value.{three}"] = ", ".join(own[f"tile.{tile}"] for tile in three.split("+"))
    return words
