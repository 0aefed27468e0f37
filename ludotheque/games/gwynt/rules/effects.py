"""What cards do: arriving on rows, their abilities, leaving the board.

A card being played lies in no zone between its hand (or pile) and its row; if a row has to be chosen first, it waits in
the pending decision.
"""

from ludotheque.games.gwynt.declaration import Decision, Event, Stream
from ludotheque.games.gwynt.rules.knowledge import came_into_view, drew, family_left_deck, family_of
from ludotheque.games.gwynt.rules.strength import (
    ability_of,
    card_of,
    covers,
    is_target,
    is_unit,
    measure,
    on_row,
    player_of,
    power_of,
    row_zone,
    weather_on,
)
from ludotheque.games.gwynt.state import (
    AFTER_USE,
    AGILE,
    CARD_HORN,
    CLOSE,
    DECK,
    FROM_HAND,
    FROM_PILE,
    HAND,
    NO_HORN,
    PILE,
    WEATHER_ZONE,
)
from ludotheque.games.gwynt.tables import (
    BECOMES,
    CALLS,
    DECOY_CARD,
    HORN_CARD,
    KINDS,
    MARDROEME_CARD,
    PLACE,
    VANISHES,
    WAS,
    Ability,
    Power,
)
from ludotheque.kernel import chacha, decisions, events, kernel, piles, table
from ludotheque.kernel.declare import EVERYONE

place_of = table(PLACE)
calls = table(CALLS)
becomes = table(BECOMES)
was = table(WAS)
vanishes = table(VANISHES)


# Playing a card ---------------------------------------------------------------------------------------------------


@kernel
def play_from_hand(s, w, seat, card):
    """A card leaves the hand; it takes effect, or waits for a row or a target to be chosen."""
    came_into_view(s, seat, HAND + seat, card)
    piles.take(s, HAND + seat, card)
    events.emit(w, Event.PLAYED, seat, card, 0, 0, 0, 0, EVERYONE)
    if is_unit[card] == 1:
        begin_placing(s, w, seat, card, FROM_HAND)
    elif ability_of[card] == Ability.HORN or ability_of[card] == Ability.MARDROEME:
        decisions.ask(s, Decision.ROW, seat, card, FROM_HAND)
    elif ability_of[card] == Ability.DECOY:
        decisions.ask(s, Decision.TARGET, seat, card, FROM_HAND)
    elif ability_of[card] == Ability.SCORCH:
        discard_used(s, w, seat, card)
        scorch_board(s, w, seat)
    else:
        play_weather(s, w, seat, card)


@kernel
def discard_used(s, w, seat, card):
    """A special card that has done its work goes to its player's pile."""
    piles.push(s, PILE + seat, card, EVERYONE)
    events.emit(w, Event.DISCARDED, seat, card, AFTER_USE, 0, 0, 0, EVERYONE)


@kernel
def begin_placing(s, w, seat, card, source):
    """Put a unit on its row; an agile one waits for its row to be chosen (GWY-20)."""
    if place_of[card] == AGILE:
        decisions.ask(s, Decision.ROW, seat, card, source)
    else:
        place(s, w, seat, card, place_of[card])


@kernel
def place(s, w, seat, card, row):
    """A unit played by `seat` arrives on a row, then its ability applies at once (GWY-08)."""
    ability = ability_of[card]
    side = 1 - seat if ability == Ability.SPY else seat  # GWY-19
    events.emit(w, Event.PLACED, seat, card, side, row, 0, 0, EVERYONE)
    arrive(s, w, side, row, card, seat)
    if ability == Ability.SPY:
        draw(s, w, seat, 2)
    elif ability == Ability.MEDIC:
        ask_medic(s, seat)
    elif ability == Ability.MUSTER:
        muster(s, w, seat, card)
    elif ability == Ability.SCORCH_ROW:
        scorch_row(s, w, seat, 1 - seat, row)
    elif ability == Ability.SCORCH:
        scorch_board(s, w, seat)
    elif ability == Ability.MARDROEME:
        flip_row(s, w, side, row)


