"""Set-up, the phases of a turn, and the end of the match."""

from ludotheque.games.kunitori.declaration import Cause, Decision, Event, Stream
from ludotheque.games.kunitori.rules.effects import carry_out, points
from ludotheque.games.kunitori.rules.war import fight, may_go_to_war, next_aim, next_attachment
from ludotheque.games.kunitori.rules.zones import (
    back_to_hand,
    draw,
    from_deck,
    into_hand,
    leave_hand,
    lies_on_top,
    to_pile,
    turn_general,
)
from ludotheque.games.kunitori.state import (
    ACTION,
    AIMING,
    ATTACHING,
    BATTLE,
    BUYING,
    DRAWING,
    DRY_ROUNDS,
    FIGHTING,
    MOST_ROUNDS,
)
from ludotheque.games.kunitori.tables import (
    COPIES,
    DEPLOYABLE,
    HAND_SIZE,
    KINDS,
    PLUS_MONEY,
    PRIZES,
    START,
    START_SIZE,
    STAYS,
)
from ludotheque.kernel import chacha, decisions, events, kernel, table
from ludotheque.kernel.declare import EVERYONE

copies = table(COPIES)
deployable = table(DEPLOYABLE)
money_of = table(PLUS_MONEY)
prizes = table(PRIZES)
gone = table((Cause.VILLAGES_GONE, Cause.CITIES_GONE, Cause.REGIONS_GONE))
start = table(START)
stays = table(STAYS)


@kernel
def setup(s, w):
    """Set up the supply, eight cards for each player, four of them in hand, and the first player (KUN-01 to KUN-03)."""
    for k in range(KINDS):
        s.supply[k] = copies[k] - start[k] * s.players
    turn_general(s, w)
    for p in range(s.players):
        s.deck_n[p] = START_SIZE
        for k in range(KINDS):
            s.deck[p, k] = start[k]
            s.points[p] += start[k] * points[k]
        for _ in range(min(HAND_SIZE, START_SIZE)):
            into_hand(s, p, from_deck(s, w, p))
        events.emit(w, Event.DEALT, p, s.hand_n[p], 0, 0, 0, 0, EVERYONE)
    s.first = chacha.below(s, Stream.DEAL, s.players)
    s.turn = s.first
    s.round = 1
    events.emit(w, Event.STARTS, s.first, 0, 0, 0, 0, 0, EVERYONE)
    begin_turn(s, w)
    advance(s, w)


@kernel
def begin_turn(s, w):
    """Begin a turn with one action and one buy (KUN-04, KUN-06, KUN-09)."""
    s.phase = ACTION
    s.actions = 1
    s.money = 0
    s.buys = 1
    s.general_played = 0
    s.joint = 0
    s.asked = 0
    events.emit(w, Event.TURN, s.turn, s.round, 0, 0, 0, 0, EVERYONE)


@kernel
def advance(s, w):
    """Continue until a seat owes a decision or the match is over."""
    while s.depth == 0 and s.over == 0:
        if s.phase == ACTION:
            act_on(s, w)
        elif s.phase == BATTLE:
            if may_go_to_war(s):
                decisions.ask(s, Decision.WAR, s.turn, 0, 0)
            else:
                s.phase = BUYING
        elif s.phase == AIMING:
            next_aim(s, w)
        elif s.phase == ATTACHING:
            next_attachment(s)
        elif s.phase == FIGHTING:
            fight(s, w)
        elif s.phase == BUYING:
            if s.buys > 0:
                decisions.ask(s, Decision.BUY, s.turn, 0, 0)
            else:
                s.phase = DRAWING  # KUN-09
        elif s.hand_n[s.turn] > 0 or anything_to_deploy(s):
            # asked whatever the hand holds: skipping the question would reveal it
            decisions.ask(s, Decision.TIDY, s.turn, 0, 0)
        else:
            end_turn(s, w)


@kernel
def act_on(s, w):
    """Continue the action phase: deployed cards are replayed first, in the order their owner chooses (KUN-07)."""
    if s.actions == 0:
        s.phase = BATTLE
        return
    kinds = 0
    only = 0
    for k in range(KINDS):
        if may_replay(s, k):
            kinds += 1
            only = k
    if kinds == 1:
        replay(s, w, only)
    elif kinds > 1:
        decisions.ask(s, Decision.REPLAY, s.turn, 0, 0)
    elif s.hand_n[s.turn] > 0:
        decisions.ask(s, Decision.ACT, s.turn, 0, 0)
    else:
        s.phase = BATTLE


@kernel
def may_replay(s, k):
    """Whether a deployed card waits to be replayed; permanent cards do not (KUN-11)."""
    return s.stand[s.turn, k] > 0 and stays[k] == 0


@kernel
def replay(s, w, k):
    """Replay a deployed card."""
    s.stand[s.turn, k] -= 1
    s.again[k] += 1
    s.actions -= 1
    events.emit(w, Event.REPLAYED, s.turn, k, 0, 0, 0, 0, EVERYONE)
    carry_out(s, w, s.turn, k)


