"""War: who fights whom, battle by battle, step by step (KUN-12 to KUN-17, KUN-19)."""

from ludotheque.games.kunitori.declaration import Decision, Event
from ludotheque.games.kunitori.rules.effects import gain
from ludotheque.games.kunitori.rules.zones import (
    back_to_hand,
    cards_left,
    leave_hand,
    leave_territory,
    put_on_deck,
    reveal,
    territory,
    to_pile,
)
from ludotheque.games.kunitori.state import (
    ACTIVE,
    AIMING,
    ALLIED,
    AMBUSHING,
    ATTACHING,
    BUYING,
    CLEARING,
    COUNTING,
    DEFENDING,
    FIGHTING,
    JOINED,
    LAYING,
    NEXT,
    REINFORCING,
    RETURNING,
    STRIKING,
)
from ludotheque.games.kunitori.tables import (
    ATTACK,
    ATTACK_PRIZES,
    BRIEF,
    BRIEF_DEFENCE,
    DEFENCE,
    DEFENCE_PRIZES,
    DESTROYER,
    FIGHTERS,
    GENERALS,
    KINDS,
    PRIZES,
    TROOPS,
)
from ludotheque.kernel import decisions, events, kernel, table
from ludotheque.kernel.declare import EVERYONE

attack_of = table(ATTACK)
defence_of = table(DEFENCE)
is_brief = table(BRIEF)
is_brief_defence = table(BRIEF_DEFENCE)
is_destroyer = table(DESTROYER)
attack_prizes = table(ATTACK_PRIZES)
defence_prizes = table(DEFENCE_PRIZES)
prizes = table(PRIZES)


# Declaring --------------------------------------------------------------------------------------------------------


@kernel
def any_fighter(s, p):
    """Whether a general or troop is in the territory of `p`."""
    for k in range(FIGHTERS):
        if territory(s, p, k) > 0:
            return True
    return False


@kernel
def may_join(s, ally):
    """Whether `ally` may be asked for a joint war (KUN-19)."""
    if ally == s.turn or ally >= s.players or s.asked >> ally & 1 == 1:
        return False
    return any_fighter(s, s.turn) or any_fighter(s, ally)


@kernel
def may_go_to_war(s):
    """Whether the active player has anything to decide in the battle phase (KUN-12, KUN-19)."""
    if s.general_played == 1:
        return True
    if s.joint == 1:
        for ally in range(s.players):
            if may_join(s, ally):
                return True
    return False


@kernel
def clockwise(s, p):
    """The number of seats from the active player to `p`, clockwise."""
    return (p - s.turn + s.players) % s.players


@kernel
def wage(s, w):
    """Declare war; then each general gets targets (KUN-13)."""
    events.emit(w, Event.DECLARED, s.turn, 0, 0, 0, 0, 0, EVERYONE)
    s.phase = AIMING


@kernel
def next_aim(s, w):
    """Ask for the first target of the next general; with two players there is only one."""
    for g in range(GENERALS):
        if territory(s, s.turn, g) > 0 and s.aim[g] == 0:
            if s.players == 2:
                aim(s, w, g, 1 - s.turn)
            else:
                decisions.ask(s, Decision.AIM, s.turn, g, 0)
            return
    s.phase = ATTACHING


@kernel
def aim(s, w, g, target):
    """Let general `g` attack `target`; unless the option forbids it, ask for more targets further to the left."""
    s.aim[g] |= 1 << target
    s.foes |= 1 << target
    events.emit(w, Event.AIMED, s.turn, g, target, 0, 0, 0, EVERYONE)
    if s.one_target == 0 and clockwise(s, target) < s.players - 1:
        decisions.ask(s, Decision.AIM, s.turn, g, 1 + target)


@kernel
def one_army(s):
    """The general who leads all troops if all generals have the same targets; -1 if they differ."""
    lead = -1
    for g in range(GENERALS):
        if s.aim[g] != 0:
            if lead < 0:
                lead = g
            elif s.aim[g] != s.aim[lead]:
                return -1
    return lead


