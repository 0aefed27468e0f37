"""The rules of Lampions, in the subset of Python that Numba compiles: no allocation, exceptions, strings or recursion.

The ids in comments (LAM-03) are those of the rulebook. `forbidden` returns the number of a refusal, which names such an
id. Every game must have these functions: setup, forbidden, legal, play, redeal, sound, share and score.
"""

from ludotheque.games.lampions.components import COPIES, LAMP, VALUE
from ludotheque.games.lampions.declaration import Action, Cause, Decision, Event, Refusal, Stream
from ludotheque.games.lampions.state import (
    ASHES,
    BOX,
    CARDS,
    DECK,
    GUST,
    HAND,
    KINDS,
    LANTERN,
    LIT,
    MOTH,
    SEATS,
    TINDER,
)
from ludotheque.kernel import chacha, decisions, events, kernel, piles, table
from ludotheque.kernel.declare import EVERYONE, SHARE

value_of = table(VALUE)
copies_of = table(COPIES)
is_lamp = table(LAMP)


# Set-up -----------------------------------------------------------------------------------------------------------


@kernel
def setup(s, w):
    """Shuffle, deal three cards each, draw the first player and the missing wishes."""
    for kind in range(KINDS):
        for _ in range(copies_of[kind]):
            piles.push(s, DECK, kind, 0)
    piles.shuffle(s, DECK, Stream.DEAL)  # LAM-02
    for p in range(s.players):
        for _ in range(3):
            piles.push(s, HAND + p, piles.pop(s, DECK), 1 << p)
        if s.wish[p] == 0:  # LAM-03
            s.wish[p] = 1 + chacha.below(s, Stream.DEAL, LANTERN + 1)
        events.emit(w, Event.DEALT, p, 3, 0, 0, 0, 0, EVERYONE)
    s.first = chacha.below(s, Stream.DEAL, s.players)
    s.round = 1
    events.emit(w, Event.ROUND, 1, s.first, 0, 0, 0, 0, EVERYONE)
    ask_everyone(s)


@kernel
def ask_everyone(s):
    """Ask all seats with cards to choose one in secret; return how many there are."""
    mask = 0
    for p in range(s.players):
        if s.count[HAND + p] > 0:
            mask |= 1 << p
    if mask != 0:
        decisions.ask_all(s, Decision.CHOOSE, mask)  # LAM-04


# Legality ---------------------------------------------------------------------------------------------------------


@kernel
def forbidden(s, w, seat, action):
    """0 if `seat`, who owes a decision, may take `action`, else the refusal. Uses only what `seat` may know."""
    decision = decisions.kind(s)
    if action < Action.LET:
        if decision != Decision.CHOOSE:
            return Refusal.WRONG_DECISION
        if piles.find(s, HAND + seat, action - Action.PLAY) < 0:
            return Refusal.NOT_IN_HAND  # LAM-04
    elif action < Action.REKINDLE:
        if decision != Decision.REACT:
            return Refusal.WRONG_DECISION
        if action == Action.SWAT and piles.find(s, HAND + seat, MOTH) < 0:
            return Refusal.NO_MOTH  # LAM-07
    elif action <= Action.DECLINE:
        if decision != Decision.RELIGHT:
            return Refusal.WRONG_DECISION
        if action < Action.DECLINE:
            card = action - Action.REKINDLE
            if is_lamp[card] == 0 and card != TINDER:
                return Refusal.NOT_REKINDLED  # LAM-09
            if piles.find(s, ASHES + seat, card) < 0:
                return Refusal.NOT_IN_ASHES  # LAM-09
    else:
        if decision != Decision.BLOW:
            return Refusal.WRONG_DECISION
        if action - Action.PUFF == seat:
            return Refusal.OWN_LAMP  # LAM-08
        if s.count[LIT + action - Action.PUFF] == 0:
            return Refusal.NO_LAMP_THERE  # LAM-08
    return 0


@kernel
def legal(s, w, seat, out):
    """List what `forbidden` allows. Games with many actions list by decision instead; compliance compares the two."""
    n = 0
    for action in range(Action.COUNT):
        out[n] = action
        n += forbidden(s, w, seat, action) == 0  # without a branch: twice as fast
    return n


# Playing ----------------------------------------------------------------------------------------------------------