@kernel
def arrive(s, w, side, row, card, player):
    """A card lies down on a row. Under mardroeme a berserker turns at once (GWY-26)."""
    order = 0
    if place_of[card] == AGILE and (keeps_order(s, 0) or keeps_order(s, 1)):
        if s.order < 63:
            s.order += 1
        order = s.order
    piles.push(s, row_zone(side, row), card + 256 * player + 512 * order, EVERYONE)
    if ability_of[card] == Ability.BERSERKER and has_mardroeme(s, side, row):
        flip_row(s, w, side, row)


@kernel
def keeps_order(s, seat):
    """Whether a leader will ask in which order agile units were placed."""
    return s.leader_off[seat] == 0 and power_of[s.leader[seat]] == Power.OPTIMISE_AGILE


@kernel
def draw(s, w, seat, n):
    """Draw up to `n` cards, fewer if the deck is short (GWY-19)."""
    for _ in range(n):
        if s.count[DECK + seat] == 0:
            return
        card = piles.pop(s, DECK + seat)
        piles.push(s, HAND + seat, card, 1 << seat)
        drew(s, seat)
        events.emit(w, Event.DREW, seat, card, 0, 0, 0, 0, 1 << seat)


@kernel
def muster(s, w, seat, caller):
    """All cards that the caller pulls join at once, from the deck or, by option, the hand too (GWY-18)."""
    family = calls[caller]
    for card in range(KINDS):
        if family_of[card] != family:
            continue
        while piles.find(s, DECK + seat, card) >= 0:
            came_into_view(s, seat, DECK + seat, card)
            piles.take(s, DECK + seat, card)
            events.emit(w, Event.MUSTERED, seat, card, place_of[card], 0, 0, 0, EVERYONE)
            arrive(s, w, seat, place_of[card], card, seat)
        while s.muster_hand == 1 and piles.find(s, HAND + seat, card) >= 0:
            came_into_view(s, seat, HAND + seat, card)
            piles.take(s, HAND + seat, card)
            events.emit(w, Event.MUSTERED, seat, card, place_of[card], 1, 0, 0, EVERYONE)
            arrive(s, w, seat, place_of[card], card, seat)
    family_left_deck(s, seat, family)


# Medics -----------------------------------------------------------------------------------------------------------


@kernel
def has_target_in_pile(s, seat):
    """Whether the discard pile of `seat` holds a unit that is no hero."""
    z = PILE + seat
    for i in range(s.count[z]):
        if is_target(piles.get(s, z, i)):
            return True
    return False


@kernel
def ask_medic(s, seat):
    """A medic lets its player choose; with nobody to revive it is just a unit (GWY-21)."""
    if has_target_in_pile(s, seat):
        decisions.ask(s, Decision.REVIVE, seat, 0, 0)


@kernel
def random_revival(s):
    """Whether revived units are picked at random for both players (GWY-36, Invader of the North)."""
    return (s.leader_off[0] == 0 and power_of[s.leader[0]] == Power.RANDOM_REVIVAL) or (
        s.leader_off[1] == 0 and power_of[s.leader[1]] == Power.RANDOM_REVIVAL
    )


@kernel
def revive(s, w, seat, card):
    """A unit of the own pile is played at once, its ability included (GWY-21)."""
    piles.take(s, PILE + seat, card)
    events.emit(w, Event.REVIVED, seat, card, 0, 0, 0, 0, EVERYONE)
    begin_placing(s, w, seat, card, FROM_PILE)


@kernel
def random_target_in_pile(s, seat):
    """One unit of the pile that is no hero, each equally likely; -1 if there is none."""
    z = PILE + seat
    targets = 0
    for i in range(s.count[z]):
        targets += is_target(piles.get(s, z, i))
    if targets == 0:
        return -1
    left = chacha.below(s, Stream.CHANCE, targets)
    for i in range(s.count[z]):
        card = piles.get(s, z, i)
        if is_target(card):
            if left == 0:
                return card
            left -= 1
    return -1


# Leaving the board ------------------------------------------------------------------------------------------------


