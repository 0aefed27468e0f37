"""Set up the table of Gorynich: boards, tiles, knights and decks. Kernel land."""

from ludotheque.games.gorynich.boards import HOME, SQUARES, START, square_at
from ludotheque.games.gorynich.components import BOX, FEWEST, ORDERS, RIVERS, TILE_SETS, TILES
from ludotheque.games.gorynich.declaration import Decision, Event, Stream
from ludotheque.games.gorynich.rules.knights import after, is_castle
from ludotheque.games.gorynich.state import FULL, GORYNICH_DECK, KNIGHT_DECK, KNIGHTS
from ludotheque.kernel import chacha, decisions, events, kernel, piles, table
from ludotheque.kernel.declare import EVERYONE

CELLS = 24  # squares of a board
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
RANDOM_ORDER, RANDOM_TILES = 0, 1  # indices in ORDERS and TILE_SETS


@kernel
def setup(s, w):
    """Lay the boards, place the knights, shuffle, and ask the first player for Gorynich's square."""
    lay_boards(s)
    events.emit(w, Event.BOARDS_LAID, s.board[0], s.board[1], s.board[2], s.board[3], 0, 0, EVERYONE)
    lay_tiles(s)
    for i in range(3):
        events.emit(w, Event.TILE_LAID, s.tile[i], 0, 0, 0, 0, 0, EVERYONE)
    knights_come(s, w)
    for i in range(DECK_SIZE):  # GOR-05
        piles.push(s, KNIGHT_DECK, deck_values[s.level, i], 0)
        piles.push(s, GORYNICH_DECK, deck_values[s.level, DECK_SIZE + i], 0)
    piles.shuffle(s, KNIGHT_DECK, Stream.SETUP)
    piles.shuffle(s, GORYNICH_DECK, Stream.SETUP)
    for p in range(s.players):
        s.hand[p] = FULL  # GOR-03
    if s.speech == 1:
        s.tokens = token_count[s.players - FEWEST]  # GOR-06
    s.at = -1
    s.flame = -1
    s.first = chacha.below(s, Stream.SETUP, s.players)
    events.emit(w, Event.TOOK_TOKEN, s.first, 0, 0, 0, 0, 0, EVERYONE)
    decisions.ask(s, Decision.PERCH, s.first, 0, 0)  # GOR-02


@kernel
def lay_boards(s):
    """Choose the boards and their sides by the options, and lay them (GOR-01)."""
    boards = 0  # four numbers of two bits; the north is the lowest
    for place in range(4):
        boards |= order_of[s.order, place] << 2 * place
    if s.order == RANDOM_ORDER:
        boards = 0
        rest = 4
        taken = 0
        for place in range(4):
            board = nth_free(taken, chacha.below(s, Stream.SETUP, rest))
            taken |= 1 << board
            rest -= 1
            boards |= board << 2 * place
    rivers = river_mask[s.rivers]
    for k in range(river_count[s.rivers]):
        rivers |= 1 << nth_free(rivers, chacha.below(s, Stream.SETUP, 4 - k))
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
    """Derive the squares, their distances from the castle and the directions of the colours from `board`."""
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
    """Choose the three tiles: the base ones, named ones, or random ones of all nine (GOR-04)."""
    for i in range(3):
        s.tile[i] = tiles_of[s.tile_set, i]
    if s.tile_set == RANDOM_TILES:
        drawn = 0
        for i in range(3):
            drawn |= 1 << nth_free(drawn, chacha.below(s, Stream.SETUP, TILE_COUNT - i))
        i = 0
        for tile in range(TILE_COUNT):
            if drawn >> tile & 1 == 1:
                s.tile[i] = tile
                i += 1


@kernel
def knights_come(s, w):
    """Place the knights on different random starts (GOR-02)."""
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
            i = chacha.below(s, Stream.SETUP, starts)
            s.knight[k] = w.square[i]
            s.start[k] = w.square[i]
            starts -= 1
            w.square[i] = w.square[starts]
            events.emit(w, Event.KNIGHT_CAME, k + 1, s.knight[k], 0, 0, 0, 0, EVERYONE)
