"""The rules of Kunitori!, the functions that every game must have: set-up, legality, play, redeal, invariants."""

from ludotheque.games.kunitori import state
from ludotheque.games.kunitori.answers import CARDS_OF, DECISION_OF, PLAIN_OF, VERBS_OF
from ludotheque.games.kunitori.declaration import Action, Decision, Event, Refusal
from ludotheque.games.kunitori.rules.effects import (
    can_trap,
    category,
    choose_loot,
    cost,
    effect_of,
    fetch,
    gain,
    hand_over,
    may_gain,
    on_deck,
    other_effect,
    points,
    possible,
    protect,
    protects,
    run,
    send_ninjas,
    set_aside,
    spring_trap,
    steal,
    trash,
)
from ludotheque.games.kunitori.rules.knowledge import redeal
from ludotheque.games.kunitori.rules.turns import (
    advance,
    copies,
    deployable,
    end_turn,
    may_replay,
    pay,
    play_card,
    replay,
    setup,
    winner,
)
from ludotheque.games.kunitori.rules.war import (
    agree,
    aim,
    attach,
    begin_strikes,
    can_strike,
    clockwise,
    discard_fighter,
    lay,
    lie_in_ambush,
    may_join,
    propose,
    put_back,
    reinforce,
    struck_side,
    wage,
)
from ludotheque.games.kunitori.rules.zones import hidden_copies, leave_hand, territory, to_pile
from ludotheque.games.kunitori.state import SEATS
from ludotheque.games.kunitori.tables import (
    FIGHTERS,
    GENERALS,
    KINDS,
    NONE,
    STRATEGY,
    TREASURE,
    VICTORY,
)
from ludotheque.kernel import decisions, events, kernel, table
from ludotheque.kernel.declare import EVERYONE, SHARE

decision_of = table(DECISION_OF)
plain_of = table(PLAIN_OF)
verbs_of = table(VERBS_OF)
cards_of = table(CARDS_OF)
MOST_PLAIN = len(PLAIN_OF[0])

# The functions that every game must have; `setup` and `redeal` are imported from other modules.
__all__ = ["cause", "forbidden", "legal", "play", "redeal", "score", "setup", "share", "sound"]


# Legality ---------------------------------------------------------------------------------------------------------


@kernel
def forbidden(s, w, seat, action):
    """0 if `seat`, who owes a decision, may take `action`, else the refusal. Uses only what `seat` may know."""
    decision = decisions.kind(s)
    if decision_of[action] != decision:
        return wrong(s, decision, decision_of[action], action)
    if action < Action.REPLAY:
        return forbidden_plain(s, seat, action, decision)
    k = (action - Action.REPLAY) % KINDS
    if decision <= Decision.TIDY:
        return forbidden_in_phase(s, seat, action - k, k)
    return forbidden_card(s, seat, action - k, k)


@kernel
def wrong(s, decision, wanted, action):
    """The refusal of an action that does not answer the decision: it belongs to another phase, or lacks something."""
    if decision > Decision.TIDY or wanted > Decision.TIDY:
        return Refusal.WRONG_DECISION
    if wanted == Decision.REPLAY:
        return Refusal.NOT_DEPLOYED if decision == Decision.ACT else Refusal.NOT_ACTION_PHASE
    if wanted == Decision.ACT:
        if decision == Decision.REPLAY:
            return Refusal.DEPLOYED_FIRST  # KUN-07
        return Refusal.NO_ACTION_LEFT if s.actions == 0 else Refusal.NOT_ACTION_PHASE
    if wanted == Decision.WAR:
        if action == Action.WAR and s.general_played == 0:
            return Refusal.NO_GENERAL
        if action >= Action.ALLY and s.joint == 0:
            return Refusal.NO_MONK
        return Refusal.NOT_BATTLE_PHASE
    if wanted == Decision.BUY:
        return Refusal.NO_BUY_LEFT if s.buys == 0 else Refusal.NOT_BUY_PHASE
    return Refusal.NOT_DRAW_PHASE


