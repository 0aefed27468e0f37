"""The rules of Kunitori as every game offers them: set-up, legality with its reasons, play, redeal, invariants."""

from ludotheque.games.kunitori import state
from ludotheque.games.kunitori.effects import (
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
from ludotheque.games.kunitori.knowledge import redeal
from ludotheque.games.kunitori.state import (
    ACCEPT,
    ACT,
    AGAINST,
    AIM_AT,
    ALLY_WITH,
    AMBUSH,
    ATTACH_TO,
    ATTACK_WITH,
    BLOCKS,
    BUY,
    BUY_CARD,
    CHOOSE_EFFECT,
    END_ACTIONS,
    END_BUYS,
    END_TURN,
    ENOUGH,
    FETCH_CARD,
    GAIN_CARD,
    GIVE,
    HAND_TO,
    LAY_CARD,
    ON_TOP,
    PAY,
    PEACE,
    PLAY_CARD,
    READY,
    RECALL,
    REFUSE,
    REINFORCE,
    REPLAY,
    REPLAY_CARD,
    ROB,
    SEATS,
    SHOW,
    SHOW_NOTHING,
    STEAL_CARD,
    STEAL_NOTHING,
    STRIKE_JOINED,
    TAKE_PRIZE,
    TIDY,
    TRAP_CARD,
    TRASH_CARD,
    WAGE,
    WAR,
)
from ludotheque.games.kunitori.tables import (
    FIGHTERS,
    GENERALS,
    KINDS,
    NONE,
    STRATEGY,
    TREASURE,
    VICTORY,
)
from ludotheque.games.kunitori.turns import (
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
from ludotheque.games.kunitori.war import (
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
from ludotheque.games.kunitori.zones import hidden_copies, leave_hand, territory, to_pile
from ludotheque.kernel import decisions, events, kernel, table
from ludotheque.kernel.declare import EVERYONE, SHARE

decision_of = table(state.DECISION_OF)
decision_of_block = table(state.DECISION_OF_BLOCK)
plain_of = table(state.PLAIN_OF)
blocks_of = table(state.BLOCKS_OF)
cards_of = table(state.CARDS_OF)
MOST_PLAIN = len(state.PLAIN_OF[0])

# What every game must offer; `setup` and `redeal` come from the modules that hold them.
__all__ = ["cause", "forbidden", "legal", "play", "redeal", "score", "setup", "share", "sound"]


# Legality ---------------------------------------------------------------------------------------------------------


@kernel
def forbidden(s, w, seat, action):
    """0 if `seat`, who owes a decision, may take `action`; else why not. Looks only at what `seat` may know."""
    asked = decisions.kind(s)
    if action < BLOCKS:
        if decision_of[action] != asked:
            return wrong(s, asked, decision_of[action], action)
        return forbidden_plain(s, seat, action, asked)
    block = (action - BLOCKS) // KINDS
    k = (action - BLOCKS) % KINDS
    if decision_of_block[block] != asked:
        return wrong(s, asked, decision_of_block[block], action)
    if asked <= TIDY:
        return forbidden_in_phase(s, seat, block, k)
    return forbidden_card(s, seat, block, k)


@kernel
def wrong(s, asked, wanted, action):
    """Why an action answers none of what is asked: which phase it belongs to, what is missing for it."""
    if asked > TIDY or wanted > TIDY:
        return state.WRONG_DECISION
    if wanted == REPLAY:
        return state.NOT_DEPLOYED if asked == ACT else state.NOT_ACTION_PHASE
    if wanted == ACT:
        if asked == REPLAY:
            return state.DEPLOYED_FIRST  # KUN-07
        return state.NO_ACTION_LEFT if s.actions == 0 else state.NOT_ACTION_PHASE
    if wanted == WAR:
        if action == WAGE and s.general_played == 0:
            return state.NO_GENERAL
        if action >= ALLY_WITH and s.joint == 0:
            return state.NO_MONK
        return state.NOT_BATTLE_PHASE
    if wanted == BUY:
        return state.NO_BUY_LEFT if s.buys == 0 else state.NOT_BUY_PHASE
    return state.NOT_DRAW_PHASE


@kernel
def forbidden_plain(s, seat, action, asked):
    """Actions that name no card."""
    if action < CHOOSE_EFFECT:
        if action == WAGE and s.general_played == 0:
            return state.NO_GENERAL  # KUN-12
        if action == ENOUGH and decisions.b(s) == 0:
            return state.TARGET_NEEDED  # KUN-13
        return 0
    if action < AIM_AT:
        k = decisions.a(s)
        effect = action - CHOOSE_EFFECT
        if effect == NONE or (effect != effect_of[k] and effect != other_effect[k]):
            return state.NOT_AN_OPTION
        return 0 if possible(s, seat, effect) else state.OPTION_IMPOSSIBLE
    other = (action - AIM_AT) % SEATS
    if other >= s.players:
        return state.NO_SUCH_SEAT
    if action < ALLY_WITH:
        if other == seat:
            return state.TARGET_SELF
        last = decisions.b(s) - 1
        if last >= 0 and clockwise(s, other) <= clockwise(s, last):
            return state.TARGET_COUNTER_CLOCKWISE
        return 0
    if action < ATTACK_WITH:
        return forbidden_ally(s, seat, other)
    if action < ROB:
        if other == seat:
            return state.TARGET_SELF
        return state.TARGET_ALLY if other == decisions.a(s) else 0
    if other == seat:
        return state.NOT_ONESELF
    if action >= HAND_TO and s.regions >> other & 1 == 0:
        return state.NEVER_GAINED_REGION  # KUN-18
    return 0


@kernel
def forbidden_ally(s, seat, ally):
    """Asking somebody to join a war (KUN-19)."""
    if s.joint == 0:
        return state.NO_MONK
    if ally == seat:
        return state.TARGET_SELF
    if s.asked >> ally & 1 == 1:
        return state.ASKED_ALREADY
    return 0 if may_join(s, ally) else state.NOBODY_FIGHTS


@kernel
def forbidden_in_phase(s, seat, block, k):
    """Actions with a card that the phases of a turn consist of."""
    if block == REPLAY_CARD:
        if may_replay(s, k):
            return 0
        return state.STAYS_UNPLAYED if s.stand[seat, k] > 0 else state.NOT_DEPLOYED
    if block == PLAY_CARD:
        return forbidden_play(s, seat, k)
    if block == PAY:
        if category[k] != TREASURE:
            return state.NO_TREASURE
        return 0 if s.hand[seat, k] > 0 else state.NOT_IN_HAND
    if block == BUY_CARD:
        return forbidden_purchase(s, k)
    if block == RECALL:
        if deployable[k] == 0 or s.fresh[k] + s.again[k] == 0:
            return state.NOT_LEFT_THERE  # KUN-10
        return 0
    if category[k] != STRATEGY:
        return state.NOT_STRATEGY  # KUN-10
    return 0 if s.hand[seat, k] > 0 else state.NOT_IN_HAND


@kernel
def forbidden_play(s, seat, k):
    """Playing an action card from the hand (KUN-04)."""
    if category[k] == VICTORY:
        return state.NEVER_PLAYED
    if category[k] == TREASURE:
        return state.TREASURE_LATER
    return 0 if s.hand[seat, k] > 0 else state.NOT_IN_HAND


@kernel
def forbidden_purchase(s, k):
    """Buying a card (KUN-02, KUN-09)."""
    if s.supply[k] == 0:
        return state.PILE_EMPTY
    if k < GENERALS and s.top_general != k + 1:
        return state.GENERAL_COVERED
    return 0 if cost[k] <= s.money else state.TOO_EXPENSIVE


@kernel
def forbidden_card(s, seat, block, k):
    """Actions with a card that answer a question in between."""
    if block == TRASH_CARD or block == LAY_CARD:
        return 0 if s.hand[seat, k] > 0 else state.NOT_IN_HAND
    if block == GAIN_CARD:
        if k < GENERALS:
            return state.GAIN_GENERAL
        if s.supply[k] == 0:
            return state.PILE_EMPTY
        return 0 if may_gain(s, k, decisions.a(s)) else state.GAIN_TOO_EXPENSIVE
    if block == FETCH_CARD:
        if k >= GENERALS:
            return state.NO_GENERAL_CARD
        return 0 if s.pile[seat, k] > 0 or on_deck(s, seat, k) else state.NO_GENERAL_THERE
    if block == SHOW:
        if not protects(k, decisions.a(s)):
            return state.NO_PROTECTION
        return 0 if s.hand[seat, k] > 0 else state.NOT_IN_HAND
    if block == STEAL_CARD:
        if s.shown[k] == 0:
            return state.NOT_SHOWN
        return state.VICTORY_NOT_STOLEN if category[k] == VICTORY else 0
    if block == ON_TOP:
        return 0 if k == decisions.a(s) or k == decisions.b(s) else state.NOT_A_REINFORCEMENT
    if block == ATTACH_TO:
        return 0 if k < GENERALS and s.aim[k] != 0 else state.NOT_A_GENERAL
    if block >= TRAP_CARD:
        if block - TRAP_CARD >= s.players:
            return state.NO_SUCH_SEAT
        return 0 if can_trap(s, block - TRAP_CARD, k) else state.NOT_TRAPPED
    if can_strike(s, struck_side(s, block == STRIKE_JOINED), k):
        return 0
    return state.NOT_STRUCK if k < FIGHTERS else state.NOT_IN_BATTLE


@kernel
def legal(s, w, seat, out):
    """List the legal actions in ascending order, by what is asked."""
    asked = decisions.kind(s)
    n = 0
    for i in range(MOST_PLAIN):
        action = plain_of[asked, i]
        if action < 0:
            break
        out[n] = action
        n += forbidden_plain(s, seat, action, asked) == 0
    for i in range(SEATS):
        block = blocks_of[asked, i]
        if block < 0:
            break
        first = BLOCKS + block * KINDS
        for k in range(cards_of[block, 0], cards_of[block, 1]):
            out[n] = first + k
            if asked <= TIDY:
                n += forbidden_in_phase(s, seat, block, k) == 0
            else:
                n += forbidden_card(s, seat, block, k) == 0
    return n


# Playing ----------------------------------------------------------------------------------------------------------


@kernel
def play(s, w, seat, action):
    """Carry out a legal action, then everything that follows without a decision."""
    asked = decisions.kind(s)
    a = decisions.a(s)
    b = decisions.b(s)
    decisions.answered(s)
    k = (action - BLOCKS) % KINDS if action >= BLOCKS else 0
    if asked <= TIDY:
        play_in_phase(s, w, seat, action, k)
    elif asked <= GIVE:
        play_effect(s, w, seat, action, k, a, b)
    else:
        play_in_war(s, w, seat, action, k, a, b)
    advance(s, w)


@kernel
def play_in_phase(s, w, seat, action, k):
    """What the phases of a turn consist of; the phase's own question comes again until it is ended."""
    if action < BLOCKS:
        if action == END_ACTIONS:
            s.phase = state.BATTLE  # KUN-08
        elif action == PEACE:
            s.phase = state.BUYING
        elif action == WAGE:
            wage(s, w)
        elif action == END_BUYS:
            s.phase = state.DRAWING
        elif action == END_TURN:
            end_turn(s, w)
        else:
            name_ally(s, w, action - ALLY_WITH)
        return
    block = (action - BLOCKS) // KINDS
    if block == REPLAY_CARD:
        replay(s, w, k)
    elif block == PLAY_CARD:
        play_card(s, w, k)
    elif block == PAY:
        pay(s, w, k)
    elif block == BUY_CARD:
        s.money -= cost[k]
        s.buys -= 1
        s.bought[seat, k] = min(100, s.bought[seat, k] + 1)
        gain(s, w, seat, k, state.BOUGHT)
    elif block == RECALL:
        if s.again[k] > 0:
            s.again[k] -= 1
        else:
            s.fresh[k] -= 1
        to_pile(s, seat, k)
        events.emit(w, state.RECALLED, seat, k, 0, 0, 0, 0, EVERYONE)
    else:
        leave_hand(s, seat, k)
        s.kept[k] += 1
        events.emit(w, state.KEPT, seat, k, 0, 0, 0, 0, EVERYONE)


@kernel
def name_ally(s, w, ally):
    """The active player wants to go to war with `ally`: against whom? Among three there is but one other."""
    if s.players == 3:
        propose(s, w, ally, 3 - ally - s.turn)
    else:
        decisions.ask(s, AGAINST, s.turn, ally, 0)


@kernel
def play_effect(s, w, seat, action, k, a, b):
    """Answers to what card texts ask."""
    if action < BLOCKS:
        if action == SHOW_NOTHING:
            choose_loot(s, w)
        elif action == STEAL_NOTHING:
            set_aside(s, w)
        elif action >= HAND_TO:
            hand_over(s, w, seat, action - HAND_TO, a)
        elif action >= ROB:
            send_ninjas(s, w, seat, a, action - ROB)
        elif action >= CHOOSE_EFFECT:
            run(s, w, seat, a, action - CHOOSE_EFFECT)
        return
    block = (action - BLOCKS) // KINDS
    if block == TRASH_CARD:
        trash(s, w, seat, k, b, a)
    elif block == GAIN_CARD:
        gain(s, w, seat, k, state.GAINED)
    elif block == FETCH_CARD:
        fetch(s, w, seat, k)
    elif block == SHOW:
        protect(s, w, seat, k)
    elif block == STEAL_CARD:
        steal(s, w, seat, k)
    else:
        spring_trap(s, w, seat, block - TRAP_CARD, k)


@kernel
def play_in_war(s, w, seat, action, k, a, b):
    """Answers to what a war asks."""
    if action == AMBUSH:
        lie_in_ambush(s)
    elif action == REINFORCE:
        reinforce(s, w)
    elif action == READY:
        begin_strikes(s)
    elif action == TAKE_PRIZE:
        gain(s, w, seat, a, state.WON_PRIZE)
    elif action == state.LEAVE_PRIZE:
        events.emit(w, state.LEFT_PRIZE, seat, 0, 0, 0, 0, 0, EVERYONE)
    elif action == ACCEPT:
        agree(s, w, seat, a)
    elif action == REFUSE:
        events.emit(w, state.REFUSED, seat, s.turn, 0, 0, 0, 0, EVERYONE)
    elif action >= BLOCKS:
        block = (action - BLOCKS) // KINDS
        if block == LAY_CARD:
            lay(s, w, k)
        elif block == ATTACH_TO:
            attach(s, w, a, k)
        elif block == ON_TOP:
            w.seen = 1 << seat  # KUN-23: in which order they lie is his affair
            put_back(s, w, seat, a + b - k + 1, k + 1)
        else:
            s.strikes -= 1
            discard_fighter(s, w, struck_side(s, block == STRIKE_JOINED), k, state.STRUCK)
    elif action >= ATTACK_WITH:
        propose(s, w, a, action - ATTACK_WITH)
    elif action >= AIM_AT:
        aim(s, w, a, action - AIM_AT)


# Counting ---------------------------------------------------------------------------------------------------------


@kernel
def score(s, seat):
    """The points of all cards of `seat`, wherever they are (KUN-21)."""
    return s.points[seat]


@kernel
def share(s, seat):
    """The winner has it all: there are no ties left (KUN-21)."""
    return SHARE if winner(s) == seat else 0


@kernel
def cause(s):
    """Why the match ended, numbered from 1 as in FACTS.causes."""
    return s.cause


@kernel
def owned(s, p, k):
    """How many cards `k` belong to `p`, wherever they are."""
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
    """0, or the broken invariant: 1 cards lost or made, 2 counts, 3 knowledge, 4 points, 5 a lost event, 6 the top."""
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
    """How many generals their pile holds."""
    n = 0
    for k in range(GENERALS):
        n += s.supply[k]
    return n


@kernel
def unsound_seat(s, p):
    """The broken invariant of one seat."""
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
