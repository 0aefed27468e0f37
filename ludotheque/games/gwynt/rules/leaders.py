"""Leaders: when each can be used, and its effect (GWY-36, GWY-37)."""

from ludotheque.games.gwynt import tables
from ludotheque.games.gwynt.declaration import Decision, Event, Refusal, Stream
from ludotheque.games.gwynt.rules.agile import optimise_agile, some_agile_gains
from ludotheque.games.gwynt.rules.effects import has_target_in_pile
from ludotheque.games.gwynt.rules.knowledge import came_into_view, drew, is_weather, went_back
from ludotheque.games.gwynt.rules.rows import scorch_row, vanishes
from ludotheque.games.gwynt.rules.specials import clear_weather, play_weather
from ludotheque.games.gwynt.rules.strength import is_target, measure, on_row, power_of, row_zone
from ludotheque.games.gwynt.state import DECK, HAND, LEADER_HORN, NO_HORN, OUT_OF_HAND, PILE, VANISHED, WEATHER_ZONE
from ludotheque.games.gwynt.tables import Power
from ludotheque.kernel import chacha, decisions, events, kernel, piles, table
from ludotheque.kernel.declare import EVERYONE

is_active = table(tables.LEADER_ACTIVE)
parameter_of = table(tables.LEADER_PARAMETER)

ANY_WEATHER = 1  # context of Decision.FETCH: a weather card, played at once
ANY_CARD = 0  # context of Decision.FETCH: any card, taken into the hand


@kernel
def weather_in_deck(s, seat, wanted):
    """Whether the deck holds the wanted weather card (-1: any)."""
    z = DECK + seat
    for i in range(s.count[z]):
        card = piles.get(s, z, i)
        if card == wanted or (wanted < 0 and is_weather(card)):
            return True
    return False


@kernel
def leader_refusal(s, w, seat):
    """0 if `seat` may use the leader now, else the number of the refusal."""
    leader = s.leader[seat]
    if s.leader_off[seat] == 1:
        return Refusal.LEADER_OFF
    if is_active[leader] == 0:
        return Refusal.LEADER_PASSIVE
    if s.leader_used[seat] == 1:
        return Refusal.LEADER_USED
    power = power_of[leader]
    parameter = parameter_of[leader]
    if power == Power.PLAY_WEATHER_FROM_DECK:
        return 0 if weather_in_deck(s, seat, parameter) else Refusal.LEADER_NO_WEATHER_IN_DECK
    if power == Power.CLEAR_WEATHER:
        return 0 if s.count[WEATHER_ZONE] > 0 else Refusal.LEADER_NO_WEATHER
    if power == Power.ROW_HORN:
        return 0 if s.horn[3 * seat + parameter] == NO_HORN else Refusal.LEADER_HORN_TAKEN
    if power == Power.ROW_SCORCH:
        strong = measure(s, w, 1 - seat, parameter) >= 10
        return 0 if strong and row_has_target(s, 1 - seat, parameter) else Refusal.LEADER_ROW_WEAK
    if power == Power.PEEK_OPPONENT_HAND:
        return 0 if s.count[HAND + 1 - seat] > 0 else Refusal.LEADER_HAND_EMPTY
    if power == Power.TAKE_FROM_OPPONENT_DISCARD:
        return 0 if has_target_in_pile(s, 1 - seat) else Refusal.LEADER_PILE_WITHOUT_UNIT
    if power == Power.RETURN_FROM_OWN_DISCARD:
        return 0 if has_target_in_pile(s, seat) else Refusal.LEADER_PILE_WITHOUT_UNIT
    if power == Power.DISCARD_2_TUTOR_1:
        return 0 if s.count[HAND + seat] >= 2 and s.count[DECK + seat] >= 1 else Refusal.LEADER_FEW_CARDS
    if power == Power.OPTIMISE_AGILE:
        return 0 if some_agile_gains(s, seat) else Refusal.LEADER_NO_GAIN
    return 0 if s.count[PILE] + s.count[PILE + 1] > 0 else Refusal.LEADER_PILES_EMPTY


@kernel
def leader_may_act(s, w, seat):
    """Whether the leader may be usable as far as the other player knows: `leader_refusal` without the deck's content.

    A pass is automatic only if everybody can see that there is no other move (GWY-09).
    """
    refusal = leader_refusal(s, w, seat)
    return refusal == 0 or (refusal == Refusal.LEADER_NO_WEATHER_IN_DECK and s.count[DECK + seat] > 0)


@kernel
def row_has_target(s, side, row):
    """Whether a row holds a unit that is no hero."""
    z = row_zone(side, row)
    for i in range(s.count[z]):
        if is_target(on_row(s, z, i)):
            return True
    return False


