"""Gaining cards, and the effects of cards when played: icons, then text (KUN-04, KUN-18)."""

from ludotheque.games.kunitori.declaration import Decision, Event
from ludotheque.games.kunitori.rules.zones import (
    back_to_hand,
    cards_left,
    draw,
    from_pile,
    leave_hand,
    reveal,
    show_from_hand,
    show_generals,
    shuffle_deck,
    to_pile,
    turn_general,
)
from ludotheque.games.kunitori.state import FROM_DECK, FROM_PILE
from ludotheque.games.kunitori.tables import (
    ACTIONS_PLUS,
    AMOUNT,
    BUYS_PLUS,
    CARDS_PLUS,
    CATEGORY,
    COST,
    DEPLOYABLE,
    EFFECT,
    GENERAL,
    GENERALS,
    JOINT_WAR,
    KINDS,
    MONEY_PLUS,
    NONE,
    OTHER_AMOUNT,
    OTHER_EFFECT,
    PLUS_ACTIONS,
    PLUS_BUYS,
    PLUS_CARDS,
    PLUS_MONEY,
    POINTS,
    REGION,
    RENOVATE,
    STEAL_TWO,
    TAKE_BACK,
    TRAP_IT,
    TRASH_RETURN,
    UNWANTED,
    VICTORY,
)
from ludotheque.kernel import decisions, events, kernel, table
from ludotheque.kernel.declare import EVERYONE

amount = table(AMOUNT)
category = table(CATEGORY)
cost = table(COST)
deployable = table(DEPLOYABLE)
effect_of = table(EFFECT)
is_region = table(REGION)
is_unwanted = table(UNWANTED)
other_amount = table(OTHER_AMOUNT)
other_effect = table(OTHER_EFFECT)
plus_actions = table(PLUS_ACTIONS)
plus_buys = table(PLUS_BUYS)
plus_cards = table(PLUS_CARDS)
plus_money = table(PLUS_MONEY)
points = table(POINTS)


# Gaining ----------------------------------------------------------------------------------------------------------


@kernel
def gain(s, w, p, k, event):
    """Move a card of the supply to the discard pile of `p`, bought, won or gained (KUN-09, KUN-15)."""
    s.supply[k] -= 1
    s.sold = 1
    s.points[p] += points[k]
    to_pile(s, p, k)
    events.emit(w, event, p, k, 0, 0, 0, 0, EVERYONE)
    if is_region[k] == 1:
        s.regions |= 1 << p
    if k < GENERALS:
        turn_general(s, w)  # KUN-02
    if is_unwanted[k] == 1 and s.regions & ~(1 << p) != 0:
        decisions.ask(s, Decision.GIVE, p, k, 0)  # KUN-18


@kernel
def hand_over(s, w, p, other, k):
    """Move a card just gained to the discard pile of another player; it does not count as gained there (KUN-18)."""
    from_pile(s, p, k)
    to_pile(s, other, k)
    s.points[p] -= points[k]
    s.points[other] += points[k]
    events.emit(w, Event.HANDED, p, other, k, 0, 0, 0, EVERYONE)


@kernel
def may_gain(s, k, price):
    """Whether an effect may gain a card, not a general, for this price (KUN-18)."""
    return s.supply[k] > 0 and cost[k] <= price


# Playing ----------------------------------------------------------------------------------------------------------


@kernel
def carry_out(s, w, p, k):
    """Apply the icons of a card from top to bottom, then its text (KUN-04)."""
    for _ in range(plus_cards[k]):
        draw(s, w, p)
    s.money += plus_money[k]
    s.actions += plus_actions[k]
    s.buys += plus_buys[k]
    if k < GENERALS:
        s.general_played = 1
    first = effect_of[k]
    second = other_effect[k]
    if second == NONE:
        run(s, w, p, k, first)
        return
    one = possible(s, p, first)
    two = possible(s, p, second)
    if one and two:
        decisions.ask(s, Decision.CHOOSE, p, k, 0)
    elif one:
        run(s, w, p, k, first)
    elif two:
        run(s, w, p, k, second)


