"""Formations, who controls them, and what a tile would join. Kernel land."""

from ludotheque.games.gunkimono.state import SEATS
from ludotheque.games.gunkimono.tables import CELLS, FIELD, FIELD_CELL, HIGH, STEPS, STRIDE
from ludotheque.kernel import grid, kernel, table

field_cell = table(FIELD_CELL)
steps = table(STEPS)


@kernel
def formation(s, w, cell):
    """The number of units in the formation of a cell (GUN-15); its cells are in `w.found`."""
    return grid.flood(s.unit, cell, STRIDE, w.mark, w.found)


@kernel
def owners_found(s, w, n):
    """The mask of seats with a fortress on one of the first `n` cells of `w.found`."""
    owners = 0
    for p in range(s.players):
        for k in range(s.built[p]):
            site = s.site[2 * p + k]
            for i in range(n):
                if w.found[i] == site:
                    owners |= 1 << p
    return owners


@kernel
def has_fortress(s, cell):
    """Whether a fortress stands on a cell."""
    for k in range(2 * SEATS):
        if s.site[k] == cell:
            return True
    return False


@kernel
def several(owners):
    """Whether a mask has more than one bit."""
    return owners & (owners - 1) != 0


@kernel
def claim_all(s, w):
    """Write the mask of who controls each cell's formation into `w.claim`; return the mask of seats with a fortress."""
    for cell in range(CELLS):
        w.claim[cell] = 0
    everybody = 0
    for p in range(s.players):
        for k in range(s.built[p]):
            everybody |= 1 << p
            site = s.site[2 * p + k]
            if w.claim[site] == 0:  # otherwise the other fortress of p is in the same formation
                n = formation(s, w, site)
                for i in range(n):
                    w.claim[w.found[i]] = 1 << p
    return everybody


@kernel
def controlled(s, w, seat):
    """The number of units in formations that `seat` controls; one with two fortresses counts once (GUN-28)."""
    claim_all(s, w)
    units = 0
    for k in range(FIELD):
        units += w.claim[field_cell[k]] == 1 << seat
    return units


@kernel
def joins(s, w, a, cell_a, b, cell_b):
    """Whether placing units `a` and `b` on two cells would join formations of two players (GUN-13).

    The field is tested with the tile placed, because the tile may cut a formation off its fortress. For a small tile
    `cell_b` is 0.
    """
    for cell in range(CELLS):
        w.board[cell] = s.unit[cell]
    w.board[cell_a] = a
    if cell_b != 0:
        w.board[cell_b] = b
        n = grid.flood(w.board, cell_b, STRIDE, w.mark, w.found)
        if several(owners_found(s, w, n)):
            return True
    n = grid.flood(w.board, cell_a, STRIDE, w.mark, w.found)
    return several(owners_found(s, w, n))


@kernel
def survey(s, w):
    """Write levels into `w.height`, HIGH for fortress squares; return whether two players have fortresses."""
    for cell in range(CELLS):
        w.height[cell] = s.level[cell]
    players = 0
    for p in range(s.players):
        players += s.built[p] > 0
        for k in range(s.built[p]):
            w.height[s.site[2 * p + k]] = HIGH  # GUN-12
    if players > 1:
        claim_all(s, w)
    return players > 1


@kernel
def risky(s, w, a, b):
    """Mark in `w.risk` the cells where unit a (bit 1) or b (bit 2) would touch two players' formations; return if any.

    Only there can a tile join them; `joins` decides whether it does.
    """
    found = 0
    for k in range(FIELD):
        cell = field_cell[k]
        near_a = 0
        near_b = 0
        for side in range(4):
            there = cell + steps[side]
            near_a |= w.claim[there] * (s.unit[there] == a)
            near_b |= w.claim[there] * (s.unit[there] == b)
        risk = several(near_a) + 2 * several(near_b)
        w.risk[cell] = risk
        found |= risk
    return found != 0
