"""The state of a Gwynt match: zones, the state record and the workspace.

A card in a hand, deck or pile is its number. On a row the number also encodes the player and, for agile units, the
order of placing: `card + 256 * player + 512 * order` (`rules/strength.py` decodes it).
"""

from __future__ import annotations

from ludotheque.games.gwynt.declaration import DECLARATION
from ludotheque.games.gwynt.tables import KINDS
from ludotheque.kernel.declare import Piles, state_fields, work_fields
from ludotheque.kernel.record import Field, Record

# Zones: `+ seat`, for rows `+ 3 * seat + row`.
HAND, DECK, PILE, ROW, WEATHER_ZONE = 0, 2, 4, 6, 12
ROW_CAPACITY = (48, 36, 20)  # a full collection on one side, with the other side's spies, needs less
PILES = Piles((72, 72, 72, 72, 76, 76, *ROW_CAPACITY, *ROW_CAPACITY, 4))
CLOSE, RANGED, SIEGE, AGILE = 0, 1, 2, 3

# The source of a card that is being placed (context of Decision.ROW).
FROM_HAND, FROM_PILE = 0, 1

# The source of a discarded card (argument of Event.DISCARDED).
OUT_OF_HAND, OUT_OF_DECK, AFTER_USE, VANISHED = 0, 1, 2, 3

# In the field `seen`: one card of a kind that was shuffled back.
BACK = 8

# Horn slots.
NO_HORN, CARD_HORN, LEADER_HORN = 0, 1, 2

STATE = Record(
    *state_fields(DECLARATION.stream_count, depth=3),
    *PILES.fields("i2"),
    # Options of the table and the seats.
    Field("expansions", "i1"),
    Field("skellige", "i1"),
    Field("redraw_discards", "i1"),  # option redraw
    Field("muster_hand", "i1"),  # option muster_from
    Field("discard_owner", "i1"),
    Field("horn_unit_spares_itself", "i1"),
    Field("medic_may_decline", "i1"),
    Field("monsters_spare_heroes", "i1"),
    Field("fetch_lowest", "i1"),
    Field("faction", "i1", (2,)),
    Field("leader", "i1", (2,)),
    Field("deck_name", "i1", (2,)),  # 1 + number of the ready-made deck, 0 for a deck of one's own
    # Leaders.
    Field("leader_used", "i1", (2,)),
    Field("leader_off", "i1", (2,)),  # switched off by the White Flame
    # The round.
    Field("round", "i1"),  # 0 until the redraw is done
    Field("turn", "i1"),  # whose turn it is
    Field("passed", "i1", (2,)),
    Field("last_to_pass", "i1"),
    Field("horn", "i1", (6,)),
    Field("mardroeme", "i1", (6,)),  # the slot of the special card
    Field("order", "i1"),  # the order of placing, counted if a leader needs it
    # The match.
    Field("gems", "i1", (2,)),
    Field("swaps", "i1", (2,)),
    Field("totals", "i2", (6,)),  # of past rounds: 2 * round + seat
    Field("over", "i1"),
    Field("cards", "i2"),  # the number of cards in both decks, for an invariant
    # What everybody can infer about the hidden cards of a seat (rules/knowledge.py).
    Field("seen", "i1", (2 * KINDS,)),  # cards seen, + BACK for each that is known to be shuffled back
    Field("absent", "i4", (2,)),  # bits of families that a muster showed to be no longer in the deck
    Field("old", "i1", (2,)),  # hidden cards in hand at that time: only these can belong to such a family
    # 1 + cards drawn since cards were shuffled back: only these can be such cards; 0 if none were.
    Field("drawn", "i1", (2,)),
)
WORK = Record(
    *work_fields(events=128, pool=160),
    Field("strength", "i2", (48,)),  # of the cards of the row measured last
    Field("chosen", "i1", (KINDS,)),  # scratch: counts by card, cleared after use
    # Scratch: copies of each card that an invented deck may still take.
    Field("left", "i1", (KINDS,)),
)