@kernel
def unattached(s, t):
    """The number of troops of kind `t` without a general."""
    n = territory(s, s.turn, GENERALS + t)
    for g in range(GENERALS):
        n -= s.attached[t, g]
    return n


@kernel
def next_attachment(s):
    """Attach all troops to the one army, or ask for the general of the next troop."""
    lead = one_army(s)
    for t in range(TROOPS):
        n = unattached(s, t)
        if n > 0:
            if lead < 0:
                decisions.ask(s, Decision.ATTACH, s.turn, GENERALS + t, 0)
                return
            s.attached[t, lead] += n
    s.phase = FIGHTING
    s.step = NEXT


@kernel
def attach(s, w, k, g):
    """Attach one troop `k` to general `g`."""
    s.attached[k - GENERALS, g] += 1
    events.emit(w, Event.ATTACHED, s.turn, k, g, 0, 0, 0, EVERYONE)


@kernel
def propose(s, w, ally, target):
    """Propose a joint war to `ally` against `target` (KUN-19)."""
    s.asked |= 1 << ally
    events.emit(w, Event.PROPOSED, s.turn, ally, target, 0, 0, 0, EVERYONE)
    decisions.ask(s, Decision.CONSENT, ally, target, 0)


@kernel
def agree(s, w, ally, target):
    """Let the ally join."""
    s.ally = 1 + ally
    s.foes = 1 << target
    s.phase = FIGHTING
    s.step = NEXT
    events.emit(w, Event.AGREED, ally, s.turn, target, 0, 0, 0, EVERYONE)


# Fighters ---------------------------------------------------------------------------------------------------------


@kernel
def fighting(s, side, k):
    """The number of fighters `k` of one side in this battle."""
    if side == ACTIVE:
        if s.ally > 0:
            return territory(s, s.turn, k)
        if k < GENERALS:
            return s.aim[k] >> s.defender & 1
        n = 0
        for g in range(GENERALS):
            if s.aim[g] >> s.defender & 1 == 1:
                n += s.attached[k - GENERALS, g]
        return n
    if side == ALLIED:
        return s.stand[s.ally - 1, k] if s.ally > 0 else 0
    if side == DEFENDING:
        return s.stand[s.defender, k]
    return s.shown[k]


@kernel
def owner_of(s, side):
    """The seat whose cards fight on a side."""
    if side == ACTIVE:
        return s.turn
    if side == ALLIED:
        return s.ally - 1
    return s.defender


@kernel
def discard_fighter(s, w, side, k, event):
    """Move a fighter of this battle to its owner's discard pile; of equal ones, that of the first general."""
    owner = owner_of(s, side)
    if side == JOINED:
        s.shown[k] -= 1
    else:
        leave_territory(s, owner, k)
        if side == ACTIVE and s.ally == 0 and k >= GENERALS:
            for g in range(GENERALS):
                if s.aim[g] >> s.defender & 1 == 1 and s.attached[k - GENERALS, g] > 0:
                    s.attached[k - GENERALS, g] -= 1
                    break
    to_pile(s, owner, k)
    events.emit(w, event, owner, k, 1 if side == JOINED else 0, 0, 0, 0, EVERYONE)


@kernel
def struck_side(s, joined):
    """The side of the striker's enemy, or its second one: joined cards, the ally's."""
    if s.striker == DEFENDING:
        return ALLIED if joined else ACTIVE
    return JOINED if joined else DEFENDING


@kernel
def can_strike(s, side, k):
    """Whether a land destroyer may remove a fighter: a troop that is not a destroyer (KUN-17)."""
    return k >= GENERALS and k < FIGHTERS and is_destroyer[k] == 0 and fighting(s, side, k) > 0


# The steps of a battle --------------------------------------------------------------------------------------------


