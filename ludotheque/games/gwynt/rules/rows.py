"""The rows of the board: cards arrive, transform, fall and go to the piles."""

from ludotheque.games.gwynt import tables
from ludotheque.games.gwynt.declaration import Event
from ludotheque.games.gwynt.rules.strength import (
    ability_of,
    card_of,
    is_target,
    measure,
    on_row,
    player_of,
    power_of,
    row_zone,
)
from ludotheque.games.gwynt.state import AGILE, CARD_HORN, CLOSE, NO_HORN, PILE
from ludotheque.games.gwynt.tables import HORN_CARD, MARDROEME_CARD, Ability, Power
from ludotheque.kernel import events, kernel, piles, table
from ludotheque.kernel.declare import EVERYONE

place_of = table(tables.PLACE)
becomes = table(tables.BECOMES)
was = table(tables.WAS)
vanishes = table(tables.VANISHES)


# Arriving ---------------------------------------------------------------------------------------------------------


@kernel
def arrive(s, w, side, row, card, player):
    """Place a card on a row. Under mardroeme a berserker transforms at once (GWY-26)."""
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
    """Whether a leader will need the order in which agile units were placed."""
    return s.leader_off[seat] == 0 and power_of[s.leader[seat]] == Power.OPTIMISE_AGILE


@kernel
def avenge(s, w, side, card):
    """Place the card that an avenger leaves behind on the side where it lay (GWY-26)."""
    heir = becomes[card]
    events.emit(w, Event.CREATED, side, heir, card, CLOSE, 0, 0, EVERYONE)
    arrive(s, w, side, CLOSE, heir, side)


@kernel
def has_mardroeme(s, side, row):
    """Whether a mardroeme affects a row: the special card, or a unit with that ability."""
    if s.mardroeme[3 * side + row] == 1:
        return True
    z = row_zone(side, row)
    for i in range(s.count[z]):
        if ability_of[on_row(s, z, i)] == Ability.MARDROEME:
            return True
    return False


@kernel
def flip_row(s, w, side, row):
    """Transform every berserker of a row (GWY-26)."""
    z = row_zone(side, row)
    base = piles.BASE[z]
    for i in range(s.count[z]):
        code = s.card[base + i]
        card = card_of(code)
        if ability_of[card] == Ability.BERSERKER:
            s.card[base + i] = code - card + becomes[card]
            events.emit(w, Event.FLIPPED, side, card, becomes[card], row, 0, 0, EVERYONE)


# Leaving ----------------------------------------------------------------------------------------------------------


@kernel
def off_board(card):
    """The card after it has left the board: a transformed berserker turns back (GWY-26)."""
    return was[card] if was[card] >= 0 else card


@kernel
def pile_for(s, side, code):
    """The seat whose pile takes a card that leaves row `side` (GWY-11)."""
    if s.discard_owner == 1 or ability_of[card_of(code)] == Ability.DECOY:
        return player_of(code)
    return side


@kernel
def bury(s, side, code):
    """Move a card that left a row to a pile; a created one vanishes. Return True if it reached a pile."""
    card = card_of(code)
    if vanishes[card] == 1:
        return False
    piles.push(s, PILE + pile_for(s, side, code), off_board(card), EVERYONE)
    return True


@kernel
def empty_slots(s, seat):
    """Move horns and mardroemes of `seat` to its pile at the end of a round; a leader's horn vanishes (GWY-11)."""
    for row in range(3):
        if s.horn[3 * seat + row] == CARD_HORN:
            piles.push(s, PILE + seat, HORN_CARD, EVERYONE)
        if s.mardroeme[3 * seat + row] == 1:
            piles.push(s, PILE + seat, MARDROEME_CARD, EVERYONE)
        s.horn[3 * seat + row] = NO_HORN
        s.mardroeme[3 * seat + row] = 0


# Scorching --------------------------------------------------------------------------------------------------------


@kernel
def kill(s, w, side, row, strength):
    """Destroy every unit of a row with this strength that is no hero; `w.strength` must hold the row's strengths."""
    z = row_zone(side, row)
    avengers = 0
    heir = -1
    for i in range(s.count[z] - 1, -1, -1):
        card = on_row(s, z, i)
        if w.strength[i] == strength and is_target(card):
            code = piles.remove(s, z, i)
            buried = bury(s, side, code)
            seat = pile_for(s, side, code) if buried else -1
            events.emit(w, Event.FELL, side, card, row, seat, i, 0, EVERYONE)
            if ability_of[card] == Ability.AVENGER:
                avengers += 1
                heir = card
    for _ in range(avengers):
        avenge(s, w, side, heir)


@kernel
def strongest(s, w, side, row):
    """The highest strength of a unit of a row that is no hero; -1 if there is none. Fills `w.strength`."""
    measure(s, w, side, row)
    best = -1
    z = row_zone(side, row)
    for i in range(s.count[z]):
        if w.strength[i] > best and is_target(on_row(s, z, i)):
            best = w.strength[i]
    return best


@kernel
def scorch_row(s, w, seat, side, row):
    """Destroy the strongest units of a row of 10 or more (GWY-24)."""
    if measure(s, w, side, row) < 10:
        return
    best = strongest(s, w, side, row)
    if best >= 0:
        events.emit(w, Event.SCORCHED, seat, best, 0, 0, 0, 0, EVERYONE)
        kill(s, w, side, row, best)


@kernel
def scorch_board(s, w, seat):
    """Destroy the strongest units of the whole board, all at once (GWY-28)."""
    best = -1
    doomed = 0  # bits of rows with such a unit: found first, because a death can change another row's strength
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
