"""The power of Francesca, Hope of the Aen Seidhe: move agile units to the row where each is stronger."""

from ludotheque.games.gwynt.declaration import Event
from ludotheque.games.gwynt.rules.rows import place_of
from ludotheque.games.gwynt.rules.strength import (
    ability_of,
    card_of,
    has_power,
    is_target,
    on_row,
    printed,
    row_zone,
    weather_on,
)
from ludotheque.games.gwynt.state import AGILE, CLOSE, NO_HORN, RANGED
from ludotheque.games.gwynt.tables import Ability, Power
from ludotheque.kernel import events, kernel, piles
from ludotheque.kernel.declare import EVERYONE


@kernel
def agile_strength(s, seat, row, card, there):
    """The strength of an agile unit on a row if it is `there` already (1) or moves there (0). None bonds or spies."""
    z = row_zone(seat, row)
    morale = 0
    horns = 0
    if s.horn[3 * seat + row] != NO_HORN:
        horns = 1
    for i in range(s.count[z]):
        ability = ability_of[on_row(s, z, i)]
        morale += ability == Ability.MORALE
        horns += ability == Ability.HORN
    strength = printed[card]
    if (weather_on(s) >> row) & 1 == 1:
        if has_power(s, seat, Power.HALF_WEATHER):
            strength = (strength + 1) // 2
        elif strength > 1:
            strength = 1
    if ability_of[card] == Ability.MORALE:
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
    """Whether a card is an agile unit and no hero."""
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
    """Move own agile units, in the order of placing, to the row where each is strictly stronger."""
    piles.pool_clear(w)
    for row in range(2):  # the pool holds pairs: a unit's code and its row
        z = row_zone(seat, row)
        for i in range(s.count[z]):
            if is_mobile(on_row(s, z, i)):
                piles.pool_add(w, piles.get(s, z, i))
                piles.pool_add(w, row)
    for i in range(2, w.pool_size, 2):  # a stable sort by order of placing
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
            events.emit(w, Event.MOVED, seat, card_of(code), CLOSE + RANGED - row, 0, 0, 0, EVERYONE)
