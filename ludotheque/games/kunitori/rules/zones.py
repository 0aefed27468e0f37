"""The zones of cards, moves between them, and what everybody knows about them (KUN-23).

A seat knows its own cards, but not the order of its deck. All others share the same knowledge. The cards a seat owns
are public, since all gains and losses are; so are its territory and the top of its discard pile. Only the distribution
of the rest over hand, deck and discard pile is hidden. Of this the others know

- `open`: cards of the hand that were shown, until they leave it,
- `pile_open`: cards of the discard pile that were seen to go there, until it is shuffled,
- `pair`: the two cards on top of the deck that came back from a battle, but not their order. Once one of them is drawn,
  the other is on top; the drawn one is in the hand, unless a card of its kind has left the hand (`lost`),
- `fixed`: cards known to be in the discard pile when it was shuffled into a new deck. None of them is among the `old`
  hidden cards, which were in hand at that time.

A hand is discarded as one packet, of which only the top card is seen. After that `old`, `fixed` and `lost` say nothing.
"""

from ludotheque.games.kunitori.declaration import Event, Stream
from ludotheque.games.kunitori.tables import GENERALS, KINDS
from ludotheque.kernel import chacha, events, kernel
from ludotheque.kernel.declare import EVERYONE

# The deck ---------------------------------------------------------------------------------------------------------


@kernel
def cards_left(s, p):
    """The number of cards that `p` can still draw."""
    return s.deck_n[p] + s.tops[p] + s.pile_n[p]


@kernel
def reshuffle(s, w, p):
    """Shuffle the discard pile into a new deck when the deck is empty (KUN-05)."""
    hidden = s.hand_n[p] - s.open_n[p]
    s.old[p] = hidden
    for k in range(KINDS):
        s.deck[p, k] = s.pile[p, k]
        s.fixed[p, k] = s.pile_open[p, k] if hidden > 0 else 0
        s.pile[p, k] = 0
        s.pile_open[p, k] = 0
    s.deck_n[p] = s.pile_n[p]
    events.emit(w, Event.SHUFFLED, p, s.pile_n[p], 0, 0, 0, 0, EVERYONE)
    s.pile_n[p] = 0
    s.pile_open_n[p] = 0
    s.pile_top[p] = 0


@kernel
def from_deck(s, w, p):
    """Take a random card from the shuffled part of the deck, all equally likely; deck or pile must have one."""
    if s.deck_n[p] == 0:
        reshuffle(s, w, p)
    at = chacha.below(s, Stream.DEAL, s.deck_n[p])
    k = 0
    while at >= s.deck[p, k]:
        at -= s.deck[p, k]
        k += 1
    s.deck[p, k] -= 1
    s.deck_n[p] -= 1
    return k


@kernel
def take_top(s, p):
    """Take the top card that was put back on the deck."""
    s.tops[p] -= 1
    k = s.top[p, s.tops[p]] - 1
    s.top[p, s.tops[p]] = 0
    return k


@kernel
def forget_pair(s, p):
    """Forget what is known of the top of the deck."""
    s.pair[p, 0] = 0
    s.pair[p, 1] = 0
    s.lost[p] = 0


@kernel
def draw(s, w, p):
    """Draw a card into the hand of `p`, if there is one (KUN-05)."""
    if cards_left(s, p) == 0:
        return
    if s.tops[p] == 0:
        k = from_deck(s, w, p)
        into_hand(s, p, k)
        events.emit(w, Event.DREW, p, k, 0, 0, 0, 0, 1 << p)
        return
    a = s.pair[p, 0]
    b = s.pair[p, 1]
    k = take_top(s, p)
    into_hand(s, p, k)
    seen_by = 1 << p
    if a == b:
        opens(s, p, k)
        seen_by = EVERYONE
    elif s.tops[p] == 0:  # the second card of the pair: those that can't have left the hand are there
        if s.lost[p] & 1 == 0:
            opens(s, p, a - 1)
        if s.lost[p] & 2 == 0:
            opens(s, p, b - 1)
    else:
        s.lost[p] = 0
    events.emit(w, Event.DREW, p, k, 0, 0, 0, 0, seen_by)
    if s.tops[p] == 0:
        forget_pair(s, p)


@kernel
def reveal(s, w, p):
    """Turn up the top card of the deck of `p`, for all to see, and take it off; there must be one."""
    if s.tops[p] == 0:
        k = from_deck(s, w, p)
        if s.fixed[p, k] > 0:
            s.fixed[p, k] -= 1
        return k
    a = s.pair[p, 0]
    b = s.pair[p, 1]
    k = take_top(s, p)
    other = a + b - (k + 1)
    if s.tops[p] == 1:  # so the one below is the other
        s.pair[p, 0] = other
        s.pair[p, 1] = other
        return k
    if a != b and s.lost[p] & (1 if other == a else 2) == 0:  # so the one drawn before was the other
        opens(s, p, other - 1)
    forget_pair(s, p)
    return k


@kernel
def put_on_deck(s, p, below, above):
    """Put two known cards back on the deck, `above` on top (0: only one); both as 1 + kind."""
    s.top[p, 0] = below
    s.tops[p] = 1
    if above > 0:
        s.top[p, 1] = above
        s.tops[p] = 2
    else:
        above = below
    s.pair[p, 0] = min(below, above)
    s.pair[p, 1] = max(below, above)
    s.lost[p] = 0