@kernel
def fight(s, w):
    """Continue the war: one step, or a decision."""
    if s.step == NEXT:
        next_battle(s, w)
    elif s.step == LAYING:
        if s.hand_n[s.defender] > 0:
            decisions.ask(s, Decision.LAY, s.defender, 0, 0)
        else:
            begin_strikes(s)
    elif s.step == STRIKING:
        strike_on(s, w)
    elif s.step == COUNTING:
        count(s, w)
    elif s.step == CLEARING:
        clear(s, w)
    else:
        return_cards(s, w)


@kernel
def next_battle(s, w):
    """Begin the next battle, clockwise from the attacker's left; after the last the war is over (KUN-13)."""
    if s.foes == 0:
        s.ally = 0
        s.defender = 0
        for g in range(GENERALS):
            s.aim[g] = 0
            for t in range(TROOPS):
                s.attached[t, g] = 0
        s.phase = BUYING
        return
    target = (s.turn + 1) % s.players
    while s.foes >> target & 1 == 0:
        target = (target + 1) % s.players
    s.foes &= ~(1 << target)
    s.defender = target
    s.shower = target
    events.emit(w, Event.BATTLE_BEGINS, s.turn, target, 0, 0, 0, 0, EVERYONE)
    decisions.ask(s, Decision.DEFEND, target, 0, 0)


@kernel
def lie_in_ambush(s):
    """Let the defender play cards of the hand (KUN-14)."""
    s.defence = AMBUSHING
    s.step = LAYING


@kernel
def lay(s, w, k):
    """Reveal a card of the defender's hand; one with an attack value joins."""
    leave_hand(s, s.defender, k)
    s.shown[k] += 1
    events.emit(w, Event.LAID, s.defender, k, 0, 0, 0, 0, EVERYONE)


@kernel
def reinforce(s, w):
    """Turn up the two top cards of the defender's deck; those with an attack value join (KUN-14)."""
    s.defence = REINFORCING
    for _ in range(2):
        if cards_left(s, s.defender) > 0:
            k = reveal(s, w, s.defender)
            s.shown[k] += 1
            events.emit(w, Event.REINFORCED, s.defender, k, 0, 0, 0, 0, EVERYONE)
    begin_strikes(s)


@kernel
def begin_strikes(s):
    """Let the land destroyers act, those of the active player first (KUN-17)."""
    s.step = STRIKING
    s.striker = ACTIVE
    s.strikes = destroyers(s)


@kernel
def destroyers(s):
    """The number of land destroyers of the striker in this battle."""
    n = 0
    for k in range(GENERALS, FIGHTERS):
        if is_destroyer[k] == 1:
            n += fighting(s, s.striker, k)
            if s.striker == DEFENDING:
                n += fighting(s, JOINED, k)
    return n


@kernel
def strike_on(s, w):
    """Let the next destroyer remove an enemy troop of this battle, if there is one."""
    if s.strikes == 0:
        if s.striker == DEFENDING:
            s.striker = 0
            s.step = COUNTING
        else:
            s.striker += 1
            s.strikes = destroyers(s)
        return
    choices = 0
    side = 0
    card = 0
    for joined in range(2):
        for k in range(GENERALS, FIGHTERS):
            if can_strike(s, struck_side(s, joined == 1), k):
                choices += 1
                side = struck_side(s, joined == 1)
                card = k
    if choices == 0:
        s.strikes = 0
    elif choices == 1:
        s.strikes -= 1
        discard_fighter(s, w, side, card, Event.STRUCK)
    else:
        decisions.ask(s, Decision.STRIKE, owner_of(s, s.striker), 0, 0)


@kernel
def attack_total(s):
    """The total of the attackers in this battle."""
    total = 0
    for k in range(FIGHTERS):
        total += attack_of[k] * (fighting(s, ACTIVE, k) + fighting(s, ALLIED, k))
    return total


@kernel
def defence_total(s):
    """The total of the defender: fighters, one more for an ambush with a fighter, moats (KUN-14, KUN-17)."""
    total = 0
    joined = 0
    for k in range(FIGHTERS):
        total += attack_of[k] * (s.stand[s.defender, k] + s.shown[k])
        joined += s.shown[k]
    for k in range(FIGHTERS, KINDS):
        total += defence_of[k] * s.stand[s.defender, k]
    if s.defence == AMBUSHING and joined > 0:
        total += 1
    return total


