"""The components, read from the data file and checked: boards, movement cards, tiles, presets.

This runs once, at import. Kernels get tuples made here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, Literal, get_args

from ludotheque.games.gorynich.boards import LETTERS, Side, read_boards
from ludotheque.kernel.data_files import path_of
from ludotheque.toolkit.data_file import DataFile, is_whole

GAME = "gorynich"
DATA = Path(__file__).parent / "data" / "gorynich.toml"
FEWEST, MOST = 3, 7  # numbers of players
DECK = 6  # number of cards in a movement deck
MOST_KNIGHTS = 10
FARTHEST = 9  # the farthest flight that can stay on a table, in squares

# The rules use these by number, in this order.
Card = Literal["yellow", "red", "green", "blue", "fire", "manoeuvre"]
CARDS: tuple[Card, ...] = get_args(Card)
Tile = Literal[
    "fireball", "multicolour", "princess", "long_flame", "roar", "gust", "burning_ground", "second_wind", "swoop"
]
TILES: tuple[Tile, ...] = get_args(Tile)
Counter = Literal[
    "march", "discard", "protection", "charge", "anger", "head_wind", "reinforcement", "weariness", "nets"
]
COUNTERS: tuple[Counter, ...] = get_args(Counter)
LASTING = ("protection", "anger", "head_wind", "weariness", "nets")
DeckName = Literal["knights", "gorynich"]
DECKS: tuple[DeckName, ...] = get_args(DeckName)
LEVELS = ("gentle", "standard", "fierce")

# Options of a table, with all their values.
ORDERS = ("random", *("".join(order) for order in permutations(LETTERS)))
RIVERS = (0, 1, 2, 3, 4, *("".join(some) for n in (1, 2, 3) for some in combinations(LETTERS, n)))
TILE_SETS = ("base", "random", *("+".join(three) for three in combinations(TILES, 3) if three != TILES[:3]))
OPTIONS: dict[str, tuple[Any, ...]] = {
    "level": LEVELS,
    "order": ORDERS,
    "rivers": RIVERS,
    "fixed_colours": (True, False),
    "tiles": TILE_SETS,
    "speech": (True, False),
    "speech_after_reveal": (False, True),
}


@dataclass(frozen=True)
class Level:
    """The values of the two movement decks."""

    knights: tuple[int, ...]
    gorynich: tuple[int, ...]


@dataclass(frozen=True)
class Box:
    """The contents of a data file."""

    sides: tuple[Side, ...]  # A, A', B, B', …
    knights: tuple[int, ...]  # for 3, 4, … players
    speech: tuple[int, ...]
    levels: tuple[Level, ...]
    presets: Mapping[str, Mapping[str, Any]]


def load(path: Path = DATA) -> Box:
    """Read and check a data file. A fault names the line, the field and the square."""
    file = DataFile(path)
    sides = read_boards(file)
    _check_tiles(file)
    players = file.document.get("players", {})
    seats = MOST - FEWEST + 1
    box = Box(
        sides,
        _numbers(file, "players.knights", players.get("knights"), seats, 1, MOST_KNIGHTS),
        _numbers(file, "players.speech", players.get("speech"), seats, 0, 4),
        tuple(_level(file, name) for name in LEVELS),
        _presets(file),
    )
    file.stop_if_faulty()
    return box


def _presets(file: DataFile) -> Mapping[str, Mapping[str, Any]]:
    """Named sets of options."""
    presets: dict[str, dict[str, Any]] = file.document.get("preset", {})
    for name, chosen in presets.items():
        for option, value in chosen.items():
            if not any(value == v and type(value) is type(v) for v in OPTIONS.get(option, ())):
                file.fault(f"preset.{name}.{option}", f"{value!r} can't be chosen")
    return presets


def _level(file: DataFile, name: str) -> Level:
    table = file.document.get("level", {}).get(name, {})
    knights = _numbers(file, f"level.{name}.knights", table.get("knights"), DECK, 1, 5)
    gorynich = _numbers(file, f"level.{name}.gorynich", table.get("gorynich"), DECK, -FARTHEST, FARTHEST)
    if 0 in gorynich:
        file.fault(f"level.{name}.gorynich", "Gorynich always moves: there is no 0")
    return Level(knights, gorynich)


def _numbers(file: DataFile, field: str, values: Any, count: int, low: int, high: int) -> tuple[int, ...]:
    """Check that a list has `count` whole numbers between two bounds, and return it."""
    right = isinstance(values, list) and all(is_whole(number, low, high) for number in values)
    if not right or len(values) != count:
        file.fault(field, f"{values!r} is not a list of {count} whole numbers from {low} to {high}")
        return ()
    return tuple(values)


def _check_tiles(file: DataFile) -> None:
    """Check the names of the tiles: the file can describe the tiles that the rules know, not add others."""
    tiles = file.document.get("tile", [])
    if [tile.get("id") for tile in tiles] != list(TILES):
        file.fault("tile", f"expected the tiles {', '.join(TILES)}, in this order")
        return
    for number, (tile, counter) in enumerate(zip(tiles, COUNTERS, strict=True)):
        wanted = {"counter": counter, "set": "base" if number < 3 else "advanced", "lasts": counter in LASTING}
        for field, value in wanted.items():
            if tile.get(field) != value:
                problem = f"{tile.get(field)!r}; expected {value!r}"
                file.fault(f"tile.{tile['id']}.{field}", problem, file.line(f"tile[{number}].{field}"))


BOX = load(path_of(GAME, DATA))
