"""What a match of Gunkimono consists of: zones, the state record, the workspace, and the numbers that rules use.

Cards of the piles are large tiles by kind, the end tile, and banners by what they are worth (see tables.py).
"""

from __future__ import annotations

from ludotheque.games.gunkimono.components import TILES, UNITS
from ludotheque.games.gunkimono.tables import CELLS, END_TILES, KINDS, SQUARES
from ludotheque.kernel.declare import Piles, state_fields, work_fields
from ludotheque.kernel.record import Field, Record

SEATS = 5
HAND_SIZE, DISPLAY_SIZE = 3, 3

# Zones: a hand a seat; the display; the piles, as one; the end pile; the tiles that were removed; banners, those still
# on the track (+ unit) and those taken (+ seat).
HAND, DISPLAY, PILE, END_PILE, REMOVED, STACK, TAKEN = 0, SEATS, SEATS + 1, SEATS + 2, SEATS + 3, SEATS + 4, SEATS + 9
ZONES = TAKEN + SEATS
PILES = Piles(
    (HAND_SIZE,) * SEATS + (DISPLAY_SIZE, TILES + 1, END_TILES + 1, TILES) + (3,) * len(UNITS) + (len(UNITS),) * SEATS
)

# Streams of the generator. Once a match is set up, nothing is left to chance.
DEAL, REDEAL, BOTS, STREAMS = 0, 1, 2, 3

# Decisions (numbered from 1, as in FACTS.decisions), in the order of a turn.
CHOOSE_TILE, CHOOSE_PLACE, CHOOSE_SUPPORT, CHOOSE_POINTS, CHOOSE_SITE, CHOOSE_DRAW = range(1, 7)

# Actions.
PASS = 0
LARGE = 1  # + kind, from the hand
SMALL = LARGE + KINDS  # + unit, from the reserve
LAY = SMALL + 5  # + (square of the first half * 4 + direction) * 2 + supported: a large tile
SET = LAY + SQUARES * 8  # + square: a small tile
SUPPORT = SET + SQUARES  # + unit: the small tile that supports
VICTORY, HONOUR = SUPPORT + 5, SUPPORT + 6
BUILD = HONOUR + 1  # + square
TAKE = BUILD + SQUARES  # + kind, from the display
BLIND = TAKE + KINDS
ACTIONS = BLIND + 1

# Refusals (numbered from 1, as in FACTS.refusals).
REFUSALS = (
    ("GUN-06", "wrong_decision"),
    ("GUN-07", "must_place"),
    ("GUN-07", "not_in_hand"),
    ("GUN-25", "small_tile_gone"),
    ("GUN-07", "fits_nowhere"),
    ("GUN-07", "one_square"),
    ("GUN-07", "two_squares"),
    ("GUN-07", "off_the_field"),
    ("GUN-12", "fortress_square"),
    ("GUN-09", "two_levels"),
    ("GUN-09", "two_levels_bridgeable"),
    ("GUN-10", "support_for_nothing"),
    ("GUN-10", "support_too_low"),
    ("GUN-10", "no_support_left"),
    ("GUN-08", "same_unit"),
    ("GUN-13", "joins_two_players"),
    ("GUN-21", "fortress_there"),
    ("GUN-21", "controlled"),
    ("GUN-21", "own_formation"),
    ("GUN-25", "not_on_display"),
    ("GUN-25", "piles_empty"),
)
(
    WRONG_DECISION,
    MUST_PLACE,
    NOT_IN_HAND,
    SMALL_TILE_GONE,
    FITS_NOWHERE,
    ONE_SQUARE,
    TWO_SQUARES,
    OFF_THE_FIELD,
    FORTRESS_SQUARE,
    TWO_LEVELS,
    TWO_LEVELS_BRIDGEABLE,
    SUPPORT_FOR_NOTHING,
    SUPPORT_TOO_LOW,
    NO_SUPPORT_LEFT,
    SAME_UNIT,
    JOINS_TWO_PLAYERS,
    FORTRESS_THERE,
    CONTROLLED,
    OWN_FORMATION,
    NOT_ON_DISPLAY,
    PILES_EMPTY,
) = range(1, 22)