@kernel
def prize(s, margin, attacker):
    """The victory card for a margin, or the next lower kind that is left; -1 if there is none (KUN-15)."""
    tier = -1
    for n in range(3):
        if margin >= (attack_prizes[n] if attacker else defence_prizes[n]):
            tier = n
    while tier >= 0 and s.supply[prizes[tier]] == 0:
        tier -= 1
    return prizes[tier] if tier >= 0 else -1


@kernel
def count(s, w):
    """Compare the totals; the winner gets the prize, a defender may decline it (KUN-15)."""
    s.step = CLEARING
    attack = attack_total(s)
    defence = defence_total(s)
    events.emit(w, Event.FOUGHT, s.turn, s.defender, attack, defence, 0, 0, EVERYONE)
    if attack == defence:
        events.emit(w, Event.BATTLE_TIED, s.turn, s.defender, 0, 0, 0, 0, EVERYONE)
    elif attack > defence:
        events.emit(w, Event.BATTLE_WON, s.turn, attack - defence, 0, 0, 0, 0, EVERYONE)
        k = prize(s, attack - defence, True)
        if k >= 0:
            gain(s, w, s.turn, k, Event.WON_PRIZE)
        if s.ally > 0:  # KUN-19: both gain it, the active player first
            k = prize(s, attack - defence, True)
            if k >= 0:
                gain(s, w, s.ally - 1, k, Event.WON_PRIZE)
    else:
        events.emit(w, Event.BATTLE_WON, s.defender, defence - attack, 0, 0, 0, 0, EVERYONE)
        k = prize(s, defence - attack, False)
        if k >= 0:
            decisions.ask(s, Decision.PRIZE, s.defender, k, 0)


@kernel
def clear(s, w):
    """Discard fighters that fight only once, and the defender's moats (KUN-17)."""
    s.step = RETURNING
    for k in range(FIGHTERS):
        if is_brief[k] == 1:
            for side in range(4):
                for _ in range(fighting(s, side, k)):
                    discard_fighter(s, w, side, k, Event.FELL)
    for k in range(FIGHTERS, KINDS):
        if is_brief_defence[k] == 1:
            for _ in range(s.stand[s.defender, k]):
                discard_fighter(s, w, DEFENDING, k, Event.FELL)


@kernel
def return_cards(s, w):
    """Return ambush cards to the hand, reinforcements to the top of the deck in the owner's order (KUN-16)."""
    s.step = NEXT
    p = s.defender
    if s.defence == REINFORCING:
        one = 0
        two = 0
        for k in range(KINDS):
            if s.shown[k] > 0:
                if one == 0:
                    one = k + 1
                two = k + 1
        if one > 0 and one != two:
            decisions.ask(s, Decision.ORDER, p, one - 1, two - 1)
            return
        if one > 0:
            put_back(s, w, p, one, one if s.shown[one - 1] == 2 else 0)
            return
    for k in range(KINDS):
        while s.shown[k] > 0:
            s.shown[k] -= 1
            back_to_hand(s, p, k)
            events.emit(w, Event.TOOK_BACK, p, k, 0, 0, 0, 0, EVERYONE)
    finish_battle(s)


@kernel
def put_back(s, w, p, below, above):
    """Put reinforcements back on the deck; only their owner knows the order."""
    for k in range(KINDS):
        s.shown[k] = 0
    put_on_deck(s, p, below, above)
    top = above if above > 0 else below
    events.emit(w, Event.PUT_BACK, p, 2 if above > 0 else 1, top - 1, 0, 0, 0, EVERYONE if top == below else 1 << p)
    finish_battle(s)


@kernel
def finish_battle(s):
    """Clear the fields of the battle."""
    s.defence = 0
    s.shower = 0
