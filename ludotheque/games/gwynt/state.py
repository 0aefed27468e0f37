"""What a match of Gwynt consists of: zones, the state record and the workspace.

A card in a hand, deck or pile is its number. A card on a row also says who played it and, for agile units, when:
`card + 256 * player + 512 * order` (see `rules/strength.py`, which takes such codes apart).
"""

from __future__ import annotations

from ludotheque.games.gwynt.declaration import DECLARATION
from ludotheque.games.gwynt.tables import KINDS
from ludotheque.kernel.declare import Piles, state_fields, work_fields
from ludotheque.kernel.record import Field, Record

# Zones: `+ seat`, for rows `+ 3 * seat + row`.
HAND, DECK, PILE, ROW, WEATHER_ZONE = 0, 2, 4, 6, 12
ROW_CAPACITY = (48, 36, 20)  # a full collection on one side, with the other side's spies, stays below
PILES = Piles((72, 72, 72, 72, 76, 76, *ROW_CAPACITY, *ROW_CAPACITY, 4))
CLOSE, RANGED, SIEGE, AGILE = 0, 1, 2, 3

# Where a card that is being placed came from (context of Decision.ROW).
FROM_HAND, FROM_PILE = 0, 1

# Where a discarded card came from (argument of Event.DISCARDED).
OUT_OF_HAND, OUT_OF_DECK, AFTER_USE, VANISHED = 0, 1, 2, 3

# One card of a kind that went back among the hidden ones, in the field `seen`.
BACK = 8

# Horn slots.
NO_HORN, CARD_HORN, LEADER_HORN = 0, 1, 2

STATE = Record(
    *state_fields(DECLARATION.stream_count, depth=3),
    *PILES.fields("i2"),
    # What table and seats chose.
    Field("expansions", "i1"),
    Field("skellige", "i1"),
    Field("redraw_discards", "i1"),  # option redraw
    Field("muster_hand", "i1"),  # option muster_from
    Field("discard_owner", "i1"),
    Field("faction", "i1", (2,)),
    Field("leader", "i1", (2,)),
    Field("deck_name", "i1", (2,)),  # 1 + number of the ready-made deck, 0: the player's own
    # Leaders.
    Field("leader_used", "i1", (2,)),
    Field("leader_off", "i1", (2,)),  # switched off by the White Flame
    # The round.
    Field("round", "i1"),  # 0 until the redraw is done
    Field("turn", "i1"),  # whose turn it is
    Field("passed", "i1", (2,)),
    Field("last_to_pass", "i1"),
    Field("horn", "i1", (6,)),
    Field("mardroeme", "i1", (6,)),  # the special card's own slot
    Field("order", "i1"),  # of placing, counted while it matters
    # The match.
    Field("gems", "i1", (2,)),
    Field("swaps", "i1", (2,)),
    Field("totals", "i2", (6,)),  # of past rounds: 2 * round + seat
    Field("over", "i1"),
    Field("cards", "i2"),  # of both decks together: none is ever lost
    # What everybody can tell of the hidden cards of a seat (see rules/knowledge.py).
    Field("seen", "i1", (2 * KINDS,)),  # + BACK × how many are known to have gone back among them
    Field("absent", "i4", (2,)),  # bits of families that muster showed to be no longer in the deck
    Field("old", "i1", (2,)),  # hidden cards in hand when that was shown last: only they may belong to such a family
    # Since cards went back: 1 + cards drawn, only they may be such a card; 0: none went back.
    Field("drawn", "i1", (2,)),
)
WORK = Record(
    *work_fields(events=128, pool=160),
    Field("strength", "i2", (48,)),  # of the cards of the row looked at last
    Field("chosen", "i1", (KINDS,)),  # scratch: counts by card, left clean
    # Scratch: copies by card that an invented deck may still take, written anew each time.
    Field("left", "i1", (KINDS,)),
)
