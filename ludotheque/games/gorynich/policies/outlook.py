"""The observation of the table between two rounds, from which the network judges the ends of plans. Kernel land.

It contains public information only, and nothing that depends on the viewer, so every head gets the same judgement. The
table is rotated and mirrored so that Gorynich is always in the same eighth of it: symmetric positions look the same.
Knights are ordered by their steps to the castle, heads by the order of the next round.
"""

from ludotheque.games.gorynich.boards import DIRECTIONS, HOME, RIVER, SIZE
from ludotheque.games.gorynich.components import FARTHEST, FEWEST, LEVELS, TILES
from ludotheque.games.gorynich.heuristic import apart, danger, hands_worth, par, value
from ludotheque.games.gorynich.rules.knights import after
from ludotheque.games.gorynich.state import FIRE, GORYNICH_DECK, KNIGHT_DECK, KNIGHTS, MANOEUVRE, ROAR, SEATS
from ludotheque.kernel import kernel, piles
from ludotheque.kernel.observation import Observation, part

MOST_STEPS = 5  # highest value of a knights' card
AHEAD = 4  # steps of a knight that are shown in advance
FAR = 20  # the largest distance shown: steps to the castle, squares from Gorynich
NEAR = 8
HALF = SIZE // 2
MOST = 9000  # the highest heuristic value shown
_STEP = ("rows", "columns", "apart", "wet", "in line", "home")
STEP = len(_STEP)
_HEAD = ("plays", *DIRECTIONS, "fire", "manoeuvre")
HEAD = len(_HEAD)

OUTLOOK = Observation(
    part("players", (SEATS - FEWEST + 1,), "how many play"),
    part("level", (len(LEVELS),), "the level", labels=LEVELS),
    part("round", (1,), "the round that is over", scale=1 / 20),
    part("tiles", (len(TILES),), "tiles in play", labels=TILES),
    part("anger", (1,), "whether the knights will march one step more"),
    part("marches", (MOST_STEPS,), "the knights' cards still to come, by value", scale=1 / 3),
    part("flights", (2 * FARTHEST + 1,), "Gorynich's cards still to come, by value", scale=1 / 2),
    part("place", (2, HALF), "Gorynich's row and column, as the table is turned"),
    part("flame", (3,), "whether there is a flame token, and how far from Gorynich", scale=(1.0, 1 / 4, 1 / 4)),
    part("heads", (SEATS, HEAD), "what each head holds, by direction", labels=_HEAD),
    part("hands", (HEAD,), "cards that all heads hold, then how many of each", scale=(1 / 16, *(1 / 4,) * (HEAD - 1))),
    part("knights", (KNIGHTS, 4), "knights: there, steps, company, steps to the flame", scale=(1.0, 1 / 8, 1.0, 1 / 2)),
    part(
        "ways",
        (KNIGHTS, AHEAD + 1, STEP),
        "where each knight is from Gorynich, now and after 1, 2, … steps",
        scale=(1 / 4, 1 / 4, 1 / 4, 1.0, 1.0, 1.0),
        labels=_STEP,
    ),
    part("steps", (FAR,), "knights by their steps to the castle"),
    part("near", (NEAR,), "knights by their distance after the next step"),
    part("count", (2,), "knights that came, and that burnt", scale=1 / 5),
    part("opinion", (4,), "the heuristic's: worth, cards, danger, par", scale=(1 / 1000, 1 / 300, 1 / 1000, 1 / 1000)),
)
At = OUTLOOK.at
NUMBERS = OUTLOOK.size
UPSIDE_DOWN, BACKWARDS, ASLANT = 1, 2, 4  # how the table is transformed: a sum of these


@kernel
def turned(square, how):
    """The place of a square after the transformation."""
    row = square // SIZE
    column = square % SIZE
    if how & UPSIDE_DOWN != 0:
        row = SIZE - 1 - row
    if how & BACKWARDS != 0:
        column = SIZE - 1 - column
    return column * SIZE + row if how & ASLANT != 0 else row * SIZE + column


@kernel
def way_turned(way, how):
    """The direction of `way` after the transformation."""
    if how & UPSIDE_DOWN != 0 and way % 2 == 0:
        way = 2 - way
    if how & BACKWARDS != 0 and way % 2 == 1:
        way = 4 - way
    return 3 - way if how & ASLANT != 0 else way