@kernel
def possible(s, p, effect):
    """Whether an alternative can be carried out. It depends on public counts only (KUN-04)."""
    if effect == CARDS_PLUS:
        return cards_left(s, p) > 0
    if effect == TRASH_RETURN:
        return s.hand_n[p] > 0
    if effect == JOINT_WAR:
        return s.players > 2 and s.joint == 0  # KUN-19
    return True


@kernel
def number_of(k, effect):
    """The number of an effect of a card."""
    return amount[k] if effect_of[k] == effect else other_amount[k]


@kernel
def run(s, w, p, k, effect):
    """Apply one effect of card `k`, or ask for the choice it needs."""
    n = number_of(k, effect)
    if effect == CARDS_PLUS:
        for _ in range(n):
            draw(s, w, p)
    elif effect == MONEY_PLUS:
        s.money += n
    elif effect == ACTIONS_PLUS:
        s.actions += n
    elif effect == BUYS_PLUS:
        s.buys += n
    elif effect == TRASH_RETURN or effect == RENOVATE:
        if s.hand_n[p] > 0:
            decisions.ask(s, Decision.TRASH, p, k, effect)
    elif effect == TRAP_IT:
        set_trap(s, w, p)
    elif effect == TAKE_BACK:
        seek_general(s, w, p)
    elif effect == JOINT_WAR:
        s.joint = 1
        events.emit(w, Event.PLOTTED, p, 0, 0, 0, 0, 0, EVERYONE)
    elif effect == STEAL_TWO:
        if s.players == 2:
            send_ninjas(s, w, p, k, 1 - p)
        else:
            decisions.ask(s, Decision.VICTIM, p, k, 0)


@kernel
def trash(s, w, p, card, effect, k):
    """Trash `card` of the hand for the text of `k`, and continue with that text."""
    leave_hand(s, p, card)
    s.trash[card] += 1
    s.points[p] -= points[card]
    events.emit(w, Event.TRASHED, p, card, 0, 0, 0, 0, EVERYONE)
    if effect == TRASH_RETURN:
        s.fresh[k] -= 1
        s.supply[k] += 1
        s.points[p] -= points[k]
        events.emit(w, Event.WENT_BACK, p, k, 0, 0, 0, 0, EVERYONE)
        return
    price = cost[card] + number_of(k, RENOVATE)
    choices = 0
    only = 0
    for j in range(GENERALS, KINDS):
        if may_gain(s, j, price):
            choices += 1
            only = j
    if choices == 1:
        gain(s, w, p, only, Event.GAINED)
    elif choices > 1:
        decisions.ask(s, Decision.GAIN, p, price, 0)


# The trap ---------------------------------------------------------------------------------------------------------


@kernel
def can_trap(s, p, k):
    """Whether a card `k` deployed at an earlier draw phase is in the territory of `p` (KUN-18)."""
    if deployable[k] == 0:
        return False
    return s.stand[p, k] > 0 or (p == s.turn and s.again[k] > 0)


@kernel
def set_trap(s, w, p):
    """Ask for a deployed card to discard, if there is one."""
    choices = 0
    owner = 0
    card = 0
    for q in range(s.players):
        for k in range(KINDS):
            if can_trap(s, q, k):
                choices += 1
                owner = q
                card = k
    if choices == 1:
        spring_trap(s, w, p, owner, card)
    elif choices > 1:
        decisions.ask(s, Decision.TRAP, p, 0, 0)


@kernel
def spring_trap(s, w, p, owner, k):
    """Move the deployed card to its owner's discard pile."""
    if owner == s.turn and s.again[k] > 0:
        s.again[k] -= 1
    else:
        s.stand[owner, k] -= 1
    to_pile(s, owner, k)
    events.emit(w, Event.TRAPPED, p, owner, k, 0, 0, 0, EVERYONE)


