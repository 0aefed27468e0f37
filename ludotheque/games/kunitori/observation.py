"""The observation of a seat of Kunitori!, as numbers: for programs that learn. Kernel land.

The parts are declared here, `observe` writes them. Seats are counted clockwise from the observing one. The cards that a
seat owns are public; their places are written as far as the observing seat knows them.
"""

from ludotheque.games.kunitori.declaration import DECLARATION, Decision
from ludotheque.games.kunitori.rules import owned
from ludotheque.games.kunitori.rules.war import attack_of, attack_total, defence_total, fighting
from ludotheque.games.kunitori.rules.zones import territory
from ludotheque.games.kunitori.state import (
    ACTIVE,
    AIMING,
    ALLIED,
    ATTACHING,
    DRAWING,
    FIGHTING,
    SEATS,
)
from ludotheque.games.kunitori.tables import FIGHTERS, GENERALS, KINDS, NAMES, TROOPS
from ludotheque.kernel import decisions, kernel
from ludotheque.kernel.observation import Observation, part

FEWEST = DECLARATION.players[0]
DECISIONS = len(DECLARATION.decisions)
PHASES = DRAWING + 1
_SEAT = (
    ("points", 1 / 20),
    ("cards in hand", 1 / 5),
    ("cards in the deck", 1 / 10),
    ("cards in the discard pile", 1 / 10),
    ("cards put back on the deck", 1 / 2),
    ("attack in the territory", 1 / 5),
    ("has gained a region", 1.0),
    ("has the turn", 1.0),
    ("began", 1.0),
)
SEAT = len(_SEAT)
_generals, _troops = NAMES[:GENERALS], NAMES[GENERALS:FIGHTERS]

OBSERVATION = Observation(
    part("players", (SEATS - FEWEST + 1,), "how many play", labels=[str(n) for n in range(FEWEST, SEATS + 1)]),
    part("options", (1,), "what the table chose", labels=[one.name for one in DECLARATION.options]),
    part("decision", (DECISIONS,), "what is asked now", labels=[one.name for one in DECLARATION.decisions]),
    part("mine", (1,), "1 if I owe the decision"),
    part("card", (KINDS,), "the card that the decision is about", labels=NAMES),
    part("seat", (SEATS,), "the seat that the decision is about, by seat"),
    part("number", (2,), "what a gain may cost; whether a general has an aim already", scale=(1 / 5, 1.0)),
    part("phase", (PHASES,), "the phase of the turn"),
    part("round", (1,), "the round", scale=1 / 20),
    part("means", (3,), "what the turn has left", scale=(1 / 2, 1 / 5, 1 / 2), labels=("actions", "money", "buys")),
    part("end", (2,), "the last turns have begun; how many of them are left", scale=(1.0, 1 / 3)),
    part("supply", (KINDS,), "cards in the supply; generals: in their pile", scale=1 / 10, labels=NAMES),
    part("general", (GENERALS,), "the general that lies open", labels=_generals),
    part("trash", (KINDS,), "trashed cards", scale=1 / 3, labels=NAMES),
    part("deck", (KINDS,), "the cards in my deck, in whatever order", scale=1 / 3, labels=NAMES),
    part("played", (KINDS,), "played this turn, from the hand", labels=NAMES),
    part("replayed", (KINDS,), "deployed earlier, played again this turn", labels=NAMES),
    part("kept", (KINDS,), "strategy cards that the active seat keeps", labels=NAMES),
    part("shown", (KINDS,), "cards laid open now", labels=NAMES),
    part("shower", (SEATS,), "whose they are, by seat"),
    part(
        "seats",
        (SEATS, SEAT),
        "how each seat stands",
        scale=[scale for _, scale in _SEAT],
        labels=[name for name, _ in _SEAT],
    ),
    part("owned", (SEATS, KINDS), "all cards of a seat, wherever they are", scale=1 / 5, labels=NAMES),
    part("hands", (SEATS, KINDS), "cards in hand that I know", scale=1 / 2, labels=NAMES),
    part("piles", (SEATS, KINDS), "cards in discard piles that I know", scale=1 / 3, labels=NAMES),
    part("deployed", (SEATS, KINDS), "cards that stay in the territories", scale=1 / 2, labels=NAMES),
    part("aims", (GENERALS, SEATS), "in a war: whom each general attacks, by seat"),
    part("attached", (TROOPS, GENERALS), "troops attached to each general", labels=_generals),
    part("foes", (SEATS,), "who is still to be fought, by seat"),
    part("defender", (SEATS,), "in a battle: who defends, by seat"),
    part("ally", (SEATS,), "who fights beside the attacker, by seat"),
    part("defence", (2,), "how the defender is helped", labels=("ambush", "reinforcements")),
    part("attackers", (FIGHTERS,), "fighters of the attacker", labels=(*_generals, *_troops)),
    part("allied", (FIGHTERS,), "fighters of the ally", labels=(*_generals, *_troops)),
    part("battle", (2,), "what both sides count", scale=1 / 10, labels=("attack", "against")),
    omitted={
        "table.seats.*.pile_top": "the known cards of a pile are there",
        "table.seats.*.put_back": "rare: which cards lie on a deck, in no order",
        "table.seats.*.top": "rare: my own cards on top of my deck, in order",
        "table.seats.*.bought": "what a seat owns is there",
        "table.seats.*.open": "what the others know of my hand; of theirs it is `hands`",
    },
)
At = OBSERVATION.at


