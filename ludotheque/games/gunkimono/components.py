"""The components of Gunkimono, read from `data/components.toml` (or its replacement) and checked.

Owners of the box may correct the file by hand, so `load` checks everything and lists every fault with its line and
field. This runs once, at import; kernels get the tables made at the end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, get_args

from ludotheque.kernel.data_files import path_of
from ludotheque.toolkit.data_file import DataFile

GAME = "gunkimono"
DATA = path_of(GAME, Path(__file__).parent / "data" / "components.toml")

Unit = Literal["infantry", "samurai", "cavalry", "spearman", "archer"]
UNITS: tuple[Unit, ...] = get_args(Unit)
LETTERS = "ISCLA"  # letters of the units in texts; L for lance, because spearman and samurai would both be S
Banner = Literal["lotus", "crane", "dragon"]
BANNERS = {"lotus": (1, 5), "crane": (6, 10), "dragon": (11, 15)}  # the possible values of each kind (GUN-01)
PLAYERS = (2, 3, 4, 5)
TILES = 60  # the number of large tiles in the box (GUN-01)
SYMBOLS = (1, 2)  # the possible numbers of symbols of a unit (GUN-18)
LARGEST = 12  # the most rows and columns of a battlefield, and steps of the honour track
SOURCES = ("rulebook", "reconstruction")
TABLES = {
    "large": ("count", "tiles"),
    "small": UNITS,
    "banners": tuple(BANNERS),
    "battlefield": ("counts", "rows"),
    "end": ("tiles",),
    "players": tuple(map(str, PLAYERS)),
}
SEATED = ("tiles", "lotus", "first_fortress", "second_fortress", "banners")  # the fields of `players.N`


@dataclass(frozen=True)
class Large:
    """A kind of large tile: its two units with their symbols, and the number of copies."""

    units: tuple[int, int]
    symbols: tuple[int, int]
    copies: int

    @property
    def name(self) -> str:
        """Its name in texts: `I1L2`."""
        return "".join(f"{LETTERS[unit]}{symbols}" for unit, symbols in zip(self.units, self.symbols, strict=True))


@dataclass(frozen=True)
class Seated:
    """The numbers that depend on the number of players."""

    tiles: int
    lotus: bool
    first_fortress: int
    second_fortress: int
    banners: int


@dataclass(frozen=True)
class Components:
    """Everything in the box."""

    large: tuple[Large, ...]
    small: tuple[int, ...]  # symbols by unit
    banners: Mapping[str, tuple[int, ...]]
    rows: tuple[tuple[int, ...], ...]  # the battlefield from the top: the printed units, -1 where there is no square
    end: int  # the number of tiles in the end pile besides the end tile
    players: Mapping[int, Seated]


class Checker(DataFile):
    """Reads a data file and collects all its faults."""

    def table(self, name: str, fields: Iterable[str], described: bool = True) -> dict[str, Any]:
        """A table of the file with its fields, {} if there is none; unknown fields are faults."""
        found: Any = self.document
        for part in name.split("."):
            found = found.get(part) if isinstance(found, dict) else None
        if not isinstance(found, dict):
            self.fault(name, "this table is missing")
            return {}
        expected = (*fields, "source", "note") if described else tuple(fields)
        for field in found:
            if field not in expected:
                self.fault(f"{name}.{field}", f"unknown; expected {', '.join(expected)}")
        for field in expected:
            if field not in found:
                self.fault(f"{name}.{field}", "is missing")
        if described and found.get("source", SOURCES[0]) not in SOURCES:
            self.fault(f"{name}.source", f"{found['source']!r} is not one of {', '.join(SOURCES)}")
        return found

    def number(self, field: str, value: Any, low: int, high: int) -> int:
        """A whole number between two bounds; the lower bound, and a fault, if it is not."""
        if type(value) is not int:
            self.fault(field, f"{value!r} is not a whole number")
        elif not low <= value <= high:
            self.fault(field, f"{value} is not between {low} and {high}")
        else:
            return value
        return low

    def components(self) -> Components:
        """The components; raises BadInput if the file has any fault."""
        for name in self.document:
            if name not in TABLES:
                self.fault(name, f"unknown; expected {', '.join(TABLES)}")
        tables = {name: self.table(name, fields) for name, fields in TABLES.items()}
        found = Components(
            large=self.large(tables["large"]),
            small=tuple(
                self.number(f"small.{unit}", tables["small"][unit], *SYMBOLS)
                for unit in UNITS
                if unit in tables["small"]
            ),
            banners={kind: self.banners(kind, tables["banners"].get(kind)) for kind in BANNERS},
            rows=self.battlefield(tables["battlefield"]),
            end=self.number("end.tiles", tables["end"].get("tiles", 0), 0, 20),
            players={n: self.seated(n) for n in PLAYERS if str(n) in tables["players"]},
        )
        for n, seated in found.players.items():
            least = 3 * n + 3 + found.end + 1
            if seated.tiles < least:
                self.fault(f"players.{n}.tiles", f"{seated.tiles} are too few: hands, display and piles need {least}")
        self.stop_if_faulty()
        return found

    def large(self, table: Mapping[str, Any]) -> tuple[Large, ...]:
        """The large tiles, sorted by units and symbols."""
        found = []
        tiles = table.get("tiles", {})
        for name, copies in tiles.items() if isinstance(tiles, dict) else ():
            field = f"large.tiles.{name}"
            match = re.fullmatch(rf"([{LETTERS}])(\d)([{LETTERS}])(\d)", name)
            if not match:
                self.fault(field, "is no tile; written like I1L2: a letter and its symbols, twice")
                continue
            first, second = LETTERS.index(match[1]), LETTERS.index(match[3])
            symbols = (int(match[2]), int(match[4]))
            if first >= second:
                self.fault(field, f"the two units differ and stand in the order {LETTERS}")
            for n in symbols:
                self.number(field, n, *SYMBOLS)
            found.append(Large((first, second), symbols, self.number(field, copies, 1, TILES)))
        total = sum(tile.copies for tile in found)
        if self.number("large.count", table.get("count", TILES), TILES, TILES) != total:
            self.fault("large.tiles", f"{total} tiles are listed, the box holds {TILES}")
        return tuple(sorted(found, key=lambda tile: (tile.units, tile.symbols)))

    def banners(self, kind: str, values: Any) -> tuple[int, ...]:
        """The values of one kind of banner."""
        field = f"banners.{kind}"
        if not isinstance(values, list):
            self.fault(field, "is not a list of numbers")
            return ()
        if len(values) != len(UNITS):
            self.fault(field, f"{len(values)} banners; there are {len(UNITS)} of each kind")
        return tuple(sorted(self.number(field, value, *BANNERS[kind]) for value in values))

    def battlefield(self, table: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
        """The printed units, row by row."""
        rows = table.get("rows", [])
        if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
            self.fault("battlefield.rows", "is not a list of rows")
            return ()
        found = []
        for number, row in enumerate(rows):
            line = self.lines.get("battlefield.rows", 0) + 1 + number
            squares = row.split()
            if len(squares) != len(rows[0].split()):
                problem = f"{len(squares)} squares, the first row has {len(rows[0].split())}"
                self.fault(f"battlefield.rows[{number}]", problem, line)
            for square in squares:
                if square not in (*LETTERS, "."):
                    problem = f"{square!r} is none of {', '.join(LETTERS)} and '.' for no square"
                    self.fault(f"battlefield.rows[{number}]", problem, line)
            found.append(tuple(LETTERS.find(square) for square in squares))
        if max(len(found), len(found[0])) > LARGEST:
            self.fault("battlefield.rows", f"more than {LARGEST} rows or columns")
        self.unit_counts(table.get("counts"), Counter(unit for row in found for unit in row))
        if not any(a >= 0 and b >= 0 for row in found for a, b in pairwise(row)):
            self.fault("battlefield.rows", "no two squares lie side by side")
        return tuple(found)

    def unit_counts(self, stated: Any, found: Counter[int]) -> None:
        """Compare the number of squares of each unit with the stated ones: this finds typing errors in the map."""
        if not isinstance(stated, dict) or set(stated) != set(UNITS):
            self.fault("battlefield.counts", f"is not a table of {', '.join(UNITS)}")
            return
        for number, unit in enumerate(UNITS):
            if stated[unit] != found[number]:
                problem = f"{stated[unit]} squares are stated, the rows show {found[number]}"
                self.fault(f"battlefield.counts.{unit}", problem, self.lines.get("battlefield.counts", 0))

    def seated(self, n: int) -> Seated:
        """Read the numbers for `n` players."""
        name = f"players.{n}"
        found = self.table(name, SEATED, described=False)
        steps = {
            field: self.number(f"{name}.{field}", found.get(field), 1, LARGEST)
            for field in ("first_fortress", "second_fortress", "banners")
        }
        if steps["first_fortress"] >= steps["second_fortress"]:
            self.fault(f"{name}.second_fortress", "is not above the first")
        if not isinstance(found.get("lotus"), bool):
            self.fault(f"{name}.lotus", "is neither true nor false")
        tiles = self.number(f"{name}.tiles", found.get("tiles"), 1, TILES)
        return Seated(tiles=tiles, lotus=bool(found.get("lotus")), **steps)


def load(path: Path = DATA) -> Components:
    """The components of a data file, checked."""
    return Checker(path).components()


BOX = load()
