"""The state of a Gorynich match: zones, the state record and the workspace.

Hands need no piles: they are public, so a mask of six bits is enough. Cards that are not in hand lie in front of the
seat. Only the order of the two movement decks and the choices are hidden.
"""

from __future__ import annotations

from ludotheque.games.gorynich.boards import SQUARES
from ludotheque.games.gorynich.components import CARDS, DECK, MOST, MOST_KNIGHTS, TILES
from ludotheque.games.gorynich.declaration import DECLARATION
from ludotheque.kernel.declare import Piles, state_fields, work_fields
from ludotheque.kernel.record import Field, Record

SEATS = MOST
KNIGHTS = MOST_KNIGHTS
ROUNDS = 40  # GOR-12: the last round
FULL = (1 << len(CARDS)) - 1  # a hand with all six cards
YELLOW, RED, GREEN, BLUE, FIRE, MANOEUVRE = range(len(CARDS))
FIREBALL, MULTICOLOUR, PRINCESS, LONG_FLAME, ROAR, GUST, BURNING_GROUND, SECOND_WIND, SWOOP = range(len(TILES))

# Zones: the two movement decks and the cards turned over from them. A card is its value.
KNIGHT_DECK, GORYNICH_DECK, KNIGHT_PILE, GORYNICH_PILE = 0, 1, 2, 3
PILES = Piles((DECK,) * 4)

STATE = Record(
    *state_fields(DECLARATION.stream_count, depth=2),
    *PILES.fields("i1"),
    # The options of the table, as indices in the lists of components.py.
    Field("level", "i1"),
    Field("order", "i1"),
    Field("rivers", "i1"),
    Field("fixed_colours", "i1"),
    Field("tile_set", "i1"),
    Field("speech", "i1"),
    Field("speech_after_reveal", "i1"),
    # The table.
    Field("board", "i1", (4,)),  # the side in the north, east, south, west: 2 * board + river
    Field("lane", "i1", (SQUARES,)),  # the content of each square, as coded in boards.py
    Field("far", "i1", (SQUARES,)),  # steps from each square to the castle, 0 where there is no lane
    Field("points", "i1", (4,)),  # the direction of each colour
    Field("tile", "i1", (3,)),  # the tiles in play, ascending
    Field("knights", "i1"),  # the number of knights at the start
    Field("knight", "i1", (KNIGHTS,)),  # the square of each, -1 if burnt or absent
    Field("start", "i1", (KNIGHTS,)),  # the start of each, -1 if absent
    Field("at", "i1"),  # Gorynich's square, -1 before the first perch
    Field("flame", "i1"),  # the square of the flame token, -1 for none
    # The round.
    Field("round", "i1"),
    Field("first", "i1"),  # the seat with the first player token
    Field("tokens", "i1"),  # speech tokens left
    Field("spoke", "i1"),  # a speech token was spent this round
    Field("march", "i1"),  # the knights' card of this round, 0 before it is turned up
    Field("flight", "i1"),  # Gorynich's card of this round, 0 before it is turned up
    Field("pointed", "i2"),  # mask of the knights pointed at
    Field("hand", "i1", (SEATS,)),  # mask of the cards in hand; a chosen card is still among them
    Field("choice", "i1", (SEATS,)),  # 1 + card face down, 1 + PASSES for a pass, 0 for none or revealed
    Field("drop", "i1", (SEATS,)),  # 1 + card for the Discard counter, until all have chosen
    Field("turn", "i1"),  # how many seats have begun to carry out their choice
    Field("using", "i1"),  # 1 + the tile whose Gorynich side is being carried out, 0 for none
    Field("turned", "i2"),  # mask of the tiles that show the knights' side
    Field("nets", "i1"),  # the next arrow flies one square
    Field("over", "i1"),  # the cause of the end, 0 while the match lasts
    # The table when all were asked to choose, kept until the end of the round: bots that infer the others' choices need
    # the table that the others saw.
    Field("was_at", "i1"),
    Field("was_flame", "i1"),
    Field("was_knight", "i1", (KNIGHTS,)),
    Field("was_start", "i1", (KNIGHTS,)),
    Field("was_hand", "i1", (SEATS,)),
)
PASSES = len(CARDS)  # in `choice`: a pass; the numbers below are cards
TALKING = 1  # context of Decision.SPEAK: talk is open until the first player turns up the cards
WIDTH = 16  # the most plans that the planner keeps at a time
WORK = Record(
    *work_fields(events=160, pool=DECK),
    Field("square", "i1", (SQUARES,)),
    Field("worth", "i4", (2 * WIDTH,)),  # planner: the value of each kept plan,
    Field("part", "i1", (2 * WIDTH * SEATS,)),  # the part of each seat in it,
    Field("mine", "i1", (2 * WIDTH,)),  # and its first action
    Field("width", "i1"),  # the number of plans kept at a time
    Field("plan", "i1", (SEATS,)),  # the parts of the plan made when all chose
    Field("slot", "i1"),  # the index of the first plan of the last search, and the number of plans
    Field("plans", "i1"),
    Field("aside_part", "i1", (WIDTH * SEATS,)),  # seer: the parts of the compared plans,
    Field("aside_mine", "i1", (WIDTH,)),  # their first actions,
    Field("result", "i4", (WIDTH,)),  # and their results
)
