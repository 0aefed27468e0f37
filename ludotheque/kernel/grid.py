"""Padded boards: all cells in one row, with a border of off-board cells, so that no step needs an edge test.

A board of `rows` × `columns` has `stride = columns + 2`; the cell at (r, c) is `(r + 1) * stride + c + 1`.
"""

from ludotheque.kernel import kernel


@kernel
def cell(stride, r, c):
    """The cell of row `r`, column `c`, both counted from 0."""
    return (r + 1) * stride + c + 1


@kernel
def row_of(stride, at):
    """The row of a cell."""
    return at // stride - 1


@kernel
def column_of(stride, at):
    """The column of a cell."""
    return at % stride - 1


@kernel
def flood(value, start, stride, mark, found):
    """Write the cells connected with `start` that hold the same value into `found`; return how many there are.

    `mark` and `found` are scratch arrays of the workspace. `mark` must be all 0, and is all 0 afterwards.
    """
    found[0] = start
    mark[start] = 1
    n = 1
    i = 0
    while i < n:
        here = found[i]
        for side in range(4):
            step = stride if side == 0 else 1 if side == 1 else -stride if side == 2 else -1
            there = here + step
            if value[there] == value[start] and mark[there] == 0:
                mark[there] = 1
                found[n] = there
                n += 1
        i += 1
    for i in range(n):
        mark[found[i]] = 0
    return n
