"""What a match of Gorynich consists of: zones, the state record and the workspace.

Plain declarations, imported in the ordinary way. Hands need no piles: they are public, so a mask of six bits each will
do; what a seat has not in hand lies in its row. Only the order of the two movement decks is hidden, and what is chosen.
"""

from __future__ import annotations

from ludotheque.games.gorynich.boards import SQUARES
from ludotheque.games.gorynich.components import CARDS, DECK, MOST, MOST_KNIGHTS, TILES
from ludotheque.games.gorynich.declaration import DECLARATION
from ludotheque.kernel.declare import Piles, state_fields, work_fields
from ludotheque.kernel.record import Field, Record

SEATS = MOST
KNIGHTS = MOST_KNIGHTS
ROUNDS = 40  # GOR-12: more are not played
FULL = (1 << len(CARDS)) - 1  # a hand with all six cards
YELLOW, RED, GREEN, BLUE, FIRE, MANOEUVRE = range(len(CARDS))
FIREBALL, MULTICOLOUR, PRINCESS, LONG_FLAME, ROAR, GUST, BURNING_GROUND, SECOND_WIND, SWOOP = range(len(TILES))

# Zones: the two movement decks and what has been turned over from them. A card is its value.
KNIGHT_DECK, GORYNICH_DECK, KNIGHT_PILE, GORYNICH_PILE = 0, 1, 2, 3
PILES = Piles((DECK,) * 4)

STATE = Record(
    *state_fields(DECLARATION.stream_count, depth=2),
    *PILES.fields("i1"),
    # The table's choices, as places in the lists of box.py.
    Field("level", "i1"),
    Field("order", "i1"),
    Field("rivers", "i1"),
    Field("fixed_colours", "i1"),
    Field("tile_set", "i1"),
    Field("speech", "i1"),
    # The table.
    Field("board", "i1", (4,)),  # which side lies in the north, east, south, west: 2 * board + river
    Field("lane", "i1", (SQUARES,)),  # what each square holds, as boards.py codes it
    Field("far", "i1", (SQUARES,)),  # steps from each square to the castle, 0 where there is no lane
    Field("points", "i1", (4,)),  # the direction of each colour
    Field("tile", "i1", (3,)),  # the tiles in play, ascending
    Field("knights", "i1"),  # how many came
    Field("knight", "i1", (KNIGHTS,)),  # where each stands, -1 if burnt or never there
    Field("start", "i1", (KNIGHTS,)),  # where each came from, -1 likewise
    Field("at", "i1"),  # Gorynich's square, -1 before he has one
    Field("flame", "i1"),  # the square of the flame token, -1 if it lies nowhere
    # The round.
    Field("round", "i1"),
    Field("first", "i1"),  # who has the first player token
    Field("tokens", "i1"),  # speech tokens left
    Field("spoke", "i1"),  # a speech token was spent this round
    Field("march", "i1"),  # the knights' card of this round
    Field("flight", "i1"),  # Gorynich's card of this round
    Field("pointed", "i2"),  # mask of the knights pointed at
    Field("hand", "i1", (SEATS,)),  # mask of the cards in hand; a chosen card is still among them
    Field("choice", "i1", (SEATS,)),  # 1 + card face down, 1 + PASSES for a pass, 0 for none or revealed
    Field("drop", "i1", (SEATS,)),  # 1 + card for the Discard counter, until all have chosen
    Field("turn", "i1"),  # how many seats have begun to carry out their choice
    Field("using", "i1"),  # 1 + the tile whose Gorynich side is being carried out, 0 for none
    Field("turned", "i2"),  # mask of the tiles that show the knights' side
    Field("nets", "i1"),  # the next arrow flies one square
    Field("over", "i1"),  # how it ended, 0 while it lasts
    # The table as it was when all were asked to choose, until the round ends: whoever wants to know what the others may
    # have had in mind must look at what they saw.
    Field("was_at", "i1"),
    Field("was_flame", "i1"),
    Field("was_knight", "i1", (KNIGHTS,)),
    Field("was_start", "i1", (KNIGHTS,)),
    Field("was_hand", "i1", (SEATS,)),
)
PASSES = len(CARDS)  # in `choice`: a pass, beside the cards
WIDTH = 16  # plans that the planner keeps at a time: the most there is room for
WORK = Record(
    *work_fields(events=160, pool=DECK),
    Field("square", "i1", (SQUARES,)),
    Field("worth", "i4", (2 * WIDTH,)),  # the planner's: what each kept plan is worth,
    Field("part", "i1", (2 * WIDTH * SEATS,)),  # what it says that each seat chooses,
    Field("mine", "i1", (2 * WIDTH,)),  # and with which action it begins
    Field("width", "i1"),  # how many of them are kept at a time
    Field("plan", "i1", (SEATS,)),  # the parts of the plan that was made when all chose
    Field("slot", "i1"),  # where the plans for a whole round begin that were kept last, and how many there are
    Field("plans", "i1"),
    Field("aside_part", "i1", (WIDTH * SEATS,)),  # the seer's: the parts of the plans that are compared,
    Field("aside_mine", "i1", (WIDTH,)),  # the actions they begin with,
    Field("result", "i4", (WIDTH,)),  # and what came of them
)