@kernel
def forbidden_plain(s, seat, action, decision):
    """The refusal of an action that names no card, or 0."""
    if action < Action.CHOOSE:
        if action == Action.WAR and s.general_played == 0:
            return Refusal.NO_GENERAL  # KUN-12
        if action == Action.ENOUGH and decisions.b(s) == 0:
            return Refusal.TARGET_NEEDED  # KUN-13
        return 0
    if action < Action.AIM:
        k = decisions.a(s)
        effect = action - Action.CHOOSE
        if effect == NONE or (effect != effect_of[k] and effect != other_effect[k]):
            return Refusal.NOT_AN_OPTION
        return 0 if possible(s, seat, effect) else Refusal.OPTION_IMPOSSIBLE
    other = (action - Action.AIM) % SEATS
    if other >= s.players:
        return Refusal.NO_SUCH_SEAT
    if action < Action.ALLY:
        if other == seat:
            return Refusal.TARGET_SELF
        last = decisions.b(s) - 1
        if last >= 0 and clockwise(s, other) <= clockwise(s, last):
            return Refusal.TARGET_COUNTER_CLOCKWISE
        return 0
    if action < Action.AGAINST:
        return forbidden_ally(s, seat, other)
    if action < Action.ROB:
        if other == seat:
            return Refusal.TARGET_SELF
        return Refusal.TARGET_ALLY if other == decisions.a(s) else 0
    if other == seat:
        return Refusal.NOT_ONESELF
    if action >= Action.HAND and s.regions >> other & 1 == 0:
        return Refusal.NEVER_GAINED_REGION  # KUN-18
    return 0


@kernel
def forbidden_ally(s, seat, ally):
    """The refusal to ask a player to join a war, or 0 (KUN-19)."""
    if s.joint == 0:
        return Refusal.NO_MONK
    if ally == seat:
        return Refusal.TARGET_SELF
    if s.asked >> ally & 1 == 1:
        return Refusal.ASKED_ALREADY
    return 0 if may_join(s, ally) else Refusal.NOBODY_FIGHTS


@kernel
def forbidden_in_phase(s, seat, verb, k):
    """The refusal of an action with a card in the phases of a turn, or 0."""
    if verb == Action.REPLAY:
        if may_replay(s, k):
            return 0
        return Refusal.STAYS_UNPLAYED if s.stand[seat, k] > 0 else Refusal.NOT_DEPLOYED
    if verb == Action.PLAY:
        return forbidden_play(s, seat, k)
    if verb == Action.PAY:
        if category[k] != TREASURE:
            return Refusal.NO_TREASURE
        return 0 if s.hand[seat, k] > 0 else Refusal.NOT_IN_HAND
    if verb == Action.BUY:
        return forbidden_purchase(s, k)
    if verb == Action.RECALL:
        if deployable[k] == 0 or s.fresh[k] + s.again[k] == 0:
            return Refusal.NOT_LEFT_THERE  # KUN-10
        return 0
    if category[k] != STRATEGY:
        return Refusal.NOT_STRATEGY  # KUN-10
    return 0 if s.hand[seat, k] > 0 else Refusal.NOT_IN_HAND


@kernel
def forbidden_play(s, seat, k):
    """The refusal to play an action card from the hand, or 0 (KUN-04)."""
    if category[k] == VICTORY:
        return Refusal.NEVER_PLAYED
    if category[k] == TREASURE:
        return Refusal.TREASURE_LATER
    return 0 if s.hand[seat, k] > 0 else Refusal.NOT_IN_HAND


@kernel
def forbidden_purchase(s, k):
    """The refusal to buy a card, or 0 (KUN-02, KUN-09)."""
    if s.supply[k] == 0:
        return Refusal.PILE_EMPTY
    if k < GENERALS and s.top_general != k + 1:
        return Refusal.GENERAL_COVERED
    return 0 if cost[k] <= s.money else Refusal.TOO_EXPENSIVE


@kernel
def forbidden_card(s, seat, verb, k):
    """The refusal of an action with a card that answers a question in between, or 0."""
    if verb == Action.TRASH or verb == Action.LAY:
        return 0 if s.hand[seat, k] > 0 else Refusal.NOT_IN_HAND
    if verb == Action.GAIN:
        if k < GENERALS:
            return Refusal.GAIN_GENERAL
        if s.supply[k] == 0:
            return Refusal.PILE_EMPTY
        return 0 if may_gain(s, k, decisions.a(s)) else Refusal.GAIN_TOO_EXPENSIVE
    if verb == Action.FETCH:
        if k >= GENERALS:
            return Refusal.NO_GENERAL_CARD
        return 0 if s.pile[seat, k] > 0 or on_deck(s, seat, k) else Refusal.NO_GENERAL_THERE
    if verb == Action.SHOW:
        if not protects(k, decisions.a(s)):
            return Refusal.NO_PROTECTION
        return 0 if s.hand[seat, k] > 0 else Refusal.NOT_IN_HAND
    if verb == Action.STEAL:
        if s.shown[k] == 0:
            return Refusal.NOT_SHOWN
        return Refusal.VICTORY_NOT_STOLEN if category[k] == VICTORY else 0
    if verb == Action.TOP:
        return 0 if k == decisions.a(s) or k == decisions.b(s) else Refusal.NOT_A_REINFORCEMENT
    if verb == Action.ATTACH:
        return 0 if k < GENERALS and s.aim[k] != 0 else Refusal.NOT_A_GENERAL
    if verb >= Action.TRAP:
        other = (verb - Action.TRAP) // KINDS
        if other >= s.players:
            return Refusal.NO_SUCH_SEAT
        return 0 if can_trap(s, other, k) else Refusal.NOT_TRAPPED
    if can_strike(s, struck_side(s, verb == Action.STRIKE_JOINED), k):
        return 0
    return Refusal.NOT_STRUCK if k < FIGHTERS else Refusal.NOT_IN_BATTLE


