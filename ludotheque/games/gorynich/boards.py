"""The boards: maps read from text, rotated to their places around the castle, and checked in every arrangement.

This runs once, at import. The squares of the table are numbered row by row, 0 to 99. A board has 24 squares, numbered
the same way in its drawing, which shows it in the north.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from typing import Any, Literal, get_args

from ludotheque.errors import BadInput, Fault
from ludotheque.toolkit.data_file import DataFile

SIZE = 10
SQUARES = SIZE * SIZE
WIDE, HIGH = 6, 4  # size of a board in the north
PLACES = ("north", "east", "south", "west")
LETTERS = ("A", "B", "C", "D")
COLOURS = ("yellow", "red", "green", "blue")
Way = Literal["up", "right", "down", "left", "up_right", "down_right", "down_left", "up_left"]
WAYS: tuple[Way, ...] = get_args(Way)  # straight directions first, then the diagonals
Direction = Literal["up", "right", "down", "left"]
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
STEP = (-SIZE, 1, SIZE, -1)
CASTLE = tuple(row * SIZE + column for row in (4, 5) for column in (4, 5))
NAMES = tuple(f"{'abcdefghij'[square % SIZE]}{square // SIZE + 1}" for square in range(SQUARES))

# The code of a square: 0 a bush, 1 to 4 a lane with its direction (1 + direction), 5 the castle; plus two marks.
HOME, RIVER, START = 5, 8, 16
ARROWS = "^>v<"


@dataclass(frozen=True)
class Side:
    """One side of a board: the codes of its 24 squares in the north, and the lines of the file they are drawn on."""

    letter: str
    river: bool
    cells: tuple[int, ...]
    first_line: int

    @property
    def name(self) -> str:
        """A or A'."""
        return self.letter + "'" * self.river


@cache
def square_at(place: int, cell: int) -> int:
    """The square of the table for square `cell` of a board that lies `place` quarter turns clockwise from the north."""
    x, y = cell % WIDE, cell // WIDE
    for _ in range(place):
        x, y = SIZE - 1 - y, x
    return y * SIZE + x


HOME_OF = {square_at(place, cell): (place, cell) for place in range(4) for cell in range(WIDE * HIGH)}


def turned(code: int, place: int) -> int:
    """The code of a square on a board that lies `place` quarter turns from the north."""
    arrow = code & 7
    return code - arrow + (1 + (arrow - 1 + place) % 4 if arrow else 0)


def lay_out(sides: Sequence[Side]) -> list[int]:
    """The codes of all squares of the table, with these sides in the north, east, south and west."""
    table = [HOME if square in CASTLE else 0 for square in range(SQUARES)]
    for place, side in enumerate(sides):
        for cell, code in enumerate(side.cells):
            table[square_at(place, cell)] = turned(code, place)
    return table


def neighbour(square: int, direction: int) -> int:
    """The next square in a direction, -1 off the table."""
    row, column = square // SIZE, square % SIZE
    row += (-1, 0, 1, 0)[direction]
    column += (0, 1, 0, -1)[direction]
    return row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else -1


# Reading --------------------------------------------------------------------------------------------------------------


def read_side(letter: str, river: bool, text: Any, line: int) -> tuple[Side, list[Fault]]:
    """Read one side from its drawing, which begins on `line`; also return the faults of the drawing itself."""
    field = f"board.{letter}.{'river' if river else 'base'}"
    rows = [row.split() for row in str(text).strip("\n").splitlines()]
    if not isinstance(text, str) or [len(row) for row in rows] != [WIDE] * HIGH:
        return Side(letter, river, (), line), [Fault(line, field, f"is not drawn as {HIGH} rows of {WIDE} squares")]
    faults = []
    cells = []
    for y, row in enumerate(rows):
        for x, word in enumerate(row):
            arrow = word.strip("*~")
            marks = word[: len(word) - len(arrow)]
            problem = ""
            if len(arrow) != 1 or arrow not in ARROWS + "." or marks not in ("", "*", "~"):
                problem = f"{word!r} is no square: draw > v < ^ or . with * or ~ before it"
            elif marks == "*" and arrow == ".":
                problem = "a start needs a lane"
            elif marks == "*" and x != 0 and y != 0:
                problem = "a start must lie on the border: in the first row or the first column"
            elif "~" in marks and not river:
                problem = "the base side has no river"
            if problem:
                faults.append(Fault(line + y, f"{field} row {y + 1} square {x + 1}", problem))
            cells.append(
                (1 + ARROWS.find(arrow) if arrow in ARROWS else 0) + RIVER * ("~" in marks) + START * ("*" in marks)
            )
    return Side(letter, river, tuple(cells), line), faults


