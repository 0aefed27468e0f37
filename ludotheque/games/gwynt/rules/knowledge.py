"""Public knowledge: record what play has shown, and redeal the rest.

Everybody sees which cards of a deck have been shown (`s.seen`, low three bits), which known cards were shuffled back
into it (`s.seen`, in units of BACK; only Crach an Craite does that), and which families a muster has shown to be no
longer in the deck (`s.absent`). `s.drawn` and `s.old` limit how many hidden cards of the hand can be such cards.
A redealt opponent gets a legal deck of the faction that fits all of this: usually the ready-made deck of the leader, as
long as nothing seen contradicts it.
"""

from ludotheque.games.gwynt import tables
from ludotheque.games.gwynt.decks import MAX_SPECIALS, MIN_UNITS
from ludotheque.games.gwynt.declaration import Decision, Stream
from ludotheque.games.gwynt.rules.strength import ability_of, is_unit
from ludotheque.games.gwynt.state import BACK, DECK, HAND
from ludotheque.games.gwynt.tables import KINDS, Ability, Faction
from ludotheque.kernel import chacha, decisions, kernel, piles, table
from ludotheque.kernel.declare import SPECTATOR

copies_of = table(tables.COPIES)
from_expansion = table(tables.EXPANSION)
faction_of = table(tables.FACTION)
family_of = table(tables.FAMILY)
appeal_of = table(tables.APPEAL)
ready_leader = table(tables.READY_LEADER)
ready_count = table(tables.READY_COUNT)

NEUTRAL = -1
READY = len(tables.READY_LEADER)
OWN_DECKS = 8  # one opponent in this many is assumed to have a deck of their own, whatever the leader
UNITS, SPECIALS, WEATHERS = 1, 2, 4  # kinds of cards that `invent` asks for, as bits
sorts_of = table(
    tuple(
        UNITS if unit else SPECIALS + WEATHERS * (Ability.WEATHER_FROST <= ability <= Ability.WEATHER_CLEAR)
        for unit, ability in zip(tables.UNIT, tables.ABILITY)
    )
)
CARD, WENT_BACK, HOMELESS = 255, 256, 512  # in the pool of `invent`: the card's bits, and marks of where it can't be


# Bookkeeping ------------------------------------------------------------------------------------------------------


@kernel
def came_into_view(s, seat, z, card):
    """Count a hidden card of `seat` as seen. Call this before the card leaves zone `z` openly."""
    base = piles.BASE[z]
    for i in range(s.count[z]):
        if s.card[base + i] == card and s.known[base + i] & 1 << SPECTATOR != 0:
            return  # everybody knew it already
    at = seat * KINDS + card
    if s.seen[at] >= BACK and (
        z != HAND + seat or s.drawn[seat] > 1
    ):  # a card that was shuffled back: it was drawn again, or is in the deck
        s.seen[at] -= BACK
    else:
        s.seen[at] += 1


@kernel
def went_back(s, seat, card):
    """Record that an open card was shuffled into the deck of `seat`: everybody knows that it is hidden there."""
    s.seen[seat * KINDS + card] += BACK
    if s.drawn[seat] == 0:
        s.drawn[seat] = 1


@kernel
def family_left_deck(s, seat, family):
    """Record that no card of the family is in the deck, nor, by option, in the hand (a muster has shown it, GWY-18)."""
    s.absent[seat] |= 1 << family
    s.old[seat] = 0 if s.muster_hand == 1 else hidden_slots(s, HAND + seat, 1 << SPECTATOR)


@kernel
def drew(s, seat):
    """Record that a card has come from the deck to the hand, unseen by the others."""
    if s.drawn[seat] > 0:
        s.drawn[seat] += 1


# Redealing --------------------------------------------------------------------------------------------------------


@kernel
def redeal(s, w, viewer):
    """Draw again everything that `viewer` (a seat or SPECTATOR) can't know."""
    for seat in range(2):
        if seat == viewer:
            mix_own_deck(s, w, seat)
        else:
            forget_swaps(s, seat)
            if s.over == 0:
                s.deck_name[seat] = 0  # an invented deck is not a ready-made one (GWY-01)
            invent(s, w, seat, 1 << viewer)


@kernel
def mix_own_deck(s, w, seat):
    """Shuffle one's own deck: its content is known, its order is not."""
    piles.pool_clear(w)
    piles.pool_collect(s, w, DECK + seat, 1 << seat)
    piles.pool_mix(s, w, Stream.REDEAL)
    piles.pool_deal(s, w, DECK + seat, 1 << seat)


@kernel
def forget_swaps(s, seat):
    """Draw the number of swapped cards again during the redraw: the other player can't know it (GWY-06)."""
    if decisions.kind(s) != Decision.REDRAW:
        return
    still_asked = (decisions.actors(s) >> seat) & 1 == 1
    s.swaps[seat] = chacha.below(s, Stream.REDEAL, 2 if still_asked else 3)