# Events (numbered from 1, as in FACTS.events).
(
    DEALT,
    TURNED_UP,
    STARTS,
    PICKED,
    PLACED,
    PLACED_SMALL,
    SUPPORTED,
    FORMED,
    WITHIN_REACH,
    SCORED,
    HONOURED,
    BANNER_TAKEN,
    NO_BANNER,
    BUILT,
    WAITS,
    NO_SITE,
    FORTRESS_SCORED,
    PASSED,
    SHOWED,
    TOOK,
    DREW,
    DREW_NOTHING,
    END_ANNOUNCED,
    END_DRAWN,
    END_TURNED_UP,
    STUCK,
    BANNER_SHOWN,
    TOTAL,
    TIE_BROKEN,
    WON,
    SHARED,
) = range(1, 32)

# How far the end is: the piles; the end pile has been opened; the end tile has appeared.
NOT_YET, ANNOUNCED, TRIGGERED = 0, 1, 2
# Why a match is over.
END_TILE_CAME, NOBODY_CAN_PLACE = 1, 2

GONE = 100  # the place of a marker that took a banner and left: past every row
ALL_SMALL = 31  # one bit a unit

STATE = Record(
    *state_fields(STREAMS, depth=1),
    *PILES.fields("i1"),
    Field("free_only", "i1"),  # option: a fortress may not join one of one's own
    Field("first", "i1"),
    Field("turn", "i1"),
    Field("passes", "i1"),  # players in a row who could place nothing
    Field("end", "i1"),
    Field("over", "i1"),
    Field("controlled", "i2", (SEATS,)),  # units in controlled formations, counted when the match is over
    # The field, by cell.
    Field("unit", "i1", (CELLS,)),
    Field("level", "i1", (CELLS,)),
    Field("site", "i2", (2 * SEATS,)),  # + 2 * seat: the cells of its fortresses, 0 for those not built
    # The seats.
    Field("built", "i1", (SEATS,)),
    Field("honour", "i1", (5 * SEATS,)),  # + 5 * seat + unit: steps of the marker
    Field("small", "i1", (SEATS,)),  # bits of the units whose small tile is left
    Field("formations", "i2", (SEATS,)),  # points from formations
    Field("fortresses", "i2", (SEATS,)),  # points from fortresses
    # The turn.
    Field("laying", "i1"),  # 1 + tile: a large kind, or KINDS + unit
    Field("half", "i2", (2,)),  # the cells on which its units lie, 0 before that
    Field("chosen", "i1", (2,)),  # VICTORY_CHOSEN or HONOUR_CHOSEN by half
    # The past.
    Field("laid", "i1", (KINDS,)),  # large tiles on the field, by kind
    Field("given", "i2"),  # levels that a position had which began from a text
)
VICTORY_CHOSEN, HONOUR_CHOSEN = 1, 2

WORK = Record(
    *work_fields(events=64, pool=TILES + 1),
    Field("mark", "i1", (CELLS,)),  # scratch, left clean
    Field("found", "i2", (CELLS,)),  # scratch: the cells of the formation looked at last
    Field("board", "i1", (CELLS,)),  # scratch: a field as it would be
    Field("height", "i1", (CELLS,)),  # scratch: levels, fortress squares out of reach
    Field("claim", "i1", (CELLS,)),  # scratch: bits of those who control the formation of a cell
    Field("risk", "i1", (CELLS,)),  # scratch: where a tile might join two players' formations
    Field("account", "i4", (4 * SEATS,)),  # of a soak run: what the events have told so far (accounts.py)
    Field("tally", "i2", (KINDS + 1,)),  # scratch: tiles by kind, written anew each time
)