@kernel
def observe(s, w, me, x):
    """Write what seat `me` may know into `x`, which is all 0."""
    asked = decisions.kind(s)
    x[At.PLAYERS + s.players - FEWEST] = 1
    x[At.OPTIONS] = s.one_target
    if asked != 0:
        x[At.DECISION + asked - 1] = 1
        x[At.MINE] = decisions.actors(s) >> me & 1
        observe_question(s, me, asked, x)
    x[At.PHASE + s.phase] = 1
    x[At.ROUND] = s.round
    x[At.MEANS] = s.actions
    x[At.MEANS + 1] = s.money
    x[At.MEANS + 2] = s.buys
    if s.cause != 0:
        x[At.END] = 1
        x[At.END + 1] = s.last
    if s.top_general > 0:
        x[At.GENERAL + s.top_general - 1] = 1
    shown = 0
    for k in range(KINDS):
        x[At.SUPPLY + k] = s.supply[k]
        x[At.TRASH + k] = s.trash[k]
        x[At.DECK + k] = s.deck[me, k]
        x[At.PLAYED + k] = s.fresh[k]
        x[At.REPLAYED + k] = s.again[k]
        x[At.KEPT + k] = s.kept[k]
        x[At.SHOWN + k] = s.shown[k]
        shown += s.shown[k]
    for i in range(s.tops[me]):
        x[At.DECK + s.top[me, i] - 1] += 1
    if shown > 0:
        x[At.SHOWER + (s.shower - me) % s.players] = 1
    for k in range(s.players):
        observe_seat(s, me, k, x)
    if s.phase == AIMING or s.phase == ATTACHING or s.phase == FIGHTING:
        observe_war(s, me, x)


@kernel
def observe_question(s, me, asked, x):
    """Write the card, seat or number that a decision is about."""
    a = decisions.a(s)
    if (
        asked == Decision.CHOOSE
        or asked == Decision.TRASH
        or asked == Decision.GIVE
        or asked == Decision.ATTACH
        or asked == Decision.PRIZE
        or asked == Decision.AIM
    ):
        x[At.CARD + a] = 1
    if asked == Decision.AGAINST or asked == Decision.CONSENT:
        x[At.SEAT + (a - me) % s.players] = 1
    elif asked == Decision.GAIN:
        x[At.NUMBER] = a
    elif asked == Decision.AIM:
        x[At.NUMBER + 1] = decisions.b(s) != 0


@kernel
def observe_seat(s, me, k, x):
    """Write the part of the seat `k` places to the left of `me`."""
    p = (me + k) % s.players
    at = At.SEATS + SEAT * k
    x[at] = s.points[p]
    x[at + 1] = s.hand_n[p]
    x[at + 2] = s.deck_n[p] + s.tops[p]
    x[at + 3] = s.pile_n[p]
    x[at + 4] = s.tops[p]
    attack = 0
    for j in range(FIGHTERS):
        attack += attack_of[j] * territory(s, p, j)
    x[at + 5] = attack
    x[at + 6] = s.regions >> p & 1
    x[at + 7] = s.turn == p
    x[at + 8] = s.first == p
    row = KINDS * k
    for j in range(KINDS):
        x[At.OWNED + row + j] = owned(s, p, j)
        x[At.HANDS + row + j] = s.hand[p, j] if k == 0 else s.open[p, j]
        x[At.PILES + row + j] = s.pile[p, j] if k == 0 else s.pile_open[p, j]
        x[At.DEPLOYED + row + j] = s.stand[p, j]


@kernel
def observe_war(s, me, x):
    """Write the attackers and targets; in a battle, its state."""
    for g in range(GENERALS):
        if s.aim[g] != 0:
            observe_mask(s, me, s.aim[g], At.AIMS + SEATS * g, x)
            for t in range(TROOPS):
                x[At.ATTACHED + GENERALS * t + g] = s.attached[t, g]
    observe_mask(s, me, s.foes, At.FOES, x)
    if s.phase != FIGHTING:
        return
    x[At.DEFENDER + (s.defender - me) % s.players] = 1
    if s.ally > 0:
        x[At.ALLY + (s.ally - 1 - me) % s.players] = 1
    if s.defence > 0:
        x[At.DEFENCE + s.defence - 1] = 1
    for k in range(FIGHTERS):
        x[At.ATTACKERS + k] = fighting(s, ACTIVE, k)
        x[At.ALLIED + k] = fighting(s, ALLIED, k)
    x[At.BATTLE] = attack_total(s)
    x[At.BATTLE + 1] = defence_total(s)


@kernel
def observe_mask(s, me, mask, at, x):
    """Write the seats of a mask, counted from `me`."""
    for p in range(s.players):
        x[at + (p - me) % s.players] = mask >> p & 1
