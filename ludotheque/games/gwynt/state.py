"""What a match of Gwynt consists of: zones, the state record, the workspace, and the numbers that rules use.

A card in a hand, deck or pile is its number. A card on a row also says who played it and, for agile units, when:
`card + 256 * player + 512 * order` (see `strength.py`, which takes such codes apart).
"""

from __future__ import annotations

from ludotheque.games.gwynt.tables import KINDS
from ludotheque.kernel.declare import Piles, state_fields, work_fields
from ludotheque.kernel.record import Field, Record

# Zones: `+ seat`, for rows `+ 3 * seat + row`.
HAND, DECK, PILE, ROW, WEATHER_ZONE = 0, 2, 4, 6, 12
ROW_CAPACITY = (48, 36, 20)  # a full collection on one side, with the other side's spies, stays below
PILES = Piles((72, 72, 72, 72, 76, 76, *ROW_CAPACITY, *ROW_CAPACITY, 4))
CLOSE, RANGED, SIEGE, AGILE = 0, 1, 2, 3

# Streams of the generator.
COIN, SHUFFLE, CHANCE, REDEAL, BOTS, STREAMS = 0, 1, 3, 4, 5, 6  # SHUFFLE + seat

# Decisions (numbered from 1, as in FACTS.decisions).
FIRST, REDRAW, TURN, CHOOSE_ROW, CHOOSE_TARGET, CHOOSE_REVIVED, CHOOSE_DISCARD, CHOOSE_FETCHED, CHOOSE_TAKEN = range(
    1, 10
)

# Actions. The blocks at the end hold one action for every card.
PASS, LEADER, KEEP, DECLINE, RANDOM = 0, 1, 2, 3, 4
BEGIN = 5  # + seat who starts
ON_ROW = 7  # + row
PLAY = 10
SWAP = PLAY + KINDS
REVIVE = SWAP + KINDS
DISCARD = REVIVE + KINDS
FETCH = DISCARD + KINDS  # from the own deck
TAKE = FETCH + KINDS  # from a discard pile into the hand
TARGET = TAKE + KINDS  # + row * KINDS: the unit that a decoy replaces
ACTIONS = TARGET + 3 * KINDS

# Refusals (numbered from 1, as in FACTS.refusals).
REFUSALS = (
    ("GWY-08", "wrong_decision"),
    ("GWY-08", "not_in_hand"),
    ("GWY-29", "decoy_without_target"),
    ("GWY-27", "horns_everywhere"),
    ("GWY-26", "mardroemes_everywhere"),
    ("GWY-36", "leader_used"),
    ("GWY-36", "leader_passive"),
    ("GWY-37", "leader_off"),
    ("GWY-36", "leader_no_weather_in_deck"),
    ("GWY-36", "leader_no_weather"),
    ("GWY-36", "leader_horn_taken"),
    ("GWY-36", "leader_row_weak"),
    ("GWY-36", "leader_hand_empty"),
    ("GWY-36", "leader_pile_without_unit"),
    ("GWY-36", "leader_few_cards"),
    ("GWY-36", "leader_no_gain"),
    ("GWY-36", "leader_piles_empty"),
    ("GWY-20", "agile_row"),
    ("GWY-27", "horn_taken"),
    ("GWY-26", "mardroeme_taken"),
    ("GWY-29", "not_on_row"),
    ("GWY-16", "hero"),
    ("GWY-29", "decoy_on_decoy"),
    ("GWY-21", "not_in_pile"),
    ("GWY-21", "not_a_unit"),
    ("GWY-36", "revived_at_random"),
    ("GWY-21", "revived_by_choice"),
    ("GWY-36", "not_in_deck"),
    ("GWY-36", "not_weather"),
    ("GWY-36", "not_there_to_take"),
)
_NUMBER = {name: 1 + n for n, (_, name) in enumerate(REFUSALS)}
WRONG_DECISION = _NUMBER["wrong_decision"]
NOT_IN_HAND = _NUMBER["not_in_hand"]
DECOY_WITHOUT_TARGET = _NUMBER["decoy_without_target"]
HORNS_EVERYWHERE = _NUMBER["horns_everywhere"]
MARDROEMES_EVERYWHERE = _NUMBER["mardroemes_everywhere"]
LEADER_USED = _NUMBER["leader_used"]
LEADER_PASSIVE = _NUMBER["leader_passive"]
LEADER_OFF = _NUMBER["leader_off"]
LEADER_NO_WEATHER_IN_DECK = _NUMBER["leader_no_weather_in_deck"]
LEADER_NO_WEATHER = _NUMBER["leader_no_weather"]
LEADER_HORN_TAKEN = _NUMBER["leader_horn_taken"]
LEADER_ROW_WEAK = _NUMBER["leader_row_weak"]
LEADER_HAND_EMPTY = _NUMBER["leader_hand_empty"]
LEADER_PILE_WITHOUT_UNIT = _NUMBER["leader_pile_without_unit"]
LEADER_FEW_CARDS = _NUMBER["leader_few_cards"]
LEADER_NO_GAIN = _NUMBER["leader_no_gain"]
LEADER_PILES_EMPTY = _NUMBER["leader_piles_empty"]
AGILE_ROW = _NUMBER["agile_row"]
HORN_TAKEN = _NUMBER["horn_taken"]
MARDROEME_TAKEN = _NUMBER["mardroeme_taken"]
NOT_ON_ROW = _NUMBER["not_on_row"]
IS_HERO = _NUMBER["hero"]
DECOY_ON_DECOY = _NUMBER["decoy_on_decoy"]
NOT_IN_PILE = _NUMBER["not_in_pile"]
NOT_A_UNIT = _NUMBER["not_a_unit"]
REVIVED_AT_RANDOM = _NUMBER["revived_at_random"]
REVIVED_BY_CHOICE = _NUMBER["revived_by_choice"]
NOT_IN_DECK = _NUMBER["not_in_deck"]
NOT_WEATHER = _NUMBER["not_weather"]
NOT_THERE_TO_TAKE = _NUMBER["not_there_to_take"]

