"""The observation of a head of Gorynich, as numbers: for programs that learn. Kernel land.

The parts are declared here, `observe` writes them. Heads are counted from the observing one, in turn order. Only the
order of the movement decks and the others' choices are hidden.
"""

from ludotheque.games.gorynich.boards import ARROWS, COLOURS, DIRECTIONS, HOME, RIVER, SIZE, SQUARES, START, WAYS
from ludotheque.games.gorynich.components import CARDS, FARTHEST, FEWEST, LEVELS, TILES
from ludotheque.games.gorynich.declaration import DECLARATION, Decision
from ludotheque.games.gorynich.state import GUST, KNIGHT_DECK, KNIGHTS, PASSES, SEATS
from ludotheque.kernel import decisions, kernel, piles
from ludotheque.kernel.observation import Observation, part

DECISIONS = len(DECLARATION.decisions)
HAND = len(CARDS)
_PLANES = (
    *(f"lane {arrow}" for arrow in ARROWS),
    *("castle", "river", "start", "steps to the castle", "knights", "knights pointed at", "Gorynich", "flame"),
)
PLANES = len(_PLANES)
CASTLE_PLANE, RIVER_PLANE, START_PLANE, FAR_PLANE = (len(ARROWS) + k for k in range(4))
KNIGHT_PLANE, POINTED_PLANE, GORYNICH_PLANE, FLAME_PLANE = (len(ARROWS) + k for k in range(4, 8))
_KNIGHT = ("there", "row", "column", "steps", "wet", "pointed at", "start row", "start column")
KNIGHT = len(_KNIGHT)
_SEAT = ("passed", "waits face down", "has the first token", "carries out")
SEAT = len(_SEAT)
MOST_STEPS = 5  # highest value of a knights' card
MARCHES, FLIGHTS = MOST_STEPS, 2 * FARTHEST + 1
_flights = [str(number) for number in range(-FARTHEST, FARTHEST + 1)]
_marches = [str(number) for number in range(1, MOST_STEPS + 1)]

OBSERVATION = Observation(
    part(
        "board",
        (SIZE, SIZE, PLANES),
        "the table, square by square, as planes",
        scale=[1 / 10 if name == "steps to the castle" else 1.0 for name in _PLANES],
        labels=_PLANES,
    ),
    part("players", (SEATS - FEWEST + 1,), "how many play", labels=[str(n) for n in range(FEWEST, SEATS + 1)]),
    part("level", (len(LEVELS),), "the level", labels=LEVELS),
    part("options", (2,), "what else the table chose", labels=("fixed_colours", "speech")),
    part("decision", (DECISIONS,), "what is asked now", labels=[one.name for one in DECLARATION.decisions]),
    part("mine", (1,), "1 if I owe the decision"),
    part("way", (len(WAYS),), "where I am about to fly", labels=WAYS),
    part("round", (1,), "the round", scale=1 / 20),
    part("march", (1,), "the knights' card of this round", scale=1 / 3),
    part("flight", (1,), "Gorynich's card of this round, as it counts now", scale=1 / 3),
    part("colours", (len(COLOURS), len(DIRECTIONS)), "where each colour flies", labels=DIRECTIONS),
    part(
        "knights",
        (KNIGHTS, KNIGHT),
        "the knights by number",
        scale=(1.0, 1 / 10, 1 / 10, 1 / 10, 1.0, 1.0, 1 / 10, 1 / 10),
        labels=_KNIGHT,
    ),
    part("count", (2,), "knights that came, and that burnt", scale=1 / 10, labels=("came", "burnt")),
    part("marches", (2, MARCHES), "the knights' cards, still to come and turned over", labels=_marches),
    part("flights", (2, FLIGHTS), "Gorynich's cards, still to come and turned over", labels=_flights),
    part("tiles", (2, len(TILES)), "tiles in play, and those turned to the knights' side", labels=TILES),
    part("talk", (2,), "speech tokens left; whether talk is open", scale=(1 / 4, 1.0)),
    part("using", (len(TILES),), "the tile whose Gorynich side is being carried out", labels=TILES),
    part("nets", (1,), "whether the next arrow flies one square"),
    part("hands", (SEATS, HAND), "cards in hand, by head", labels=CARDS),
    part("seats", (SEATS, SEAT), "how each head stands", labels=_SEAT),
    part("chosen", (SEATS, HAND + 1), "what a head has chosen: my own, all at the end", labels=(*CARDS, "pass")),
    part("dropped", (HAND,), "the card that I discard for a counter", labels=CARDS),
    part("speech_after_reveal", (1,), "1 if talk comes after the movement cards are turned up"),
    omitted={
        "options.order": "the table shows it",
        "options.rivers": "the table shows it",
        "options.tiles": "the tiles show it",
        "table.boards": "the squares are there",
    },
    unordered=("table.decks.*.turned",),
)
At = OBSERVATION.at


