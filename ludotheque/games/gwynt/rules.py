"""The rules of Gwynt as every game offers them: set-up, legality with its reasons, play, redeal, invariants."""

from ludotheque.games.gwynt import state
from ludotheque.games.gwynt.effects import (
    decoy,
    has_decoy_target,
    place,
    place_of,
    play_from_hand,
    put_in_slot,
    random_revival,
    random_target_in_pile,
    revive,
    rows_without_horn,
    vanishes,
    was,
)
from ludotheque.games.gwynt.knowledge import BACK, came_into_view, drew, is_weather, redeal
from ludotheque.games.gwynt.leaders import ANY_CARD, ANY_WEATHER, leader_refusal, use_leader, weather_from_deck
from ludotheque.games.gwynt.rounds import (
    advance,
    begin_with,
    match_winner,
    pass_round,
    redraw_done,
    setup,
    swap,
    turn_done,
)
from ludotheque.games.gwynt.state import (
    AGILE,
    BEGIN,
    CARD_HORN,
    CHOOSE_DISCARD,
    CHOOSE_FETCHED,
    CHOOSE_REVIVED,
    CHOOSE_ROW,
    CHOOSE_TAKEN,
    CHOOSE_TARGET,
    DECK,
    DECLINE,
    DISCARD,
    DISCARDED,
    FETCH,
    FETCHED,
    FIRST,
    HAND,
    KEEP,
    LEADER,
    NO_HORN,
    ON_ROW,
    OUT_OF_HAND,
    PASS,
    PILE,
    PLAY,
    RANDOM,
    REDRAW,
    REVIVE,
    SIEGE,
    SWAP,
    TAKE,
    TAKEN,
    TARGET,
    TURN,
    VANISHED,
    WEATHER_ZONE,
)
from ludotheque.games.gwynt.strength import (
    ability_of,
    card_of,
    covers,
    is_hero,
    is_target,
    is_unit,
    on_row,
    row_zone,
)
from ludotheque.games.gwynt.tables import DECOY, HORN, KINDS, MARDROEME
from ludotheque.kernel import decisions, events, kernel, piles, table
from ludotheque.kernel.declare import EVERYONE, SHARE, SPECTATOR

capacity_of = table(state.PILES.capacity)

# What every game must offer; `setup` and `redeal` come from the modules that hold them.
__all__ = ["forbidden", "legal", "play", "redeal", "score", "setup", "share", "sound"]


# Legality ---------------------------------------------------------------------------------------------------------


