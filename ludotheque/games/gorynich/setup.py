"""From what the table chose to a state that `rules.setup` can start from; and the words that are made, not written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ludotheque.games.gorynich.boards import NAMES
from ludotheque.games.gorynich.box import BOX, LEVELS, ORDERS, RIVERS, TILE_SETS
from ludotheque.messages import read


def begin(s: Any, options: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> None:
    """Write the options into a fresh state, as places in the lists of what can be chosen."""
    s.level = LEVELS.index(options["level"])
    s.order = ORDERS.index(options["order"])
    s.rivers = RIVERS.index(options["rivers"])
    s.fixed_colours = int(options["fixed_colours"])
    s.tile_set = TILE_SETS.index(options["tiles"])
    s.speech = int(options["speech"])


def options_of(s: Any) -> dict[str, Any]:
    """The options as they stand in a state."""
    return {
        "level": LEVELS[s.level],
        "order": ORDERS[s.order],
        "rivers": RIVERS[s.rivers],
        "fixed_colours": bool(s.fixed_colours),
        "tiles": TILE_SETS[s.tile_set],
        "speech": bool(s.speech),
    }


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