@kernel
def play(s, w, seat, action):
    """Carry out a legal action, then everything that follows without a decision."""
    decision = decisions.kind(s)
    if decision == Decision.CHOOSE:
        s.choice[seat] = 1 + action - Action.PLAY
        if decisions.answered_by(s, seat):
            reveal(s, w)
    elif decision == Decision.REACT:
        owner = decisions.a(s)
        card = decisions.b(s)
        decisions.answered(s)
        if action == Action.SWAT:
            swat(s, w, seat, owner, card)
        else:
            light(s, w, owner, card)
    elif decision == Decision.RELIGHT:
        decisions.answered(s)
        if action != Action.DECLINE:
            card = action - Action.REKINDLE
            piles.take(s, ASHES + seat, card)
            events.emit(w, Event.REKINDLED, seat, card, 0, 0, 0, 0, EVERYONE)
            carry_out(s, w, seat, card)  # LAM-09: a tinder found in the ashes asks again
    else:
        decisions.answered(s)
        put_out(s, w, action - Action.PUFF)
    advance(s, w)


@kernel
def reveal(s, w):
    """Turn up all chosen cards. They leave the hands only now: a hidden choice must not be visible."""
    for p in range(s.players):
        if s.choice[p] > 0:
            piles.take(s, HAND + p, s.choice[p] - 1)
            events.emit(w, Event.REVEALED, p, s.choice[p] - 1, 0, 0, 0, 0, EVERYONE)


@kernel
def advance(s, w):
    """Continue until a seat owes a decision or the match is over."""
    while s.depth == 0 and s.over == 0:
        if s.turn < s.players:
            seat = (s.first + s.turn) % s.players
            s.turn += 1
            if s.choice[seat] > 0:
                card = s.choice[seat] - 1
                s.choice[seat] = 0
                carry_out(s, w, seat, card)  # LAM-05
        else:
            end_round(s, w)


@kernel
def carry_out(s, w, seat, card):
    """Apply the effect of an open card, which is in no zone, played by `seat`."""
    if is_lamp[card] == 1:
        left = (seat + 1) % s.players
        # LAM-07: asked with or without a moth: skipping the question would reveal the hand
        if s.count[HAND + left] > 0:
            decisions.ask(s, Decision.REACT, left, seat, card)
        else:
            light(s, w, seat, card)
    elif card == MOTH:
        piles.push(s, ASHES + seat, card, EVERYONE)  # LAM-06
        events.emit(w, Event.BURNT, seat, card, 0, 0, 0, 0, EVERYONE)
    elif card == GUST:
        blow(s, w, seat)
    elif anything_to_rekindle(s, seat):
        piles.push(s, BOX, card, EVERYONE)  # LAM-09: removed from the game, so that a chain of tinders ends
        events.emit(w, Event.SPENT, seat, card, 0, 0, 0, 0, EVERYONE)
        decisions.ask(s, Decision.RELIGHT, seat, 0, 0)
    else:
        piles.push(s, ASHES + seat, card, EVERYONE)  # LAM-09: it may be found there later
        events.emit(w, Event.BURNT, seat, card, 0, 0, 0, 0, EVERYONE)


@kernel
def anything_to_rekindle(s, seat):
    """Whether the ashes of `seat` hold a lamp or a tinder. Ashes are open, so skipping the question reveals nothing."""
    for i in range(s.count[ASHES + seat]):
        card = piles.get(s, ASHES + seat, i)
        if is_lamp[card] == 1 or card == TINDER:
            return True
    return False


@kernel
def light(s, w, seat, card):
    """Place a lamp in front of its player."""
    piles.push(s, LIT + seat, card, EVERYONE)  # LAM-05
    events.emit(w, Event.LIT, seat, card, 0, 0, 0, 0, EVERYONE)


@kernel
def swat(s, w, seat, owner, card):
    """Return a lamp to its owner's hand by the left neighbour's moth; everybody knows that it is there."""
    piles.take(s, HAND + seat, MOTH)
    piles.push(s, ASHES + seat, MOTH, EVERYONE)
    piles.push(s, HAND + owner, card, EVERYONE)  # LAM-07
    events.emit(w, Event.SENT_BACK, seat, owner, card, 0, 0, 0, EVERYONE)


