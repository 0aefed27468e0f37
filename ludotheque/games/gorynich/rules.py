"""The rules of Gorynich: set-up, what is forbidden, the round from the reveal to its end, redeals and invariants.

Kernel land. The ids behind the lines (GOR-12) are those of the rulebook. What knights suffer is in `knights.py`, what
Gorynich does in `manoeuvres.py`.
"""

from ludotheque.games.gorynich.boards import HOME, SQUARES, START, square_at
from ludotheque.games.gorynich.box import BOX, FEWEST, ORDERS, RIVERS, TILE_SETS, TILES
from ludotheque.games.gorynich.knights import (
    EVERY_KNIGHT,
    after,
    end,
    forget_choosing,
    is_castle,
    judge,
    left,
    move,
    note_choosing,
)
from ludotheque.games.gorynich.manoeuvres import (
    blow_away,
    breathe,
    carry_out,
    finish,
    fly,
    in_gust,
    light,
    long_flame,
    perch,
    room,
    spare_cards,
    take_off,
    use,
    way_step,
)
from ludotheque.games.gorynich.state import (
    ACTIONS,
    AIM,
    ALL_BURNT,
    ALONG,
    ANGERED,
    AT,
    BLOW,
    BLOW_AWAY,
    BOARDS_LAID,
    BREATHE,
    CARD_CHOSEN,
    CARD_PLAYED,
    CARDS_TURNED,
    CHOOSE,
    DIAGONAL,
    DISCARDED,
    DIVE,
    DROP,
    ENOUGH,
    FLAME_OFF_TABLE,
    FLAME_ON_CASTLE,
    FLIGHT,
    FLY,
    FORTY_ROUNDS,
    FULL,
    GORYNICH_DECK,
    GORYNICH_PILE,
    GROUND,
    KNIGHT_CAME,
    KNIGHT_DECK,
    KNIGHT_PILE,
    KNIGHT_TOO_FAR,
    KNIGHTS,
    LAY_DOWN,
    LEAVES_TABLE,
    LIGHT,
    NO_SQUARE_THERE,
    NO_SUCH_KNIGHT,
    NO_WAY_THERE,
    NOT_IN_HAND,
    PASS,
    PASSED,
    PASSES,
    PERCH,
    PLAY,
    POINT,
    POINTED,
    POINTED_ALREADY,
    REDEAL,
    REFILLED,
    RESHUFFLED,
    REVEALED,
    ROAR,
    ROUND_BEGINS,
    ROUNDS,
    SEATS,
    SETUP,
    SHUFFLES,
    SPEAK,
    SPOKE,
    STEER,
    SWOOP_OFF_TABLE,
    TALK,
    TILE,
    TILE_BACK,
    TILE_LAID,
    TILE_NOT_HERE,
    TILE_TURNED,
    TO_CASTLE,
    TO_KNIGHT,
    TOO_FAR,
    TOOK_TOKEN,
    TOWARDS,
    USE,
    WRONG_DECISION,
)
from ludotheque.kernel import chacha, decisions, events, kernel, piles, table
from ludotheque.kernel.declare import EVERYONE, SHARE

CELLS = 24  # of a board
side_cell = table([side.cells for side in BOX.sides])
square_of = table([[square_at(place, cell) for cell in range(CELLS)] for place in range(4)])
order_of = table([["ABCD".index(letter) for letter in order] if order != "random" else [0] * 4 for order in ORDERS])
river_mask = table(
    [sum(1 << "ABCD".index(letter) for letter in some) if isinstance(some, str) else 0 for some in RIVERS]
)
river_count = table([some if isinstance(some, int) else 0 for some in RIVERS])
tiles_of = table([[TILES.index(tile) for tile in some.split("+")] if "+" in some else [0, 1, 2] for some in TILE_SETS])
knight_count = table(BOX.knights)
token_count = table(BOX.speech)
deck_values = table([[*level.knights, *level.gorynich] for level in BOX.levels])
DECK_SIZE = 6
TILE_COUNT = len(TILES)
RANDOM_ORDER, RANDOM_TILES = 0, 1  # places in ORDERS and TILE_SETS

# The actions of each decision are a range; decisions are numbered from 1.
FIRST_ACTION = (
    0,
    TO_CASTLE,
    TALK,
    TO_KNIGHT,
    PLAY,
    FLIGHT + 1,
    USE,
    AT,
    ALONG,
    TOWARDS,
    DIAGONAL,
    GROUND,
    BLOW_AWAY,
    LAY_DOWN,
)
first_action = table((*FIRST_ACTION, ACTIONS))


