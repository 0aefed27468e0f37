"""The state of a Kunitori! match: the state record, the workspace, phases and steps.

Cards of one kind can't be told apart, and nobody knows the order of a shuffled deck. So hands, decks, discard piles and
territories are counts by kind, and a card is chosen at random when it is drawn; the state of 290 cards takes two
kilobytes. Only cards put back on top of a deck as reinforcements have a place (`top`).

Public knowledge of a seat's cards is counted, too: `open`, `pile_open`, `pair`, `fixed` (see `zones.py`).
"""

from __future__ import annotations

from ludotheque.games.kunitori.declaration import DECLARATION
from ludotheque.games.kunitori.tables import (
    GENERALS,
    KINDS,
    TOTAL,
    TROOPS,
)
from ludotheque.kernel.declare import Piles, state_fields, work_fields
from ludotheque.kernel.record import Field, Record

SEATS = DECLARATION.players[1]
PILES = Piles((1,))  # no ordered piles: these fields are left out
DRY_ROUNDS, MOST_ROUNDS = 10, 1000  # KUN-20

# Phases of a turn; the battle phase has four.
ACTION, BATTLE, AIMING, ATTACHING, FIGHTING, BUYING, DRAWING = range(7)

# Steps of one battle (KUN-17).
NEXT, LAYING, STRIKING, COUNTING, CLEARING, RETURNING = range(6)
ACTIVE, ALLIED, DEFENDING, JOINED = range(4)  # sides of a battle; JOINED: ambush or reinforcements
AMBUSHING, REINFORCING = 1, 2

FROM_DECK, FROM_PILE = 0, 1  # the source of a general

STATE = Record(
    *state_fields(DECLARATION.stream_count, depth=2),
    Field("one_target", "i1"),  # option
    # The middle of the table.
    Field("supply", "i1", (KINDS,)),  # generals: 1 while in their pile
    Field("top_general", "i1"),  # 1 + the open general, 0 if the pile is empty
    Field("trash", "i1", (KINDS,)),
    # The seats' cards by kind, and their totals.
    Field("hand", "i1", (SEATS, KINDS)),
    Field("deck", "i1", (SEATS, KINDS)),  # without `top`
    Field("pile", "i1", (SEATS, KINDS)),  # discard piles
    Field("stand", "i1", (SEATS, KINDS)),  # territory: deployed earlier, or permanent
    Field("hand_n", "i2", (SEATS,)),
    Field("deck_n", "i2", (SEATS,)),
    Field("pile_n", "i2", (SEATS,)),
    Field("pile_top", "i1", (SEATS,)),  # 1 + the open card, 0 if the pile is empty
    Field("tops", "i1", (SEATS,)),  # the number of cards put back on the deck
    Field("top", "i1", (SEATS, 2)),  # 1 + each of them, the last one on top
    # Public knowledge of them (see zones.py).
    Field("open", "i1", (SEATS, KINDS)),  # of the hand
    Field("open_n", "i2", (SEATS,)),
    Field("pile_open", "i1", (SEATS, KINDS)),
    Field("pile_open_n", "i2", (SEATS,)),
    Field("pair", "i1", (SEATS, 2)),  # 1 + the cards put back on the deck, in no order
    Field("lost", "i1", (SEATS,)),  # bits: which of the pair may have left the hand since one of them was drawn
    Field("old", "i2", (SEATS,)),  # hidden cards in hand that were there when the discard pile was last shuffled
    Field("fixed", "i1", (SEATS, KINDS)),  # known not to be among those
    # The turn.
    Field("first", "i1"),
    Field("turn", "i1"),
    Field("round", "i2"),
    Field("phase", "i1"),
    Field("actions", "i2"),
    Field("money", "i2"),
    Field("buys", "i2"),
    Field("fresh", "i1", (KINDS,)),  # played from the hand this turn, still in the territory
    Field("again", "i1", (KINDS,)),  # deployed earlier and replayed
    Field("kept", "i1", (KINDS,)),  # strategy cards to be kept
    Field("shown", "i1", (KINDS,)),  # open cards: ambush, reinforcements, cards that ninjas reveal
    Field("shower", "i1"),  # their owner
    # War.
    Field("general_played", "i1"),
    Field("joint", "i1"),  # a monk allows a joint war
    Field("asked", "i1"),  # mask of seats asked to join
    Field("aim", "i1", (GENERALS,)),  # mask of seats
    Field("attached", "i1", (TROOPS, GENERALS)),
    Field("ally", "i1"),  # 1 + seat in a joint war
    Field("foes", "i1"),  # mask of seats still to be fought
    Field("defender", "i1"),
    Field("step", "i1"),
    Field("defence", "i1"),  # ambush or reinforcements
    Field("striker", "i1"),
    Field("strikes", "i1"),  # destroyers of the striker that still have to act
    # The match.
    Field("points", "i2", (SEATS,)),
    Field("regions", "i1"),  # mask of seats that ever gained a region
    Field("bought", "i1", (SEATS, KINDS)),  # purchases of each seat, up to 100
    Field("sold", "i1"),  # whether a card left the supply this round
    Field("dry", "i1"),  # consecutive rounds without a sale
    Field("cause", "i1"),
    Field("last", "i1"),  # turns left once a pile is empty
    Field("over", "i1"),
)
WORK = Record(*work_fields(events=96, pool=TOTAL), Field("left", "i2", (KINDS,)))  # `left`: scratch