def read_boards(file: DataFile) -> tuple[Side, ...]:
    """The eight sides of a data file, A to D, base then river, checked; BadInput lists faults by line and square."""
    faults: list[Fault] = []
    sides = []
    boards = file.document.get("board", {})
    if list(boards) != list(LETTERS) or [board.get("colour") for board in boards.values()] != list(COLOURS):
        wanted = ", ".join(f"{letter} {colour}" for letter, colour in zip(LETTERS, COLOURS, strict=True))
        raise BadInput.at(file.source, 0, "board", f"expected the boards {wanted}, in this order")
    for letter, board in boards.items():
        for river in (False, True):
            name = "river" if river else "base"
            first_row = 1 + file.line(f"board.{letter}.{name}")  # below the quotes
            side, wrong = read_side(letter, river, board.get(name), first_row)
            sides.append(side)
            faults += wrong
    if not faults:
        first: dict[str, Fault] = {}  # report a square once, even if it fails in many arrangements
        for fault in prove(sides):
            first.setdefault(fault.field, fault)
        faults = list(first.values())
    if faults:
        raise BadInput(file.source, faults)
    return tuple(sides)


# The proof ------------------------------------------------------------------------------------------------------------


def prove(sides: Sequence[Side]) -> Iterator[Fault]:
    """Yield the faults of every arrangement: lanes that miss the castle or run in a circle, too few starts.

    Board A stays in the north, because rotating the whole table changes nothing: 6 orders and 16 mixes of sides remain.
    """
    for rest in permutations(range(1, 4)):
        for rivers in product((0, 1), repeat=4):
            chosen = [sides[2 * board + rivers[board]] for board in (0, *rest)]
            table = lay_out(chosen)
            if sum(code & START > 0 for code in table) < 10:
                yield Fault(0, "board", f"{_names(chosen)} have fewer than 10 starts together")
            yield from lanes_that_fail(table, chosen)


def lanes_that_fail(table: Sequence[int], sides: Sequence[Side]) -> Iterator[Fault]:
    """Yield every square of one arrangement from which no knight would reach the castle."""
    safe = set(CASTLE)
    for square in range(SQUARES):
        path: list[int] = []
        at = square
        while at not in safe and table[at] & 7:
            path.append(at)
            there = neighbour(at, (table[at] & 7) - 1)
            problem = ""
            if there < 0:
                problem = "the lane leaves the table"
            elif there in path:
                problem = "the lane runs in a circle"
            elif there not in CASTLE and table[there] & 7 == 0:
                problem = "the lane ends in a bush"
            if problem:
                yield _fault(at, problem, sides)
                break
            at = there
        else:
            safe.update(path)


def _fault(square: int, problem: str, sides: Sequence[Side]) -> Fault:
    place, cell = HOME_OF[square]
    side = sides[place]
    y, x = divmod(cell, WIDE)
    field = f"board.{side.letter}.{'river' if side.river else 'base'} row {y + 1} square {x + 1}"
    return Fault(side.first_line + y, field, f"{problem}, with the boards {_names(sides)} clockwise")


def _names(sides: Sequence[Side]) -> str:
    return " ".join(side.name for side in sides)