# Set-up ---------------------------------------------------------------------------------------------------------------


@kernel
def setup(s, w):
    """Lay the boards, let the knights come, shuffle, and ask the first player where Gorynich sits."""
    lay_boards(s)
    events.emit(w, BOARDS_LAID, s.board[0], s.board[1], s.board[2], s.board[3], 0, 0, EVERYONE)
    lay_tiles(s)
    for i in range(3):
        events.emit(w, TILE_LAID, s.tile[i], 0, 0, 0, 0, 0, EVERYONE)
    knights_come(s, w)
    for i in range(DECK_SIZE):  # GOR-05
        piles.push(s, KNIGHT_DECK, deck_values[s.level, i], 0)
        piles.push(s, GORYNICH_DECK, deck_values[s.level, DECK_SIZE + i], 0)
    piles.shuffle(s, KNIGHT_DECK, SETUP)
    piles.shuffle(s, GORYNICH_DECK, SETUP)
    for p in range(s.players):
        s.hand[p] = FULL  # GOR-03
    if s.speech == 1:
        s.tokens = token_count[s.players - FEWEST]  # GOR-06
    s.at = -1
    s.flame = -1
    s.first = chacha.below(s, SETUP, s.players)
    events.emit(w, TOOK_TOKEN, s.first, 0, 0, 0, 0, 0, EVERYONE)
    decisions.ask(s, PERCH, s.first, 0, 0)  # GOR-02


@kernel
def lay_boards(s):
    """Choose the boards and their sides as the options say, and lay them (GOR-01)."""
    boards = 0  # four numbers of two bits, the north lowest
    for place in range(4):
        boards |= order_of[s.order, place] << 2 * place
    if s.order == RANDOM_ORDER:
        boards = 0
        rest = 4
        taken = 0
        for place in range(4):
            board = nth_free(taken, chacha.below(s, SETUP, rest))
            taken |= 1 << board
            rest -= 1
            boards |= board << 2 * place
    rivers = river_mask[s.rivers]
    for k in range(river_count[s.rivers]):
        rivers |= 1 << nth_free(rivers, chacha.below(s, SETUP, 4 - k))
    for place in range(4):
        board = boards >> 2 * place & 3
        s.board[place] = 2 * board + (rivers >> board & 1)
    lay(s)


@kernel
def nth_free(taken, n):
    """The nth number, from 0, whose bit is not in `taken`."""
    number = 0
    while True:
        if taken >> number & 1 == 0:
            if n == 0:
                return number
            n -= 1
        number += 1


@kernel
def lay(s):
    """From `board` to what each square holds, how far it is from the castle, and where the colours point."""
    for square in range(SQUARES):
        s.lane[square] = HOME if is_castle(square) else 0
        s.far[square] = 0
    for place in range(4):
        board = s.board[place] // 2
        s.points[board] = place  # GOR-03: a board's colour points to its side
        for cell in range(CELLS):
            code = side_cell[s.board[place], cell]
            arrow = code & 7
            if arrow > 0:
                code += (arrow - 1 + place) % 4 + 1 - arrow
            s.lane[square_of[place, cell]] = code
    if s.fixed_colours == 1:
        for colour in range(4):
            s.points[colour] = colour
    for square in range(SQUARES):
        at = square
        steps = 0
        while s.lane[at] & 7 > 0 and s.lane[at] != HOME:
            at = after(s, at)
            steps += 1
        s.far[square] = steps


@kernel
def lay_tiles(s):
    """The three tiles: the base ones, chosen ones, or drawn from all nine (GOR-04)."""
    for i in range(3):
        s.tile[i] = tiles_of[s.tile_set, i]
    if s.tile_set == RANDOM_TILES:
        drawn = 0
        for i in range(3):
            drawn |= 1 << nth_free(drawn, chacha.below(s, SETUP, TILE_COUNT - i))
        i = 0
        for tile in range(TILE_COUNT):
            if drawn >> tile & 1 == 1:
                s.tile[i] = tile
                i += 1


@kernel
def knights_come(s, w):
    """Knights come to different starts drawn at random (GOR-02)."""
    s.knights = knight_count[s.players - FEWEST]
    starts = 0
    for square in range(SQUARES):
        if s.lane[square] & START != 0:
            w.square[starts] = square
            starts += 1
    for k in range(KNIGHTS):
        s.knight[k] = -1
        s.start[k] = -1
        if k < s.knights:
            i = chacha.below(s, SETUP, starts)
            s.knight[k] = w.square[i]
            s.start[k] = w.square[i]
            starts -= 1
            w.square[i] = w.square[starts]
            events.emit(w, KNIGHT_CAME, k + 1, s.knight[k], 0, 0, 0, 0, EVERYONE)


