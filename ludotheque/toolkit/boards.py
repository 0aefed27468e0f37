"""Helpers for boards in a terminal: the colours of the seats, cells in columns."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

# Never alone: a name or a number always stands with them.
SEAT_COLOURS = ("cyan", "magenta", "yellow", "green", "bright_blue", "red", "white")


def columns_that_fit(cells: Sequence[Text], width: int) -> int:
    """The number of columns in which the cells fit."""
    for n in range(len(cells), 1, -1):
        rows = -(-len(cells) // n)
        stacks = [cells[at : at + rows] for at in range(0, len(cells), rows)]
        if sum(max(cell.cell_len for cell in stack) + 2 for stack in stacks) <= width:
            return n
    return 1


def in_columns(cells: Sequence[Text], columns: int) -> Table:
    """Cells under each other, column after column."""
    rows = -(-len(cells) // columns)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for row in range(rows):
        grid.add_row(*cells[row::rows])
    return grid
