"""Gorynich's moves: flights, fire and tiles, and the knights' counter to each tile.

Kernel land. Every effect ends in `finish`, which checks the end of the match and starts the counter-manoeuvre.
"""

from ludotheque.games.gorynich.boards import SIZE
from ludotheque.games.gorynich.declaration import Cause, Decision, Event
from ludotheque.games.gorynich.rules.knights import (
    EVERY_KNIGHT,
    blaze,
    castle_square,
    end,
    is_castle,
    judge,
    move,
    nearest,
    reinforce,
)
from ludotheque.games.gorynich.state import (
    BURNING_GROUND,
    FIRE,
    FIREBALL,
    FULL,
    GUST,
    LONG_FLAME,
    MANOEUVRE,
    MULTICOLOUR,
    PASSES,
    PRINCESS,
    ROAR,
    SECOND_WIND,
    SWOOP,
)
from ludotheque.kernel import decisions, events, kernel, table
from ludotheque.kernel.declare import EVERYONE

UP, RIGHT, DOWN, LEFT = 0, 1, 2, 3
DIAGONALS = 4  # directions from here on are diagonal
way_step = table((-SIZE, 1, SIZE, -1, 1 - SIZE, SIZE + 1, SIZE - 1, -SIZE - 1))
GUST_REACH, GUST_STEPS = 2, 3
LASTING = (1 << PRINCESS) | (1 << ROAR) | (1 << GUST) | (1 << SECOND_WIND) | (1 << SWOOP)


# Flying ---------------------------------------------------------------------------------------------------------------


@kernel
def room(at, way):
    """The number of squares from `at` to the edge of the table in a direction or diagonal."""
    row = at // SIZE
    column = at % SIZE
    up = row if way == UP or way == DIAGONALS or way == DIAGONALS + 3 else SIZE
    down = SIZE - 1 - row if way == DOWN or way == DIAGONALS + 1 or way == DIAGONALS + 2 else SIZE
    right = SIZE - 1 - column if way == RIGHT or way == DIAGONALS or way == DIAGONALS + 1 else SIZE
    left = column if way == LEFT or way >= DIAGONALS + 2 else SIZE
    return min(min(up, down), min(left, right))


@kernel
def way_of(s, card):
    """The direction of an arrow card: a negative number reverses it, Head wind reverses it once more."""
    reverse = (s.flight < 0) != (s.turned >> GUST & 1 == 1)
    return (s.points[card] + 2 * reverse) % 4  # GOR-13


@kernel
def arrow_limit(s):
    """The longest flight of an arrow: the card's absolute value, or one square under Weariness or in Nets."""
    if s.nets == 1 or s.turned >> SECOND_WIND & 1 == 1:
        return 1  # GOR-19
    return abs(s.flight)


@kernel
def caught_in_nets(s, w, seat):
    """Remove the nets with the first arrow after a Swoop."""
    if s.nets == 1:
        s.nets = 0
        events.emit(w, Event.NETTED, seat, 0, 0, 0, 0, 0, EVERYONE)


@kernel
def take_off(s, w, seat, way, limit):
    """Fly at least one square and at most `limit`: ask the seat how far, unless only one distance is possible."""
    space = room(s.at, way)
    if space == 0:
        events.emit(w, Event.FLEW_OFF, seat, way, 0, 0, 0, 0, EVERYONE)
        end(s, w, Cause.LEFT_TABLE)  # GOR-13
    elif min(space, limit) == 1:
        fly(s, w, seat, way, 1)
    else:
        decisions.ask(s, Decision.FLY, seat, way, limit)


@kernel
def fly(s, w, seat, way, distance):
    """Fly, over lanes and bushes alike."""
    there = s.at + way_step[way] * distance
    events.emit(w, Event.FLEW, seat, way, distance, s.at, there, 0, EVERYONE)
    s.at = there
    finish(s, w)


# Cards ----------------------------------------------------------------------------------------------------------------


@kernel
def carry_out(s, w, seat, card):
    """Apply the effect of a card just revealed."""
    if card < FIRE:
        way = way_of(s, card)
        limit = arrow_limit(s)
        caught_in_nets(s, w, seat)
        take_off(s, w, seat, way, limit)
    elif card == FIRE:
        breathe(s, w, seat, s.at, -1)
    else:
        choose_tile(s, w, seat)


@kernel
def breathe(s, w, seat, square, second):
    """Burn a square, and a second one unless that is -1; fire on the castle loses the match (GOR-14)."""
    events.emit(w, Event.BREATHED, seat, square, 0, 0, 0, 0, EVERYONE)
    blaze(s, w, square)
    if second >= 0:
        events.emit(w, Event.BREATHED, seat, second, 0, 0, 0, 0, EVERYONE)
        blaze(s, w, second)
    if is_castle(square) or (second >= 0 and is_castle(second)):
        end(s, w, Cause.CASTLE_BURNT)  # GOR-20: even if no knight is left
    else:
        finish(s, w)


@kernel
def choose_tile(s, w, seat):
    """Ask for a tile; one that is left is taken without asking, with none the card has no effect (GOR-15)."""
    only = -1
    n = 0
    for i in range(3):
        if s.turned >> s.tile[i] & 1 == 0:
            only = s.tile[i]
            n += 1
    if n == 0:
        events.emit(w, Event.NO_TILE, seat, 0, 0, 0, 0, 0, EVERYONE)
    elif n == 1:
        use(s, w, seat, only)
    else:
        decisions.ask(s, Decision.TILE, seat, 0, 0)


# Tiles: Gorynich's side ----------------------------------------------------------------------------------------------