# Legality -------------------------------------------------------------------------------------------------------------


@kernel
def forbidden(s, w, seat, action):
    """0 if `seat`, who owes a decision, may take `action`; else why not. Looks only at what `seat` may know."""
    kind = decisions.kind(s)
    first = first_action[kind]
    if action < first or action >= first_action[kind + 1]:
        return WRONG_DECISION
    n = action - first
    if kind == POINT:
        if action == ENOUGH:
            return 0
        if s.knight[n] < 0:
            return NO_SUCH_KNIGHT
        return POINTED_ALREADY if s.pointed >> n & 1 == 1 else 0  # GOR-09
    if kind == CHOOSE:
        return 0 if action == PASS or s.hand[seat] >> n & 1 == 1 else CARD_PLAYED  # GOR-10
    if kind == FLY:
        if n + 1 > decisions.b(s):
            return TOO_FAR
        return LEAVES_TABLE if n + 1 > room(s.at, decisions.a(s)) else 0  # GOR-13
    if kind == TILE:
        if n != s.tile[0] and n != s.tile[1] and n != s.tile[2]:
            return TILE_NOT_HERE
        return TILE_TURNED if s.turned >> n & 1 == 1 else 0  # GOR-15
    if kind == AIM:
        return NO_SQUARE_THERE if room(s.at, n) == 0 else 0  # GOR-16
    if kind == STEER:
        return NO_WAY_THERE if room(s.at, n) == 0 else 0  # GOR-17
    if kind == BREATHE:
        return FLAME_OFF_TABLE if room(s.at, n) == 0 else 0  # GOR-19
    if kind == DIVE:
        return SWOOP_OFF_TABLE if room(s.at, n + 4) == 0 else 0  # GOR-19
    if kind == LIGHT:
        if n > 0 and room(s.at, n - 1) == 0:
            return FLAME_OFF_TABLE
        return FLAME_ON_CASTLE if is_castle(lit_square(s, n)) else 0  # GOR-19
    if kind == BLOW:
        if s.knight[n] < 0:
            return NO_SUCH_KNIGHT
        return 0 if in_gust(s, n) else KNIGHT_TOO_FAR  # GOR-19
    if kind == DROP:
        if s.hand[seat] >> n & 1 == 0:
            return NOT_IN_HAND
        return CARD_CHOSEN if spare_cards(s, seat) >> n & 1 == 0 else 0  # GOR-17
    return 0


@kernel
def lit_square(s, n):
    """The square that choice `n` of Burning ground means: Gorynich's own, or the next one in a direction."""
    return s.at if n == 0 else s.at + way_step[n - 1]


@kernel
def legal(s, w, seat, out):
    """List what `forbidden` allows, looking only at the actions of the decision that is asked."""
    kind = decisions.kind(s)
    n = 0
    for action in range(first_action[kind], first_action[kind + 1]):
        out[n] = action
        n += forbidden(s, w, seat, action) == 0  # no branch: twice as fast
    return n


# Playing --------------------------------------------------------------------------------------------------------------


@kernel
def play(s, w, seat, action):
    """Carry out a legal action, then everything that follows without a decision."""
    answer(s, w, seat, action)
    while s.depth == 0 and s.over == 0:
        advance(s, w)


@kernel
def answer(s, w, seat, action):
    """Carry out a legal action and no more: nobody else's card is revealed."""
    kind = decisions.kind(s)
    n = action - first_action[kind]
    if kind == CHOOSE:
        choose(s, w, seat, n)
    elif kind == DROP:
        drop(s, w, seat, n)
    else:
        a = decisions.a(s)
        decisions.answered(s)
        if kind == POINT:
            point(s, w, seat, n)
        elif kind == FLY:
            fly(s, w, seat, a, n + 1)
        elif kind == SPEAK:
            speak(s, w, seat, action)
        elif kind == PERCH:
            perch(s, w, seat, n)
            if s.round > 0:
                finish(s, w)
        elif kind == TILE:
            use(s, w, seat, n)
        elif kind == AIM:
            breathe(s, w, seat, s.at + way_step[n], -1)
        elif kind == BREATHE:
            long_flame(s, w, seat, n)
        elif kind == STEER:
            take_off(s, w, seat, n, a)
        elif kind == DIVE:
            take_off(s, w, seat, n + 4, abs(s.flight))
        elif kind == LIGHT:
            light(s, w, seat, lit_square(s, n))
        else:
            blow_away(s, w, n)


