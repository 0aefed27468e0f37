"""The observation of a seat of Gunkimono, as numbers: for programs that learn. Kernel land.

The parts are declared here, `observe` writes them. Seats are counted clockwise from the observing one. Besides the
pieces it contains what everybody can count: the sizes of formations, who controls them, what a unit placed on a square
would join. Of hands and banners only slots that the seat knows are read.
"""

from ludotheque.games.gunkimono.components import UNITS
from ludotheque.games.gunkimono.declaration import DECLARATION, Decision
from ludotheque.games.gunkimono.heuristic import turns_left
from ludotheque.games.gunkimono.rules.field import field_cell
from ludotheque.games.gunkimono.rules.placing import on_field, unit_a, unit_b
from ludotheque.games.gunkimono.rules.turns import (
    banner_row,
    due,
    first_row,
    second_row,
    small_symbols,
    symbols_a,
    symbols_b,
)
from ludotheque.games.gunkimono.state import (
    DISPLAY,
    DISPLAY_SIZE,
    END_PILE,
    GONE,
    HAND,
    HAND_SIZE,
    PILE,
    REMOVED,
    SEATS,
    STACK,
    TAKEN,
)
from ludotheque.games.gunkimono.tables import (
    BANNER,
    BANNER_KINDS,
    CELLS,
    COLUMNS,
    FIELD,
    KINDS,
    LARGE_NAMES,
    ROWS,
    SQUARE,
    STRIDE,
    UNIT_COUNT,
)
from ludotheque.kernel import decisions, kernel, piles, table
from ludotheque.kernel.observation import Observation, part

FEWEST = DECLARATION.players[0]
DECISIONS = len(DECLARATION.decisions)

# Planes of the board.
_PLANES = (
    *((f"unit {unit}", 1.0) for unit in UNITS),
    ("a square of the field", 1.0),
    ("level", 1 / 3),
    ("size of the formation", 1 / 5),
    *((f"controlled by seat +{k}", 1.0) for k in range(SEATS)),
    *((f"fortress of seat +{k}", 1.0) for k in range(SEATS)),
    ("first half of the tile just laid", 1.0),
    ("second half of the tile just laid", 1.0),
    *((f"units of free formations that a {unit} here would join", 1 / 5) for unit in UNITS),
    *((f"units of formations of mine that a {unit} here would join; minus those of others", 1 / 5) for unit in UNITS),
    ("free units that the first half of the tile in question would join here", 1 / 5),
    ("free units that its second half would join", 1 / 5),
    ("units of mine, minus those of others, that its first half would join", 1 / 5),
    ("units of mine, minus those of others, that its second half would join", 1 / 5),
)
PLANES = len(_PLANES)
UNIT, ON_FIELD, LEVEL, SIZE = 0, UNIT_COUNT, UNIT_COUNT + 1, UNIT_COUNT + 2
CONTROL, FORTRESS, HALF = SIZE + 1, SIZE + 1 + SEATS, SIZE + 1 + 2 * SEATS
FREE, HELD, TILE_FREE, TILE_HELD = HALF + 2, HALF + 2 + UNIT_COUNT, HALF + 2 + 2 * UNIT_COUNT, HALF + 4 + 2 * UNIT_COUNT

# A tile: its units, their symbols.
_TILE = (*(f"first {unit}" for unit in UNITS), *(f"second {unit}" for unit in UNITS), "symbols 1", "symbols 2")
TILE = len(_TILE)

# The numbers of each seat.
_SEAT = (
    *((f"steps of {unit}", 1 / 4) for unit in UNITS),
    *((f"marker of {unit} gone", 1.0) for unit in UNITS),
    *((f"small {unit}", 1.0) for unit in UNITS),
    ("steps missing to the first fortress", 1 / 10),
    ("steps missing to the second", 1 / 10),
    ("fortresses built", 1 / 2),
    ("fortresses due", 1.0),
    ("points from formations", 1 / 50),
    ("points from fortresses", 1 / 50),
    ("points of banners that I know", 1 / 20),
    *((f"banners: {kind}", 1.0) for kind in BANNER_KINDS),
    ("tiles in hand", 1 / 3),
    ("turns left, about, in quarters", 1 / 20),
    ("has the turn", 1.0),
    ("began", 1.0),
    ("units in formations it controls", 1 / 10),
)
SEAT = len(_SEAT)
STEPS_UP, MARKER_GONE, SMALL = 0, UNIT_COUNT, 2 * UNIT_COUNT
MISSING = 3 * UNIT_COUNT
BUILT, DUE, POINTS, BANNERS = MISSING + 2, MISSING + 3, MISSING + 4, MISSING + 7
HAND_COUNT, TURNS, TURN, BEGAN, CONTROLLED = BANNERS + 3, BANNERS + 4, BANNERS + 5, BANNERS + 6, BANNERS + 7