@kernel
def use(s, w, seat, tile):
    """Begin Gorynich's side of a tile; `finish` continues with the knights' side."""
    s.using = tile + 1
    events.emit(w, Event.MANOEUVRED, seat, tile, 0, 0, 0, 0, EVERYONE)
    if tile == FIREBALL:
        decisions.ask(s, Decision.AIM, seat, 0, 0)  # GOR-16
    elif tile == MULTICOLOUR:
        limit = arrow_limit(s)
        caught_in_nets(s, w, seat)
        decisions.ask(s, Decision.STEER, seat, limit, 0)  # GOR-17
    elif tile == PRINCESS:
        decisions.ask(s, Decision.PERCH, seat, 0, 0)  # GOR-18
    elif tile == LONG_FLAME:
        decisions.ask(s, Decision.BREATHE, seat, 0, 0)
    elif tile == ROAR:
        roar(s, w)
    elif tile == GUST:
        gust(s, w, seat)
    elif tile == BURNING_GROUND:
        decisions.ask(s, Decision.LIGHT, seat, 0, 0)
    elif tile == SECOND_WIND:
        hand = FULL & ~(1 << MANOEUVRE)
        back = 0
        for card in range(MANOEUVRE):
            back += s.hand[seat] >> card & 1 == 0
        s.hand[seat] = hand
        events.emit(w, Event.TOOK_BACK, seat, back, 0, 0, 0, 0, EVERYONE)
        finish(s, w)
    else:
        dive(s, w, seat)


@kernel
def perch(s, w, seat, which):
    """Place Gorynich on a castle square."""
    events.emit(w, Event.PERCHED, seat, s.at, castle_square[which], 0, 0, 0, EVERYONE)
    s.at = castle_square[which]


@kernel
def long_flame(s, w, seat, way):
    """Burn two squares in a line; a second one off the table is ignored (GOR-19)."""
    first = s.at + way_step[way]
    second = first + way_step[way] if room(s.at, way) > 1 else -1
    breathe(s, w, seat, first, second)


@kernel
def roar(s, w):
    """Move every knight in Gorynich's row or column one step back."""
    mask = 0
    for k in range(s.knights):
        square = s.knight[k]
        if square >= 0 and (square // SIZE == s.at // SIZE or square % SIZE == s.at % SIZE):
            mask |= 1 << k
    move(s, w, mask, 1, 1)
    finish(s, w)


@kernel
def in_gust(s, k):
    """Whether a gust reaches knight `k`: at most two orthogonal steps away, Gorynich's own square included."""
    rows = abs(s.knight[k] // SIZE - s.at // SIZE)
    columns = abs(s.knight[k] % SIZE - s.at % SIZE)
    return s.knight[k] >= 0 and rows + columns <= GUST_REACH


@kernel
def gust(s, w, seat):
    """Ask for the knight that is blown back; with one in reach there is nothing to ask, with none nothing happens."""
    only = -1
    n = 0
    for k in range(s.knights):
        if in_gust(s, k):
            only = k
            n += 1
    if n == 0:
        events.emit(w, Event.NO_TARGET, seat, 0, 0, 0, 0, 0, EVERYONE)
        finish(s, w)
    elif n == 1:
        blow_away(s, w, only)
    else:
        decisions.ask(s, Decision.BLOW, seat, 0, 0)


@kernel
def blow_away(s, w, k):
    """Move knight `k` three squares back."""
    move(s, w, 1 << k, GUST_STEPS, 1)
    finish(s, w)


@kernel
def light(s, w, seat, square):
    """Place or move the flame token on a square; knights already there do not burn."""
    events.emit(w, Event.FLAME_LIT, seat, s.flame, square, 0, 0, 0, EVERYONE)
    s.flame = square
    finish(s, w)


@kernel
def dive(s, w, seat):
    """Ask for a diagonal; in a corner there is only one."""
    only = -1
    n = 0
    for way in range(DIAGONALS, 2 * DIAGONALS):
        if room(s.at, way) > 0:
            only = way
            n += 1
    if n == 1:
        take_off(s, w, seat, only, abs(s.flight))
    else:
        decisions.ask(s, Decision.DIVE, seat, 0, 0)


# Tiles: the knights' side --------------------------------------------------------------------------------------------


@kernel
def finish(s, w):
    """Complete an effect: check the end of the match, then continue with the counter-manoeuvre of a tile."""
    judge(s, w)
    if s.over == 0 and s.using > 0:
        counter(s, w)


@kernel
def counter(s, w):
    """Apply the knights' side of the tile in use, and turn it back unless its effect lasts."""
    tile = s.using - 1
    s.using = 0
    events.emit(w, Event.COUNTERED, tile, 0, 0, 0, 0, 0, EVERYONE)
    if LASTING >> tile & 1 == 1:
        s.turned |= 1 << tile
        s.nets |= tile == SWOOP
    elif tile == FIREBALL:
        move(s, w, EVERY_KNIGHT, 1, 0)  # GOR-16
    elif tile == LONG_FLAME:
        move(s, w, nearest(s), 2, 0)  # GOR-19
    elif tile == BURNING_GROUND:
        reinforce(s, w)
    else:
        ask_discard(s)
    judge(s, w)


@kernel
def spare_cards(s, seat):
    """The mask of the cards that `seat` could discard: a chosen one is not in hand (GOR-17)."""
    if 0 < s.choice[seat] <= PASSES:
        return s.hand[seat] & ~(1 << (s.choice[seat] - 1))
    return s.hand[seat]


@kernel
def ask_discard(s):
    """Ask every seat with a card besides the chosen one for a discard. Everybody can see which seats these are."""
    mask = 0
    for p in range(s.players):
        if spare_cards(s, p) != 0:
            mask |= 1 << p
    if mask != 0:
        decisions.ask_all(s, Decision.DROP, mask)