@kernel
def how_turned(square):
    """The transformation for Gorynich on `square`."""
    how = UPSIDE_DOWN * (square // SIZE >= HALF) + BACKWARDS * (square % SIZE >= HALF)
    there = turned(square, how)
    return how + ASLANT * (there // SIZE > there % SIZE)


@kernel
def blot_out(x):
    """Clear the observation."""
    for k in range(NUMBERS):
        x[k] = 0


@kernel
def write_outlook(s, w, x):
    """Write the observation of `s` between two rounds into `x`."""
    blot_out(x)
    how = how_turned(s.at)
    here = turned(s.at, how)
    x[At.PLAYERS + s.players - FEWEST] = 1
    x[At.LEVEL + s.level] = 1
    x[At.ROUND] = s.round
    for i in range(3):
        x[At.TILES + s.tile[i]] = 1
    x[At.ANGER] = s.turned >> ROAR & 1
    for i in range(s.count[KNIGHT_DECK]):
        x[At.MARCHES + piles.get(s, KNIGHT_DECK, i) - 1] += 1
    for i in range(s.count[GORYNICH_DECK]):
        x[At.FLIGHTS + FARTHEST + piles.get(s, GORYNICH_DECK, i)] += 1
    x[At.PLACE + here // SIZE] = 1
    x[At.PLACE + HALF + here % SIZE] = 1
    if s.flame >= 0:
        there = turned(s.flame, how)
        x[At.FLAME] = 1
        x[At.FLAME + 1] = there // SIZE - here // SIZE
        x[At.FLAME + 2] = there % SIZE - here % SIZE
    write_heads(s, x, how)
    write_knights(s, x, how, here)
    x[At.OPINION] = max(-MOST, min(MOST, value(s, w, 0)))
    x[At.OPINION + 1] = hands_worth(s)
    x[At.OPINION + 2] = danger(s)
    x[At.OPINION + 3] = par(s)


@kernel
def write_heads(s, x, how):
    """Write the hands of the heads, from the first of the next round on."""
    for k in range(s.players):
        hand = s.hand[(s.first + k) % s.players]
        at = At.HEADS + HEAD * k
        x[at] = 1
        for colour in range(FIRE):
            if hand >> colour & 1 == 1:
                x[at + 1 + way_turned(s.points[colour], how)] = 1
        x[at + 1 + FIRE] = hand >> FIRE & 1
        x[at + 1 + MANOEUVRE] = hand >> MANOEUVRE & 1
        for card in range(1, HEAD):
            x[At.HANDS + card] += x[at + card]
            x[At.HANDS] += x[at + card]


@kernel
def write_knights(s, x, how, here):
    """Write the knights, the nearest to the castle first; equals by number."""
    placed = 0
    for steps in range(FAR):
        for k in range(s.knights):
            square = s.knight[k]
            if square >= 0 and min(s.far[square], FAR - 1) == steps:
                write_knight(s, x, how, here, k, placed)
                placed += 1
                x[At.STEPS + steps] += 1
                x[At.NEAR + min(apart(s, square), NEAR - 1)] += 1
    x[At.COUNT] = s.knights
    x[At.COUNT + 1] = s.knights - placed


@kernel
def write_knight(s, x, how, here, k, place):
    """Write knight `k` at this place of the list."""
    at = At.KNIGHTS + 4 * place
    x[at] = 1
    x[at + 1] = s.far[s.knight[k]]
    for other in range(s.knights):
        x[at + 2] += other != k and s.knight[other] == s.knight[k]
    square = s.knight[k]
    for n in range(AHEAD + 1):
        if n > 0 and s.lane[square] != HOME:
            square = after(s, square)
            if square == s.flame and x[at + 3] == 0:
                x[at + 3] = n
        there = turned(square, how)
        row = there // SIZE - here // SIZE
        column = there % SIZE - here % SIZE
        step = At.WAYS + STEP * ((AHEAD + 1) * place + n)
        x[step] = row
        x[step + 1] = column
        x[step + 2] = abs(row) + abs(column)
        x[step + 3] = s.lane[square] & RIVER != 0
        x[step + 4] = row == 0 or column == 0
        x[step + 5] = s.lane[square] == HOME
