"""The value of a Gwynt position for a seat: roughly its chance to win the match, in thousandths.

Kernel land. `value` may use hidden information, because bots only call it on redealt worlds.

In Gwynt it matters when to pass. So a round is judged by what each side could do next: pass and keep the hand, or spend
as many points of the hand as it takes. A hand is worth the points it will probably bring; a gem is worth a fixed number
of points. The constants are estimates; docs/balance.md has measurements with them.
"""

import math

from ludotheque.games.gwynt.declaration import Decision
from ludotheque.games.gwynt.rules.effects import calls
from ludotheque.games.gwynt.rules.knowledge import family_of
from ludotheque.games.gwynt.rules.leaders import is_active
from ludotheque.games.gwynt.rules.rounds import match_winner
from ludotheque.games.gwynt.rules.strength import ability_of, is_hero, is_target, is_unit, printed, side_total
from ludotheque.games.gwynt.state import DECK, HAND, PILE
from ludotheque.games.gwynt.tables import Ability, Faction
from ludotheque.kernel import decisions, kernel, piles, table

GEM = 28  # the value of a gem, in points of hand
SPREAD = 18.0  # with this many more points in hand a win is about three times as likely as a loss
LEAD_NOW = 60  # the value of a point on the board while both still play, in hundredths
MARGIN = 3  # points that a player wastes on average by overshooting the total of one who has passed
CARD = 3  # the value of having one more card: the last card decides rounds
LEADER_WORTH = 5

REACH = 150
chance_at = table(tuple(round(1000 / (1 + math.exp(-x / SPREAD))) for x in range(-REACH, REACH + 1)))


@kernel
def chance(points):
    """The chance to win, in thousandths, with a lead of `points` points of hand."""
    return chance_at[REACH + max(-REACH, min(REACH, points))]


@kernel
def special_worth(s, seat, ability):
    """The approximate value of a special card in hand."""
    if ability == Ability.HORN:
        return 11
    if ability == Ability.DECOY:
        return 7
    if ability == Ability.SCORCH:
        return 8
    if ability == Ability.MARDROEME:
        return 6
    if ability == Ability.WEATHER_CLEAR:
        return 3
    return 5


@kernel
def best_in_pile(s, seat):
    """The strongest unit that a medic could bring back; a spy is worth two cards."""
    best = 0
    z = PILE + seat
    for i in range(s.count[z]):
        card = piles.get(s, z, i)
        if is_target(card):
            worth = 9 if ability_of[card] == Ability.SPY else printed[card]
            best = max(best, worth)
    return best


@kernel
def company(s, seat, card):
    """The strength that a muster would call from the deck."""
    z = DECK + seat
    total = 0
    for i in range(s.count[z]):
        other = piles.get(s, z, i)
        if family_of[other] == calls[card]:
            total += printed[other]
    return total


@kernel
def card_worth(s, seat, card):
    """The approximate value of a card in hand, in points on the board."""
    ability = ability_of[card]
    if is_unit[card] == 0:
        return special_worth(s, seat, ability)
    worth = printed[card] + 2 * is_hero[card]
    if ability == Ability.SPY:
        return 13 - printed[card] // 2
    if ability == Ability.MEDIC:
        return worth + min(8, 2 + best_in_pile(s, seat))
    if ability == Ability.MUSTER:
        return worth + company(s, seat, card)
    if ability == Ability.TIGHT_BOND:
        return worth + printed[card] * (piles.tally(s, HAND + seat, card) - 1)
    if ability == Ability.MORALE or ability == Ability.BERSERKER:
        return worth + 3
    if ability == Ability.HORN or ability == Ability.SCORCH_ROW or ability == Ability.SCORCH:
        return worth + 6
    return worth


@kernel
def leader_ready(s, seat):
    """Whether a leader can still be used."""
    return s.leader_used[seat] == 0 and s.leader_off[seat] == 0 and is_active[s.leader[seat]] == 1


@kernel
def hand_worth(s, seat):
    """The approximate value of a hand and an unused leader."""
    z = HAND + seat
    family_called = 0
    worth = CARD * s.count[z]
    for i in range(s.count[z]):
        card = piles.get(s, z, i)
        if ability_of[card] == Ability.MUSTER:
            called = 1 << calls[card]
            if family_called & called != 0:  # a family can be called only once
                worth += printed[card]
                continue
            family_called |= called
        worth += card_worth(s, seat, card)
    if leader_ready(s, seat):
        worth += LEADER_WORTH
    return worth


@kernel
def round_start(mine, theirs, hand, other_hand):
    """The chance to win at the start of a round, from gems and values of the hands."""
    if mine <= 0 and theirs <= 0:
        return 500
    if mine <= 0:
        return 0
    if theirs <= 0:
        return 1000
    return chance(hand - other_hand + GEM * (mine - theirs))


@kernel
def answer_to_pass(mine, theirs, hand, other_hand, lead):
    """My chance after the other player has passed: the better of passing and spending what it takes to win."""
    if lead > 0:
        return round_start(mine, theirs - 1, hand, other_hand)
    stop = round_start(mine - 1, theirs, hand, other_hand)
    cost = MARGIN - lead
    if cost > hand:
        return stop
    return max(stop, round_start(mine, theirs - 1, hand - cost, other_hand))


@kernel
def value(s, w, seat):
    """The chance of `seat` to win the match, in thousandths; below 1000 while the match goes on."""
    if s.over == 1:
        winner = match_winner(s)
        return 500 if winner < 0 else 1000 * (winner == seat)
    return min(999, hope(s, w, seat))


@kernel
def hope(s, w, seat):
    """The same for a match that is not over."""
    other = 1 - seat
    mine = s.gems[seat]
    theirs = s.gems[other]
    hand = hand_worth(s, seat)
    other_hand = hand_worth(s, other)
    lead = side_total(s, w, seat) - side_total(s, w, other)
    if lead == 0 and (s.faction[0] == Faction.NILFGAARD) != (s.faction[1] == Faction.NILFGAARD):
        lead = 1 if s.faction[seat] == Faction.NILFGAARD else -1
    if s.round == 0:
        return round_start(mine, theirs, hand, other_hand)
    if s.passed[seat] == 1 and s.passed[other] == 0:
        return 1000 - answer_to_pass(theirs, mine, other_hand, hand, -lead)
    if s.passed[other] == 1 and s.passed[seat] == 0:
        return answer_to_pass(mine, theirs, hand, other_hand, lead)
    counted = lead if mine == 1 and theirs == 1 else lead * LEAD_NOW // 100
    going_on = round_start(mine, theirs, hand + counted, other_hand)
    if s.turn == seat:
        return going_on
    return min(going_on, answer_to_pass(mine, theirs, hand, other_hand, lead))


@kernel
def continues(s, seat):
    """Whether `seat` is asked for the rest of a move it has begun: a row, a target, a card."""
    return decisions.kind(s) >= Decision.ROW
