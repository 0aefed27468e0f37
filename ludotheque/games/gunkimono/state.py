"""The state of a Gunkimono match: zones, the state record and the workspace.

Cards of the piles are large tiles by kind, the end tile, and banners by their values (see tables.py).
"""

from __future__ import annotations

from ludotheque.games.gunkimono.components import TILES, UNITS
from ludotheque.games.gunkimono.declaration import DECLARATION
from ludotheque.games.gunkimono.tables import CELLS, END_TILES, KINDS
from ludotheque.kernel.declare import Piles, state_fields, work_fields
from ludotheque.kernel.record import Field, Record

SEATS = DECLARATION.players[1]
HAND_SIZE, DISPLAY_SIZE = 3, 3

# Zones: a hand for each seat; the display; the piles, as one; the end pile; the removed tiles; banners: those still on
# the track (+ unit) and those taken (+ seat).
HAND, DISPLAY, PILE, END_PILE, REMOVED, STACK, TAKEN = 0, SEATS, SEATS + 1, SEATS + 2, SEATS + 3, SEATS + 4, SEATS + 9
ZONES = TAKEN + SEATS
PILES = Piles(
    (HAND_SIZE,) * SEATS + (DISPLAY_SIZE, TILES + 1, END_TILES + 1, TILES) + (3,) * len(UNITS) + (len(UNITS),) * SEATS
)

# How near the end is: the piles are in use; the end pile has been opened; the end tile has appeared.
NOT_YET, ANNOUNCED, TRIGGERED = 0, 1, 2

GONE = 100  # the steps of a marker that took a banner and was removed: past every row
ALL_SMALL = 31  # one bit a unit

STATE = Record(
    *state_fields(DECLARATION.stream_count, depth=1),
    *PILES.fields("i1"),
    Field("free_only", "i1"),  # option: a fortress may not join another of the same player
    Field("first", "i1"),
    Field("turn", "i1"),
    Field("passes", "i1"),  # players in a row who could not place a tile
    Field("end", "i1"),
    Field("over", "i1"),  # the cause of the end, 0 while the match lasts
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
    Field("given", "i2"),  # levels of tiles that were on the field in a position read from a text
)
VICTORY_CHOSEN, HONOUR_CHOSEN = 1, 2

WORK = Record(
    *work_fields(events=64, pool=TILES + 1),
    Field("mark", "i1", (CELLS,)),  # scratch, cleared after use
    Field("found", "i2", (CELLS,)),  # scratch: the cells of the last formation found
    Field("board", "i1", (CELLS,)),  # scratch: the field with a tile placed
    Field("height", "i1", (CELLS,)),  # scratch: levels, HIGH for fortress squares
    Field("claim", "i1", (CELLS,)),  # scratch: the mask of seats that control the formation of a cell
    Field("risk", "i1", (CELLS,)),  # scratch: where a tile might join two players' formations
    Field("account", "i4", (4 * SEATS,)),  # for soak runs: the sums of the events so far (accounts.py)
    Field("tally", "i2", (KINDS + 1,)),  # scratch: tiles by kind
)
