"""The value of a Lampions position for a seat, in hundredths of a point: for bots that look ahead.

Kernel land. `standing` may use hidden information, because bots only call it on redealt worlds. The value of a position
is the standing of the seat minus that of the others (see `bots/greedy_kernel.py`).
"""

from ludotheque.games.lampions.components import LAMP, VALUE
from ludotheque.games.lampions.declaration import Decision
from ludotheque.games.lampions.rules import bonus, light_of
from ludotheque.games.lampions.state import ASHES, GUST, HAND, KINDS, LIT, MOTH, TINDER
from ludotheque.kernel import decisions, kernel, piles, table

value_of = table(VALUE)
is_lamp = table(LAMP)

BURNS = 85  # percentage of played lamps that are lit; the others are sent back by a moth
LATER = 55  # the value of a card in hand, as a percentage of its value when played
MOTH_IN_HAND = 110  # it sends back a lamp of the right neighbour at the best moment
GUST_BLOWS = 60  # two in three blow out another player's newest lamp, one in three our own


@kernel
def lamp_worth(s, seat, card):
    """The points of a lamp of `seat`, including the wish."""
    return value_of[card] + (s.wish[seat] == card + 1)


@kernel
def best_ashes(s, seat):
    """The best lamp that a tinder could bring back."""
    best = 0
    for i in range(s.count[ASHES + seat]):
        card = piles.get(s, ASHES + seat, i)
        if is_lamp[card] == 1 and lamp_worth(s, seat, card) > best:
            best = lamp_worth(s, seat, card)
    return best


@kernel
def about_to(s, seat, card):
    """The value of a card that is being played."""
    if is_lamp[card] == 1:
        return BURNS * lamp_worth(s, seat, card)
    if card == GUST:
        return GUST_BLOWS - (30 if s.count[LIT + seat] > 0 else 0)
    if card == TINDER:
        return BURNS * best_ashes(s, seat)
    return 0


@kernel
def hand_worth(s, seat):
    """The value of the hand: the best cards, as many as there are rounds left."""
    left = s.rounds - s.round + (decisions.kind(s) == Decision.CHOOSE)
    worth = 0
    for points in range(4, 0, -1):
        for card in range(KINDS):
            if is_lamp[card] == 1 and lamp_worth(s, seat, card) == points:
                n = min(left, piles.tally(s, HAND + seat, card))
                worth += n * LATER * points
                left -= n
    if left > 0:
        worth += LATER * min(left, piles.tally(s, HAND + seat, TINDER)) * best_ashes(s, seat) // 2
    if s.rounds > s.round and piles.find(s, HAND + seat, MOTH) >= 0:
        worth += MOTH_IN_HAND
    return worth


@kernel
def standing(s, w, seat):
    """The points of `seat`, plus the value of its cards in play and in hand."""
    worth = 100 * (light_of(s, seat) + bonus(s, seat)) + hand_worth(s, seat)
    if s.over > 0:
        return 100 * (light_of(s, seat) + bonus(s, seat))
    if s.choice[seat] > 0 and decisions.kind(s) != Decision.CHOOSE:
        worth += about_to(s, seat, s.choice[seat] - 1)
    if decisions.kind(s) == Decision.REACT and decisions.a(s) == seat:
        worth += about_to(s, seat, decisions.b(s))
    return worth


@kernel
def continues(s, seat):
    """Whether `seat` is asked for the rest of a move it has begun."""
    decision = decisions.kind(s)
    return decision == Decision.RELIGHT or decision == Decision.BLOW
