"""Redeal a position: draw again everything a viewer can't know, and keep what the viewer knows (KUN-23).

`zones.py` describes what is known. The cards a seat owns are public, so the hidden ones are dealt again to its own
hand, deck and discard pile. Decks and the pile of generals have no order in the state.
"""

from ludotheque.games.kunitori.declaration import Decision, Stream
from ludotheque.games.kunitori.tables import GENERALS, KINDS
from ludotheque.kernel import chacha, decisions, kernel


@kernel
def redeal(s, w, viewer):
    """Draw again everything that `viewer` (a seat or SPECTATOR) can't know."""
    for p in range(s.players):
        if p != viewer:
            redeal_seat(s, w, p)


@kernel
def redeal_seat(s, w, p):
    """Deal the hidden cards of `p` again to hand, discard pile and deck."""
    hand = s.hand_n[p] - s.open_n[p]
    pile = s.pile_n[p] - s.pile_open_n[p]
    deck = s.deck_n[p]
    for k in range(KINDS):
        w.left[k] = s.hand[p, k] - s.open[p, k] + s.pile[p, k] - s.pile_open[p, k] + s.deck[p, k]
        s.hand[p, k] = s.open[p, k]
        s.pile[p, k] = s.pile_open[p, k]
        s.deck[p, k] = 0
    half = s.tops[p] == 1 and s.pair[p, 0] != s.pair[p, 1]
    if s.tops[p] == 2 and s.pair[p, 0] != s.pair[p, 1]:
        above = chacha.below(s, Stream.REDEAL, 2)
        s.top[p, above] = s.pair[p, 0]
        s.top[p, 1 - above] = s.pair[p, 1]
    if half:
        hand -= deal_half_pair(s, w, p, pile + deck == 0)
    old = min(s.old[p], hand)
    if seeks_general(s, p) and not general_in_view(s, p):
        k = any_general(s, w, p, old)
        if deck > 0:
            s.deck[p, k] += 1
        else:
            s.pile[p, k] += 1
            pile -= 1
    if old > 0:
        deal_old(s, w, p, old)
        hand -= old
    deal_rest(s, w, p, hand, pile)


@kernel
def deal_half_pair(s, w, p, nowhere_else):
    """Choose which card of a pair is still on the deck; return 1 if the drawn one must be in hand, else 0."""
    a = s.pair[p, 0] - 1
    b = s.pair[p, 1] - 1
    w.left[s.top[p, 0] - 1] += 1
    some_a = w.left[a] > s.fixed[p, a]
    some_b = w.left[b] > s.fixed[p, b]
    a_above = some_a and (s.lost[p] & 2 != 0 or some_b)  # then b was drawn
    b_above = some_b and (s.lost[p] & 1 != 0 or some_a)
    if nowhere_else and seeks_general(s, p) and not general_in_piles(s, p):  # the general sought can only be here
        a_above = a_above and a < GENERALS
        b_above = b_above and b < GENERALS
    if a_above and b_above:
        a_above = chacha.below(s, Stream.REDEAL, 2) == 0
    above = a if a_above else b
    drawn = b if a_above else a
    s.top[p, 0] = above + 1
    w.left[above] -= 1
    if s.lost[p] & (2 if a_above else 1) != 0:
        return 0
    w.left[drawn] -= 1
    s.hand[p, drawn] += 1
    return 1


@kernel
def seeks_general(s, p):
    """Whether `p` is choosing a general: everybody knows that the deck or the discard pile has one."""
    return decisions.kind(s) == Decision.FETCH and decisions.actors(s) == 1 << p


@kernel
def general_in_piles(s, p):
    """Whether a general is known to be in the discard pile."""
    for k in range(GENERALS):
        if s.pile_open[p, k] > 0:
            return True
    return False


@kernel
def general_in_view(s, p):
    """Whether a general is publicly known in the discard pile, or on top of the deck of this world."""
    for i in range(s.tops[p]):
        if s.top[p, i] <= GENERALS:
            return True
    return general_in_piles(s, p)


@kernel
def count_left(w, kinds):
    """The number of cards of the first `kinds` kinds still to be dealt."""
    n = 0
    for k in range(kinds):
        n += w.left[k]
    return n


@kernel
def any_left(s, w, kinds, total):
    """Take a random card of the first `kinds` kinds still to be dealt, all equally likely."""
    at = chacha.below(s, Stream.REDEAL, total)
    k = 0
    while k < kinds - 1 and at >= w.left[k]:
        at -= w.left[k]
        k += 1
    w.left[k] -= 1
    return k


@kernel
def any_general(s, w, p, old):
    """Take a general for deck or discard pile such that enough cards are left for the `old` ones of the hand."""
    k = any_left(s, w, GENERALS, count_left(w, GENERALS))
    spare = 0
    for j in range(KINDS):
        spare += w.left[j] - min(w.left[j], s.fixed[p, j])
    if spare < old:
        w.left[k] += 1
        for j in range(GENERALS):
            if s.fixed[p, j] > 0:
                k = j
        w.left[k] -= 1
    return k


@kernel
def deal_old(s, w, p, old):
    """Deal the `old` cards, in hand since the last shuffle: none that was known to be in the discard pile then."""
    total = 0
    for k in range(KINDS):
        w.left[k] -= s.fixed[p, k]
        total += w.left[k]
    for n in range(old):
        s.hand[p, any_left(s, w, KINDS, total - n)] += 1
    for k in range(KINDS):
        w.left[k] += s.fixed[p, k]


@kernel
def deal_rest(s, w, p, hand, pile):
    """Deal the rest at random: `hand` cards to the hand, `pile` to the discard pile, the others to the deck."""
    total = count_left(w, KINDS)
    for n in range(hand):
        s.hand[p, any_left(s, w, KINDS, total - n)] += 1
    for n in range(pile):
        s.pile[p, any_left(s, w, KINDS, total - hand - n)] += 1
    for k in range(KINDS):
        s.deck[p, k] += w.left[k]