@kernel
def off_board(card):
    """What a card is once it has left the board: a turned berserker is itself again (GWY-26)."""
    return was[card] if was[card] >= 0 else card


@kernel
def pile_for(s, side, code):
    """The seat whose pile takes a card that leaves row `side` (GWY-11)."""
    if s.discard_owner == 1 or ability_of[card_of(code)] == Ability.DECOY:
        return player_of(code)
    return side


@kernel
def bury(s, side, code):
    """A card that left a row goes to a pile; a created one vanishes. True if it reached a pile."""
    card = card_of(code)
    if vanishes[card] == 1:
        return False
    piles.push(s, PILE + pile_for(s, side, code), off_board(card), EVERYONE)
    return True


@kernel
def avenge(s, w, side, card):
    """The card that an avenger leaves behind stands up on the side where it lay (GWY-26)."""
    heir = becomes[card]
    events.emit(w, Event.CREATED, side, heir, card, CLOSE, 0, 0, EVERYONE)
    arrive(s, w, side, CLOSE, heir, side)


@kernel
def kill(s, w, side, row, strength):
    """Every unit of a row that is no hero and stands at `strength` dies; `w.strength` holds that row's."""
    z = row_zone(side, row)
    avengers = 0
    heir = -1
    for i in range(s.count[z] - 1, -1, -1):
        card = on_row(s, z, i)
        if w.strength[i] == strength and is_target(card):
            code = piles.remove(s, z, i)
            buried = bury(s, side, code)
            seat = pile_for(s, side, code) if buried else -1
            events.emit(w, Event.FELL, side, card, row, seat, 0, 0, EVERYONE)
            if ability_of[card] == Ability.AVENGER:
                avengers += 1
                heir = card
    for _ in range(avengers):
        avenge(s, w, side, heir)


@kernel
def strongest(s, w, side, row):
    """The highest strength of a unit of a row that is no hero; -1 if there is none. Leaves `w.strength` filled."""
    measure(s, w, side, row)
    best = -1
    z = row_zone(side, row)
    for i in range(s.count[z]):
        if w.strength[i] > best and is_target(on_row(s, z, i)):
            best = w.strength[i]
    return best


@kernel
def scorch_row(s, w, seat, side, row):
    """The strongest units of a row of 10 or more die (GWY-24)."""
    if measure(s, w, side, row) < 10:
        return
    best = strongest(s, w, side, row)
    if best >= 0:
        events.emit(w, Event.SCORCHED, seat, best, 0, 0, 0, 0, EVERYONE)
        kill(s, w, side, row, best)


