"""The observation of a seat of Gwynt, as numbers: for programs that learn. Kernel land.

The parts are declared here; `observe` writes them, the own side first. Of hands only the slots that the seat knows are
read; of its own deck the content, never the order.
"""

from ludotheque.games.gwynt.components import FACTIONS, ROWS
from ludotheque.games.gwynt.declaration import DECLARATION, Decision
from ludotheque.games.gwynt.rules.strength import ability_of, card_of, is_target, measure, on_row, row_zone, weather_on
from ludotheque.games.gwynt.state import DECK, HAND, LEADER_HORN, NO_HORN, PILE, WEATHER_ZONE
from ludotheque.games.gwynt.tables import CARD_NAMES, KINDS, LEADER_ACTIVE, LEADER_NAMES, Ability
from ludotheque.kernel import decisions, kernel, piles, table
from ludotheque.kernel.observation import Observation, part

SIDES = ("mine", "theirs")
LEADERS = len(LEADER_NAMES)
DECISIONS = len(DECLARATION.decisions)
_ROW = (
    ("total", 1 / 20),
    ("units that can be touched", 1 / 4),
    ("their strength", 1 / 20),
    ("the strongest of them", 1 / 10),
    ("cards", 1 / 4),
    ("horn: card", 1.0),
    ("horn: leader", 1.0),
    ("mardroeme", 1.0),
    ("weather", 1.0),
)
ROW_WIDE = len(_ROW)
_SIDE = (
    ("gems", 1 / 2),
    ("passed", 1.0),
    ("total", 1 / 40),
    ("cards in hand", 1 / 10),
    ("cards in the deck", 1 / 15),
    ("cards in the pile", 1 / 15),
    ("leader acts", 1.0),
    ("leader used", 1.0),
    ("leader switched off", 1.0),
    ("cards swapped", 1 / 2),
    *((f"faction {faction}", 1.0) for faction in FACTIONS),
)
SIDE = len(_SIDE)
WEATHERS = ("frost", "fog", "rain", "storm")

OPTIONS = [option.name for option in DECLARATION.options]
FIRST_OPTIONS = 5  # the options of rules version 1; later ones are at the end, so that older networks can still be used

OBSERVATION = Observation(
    part("options", (FIRST_OPTIONS,), "what the table chose", labels=OPTIONS[:FIRST_OPTIONS]),
    part("decision", (DECISIONS,), "what is asked now", labels=[one.name for one in DECLARATION.decisions]),
    part("mine", (1,), "1 if I owe the decision"),
    part("turn", (1,), "1 if it is my turn"),
    part(
        "question",
        (3,),
        "more on what is asked",
        scale=(1 / 2, 1.0, 1.0),
        labels=("cards to discard", "only weather may be fetched", "from the own pile"),
    ),
    part("round", (4,), "the round; 0 while cards are swapped", labels=("0", "1", "2", "3")),
    part("rounds", (3, 2), "what the sides counted in the rounds that are over", scale=1 / 40, labels=SIDES),
    part(
        "sides",
        (2, SIDE),
        "how the sides stand",
        scale=[scale for _, scale in _SIDE],
        labels=[name for name, _ in _SIDE],
    ),
    part(
        "rows",
        (2, len(ROWS), ROW_WIDE),
        "what the rows of both sides count, and what lies beside and over them",
        scale=[scale for _, scale in _ROW],
        labels=[name for name, _ in _ROW],
    ),
    part("weather", (len(WEATHERS) + 1,), "weather cards that lie open, by sort and in all", labels=(*WEATHERS, "all")),
    part("leaders", (2, LEADERS), "the leaders of both sides", labels=LEADER_NAMES),
    part("playing", (KINDS,), "the card that waits for a row or a target", labels=CARD_NAMES),
    part("hands", (2, KINDS), "the cards in both hands that I know", labels=CARD_NAMES),
    part("deck", (KINDS,), "the cards in my deck", labels=CARD_NAMES),
    part("piles", (2, KINDS), "the cards in both discard piles", labels=CARD_NAMES),
    part("board", (2, len(ROWS), KINDS), "the cards on the rows of both sides", labels=CARD_NAMES),
    part(
        "later_options",
        (len(OPTIONS) - FIRST_OPTIONS,),
        "what the table chose of the options that came with rules version 2",
        labels=OPTIONS[FIRST_OPTIONS:],
    ),
    omitted={
        "table.seats.*.deck_name": "the deck itself is there",
        "table.seats.*.under_deck": "rare, and of little use",
        "table.seats.*.rows.*.cards.*.strength": "follows from the row, its horn, the weather and the leaders",
        "table.seats.*.rows.*.cards.*.by": "the other side's cards are spies, which are never played elsewhere",
        "table.weather.*.by": "whose weather it is matters to nobody",
    },
    unordered=("table.seats.*.pile", "table.seats.*.rows.*.cards", "table.weather"),
)
At = OBSERVATION.at
leader_active = table(LEADER_ACTIVE)