@kernel
def hidden_slots(s, z, bit):
    """The number of slots of a zone that `bit` does not know."""
    base = piles.BASE[z]
    n = 0
    for i in range(s.count[z]):
        n += s.known[base + i] & bit == 0
    return n


@kernel
def allowed(s, seat, card):
    """Whether a deck of that faction may hold the card (GWY-02, GWY-03)."""
    faction = faction_of[card]
    if faction != NEUTRAL and faction != s.faction[seat]:
        return False
    return from_expansion[card] == 0 or s.expansions == 1 or faction == Faction.SKELLIGE


@kernel
def invent(s, w, seat, bit):
    """Fill the hidden slots of `seat` with cards of some legal deck that fits everything `bit` has seen."""
    forget_places(s, seat, bit)
    count_what_is_known(s, w, seat, bit)
    in_hand = hidden_slots(s, HAND + seat, bit)
    in_deck = hidden_slots(s, DECK + seat, bit)
    homeless = min(in_hand, s.old[seat])  # hidden cards of the hand that may belong to families no longer in the deck
    units = 0
    specials = 0
    for card in range(KINDS):
        if is_unit[card] == 1:
            units += w.chosen[card]
        else:
            specials += w.chosen[card]
    piles.pool_clear(w)
    for card in range(KINDS):  # those shuffled back are somewhere among the hidden cards
        for _ in range(known_to_be_back(s, seat, card, bit)):
            piles.pool_add(w, card + WENT_BACK)
    stock(s, w, seat)
    if homeless <= 0:
        drop_absent(s, w, seat)
    take_ready_made(s, w, seat, in_hand + in_deck, homeless)
    weather_owed = chooses_weather(s, seat) and not pool_has_weather(w)
    while w.pool_size < in_hand + in_deck:
        left = in_hand + in_deck - w.pool_size
        sort = UNITS
        if weather_owed:
            sort = WEATHERS
            weather_owed = False
        elif specials < MAX_SPECIALS and left > MIN_UNITS - units and chacha.below(s, Stream.REDEAL, 5) == 0:
            sort = SPECIALS
        card = draw_from_collection(s, w, sort)
        if card < 0:
            card = draw_from_collection(s, w, UNITS if sort != UNITS else SPECIALS)
        if card < 0:
            # no legal deck fits, because the position was written by hand; still reveal nothing
            card = any_unit(s, seat)
        if w.left[card] > 0:
            w.left[card] -= 1
        piles.pool_add(w, card + HOMELESS if is_absent(s, seat, card) == 1 else card)
        if is_unit[card] == 1:
            units += 1
        else:
            specials += 1
        if is_absent(s, seat, card) == 1:
            homeless -= 1
            if homeless <= 0:
                drop_absent(s, w, seat)
    deal_pool(s, w, seat, bit)
    for card in range(KINDS):
        w.chosen[card] = 0


@kernel
def take_ready_made(s, w, seat, hidden, homeless):
    """Usually add the hidden cards of the leader's ready-made deck to the pool, if it fits everything seen."""
    deck = ready_made_of(s.leader[seat])
    if deck < 0:
        return
    missing = hidden - w.pool_size
    weathers = 0
    for card in range(KINDS):
        more = ready_count[deck * KINDS + card] - w.chosen[card]
        if more < 0:
            return
        missing -= more
        homeless -= more * is_absent(s, seat, card)
        weathers += more * is_weather(card)
    if missing != 0 or homeless < 0:
        return
    if chooses_weather(s, seat) and weathers == 0 and not pool_has_weather(w):
        return
    if chacha.below(s, Stream.REDEAL, OWN_DECKS) == 0:
        return
    for card in range(KINDS):
        for _ in range(ready_count[deck * KINDS + card] - w.chosen[card]):
            piles.pool_add(w, card + HOMELESS if is_absent(s, seat, card) == 1 else card)


@kernel
def ready_made_of(leader):
    """The ready-made deck of a leader, -1 if there is none. No leader has two."""
    for deck in range(READY):
        if ready_leader[deck] == leader:
            return deck
    return -1


@kernel
def forget_places(s, seat, bit):
    """Erase hints of where hidden cards came from: their order, and what `seat` knows of its own deck."""
    piles.settle(s, HAND + seat, bit)
    base = piles.BASE[HAND + seat]
    for i in range(s.count[HAND + seat]):
        if s.known[base + i] & bit == 0:
            s.known[base + i] = 1 << seat
    base = piles.BASE[DECK + seat]
    for i in range(s.count[DECK + seat]):
        if s.known[base + i] & bit == 0:
            s.known[base + i] = 0


