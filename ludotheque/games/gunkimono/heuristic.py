"""The value of a Gunkimono position for a seat, in hundredths of a point: for bots that look ahead.

Kernel land. `standing` may use hidden information, because bots only call it on redealt worlds.

The value is the points so far and the expected ones: fortresses score in every turn left, markers approach fortresses
and banners, the current tile will score the better of its choices. The number of turns left is estimated from the size
of the piles, not from the place of the end tile. The constants were tuned in matches (bench/notes/gunkimono.md).
"""

from ludotheque.games.gunkimono.declaration import Decision
from ludotheque.games.gunkimono.rules.field import formation
from ludotheque.games.gunkimono.rules.placing import unit_a, unit_b
from ludotheque.games.gunkimono.rules.turns import (
    banner_row,
    first_row,
    halves,
    last_seat,
    points_of,
    second_row,
    symbols_a,
    symbols_b,
    symbols_of,
    unit_of,
    victory_points,
)
from ludotheque.games.gunkimono.state import GONE, HAND, HONOUR_CHOSEN, NOT_YET, PILE, STACK, TRIGGERED
from ludotheque.games.gunkimono.tables import BANNER, END_TILES, UNIT_COUNT
from ludotheque.kernel import decisions, kernel, piles

SIZE = 450  # in hundredths: the expected size of the formation of a fortress not yet built
BUILT = 250  # in hundredths of a point: the expected score of a fortress per turn, whatever its current formation
NEAR = 80  # in hundredths: the weight of its current formation on top of that …
LASTS = 200  # … for this many turns, in hundredths: later it has been cut, or has grown again
TURN_OF_STEP = 40  # in hundredths: turns per step of honour
BANNER_HOPE = 60  # in hundredths: the part of a banner's value that counts for a marker on its way
SMALL_TILE = 200  # the value of a small tile: it fits almost anywhere and costs no draw
SYMBOL = 25  # the value of a symbol on a tile in hand whose marker is still on the track


@kernel
def turns_left(s, seat):
    """The expected number of turns of `seat`, in hundredths, including a turn whose fortresses are not yet scored."""
    now = s.turn == seat and decisions.kind(s) != Decision.DRAW
    if s.end == TRIGGERED:
        to_come = (seat - s.turn) % s.players
        return 100 * (now or (to_come > 0 and to_come <= (last_seat(s) - s.turn) % s.players))
    draws = s.count[PILE] * 100 + END_TILES * 50 if s.end == NOT_YET else (s.count[PILE] - 1) * 50
    return draws // s.players + 50 + 100 * now


@kernel
def fortress_prospects(s, seat, turns):
    """The expected points of fortresses not yet built."""
    worth = 0
    for k in range(s.built[seat], 2):
        row = first_row[s.players] if k == 0 else second_row[s.players]
        missing = 0
        for unit in range(UNIT_COUNT):
            missing += max(0, row - s.honour[5 * seat + unit])
        left = turns - missing * TURN_OF_STEP - 100 * (k - s.built[seat])
        if left > 0:
            worth += SIZE * left * (5 * row - missing) // (500 * row)
    return worth


@kernel
def banner_prospects(s, seat, turns):
    """The expected points of markers on their way to banners: the nearest one takes the best banner."""
    top = banner_row[s.players]
    worth = 0
    for unit in range(UNIT_COUNT):
        steps = s.honour[5 * seat + unit]
        if steps == GONE or 60 * (top - steps) > turns:
            continue
        place = s.count[STACK + unit] - 1
        for p in range(s.players):
            other = s.honour[5 * p + unit]
            place -= p != seat and other != GONE and other > steps
        if place >= 0:
            worth += BANNER_HOPE * mean_worth(s, unit, place) * steps * (steps + top) // (2 * top * top)
    return worth


@kernel
def mean_worth(s, unit, place):
    """The average value of the kind of banner at a place of a stack."""
    return 3 + 5 * ((piles.get(s, STACK + unit, place) - BANNER - 1) // 5)


@kernel
def honour_gain(s, seat, unit, symbols, turns):
    """The additional expected points of `seat` after this many steps of honour."""
    at = 5 * seat + unit
    before = s.honour[at]
    gain = -fortress_prospects(s, seat, turns) - banner_prospects(s, seat, turns)
    s.honour[at] = before + symbols
    if before + symbols >= banner_row[s.players]:
        s.honour[at] = GONE
        if s.count[STACK + unit] > 0:
            gain += 100 * mean_worth(s, unit, s.count[STACK + unit] - 1)
    gain += fortress_prospects(s, seat, turns) + banner_prospects(s, seat, turns)
    s.honour[at] = before
    return gain


@kernel
def about_to_score(s, w, seat, turns):
    """The points of the tile that `seat` has placed and not yet scored."""
    worth = 0
    for half in range(halves(s)):
        unit = unit_of(s, half)
        points = 100 * victory_points(s, w, half)
        if s.chosen[half] == 0 and s.honour[5 * seat + unit] != GONE:
            points = max(points, honour_gain(s, seat, unit, symbols_of(s, half), turns))
        elif s.chosen[half] == HONOUR_CHOSEN:
            points = honour_gain(s, seat, unit, symbols_of(s, half), turns)
        worth += points
    return worth


@kernel
def hand_worth(s, seat):
    """The value of a hand: symbols that still count, and small tiles."""
    worth = 0
    for unit in range(UNIT_COUNT):
        worth += SMALL_TILE * (s.small[seat] >> unit & 1)
    for i in range(s.count[HAND + seat]):
        kind = piles.get(s, HAND + seat, i)
        if s.honour[5 * seat + unit_a[kind]] != GONE:
            worth += SYMBOL * symbols_a[kind]
        if s.honour[5 * seat + unit_b[kind]] != GONE:
            worth += SYMBOL * symbols_b[kind]
    return worth


@kernel
def standing(s, w, seat):
    """The points of `seat`, and the expected ones."""
    worth = 100 * points_of(s, seat)
    if s.over != 0:
        return worth
    turns = turns_left(s, seat)
    for k in range(s.built[seat]):
        size = formation(s, w, s.site[2 * seat + k])
        worth += (BUILT * turns + NEAR * size * min(turns, LASTS)) // 100
    if turns > 100:
        worth += hand_worth(s, seat)
    if s.turn == seat and s.half[0] != 0 and decisions.kind(s) < Decision.SITE:
        worth += about_to_score(s, w, seat, turns)
    return worth + fortress_prospects(s, seat, turns) + banner_prospects(s, seat, turns)


@kernel
def turn_begins(s):
    """Whether the pending decision is the first one of a turn: there positions can be compared best."""
    return decisions.kind(s) == Decision.TILE


@kernel
def continues(s, seat):
    """Whether `seat` must place the tile that it has just picked."""
    return decisions.kind(s) == Decision.PLACE