# Take-back --------------------------------------------------------------------------------------------------------


@kernel
def on_deck(s, p, k):
    """Whether a card is in the deck."""
    if s.deck[p, k] > 0:
        return True
    for i in range(s.tops[p]):
        if s.top[p, i] == k + 1:
            return True
    return False


@kernel
def seek_general(s, w, p):
    """Look for a general; if there is none, shuffle the deck, and everybody learns where the generals are."""
    for k in range(GENERALS):
        if s.pile[p, k] > 0 or on_deck(s, p, k):
            decisions.ask(s, Decision.FETCH, p, 0, 0)
            return
    events.emit(w, Event.FOUND_NOTHING, p, 0, 0, 0, 0, 0, EVERYONE)
    shuffle_deck(s, p)
    show_generals(s, p)


@kernel
def fetch(s, w, p, k):
    """Take the general into the hand, openly; shuffle the deck (KUN-18)."""
    if s.pile[p, k] > 0:
        from_pile(s, p, k)
        shuffle_deck(s, p)
        events.emit(w, Event.FOUND, p, k, FROM_PILE, 0, 0, 0, EVERYONE)
    else:
        shuffle_deck(s, p)
        s.deck[p, k] -= 1
        s.deck_n[p] -= 1
        if s.fixed[p, k] > 0:
            s.fixed[p, k] -= 1
        events.emit(w, Event.FOUND, p, k, FROM_DECK, 0, 0, 0, EVERYONE)
    back_to_hand(s, p, k)


# Skilled ninjas ---------------------------------------------------------------------------------------------------


@kernel
def protects(k, ninjas):
    """Whether a revealed card stops the ninjas."""
    return category[k] == GENERAL or k == ninjas


@kernel
def send_ninjas(s, w, p, ninjas, victim):
    """Turn up two cards of the victim's deck (KUN-18)."""
    s.shower = victim
    safe = False
    for _ in range(2):
        if cards_left(s, victim) > 0:
            k = reveal(s, w, victim)
            s.shown[k] += 1
            events.emit(w, Event.REVEALED, victim, k, 0, 0, 0, 0, EVERYONE)
            safe = safe or protects(k, ninjas)
    if safe:
        set_aside(s, w)
    elif s.hand_n[victim] > 0:
        # asked whatever the hand holds: skipping the question would reveal it
        decisions.ask(s, Decision.PROTECT, victim, ninjas, 0)
    else:
        choose_loot(s, w)


@kernel
def protect(s, w, victim, k):
    """Reveal a card of the hand that stops the ninjas."""
    show_from_hand(s, victim, k)
    events.emit(w, Event.PROTECTED, victim, k, 0, 0, 0, 0, EVERYONE)
    set_aside(s, w)


@kernel
def choose_loot(s, w):
    """Ask for the card to steal, if there is one."""
    for k in range(KINDS):
        if s.shown[k] > 0 and category[k] != VICTORY:
            decisions.ask(s, Decision.STEAL, s.turn, 0, 0)
            return
    set_aside(s, w)


@kernel
def steal(s, w, p, k):
    """Move a revealed card to the discard pile of the thief, and the rest to their owner's."""
    s.shown[k] -= 1
    to_pile(s, p, k)
    s.points[s.shower] -= points[k]
    s.points[p] += points[k]
    events.emit(w, Event.STOLE, p, s.shower, k, 0, 0, 0, EVERYONE)
    set_aside(s, w)


@kernel
def set_aside(s, w):
    """Move the revealed cards to their owner's discard pile."""
    for k in range(KINDS):
        while s.shown[k] > 0:
            s.shown[k] -= 1
            to_pile(s, s.shower, k)
            events.emit(w, Event.SET_ASIDE, s.shower, k, 0, 0, 0, 0, EVERYONE)
    s.shower = 0
