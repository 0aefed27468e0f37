"""The rules of Gwynt as every game offers them: what each move does, what a match is worth; all else by module."""

from ludotheque.games.gwynt.declaration import Action, Decision, Event
from ludotheque.games.gwynt.rules.effects import (
    decoy,
    place,
    play_from_hand,
    put_in_slot,
    random_target_in_pile,
    revive,
    vanishes,
)
from ludotheque.games.gwynt.rules.knowledge import came_into_view, drew, redeal
from ludotheque.games.gwynt.rules.leaders import ANY_CARD, ANY_WEATHER, use_leader, weather_from_deck
from ludotheque.games.gwynt.rules.legality import forbidden, legal
from ludotheque.games.gwynt.rules.rounds import (
    advance,
    begin_with,
    match_winner,
    pass_round,
    redraw_done,
    setup,
    swap,
    turn_done,
)
from ludotheque.games.gwynt.rules.soundness import sound
from ludotheque.games.gwynt.rules.strength import is_unit
from ludotheque.games.gwynt.state import DECK, HAND, OUT_OF_HAND, PILE, VANISHED
from ludotheque.games.gwynt.tables import KINDS
from ludotheque.kernel import decisions, events, kernel, piles
from ludotheque.kernel.declare import EVERYONE, SHARE

# What every game must offer; `setup`, `forbidden`, `legal`, `redeal` and `sound` come from the modules that hold them.
__all__ = ["forbidden", "legal", "play", "redeal", "score", "setup", "share", "sound"]


# Playing ----------------------------------------------------------------------------------------------------------


@kernel
def play(s, w, seat, action):
    """Carry out a legal action, then everything that follows without a decision."""
    kind = decisions.kind(s)
    if kind == Decision.REDRAW:
        if action == Action.KEEP:
            redraw_done(s, w, seat)
        else:
            swap(s, w, seat, action - Action.SWAP)
        if s.round == 1:
            advance(s, w)
        return
    a = decisions.a(s)
    decisions.answered(s)
    if kind == Decision.FIRST:
        begin_with(s, w, action - Action.FIRST)
        return
    if kind == Decision.TURN:
        take_turn(s, w, seat, action)
    elif kind == Decision.ROW:
        row = action - Action.ROW
        if is_unit[a] == 1:
            place(s, w, seat, a, row)
        else:
            put_in_slot(s, w, seat, a, row)
    elif kind == Decision.TARGET:
        decoy(s, w, seat, (action - Action.DECOY) // KINDS, (action - Action.DECOY) % KINDS)
    elif kind == Decision.REVIVE:
        if action == Action.RANDOM:
            revive(s, w, seat, random_target_in_pile(s, seat))
        elif action != Action.DECLINE:
            revive(s, w, seat, action - Action.REVIVE)
    elif kind == Decision.DISCARD:
        discard(s, w, seat, action - Action.DISCARD, a - 1)
    elif kind == Decision.FETCH:
        fetch(s, w, seat, action - Action.FETCH, a)
    else:
        take_from_pile(s, w, seat, a, action - Action.TAKE)
    if s.depth == 0:
        if action != Action.PASS or kind != Decision.TURN:
            turn_done(s)
        advance(s, w)


@kernel
def take_turn(s, w, seat, action):
    """One card, or the leader, or a pass (GWY-08)."""
    if action == Action.PASS:
        pass_round(s, w, seat, 0)
    elif action == Action.LEADER:
        use_leader(s, w, seat)
    else:
        play_from_hand(s, w, seat, action - Action.PLAY)


@kernel
def discard(s, w, seat, card, left):
    """A mandatory discard of the Destroyer of Worlds; after the last one a card is fetched."""
    came_into_view(s, seat, HAND + seat, card)
    piles.take(s, HAND + seat, card)
    if vanishes[card] == 1:
        events.emit(w, Event.DISCARDED, seat, card, VANISHED, 0, 0, 0, EVERYONE)  # GWY-26
    else:
        piles.push(s, PILE + seat, card, EVERYONE)
        events.emit(w, Event.DISCARDED, seat, card, OUT_OF_HAND, 0, 0, 0, EVERYONE)
    if left > 0:
        decisions.ask(s, Decision.DISCARD, seat, left, 0)
    else:
        decisions.ask(s, Decision.FETCH, seat, ANY_CARD, 0)


@kernel
def fetch(s, w, seat, card, wanted):
    """A card of one's choice from the deck: weather is played at once, anything else is taken unseen."""
    if wanted == ANY_WEATHER:
        weather_from_deck(s, w, seat, card)
        return
    w.seen = 1 << seat
    piles.take(s, DECK + seat, card)
    piles.push(s, HAND + seat, card, 1 << seat)
    drew(s, seat)
    events.emit(w, Event.FETCHED, seat, card, 0, 0, 0, 0, 1 << seat)


@kernel
def take_from_pile(s, w, seat, owner, card):
    """A unit goes from a discard pile to the hand, seen by all; it is the taker's from now on."""
    piles.take(s, PILE + owner, card)
    piles.push(s, HAND + seat, card, EVERYONE)
    events.emit(w, Event.TAKEN, seat, owner, card, 0, 0, 0, EVERYONE)


# Results ----------------------------------------------------------------------------------------------------------


@kernel
def share(s, seat):
    """The share of `seat` in the win: all, nothing, or half of a draw (GWY-13)."""
    winner = match_winner(s)
    if winner < 0:
        return SHARE // 2
    return SHARE if winner == seat else 0


@kernel
def score(s, seat):
    """Rounds won so far: the gems that the other has lost."""
    return 2 - s.gems[1 - seat]