@kernel
def legal(s, w, seat, out):
    """List the legal actions of the decision in ascending order."""
    decision = decisions.kind(s)
    n = 0
    for i in range(MOST_PLAIN):
        action = plain_of[decision, i]
        if action < 0:
            break
        out[n] = action
        n += forbidden_plain(s, seat, action, decision) == 0
    for i in range(SEATS):
        verb = verbs_of[decision, i]
        if verb < 0:
            break
        block = (verb - Action.REPLAY) // KINDS
        for k in range(cards_of[block, 0], cards_of[block, 1]):
            out[n] = verb + k
            if decision <= Decision.TIDY:
                n += forbidden_in_phase(s, seat, verb, k) == 0
            else:
                n += forbidden_card(s, seat, verb, k) == 0
    return n


# Playing ----------------------------------------------------------------------------------------------------------


@kernel
def play(s, w, seat, action):
    """Carry out a legal action, then everything that follows without a decision."""
    decision = decisions.kind(s)
    a = decisions.a(s)
    b = decisions.b(s)
    decisions.answered(s)
    k = (action - Action.REPLAY) % KINDS if action >= Action.REPLAY else 0
    if decision <= Decision.TIDY:
        play_in_phase(s, w, seat, action, k)
    elif decision <= Decision.GIVE:
        play_effect(s, w, seat, action, k, a, b)
    else:
        play_in_war(s, w, seat, action, k, a, b)
    advance(s, w)


@kernel
def play_in_phase(s, w, seat, action, k):
    """Play an action of a phase; the phase's own decision is asked again until the phase is ended."""
    if action < Action.REPLAY:
        if action == Action.END_ACTIONS:
            s.phase = state.BATTLE  # KUN-08
        elif action == Action.PEACE:
            s.phase = state.BUYING
        elif action == Action.WAR:
            wage(s, w)
        elif action == Action.END_BUYS:
            s.phase = state.DRAWING
        elif action == Action.END_TURN:
            end_turn(s, w)
        else:
            name_ally(s, w, action - Action.ALLY)
        return
    verb = action - k
    if verb == Action.REPLAY:
        replay(s, w, k)
    elif verb == Action.PLAY:
        play_card(s, w, k)
    elif verb == Action.PAY:
        pay(s, w, k)
    elif verb == Action.BUY:
        s.money -= cost[k]
        s.buys -= 1
        s.bought[seat, k] = min(100, s.bought[seat, k] + 1)
        gain(s, w, seat, k, Event.BOUGHT)
    elif verb == Action.RECALL:
        if s.again[k] > 0:
            s.again[k] -= 1
        else:
            s.fresh[k] -= 1
        to_pile(s, seat, k)
        events.emit(w, Event.RECALLED, seat, k, 0, 0, 0, 0, EVERYONE)
    else:
        leave_hand(s, seat, k)
        s.kept[k] += 1
        events.emit(w, Event.KEPT, seat, k, 0, 0, 0, 0, EVERYONE)


@kernel
def name_ally(s, w, ally):
    """Name `ally` for a joint war and ask for the target. With three players there is only one."""
    if s.players == 3:
        propose(s, w, ally, 3 - ally - s.turn)
    else:
        decisions.ask(s, Decision.AGAINST, s.turn, ally, 0)


