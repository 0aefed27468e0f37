"""Before the first round: decks, leaders, the first player, hands and the redraw."""

from ludotheque.games.gwynt import tables
from ludotheque.games.gwynt.declaration import Decision, Event, Stream
from ludotheque.games.gwynt.rules.knowledge import READY, came_into_view, ready_leader
from ludotheque.games.gwynt.rules.strength import has_power, power_of
from ludotheque.games.gwynt.state import DECK, HAND, OUT_OF_DECK, PILE
from ludotheque.games.gwynt.tables import Faction, Power
from ludotheque.kernel import chacha, decisions, events, kernel, piles, table
from ludotheque.kernel.declare import EVERYONE

ready_cards = table(tables.READY_CARDS)
ready_from = table(tables.READY_FROM)
ready_faction = table(tables.READY_FACTION)


@kernel
def setup(s, w):
    """Give decks to seats without one, reveal the leaders, decide or ask who starts (GWY-01, GWY-05)."""
    for seat in range(2):
        s.gems[seat] = 2  # GWY-04
        if s.count[DECK + seat] == 0:
            take_ready_made(s, seat)
        s.cards += s.count[DECK + seat]
    events.emit(w, Event.LEADERS_SHOWN, s.faction[0], s.leader[0], s.faction[1], s.leader[1], 0, 0, EVERYONE)
    white_flame(s, w)
    elves0 = s.faction[0] == Faction.SCOIATAEL
    elves1 = s.faction[1] == Faction.SCOIATAEL
    if elves0 != elves1:
        decisions.ask(s, Decision.FIRST, 0 if elves0 else 1, 0, 0)  # GWY-33
    else:
        begin_with(s, w, chacha.below(s, Stream.COIN, 2))


@kernel
def take_ready_made(s, seat):
    """Take a random ready-made deck of the factions in play, all equally likely (GWY-03)."""
    decks = 0
    for d in range(READY):
        decks += ready_faction[d] != Faction.SKELLIGE or s.skellige == 1
    left = chacha.below(s, Stream.SHUFFLE + seat, decks)
    for d in range(READY):
        if ready_faction[d] == Faction.SKELLIGE and s.skellige == 0:
            continue
        if left == 0:
            s.faction[seat] = ready_faction[d]
            s.leader[seat] = ready_leader[d]
            s.deck_name[seat] = d + 1
            for i in range(ready_from[d], ready_from[d + 1]):
                piles.push(s, DECK + seat, ready_cards[i], 0)
            return
        left -= 1


@kernel
def white_flame(s, w):
    """Apply a White Flame before the draw: it switches the other leader off; two have no effect (GWY-37)."""
    flame0 = power_of[s.leader[0]] == Power.CANCEL_LEADERS
    flame1 = power_of[s.leader[1]] == Power.CANCEL_LEADERS
    if flame0 != flame1:
        off = 1 if flame0 else 0
        s.leader_off[off] = 1
        events.emit(w, Event.LEADER_SWITCHED_OFF, off, s.leader[off], 0, 0, 0, 0, EVERYONE)


@kernel
def begin_with(s, w, seat):
    """Let `seat` start; both draw their hands and may redraw (GWY-06)."""
    s.turn = seat
    events.emit(w, Event.STARTS, seat, 0, 0, 0, 0, 0, EVERYONE)
    for p in range(2):
        piles.shuffle(s, DECK + p, Stream.SHUFFLE + p)
        n = 11 if has_power(s, p, Power.EXTRA_OPENING_CARD) else 10
        for _ in range(n):
            if s.count[DECK + p] > 0:
                piles.push(s, HAND + p, piles.pop(s, DECK + p), 1 << p)
        events.emit(w, Event.DEALT, p, s.count[HAND + p], 0, 0, 0, 0, EVERYONE)
    decisions.ask_all(s, Decision.REDRAW, 3)


@kernel
def swap(s, w, seat, card):
    """Put a card under the deck and draw a new one. The second swap is the last (GWY-06)."""
    w.seen = 1 << seat
    piles.take(s, HAND + seat, card)
    fresh = piles.pop(s, DECK + seat)
    piles.push(s, HAND + seat, fresh, 1 << seat)
    piles.push_bottom(s, DECK + seat, card, 1 << seat)
    s.swaps[seat] += 1
    events.emit(w, Event.SWAPPED, seat, card, fresh, 0, 0, 0, 1 << seat)
    if s.swaps[seat] == 2:
        redraw_done(s, w, seat)


@kernel
def redraw_done(s, w, seat):
    """When both are done, show the swaps, by option discard the rejected cards, and begin round 1."""
    w.seen = 1 << seat
    if not decisions.answered_by(s, seat):
        return
    for p in range(2):
        events.emit(w, Event.REDREW, p, s.swaps[p], 0, 0, 0, 0, EVERYONE)
        if s.redraw_discards == 1:
            for _ in range(s.swaps[p]):
                card = piles.get(s, DECK + p, 0)
                came_into_view(s, p, DECK + p, card)
                piles.remove(s, DECK + p, 0)
                piles.push(s, PILE + p, card, EVERYONE)
                events.emit(w, Event.DISCARDED, p, card, OUT_OF_DECK, 0, 0, 0, EVERYONE)
    s.round = 1
    events.emit(w, Event.ROUND_BEGINS, 1, s.turn, 0, 0, 0, 0, EVERYONE)
