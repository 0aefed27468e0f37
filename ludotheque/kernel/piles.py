"""Piles of cards that record, for each slot, who knows the card.

A zone is an ordered run of slots; the last one is the top. `known` holds, for each slot, a mask of the seats (and the
spectators' bit) that know the card. Cards of one kind can't be told apart: a viewer who sees a kind leave a hand knows
one copy of it less, so `take` moves the knowledge accordingly.
"""

from ludotheque.kernel import chacha, kernel, layout, table

BASE = table(layout.base)


@kernel
def push(s, z, card, mask):
    """Lay `card` on top of zone `z`, known to `mask`."""
    at = BASE[z] + s.count[z]
    s.card[at] = card
    s.known[at] = mask
    s.count[z] += 1


@kernel
def push_bottom(s, z, card, mask):
    """Put `card` under zone `z`, known to `mask`."""
    base = BASE[z]
    for at in range(base + s.count[z], base, -1):
        s.card[at] = s.card[at - 1]
        s.known[at] = s.known[at - 1]
    s.card[base] = card
    s.known[base] = mask
    s.count[z] += 1


@kernel
def get(s, z, i):
    """The card in slot `i` of zone `z`."""
    return s.card[BASE[z] + i]


@kernel
def mask_of(s, z, i):
    """The mask of viewers who know slot `i` of zone `z`."""
    return s.known[BASE[z] + i]


@kernel
def remove(s, z, i):
    """Take the card out of slot `i` and return it. The cards above move down; the freed slot is cleared."""
    base = BASE[z]
    last = base + s.count[z] - 1
    card = s.card[base + i]
    for at in range(base + i, last):
        s.card[at] = s.card[at + 1]
        s.known[at] = s.known[at + 1]
    s.card[last] = 0
    s.known[last] = 0
    s.count[z] -= 1
    return card


@kernel
def pop(s, z):
    """Take the top card and return it. The zone must not be empty."""
    return remove(s, z, s.count[z] - 1)


@kernel
def find(s, z, card):
    """The lowest slot of zone `z` that holds `card`, or -1."""
    base = BASE[z]
    for i in range(s.count[z]):
        if s.card[base + i] == card:
            return i
    return -1


@kernel
def tally(s, z, card):
    """The number of copies of `card` in zone `z`."""
    base = BASE[z]
    n = 0
    for i in range(s.count[z]):
        n += s.card[base + i] == card
    return n


@kernel
def take(s, z, card):
    """Take one copy of `card` out of zone `z`; return False if there is none.

    Every viewer who knew of at least one copy there knows of one less afterwards, whichever slot the copy leaves.
    """
    i = find(s, z, card)
    if i < 0:
        return False
    base = BASE[z]
    missing = ~s.known[base + i]
    for j in range(i + 1, s.count[z]):
        if s.card[base + j] == card:
            moved = s.known[base + j] & missing
            s.known[base + j] &= ~moved
            missing &= ~moved
    remove(s, z, i)
    return True


@kernel
def show(s, z, mask):
    """Let `mask` know every slot of zone `z`."""
    base = BASE[z]
    for i in range(s.count[z]):
        s.known[base + i] |= mask


@kernel
def shuffle(s, z, stream):
    """Shuffle zone `z` and clear all knowledge of its slots."""
    base = BASE[z]
    for i in range(s.count[z] - 1, 0, -1):
        j = chacha.below(s, stream, i + 1)
        card = s.card[base + i]
        s.card[base + i] = s.card[base + j]
        s.card[base + j] = card
    for i in range(s.count[z]):
        s.known[base + i] = 0


# Redealing: collect the cards a viewer can't know from all zones where they may lie, shuffle them, and deal them back.


@kernel
def pool_clear(w):
    """Empty the pool."""
    w.pool_size = 0


@kernel
def pool_add(w, card):
    """Put one card into the pool."""
    w.pool[w.pool_size] = card
    w.pool_size += 1


@kernel
def pool_collect(s, w, z, bit):
    """Put a copy of every card of zone `z` that `bit` does not know into the pool."""
    base = BASE[z]
    for i in range(s.count[z]):
        if s.known[base + i] & bit == 0:
            pool_add(w, s.card[base + i])


@kernel
def pool_sort(w):
    """Sort the pool, so that the following shuffle does not depend on where the cards lay."""
    for i in range(1, w.pool_size):
        card = w.pool[i]
        j = i - 1
        while j >= 0 and w.pool[j] > card:
            w.pool[j + 1] = w.pool[j]
            j -= 1
        w.pool[j + 1] = card


@kernel
def pool_mix(s, w, stream):
    """Sort, then shuffle the pool."""
    pool_sort(w)
    for i in range(w.pool_size - 1, 0, -1):
        j = chacha.below(s, stream, i + 1)
        card = w.pool[i]
        w.pool[i] = w.pool[j]
        w.pool[j] = card


@kernel
def settle(s, z, bit):
    """Sort the slots of hand `z` by what `bit` knows: its known cards first, by kind.

    Without this, the places of the remaining cards would reveal which card was played.
    """
    base = BASE[z]
    for i in range(1, s.count[z]):
        card = s.card[base + i]
        mask = s.known[base + i]
        rank = settled_rank(card, mask, bit)
        j = i - 1
        while j >= 0 and settled_rank(s.card[base + j], s.known[base + j], bit) > rank:
            s.card[base + j + 1] = s.card[base + j]
            s.known[base + j + 1] = s.known[base + j]
            j -= 1
        s.card[base + j + 1] = card
        s.known[base + j + 1] = mask


@kernel
def settled_rank(card, mask, bit):
    """The sort key of a slot in `settle`: known cards by kind, then the others; equals by who else knows them."""
    if mask & bit:
        return (card << 16) | mask
    return (1 << 40) | mask


@kernel
def pool_deal(s, w, z, bit):
    """Fill every slot of zone `z` that `bit` does not know from the end of the pool."""
    base = BASE[z]
    for i in range(s.count[z]):
        if s.known[base + i] & bit == 0:
            w.pool_size -= 1
            s.card[base + i] = w.pool[w.pool_size]
