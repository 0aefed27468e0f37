"""The value of a Gorynich position, the same for every seat: for bots that look ahead.

Kernel land. It uses public information only (the cards left in the decks, not their order), so that every head comes to
the same value by itself.
"""

from ludotheque.games.gorynich.boards import HOME, RIVER, SIZE
from ludotheque.games.gorynich.components import BOX
from ludotheque.games.gorynich.declaration import Cause, Decision
from ludotheque.games.gorynich.rules.knights import after, spared
from ludotheque.games.gorynich.state import FIRE, FULL, KNIGHT_DECK, MANOEUVRE, PASSES, ROAR
from ludotheque.kernel import decisions, kernel, piles, table

WON, LOST = 100_000, -100_000
# The cost of a knight by its number of steps left, and the weight of being near it.
cost_of = table((900, 700, 520, 400, 330, 285, 255, 230, 210, 195, 185, 175, 170, 165, 160, 155, 150, 145, 140, 135))
pull_of = table((30, 30, 26, 22, 18, 14, 11, 9, 7, 6, 5, 4, 3, 3, 2, 2, 2, 2, 2, 2))
FARTHEST = 19
LOSS = 4000  # the cost of a loss by the next card of the knights, multiplied by its probability
# The probability that a team of planners wins, fitted to 2,250 matches of 3 to 7 of them at all levels. UNIT more value
# makes a win e times as likely; the others give the value of an even match: a base, a deduction for each head, an
# addition for each level. They avert most of the losses that threaten, so only an eighth of that danger counts.
UNIT = 650
EVEN, HEAD_TAKES, LEVEL_ADDS = -550, 510, 680
AVERTED = 7
POINTED = 150  # for a knight that the first player pointed at
FIRE_HELD, MANOEUVRE_HELD, ARROW_HELD = 45, 30, 9
deck_values = table([level.knights for level in BOX.levels])
DECK_SIZE = 6


@kernel
def value(s, w, seat):
    """The value in about hundredths of a knight: higher is better for all."""
    if s.over == Cause.ALL_BURNT:
        return WON - 100 * s.round
    if s.over > 0:
        return LOST + 100 * s.round
    total = hands_worth(s)
    for k in range(s.knights):
        square = s.knight[k]
        if square >= 0:
            far = min(s.far[square], FARTHEST)
            total -= cost_of[far] + pull_of[far] * apart(s, square) + POINTED * (s.pointed >> k & 1)
    if s.turn < s.players:
        total += prospect(s)
    if s.flame >= 0:
        total += trap(s)
    return total - danger(s)


@kernel
def par(s):
    """The value of a position in which a team of planners wins half of the matches."""
    return EVEN - HEAD_TAKES * s.players + LEVEL_ADDS * s.level - AVERTED * danger(s) // 8


@kernel
def danger(s):
    """The expected cost of a loss by the next card of the knights."""
    nearest = FARTHEST
    for k in range(s.knights):
        if s.knight[k] >= 0:
            nearest = min(nearest, s.far[s.knight[k]])
    return LOSS * chance_of_loss(s, nearest) // 60


@kernel
def apart(s, square):
    """The distance of Gorynich from where a knight on `square` will soon be."""
    there = after(s, square)
    return abs(there // SIZE - s.at // SIZE) + abs(there % SIZE - s.at % SIZE)


@kernel
def hands_worth(s):
    """The value of the cards in hand."""
    total = 0
    for p in range(s.players):
        hand = s.hand[p] if s.hand[p] > 0 else FULL  # an empty hand is refilled at the end of the round
        total += FIRE_HELD * (hand >> FIRE & 1) + MANOEUVRE_HELD * (hand >> MANOEUVRE & 1)
        for card in range(FIRE):
            total += ARROW_HELD * (hand >> card & 1)
    return total


@kernel
def prospect(s):
    """The value of knights under Gorynich that a later seat may still burn in this round."""
    fire = 0
    for t in range(s.turn, s.players):
        p = (s.first + t) % s.players
        if s.choice[p] != PASSES + 1:
            fire |= s.hand[p] >> FIRE & 1
    total = 0
    if fire == 1:
        for k in range(s.knights):
            if s.knight[k] == s.at and s.at >= 0 and spared(s, k) < 0:
                total += cost_of[min(s.far[s.at], FARTHEST)]
    return total * 3 // 4


@kernel
def trap(s):
    """The value of knights about to enter the flame token's square: one step ahead surely, two steps ahead maybe."""
    if s.lane[s.flame] & RIVER != 0:
        return 0
    total = 0
    for k in range(s.knights):
        square = s.knight[k]
        if square >= 0:
            worth = cost_of[min(s.far[square], FARTHEST)]
            if after(s, square) == s.flame:
                total += worth * 3 // 4
            elif s.lane[after(s, square)] != HOME and after(s, after(s, square)) == s.flame:
                total += worth // 3
    return total


@kernel
def chance_of_loss(s, nearest):
    """The probability, in sixtieths, that the next card of the knights brings the nearest one to the castle."""
    steps = nearest - (s.turned >> ROAR & 1)
    n = s.count[KNIGHT_DECK]
    fatal = 0
    if n == 0:  # it will be reshuffled
        n = DECK_SIZE
        for i in range(DECK_SIZE):
            fatal += deck_values[s.level, i] >= steps
    else:
        for i in range(n):
            fatal += piles.get(s, KNIGHT_DECK, i) >= steps
    return 60 * fatal // n


@kernel
def continues(s, seat):
    """Whether `seat` is asked for the rest of a move it has begun."""
    return decisions.kind(s) > Decision.CHOOSE and decisions.actors(s) == 1 << seat