_tile_scale = (1.0,) * (2 * UNIT_COUNT) + (1 / 2, 1 / 2)
OBSERVATION = Observation(
    part(
        "board",
        (ROWS, COLUMNS, PLANES),
        "the battlefield, square by square, as planes",
        scale=[scale for _, scale in _PLANES],
        labels=[name for name, _ in _PLANES],
    ),
    part("players", (SEATS - FEWEST + 1,), "how many play", labels=[str(n) for n in range(FEWEST, SEATS + 1)]),
    part("options", (1,), "what the table chose", labels=[one.name for one in DECLARATION.options]),
    part("decision", (DECISIONS,), "what is asked now", labels=[one.name for one in DECLARATION.decisions]),
    part("mine", (1,), "1 if I owe the decision"),
    part("half", (2,), "the half whose points are in question"),
    part("laying", (2 + TILE,), "the tile in question: small or large, its units", labels=("small", "large", *_TILE)),
    part("worth", (2,), "the victory points of its halves, once it lies", scale=1 / 5),
    part("chosen", (2, 2), "what was chosen for its halves", labels=("victory", "honour")),
    part(
        "hands",
        (SEATS, HAND_SIZE, TILE),
        "tiles in hand that I know, by seat, the lowest kind first",
        scale=_tile_scale,
        labels=_TILE,
    ),
    part("display", (DISPLAY_SIZE, TILE), "tiles on display, the lowest kind first", scale=_tile_scale, labels=_TILE),
    part(
        "seats",
        (SEATS, SEAT),
        "how each seat stands",
        scale=[scale for _, scale in _SEAT],
        labels=[name for name, _ in _SEAT],
    ),
    part("stacks", (UNIT_COUNT, len(BANNER_KINDS)), "banners left, by unit and kind", labels=BANNER_KINDS),
    part(
        "rows",
        (3,),
        "where the rows of the honour track are",
        scale=1 / 6,
        labels=("first fortress", "second fortress", "banners"),
    ),
    part("piles", (3,), "tiles in the piles", scale=1 / 20, labels=("pile", "end pile", "removed")),
    part("end", (3,), "how far the end is", labels=("not yet", "announced", "triggered")),
    part("laid", (KINDS,), "large tiles on the field, by kind", scale=1 / 2, labels=LARGE_NAMES),
    unordered=("table.display", "table.seats.*.banners"),
)
At = OBSERVATION.at
square_of = table(SQUARE)