@kernel
def observe(s, w, me, x):
    """Write what seat `me` may know into `x`, which is all 0."""
    asked = decisions.kind(s)
    for square in range(SQUARES):
        observe_square(s.lane[square], s.far[square], At.BOARD + PLANES * square, x)
    if s.at >= 0:
        x[At.BOARD + PLANES * s.at + GORYNICH_PLANE] = 1
    if s.flame >= 0:
        x[At.BOARD + PLANES * s.flame + FLAME_PLANE] = 1
    observe_knights(s, x)
    x[At.PLAYERS + s.players - FEWEST] = 1
    x[At.LEVEL + s.level] = 1
    x[At.OPTIONS] = s.fixed_colours
    x[At.OPTIONS + 1] = s.speech
    if asked != 0:
        x[At.DECISION + asked - 1] = 1
        x[At.MINE] = decisions.actors(s) >> me & 1
        if asked == Decision.FLY:
            x[At.WAY + decisions.a(s)] = 1
    x[At.ROUND] = s.round
    if s.round > 0:
        x[At.MARCH] = s.march
        x[At.FLIGHT] = -s.flight if s.turned >> GUST & 1 == 1 else s.flight
    for colour in range(len(COLOURS)):
        x[At.COLOURS + len(DIRECTIONS) * colour + s.points[colour]] = 1
    for turned in range(2):
        observe_cards(s, KNIGHT_DECK + 2 * turned, At.MARCHES + MARCHES * turned - 1, x)
        observe_cards(s, KNIGHT_DECK + 2 * turned + 1, At.FLIGHTS + FLIGHTS * turned + FARTHEST, x)
    for i in range(3):
        x[At.TILES + s.tile[i]] = 1
    for tile in range(len(TILES)):
        x[At.TILES + len(TILES) + tile] = s.turned >> tile & 1
    x[At.TALK] = s.tokens
    if s.spoke != 0:
        if s.speech_after_reveal == 1:
            x[At.TALK + 1] = asked == Decision.POINT or asked == Decision.CHOOSE
        else:
            x[At.TALK + 1] = asked == Decision.SPEAK
    x[At.SPEECH_AFTER_REVEAL] = s.speech_after_reveal
    if s.using > 0:
        x[At.USING + s.using - 1] = 1
    x[At.NETS] = s.nets
    for k in range(s.players):
        observe_seat(s, me, k, asked, x)
    if s.drop[me] > 0:
        x[At.DROPPED + s.drop[me] - 1] = 1


@kernel
def observe_square(code, far, at, x):
    """Write the content of a square."""
    if code == HOME:
        x[at + CASTLE_PLANE] = 1
    elif code & 7 > 0:
        x[at + (code & 7) - 1] = 1
    x[at + RIVER_PLANE] = code & RIVER > 0
    x[at + START_PLANE] = code & START > 0
    x[at + FAR_PLANE] = far


@kernel
def observe_knights(s, x):
    """Write the knights, on the board and by number."""
    alive = 0
    for k in range(KNIGHTS):
        here = s.knight[k]
        if here < 0 or k >= s.knights:
            continue
        alive += 1
        pointed = s.pointed >> k & 1
        x[At.BOARD + PLANES * here + KNIGHT_PLANE] += 1
        x[At.BOARD + PLANES * here + POINTED_PLANE] += pointed
        at = At.KNIGHTS + KNIGHT * k
        x[at] = 1
        x[at + 1] = here // SIZE
        x[at + 2] = here % SIZE
        x[at + 3] = s.far[here]
        x[at + 4] = s.lane[here] & RIVER > 0
        x[at + 5] = pointed
        x[at + 6] = s.start[k] // SIZE
        x[at + 7] = s.start[k] % SIZE
    x[At.COUNT] = s.knights
    x[At.COUNT + 1] = s.knights - alive


@kernel
def observe_cards(s, z, at, x):
    """Write the cards of a movement deck, or those turned over from it, by value."""
    for i in range(s.count[z]):
        x[at + piles.get(s, z, i)] += 1


@kernel
def observe_seat(s, me, k, asked, x):
    """Write the part of the head `k` places after `me`."""
    p = (me + k) % s.players
    for card in range(HAND):
        x[At.HANDS + HAND * k + card] = s.hand[p] >> card & 1
    choice = s.choice[p]
    face_down = choice > 0 and choice <= PASSES
    at = At.SEATS + SEAT * k
    x[at] = choice == PASSES + 1 and asked != Decision.CHOOSE
    x[at + 1] = face_down and asked != Decision.CHOOSE
    x[at + 2] = s.first == p
    x[at + 3] = s.turn > 0 and s.over == 0 and (s.first + s.turn - 1) % s.players == p
    if choice > 0 and (k == 0 or (s.over > 0 and face_down)):
        x[At.CHOSEN + (HAND + 1) * k + choice - 1] = 1