# Where a card that is being placed came from (context of CHOOSE_ROW).
FROM_HAND, FROM_PILE = 0, 1

# Where a discarded card came from (argument of DISCARDED).
OUT_OF_HAND, OUT_OF_DECK, AFTER_USE, VANISHED = 0, 1, 2, 3

# Horn slots.
NO_HORN, CARD_HORN, LEADER_HORN = 0, 1, 2

# Events (numbered from 1, as in FACTS.events).
(
    LEADERS_SHOWN,
    LEADER_SWITCHED_OFF,
    STARTS,
    DEALT,
    SWAPPED,
    REDREW,
    ROUND_BEGINS,
    PLAYED,
    PLACED,
    MUSTERED,
    DREW,
    REVIVED,
    FELL,
    FLIPPED,
    CREATED,
    SCORCHED,
    RETURNED,
    HORN_SOUNDED,
    MARDROEME_LAID,
    WEATHER_CAME,
    WEATHER_WASTED,
    WEATHER_CLEARED,
    LEADER_ACTED,
    DISCARDED,
    FETCHED,
    WEATHER_FETCHED,
    TAKEN,
    PEEKED,
    MOVED,
    PILES_SHUFFLED,
    PASSED,
    ROUND_ENDS,
    TIE_BROKEN,
    LOST_GEM,
    KEPT,
    SWEPT,
    CAME_BACK,
    MATCH_WON,
    MATCH_DRAWN,
) = range(1, 40)

STATE = Record(
    *state_fields(STREAMS, depth=3),
    *PILES.fields("i2"),
    # What table and seats chose.
    Field("expansions", "i1"),
    Field("skellige", "i1"),
    Field("redraw_discards", "i1"),
    Field("muster_hand", "i1"),
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
    # What everybody can tell of the hidden cards of a seat (see knowledge.py).
    Field("seen", "i1", (2 * KINDS,)),  # + 8 × how many are known to have gone back among them
    Field("absent", "i4", (2,)),  # bits of families that muster showed to be no longer in the deck
    Field("old", "i1", (2,)),  # hidden cards in hand when that was shown last: only they may belong to such a family
    Field(
        "drawn", "i1", (2,)
    ),  # since cards went back: 1 + cards drawn, only they may be such a card; 0: none went back
)
WORK = Record(
    *work_fields(events=128, pool=160),
    Field("strength", "i2", (48,)),  # of the cards of the row looked at last
    Field("chosen", "i1", (KINDS,)),  # scratch: counts by card, left clean
    Field(
        "left", "i1", (KINDS,)
    ),  # scratch: copies by card that an invented deck may still take, written anew each time
)