@kernel
def use_leader(s, w, seat):
    """Apply a leader's power, or ask for the choice that it needs."""
    leader = s.leader[seat]
    power = power_of[leader]
    parameter = parameter_of[leader]
    s.leader_used[seat] = 1
    events.emit(w, Event.LEADER_ACTED, seat, leader, 0, 0, 0, 0, EVERYONE)
    if power == Power.PLAY_WEATHER_FROM_DECK:
        if parameter < 0:
            decisions.ask(s, Decision.FETCH, seat, ANY_WEATHER, 0)
        else:
            weather_from_deck(s, w, seat, parameter)
    elif power == Power.CLEAR_WEATHER:
        clear_weather(s, w, seat)
    elif power == Power.ROW_HORN:
        s.horn[3 * seat + parameter] = LEADER_HORN
        events.emit(w, Event.HORN_SOUNDED, seat, parameter, 1, 0, 0, 0, EVERYONE)
    elif power == Power.ROW_SCORCH:
        scorch_row(s, w, seat, 1 - seat, parameter)
    elif power == Power.PEEK_OPPONENT_HAND:
        peek(s, w, seat, parameter)
    elif power == Power.TAKE_FROM_OPPONENT_DISCARD:
        decisions.ask(s, Decision.TAKE, seat, 1 - seat, 0)
    elif power == Power.RETURN_FROM_OWN_DISCARD:
        decisions.ask(s, Decision.TAKE, seat, seat, 0)
    elif power == Power.DISCARD_2_TUTOR_1:
        decisions.ask(s, Decision.DISCARD, seat, 2, 0)
    elif power == Power.OPTIMISE_AGILE:
        optimise_agile(s, w, seat)
    elif power == Power.SHUFFLE_DISCARDS_INTO_DECKS:
        shuffle_piles(s, w, seat)


@kernel
def weather_from_deck(s, w, seat, card):
    """Play a weather card from the deck at once."""
    came_into_view(s, seat, DECK + seat, card)
    take_from_deck(s, seat, card)
    events.emit(w, Event.WEATHER_FETCHED, seat, card, 0, 0, 0, 0, EVERYONE)
    play_weather(s, w, seat, card)


@kernel
def take_from_deck(s, seat, card):
    """Remove a card from the deck: the uppermost of equal ones, the lowest in rules version 1 (GWY-36)."""
    z = DECK + seat
    at = piles.find(s, z, card)
    if s.fetch_lowest == 0:
        for i in range(at + 1, s.count[z]):
            if piles.get(s, z, i) == card:
                at = i
    piles.remove(s, z, at)


@kernel
def peek(s, w, seat, n):
    """Let `seat` see `n` random cards of the other hand; they stay known while they are there (GWY-38)."""
    z = HAND + 1 - seat
    base = piles.BASE[z]
    size = s.count[z]
    wanted = min(n, size)
    for i in range(size):  # take each slot with the probability that makes all choices equally likely
        if chacha.below(s, Stream.CHANCE, size - i) < wanted:
            wanted -= 1
            s.known[base + i] |= 1 << seat
            events.emit(w, Event.PEEKED, seat, s.card[base + i], 0, 0, 0, 0, 1 << seat)


@kernel
def shuffle_piles(s, w, seat):
    """Shuffle every discard pile into its player's deck (Crach an Craite)."""
    for p in range(2):
        n = s.count[PILE + p]
        while s.count[PILE + p] > 0:
            card = piles.pop(s, PILE + p)
            went_back(s, p, card)
            piles.push(s, DECK + p, card, 0)
        if n > 0:
            piles.shuffle(s, DECK + p, Stream.SHUFFLE + p)
        events.emit(w, Event.PILES_SHUFFLED, p, n, 0, 0, 0, 0, EVERYONE)


# Choices of a leader's player -------------------------------------------------------------------------------------


@kernel
def discard(s, w, seat, card, left):
    """Discard a card for the Destroyer of Worlds; after the last one a card is fetched."""
    came_into_view(s, seat, HAND + seat, card)
    piles.take(s, HAND + seat, card)
    if vanishes[card] == 1:
        events.emit(w, Event.DISCARDED, seat, card, VANISHED, 0, 0, 0, EVERYONE)  # GWY-26
    else:
        piles.push(s, PILE + seat, card, EVERYONE)
        events.emit(w, Event.DISCARDED, seat, card, OUT_OF_HAND, 0, 0, 0, EVERYONE)
    if left > 0:
        decisions.ask(s, Decision.DISCARD, seat, left, 0)
    else:
        decisions.ask(s, Decision.FETCH, seat, ANY_CARD, 0)


@kernel
def fetch(s, w, seat, card, wanted):
    """Take a chosen card from the deck: weather is played at once, any other card goes to the hand unseen."""
    if wanted == ANY_WEATHER:
        weather_from_deck(s, w, seat, card)
        return
    w.seen = 1 << seat
    take_from_deck(s, seat, card)
    piles.push(s, HAND + seat, card, 1 << seat)
    drew(s, seat)
    events.emit(w, Event.FETCHED, seat, card, 0, 0, 0, 0, 1 << seat)


@kernel
def take_from_pile(s, w, seat, owner, card):
    """Take a unit from a discard pile into the hand, seen by all; it now belongs to `seat`."""
    piles.take(s, PILE + owner, card)
    piles.push(s, HAND + seat, card, EVERYONE)
    events.emit(w, Event.TAKEN, seat, owner, card, 0, 0, 0, EVERYONE)