@kernel
def count_what_is_known(s, w, seat, bit):
    """Count into `w.chosen` the cards of the deck of `seat` that `bit` has seen, openly or alone."""
    for card in range(KINDS):
        w.chosen[card] = s.seen[seat * KINDS + card] & (BACK - 1)
    for zone in range(2):
        z = HAND + seat if zone == 0 else DECK + seat
        base = piles.BASE[z]
        for i in range(s.count[z]):
            known = s.known[base + i]
            if known & bit != 0 and known & 1 << SPECTATOR == 0:
                w.chosen[s.card[base + i]] += 1
    for card in range(KINDS):  # a card shuffled back was seen before: count it once
        seen = s.seen[seat * KINDS + card]
        if seen >= BACK:
            w.chosen[card] -= min(seen // BACK, w.chosen[card] - (seen & (BACK - 1)))


@kernel
def known_to_be_back(s, seat, card, bit):
    """The number of copies of a card shuffled back whose place `bit` does not know."""
    back = s.seen[seat * KINDS + card] // BACK
    if back == 0:
        return 0
    for zone in range(2):
        z = HAND + seat if zone == 0 else DECK + seat
        base = piles.BASE[z]
        for i in range(s.count[z]):
            known = s.known[base + i]
            if s.card[base + i] == card and known & bit != 0 and known & 1 << SPECTATOR == 0 and back > 0:
                back -= 1
    return back


@kernel
def is_absent(s, seat, card):
    """1 if a muster has shown that the card is not in the deck."""
    family = family_of[card]
    return 1 if family > 0 and (s.absent[seat] >> family) & 1 == 1 else 0


@kernel
def is_weather(card):
    """Whether it is a weather card, clear weather included."""
    return ability_of[card] >= Ability.WEATHER_FROST and ability_of[card] <= Ability.WEATHER_CLEAR


@kernel
def chooses_weather(s, seat):
    """Whether `seat` is choosing a weather card from the deck: everybody knows that the deck has one (GWY-36)."""
    return decisions.kind(s) == Decision.FETCH and decisions.a(s) == 1 and decisions.actors(s) == 1 << seat


@kernel
def pool_has_weather(w):
    """Whether a weather card is in the pool."""
    for i in range(w.pool_size):
        if is_weather(w.pool[i] & CARD):
            return True
    return False


@kernel
def stock(s, w, seat):
    """Count into `w.left` the copies of each card that the deck may still hold."""
    for card in range(KINDS):
        left = 0
        if allowed(s, seat, card):
            left = max(0, copies_of[card] - w.chosen[card])
        w.left[card] = left


@kernel
def drop_absent(s, w, seat):
    """Remove the cards of families that are in no remaining place from `w.left`."""
    for card in range(KINDS):
        if is_absent(s, seat, card) == 1:
            w.left[card] = 0


@kernel
def draw_from_collection(s, w, sort):
    """A random card of a sort that the deck may still hold, weighted by appeal; -1 if there is none."""
    total = 0
    for card in range(KINDS):
        if sorts_of[card] & sort != 0:
            total += w.left[card] * appeal_of[card]
    if total == 0:
        return -1
    at = chacha.below(s, Stream.REDEAL, total)
    for card in range(KINDS):
        if sorts_of[card] & sort != 0:
            at -= w.left[card] * appeal_of[card]
            if at < 0:
                return card
    return -1


@kernel
def any_unit(s, seat):
    """A random unit that the faction may hold, whatever has been seen."""
    card = chacha.below(s, Stream.REDEAL, KINDS)
    while is_unit[card] == 0 or copies_of[card] == 0 or not allowed(s, seat, card):
        card = (card + 1) % KINDS
    return card


@kernel
def deal_pool(s, w, seat, bit):
    """Deal the pool to the hidden slots: its end to the hand, the rest to the deck."""
    piles.pool_mix(s, w, Stream.REDEAL)
    end = w.pool_size - 1
    for i in range(w.pool_size - 1, -1, -1):  # move families that are no longer in the deck to the end
        if w.pool[i] >= HOMELESS:
            exchange(w, i, end)
            end -= 1
    edge = w.pool_size - hidden_slots(s, HAND + seat, bit)  # the first card of the hand's part
    again = s.drawn[seat] - 1  # this many of the cards shuffled back may have been drawn since
    at = 0
    for i in range(end, edge - 1, -1):
        if w.pool[i] >= WENT_BACK:
            again -= 1
            while at < edge and w.pool[at] >= WENT_BACK:
                at += 1
            if again < 0 and at < edge:
                exchange(w, i, at)
    if chooses_weather(s, seat):  # the deck must hold one
        at = 0
        while at < w.pool_size - 1 and not is_weather(w.pool[at] & CARD):
            at += 1
        if at >= edge:
            exchange(w, at, 0)
    for i in range(w.pool_size):
        w.pool[i] &= CARD
    piles.pool_deal(s, w, HAND + seat, bit)
    piles.pool_deal(s, w, DECK + seat, bit)


@kernel
def exchange(w, i, j):
    """Swap two cards of the pool."""
    card = w.pool[i]
    w.pool[i] = w.pool[j]
    w.pool[j] = card
