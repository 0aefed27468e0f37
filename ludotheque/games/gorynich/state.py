"""What a match of Gorynich consists of: zones, the state record, the workspace, and the numbers that rules use.

Plain declarations, imported in the ordinary way. Hands need no piles: they are public, so a mask of six bits each will
do; what a seat has not in hand lies in its row. Only the order of the two movement decks is hidden, and what is chosen.
"""

from __future__ import annotations

from ludotheque.games.gorynich.boards import SQUARES
from ludotheque.games.gorynich.box import CARDS, DECK, FARTHEST, MOST, TILES
from ludotheque.kernel.declare import Piles, state_fields, work_fields
from ludotheque.kernel.record import Field, Record

SEATS = MOST
KNIGHTS = 10  # the most there are
ROUNDS = 40  # GOR-12: more are not played
FULL = (1 << len(CARDS)) - 1  # a hand with all six cards
YELLOW, RED, GREEN, BLUE, FIRE, MANOEUVRE = range(len(CARDS))
FIREBALL, MULTICOLOUR, PRINCESS, LONG_FLAME, ROAR, GUST, BURNING_GROUND, SECOND_WIND, SWOOP = range(len(TILES))

# Zones: the two movement decks and what has been turned over from them. A card is its value.
KNIGHT_DECK, GORYNICH_DECK, KNIGHT_PILE, GORYNICH_PILE = 0, 1, 2, 3
PILES = Piles((DECK,) * 4)

# Streams of the generator: one a purpose; the last is for bots.
SETUP, SHUFFLES, FATE, REDEAL, BOTS, STREAMS = 0, 1, 2, 3, 4, 5

# Decisions (numbered from 1, as in FACTS.decisions).
PERCH, SPEAK, POINT, CHOOSE, FLY, TILE, AIM, BREATHE, STEER, DIVE, LIGHT, BLOW, DROP = range(1, 14)

# Actions: one number each, dense, disjoint between the kinds of decision.
TO_CASTLE = 0  # + which of the four castle squares
TALK, SILENCE = 4, 5
TO_KNIGHT = 6  # + knight: point at it
ENOUGH = TO_KNIGHT + KNIGHTS  # no more pointing
PLAY = ENOUGH + 1  # + card: choose it, face down
PASS = PLAY + len(CARDS)
FLIGHT = PASS  # + distance, from 1
USE = FLIGHT + FARTHEST + 1  # + tile
AT = USE + len(TILES)  # + direction: fireball
ALONG = AT + 4  # + direction: long flame
TOWARDS = ALONG + 4  # + direction: multicolour arrow
DIAGONAL = TOWARDS + 4  # + diagonal: swoop
GROUND = DIAGONAL + 4  # + 0 for Gorynich's square, or 1 + direction: burning ground
BLOW_AWAY = GROUND + 5  # + knight: gust
LAY_DOWN = BLOW_AWAY + KNIGHTS  # + card: the Discard counter
ACTIONS = LAY_DOWN + len(CARDS)

# Refusals: (rule, name), numbered from 1.
REFUSALS = (
    ("GOR-11", "wrong_decision"),
    ("GOR-09", "no_such_knight"),
    ("GOR-09", "pointed_already"),
    ("GOR-10", "card_played"),
    ("GOR-13", "too_far"),
    ("GOR-13", "leaves_table"),
    ("GOR-04", "tile_not_here"),
    ("GOR-15", "tile_turned"),
    ("GOR-16", "no_square_there"),
    ("GOR-17", "no_way_there"),
    ("GOR-17", "not_in_hand"),
    ("GOR-17", "card_chosen"),
    ("GOR-19", "flame_off_table"),
    ("GOR-19", "swoop_off_table"),
    ("GOR-19", "flame_on_castle"),
    ("GOR-19", "knight_too_far"),
)
(
    WRONG_DECISION,
    NO_SUCH_KNIGHT,
    POINTED_ALREADY,
    CARD_PLAYED,
    TOO_FAR,
    LEAVES_TABLE,
    TILE_NOT_HERE,
    TILE_TURNED,
    NO_SQUARE_THERE,
    NO_WAY_THERE,
    NOT_IN_HAND,
    CARD_CHOSEN,
    FLAME_OFF_TABLE,
    SWOOP_OFF_TABLE,
    FLAME_ON_CASTLE,
    KNIGHT_TOO_FAR,
) = range(1, len(REFUSALS) + 1)

# How a match ends (numbered from 1, as in FACTS.causes); `over` holds it, 0 while it lasts.
CAUSES = ("all_burnt", "castle_reached", "left_table", "castle_burnt", "forty_rounds")
ALL_BURNT, CASTLE_REACHED, LEFT_TABLE, CASTLE_BURNT, FORTY_ROUNDS = range(1, 6)

# Events: name and arguments, numbered from 1.
EVENTS = (
    ("boards_laid", "panel0:panel", "panel1:panel", "panel2:panel", "panel3:panel"),
    ("knight_came", "knight:number", "square"),
    ("tile_laid", "tile"),
    ("took_token", "seat"),
    ("perched", "seat", "square0:square", "square"),
    ("round_begins", "number", "seat"),
    ("cards_turned", "march:number", "flight:number"),
    ("angered", "number"),
    ("marched", "knight:number", "square0:square", "square"),
    ("stepped_back", "knight:number", "square0:square", "square"),
    ("burnt", "knight:number", "square"),
    ("unharmed", "knight:number", "why"),
    ("spoke", "seat", "number"),
    ("pointed", "seat", "knight:number"),
    ("passed", "seat", "number"),
    ("revealed", "seat", "card"),
    ("flew", "seat", "way", "number", "square0:square", "square"),
    ("flew_off", "seat", "way"),
    ("breathed", "seat", "square"),
    ("manoeuvred", "seat", "tile"),
    ("no_tile", "seat"),
    ("no_target", "seat"),
    ("countered", "counter"),
    ("discarded", "seat", "card"),
    ("flame_lit", "seat", "square0:square", "square"),
    ("flame_out", "square"),
    ("took_back", "seat", "number"),
    ("reinforced", "knight:number", "square"),
    ("netted", "seat"),
    ("tile_back", "tile"),
    ("refilled", "seat", "number"),
    ("reshuffled", "deck"),
    ("had_chosen", "seat", "card"),
    ("won", "number"),
    ("lost", "cause"),
)
(
    BOARDS_LAID,
    KNIGHT_CAME,
    TILE_LAID,
    TOOK_TOKEN,
    PERCHED,
    ROUND_BEGINS,
    CARDS_TURNED,
    ANGERED,
    MARCHED,
    STEPPED_BACK,
    BURNT,
    UNHARMED,
    SPOKE,
    POINTED,
    PASSED,
    REVEALED,
    FLEW,
    FLEW_OFF,
    BREATHED,
    MANOEUVRED,
    NO_TILE,
    NO_TARGET,
    COUNTERED,
    DISCARDED,
    FLAME_LIT,
    FLAME_OUT,
    TOOK_BACK,
    REINFORCED,
    NETTED,
    TILE_BACK,
    REFILLED,
    RESHUFFLED,
    HAD_CHOSEN,
    WON,
    LOST,
) = range(1, len(EVENTS) + 1)
WHY = ("wet", "protected")  # why a knight does not burn
WAYS = ("up", "right", "down", "left", "up_right", "down_right", "down_left", "up_left")  # directions, then diagonals
DECKS = ("knights", "gorynich")

STATE = Record(
    *state_fields(STREAMS, depth=2),
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
    Field("over", "i1"),  # how it ended: see CAUSES
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
)
