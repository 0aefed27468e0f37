"""Redeal a position for one viewer; all secrecy depends on this (GUN-29). Kernel land."""

from ludotheque.games.gunkimono.declaration import Stream
from ludotheque.games.gunkimono.state import END_PILE, HAND, NOT_YET, PILE, PILES, REMOVED, STACK, TAKEN, TRIGGERED
from ludotheque.games.gunkimono.tables import BANNER, END_TILE
from ludotheque.kernel import chacha, kernel, piles, table

base_of = table(PILES.base)


@kernel
def redeal(s, w, viewer):
    """Draw again what `viewer` (a seat or SPECTATOR) can't know: hidden tiles and banners."""
    bit = 1 << viewer
    redeal_tiles(s, w, viewer, bit)
    for kind in range(3):
        redeal_banners(s, w, bit, kind)


@kernel
def redeal_tiles(s, w, viewer, bit):
    """Redeal other hands, piles and removed tiles from one pool; the end tile stays in its pile, at a random place."""
    piles.pool_clear(w)
    for p in range(s.players):
        if p != viewer:
            piles.settle(s, HAND + p, bit)
        piles.pool_collect(s, w, HAND + p, bit)
    collect_pile(s, w, PILE)
    collect_pile(s, w, END_PILE)
    collect_pile(s, w, REMOVED)
    piles.pool_mix(s, w, Stream.REDEAL)
    for p in range(s.players):
        piles.pool_deal(s, w, HAND + p, bit)
    with_end = -1 if s.end == TRIGGERED else END_PILE if s.end == NOT_YET else PILE
    deal_pile(s, w, PILE, with_end)
    deal_pile(s, w, END_PILE, with_end)
    deal_pile(s, w, REMOVED, with_end)


@kernel
def collect_pile(s, w, z):
    """Put the unseen tiles of a pile into the pool, without the end tile."""
    for i in range(s.count[z]):
        tile = piles.get(s, z, i)
        if tile != END_TILE:
            piles.pool_add(w, tile)


@kernel
def deal_pile(s, w, z, with_end):
    """Fill a pile from the pool; the one with the end tile gets it at a random place."""
    n = s.count[z]
    end = chacha.below(s, Stream.REDEAL, n) if z == with_end else -1
    s.count[z] = 0
    for i in range(n):
        if i == end:
            piles.push(s, z, END_TILE, 0)
        else:
            w.pool_size -= 1
            piles.push(s, z, w.pool[w.pool_size], 0)


@kernel
def redeal_banners(s, w, bit, kind):
    """Shuffle the values of one kind of banner that the viewer does not know; the places of each kind are public."""
    piles.pool_clear(w)
    for z in range(STACK, TAKEN + s.players):
        for i in range(s.count[z]):
            if is_hidden(s, z, i, bit, kind):
                piles.pool_add(w, piles.get(s, z, i))
    piles.pool_mix(s, w, Stream.REDEAL)
    for z in range(STACK, TAKEN + s.players):
        for i in range(s.count[z]):
            if is_hidden(s, z, i, bit, kind):
                w.pool_size -= 1
                s.card[base_of[z] + i] = w.pool[w.pool_size]


@kernel
def is_hidden(s, z, i, bit, kind):
    """Whether a banner is of this kind and the viewer does not know its value."""
    worth = piles.get(s, z, i) - BANNER
    return (worth - 1) // 5 == kind and piles.mask_of(s, z, i) & bit == 0
