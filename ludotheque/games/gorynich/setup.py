"""Words that are made, not written: squares, boards, choices of tiles."""

from __future__ import annotations

from pathlib import Path

from ludotheque.games.gorynich.boards import NAMES
from ludotheque.games.gorynich.components import BOX, ORDERS, RIVERS, TILE_SETS
from ludotheque.messages import read


def names(language: str) -> dict[str, str]:
    """Squares and boards are called the same everywhere; a choice of tiles is the names of the three."""
    own = read(Path(__file__).parent / "messages" / f"{language}.toml")
    words = {f"square.{name}": name for name in NAMES} | {f"panel.{side.name}": side.name for side in BOX.sides}
    for order in ORDERS[1:]:
        words[f"option_value.{order}"] = " ".join(order)
    for some in RIVERS:
        if isinstance(some, str):
            words[f"option_value.{some}"] = " ".join(some)
    for three in TILE_SETS[2:]:
        words[f"option_value.{three}"] = ", ".join(own[f"tile.{tile}"] for tile in three.split("+"))
    return words
