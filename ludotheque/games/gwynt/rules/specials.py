"""Special cards: decoys, cards beside a row, weather."""

from ludotheque.games.gwynt.declaration import Event
from ludotheque.games.gwynt.rules.rows import avenge, flip_row, off_board
from ludotheque.games.gwynt.rules.strength import (
    ability_of,
    card_of,
    covers,
    is_target,
    on_row,
    player_of,
    row_zone,
    weather_on,
)
from ludotheque.games.gwynt.state import AFTER_USE, CARD_HORN, HAND, NO_HORN, PILE, WEATHER_ZONE
from ludotheque.games.gwynt.tables import DECOY_CARD, Ability
from ludotheque.kernel import events, kernel, piles
from ludotheque.kernel.declare import EVERYONE

# Decoys -----------------------------------------------------------------------------------------------------------


@kernel
def decoy(s, w, seat, row, card):
    """Replace a unit by a decoy; the unit returns to the hand, seen by all (GWY-29)."""
    z = row_zone(seat, row)
    at = 0
    while on_row(s, z, at) != card:
        at += 1
    piles.remove(s, z, at)
    # Insert the decoy at the unit's place: make room, and move the cards above it up again.
    piles.push(s, z, 0, EVERYONE)
    base = piles.BASE[z]
    for i in range(s.count[z] - 1, at, -1):
        s.card[base + i] = s.card[base + i - 1]
    s.card[base + at] = DECOY_CARD + 256 * seat
    back = off_board(card)
    piles.push(s, HAND + seat, back, EVERYONE)
    events.emit(w, Event.RETURNED, seat, back, row, at, 0, 0, EVERYONE)
    if ability_of[card] == Ability.AVENGER:
        avenge(s, w, seat, card)


@kernel
def has_decoy_target(s, seat):
    """Whether a decoy could be played."""
    for row in range(3):
        z = row_zone(seat, row)
        for i in range(s.count[z]):
            if is_target(on_row(s, z, i)):
                return True
    return False


# Beside a row -----------------------------------------------------------------------------------------------------


@kernel
def put_in_slot(s, w, seat, card, row):
    """Place a commander's horn or a mardroeme beside a row of its player (GWY-26, GWY-27)."""
    if ability_of[card] == Ability.HORN:
        s.horn[3 * seat + row] = CARD_HORN
        events.emit(w, Event.HORN_SOUNDED, seat, row, 0, 0, 0, 0, EVERYONE)
    else:
        s.mardroeme[3 * seat + row] = 1
        events.emit(w, Event.MARDROEME_LAID, seat, row, 0, 0, 0, 0, EVERYONE)
        flip_row(s, w, seat, row)


@kernel
def rows_without_horn(s, seat):
    """The number of rows of `seat` that can still take a commander's horn."""
    return (s.horn[3 * seat] == NO_HORN) + (s.horn[3 * seat + 1] == NO_HORN) + (s.horn[3 * seat + 2] == NO_HORN)


# Weather ----------------------------------------------------------------------------------------------------------


@kernel
def play_weather(s, w, seat, card):
    """Play or clear weather; a card that adds no row is discarded at once (GWY-30, GWY-31)."""
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
    """Move all weather cards to the piles of those who played them."""
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
def discard_used(s, w, seat, card):
    """Move a used special card to its player's pile."""
    piles.push(s, PILE + seat, card, EVERYONE)
    events.emit(w, Event.DISCARDED, seat, card, AFTER_USE, 0, 0, 0, EVERYONE)
