"""Invariants of every position of Gorynich. Kernel land."""

from ludotheque.games.gorynich.boards import HOME, SQUARES, START
from ludotheque.games.gorynich.declaration import Cause
from ludotheque.games.gorynich.rules.knights import after, left
from ludotheque.games.gorynich.rules.laying import DECK_SIZE, TILE_COUNT, deck_values
from ludotheque.games.gorynich.rules.manoeuvres import spare_cards
from ludotheque.games.gorynich.state import (
    FULL,
    GORYNICH_PILE,
    KNIGHT_DECK,
    KNIGHT_PILE,
    KNIGHTS,
    PASSES,
    ROUNDS,
    SEATS,
)
from ludotheque.kernel import kernel, piles


@kernel
def sound(s, w):
    """0, or the number of a broken invariant.

    1 cards of a deck, 2 a knight off its lane, 3 a choice not in hand, 4 a tile turned that is not here, 5 the end,
    6 Gorynich or the flame off the table, 7 a lost event, 8 a number out of its range.
    """
    for deck in range(2):
        total = 0
        for i in range(DECK_SIZE):
            total += deck_values[s.level, DECK_SIZE * deck + i]
        for z in range(KNIGHT_DECK + deck, GORYNICH_PILE + 1, 2):
            for i in range(s.count[z]):
                total -= piles.get(s, z, i)
        if total != 0 or s.count[KNIGHT_DECK + deck] + s.count[KNIGHT_PILE + deck] != DECK_SIZE:
            return 1
    for k in range(KNIGHTS):
        if not on_its_lane(s, k):
            return 2
    for p in range(SEATS):
        if not choices_fit(s, p):
            return 3
    for tile in range(TILE_COUNT):
        if s.turned >> tile & 1 == 1 and s.tile[0] != tile and s.tile[1] != tile and s.tile[2] != tile:
            return 4
    if (s.over == 0) != (s.depth > 0) or (s.over <= Cause.ALL_BURNT and (s.over == Cause.ALL_BURNT) != (left(s) == 0)):
        return 5
    if s.at < (0 if s.round > 0 else -1) or s.at >= SQUARES or s.flame < -1 or s.flame >= SQUARES:
        return 6
    if w.events_lost > 0:
        return 7
    if s.round > ROUNDS or s.turn > s.players or s.tokens < 0 or s.first >= s.players:
        return 8
    return 0


@kernel
def on_its_lane(s, k):
    """Whether knight `k` is on its lane, or off the table; in the castle only if that has lost the match."""
    square = s.knight[k]
    if square < 0 or k >= s.knights:
        return square == -1 and s.start[k] == -1
    if s.lane[s.start[k]] & START == 0 or (s.lane[square] == HOME and s.over == 0):
        return False
    at = s.start[k]
    while at != square and s.lane[at] != HOME:
        at = after(s, at)
    return at == square


@kernel
def choices_fit(s, p):
    """Whether a seat's choice and discard are cards it has; an absent seat has none."""
    if p >= s.players:
        return s.hand[p] == 0 and s.choice[p] == 0 and s.drop[p] == 0
    if 0 < s.choice[p] <= PASSES and s.hand[p] >> (s.choice[p] - 1) & 1 == 0:
        return False
    if s.drop[p] > 0 and spare_cards(s, p) >> (s.drop[p] - 1) & 1 == 0:
        return False
    return 0 <= s.hand[p] <= FULL
