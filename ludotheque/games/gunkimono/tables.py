"""The components as tables of numbers for kernels, and the names of tiles and squares."""

from __future__ import annotations

from typing import get_args

from ludotheque.games.gunkimono.components import BOX, LETTERS, PLAYERS, UNITS, Banner

UNIT_COUNT = len(UNITS)
BANNER_KINDS: tuple[Banner, ...] = get_args(Banner)  # from the bottom of a stack to its top

# Large tiles, by kind: the two units, their symbols, how many there are.
KINDS = len(BOX.large)
COPIES = tuple(tile.copies for tile in BOX.large)
UNIT_A = tuple(tile.units[0] for tile in BOX.large)
UNIT_B = tuple(tile.units[1] for tile in BOX.large)
SYMBOLS_A = tuple(tile.symbols[0] for tile in BOX.large)
SYMBOLS_B = tuple(tile.symbols[1] for tile in BOX.large)
SMALL_SYMBOLS = BOX.small

# Cards of the piles: the large tiles, the end tile, then the banners by their values.
END_TILE = KINDS
BANNER = KINDS  # + worth
LARGE_NAMES = tuple(tile.name for tile in BOX.large)
SMALL_NAMES = tuple(LETTERS)
TILE_NAMES = (*LARGE_NAMES, *SMALL_NAMES)  # all tiles: the large kinds, then the five small ones

# The battlefield, padded: squares are numbered row by row from the top left, holes included; cells have a border.
ROWS, COLUMNS = len(BOX.rows), len(BOX.rows[0])
STRIDE = COLUMNS + 2
CELLS = (ROWS + 2) * STRIDE
SQUARES = ROWS * COLUMNS
OFF = UNIT_COUNT  # the unit of cells that are not squares
HIGH = 120  # the level of such cells: out of reach of any tile
CELL = tuple((r + 1) * STRIDE + c + 1 for r in range(ROWS) for c in range(COLUMNS))  # by square
SQUARE = tuple(CELL.index(cell) if cell in CELL else -1 for cell in range(CELLS))  # by cell
PRINTED = tuple(
    BOX.rows[SQUARE[cell] // COLUMNS][SQUARE[cell] % COLUMNS] if SQUARE[cell] >= 0 else -1 for cell in range(CELLS)
)
PRINTED_UNIT = tuple(OFF if unit < 0 else unit for unit in PRINTED)
PRINTED_LEVEL = tuple(HIGH if unit < 0 else 0 for unit in PRINTED)
ON_FIELD = tuple(square for square in range(SQUARES) if PRINTED[CELL[square]] >= 0)  # the squares that exist
FIELD = len(ON_FIELD)
FIELD_CELL = tuple(CELL[square] for square in ON_FIELD)
COLUMN_NAMES = "abcdefghijkl"[:COLUMNS]
SQUARE_NAMES = tuple(f"{COLUMN_NAMES[square % COLUMNS]}{ROWS - square // COLUMNS}" for square in range(SQUARES))
STEPS = (-STRIDE, 1, STRIDE, -1)
DIRECTIONS = "nesw"  # from the first half of a tile to its second one

# By number of players; impossible numbers are never read.
_seated = [BOX.players.get(n) for n in range(max(PLAYERS) + 1)]
TILES_USED = tuple(seated.tiles if seated else 0 for seated in _seated)
LOTUS = tuple(int(seated.lotus) if seated else 0 for seated in _seated)
FIRST_ROW = tuple(seated.first_fortress if seated else 0 for seated in _seated)
SECOND_ROW = tuple(seated.second_fortress if seated else 0 for seated in _seated)
BANNER_ROW = tuple(seated.banners if seated else 0 for seated in _seated)
BANNER_VALUES = tuple(BOX.banners[kind] for kind in BANNER_KINDS)
END_TILES = BOX.end