@kernel
def play_effect(s, w, seat, action, k, a, b):
    """Answer a decision of a card's text."""
    if action < Action.REPLAY:
        if action == Action.SHOW_NOTHING:
            choose_loot(s, w)
        elif action == Action.STEAL_NOTHING:
            set_aside(s, w)
        elif action >= Action.HAND:
            hand_over(s, w, seat, action - Action.HAND, a)
        elif action >= Action.ROB:
            send_ninjas(s, w, seat, a, action - Action.ROB)
        elif action != Action.KEEP_IT:  # keeping it needs no more
            run(s, w, seat, a, action - Action.CHOOSE)
        return
    verb = action - k
    if verb == Action.TRASH:
        trash(s, w, seat, k, b, a)
    elif verb == Action.GAIN:
        gain(s, w, seat, k, Event.GAINED)
    elif verb == Action.FETCH:
        fetch(s, w, seat, k)
    elif verb == Action.SHOW:
        protect(s, w, seat, k)
    elif verb == Action.STEAL:
        steal(s, w, seat, k)
    else:
        spring_trap(s, w, seat, (verb - Action.TRAP) // KINDS, k)


@kernel
def play_in_war(s, w, seat, action, k, a, b):
    """Answer a decision of a war."""
    if action == Action.AMBUSH:
        lie_in_ambush(s)
    elif action == Action.REINFORCEMENTS:
        reinforce(s, w)
    elif action == Action.READY:
        begin_strikes(s)
    elif action == Action.TAKE_PRIZE:
        gain(s, w, seat, a, Event.WON_PRIZE)
    elif action == Action.LEAVE_PRIZE:
        events.emit(w, Event.LEFT_PRIZE, seat, 0, 0, 0, 0, 0, EVERYONE)
    elif action == Action.ACCEPT:
        agree(s, w, seat, a)
    elif action == Action.REFUSE:
        events.emit(w, Event.REFUSED, seat, s.turn, 0, 0, 0, 0, EVERYONE)
    elif action >= Action.REPLAY:
        verb = action - k
        if verb == Action.LAY:
            lay(s, w, k)
        elif verb == Action.ATTACH:
            attach(s, w, a, k)
        elif verb == Action.TOP:
            w.seen = 1 << seat  # KUN-23: only the player knows the order
            put_back(s, w, seat, a + b - k + 1, k + 1)
        else:
            s.strikes -= 1
            discard_fighter(s, w, struck_side(s, verb == Action.STRIKE_JOINED), k, Event.STRUCK)
    elif action >= Action.AGAINST:
        propose(s, w, a, action - Action.AGAINST)
    elif action >= Action.AIM:
        aim(s, w, a, action - Action.AIM)


# Counting ---------------------------------------------------------------------------------------------------------


@kernel
def score(s, seat):
    """The points of all cards of `seat`, wherever they are (KUN-21)."""
    return s.points[seat]


@kernel
def share(s, seat):
    """The share of `seat` in the win: the winner has it all, there are no ties (KUN-21)."""
    return SHARE if winner(s) == seat else 0


@kernel
def cause(s):
    """The cause of the end, numbered from 1 as declared."""
    return s.cause


@kernel
def owned(s, p, k):
    """The number of cards `k` that `p` owns, wherever they are."""
    n = s.hand[p, k] + s.deck[p, k] + s.pile[p, k] + territory(s, p, k)
    for i in range(s.tops[p]):
        n += s.top[p, i] == k + 1
    if p == s.turn:
        n += s.kept[k]
    if p == s.shower:
        n += s.shown[k]
    return n


@kernel
def sound(s, w):
    """0, or a broken invariant: 1 cards lost or made, 2 counts, 3 knowledge, 4 points, 5 a lost event, 6 the top."""
    for k in range(KINDS):
        total = s.supply[k] + s.trash[k]
        for p in range(s.players):
            total += owned(s, p, k)
        if total != copies[k] or s.supply[k] < 0 or s.trash[k] < 0:
            return 1
    for p in range(s.players):
        broken = unsound_seat(s, p)
        if broken != 0:
            return broken
    if w.events_lost > 0:
        return 5
    if (s.top_general == 0) != (generals_left(s) == 0) or (s.top_general > 0 and s.supply[s.top_general - 1] != 1):
        return 6
    return 0


@kernel
def generals_left(s):
    """The number of generals in their pile."""
    n = 0
    for k in range(GENERALS):
        n += s.supply[k]
    return n


@kernel
def unsound_seat(s, p):
    """The broken invariant of one seat, or 0."""
    hand = 0
    deck = 0
    pile = 0
    seen = 0
    known = 0
    worth = 0
    for k in range(KINDS):
        if s.hand[p, k] < s.open[p, k] or s.open[p, k] < 0 or s.pile[p, k] < s.pile_open[p, k] or s.pile_open[p, k] < 0:
            return 3
        if s.fixed[p, k] < 0 or s.fixed[p, k] > hidden_copies(s, p, k) or s.deck[p, k] < 0 or s.stand[p, k] < 0:
            return 3
        hand += s.hand[p, k]
        deck += s.deck[p, k]
        pile += s.pile[p, k]
        seen += s.open[p, k]
        known += s.pile_open[p, k]
        worth += points[k] * owned(s, p, k)
    if hand != s.hand_n[p] or deck != s.deck_n[p] or pile != s.pile_n[p]:
        return 2
    if seen != s.open_n[p] or known != s.pile_open_n[p] or s.old[p] > hand - seen or s.old[p] < 0:
        return 3
    if (s.pile_top[p] == 0) != (pile == 0) or (pile > 0 and s.pile_open[p, s.pile_top[p] - 1] == 0):
        return 6
    return 0 if worth == s.points[p] else 4