@kernel
def play_card(s, w, k):
    """Play an action card from the hand (KUN-04); a permanent one stays from now on (KUN-11)."""
    leave_hand(s, s.turn, k)
    if stays[k] == 1:
        s.stand[s.turn, k] += 1
    else:
        s.fresh[k] += 1
    s.actions -= 1
    events.emit(w, Event.PLAYED, s.turn, k, 0, 0, 0, 0, EVERYONE)
    carry_out(s, w, s.turn, k)


@kernel
def pay(s, w, k):
    """Play a treasure (KUN-09)."""
    leave_hand(s, s.turn, k)
    s.fresh[k] += 1
    s.money += money_of[k]
    events.emit(w, Event.PAID, s.turn, k, 0, 0, 0, 0, EVERYONE)


# The draw phase ---------------------------------------------------------------------------------------------------


@kernel
def anything_to_deploy(s):
    """Whether a deployable card was played this turn."""
    for k in range(KINDS):
        if deployable[k] == 1 and s.fresh[k] + s.again[k] > 0:
            return True
    return False


@kernel
def end_turn(s, w):
    """Discard, keep the chosen cards, draw up to four; then the next player, or the end (KUN-10)."""
    p = s.turn
    sweep(s, w, p)
    lay_down_hand(s, w, p)
    for k in range(KINDS):
        while s.kept[k] > 0:
            s.kept[k] -= 1
            back_to_hand(s, p, k)
    for _ in range(HAND_SIZE - s.hand_n[p]):
        draw(s, w, p)
    if not match_ends(s, w):
        s.turn = (p + 1) % s.players
        begin_turn(s, w)


@kernel
def sweep(s, w, p):
    """Move played cards to the discard pile, except those left deployed."""
    n = 0
    for k in range(KINDS):
        played = s.fresh[k] + s.again[k]
        if deployable[k] == 1:
            s.stand[p, k] += played
        else:
            n += played
            for _ in range(played):
                to_pile(s, p, k)
        s.fresh[k] = 0
        s.again[k] = 0
    if n > 0:
        events.emit(w, Event.SWEPT, p, n, 0, 0, 0, 0, EVERYONE)


@kernel
def lay_down_hand(s, w, p):
    """Discard the rest of the hand as one packet: others see only its top card (KUN-23)."""
    n = s.hand_n[p]
    if s.tops[p] == 1 and s.pair[p, 0] != s.pair[p, 1]:
        s.lost[p] = 3
    s.old[p] = 0
    at = chacha.below(s, Stream.DEAL, n) if n > 0 else -1
    top = 0
    for k in range(KINDS):
        s.fixed[p, k] = 0
        cards = s.hand[p, k]
        if at >= 0 and at < cards:
            top = k
        at -= cards
        s.pile[p, k] += cards
        s.pile_open[p, k] += s.open[p, k]
        s.hand[p, k] = 0
        s.open[p, k] = 0
    s.pile_n[p] += n
    s.pile_open_n[p] += s.open_n[p]
    s.hand_n[p] = 0
    s.open_n[p] = 0
    if n > 0:
        lies_on_top(s, p, top)
        events.emit(w, Event.LAID_DOWN, p, n, top, 0, 0, 0, EVERYONE)


# The end ----------------------------------------------------------------------------------------------------------


@kernel
def match_ends(s, w):
    """Whether the match ends with this turn (KUN-20); if a victory pile is empty, announce the last turns."""
    if s.cause > 0:
        s.last -= 1
        if s.last == 0:
            finish(s, w)
            return True
    else:
        for tier in range(2, -1, -1):
            if s.supply[prizes[tier]] == 0 and s.cause == 0:
                s.cause = gone[tier]
                s.last = s.players - 1
                events.emit(w, Event.LAST_TURNS, s.turn, prizes[tier], 0, 0, 0, 0, EVERYONE)
    if (s.turn + 1) % s.players != s.first:
        return False
    s.dry = 0 if s.sold == 1 else s.dry + 1
    s.sold = 0
    if s.dry == DRY_ROUNDS:
        events.emit(w, Event.RAN_DRY, s.round, 0, 0, 0, 0, 0, EVERYONE)
        s.cause = s.cause if s.cause > 0 else Cause.RUN_DRY
    elif s.round == MOST_ROUNDS:
        events.emit(w, Event.TOO_LONG, s.round, 0, 0, 0, 0, 0, EVERYONE)
        s.cause = s.cause if s.cause > 0 else Cause.TOO_MANY_ROUNDS
    else:
        s.round += 1
        return False
    finish(s, w)
    return True


@kernel
def finish(s, w):
    """End the match."""
    s.over = 1
    s.last = 0
    events.emit(w, Event.MATCH_WON, winner(s), 0, 0, 0, 0, 0, EVERYONE)


@kernel
def winner(s):
    """The seat with most points; of equals, the one farthest from the first player in turn order (KUN-21)."""
    best = s.first
    for n in range(1, s.players):
        p = (s.first + n) % s.players
        if s.points[p] >= s.points[best]:
            best = p
    return best
