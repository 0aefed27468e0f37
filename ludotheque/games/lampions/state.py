"""The state of a Lampions match: zones, the state record and the workspace."""

from __future__ import annotations

from ludotheque.games.lampions.components import COPIES, NAMES
from ludotheque.games.lampions.declaration import DECLARATION
from ludotheque.kernel.declare import Piles, state_fields, work_fields
from ludotheque.kernel.record import Field, Record

SEATS = DECLARATION.players[1]
KINDS = len(NAMES)
CARDS = sum(COPIES)
SPARK, CANDLE, LANTERN, MOTH, GUST, TINDER = range(KINDS)

# Zones: for each seat a hand, a row of lit lamps and a heap of ashes; a deck; the box for cards removed from the game.
HAND, LIT, ASHES, DECK, BOX = 0, SEATS, 2 * SEATS, 3 * SEATS, 3 * SEATS + 1
PILES = Piles((12,) * SEATS + (CARDS,) * SEATS + (CARDS,) * SEATS + (CARDS, CARDS))

STATE = Record(
    *state_fields(DECLARATION.stream_count, depth=2),
    *PILES.fields("i1"),
    Field("rounds", "i1"),  # option: how many rounds
    Field("round", "i1"),  # the current one, from 1
    Field("first", "i1"),  # the seat that carries out the first card this round
    Field("turn", "i1"),  # how many seats have begun to carry out their card
    Field("choice", "i1", (SEATS,)),  # kind + 1 while it lies face down, 0 otherwise
    Field("wish", "i1", (SEATS,)),  # 1 + kind of lamp; known to its seat alone until the end
    Field("over", "i1"),  # how the match ended, 0 while it lasts
)
WORK = Record(*work_fields(events=64, pool=CARDS))
