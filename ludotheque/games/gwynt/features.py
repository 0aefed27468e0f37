"""The inputs of Gwynt's value network for a position. Kernel land.

They include hidden information, so use them on redealt worlds only. The network is in bots/value_network_kernel.py, its
training in bench/learn.py.
"""

from ludotheque.games.gwynt.components import FACTIONS, ROWS
from ludotheque.games.gwynt.declaration import Decision
from ludotheque.games.gwynt.feature_names import AT, INPUTS, SIDE
from ludotheque.games.gwynt.heuristic import best_in_pile, company, hand_worth, leader_ready
from ludotheque.games.gwynt.rules.strength import (
    ability_of,
    is_hero,
    is_target,
    is_unit,
    measure,
    on_row,
    printed,
    weather_on,
)
from ludotheque.games.gwynt.state import DECK, HAND, NO_HORN, ROW
from ludotheque.games.gwynt.tables import Ability
from ludotheque.kernel import decisions, kernel, piles

# The indices of the inputs of one side.
GEMS, HAS_PASSED, CARDS_IN_HAND, HAND_WORTH = AT["gems"], AT["passed"], AT["cards_in_hand"], AT["hand_worth"]
TOTAL, SOFT, ON_BOARD, STRONGEST = AT["total"], AT[f"soft_{ROWS[0]}"], AT["on_board"], AT["strongest"]
HORNED, HORNS, DECOYS, SCORCHES = AT["horned"], AT["horns"], AT["decoys"], AT["scorches"]
CLEARS, MARDROEMES, WEATHERS, SPIES = AT["clears"], AT["mardroemes"], AT["weathers"], AT["spies"]
HEROES, UNITS, BODIES, BEST_CARD = AT["heroes"], AT["units"], AT["bodies"], AT["best_card"]
MEDICS, COMPANY, BONDS, LEADER = AT["medics"], AT["company"], AT["bonds"], AT["leader"]
CARDS_IN_DECK, DECK_WORTH, BEST_IN_PILE = AT["cards_in_deck"], AT["deck_worth"], AT["best_in_pile"]
FACTION = AT[FACTIONS[0]]


@kernel
def see_board(s, w, x, seat, at):
    """Write the inputs of a seat's side of the board."""
    for row in range(3):
        x[at + TOTAL] += measure(s, w, seat, row)
        z = ROW + 3 * seat + row
        for k in range(s.count[z]):
            if is_target(on_row(s, z, k)):
                x[at + SOFT + row] += w.strength[k]
                x[at + STRONGEST] = max(x[at + STRONGEST], w.strength[k])
        x[at + ON_BOARD] += s.count[z]
        x[at + HORNED] += s.horn[3 * seat + row] != NO_HORN


@kernel
def special(ability):
    """The input that counts a special card in hand."""
    if ability == Ability.HORN:
        return HORNS
    if ability == Ability.DECOY:
        return DECOYS
    if ability == Ability.SCORCH:
        return SCORCHES
    if ability == Ability.WEATHER_CLEAR:
        return CLEARS
    if ability == Ability.MARDROEME:
        return MARDROEMES
    return WEATHERS


@kernel
def see_hand(s, x, seat, at):
    """Write the inputs of a seat's hand."""
    z = HAND + seat
    for k in range(s.count[z]):
        card = piles.get(s, z, k)
        ability = ability_of[card]
        if is_unit[card] == 0:
            x[at + special(ability)] += 1
            continue
        x[at + BODIES] += 1
        if ability == Ability.SPY:
            x[at + SPIES] += 1
            continue
        x[at + BEST_CARD] = max(x[at + BEST_CARD], printed[card])
        x[at + (HEROES if is_hero[card] == 1 else UNITS)] += printed[card]
        if ability == Ability.MEDIC:
            x[at + MEDICS] += 1
        elif ability == Ability.MUSTER:
            x[at + COMPANY] += company(s, seat, card)
        elif ability == Ability.TIGHT_BOND:
            x[at + BONDS] += printed[card] * (piles.tally(s, z, card) - 1)
        elif ability == Ability.SCORCH_ROW or ability == Ability.SCORCH:
            x[at + SCORCHES] += 1
        elif ability == Ability.HORN or ability == Ability.MORALE:
            x[at + HORNS] += 1


@kernel
def see_side(s, w, x, seat, at):
    """Write all inputs of one side."""
    x[at + GEMS] = s.gems[seat]
    x[at + HAS_PASSED] = s.passed[seat]
    x[at + CARDS_IN_HAND] = s.count[HAND + seat]
    x[at + HAND_WORTH] = hand_worth(s, seat)
    see_board(s, w, x, seat, at)
    see_hand(s, x, seat, at)
    x[at + LEADER] = leader_ready(s, seat)
    z = DECK + seat
    x[at + CARDS_IN_DECK] = s.count[z]
    for k in range(s.count[z]):
        x[at + DECK_WORTH] += printed[piles.get(s, z, k)]
    x[at + BEST_IN_PILE] = best_in_pile(s, seat)
    x[at + FACTION + s.faction[seat]] = 1


@kernel
def write_features(s, w, x):
    """Write the features of the player to move into `x` and return that seat, or -1 if no turn is asked for."""
    if s.over == 1 or decisions.kind(s) != Decision.TURN:
        return -1
    for k in range(INPUTS):
        x[k] = 0
    see_side(s, w, x, s.turn, 0)
    see_side(s, w, x, 1 - s.turn, SIDE)
    at = 2 * SIDE
    weather = weather_on(s)
    x[at] = s.round
    for row in range(3):
        x[at + 1 + row] = weather >> row & 1
    return s.turn
