"""Padded boards: cells, and floods against a flood that is obviously right."""

from hypothesis import given
from hypothesis import strategies as st

from ludotheque.kernel import load

grid = load("ludotheque.games.lampions", "plain").module("ludotheque.kernel.grid")
BOARDS = st.integers(1, 6).flatmap(
    lambda columns: st.lists(st.lists(st.integers(0, 2), min_size=columns, max_size=columns), min_size=1, max_size=6)
)
BORDER = -1


def padded(board):
    stride = len(board[0]) + 2
    edge = [BORDER] * stride
    return [*edge, *(cell for row in board for cell in (BORDER, *row, BORDER)), *edge], stride


def connected(board, r, c):
    """All squares of one value connected with (r, c)."""
    group, waiting = set(), {(r, c)}
    while waiting:
        r, c = waiting.pop()
        group.add((r, c))
        for there in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            inside = 0 <= there[0] < len(board) and 0 <= there[1] < len(board[0])
            if inside and there not in group and board[there[0]][there[1]] == board[r][c]:
                waiting.add(there)
    return group


@given(BOARDS, st.data())
def test_flood_finds_what_hangs_together(board, data):
    r = data.draw(st.integers(0, len(board) - 1))
    c = data.draw(st.integers(0, len(board[0]) - 1))
    value, stride = padded(board)
    mark, found = [0] * len(value), [0] * len(value)
    n = grid.flood(value, grid.cell(stride, r, c), stride, mark, found)
    cells = [(grid.row_of(stride, at), grid.column_of(stride, at)) for at in found[:n]]
    assert len(set(cells)) == n
    assert set(cells) == connected(board, r, c)
    assert mark == [0] * len(value)


@given(st.integers(3, 20), st.data())
def test_cell_and_back(stride, data):
    r, c = data.draw(st.integers(0, 30)), data.draw(st.integers(0, stride - 3))
    at = grid.cell(stride, r, c)
    assert (grid.row_of(stride, at), grid.column_of(stride, at)) == (r, c)