@kernel
def observe(s, w, me, x):
    """Write what seat `me` may know into `x`, which is all 0."""
    survey_formations(s, w, me)
    first = -1
    second = -1
    if s.laying > KINDS:
        first = s.laying - 1 - KINDS
    elif s.laying > 0:
        first = unit_a[s.laying - 1]
        second = unit_b[s.laying - 1]
    for k in range(FIELD):
        observe_square(s, w, k, first, second, x)
    observe_marks(s, me, x)
    x[At.PLAYERS + s.players - FEWEST] = 1
    x[At.OPTIONS] = s.free_only
    observe_question(s, me, x)
    observe_tile_in_question(s, w, first, second, x)
    for k in range(s.players):
        observe_seat(s, w, me, k, x)
    observe_tiles(s, DISPLAY, me, At.DISPLAY, x)
    for unit in range(UNIT_COUNT):
        for i in range(s.count[STACK + unit]):
            x[At.STACKS + len(BANNER_KINDS) * unit + (piles.get(s, STACK + unit, i) - BANNER - 1) // 5] += 1
    x[At.ROWS] = first_row[s.players]
    x[At.ROWS + 1] = second_row[s.players]
    x[At.ROWS + 2] = banner_row[s.players]
    x[At.PILES] = s.count[PILE]
    x[At.PILES + 1] = s.count[END_PILE]
    x[At.PILES + 2] = s.count[REMOVED]
    x[At.END + s.end] = 1
    for kind in range(KINDS):
        x[At.LAID + kind] = s.laid[kind]


@kernel
def survey_formations(s, w, me):
    """Number the formations: `w.board` has the number for each cell, 0 off the field.

    By number, `w.height` has the size, `w.claim` who controls it (1 for `me`, 2 for the next seat, 0 for nobody),
    `w.found` the plane of units that would join it, `w.risk` their number.
    """
    for cell in range(CELLS):
        w.board[cell] = 0
    last = 0
    for k in range(FIELD):  # from the top left: the squares to the north and west have numbers already
        cell = field_cell[k]
        unit = s.unit[cell]
        number = 0
        if s.unit[cell - STRIDE] == unit:
            number = lowest_number(w, w.board[cell - STRIDE])
        if s.unit[cell - 1] == unit:
            west = lowest_number(w, w.board[cell - 1])
            if number == 0 or west < number:
                w.found[number] = west  # two parts meet here and become one
                number = west
            else:
                w.found[west] = number
        if number == 0:
            last += 1
            number = last
            w.found[number] = number
        w.board[cell] = number
    for number in range(last + 1):
        w.height[number] = 0
        w.claim[number] = 0
    for number in range(1, last + 1):
        w.found[number] = w.found[w.found[number]]
    for k in range(FIELD):
        number = w.found[w.board[field_cell[k]]]
        w.board[field_cell[k]] = number
        w.height[number] += 1
    for p in range(s.players):
        for k in range(s.built[p]):
            w.claim[w.board[s.site[2 * p + k]]] = 1 + (p - me) % s.players
    for k in range(FIELD):
        number = w.board[field_cell[k]]
        w.found[number] = FREE + s.unit[field_cell[k]] + (HELD - FREE) * (w.claim[number] != 0)
    for number in range(last + 1):
        w.risk[number] = w.height[number] * (1 - 2 * (w.claim[number] > 1))
    w.found[0] = FREE


@kernel
def lowest_number(w, number):
    """The lowest number given to a part of the same formation."""
    while w.found[number] != number:
        number = w.found[number]
    return number


@kernel
def observe_square(s, w, k, first, second, x):
    """Write the planes of the k-th square of the field."""
    cell = field_cell[k]
    at = At.BOARD + PLANES * on_field[k]
    number = w.board[cell]
    x[at + UNIT + s.unit[cell]] = 1
    x[at + ON_FIELD] = 1
    x[at + LEVEL] = s.level[cell]
    x[at + SIZE] = w.height[number]
    if w.claim[number] != 0:
        x[at + CONTROL + w.claim[number] - 1] = 1
    # A formation on two sides is joined once. Number 0 is off the field and has no units.
    north = w.board[cell - STRIDE]
    east = w.board[cell + 1]
    south = w.board[cell + STRIDE]
    west = w.board[cell - 1]
    observe_joined(s, w, cell - STRIDE, at, True, x)
    observe_joined(s, w, cell + 1, at, east != north, x)
    observe_joined(s, w, cell + STRIDE, at, (south != north) & (south != east), x)
    observe_joined(s, w, cell - 1, at, (west != north) & (west != east) & (west != south), x)
    if first >= 0:
        x[at + TILE_FREE] = x[at + FREE + first]
        x[at + TILE_HELD] = x[at + HELD + first]
    if second >= 0:
        x[at + TILE_FREE + 1] = x[at + FREE + second]
        x[at + TILE_HELD + 1] = x[at + HELD + second]


@kernel
def observe_joined(s, w, there, at, counts, x):
    """Write what a unit on the square with planes at `at` would join in the formation beside it, if `counts` is 1.

    There is no branch, because it would be mispredicted, and a single sum, because several would wait for each other.
    """
    number = w.board[there]
    x[at + w.found[number]] += w.risk[number] * counts


@kernel
def observe_marks(s, me, x):
    """Write the fortresses, and the halves of the tile just placed."""
    for p in range(s.players):
        for k in range(s.built[p]):
            x[At.BOARD + PLANES * square_of[s.site[2 * p + k]] + FORTRESS + (p - me) % s.players] = 1
    for half in range(2):
        if s.half[half] != 0:
            x[At.BOARD + PLANES * square_of[s.half[half]] + HALF + half] = 1


@kernel
def observe_question(s, me, x):
    """Write the pending decision."""
    asked = decisions.kind(s)
    if asked == 0:
        return
    x[At.DECISION + asked - 1] = 1
    x[At.MINE] = decisions.actors(s) >> me & 1
    if asked == Decision.POINTS:
        x[At.HALF + decisions.a(s)] = 1


@kernel
def observe_tile_in_question(s, w, first, second, x):
    """Write the tile that is being placed."""
    if first < 0:
        return
    if second < 0:
        x[At.LAYING] = 1
        x[At.LAYING + 2 + first] = 1
        x[At.LAYING + 2 + 2 * UNIT_COUNT] = small_symbols[first]
    else:
        x[At.LAYING + 1] = 1
        observe_tile(s.laying - 1, At.LAYING + 2, x)
    for half in range(2):
        cell = s.half[half]
        if cell != 0:
            x[At.WORTH + half] = w.height[w.board[cell]] if w.claim[w.board[cell]] == 0 else 0
        if s.chosen[half] != 0:
            x[At.CHOSEN + 2 * half + s.chosen[half] - 1] = 1


@kernel
def observe_tile(kind, at, x):
    """Write a large tile."""
    x[at + unit_a[kind]] = 1
    x[at + UNIT_COUNT + unit_b[kind]] = 1
    x[at + 2 * UNIT_COUNT] = symbols_a[kind]
    x[at + 2 * UNIT_COUNT + 1] = symbols_b[kind]


@kernel
def observe_tiles(s, z, me, at, x):
    """Write the tiles of a zone that `me` knows, by kind: their order must reveal nothing."""
    place = at
    last = -1
    for _ in range(s.count[z]):
        lowest = KINDS
        copies = 0
        for i in range(s.count[z]):
            tile = piles.get(s, z, i)
            if piles.mask_of(s, z, i) >> me & 1 == 1 and tile > last and tile <= lowest:
                copies = 1 + (copies if tile == lowest else 0)
                lowest = tile
        for _ in range(copies):
            observe_tile(lowest, place, x)
            place += TILE
        if copies == 0:
            return
        last = lowest


@kernel
def observe_seat(s, w, me, k, x):
    """Write the part of the seat `k` places to the left of `me`."""
    p = (me + k) % s.players
    at = At.SEATS + SEAT * k
    for unit in range(UNIT_COUNT):
        steps_up = s.honour[5 * p + unit]
        if steps_up == GONE:
            x[at + MARKER_GONE + unit] = 1
        else:
            x[at + STEPS_UP + unit] = steps_up
            x[at + MISSING] += max(0, first_row[s.players] - steps_up)
            x[at + MISSING + 1] += max(0, second_row[s.players] - steps_up)
        x[at + SMALL + unit] = s.small[p] >> unit & 1
    x[at + BUILT] = s.built[p]
    x[at + DUE] = max(0, due(s, p))
    x[at + POINTS] = s.formations[p]
    x[at + POINTS + 1] = s.fortresses[p]
    for i in range(s.count[TAKEN + p]):
        worth = piles.get(s, TAKEN + p, i) - BANNER
        x[at + BANNERS + (worth - 1) // 5] += 1  # its kind is public
        if piles.mask_of(s, TAKEN + p, i) >> me & 1 == 1:
            x[at + POINTS + 2] += worth
    x[at + HAND_COUNT] = s.count[HAND + p]
    x[at + TURNS] = turns_left(s, p) // 25
    x[at + TURN] = s.turn == p
    x[at + BEGAN] = s.first == p
    one = s.site[2 * p]
    two = s.site[2 * p + 1]
    if one != 0:
        x[at + CONTROLLED] = w.height[w.board[one]]
    if two != 0 and w.board[two] != w.board[one]:
        x[at + CONTROLLED] += w.height[w.board[two]]
    observe_tiles(s, HAND + p, me, At.HANDS + HAND_SIZE * TILE * k, x)