@kernel
def shuffle_deck(s, p):
    """Shuffle the deck: cards known on top may be anywhere in it."""
    for i in range(s.tops[p]):
        k = s.top[p, i] - 1
        s.deck[p, k] += 1
        s.deck_n[p] += 1
        if s.old[p] > 0 and (s.tops[p] == 2 or s.pair[p, 0] == s.pair[p, 1]):
            s.fixed[p, k] += 1
        s.top[p, i] = 0
    s.tops[p] = 0
    forget_pair(s, p)


# The hand ---------------------------------------------------------------------------------------------------------


@kernel
def into_hand(s, p, k):
    """Add a card to the hand, unseen."""
    s.hand[p, k] += 1
    s.hand_n[p] += 1


@kernel
def opens(s, p, k):
    """Record that everybody learns of a `k` in the hand, drawn since the last shuffle."""
    s.open[p, k] += 1
    s.open_n[p] += 1
    if s.fixed[p, k] > 0:
        s.fixed[p, k] -= 1


@kernel
def hidden_copies(s, p, k):
    """The number of hidden cards `k` of a seat, without a card of a pair still on the deck."""
    return s.hand[p, k] - s.open[p, k] + s.deck[p, k] + s.pile[p, k] - s.pile_open[p, k]


@kernel
def surfaces(s, p, k):
    """Update the knowledge when a hidden card of the hand turns out to be a `k`: it may be one of those known."""
    if s.old[p] > 0:
        if s.hand_n[p] - s.open_n[p] == s.old[p]:
            s.old[p] -= 1
        elif hidden_copies(s, p, k) == s.fixed[p, k]:
            s.fixed[p, k] -= 1
        else:
            s.old[p] -= 1
            if s.fixed[p, k] > 0:
                s.fixed[p, k] -= 1
        if s.old[p] == 0:
            for j in range(KINDS):
                s.fixed[p, j] = 0
    if s.tops[p] == 1 and s.pair[p, 0] != s.pair[p, 1]:
        s.lost[p] |= (1 if s.pair[p, 0] == k + 1 else 0) | (2 if s.pair[p, 1] == k + 1 else 0)


@kernel
def leave_hand(s, p, k):
    """Take a card from the hand, openly; others who knew of a copy know of one less."""
    if s.open[p, k] > 0:
        s.open[p, k] -= 1
        s.open_n[p] -= 1
    else:
        surfaces(s, p, k)
    s.hand[p, k] -= 1
    s.hand_n[p] -= 1


@kernel
def back_to_hand(s, p, k):
    """Add a card to the hand, openly."""
    into_hand(s, p, k)
    s.open[p, k] += 1
    s.open_n[p] += 1


@kernel
def show_from_hand(s, p, k):
    """Reveal one `k` of the hand."""
    if s.open[p, k] == 0:
        surfaces(s, p, k)
        s.open[p, k] = 1
        s.open_n[p] += 1


@kernel
def show_generals(s, p):
    """Reveal that all generals of `p` outside the territory are in hand: deck and discard pile have none (KUN-18)."""
    for k in range(GENERALS):
        while s.open[p, k] < s.hand[p, k]:
            surfaces(s, p, k)
            s.open[p, k] += 1
            s.open_n[p] += 1


# Discard piles and supply -----------------------------------------------------------------------------------------


@kernel
def to_pile(s, p, k):
    """Put a card on the discard pile, openly."""
    s.pile[p, k] += 1
    s.pile_n[p] += 1
    s.pile_open[p, k] += 1
    s.pile_open_n[p] += 1
    s.pile_top[p] = k + 1


@kernel
def from_pile(s, p, k):
    """Take a card out of the discard pile, openly; if it was the top one, any other may be on top then."""
    s.pile[p, k] -= 1
    s.pile_n[p] -= 1
    if s.pile_open[p, k] > 0:
        s.pile_open[p, k] -= 1
        s.pile_open_n[p] -= 1
    if s.pile_top[p] != k + 1:
        return
    s.pile_top[p] = 0
    if s.pile_n[p] > 0:
        at = chacha.below(s, Stream.DEAL, s.pile_n[p])
        j = 0
        while at >= s.pile[p, j]:
            at -= s.pile[p, j]
            j += 1
        lies_on_top(s, p, j)


@kernel
def lies_on_top(s, p, k):
    """Record that everybody sees a card of the discard pile, which may be one they knew of."""
    s.pile_top[p] = k + 1
    if s.pile_open[p, k] == 0:
        s.pile_open[p, k] = 1
        s.pile_open_n[p] += 1


@kernel
def turn_general(s, w):
    """Turn up a random general of those left, all equally likely (KUN-02)."""
    n = 0
    for k in range(GENERALS):
        n += s.supply[k]
    s.top_general = 0
    if n == 0:
        return
    at = chacha.below(s, Stream.DEAL, n)
    for k in range(GENERALS):
        at -= s.supply[k]
        if at < 0:
            s.top_general = k + 1
            events.emit(w, Event.GENERAL_UP, k, 0, 0, 0, 0, 0, EVERYONE)
            return


# Territories ------------------------------------------------------------------------------------------------------


@kernel
def territory(s, p, k):
    """The number of cards `k` in the territory of `p`."""
    n = s.stand[p, k]
    if p == s.turn:
        n += s.fresh[k] + s.again[k]
    return n


@kernel
def leave_territory(s, p, k):
    """Take a card out of a territory, one played this turn first."""
    if p == s.turn and s.fresh[k] > 0:
        s.fresh[k] -= 1
    elif p == s.turn and s.again[k] > 0:
        s.again[k] -= 1
    else:
        s.stand[p, k] -= 1
