"""The legal moves, and the refusals of all others."""

from ludotheque.games.gwynt.declaration import Action, Decision, Refusal
from ludotheque.games.gwynt.rules.effects import random_revival
from ludotheque.games.gwynt.rules.knowledge import is_weather
from ludotheque.games.gwynt.rules.leaders import ANY_WEATHER, leader_refusal
from ludotheque.games.gwynt.rules.specials import has_decoy_target, rows_without_horn
from ludotheque.games.gwynt.rules.strength import ability_of, card_of, is_hero, is_target, is_unit, on_row, row_zone
from ludotheque.games.gwynt.state import DECK, HAND, NO_HORN, PILE, SIEGE
from ludotheque.games.gwynt.tables import KINDS, Ability
from ludotheque.kernel import decisions, kernel, piles


@kernel
def forbidden(s, w, seat, action):
    """0 if `seat`, who owes a decision, may take `action`, else the number of the refusal."""
    kind = decisions.kind(s)
    if action < Action.PLAY:
        return forbidden_plain(s, w, seat, action, kind)
    card = (action - Action.PLAY) % KINDS
    block = Action.PLAY + (action - Action.PLAY) // KINDS * KINDS
    if block == Action.PLAY:
        return forbidden_play(s, seat, card) if kind == Decision.TURN else Refusal.WRONG_DECISION
    if block == Action.SWAP:
        if kind != Decision.REDRAW:
            return Refusal.WRONG_DECISION
        return 0 if piles.find(s, HAND + seat, card) >= 0 else Refusal.NOT_IN_HAND
    if block == Action.REVIVE:
        if kind != Decision.REVIVE:
            return Refusal.WRONG_DECISION
        if random_revival(s):
            return Refusal.REVIVED_AT_RANDOM
        return forbidden_from_pile(s, seat, card, Refusal.NOT_IN_PILE)
    if block == Action.DISCARD:
        if kind != Decision.DISCARD:
            return Refusal.WRONG_DECISION
        return 0 if piles.find(s, HAND + seat, card) >= 0 else Refusal.NOT_IN_HAND
    if block == Action.FETCH:
        if kind != Decision.FETCH:
            return Refusal.WRONG_DECISION
        if decisions.a(s) == ANY_WEATHER and not is_weather(card):
            return Refusal.NOT_WEATHER
        return 0 if piles.find(s, DECK + seat, card) >= 0 else Refusal.NOT_IN_DECK
    if block == Action.TAKE:
        if kind != Decision.TAKE:
            return Refusal.WRONG_DECISION
        return forbidden_from_pile(s, decisions.a(s), card, Refusal.NOT_THERE_TO_TAKE)
    if kind != Decision.TARGET:
        return Refusal.WRONG_DECISION
    return forbidden_target(s, seat, (action - Action.DECOY) // KINDS, card)


@kernel
def forbidden_plain(s, w, seat, action, kind):
    """The refusal of an action that names no card, or 0."""
    if action >= Action.ROW:
        return forbidden_row(s, seat, action - Action.ROW) if kind == Decision.ROW else Refusal.WRONG_DECISION
    if action >= Action.FIRST:
        return 0 if kind == Decision.FIRST else Refusal.WRONG_DECISION
    if action == Action.KEEP:
        return 0 if kind == Decision.REDRAW else Refusal.WRONG_DECISION
    if action == Action.PASS:
        return 0 if kind == Decision.TURN else Refusal.WRONG_DECISION
    if action == Action.LEADER:
        return leader_refusal(s, w, seat) if kind == Decision.TURN else Refusal.WRONG_DECISION
    if kind != Decision.REVIVE:
        return Refusal.WRONG_DECISION
    if action == Action.RANDOM:
        return 0 if random_revival(s) else Refusal.REVIVED_BY_CHOICE
    return 0 if s.medic_may_decline == 1 else Refusal.MEDIC_MUST_REVIVE  # GWY-21


@kernel
def forbidden_play(s, seat, card):
    """The refusal to play a card from the hand, or 0."""
    if piles.find(s, HAND + seat, card) < 0:
        return Refusal.NOT_IN_HAND
    if is_unit[card] == 1:
        return 0
    ability = ability_of[card]
    if ability == Ability.DECOY and not has_decoy_target(s, seat):
        return Refusal.DECOY_WITHOUT_TARGET  # GWY-29
    if ability == Ability.HORN and rows_without_horn(s, seat) == 0:
        return Refusal.HORNS_EVERYWHERE  # GWY-27
    if (
        ability == Ability.MARDROEME
        and s.mardroeme[3 * seat] + s.mardroeme[3 * seat + 1] + s.mardroeme[3 * seat + 2] == 3
    ):
        return Refusal.MARDROEMES_EVERYWHERE  # GWY-26
    return 0


@kernel
def forbidden_row(s, seat, row):
    """The refusal of a row for an agile unit, a horn or a mardroeme, or 0."""
    card = decisions.a(s)
    if ability_of[card] == Ability.HORN and is_unit[card] == 0:
        return 0 if s.horn[3 * seat + row] == NO_HORN else Refusal.HORN_TAKEN
    if ability_of[card] == Ability.MARDROEME and is_unit[card] == 0:
        return 0 if s.mardroeme[3 * seat + row] == 0 else Refusal.MARDROEME_TAKEN
    return 0 if row != SIEGE else Refusal.AGILE_ROW  # GWY-20


@kernel
def forbidden_from_pile(s, owner, card, missing):
    """The refusal to take a unit from a discard pile, or 0; `missing` is the refusal if it is not there."""
    if piles.find(s, PILE + owner, card) < 0:
        return missing
    if is_hero[card] == 1:
        return Refusal.HERO
    return 0 if is_unit[card] == 1 else Refusal.NOT_A_UNIT


@kernel
def forbidden_target(s, seat, row, card):
    """The refusal of a unit as a decoy's target, or 0."""
    z = row_zone(seat, row)
    for i in range(s.count[z]):
        if on_row(s, z, i) == card:
            if is_hero[card] == 1:
                return Refusal.HERO
            return 0 if is_target(card) else Refusal.DECOY_ON_DECOY
    return Refusal.NOT_ON_ROW


@kernel
def legal(s, w, seat, out):
    """List the legal actions in ascending order, by decision: calling `forbidden` for all 1,600 would be slow."""
    kind = decisions.kind(s)
    if kind == Decision.TURN:
        out[0] = Action.PASS
        out[1] = Action.LEADER
        n = 1 + (leader_refusal(s, w, seat) == 0)
        return list_cards(s, w, seat, HAND + seat, Action.PLAY, n, out)
    if kind == Decision.REDRAW:
        out[0] = Action.KEEP
        return list_cards(s, w, seat, HAND + seat, Action.SWAP, 1, out)
    if kind == Decision.ROW:
        n = 0
        for row in range(3):
            out[n] = Action.ROW + row
            n += forbidden_row(s, seat, row) == 0
        return n
    if kind == Decision.TARGET:
        n = 0
        for row in range(3):
            n = list_cards(s, w, seat, row_zone(seat, row), Action.DECOY + row * KINDS, n, out)
        return n
    if kind == Decision.REVIVE:
        out[0] = Action.DECLINE
        n = int(s.medic_may_decline)
        if random_revival(s):
            out[n] = Action.RANDOM
            return n + 1
        return list_cards(s, w, seat, PILE + seat, Action.REVIVE, n, out)
    if kind == Decision.DISCARD:
        return list_cards(s, w, seat, HAND + seat, Action.DISCARD, 0, out)
    if kind == Decision.FETCH:
        return list_cards(s, w, seat, DECK + seat, Action.FETCH, 0, out)
    if kind == Decision.TAKE:
        return list_cards(s, w, seat, PILE + decisions.a(s), Action.TAKE, 0, out)
    out[0] = Action.FIRST
    out[1] = Action.FIRST + 1
    return 2


@kernel
def list_cards(s, w, seat, z, block, n, out):
    """Append an action of `block` for each different card of a zone that may be chosen, in ascending order."""
    start = n
    base = piles.BASE[z]
    for i in range(s.count[z]):
        card = card_of(s.card[base + i])
        if not may_choose(s, seat, block, card):
            continue
        action = block + card
        at = n
        while at > start and out[at - 1] > action:
            at -= 1
        if at > start and out[at - 1] == action:
            continue
        for k in range(n, at, -1):
            out[k] = out[k - 1]
        out[at] = action
        n += 1
    return n


@kernel
def may_choose(s, seat, block, card):
    """Whether a card in the right zone may be chosen."""
    if block == Action.PLAY:
        return is_unit[card] == 1 or forbidden_play(s, seat, card) == 0
    if block == Action.FETCH:
        return decisions.a(s) != ANY_WEATHER or is_weather(card)
    if block == Action.SWAP or block == Action.DISCARD:
        return True
    return is_target(card)
