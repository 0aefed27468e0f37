"""The observation of a seat of Lampions, as numbers: for programs that learn. Kernel land.

The parts are declared here, `observe` writes them. Seats are counted clockwise from the observing one. Only known cards
are read: a slot of a hand counts only if its mask says that the seat knows it.
"""

from ludotheque.games.lampions.components import COPIES, NAMES, WISHES
from ludotheque.games.lampions.declaration import DECLARATION, Decision
from ludotheque.games.lampions.state import ASHES, BOX, DECK, HAND, KINDS, LIT, SEATS
from ludotheque.kernel import decisions, kernel, piles
from ludotheque.kernel.observation import Observation, part

FEWEST = DECLARATION.players[0]
DECISIONS = len(DECLARATION.decisions)

OBSERVATION = Observation(
    part("players", (SEATS - FEWEST + 1,), "how many play", labels=[str(n) for n in range(FEWEST, SEATS + 1)]),
    part("decision", (DECISIONS,), "what is asked now", labels=[one.name for one in DECLARATION.decisions]),
    part("mine", (1,), "1 if I owe the decision"),
    part("rounds", (2,), "the current round, and how many are played", scale=1 / 6, labels=("round", "rounds")),
    part("first", (SEATS,), "who carries out the first card this round, by seat"),
    part("deck", (1,), "cards left in the deck", scale=1 / sum(COPIES)),
    part("hands", (SEATS,), "cards in hand, by seat", scale=1 / 4),
    part("known", (SEATS, KINDS), "those of them that I know, by seat and kind", scale=1 / 2, labels=NAMES),
    part("lit", (SEATS, KINDS), "lit lamps, by seat and kind", scale=1 / 3, labels=NAMES),
    part("newest", (SEATS, KINDS), "the newest lit lamp, the first to go out, by seat", labels=NAMES),
    part("ashes", (SEATS, KINDS), "what has burnt down, by seat and kind", scale=1 / 3, labels=NAMES),
    part("box", (KINDS,), "what has left the game, by kind", scale=1 / 3, labels=NAMES),
    part("wish", (SEATS, len(WISHES)), "the wish of a seat, as far as I know it", labels=WISHES),
    part("chosen", (SEATS, KINDS), "the card a seat has chosen, once it lies open; my own at once", labels=NAMES),
    part("lamp", (KINDS,), "the lamp that may be sent back now", labels=NAMES),
    part("owner", (SEATS,), "whose lamp that is, by seat"),
    unordered=("table.box", "table.seats.*.lit", "table.seats.*.ashes"),
)
At = OBSERVATION.at


@kernel
def observe(s, w, me, x):
    """Write what seat `me` may know into `x`, which is all 0."""
    asked = decisions.kind(s)
    x[At.PLAYERS + s.players - FEWEST] = 1
    if asked != 0:
        x[At.DECISION + asked - 1] = 1
    x[At.MINE] = decisions.actors(s) >> me & 1
    x[At.ROUNDS] = s.round
    x[At.ROUNDS + 1] = s.rounds
    x[At.FIRST + (s.first - me) % s.players] = 1
    x[At.DECK] = s.count[DECK]
    for i in range(s.count[BOX]):
        x[At.BOX + piles.get(s, BOX, i)] += 1
    for k in range(s.players):
        observe_seat(s, me, k, asked, x)
    if asked == Decision.REACT:
        x[At.LAMP + decisions.b(s)] = 1
        x[At.OWNER + (decisions.a(s) - me) % s.players] = 1


@kernel
def observe_seat(s, me, k, asked, x):
    """Write the part of the seat `k` places to the left of `me`."""
    p = (me + k) % s.players
    row = KINDS * k
    x[At.HANDS + k] = s.count[HAND + p]
    for i in range(s.count[HAND + p]):
        if piles.mask_of(s, HAND + p, i) >> me & 1 == 1:
            x[At.KNOWN + row + piles.get(s, HAND + p, i)] += 1
    lamps = s.count[LIT + p]
    for i in range(lamps):
        x[At.LIT + row + piles.get(s, LIT + p, i)] += 1
    if lamps > 0:
        x[At.NEWEST + row + piles.get(s, LIT + p, lamps - 1)] = 1
    for i in range(s.count[ASHES + p]):
        x[At.ASHES + row + piles.get(s, ASHES + p, i)] += 1
    if s.wish[p] > 0 and (k == 0 or s.over > 0):
        x[At.WISH + len(WISHES) * k + s.wish[p] - 1] = 1
    if s.choice[p] > 0 and (k == 0 or asked != Decision.CHOOSE):
        x[At.CHOSEN + row + s.choice[p] - 1] = 1
