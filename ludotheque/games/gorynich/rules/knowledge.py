"""Draw again what a head of Gorynich can't know. Kernel land."""

from ludotheque.games.gorynich.declaration import Decision, Stream
from ludotheque.games.gorynich.rules.laying import nth_free
from ludotheque.games.gorynich.rules.manoeuvres import spare_cards
from ludotheque.games.gorynich.state import KNIGHT_DECK, PASSES
from ludotheque.kernel import chacha, decisions, kernel, piles
from ludotheque.kernel.declare import EVERYONE


@kernel
def redeal(s, w, viewer):
    """Draw again what `viewer` (a seat or SPECTATOR) can't know: the order of decks, others' choices (GOR-21)."""
    for deck in range(2):
        piles.pool_clear(w)
        piles.pool_collect(s, w, KNIGHT_DECK + deck, EVERYONE)
        piles.pool_mix(s, w, Stream.REDEAL)
        piles.pool_deal(s, w, KNIGHT_DECK + deck, EVERYONE)
    if s.over == 0:
        choosing = decisions.kind(s) == Decision.CHOOSE
        for p in range(s.players):
            if p != viewer and s.choice[p] > 0 and (choosing or s.choice[p] <= PASSES):
                mask = s.hand[p] | (choosing << PASSES)
                s.choice[p] = 1 + random_bit(s, mask)
            if p != viewer and s.drop[p] > 0:
                s.drop[p] = 1 + random_bit(s, spare_cards(s, p))


@kernel
def random_bit(s, mask):
    """A random bit of a mask, all equally likely."""
    n = 0
    for bit in range(PASSES + 1):
        n += mask >> bit & 1
    return nth_free(~mask, chacha.below(s, Stream.REDEAL, n))