@kernel
def observe(s, w, me, x):
    """Write what seat `me` may know into `x`, which is all 0."""
    asked = decisions.kind(s)
    x[At.OPTIONS] = s.expansions
    x[At.OPTIONS + 1] = s.skellige
    x[At.OPTIONS + 2] = s.redraw_discards
    x[At.OPTIONS + 3] = s.muster_hand
    x[At.OPTIONS + 4] = s.discard_owner
    x[At.LATER_OPTIONS] = s.horn_unit_spares_itself
    x[At.LATER_OPTIONS + 1] = s.medic_may_decline
    x[At.LATER_OPTIONS + 2] = s.monsters_spare_heroes
    x[At.LATER_OPTIONS + 3] = s.fetch_lowest
    x[At.TURN] = s.turn == me
    x[At.ROUND + s.round] = 1
    if asked != 0:
        x[At.DECISION + asked - 1] = 1
        x[At.MINE] = decisions.actors(s) >> me & 1
        observe_question(s, me, asked, x)
    x[At.WEATHER + len(WEATHERS)] = s.count[WEATHER_ZONE]
    for i in range(s.count[WEATHER_ZONE]):
        ability = ability_of[card_of(piles.get(s, WEATHER_ZONE, i))]
        if ability >= Ability.WEATHER_FROST and ability < Ability.WEATHER_FROST + len(WEATHERS):
            x[At.WEATHER + ability - Ability.WEATHER_FROST] += 1
    for side in range(2):
        observe_side(s, w, me, side, x)
    for i in range(s.count[DECK + me]):
        x[At.DECK + piles.get(s, DECK + me, i)] += 1


@kernel
def observe_question(s, me, asked, x):
    """Write the context of the decision."""
    a = decisions.a(s)
    if asked == Decision.ROW or asked == Decision.TARGET:
        x[At.PLAYING + a] = 1
    elif asked == Decision.DISCARD:
        x[At.QUESTION] = a
    elif asked == Decision.FETCH:
        x[At.QUESTION + 1] = a != 0
    elif asked == Decision.TAKE:
        x[At.QUESTION + 2] = a == me


@kernel
def observe_side(s, w, me, side, x):
    """Write one side of the table: `side` 0 is that of `me`."""
    p = me if side == 0 else 1 - me
    at = At.SIDES + SIDE * side
    x[at] = s.gems[p]
    x[at + 1] = s.passed[p]
    x[at + 3] = s.count[HAND + p]
    x[at + 4] = s.count[DECK + p]
    x[at + 5] = s.count[PILE + p]
    x[at + 6] = leader_active[s.leader[p]]
    x[at + 7] = s.leader_used[p]
    x[at + 8] = s.leader_off[p]
    if side == 0 or s.round != 0:
        x[at + 9] = s.swaps[p]
    x[at + 10 + s.faction[p]] = 1
    x[At.LEADERS + LEADERS * side + s.leader[p]] = 1
    for past in range(3):
        x[At.ROUNDS + 2 * past + side] = s.totals[2 * past + p]
    for row in range(len(ROWS)):
        x[at + 2] += observe_row(s, w, p, side, row, x)
    for i in range(s.count[HAND + p]):
        if piles.mask_of(s, HAND + p, i) >> me & 1 == 1:
            x[At.HANDS + KINDS * side + piles.get(s, HAND + p, i)] += 1
    for i in range(s.count[PILE + p]):
        x[At.PILES + KINDS * side + piles.get(s, PILE + p, i)] += 1


@kernel
def observe_row(s, w, p, side, row, x):
    """Write one row and return its total."""
    place = len(ROWS) * side + row
    at = At.ROWS + ROW_WIDE * place
    z = row_zone(p, row)
    total = measure(s, w, p, row)
    x[at] = total
    for i in range(s.count[z]):
        card = on_row(s, z, i)
        x[At.BOARD + KINDS * place + card] += 1
        if is_target(card):
            x[at + 1] += 1
            x[at + 2] += w.strength[i]
            x[at + 3] = max(x[at + 3], w.strength[i])
    x[at + 4] = s.count[z]
    horn = s.horn[3 * p + row]
    x[at + 5] = horn != NO_HORN and horn != LEADER_HORN
    x[at + 6] = horn == LEADER_HORN
    x[at + 7] = s.mardroeme[3 * p + row]
    x[at + 8] = weather_on(s) >> row & 1
    return total