@kernel
def blow(s, w, seat):
    """Roll the die for a gust: it may turn against its player."""
    piles.push(s, ASHES + seat, GUST, EVERYONE)
    roll = 1 + chacha.below(s, Stream.DICE, 6)
    events.emit(w, Event.BURNT, seat, GUST, 0, 0, 0, 0, EVERYONE)
    events.emit(w, Event.ROLLED, seat, roll, 0, 0, 0, 0, EVERYONE)
    if roll <= 2:  # LAM-08
        if s.count[LIT + seat] > 0:
            put_out(s, w, seat)
        return
    targets = 0
    for p in range(s.players):
        targets += p != seat and s.count[LIT + p] > 0
    if targets > 0:
        decisions.ask(s, Decision.BLOW, seat, roll, 0)


@kernel
def put_out(s, w, seat):
    """Move the newest lamp of `seat` to its ashes."""
    card = piles.pop(s, LIT + seat)
    piles.push(s, ASHES + seat, card, EVERYONE)
    events.emit(w, Event.WENT_OUT, seat, card, 0, 0, 0, 0, EVERYONE)


@kernel
def end_round(s, w):
    """Deal each seat a card while there are any; begin the next round, or end the match."""
    for k in range(s.players):
        p = (s.first + k) % s.players
        if s.count[DECK] > 0:  # LAM-10
            card = piles.pop(s, DECK)
            piles.push(s, HAND + p, card, 1 << p)
            events.emit(w, Event.DREW, p, card, 0, 0, 0, 0, 1 << p)
    if s.round == s.rounds:  # LAM-11
        s.over = Cause.ROUNDS_PLAYED
        for p in range(s.players):
            events.emit(w, Event.WISHED, p, s.wish[p] - 1, bonus(s, p), 0, 0, 0, EVERYONE)  # LAM-03
        return
    s.round += 1
    s.turn = 0
    s.first = (s.first + 1) % s.players
    events.emit(w, Event.ROUND, s.round, s.first, 0, 0, 0, 0, EVERYONE)
    ask_everyone(s)


# Counting ---------------------------------------------------------------------------------------------------------


@kernel
def light_of(s, seat):
    """The points of the lit lamps of `seat`."""
    points = 0
    for i in range(s.count[LIT + seat]):
        points += value_of[piles.get(s, LIT + seat, i)]
    return points


@kernel
def bonus(s, seat):
    """The points that the wish of `seat` adds: one for every lit lamp of that kind."""
    return piles.tally(s, LIT + seat, s.wish[seat] - 1)


@kernel
def score(s, seat):
    """Points of `seat`; the wish counts at the end only."""
    points = light_of(s, seat)
    if s.over > 0:
        points += bonus(s, seat)
    return points


@kernel
def share(s, seat):
    """The share of `seat` in the win; players with equal points divide it."""
    best = 0
    winners = 0
    for p in range(s.players):
        points = score(s, p)
        if points > best or p == 0:
            best = points
            winners = 0
        winners += points == best
    return SHARE // winners if score(s, seat) == best else 0  # LAM-12


# Knowledge --------------------------------------------------------------------------------------------------------


@kernel
def redeal(s, w, viewer):
    """Draw again everything that `viewer` (a seat or SPECTATOR) can't know: hidden cards, wishes, hidden choices."""
    bit = 1 << viewer
    piles.pool_clear(w)
    for p in range(s.players):
        if p != viewer:
            piles.settle(s, HAND + p, bit)
        piles.pool_collect(s, w, HAND + p, bit)
    piles.pool_collect(s, w, DECK, bit)
    piles.pool_mix(s, w, Stream.REDEAL)
    for p in range(s.players):
        piles.pool_deal(s, w, HAND + p, bit)
    piles.pool_deal(s, w, DECK, bit)
    for p in range(s.players):
        if p != viewer and s.over == 0:
            s.wish[p] = 1 + chacha.below(s, Stream.REDEAL, LANTERN + 1)
        if p != viewer and s.choice[p] > 0 and decisions.kind(s) == Decision.CHOOSE:
            s.choice[p] = 1 + piles.get(s, HAND + p, chacha.below(s, Stream.REDEAL, s.count[HAND + p]))


@kernel
def sound(s, w):
    """0, or the number of a broken invariant: 1 cards lost or made, 2 a card of no kind, 3 a lost event."""
    total = 0
    for z in range(BOX + 1):
        total += s.count[z]
        for i in range(s.count[z]):
            card = piles.get(s, z, i)
            if card < 0 or card >= KINDS:
                return 2
    if decisions.kind(s) != Decision.CHOOSE:
        for p in range(SEATS):
            total += s.choice[p] > 0
    total += decisions.kind(s) == Decision.REACT
    if total != CARDS:
        return 1
    if w.events_lost > 0:
        return 3
    return 0
