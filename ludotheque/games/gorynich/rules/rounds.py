"""The round of Gorynich: talk, the march, pointing, secret choices, the reveal, the end. Kernel land."""

from ludotheque.games.gorynich.declaration import Action, Cause, Decision, Event, Stream
from ludotheque.games.gorynich.rules.knights import EVERY_KNIGHT, end, forget_choosing, judge, move, note_choosing
from ludotheque.games.gorynich.rules.laying import DECK_SIZE
from ludotheque.games.gorynich.rules.manoeuvres import carry_out
from ludotheque.games.gorynich.state import (
    FULL,
    GORYNICH_DECK,
    GORYNICH_PILE,
    KNIGHT_DECK,
    KNIGHT_PILE,
    KNIGHTS,
    PASSES,
    ROAR,
    ROUNDS,
    TALKING,
)
from ludotheque.kernel import decisions, events, kernel, piles
from ludotheque.kernel.declare import EVERYONE


@kernel
def advance(s, w):
    """Reveal the next seat's card, or end the round and begin another, until a decision is pending."""
    if s.round == 0:
        begin_round(s, w)
    elif s.turn < s.players:
        seat = (s.first + s.turn) % s.players
        s.turn += 1
        card = s.choice[seat] - 1
        if 0 <= card < PASSES:  # GOR-11
            s.choice[seat] = 0
            s.hand[seat] &= ~(1 << card)
            events.emit(w, Event.REVEALED, seat, card, 0, 0, 0, 0, EVERYONE)
            carry_out(s, w, seat, card)
    else:
        end_round(s, w)
        if s.over == 0:
            begin_round(s, w)


@kernel
def begin_round(s, w):
    """Begin a round: the first player may open talk before the movement cards are turned up (GOR-07, GOR-08)."""
    if s.tokens > 0 and s.speech_after_reveal == 0:
        count_round(s, w)
        s.march = 0
        s.flight = 0
        decisions.ask(s, Decision.SPEAK, s.first, 0, 0)
    else:
        begin_silent_round(s, w)


@kernel
def begin_silent_round(s, w):
    """Begin a round without talk: turn up the movement cards at once. Also used by bots that look ahead."""
    count_round(s, w)
    turn_up(s, w)


@kernel
def count_round(s, w):
    """Count a new round and announce its first player."""
    s.round += 1
    events.emit(w, Event.ROUND_BEGINS, s.round, s.first, 0, 0, 0, 0, EVERYONE)


@kernel
def turn_up(s, w):
    """Turn up both movement cards; knights march; the first player points, or is asked to talk (GOR-07)."""
    s.march = piles.pop(s, KNIGHT_DECK)
    s.flight = piles.pop(s, GORYNICH_DECK)
    piles.push(s, KNIGHT_PILE, s.march, EVERYONE)
    piles.push(s, GORYNICH_PILE, s.flight, EVERYONE)
    events.emit(w, Event.CARDS_TURNED, s.march, s.flight, 0, 0, 0, 0, EVERYONE)
    steps = s.march
    if s.turned >> ROAR & 1 == 1:
        steps += 1  # GOR-19
        events.emit(w, Event.ANGERED, steps, 0, 0, 0, 0, 0, EVERYONE)
    move(s, w, EVERY_KNIGHT, steps, 0)
    turn_back(s, w, 1 << ROAR)
    judge(s, w)
    if s.over == 0:
        speaks = s.tokens > 0 and s.speech_after_reveal == 1  # GOR-08
        decisions.ask(s, Decision.SPEAK if speaks else Decision.POINT, s.first, 0, 0)


@kernel
def turn_back(s, w, mask):
    """Turn the tiles of `mask` back to Gorynich's side."""
    for i in range(3):
        if (s.turned & mask) >> s.tile[i] & 1 == 1:
            events.emit(w, Event.TILE_BACK, s.tile[i], 0, 0, 0, 0, 0, EVERYONE)
    s.turned &= ~mask


@kernel
def speak(s, w, seat, action):
    """Open talk with a token, or not; before the reveal, also close it (GOR-08)."""
    if action == Action.SPEAK:
        s.tokens -= 1
        s.spoke = 1
        events.emit(w, Event.SPOKE, seat, s.tokens, 0, 0, 0, 0, EVERYONE)
        if s.speech_after_reveal == 0:
            decisions.ask(s, Decision.SPEAK, seat, TALKING, 0)
            return
    if s.speech_after_reveal == 0:
        turn_up(s, w)
    else:
        decisions.ask(s, Decision.POINT, seat, 0, 0)


@kernel
def point(s, w, seat, n):
    """Point at one more knight; after the last one all choose (GOR-09, GOR-10)."""
    if n < KNIGHTS:
        s.pointed |= 1 << n
        events.emit(w, Event.POINTED, seat, n + 1, 0, 0, 0, 0, EVERYONE)
        decisions.ask(s, Decision.POINT, seat, 0, 0)
    else:
        note_choosing(s)
        decisions.ask_all(s, Decision.CHOOSE, (1 << s.players) - 1)


@kernel
def choose(s, w, seat, n):
    """Choose a card face down, or pass. When all have chosen, passes are shown; cards stay hidden until their turn."""
    s.choice[seat] = n + 1
    if n < PASSES:
        w.seen = 1 << seat  # GOR-21
    if decisions.answered_by(s, seat):
        for k in range(s.players):
            p = (s.first + k) % s.players
            if s.choice[p] == PASSES + 1:
                back = DECK_SIZE
                for card in range(DECK_SIZE):
                    back -= s.hand[p] >> card & 1
                s.hand[p] = FULL  # GOR-10
                events.emit(w, Event.PASSED, p, back, 0, 0, 0, 0, EVERYONE)


@kernel
def drop(s, w, seat, n):
    """Choose a card for the Discard counter; when all have chosen, they are discarded together (GOR-17)."""
    s.drop[seat] = n + 1
    if decisions.answered_by(s, seat):
        for k in range(s.players):
            p = (s.first + k) % s.players
            if s.drop[p] > 0:
                card = s.drop[p] - 1
                s.drop[p] = 0
                s.hand[p] &= ~(1 << card)
                events.emit(w, Event.DISCARDED, p, card, 0, 0, 0, 0, EVERYONE)


@kernel
def end_round(s, w):
    """Turn tiles back, pass the token to the left, refill empty hands, reshuffle empty decks (GOR-12)."""
    turn_back(s, w, ~(1 << ROAR))  # GOR-19: Anger lasts until the knights have marched again
    forget_choosing(s)
    s.nets = 0
    s.pointed = 0
    s.spoke = 0
    s.turn = 0
    s.first = (s.first + 1) % s.players
    for p in range(s.players):
        s.choice[p] = 0
        if s.hand[p] == 0:
            s.hand[p] = FULL
            events.emit(w, Event.REFILLED, p, DECK_SIZE, 0, 0, 0, 0, EVERYONE)
    for deck in range(2):
        if s.count[KNIGHT_DECK + deck] == 0:
            while s.count[KNIGHT_PILE + deck] > 0:
                piles.push(s, KNIGHT_DECK + deck, piles.pop(s, KNIGHT_PILE + deck), 0)
            piles.shuffle(s, KNIGHT_DECK + deck, Stream.SHUFFLES)
            events.emit(w, Event.RESHUFFLED, deck, 0, 0, 0, 0, 0, EVERYONE)
    if s.round == ROUNDS:
        end(s, w, Cause.FORTY_ROUNDS)
