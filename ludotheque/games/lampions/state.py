"""What a match of Lampions consists of: zones, the state record, the workspace, and the numbers that rules use.

Plain declarations, imported in the ordinary way. `rules.py` takes its constants from here.
"""

from __future__ import annotations

from ludotheque.games.lampions.cards import COPIES, NAMES
from ludotheque.kernel.declare import Piles, state_fields, work_fields
from ludotheque.kernel.record import Field, Record

SEATS = 5
KINDS = len(NAMES)
CARDS = sum(COPIES)
SPARK, CANDLE, LANTERN, MOTH, GUST, TINDER = range(KINDS)

# Zones: one hand, one row of lit lamps and one heap of ashes a seat; a deck; the box for what left the game.
HAND, LIT, ASHES, DECK, BOX = 0, SEATS, 2 * SEATS, 3 * SEATS, 3 * SEATS + 1
PILES = Piles((12,) * SEATS + (CARDS,) * SEATS + (CARDS,) * SEATS + (CARDS, CARDS))

# Streams of the generator: one a purpose, and one a seat where seats could disturb each other; the last is for bots.
DEAL, DICE, REDEAL, BOTS, STREAMS = 0, 1, 2, 3, 4

# Decisions (numbered from 1, as in FACTS.decisions).
CHOOSE, REACT, RELIGHT, BLOW = 1, 2, 3, 4

# Actions: one number each, dense, disjoint between the kinds of decision.
PLAY = 0  # + kind: the card I lay face down
LET, SWAT = KINDS, KINDS + 1  # let the lamp be lit, or send a moth
REKINDLE = KINDS + 2  # + kind: the card I take from my ashes
DECLINE = REKINDLE + KINDS
PUFF = DECLINE + 1  # + seat: whose newest lamp goes out
ACTIONS = PUFF + SEATS

# Refusals (numbered from 1, as in FACTS.refusals).
WRONG_DECISION, NOT_IN_HAND, NO_MOTH, NOT_IN_ASHES, NOT_REKINDLED, NO_LAMP_THERE, OWN_LAMP = range(1, 8)

# Events (numbered from 1, as in FACTS.events).
DEALT, REVEALED, LIT_UP, SENT_BACK, BURNT, SPENT, ROLLED, WENT_OUT, REKINDLED, DREW, ROUND, WISHED = range(1, 13)

STATE = Record(
    *state_fields(STREAMS, depth=2),
    *PILES.fields("i1"),
    Field("rounds", "i1"),  # option: how many rounds
    Field("round", "i1"),  # the current one, from 1
    Field("first", "i1"),  # who carries out the first card this round
    Field("turn", "i1"),  # how many have begun to carry out theirs
    Field("choice", "i1", (SEATS,)),  # kind + 1 while it lies face down, 0 otherwise
    Field("wish", "i1", (SEATS,)),  # 1 + kind of lamp; known to its seat alone until the end
    Field("over", "i1"),
)
WORK = Record(*work_fields(events=64, pool=CARDS))