@kernel
def advance(s, w):
    """Nobody is asked anything: the next seat reveals its card, or the round ends and another begins."""
    if s.round == 0:
        begin_round(s, w)
    elif s.turn < s.players:
        seat = (s.first + s.turn) % s.players
        s.turn += 1
        card = s.choice[seat] - 1
        if 0 <= card < PASSES:  # GOR-11
            s.choice[seat] = 0
            s.hand[seat] &= ~(1 << card)
            events.emit(w, REVEALED, seat, card, 0, 0, 0, 0, EVERYONE)
            carry_out(s, w, seat, card)
    else:
        end_round(s, w)
        if s.over == 0:
            begin_round(s, w)


@kernel
def begin_round(s, w):
    """Turn up both movement cards; all knights march (GOR-07)."""
    s.round += 1
    events.emit(w, ROUND_BEGINS, s.round, s.first, 0, 0, 0, 0, EVERYONE)
    s.march = piles.pop(s, KNIGHT_DECK)
    s.flight = piles.pop(s, GORYNICH_DECK)
    piles.push(s, KNIGHT_PILE, s.march, EVERYONE)
    piles.push(s, GORYNICH_PILE, s.flight, EVERYONE)
    events.emit(w, CARDS_TURNED, s.march, s.flight, 0, 0, 0, 0, EVERYONE)
    steps = s.march
    if s.turned >> ROAR & 1 == 1:
        steps += 1  # GOR-19
        events.emit(w, ANGERED, steps, 0, 0, 0, 0, 0, EVERYONE)
    move(s, w, EVERY_KNIGHT, steps, 0)
    turn_back(s, w, 1 << ROAR)
    judge(s, w)
    if s.over == 0:
        decisions.ask(s, SPEAK if s.tokens > 0 else POINT, s.first, 0, 0)  # GOR-08


@kernel
def turn_back(s, w, mask):
    """The tiles of `mask` that lie turned show Gorynich's side again."""
    for i in range(3):
        if (s.turned & mask) >> s.tile[i] & 1 == 1:
            events.emit(w, TILE_BACK, s.tile[i], 0, 0, 0, 0, 0, EVERYONE)
    s.turned &= ~mask


@kernel
def speak(s, w, seat, action):
    """The first player opens talk with a token, or does not; then he points (GOR-08)."""
    if action == TALK:
        s.tokens -= 1
        s.spoke = 1
        events.emit(w, SPOKE, seat, s.tokens, 0, 0, 0, 0, EVERYONE)
    decisions.ask(s, POINT, seat, 0, 0)


@kernel
def point(s, w, seat, n):
    """One knight more is pointed at; after the last all choose (GOR-09, GOR-10)."""
    if n < KNIGHTS:
        s.pointed |= 1 << n
        events.emit(w, POINTED, seat, n + 1, 0, 0, 0, 0, EVERYONE)
        decisions.ask(s, POINT, seat, 0, 0)
    else:
        note_choosing(s)
        decisions.ask_all(s, CHOOSE, (1 << s.players) - 1)


@kernel
def choose(s, w, seat, n):
    """A card face down, or a pass. When all have chosen, passes are shown; cards stay hidden until their turn."""
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
                events.emit(w, PASSED, p, back, 0, 0, 0, 0, EVERYONE)


@kernel
def drop(s, w, seat, n):
    """A card for the Discard counter; when all have chosen, they are laid down together (GOR-17)."""
    s.drop[seat] = n + 1
    if decisions.answered_by(s, seat):
        for k in range(s.players):
            p = (s.first + k) % s.players
            if s.drop[p] > 0:
                card = s.drop[p] - 1
                s.drop[p] = 0
                s.hand[p] &= ~(1 << card)
                events.emit(w, DISCARDED, p, card, 0, 0, 0, 0, EVERYONE)


@kernel
def end_round(s, w):
    """Tiles turn back, the token goes to the left, empty hands are refilled, empty decks reshuffled (GOR-12)."""
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
            events.emit(w, REFILLED, p, DECK_SIZE, 0, 0, 0, 0, EVERYONE)
    for deck in range(2):
        if s.count[KNIGHT_DECK + deck] == 0:
            while s.count[KNIGHT_PILE + deck] > 0:
                piles.push(s, KNIGHT_DECK + deck, piles.pop(s, KNIGHT_PILE + deck), 0)
            piles.shuffle(s, KNIGHT_DECK + deck, SHUFFLES)
            events.emit(w, RESHUFFLED, deck, 0, 0, 0, 0, 0, EVERYONE)
    if s.round == ROUNDS:
        end(s, w, FORTY_ROUNDS)