@kernel
def forbidden(s, w, seat, action):
    """0 if `seat`, who owes a decision, may take `action`; else why not."""
    kind = decisions.kind(s)
    if action < PLAY:
        return forbidden_plain(s, w, seat, action, kind)
    card = (action - PLAY) % KINDS
    block = PLAY + (action - PLAY) // KINDS * KINDS
    if block == PLAY:
        return forbidden_play(s, seat, card) if kind == TURN else state.WRONG_DECISION
    if block == SWAP:
        if kind != REDRAW:
            return state.WRONG_DECISION
        return 0 if piles.find(s, HAND + seat, card) >= 0 else state.NOT_IN_HAND
    if block == REVIVE:
        if kind != CHOOSE_REVIVED:
            return state.WRONG_DECISION
        if random_revival(s):
            return state.REVIVED_AT_RANDOM
        return forbidden_from_pile(s, seat, card, state.NOT_IN_PILE)
    if block == DISCARD:
        if kind != CHOOSE_DISCARD:
            return state.WRONG_DECISION
        return 0 if piles.find(s, HAND + seat, card) >= 0 else state.NOT_IN_HAND
    if block == FETCH:
        if kind != CHOOSE_FETCHED:
            return state.WRONG_DECISION
        if decisions.a(s) == ANY_WEATHER and not is_weather(card):
            return state.NOT_WEATHER
        return 0 if piles.find(s, DECK + seat, card) >= 0 else state.NOT_IN_DECK
    if block == TAKE:
        if kind != CHOOSE_TAKEN:
            return state.WRONG_DECISION
        return forbidden_from_pile(s, decisions.a(s), card, state.NOT_THERE_TO_TAKE)
    if kind != CHOOSE_TARGET:
        return state.WRONG_DECISION
    return forbidden_target(s, seat, (action - TARGET) // KINDS, card)


@kernel
def forbidden_plain(s, w, seat, action, kind):
    """Actions that name no card."""
    if action >= ON_ROW:
        return forbidden_row(s, seat, action - ON_ROW) if kind == CHOOSE_ROW else state.WRONG_DECISION
    if action >= BEGIN:
        return 0 if kind == FIRST else state.WRONG_DECISION
    if action == KEEP:
        return 0 if kind == REDRAW else state.WRONG_DECISION
    if action == PASS:
        return 0 if kind == TURN else state.WRONG_DECISION
    if action == LEADER:
        return leader_refusal(s, w, seat) if kind == TURN else state.WRONG_DECISION
    if kind != CHOOSE_REVIVED:
        return state.WRONG_DECISION
    if action == RANDOM and not random_revival(s):
        return state.REVIVED_BY_CHOICE
    return 0  # DECLINE: GWY-21


@kernel
def forbidden_play(s, seat, card):
    """Playing a card from the hand."""
    if piles.find(s, HAND + seat, card) < 0:
        return state.NOT_IN_HAND
    if is_unit[card] == 1:
        return 0
    ability = ability_of[card]
    if ability == DECOY and not has_decoy_target(s, seat):
        return state.DECOY_WITHOUT_TARGET  # GWY-29
    if ability == HORN and rows_without_horn(s, seat) == 0:
        return state.HORNS_EVERYWHERE  # GWY-27
    if ability == MARDROEME and s.mardroeme[3 * seat] + s.mardroeme[3 * seat + 1] + s.mardroeme[3 * seat + 2] == 3:
        return state.MARDROEMES_EVERYWHERE  # GWY-26
    return 0


@kernel
def forbidden_row(s, seat, row):
    """The row of an agile unit, a horn or a mardroeme."""
    card = decisions.a(s)
    if ability_of[card] == HORN and is_unit[card] == 0:
        return 0 if s.horn[3 * seat + row] == NO_HORN else state.HORN_TAKEN
    if ability_of[card] == MARDROEME and is_unit[card] == 0:
        return 0 if s.mardroeme[3 * seat + row] == 0 else state.MARDROEME_TAKEN
    return 0 if row != SIEGE else state.AGILE_ROW  # GWY-20


@kernel
def forbidden_from_pile(s, owner, card, missing):
    """A unit of a discard pile, no hero; `missing` is the refusal where it does not lie there."""
    if piles.find(s, PILE + owner, card) < 0:
        return missing
    if is_hero[card] == 1:
        return state.IS_HERO
    return 0 if is_unit[card] == 1 else state.NOT_A_UNIT


@kernel
def forbidden_target(s, seat, row, card):
    """The unit that a decoy replaces."""
    z = row_zone(seat, row)
    for i in range(s.count[z]):
        if on_row(s, z, i) == card:
            if is_hero[card] == 1:
                return state.IS_HERO
            return 0 if is_target(card) else state.DECOY_ON_DECOY
    return state.NOT_ON_ROW


@kernel
def legal(s, w, seat, out):
    """List the legal actions in ascending order, by decision: asking `forbidden` of all 1,600 would be slow."""
    kind = decisions.kind(s)
    if kind == TURN:
        out[0] = PASS
        out[1] = LEADER
        n = 1 + (leader_refusal(s, w, seat) == 0)
        return list_cards(s, w, seat, HAND + seat, PLAY, n, out)
    if kind == REDRAW:
        out[0] = KEEP
        return list_cards(s, w, seat, HAND + seat, SWAP, 1, out)
    if kind == CHOOSE_ROW:
        n = 0
        for row in range(3):
            out[n] = ON_ROW + row
            n += forbidden_row(s, seat, row) == 0
        return n
    if kind == CHOOSE_TARGET:
        n = 0
        for row in range(3):
            n = list_cards(s, w, seat, row_zone(seat, row), TARGET + row * KINDS, n, out)
        return n
    if kind == CHOOSE_REVIVED:
        out[0] = DECLINE
        if random_revival(s):
            out[1] = RANDOM
            return 2
        return list_cards(s, w, seat, PILE + seat, REVIVE, 1, out)
    if kind == CHOOSE_DISCARD:
        return list_cards(s, w, seat, HAND + seat, DISCARD, 0, out)
    if kind == CHOOSE_FETCHED:
        return list_cards(s, w, seat, DECK + seat, FETCH, 0, out)
    if kind == CHOOSE_TAKEN:
        return list_cards(s, w, seat, PILE + decisions.a(s), TAKE, 0, out)
    out[0] = BEGIN
    out[1] = BEGIN + 1
    return 2


@kernel
def list_cards(s, w, seat, z, block, n, out):
    """Append one action of `block` for each sort of card of a zone that may be chosen, ascending, none twice."""
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
    """Whether a card that lies in the right zone may be chosen."""
    if block == PLAY:
        return is_unit[card] == 1 or forbidden_play(s, seat, card) == 0
    if block == FETCH:
        return decisions.a(s) != ANY_WEATHER or is_weather(card)
    if block == SWAP or block == DISCARD:
        return True
    return is_target(card)


# Playing ----------------------------------------------------------------------------------------------------------


@kernel
def play(s, w, seat, action):
    """Carry out a legal action, then everything that follows without a decision."""
    kind = decisions.kind(s)
    if kind == REDRAW:
        if action == KEEP:
            redraw_done(s, w, seat)
        else:
            swap(s, w, seat, action - SWAP)
        if s.round == 1:
            advance(s, w)
        return
    a = decisions.a(s)
    decisions.answered(s)
    if kind == FIRST:
        begin_with(s, w, action - BEGIN)
        return
    if kind == TURN:
        take_turn(s, w, seat, action)
    elif kind == CHOOSE_ROW:
        row = action - ON_ROW
        if is_unit[a] == 1:
            place(s, w, seat, a, row)
        else:
            put_in_slot(s, w, seat, a, row)
    elif kind == CHOOSE_TARGET:
        decoy(s, w, seat, (action - TARGET) // KINDS, (action - TARGET) % KINDS)
    elif kind == CHOOSE_REVIVED:
        if action == RANDOM:
            revive(s, w, seat, random_target_in_pile(s, seat))
        elif action != DECLINE:
            revive(s, w, seat, action - REVIVE)
    elif kind == CHOOSE_DISCARD:
        discard(s, w, seat, action - DISCARD, a - 1)
    elif kind == CHOOSE_FETCHED:
        fetch(s, w, seat, action - FETCH, a)
    else:
        take_from_pile(s, w, seat, a, action - TAKE)
    if s.depth == 0:
        if action != PASS or kind != TURN:
            turn_done(s)
        advance(s, w)


@kernel
def take_turn(s, w, seat, action):
    """One card, or the leader, or a pass (GWY-08)."""
    if action == PASS:
        pass_round(s, w, seat, 0)
    elif action == LEADER:
        use_leader(s, w, seat)
    else:
        play_from_hand(s, w, seat, action - PLAY)


@kernel
def discard(s, w, seat, card, left):
    """A mandatory discard of the Destroyer of Worlds; after the last one a card is fetched."""
    came_into_view(s, seat, HAND + seat, card)
    piles.take(s, HAND + seat, card)
    if vanishes[card] == 1:
        events.emit(w, DISCARDED, seat, card, VANISHED, 0, 0, 0, EVERYONE)  # GWY-26
    else:
        piles.push(s, PILE + seat, card, EVERYONE)
        events.emit(w, DISCARDED, seat, card, OUT_OF_HAND, 0, 0, 0, EVERYONE)
    if left > 0:
        decisions.ask(s, CHOOSE_DISCARD, seat, left, 0)
    else:
        decisions.ask(s, CHOOSE_FETCHED, seat, ANY_CARD, 0)


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
    events.emit(w, FETCHED, seat, card, 0, 0, 0, 0, 1 << seat)


@kernel
def take_from_pile(s, w, seat, owner, card):
    """A unit goes from a discard pile to the hand, seen by all; it is the taker's from now on."""
    piles.take(s, PILE + owner, card)
    piles.push(s, HAND + seat, card, EVERYONE)
    events.emit(w, TAKEN, seat, owner, card, 0, 0, 0, EVERYONE)


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


@kernel
def sound(s, w):
    """0, or the broken invariant.

    1 a card where it can't be, 2 unknown rows or slots, 3 gems, rounds, leaders, 4 an event lost, 5 scratch left,
    6 a card lost or doubled, 7 a card that somebody ought to know, 8 a free slot not cleared,
    9 cards known to have gone back that are not there.
    """
    for z in range(WEATHER_ZONE + 1):
        if s.count[z] < 0 or s.count[z] > capacity_of[z]:
            return 2
        for i in range(s.count[z]):
            if not may_lie(z, piles.get(s, z, i)):
                return 1
            if not known_as_it_should(z, piles.mask_of(s, z, i)):
                return 7
        for i in range(s.count[z], capacity_of[z]):
            if piles.get(s, z, i) != 0 or piles.mask_of(s, z, i) != 0:
                return 8
    if s.over == 0 and (s.gems[0] < 1 or s.gems[1] < 1 or s.passed[0] + s.passed[1] == 2):
        return 3
    if s.over == 1 and s.gems[0] > 0 and s.gems[1] > 0:
        return 3
    for seat in range(2):
        if s.gems[seat] < 0 or s.gems[seat] > 2 or s.leader_used[seat] + s.leader_off[seat] > 1:
            return 3
    if (s.over == 1) != (s.depth == 0) or s.round < 0 or s.round > 3:
        return 3
    if w.events_lost > 0:
        return 4
    for card in range(KINDS):
        if w.chosen[card] != 0:
            return 5
    if cards_in_play(s) != s.cards:
        return 6
    for at in range(2 * KINDS):
        if s.seen[at] >= BACK and hidden_copies(s, at // KINDS, at % KINDS) < s.seen[at] // BACK:
            return 9
    return 0


@kernel
def may_lie(z, code):
    """Whether a card may lie in a zone at all, and on that row."""
    card = card_of(code)
    if code < 0 or card >= KINDS:
        return False
    if z < state.ROW:  # hands may hold a created card, taken up by a decoy; turned berserkers are on rows alone
        return code == card and was[card] < 0 and (vanishes[card] == 0 or z < DECK)
    if z == WEATHER_ZONE:
        return covers[card] > 0
    row = (z - state.ROW) % 3
    if is_unit[card] == 1:
        return place_of[card] == row or (place_of[card] == AGILE and row != SIEGE)
    return ability_of[card] == DECOY


@kernel
def known_as_it_should(z, mask):
    """Whether those who must know a slot do: everybody an open one, the owner a card in the hand (GWY-39)."""
    if z >= PILE:
        return mask == EVERYONE
    if z >= DECK:
        return mask & ~(1 << (z - DECK)) == 0
    return mask & (1 << (z - HAND)) != 0


@kernel
def cards_in_play(s):
    """How many cards there are in all zones and slots, or being played; created ones come and go and do not count."""
    n = 0
    for z in range(WEATHER_ZONE + 1):
        for i in range(s.count[z]):
            n += vanishes[card_of(piles.get(s, z, i))] == 0
    for i in range(6):
        n += (s.horn[i] == CARD_HORN) + (s.mardroeme[i] == 1)
    kind = decisions.kind(s)
    if kind == CHOOSE_ROW or kind == CHOOSE_TARGET:
        n += vanishes[decisions.a(s)] == 0
    return n


@kernel
def hidden_copies(s, seat, card):
    """How many copies of a card lie in the hand and deck of `seat` where not everybody knows them."""
    n = 0
    for zone in range(2):
        z = HAND + seat if zone == 0 else DECK + seat
        for i in range(s.count[z]):
            n += piles.get(s, z, i) == card and piles.mask_of(s, z, i) & 1 << SPECTATOR == 0
    return n
