"""Strength on the board: cards, rows and sides (GWY-15 to GWY-17)."""

from ludotheque.games.gwynt import tables
from ludotheque.games.gwynt.state import NO_HORN, ROW, WEATHER_ZONE
from ludotheque.games.gwynt.tables import Ability, Power
from ludotheque.kernel import kernel, piles, table

printed = table(tables.STRENGTH)
ability_of = table(tables.ABILITY)
is_hero = table(tables.HERO)
is_unit = table(tables.UNIT)
bond_of = table(tables.BOND_GROUP)
covers = table(tables.WEATHER)
power_of = table(tables.LEADER_POWER)


@kernel
def card_of(code):
    """The card of a code on a row."""
    return code & 255


@kernel
def player_of(code):
    """The seat that played the card of a code on a row."""
    return (code >> 8) & 1


@kernel
def row_zone(seat, row):
    """The zone of a row."""
    return ROW + 3 * seat + row


@kernel
def on_row(s, z, i):
    """The card in slot `i` of a row."""
    return card_of(piles.get(s, z, i))


@kernel
def is_target(card):
    """Whether abilities can affect a card: a unit that is no hero (GWY-16)."""
    return is_unit[card] == 1 and is_hero[card] == 0


@kernel
def has_power(s, seat, power):
    """Whether the leader of `seat` has a passive power and is not switched off."""
    return s.leader_off[seat] == 0 and power_of[s.leader[seat]] == power


@kernel
def weather_on(s):
    """The rows under weather, as bits."""
    rows = 0
    for i in range(s.count[WEATHER_ZONE]):
        rows |= covers[card_of(piles.get(s, WEATHER_ZONE, i))]
    return rows


@kernel
def measure(s, w, seat, row):
    """Write the strength of every card of a row into `w.strength`; return their sum (GWY-15)."""
    z = row_zone(seat, row)
    n = s.count[z]
    if n == 0:
        return 0
    morale = 0
    horns = 0
    if s.horn[3 * seat + row] != NO_HORN:
        horns = 1
    for i in range(n):
        ability = ability_of[on_row(s, z, i)]
        morale += ability == Ability.MORALE
        horns += ability == Ability.HORN
    covered = (weather_on(s) >> row) & 1 == 1
    halved = covered and has_power(s, seat, Power.HALF_WEATHER)
    treachery = has_power(s, 0, Power.DOUBLE_SPIES) or has_power(s, 1, Power.DOUBLE_SPIES)
    total = 0
    for i in range(n):
        card = on_row(s, z, i)
        strength = printed[card]
        if is_target(card):
            ability = ability_of[card]
            if halved:
                strength = (strength + 1) // 2  # GWY-36, King Bran
            elif covered and strength > 1:
                strength = 1  # GWY-30; GWY-17: 0 stays 0
            if treachery and ability == Ability.SPY:
                strength *= 2
            if ability == Ability.TIGHT_BOND:
                bonds = 0
                for j in range(n):
                    bonds += bond_of[on_row(s, z, j)] == bond_of[card]
                strength *= bonds  # GWY-22
            strength += morale - (ability == Ability.MORALE)  # GWY-23
            if horns - (s.horn_unit_spares_itself == 1 and ability == Ability.HORN) > 0:
                strength *= 2  # GWY-25, GWY-27: never more than twice
        w.strength[i] = strength
        total += strength
    return total


@kernel
def side_total(s, w, seat):
    """The total of the three rows of `seat`."""
    return measure(s, w, seat, 0) + measure(s, w, seat, 1) + measure(s, w, seat, 2)