@kernel
def scorch_board(s, w, seat):
    """The strongest units of the whole board die, all at once (GWY-28)."""
    best = -1
    doomed = 0  # the rows that hold one of them: a death must not change another row's strength
    for z in range(6):
        most = strongest(s, w, z // 3, z % 3)
        if most > best:
            best = most
            doomed = 0
        if most == best and most >= 0:
            doomed |= 1 << z
    if best < 0:
        return
    events.emit(w, Event.SCORCHED, seat, best, 0, 0, 0, 0, EVERYONE)
    for z in range(6):
        if (doomed >> z) & 1 == 1:
            measure(s, w, z // 3, z % 3)
            kill(s, w, z // 3, z % 3, best)


@kernel
def decoy(s, w, seat, row, card):
    """A decoy takes the place of a unit, which returns to the hand, seen by all (GWY-29)."""
    z = row_zone(seat, row)
    at = 0
    while on_row(s, z, at) != card:
        at += 1
    piles.remove(s, z, at)
    # The decoy stands where the unit stood: insert it below those that moved down.
    piles.push(s, z, 0, EVERYONE)
    base = piles.BASE[z]
    for i in range(s.count[z] - 1, at, -1):
        s.card[base + i] = s.card[base + i - 1]
    s.card[base + at] = DECOY_CARD + 256 * seat
    back = off_board(card)
    piles.push(s, HAND + seat, back, EVERYONE)
    events.emit(w, Event.RETURNED, seat, back, row, 0, 0, 0, EVERYONE)
    if ability_of[card] == Ability.AVENGER:
        avenge(s, w, seat, card)


# Row slots and weather --------------------------------------------------------------------------------------------


@kernel
def put_in_slot(s, w, seat, card, row):
    """A commander's horn or a mardroeme lies down beside a row of its player (GWY-26, GWY-27)."""
    if ability_of[card] == Ability.HORN:
        s.horn[3 * seat + row] = CARD_HORN
        events.emit(w, Event.HORN_SOUNDED, seat, row, 0, 0, 0, 0, EVERYONE)
    else:
        s.mardroeme[3 * seat + row] = 1
        events.emit(w, Event.MARDROEME_LAID, seat, row, 0, 0, 0, 0, EVERYONE)
        flip_row(s, w, seat, row)


@kernel
def has_mardroeme(s, side, row):
    """Whether a mardroeme acts on a row: the special card, or a unit that has it."""
    if s.mardroeme[3 * side + row] == 1:
        return True
    z = row_zone(side, row)
    for i in range(s.count[z]):
        if ability_of[on_row(s, z, i)] == Ability.MARDROEME:
            return True
    return False


@kernel
def flip_row(s, w, side, row):
    """Every berserker of a row turns (GWY-26)."""
    z = row_zone(side, row)
    base = piles.BASE[z]
    for i in range(s.count[z]):
        code = s.card[base + i]
        card = card_of(code)
        if ability_of[card] == Ability.BERSERKER:
            s.card[base + i] = code - card + becomes[card]
            events.emit(w, Event.FLIPPED, side, card, becomes[card], row, 0, 0, EVERYONE)


@kernel
def play_weather(s, w, seat, card):
    """Weather comes, or clears; a card that adds no row is discarded at once (GWY-30, GWY-31)."""
    if ability_of[card] == Ability.WEATHER_CLEAR:
        discard_used(s, w, seat, card)
        clear_weather(s, w, seat)
    elif covers[card] & ~weather_on(s) == 0:
        piles.push(s, PILE + seat, card, EVERYONE)
        events.emit(w, Event.WEATHER_WASTED, seat, card, 0, 0, 0, 0, EVERYONE)
    else:
        piles.push(s, WEATHER_ZONE, card + 256 * seat, EVERYONE)
        events.emit(w, Event.WEATHER_CAME, seat, card, 0, 0, 0, 0, EVERYONE)


@kernel
def clear_weather(s, w, seat):
    """All weather cards go to the piles of those who played them."""
    gone0 = 0
    gone1 = 0
    while s.count[WEATHER_ZONE] > 0:
        code = piles.pop(s, WEATHER_ZONE)
        player = player_of(code)
        gone0 += player == 0
        gone1 += player == 1
        piles.push(s, PILE + player, card_of(code), EVERYONE)
    events.emit(w, Event.WEATHER_CLEARED, seat, gone0, gone1, 0, 0, 0, EVERYONE)


@kernel
def rows_without_horn(s, seat):
    """How many rows of `seat` may still take a commander's horn."""
    return (s.horn[3 * seat] == NO_HORN) + (s.horn[3 * seat + 1] == NO_HORN) + (s.horn[3 * seat + 2] == NO_HORN)


@kernel
def has_decoy_target(s, seat):
    """Whether a decoy could be played."""
    for row in range(3):
        z = row_zone(seat, row)
        for i in range(s.count[z]):
            if is_target(on_row(s, z, i)):
                return True
    return False


@kernel
def empty_slots(s, seat):
    """Horns and mardroemes of `seat` go to its pile at a round's end; a leader's horn vanishes (GWY-11)."""
    for row in range(3):
        if s.horn[3 * seat + row] == CARD_HORN:
            piles.push(s, PILE + seat, HORN_CARD, EVERYONE)
        if s.mardroeme[3 * seat + row] == 1:
            piles.push(s, PILE + seat, MARDROEME_CARD, EVERYONE)
        s.horn[3 * seat + row] = NO_HORN
        s.mardroeme[3 * seat + row] = 0
