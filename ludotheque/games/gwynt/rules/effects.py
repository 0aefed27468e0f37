"""The effects of playing a card, and the abilities of units.

A card that is being played is in no zone between its hand (or pile) and its row. If a row must be chosen first, the
card is part of the pending decision.
"""

from ludotheque.games.gwynt import tables
from ludotheque.games.gwynt.declaration import Decision, Event, Stream
from ludotheque.games.gwynt.rules.knowledge import came_into_view, drew, family_left_deck, family_of
from ludotheque.games.gwynt.rules.rows import arrive, flip_row, place_of, scorch_board, scorch_row
from ludotheque.games.gwynt.rules.specials import discard_used, play_weather
from ludotheque.games.gwynt.rules.strength import ability_of, is_target, is_unit, power_of, row_zone
from ludotheque.games.gwynt.state import AGILE, DECK, FROM_HAND, FROM_PILE, HAND, PILE
from ludotheque.games.gwynt.tables import KINDS, Ability, Power
from ludotheque.kernel import chacha, decisions, events, kernel, piles, table
from ludotheque.kernel.declare import EVERYONE

calls = table(tables.CALLS)


# Playing a card ---------------------------------------------------------------------------------------------------


@kernel
def play_from_hand(s, w, seat, card):
    """Play a card from the hand: it takes effect, or waits for the choice of a row or a target."""
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
def begin_placing(s, w, seat, card, source):
    """Put a unit on its row; an agile one waits for the choice of a row (GWY-20)."""
    if place_of[card] == AGILE:
        decisions.ask(s, Decision.ROW, seat, card, source)
    else:
        place(s, w, seat, card, place_of[card])


@kernel
def place(s, w, seat, card, row):
    """Place a unit played by `seat` on a row and apply its ability at once (GWY-08)."""
    ability = ability_of[card]
    side = 1 - seat if ability == Ability.SPY else seat  # GWY-19
    events.emit(w, Event.PLACED, seat, card, side, row, s.count[row_zone(side, row)], 0, EVERYONE)
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
    """Add all cards that the caller calls, from the deck and, by option, from the hand (GWY-18)."""
    family = calls[caller]
    for card in range(KINDS):
        if family_of[card] != family:
            continue
        while piles.find(s, DECK + seat, card) >= 0:
            came_into_view(s, seat, DECK + seat, card)
            piles.take(s, DECK + seat, card)
            lain = s.count[row_zone(seat, place_of[card])]
            events.emit(w, Event.MUSTERED, seat, card, place_of[card], 0, lain, 0, EVERYONE)
            arrive(s, w, seat, place_of[card], card, seat)
        while s.muster_hand == 1 and piles.find(s, HAND + seat, card) >= 0:
            came_into_view(s, seat, HAND + seat, card)
            piles.take(s, HAND + seat, card)
            lain = s.count[row_zone(seat, place_of[card])]
            events.emit(w, Event.MUSTERED, seat, card, place_of[card], 1, lain, 0, EVERYONE)
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
    """Ask a medic's player for a unit to revive; without a target nothing happens (GWY-21)."""
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
    """Play a unit of one's own pile at once, including its ability (GWY-21)."""
    piles.take(s, PILE + seat, card)
    events.emit(w, Event.REVIVED, seat, card, 0, 0, 0, 0, EVERYONE)
    begin_placing(s, w, seat, card, FROM_PILE)


@kernel
def random_target_in_pile(s, seat):
    """A random unit of the pile that is no hero, all equally likely; -1 if there is none."""
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
