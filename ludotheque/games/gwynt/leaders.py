"""Leaders: when each may be used, and what it does (GWY-36, GWY-37)."""

from ludotheque.games.gwynt.effects import clear_weather, has_target_in_pile, play_weather, power_of, scorch_row
from ludotheque.games.gwynt.knowledge import came_into_view, is_weather, went_back
from ludotheque.games.gwynt.state import (
    AGILE,
    CHANCE,
    CHOOSE_DISCARD,
    CHOOSE_FETCHED,
    CHOOSE_TAKEN,
    CLOSE,
    DECK,
    HAND,
    HORN_SOUNDED,
    LEADER_ACTED,
    LEADER_FEW_CARDS,
    LEADER_HAND_EMPTY,
    LEADER_HORN,
    LEADER_HORN_TAKEN,
    LEADER_NO_GAIN,
    LEADER_NO_WEATHER,
    LEADER_NO_WEATHER_IN_DECK,
    LEADER_OFF,
    LEADER_PASSIVE,
    LEADER_PILE_WITHOUT_UNIT,
    LEADER_PILES_EMPTY,
    LEADER_ROW_WEAK,
    LEADER_USED,
    MOVED,
    NO_HORN,
    PEEKED,
    PILE,
    PILES_SHUFFLED,
    RANGED,
    SHUFFLE,
    WEATHER_FETCHED,
    WEATHER_ZONE,
)
from ludotheque.games.gwynt.strength import (
    HALF_WEATHER,
    ability_of,
    card_of,
    has_power,
    is_target,
    measure,
    on_row,
    printed,
    row_zone,
    weather_on,
)
from ludotheque.games.gwynt.tables import HORN, LEADER_ACTIVE, LEADER_CODES, LEADER_PARAMETER, MORALE, PLACE
from ludotheque.kernel import chacha, decisions, events, kernel, piles, table
from ludotheque.kernel.declare import EVERYONE

is_active = table(LEADER_ACTIVE)
parameter_of = table(LEADER_PARAMETER)
place_of = table(PLACE)

WEATHER_FROM_DECK = LEADER_CODES.index("play_weather_from_deck")
CLEAR_WEATHER = LEADER_CODES.index("clear_weather")
ROW_HORN = LEADER_CODES.index("row_horn")
ROW_SCORCH = LEADER_CODES.index("row_scorch")
PEEK = LEADER_CODES.index("peek_opponent_hand")
CANCEL = LEADER_CODES.index("cancel_leaders")
TAKE_THEIRS = LEADER_CODES.index("take_from_opponent_discard")
OPTIMISE_AGILE = LEADER_CODES.index("optimise_agile")
DISCARD_AND_FETCH = LEADER_CODES.index("discard_2_tutor_1")
TAKE_OWN = LEADER_CODES.index("return_from_own_discard")
SHUFFLE_PILES = LEADER_CODES.index("shuffle_discards_into_decks")
ANY_WEATHER = 1  # context of CHOOSE_FETCHED: a weather card, to be played at once
ANY_CARD = 0  # context of CHOOSE_FETCHED: any card, into the hand


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
        return LEADER_OFF
    if is_active[leader] == 0:
        return LEADER_PASSIVE
    if s.leader_used[seat] == 1:
        return LEADER_USED
    power = power_of[leader]
    parameter = parameter_of[leader]
    if power == WEATHER_FROM_DECK:
        return 0 if weather_in_deck(s, seat, parameter) else LEADER_NO_WEATHER_IN_DECK
    if power == CLEAR_WEATHER:
        return 0 if s.count[WEATHER_ZONE] > 0 else LEADER_NO_WEATHER
    if power == ROW_HORN:
        return 0 if s.horn[3 * seat + parameter] == NO_HORN else LEADER_HORN_TAKEN
    if power == ROW_SCORCH:
        strong = measure(s, w, 1 - seat, parameter) >= 10
        return 0 if strong and row_has_target(s, 1 - seat, parameter) else LEADER_ROW_WEAK
    if power == PEEK:
        return 0 if s.count[HAND + 1 - seat] > 0 else LEADER_HAND_EMPTY
    if power == TAKE_THEIRS:
        return 0 if has_target_in_pile(s, 1 - seat) else LEADER_PILE_WITHOUT_UNIT
    if power == TAKE_OWN:
        return 0 if has_target_in_pile(s, seat) else LEADER_PILE_WITHOUT_UNIT
    if power == DISCARD_AND_FETCH:
        return 0 if s.count[HAND + seat] >= 2 and s.count[DECK + seat] >= 1 else LEADER_FEW_CARDS
    if power == OPTIMISE_AGILE:
        return 0 if some_agile_gains(s, seat) else LEADER_NO_GAIN
    return 0 if s.count[PILE] + s.count[PILE + 1] > 0 else LEADER_PILES_EMPTY


