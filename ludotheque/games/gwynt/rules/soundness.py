"""Invariants of every position, for tests and soak runs."""

from ludotheque.games.gwynt import state
from ludotheque.games.gwynt.declaration import Decision
from ludotheque.games.gwynt.rules.rows import place_of, vanishes, was
from ludotheque.games.gwynt.rules.strength import ability_of, card_of, covers, is_unit
from ludotheque.games.gwynt.state import AGILE, BACK, CARD_HORN, DECK, HAND, PILE, SIEGE, WEATHER_ZONE
from ludotheque.games.gwynt.tables import KINDS, Ability
from ludotheque.kernel import decisions, kernel, piles, table
from ludotheque.kernel.declare import EVERYONE, SPECTATOR

capacity_of = table(state.PILES.capacity)


@kernel
def sound(s, w):
    """0, or the number of a broken invariant.

    1 a card where it can't be, 2 unknown rows or slots, 3 gems, rounds, leaders, 4 an event lost, 5 scratch not
    cleared, 6 a card lost or duplicated, 7 a card that a player ought to know, 8 a free slot not cleared, 9 cards
    recorded as shuffled back that are not there.
    """
    for z in range(WEATHER_ZONE + 1):
        if s.count[z] < 0 or s.count[z] > capacity_of[z]:
            return 2
        for i in range(s.count[z]):
            if not may_lie(z, piles.get(s, z, i)):
                return 1
            if not known_as_it_should(z, piles.mask_of(s, z, i)):
                return 7
        for i in range(s.count[z], capacity_of[z]):
            if piles.get(s, z, i) != 0 or piles.mask_of(s, z, i) != 0:
                return 8
    if s.over == 0 and (s.gems[0] < 1 or s.gems[1] < 1 or s.passed[0] + s.passed[1] == 2):
        return 3
    if s.over == 1 and s.gems[0] > 0 and s.gems[1] > 0:
        return 3
    for seat in range(2):
        if s.gems[seat] < 0 or s.gems[seat] > 2 or s.leader_used[seat] + s.leader_off[seat] > 1:
            return 3
    if (s.over == 1) != (s.depth == 0) or s.round < 0 or s.round > 3:
        return 3
    if w.events_lost > 0:
        return 4
    for card in range(KINDS):
        if w.chosen[card] != 0:
            return 5
    if cards_in_play(s) != s.cards:
        return 6
    for at in range(2 * KINDS):
        if s.seen[at] >= BACK and hidden_copies(s, at // KINDS, at % KINDS) < s.seen[at] // BACK:
            return 9
    return 0


@kernel
def may_lie(z, code):
    """Whether a card may be in a zone, and on that row."""
    card = card_of(code)
    if code < 0 or card >= KINDS:
        return False
    if z < state.ROW:  # hands may hold a created card, taken back with a decoy; transformed berserkers are on rows only
        return code == card and was[card] < 0 and (vanishes[card] == 0 or z < DECK)
    if z == WEATHER_ZONE:
        return covers[card] > 0
    row = (z - state.ROW) % 3
    if is_unit[card] == 1:
        return place_of[card] == row or (place_of[card] == AGILE and row != SIEGE)
    return ability_of[card] == Ability.DECOY


@kernel
def known_as_it_should(z, mask):
    """Whether those who must know a slot do: everybody an open one, the owner a card in hand (GWY-39)."""
    if z >= PILE:
        return mask == EVERYONE
    if z >= DECK:
        return mask & ~(1 << (z - DECK)) == 0
    return mask & (1 << (z - HAND)) != 0


@kernel
def cards_in_play(s):
    """The number of cards in all zones and slots, or being played, without created ones."""
    n = 0
    for z in range(WEATHER_ZONE + 1):
        for i in range(s.count[z]):
            n += vanishes[card_of(piles.get(s, z, i))] == 0
    for i in range(6):
        n += (s.horn[i] == CARD_HORN) + (s.mardroeme[i] == 1)
    kind = decisions.kind(s)
    if kind == Decision.ROW or kind == Decision.TARGET:
        n += vanishes[decisions.a(s)] == 0
    return n


@kernel
def hidden_copies(s, seat, card):
    """The number of copies of a card in the hand and deck of `seat` that are not known to everybody."""
    n = 0
    for zone in range(2):
        z = HAND + seat if zone == 0 else DECK + seat
        for i in range(s.count[z]):
            n += piles.get(s, z, i) == card and piles.mask_of(s, z, i) & 1 << SPECTATOR == 0
    return n
