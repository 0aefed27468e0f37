"""Legal places of a tile: `refusal_of_large` returns the reason against a place, `list_large` lists all places.

The compliance suite checks that both agree. Random play spends most of its time in the listing, so it is optimised.
"""

from ludotheque.games.gunkimono.declaration import Action, Refusal
from ludotheque.games.gunkimono.rules.field import field_cell, has_fortress, joins, risky, steps, survey
from ludotheque.games.gunkimono.tables import CELL, FIELD, HIGH, OFF, ON_FIELD, UNIT_A, UNIT_B
from ludotheque.kernel import kernel, table

cell_of = table(CELL)
on_field = table(ON_FIELD)
unit_a = table(UNIT_A)
unit_b = table(UNIT_B)

__all__ = [
    "cell_of",
    "fits_large",
    "fits_small",
    "list_large",
    "list_small",
    "refusal_of_large",
    "refusal_of_small",
    "steps",
    "survey",
    "unit_a",
    "unit_b",
]


@kernel
def refusal_of_large(s, w, seat, kind, place):
    """The refusal to place a large tile, or 0. `place`: (square of its first half * 4 + direction) * 2 + supported."""
    here = cell_of[place >> 3]
    there = here + steps[place >> 1 & 3]
    if s.unit[here] == OFF or s.unit[there] == OFF:
        return Refusal.OFF_THE_FIELD  # GUN-07
    if has_fortress(s, here) or has_fortress(s, there):
        return Refusal.FORTRESS_SQUARE  # GUN-12
    rise = s.level[there] - s.level[here]
    if place & 1 == 1:
        if s.small[seat] == 0:
            return Refusal.NO_SUPPORT_LEFT  # GUN-10
        if rise == 0:
            return Refusal.SUPPORT_FOR_NOTHING  # GUN-10
        if rise * rise != 1:
            return Refusal.SUPPORT_TOO_LOW  # GUN-10, GUN-11
    elif rise != 0:
        return (
            Refusal.TWO_LEVELS_BRIDGEABLE if rise * rise == 1 and s.small[seat] != 0 else Refusal.TWO_LEVELS
        )  # GUN-09
    # GUN-08; not on a support, which lies face down under the lower half (GUN-10).
    if (rise <= 0 and s.unit[here] == unit_a[kind]) or (rise >= 0 and s.unit[there] == unit_b[kind]):
        return Refusal.SAME_UNIT
    if joins(s, w, unit_a[kind], here, unit_b[kind], there):
        return Refusal.JOINS_TWO_PLAYERS  # GUN-13
    return 0


@kernel
def refusal_of_small(s, w, unit, square):
    """The refusal to place a small tile on a square, or 0."""
    here = cell_of[square]
    if s.unit[here] == OFF:
        return Refusal.OFF_THE_FIELD  # GUN-07
    if has_fortress(s, here):
        return Refusal.FORTRESS_SQUARE  # GUN-12
    if s.unit[here] == unit:
        return Refusal.SAME_UNIT  # GUN-08
    if joins(s, w, unit, here, 0, 0):
        return Refusal.JOINS_TWO_PLAYERS  # GUN-13
    return 0


@kernel
def list_large(s, w, seat, kind, out):
    """Write every place for a large tile into `out`; return how many there are."""
    contested = survey(s, w)
    a = unit_a[kind]
    b = unit_b[kind]
    support = s.small[seat] != 0
    n = 0
    for k in range(FIELD):
        here = field_cell[k]
        low = w.height[here]
        if low == HIGH:
            continue
        action = Action.LAY + on_field[k] * 8
        clear_here = s.unit[here] != a
        for side in range(4):
            there = here + steps[side]
            high = w.height[there]  # never reachable off the field or on fortress squares
            clear_there = s.unit[there] != b
            out[n] = action
            n += (high == low) & clear_here & clear_there
            out[n] = action + 1
            n += support & (((high == low + 1) & clear_there) | ((high == low - 1) & clear_here))
            action += 2
    if contested and risky(s, w, a, b):
        return drop_joining(s, w, a, b, out, n)
    return n


@kernel
def drop_joining(s, w, a, b, out, n):
    """Keep the listed places that don't join formations of two players; return how many are left."""
    kept = 0
    for i in range(n):
        place = out[i] - Action.LAY
        here = cell_of[place >> 3]
        there = here + steps[place >> 1 & 3]
        out[kept] = out[i]
        if w.risk[here] & 1 == 0 and w.risk[there] & 2 == 0:
            kept += 1
        elif not joins(s, w, a, here, b, there):
            kept += 1
    return kept


@kernel
def list_small(s, w, unit, out):
    """Write every square for a small tile into `out`; return how many there are."""
    contested = survey(s, w) and risky(s, w, unit, unit)
    n = 0
    for k in range(FIELD):
        here = field_cell[k]
        out[n] = Action.SET + on_field[k]
        if w.height[here] != HIGH and s.unit[here] != unit:
            if not contested or w.risk[here] == 0 or not joins(s, w, unit, here, 0, 0):
                n += 1
    return n


@kernel
def fits_large(s, w, seat, kind, contested):
    """Whether a large tile can be placed anywhere; `w` and `contested` come from `survey`."""
    a = unit_a[kind]
    b = unit_b[kind]
    support = s.small[seat] != 0
    contested = contested and risky(s, w, a, b)
    for k in range(FIELD):
        here = field_cell[k]
        low = w.height[here]
        if low == HIGH:
            continue
        clear_here = s.unit[here] != a
        for side in range(4):
            there = here + steps[side]
            high = w.height[there]
            clear_there = s.unit[there] != b
            level = (high == low) & clear_here & clear_there
            bridged = support & (((high == low + 1) & clear_there) | ((high == low - 1) & clear_here))
            if level | bridged:
                if not contested or not joins(s, w, a, here, b, there):
                    return True
    return False


@kernel
def fits_small(s, w, unit, contested):
    """Whether a small tile can be placed anywhere; `w` and `contested` come from `survey`."""
    contested = contested and risky(s, w, unit, unit)
    for k in range(FIELD):
        here = field_cell[k]
        if w.height[here] != HIGH and s.unit[here] != unit:
            if not contested or w.risk[here] == 0 or not joins(s, w, unit, here, 0, 0):
                return True
    return False