@kernel
def leader_may_act(s, w, seat):
    """Whether the other player must reckon with the leader: as `leader_refusal`, but blind to the deck's content.

    A pass is made automatically only where everybody can tell that nothing else is left (GWY-09).
    """
    refusal = leader_refusal(s, w, seat)
    return refusal == 0 or (refusal == LEADER_NO_WEATHER_IN_DECK and s.count[DECK + seat] > 0)


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
    """Carry out a leader's power, or ask for the choice that it needs."""
    leader = s.leader[seat]
    power = power_of[leader]
    parameter = parameter_of[leader]
    s.leader_used[seat] = 1
    events.emit(w, LEADER_ACTED, seat, leader, 0, 0, 0, 0, EVERYONE)
    if power == WEATHER_FROM_DECK:
        if parameter < 0:
            decisions.ask(s, CHOOSE_FETCHED, seat, ANY_WEATHER, 0)
        else:
            weather_from_deck(s, w, seat, parameter)
    elif power == CLEAR_WEATHER:
        clear_weather(s, w, seat)
    elif power == ROW_HORN:
        s.horn[3 * seat + parameter] = LEADER_HORN
        events.emit(w, HORN_SOUNDED, seat, parameter, 1, 0, 0, 0, EVERYONE)
    elif power == ROW_SCORCH:
        scorch_row(s, w, seat, 1 - seat, parameter)
    elif power == PEEK:
        peek(s, w, seat, parameter)
    elif power == TAKE_THEIRS:
        decisions.ask(s, CHOOSE_TAKEN, seat, 1 - seat, 0)
    elif power == TAKE_OWN:
        decisions.ask(s, CHOOSE_TAKEN, seat, seat, 0)
    elif power == DISCARD_AND_FETCH:
        decisions.ask(s, CHOOSE_DISCARD, seat, 2, 0)
    elif power == OPTIMISE_AGILE:
        optimise_agile(s, w, seat)
    elif power == SHUFFLE_PILES:
        shuffle_piles(s, w, seat)


@kernel
def weather_from_deck(s, w, seat, card):
    """A weather card leaves the deck and is played at once."""
    came_into_view(s, seat, DECK + seat, card)
    piles.take(s, DECK + seat, card)
    events.emit(w, WEATHER_FETCHED, seat, card, 0, 0, 0, 0, EVERYONE)
    play_weather(s, w, seat, card)


@kernel
def peek(s, w, seat, n):
    """See some random cards of the other hand; they stay known while they are there (GWY-38)."""
    z = HAND + 1 - seat
    base = piles.BASE[z]
    size = s.count[z]
    wanted = min(n, size)
    for i in range(size):  # each slot with the chance that makes every choice of `wanted` slots equally likely
        if chacha.below(s, CHANCE, size - i) < wanted:
            wanted -= 1
            s.known[base + i] |= 1 << seat
            events.emit(w, PEEKED, seat, s.card[base + i], 0, 0, 0, 0, 1 << seat)


@kernel
def shuffle_piles(s, w, seat):
    """Every discard pile is shuffled back into its player's deck (Crach an Craite)."""
    for p in range(2):
        n = s.count[PILE + p]
        while s.count[PILE + p] > 0:
            card = piles.pop(s, PILE + p)
            went_back(s, p, card)
            piles.push(s, DECK + p, card, 0)
        if n > 0:
            piles.shuffle(s, DECK + p, SHUFFLE + p)
        events.emit(w, PILES_SHUFFLED, p, n, 0, 0, 0, 0, EVERYONE)


# Hope of the Aen Seidhe -------------------------------------------------------------------------------------------


@kernel
def agile_strength(s, seat, row, card, there):
    """What an agile unit counts on a row, standing `there` already (1) or not (0). None of them bonds or spies."""
    z = row_zone(seat, row)
    morale = 0
    horns = 0
    if s.horn[3 * seat + row] != NO_HORN:
        horns = 1
    for i in range(s.count[z]):
        ability = ability_of[on_row(s, z, i)]
        morale += ability == MORALE
        horns += ability == HORN
    strength = printed[card]
    if (weather_on(s) >> row) & 1 == 1:
        if has_power(s, seat, HALF_WEATHER):
            strength = (strength + 1) // 2
        elif strength > 1:
            strength = 1
    if ability_of[card] == MORALE:
        morale -= there
    strength += morale
    return 2 * strength if horns > 0 else strength


@kernel
def gains(s, seat, row, card):
    """Whether an agile unit on a row would be strictly stronger on the other one."""
    other = CLOSE + RANGED - row
    return agile_strength(s, seat, other, card, 0) > agile_strength(s, seat, row, card, 1)


@kernel
def is_mobile(card):
    """An agile unit that is no hero."""
    return place_of[card] == AGILE and is_target(card)


@kernel
def some_agile_gains(s, seat):
    """Whether at least one own agile unit would move."""
    for row in range(2):
        z = row_zone(seat, row)
        for i in range(s.count[z]):
            card = on_row(s, z, i)
            if is_mobile(card) and gains(s, seat, row, card):
                return True
    return False


@kernel
def optimise_agile(s, w, seat):
    """Own agile units, in the order in which they were placed, go where each is strictly stronger."""
    piles.pool_clear(w)
    for row in range(2):  # the pool holds pairs: a unit's code and its row
        z = row_zone(seat, row)
        for i in range(s.count[z]):
            if is_mobile(on_row(s, z, i)):
                piles.pool_add(w, piles.get(s, z, i))
                piles.pool_add(w, row)
    for i in range(2, w.pool_size, 2):  # a stable sort by the order of placing
        code = w.pool[i]
        row = w.pool[i + 1]
        j = i - 2
        while j >= 0 and (w.pool[j] >> 9) > (code >> 9):
            w.pool[j + 2] = w.pool[j]
            w.pool[j + 3] = w.pool[j + 1]
            j -= 2
        w.pool[j + 2] = code
        w.pool[j + 3] = row
    for i in range(0, w.pool_size, 2):
        code = w.pool[i]
        row = w.pool[i + 1]
        if gains(s, seat, row, card_of(code)):
            piles.remove(s, row_zone(seat, row), piles.find(s, row_zone(seat, row), code))
            piles.push(s, row_zone(seat, CLOSE + RANGED - row), code, EVERYONE)
            events.emit(w, MOVED, seat, card_of(code), CLOSE + RANGED - row, 0, 0, 0, EVERYONE)