# Counting: all win, or nobody does -----------------------------------------------------------------------------------


@kernel
def score(s, seat):
    """How many knights are burnt: the same for every seat."""
    return s.knights - left(s)


@kernel
def share(s, seat):
    """A whole win for each seat, or for none (GOR-20)."""
    return SHARE if s.over == ALL_BURNT else 0


@kernel
def cause(s):
    """Why the match ended, as a number of FACTS.causes; 0 while it lasts."""
    return s.over


# Knowledge ------------------------------------------------------------------------------------------------------------


@kernel
def redeal(s, w, viewer):
    """Draw afresh what `viewer` (-1: a spectator) cannot know: the order of the decks, what others chose (GOR-21)."""
    for deck in range(2):
        piles.pool_clear(w)
        piles.pool_collect(s, w, KNIGHT_DECK + deck, EVERYONE)
        piles.pool_mix(s, w, REDEAL)
        piles.pool_deal(s, w, KNIGHT_DECK + deck, EVERYONE)
    if s.over == 0:
        choosing = decisions.kind(s) == CHOOSE
        for p in range(s.players):
            if p != viewer and s.choice[p] > 0 and (choosing or s.choice[p] <= PASSES):
                mask = s.hand[p] | (choosing << PASSES)
                s.choice[p] = 1 + random_bit(s, mask)
            if p != viewer and s.drop[p] > 0:
                s.drop[p] = 1 + random_bit(s, spare_cards(s, p))


@kernel
def random_bit(s, mask):
    """One of the bits of a mask, all equally likely."""
    n = 0
    for bit in range(PASSES + 1):
        n += mask >> bit & 1
    return nth_free(~mask, chacha.below(s, REDEAL, n))


# Invariants -----------------------------------------------------------------------------------------------------------


@kernel
def sound(s, w):
    """0, or the number of the invariant that is broken.

    1 cards of a deck, 2 a knight off its lane, 3 a choice not in hand, 4 a tile turned that is not here, 5 the end,
    6 Gorynich or the flame off the table, 7 a lost event, 8 a number out of its range.
    """
    for deck in range(2):
        total = 0
        for i in range(DECK_SIZE):
            total += deck_values[s.level, DECK_SIZE * deck + i]
        for z in range(KNIGHT_DECK + deck, GORYNICH_PILE + 1, 2):
            for i in range(s.count[z]):
                total -= piles.get(s, z, i)
        if total != 0 or s.count[KNIGHT_DECK + deck] + s.count[KNIGHT_PILE + deck] != DECK_SIZE:
            return 1
    for k in range(KNIGHTS):
        if not on_its_lane(s, k):
            return 2
    for p in range(SEATS):
        if not choices_fit(s, p):
            return 3
    for tile in range(TILE_COUNT):
        if s.turned >> tile & 1 == 1 and s.tile[0] != tile and s.tile[1] != tile and s.tile[2] != tile:
            return 4
    if (s.over == 0) != (s.depth > 0) or (s.over <= ALL_BURNT and (s.over == ALL_BURNT) != (left(s) == 0)):
        return 5
    if s.at < (0 if s.round > 0 else -1) or s.at >= SQUARES or s.flame < -1 or s.flame >= SQUARES:
        return 6
    if w.events_lost > 0:
        return 7
    if s.round > ROUNDS or s.turn > s.players or s.tokens < 0 or s.first >= s.players:
        return 8
    return 0


@kernel
def on_its_lane(s, k):
    """Whether knight `k` stands where its lane leads, or nowhere; in the castle only when that has lost the match."""
    square = s.knight[k]
    if square < 0 or k >= s.knights:
        return square == -1 and s.start[k] == -1
    if s.lane[s.start[k]] & START == 0 or (s.lane[square] == HOME and s.over == 0):
        return False
    at = s.start[k]
    while at != square and s.lane[at] != HOME:
        at = after(s, at)
    return at == square


@kernel
def choices_fit(s, p):
    """Whether a seat chose, and puts down, what it has; an absent seat has nothing."""
    if p >= s.players:
        return s.hand[p] == 0 and s.choice[p] == 0 and s.drop[p] == 0
    if 0 < s.choice[p] <= PASSES and s.hand[p] >> (s.choice[p] - 1) & 1 == 0:
        return False
    if s.drop[p] > 0 and spare_cards(s, p) >> (s.drop[p] - 1) & 1 == 0:
        return False
    return 0 <= s.hand[p] <= FULL
