"""What a match of Kunitori consists of: the state record, the workspace, and the numbers that rules use.

Cards of one kind can't be told apart, and nobody knows the order of a shuffled deck: so hands, decks, discard piles
and territories are counts by kind, a card drawn from a deck is chosen at that moment, and the state of 290 cards
takes two kilobytes. Only what lies on top of a deck after reinforcements were put back has a place (`top`).

What the others know of a seat's cards is counted too: `open`, `pile_open`, `pair`, `fixed` (see `zones.py`).
"""

from __future__ import annotations

from ludotheque.games.kunitori.cards import EFFECTS
from ludotheque.games.kunitori.tables import (
    FIGHTERS,
    FIRST_OF,
    GENERALS,
    KINDS,
    POLITICS,
    STRATEGY,
    TOTAL,
    TREASURE,
    TROOPS,
    VICTORY,
)
from ludotheque.kernel.declare import Piles, state_fields, work_fields
from ludotheque.kernel.record import Field, Record

SEATS = 6
PILES = Piles((1,))  # no ordered piles: its fields are left out
DRY_ROUNDS, MOST_ROUNDS = 10, 1000  # KUN-20

# Streams of the generator.
DEAL, REDEAL, BOTS, STREAMS = 0, 1, 2, 3

# Phases of a turn; the battle phase has four.
ACTION, BATTLE, AIMING, ATTACHING, FIGHTING, BUYING, DRAWING = range(7)

# Steps of one battle (KUN-17).
NEXT, LAYING, STRIKING, COUNTING, CLEARING, RETURNING = range(6)
ACTIVE, ALLIED, DEFENDING, JOINED = range(4)  # whose fighters; JOINED: ambush or reinforcements
AMBUSHING, REINFORCING = 1, 2

# Decisions (numbered from 1, as in FACTS.decisions).
DECISIONS = (
    *("replay", "act", "war", "buy", "tidy", "choose", "trash", "gain", "trap", "fetch", "victim", "protect", "steal"),
    *("give", "aim", "attach", "against", "consent", "defend", "lay", "strike", "prize", "order"),
)
REPLAY, ACT, WAR, BUY, TIDY, CHOOSE, TRASH, GAIN, TRAP, FETCH, VICTIM, PROTECT, STEAL = range(1, 14)
GIVE, AIM, ATTACH, AGAINST, CONSENT, DEFEND, LAY, STRIKE, PRIZE, ORDER = range(14, 24)

# Actions that name no card.
(
    END_ACTIONS,
    PEACE,
    WAGE,
    ENOUGH,
    AMBUSH,
    REINFORCE,
    READY,
    TAKE_PRIZE,
    LEAVE_PRIZE,
    ACCEPT,
    REFUSE,
    SHOW_NOTHING,
    STEAL_NOTHING,
    KEEP_IT,
    END_BUYS,
    END_TURN,
) = range(16)
CHOOSE_EFFECT = 16  # + effect: which alternative of a text
AIM_AT = CHOOSE_EFFECT + len(EFFECTS)  # + seat, as in the next four
ALLY_WITH, ATTACK_WITH, ROB, HAND_TO = (AIM_AT + n * SEATS for n in range(1, 5))
BLOCKS = AIM_AT + 5 * SEATS

# Blocks of actions that name a card: BLOCKS + block * KINDS + card.
(
    REPLAY_CARD,
    PLAY_CARD,
    PAY,
    BUY_CARD,
    RECALL,
    KEEP,
    TRASH_CARD,
    GAIN_CARD,
    FETCH_CARD,
    SHOW,
    STEAL_CARD,
    LAY_CARD,
    ON_TOP,
    ATTACH_TO,
    STRIKE_CARD,
    STRIKE_JOINED,
    TRAP_CARD,  # + seat
) = range(17)
ACTIONS = BLOCKS + (TRAP_CARD + SEATS) * KINDS

# The decision that each action answers: actions without a card, then blocks.
DECISION_OF = (
    *(ACT, WAR, WAR, AIM, DEFEND, DEFEND, LAY, PRIZE, PRIZE, CONSENT, CONSENT, PROTECT, STEAL, GIVE, BUY, TIDY),
    *((CHOOSE,) * len(EFFECTS)),
    *((AIM,) * SEATS + (WAR,) * SEATS + (AGAINST,) * SEATS + (VICTIM,) * SEATS + (GIVE,) * SEATS),
)
DECISION_OF_BLOCK = (
    *(REPLAY, ACT, BUY, BUY, TIDY, TIDY, TRASH, GAIN, FETCH, PROTECT, STEAL, LAY, ORDER, ATTACH, STRIKE, STRIKE),
    *((TRAP,) * SEATS),
)

# For listing: by decision the actions without a card and the blocks that answer it, -1 for none; by block which cards
# may come into question at all.
PLAIN_OF = tuple(
    (*(action for action, asked in enumerate(DECISION_OF) if asked == decision), *(-1,) * len(EFFECTS))[: len(EFFECTS)]
    for decision in range(1 + len(DECISIONS))
)
BLOCKS_OF = tuple(
    (*(block for block, asked in enumerate(DECISION_OF_BLOCK) if asked == decision), *(-1,) * SEATS)[:SEATS]
    for decision in range(1 + len(DECISIONS))
)
_ALL, _PLAYED = (0, KINDS), (0, FIRST_OF[VICTORY])
CARDS_OF = tuple(
    {
        REPLAY_CARD: _PLAYED,
        PLAY_CARD: _PLAYED,
        PAY: (FIRST_OF[TREASURE], KINDS),
        RECALL: _PLAYED,
        KEEP: (FIRST_OF[STRATEGY], FIRST_OF[POLITICS]),
        GAIN_CARD: (GENERALS, KINDS),
        FETCH_CARD: (0, GENERALS),
        SHOW: _PLAYED,
        ATTACH_TO: (0, GENERALS),
        STRIKE_CARD: (GENERALS, FIGHTERS),
        STRIKE_JOINED: (GENERALS, FIGHTERS),
    }.get(block, _PLAYED if block >= TRAP_CARD else _ALL)
    for block in range(TRAP_CARD + SEATS)
)

# Refusals (numbered from 1, as in FACTS.refusals).
REFUSALS = (
    ("KUN-08", "wrong_decision"),
    ("KUN-04", "not_action_phase"),
    ("KUN-12", "not_battle_phase"),
    ("KUN-09", "not_buy_phase"),
    ("KUN-10", "not_draw_phase"),
    ("KUN-04", "no_action_left"),
    ("KUN-07", "deployed_first"),
    ("KUN-07", "not_deployed"),
    ("KUN-11", "stays_unplayed"),
    ("KUN-04", "not_in_hand"),
    ("KUN-04", "never_played"),
    ("KUN-09", "treasure_later"),
    ("KUN-09", "no_treasure"),
    ("KUN-02", "pile_empty"),
    ("KUN-02", "general_covered"),
    ("KUN-09", "too_expensive"),
    ("KUN-09", "no_buy_left"),
    ("KUN-10", "not_strategy"),
    ("KUN-10", "not_left_there"),
    ("KUN-04", "not_an_option"),
    ("KUN-04", "option_impossible"),
    ("KUN-18", "gain_too_expensive"),
    ("KUN-18", "gain_general"),
    ("KUN-18", "not_trapped"),
    ("KUN-18", "no_general_card"),
    ("KUN-18", "no_general_there"),
    ("KUN-18", "no_protection"),
    ("KUN-18", "not_shown"),
    ("KUN-18", "victory_not_stolen"),
    ("KUN-18", "not_oneself"),
    ("KUN-18", "never_gained_region"),
    ("KUN-12", "no_general"),
    ("KUN-13", "no_such_seat"),
    ("KUN-13", "target_self"),
    ("KUN-13", "target_counter_clockwise"),
    ("KUN-13", "target_needed"),
    ("KUN-13", "not_a_general"),
    ("KUN-19", "no_monk"),
    ("KUN-19", "asked_already"),
    ("KUN-19", "nobody_fights"),
    ("KUN-19", "target_ally"),
    ("KUN-17", "not_in_battle"),
    ("KUN-17", "not_struck"),
    ("KUN-16", "not_a_reinforcement"),
)
_NUMBER = {name: 1 + n for n, (_, name) in enumerate(REFUSALS)}
WRONG_DECISION = _NUMBER["wrong_decision"]
NOT_ACTION_PHASE = _NUMBER["not_action_phase"]
NOT_BATTLE_PHASE = _NUMBER["not_battle_phase"]
NOT_BUY_PHASE = _NUMBER["not_buy_phase"]
NOT_DRAW_PHASE = _NUMBER["not_draw_phase"]
NO_ACTION_LEFT = _NUMBER["no_action_left"]
DEPLOYED_FIRST = _NUMBER["deployed_first"]
NOT_DEPLOYED = _NUMBER["not_deployed"]
STAYS_UNPLAYED = _NUMBER["stays_unplayed"]
NOT_IN_HAND = _NUMBER["not_in_hand"]
NEVER_PLAYED = _NUMBER["never_played"]
TREASURE_LATER = _NUMBER["treasure_later"]
NO_TREASURE = _NUMBER["no_treasure"]
PILE_EMPTY = _NUMBER["pile_empty"]
GENERAL_COVERED = _NUMBER["general_covered"]
TOO_EXPENSIVE = _NUMBER["too_expensive"]
NO_BUY_LEFT = _NUMBER["no_buy_left"]
NOT_STRATEGY = _NUMBER["not_strategy"]
NOT_LEFT_THERE = _NUMBER["not_left_there"]
NOT_AN_OPTION = _NUMBER["not_an_option"]
OPTION_IMPOSSIBLE = _NUMBER["option_impossible"]
GAIN_TOO_EXPENSIVE = _NUMBER["gain_too_expensive"]
GAIN_GENERAL = _NUMBER["gain_general"]
NOT_TRAPPED = _NUMBER["not_trapped"]
NO_GENERAL_CARD = _NUMBER["no_general_card"]
NO_GENERAL_THERE = _NUMBER["no_general_there"]
NO_PROTECTION = _NUMBER["no_protection"]
NOT_SHOWN = _NUMBER["not_shown"]
VICTORY_NOT_STOLEN = _NUMBER["victory_not_stolen"]
NOT_ONESELF = _NUMBER["not_oneself"]
NEVER_GAINED_REGION = _NUMBER["never_gained_region"]
NO_GENERAL = _NUMBER["no_general"]
NO_SUCH_SEAT = _NUMBER["no_such_seat"]
TARGET_SELF = _NUMBER["target_self"]
TARGET_COUNTER_CLOCKWISE = _NUMBER["target_counter_clockwise"]
TARGET_NEEDED = _NUMBER["target_needed"]
NOT_A_GENERAL = _NUMBER["not_a_general"]
NO_MONK = _NUMBER["no_monk"]
ASKED_ALREADY = _NUMBER["asked_already"]
NOBODY_FIGHTS = _NUMBER["nobody_fights"]
TARGET_ALLY = _NUMBER["target_ally"]
NOT_IN_BATTLE = _NUMBER["not_in_battle"]
NOT_STRUCK = _NUMBER["not_struck"]
NOT_A_REINFORCEMENT = _NUMBER["not_a_reinforcement"]

# Events (numbered from 1, as in FACTS.events).
(
    STARTS,
    DEALT,
    GENERAL_UP,
    TURN,
    PLAYED,
    REPLAYED,
    DREW,
    SHUFFLED,
    PAID,
    BOUGHT,
    GAINED,
    WON_PRIZE,
    LEFT_PRIZE,
    HANDED,
    TRASHED,
    WENT_BACK,
    TRAPPED,
    FOUND,
    FOUND_NOTHING,
    PLOTTED,
    REVEALED,
    PROTECTED,
    STOLE,
    SET_ASIDE,
    DECLARED,
    AIMED,
    ATTACHED,
    PROPOSED,
    AGREED,
    REFUSED,
    BATTLE_BEGINS,
    LAID,
    REINFORCED,
    STRUCK,
    FOUGHT,
    BATTLE_WON,
    BATTLE_TIED,
    FELL,
    TOOK_BACK,
    PUT_BACK,
    RECALLED,
    KEPT,
    SWEPT,
    LAID_DOWN,
    LAST_TURNS,
    RAN_DRY,
    TOO_LONG,
    MATCH_WON,
) = range(1, 49)

FROM_DECK, FROM_PILE = 0, 1  # where a general was found

# Why a match ended: which victory pile was empty (1 + its place, the cheapest first), or one of these.
CAUSES = ("villages_gone", "cities_gone", "regions_gone", "run_dry", "too_many_rounds")
RUN_DRY, TOO_MANY_ROUNDS = 4, 5

STATE = Record(
    *state_fields(STREAMS, depth=2),
    Field("one_target", "i1"),  # option
    # The middle of the table.
    Field("supply", "i1", (KINDS,)),  # generals: 1 while in their pile
    Field("top_general", "i1"),  # 1 + the general that lies open, 0 if the pile is empty
    Field("trash", "i1", (KINDS,)),
    # The seats' cards by kind, and how many there are.
    Field("hand", "i1", (SEATS, KINDS)),
    Field("deck", "i1", (SEATS, KINDS)),  # without `top`
    Field("pile", "i1", (SEATS, KINDS)),  # discard piles
    Field("stand", "i1", (SEATS, KINDS)),  # territory: deployed earlier, or cards that stay
    Field("hand_n", "i2", (SEATS,)),
    Field("deck_n", "i2", (SEATS,)),
    Field("pile_n", "i2", (SEATS,)),
    Field("pile_top", "i1", (SEATS,)),  # 1 + the card that lies open, 0 if the pile is empty
    Field("tops", "i1", (SEATS,)),  # how many cards on the deck have been put back there
    Field("top", "i1", (SEATS, 2)),  # 1 + each of them, the last one on top
    # What everybody knows of them (see zones.py).
    Field("open", "i1", (SEATS, KINDS)),  # of the hand
    Field("open_n", "i2", (SEATS,)),
    Field("pile_open", "i1", (SEATS, KINDS)),
    Field("pile_open_n", "i2", (SEATS,)),
    Field("pair", "i1", (SEATS, 2)),  # 1 + the cards put back on the deck, in no order
    Field("lost", "i1", (SEATS,)),  # bits: which of the pair may have left the hand since one of them was drawn
    Field("old", "i2", (SEATS,)),  # hidden cards in hand that were there when the discard pile was last shuffled
    Field("fixed", "i1", (SEATS, KINDS)),  # known not to be among those
    # The turn.
    Field("first", "i1"),
    Field("turn", "i1"),
    Field("round", "i2"),
    Field("phase", "i1"),
    Field("actions", "i2"),
    Field("money", "i2"),
    Field("buys", "i2"),
    Field("fresh", "i1", (KINDS,)),  # played this turn from the hand, still in the territory
    Field("again", "i1", (KINDS,)),  # deployed earlier and played again
    Field("kept", "i1", (KINDS,)),  # strategy cards to be kept
    Field("shown", "i1", (KINDS,)),  # cards laid open: ambush, reinforcements, what ninjas reveal
    Field("shower", "i1"),  # whose they are
    # War.
    Field("general_played", "i1"),
    Field("joint", "i1"),  # a monk allows a joint war
    Field("asked", "i1"),  # mask of those who were asked to join
    Field("aim", "i1", (GENERALS,)),  # mask of seats
    Field("attached", "i1", (TROOPS, GENERALS)),
    Field("ally", "i1"),  # 1 + seat in a joint war
    Field("foes", "i1"),  # mask of those still to be fought
    Field("defender", "i1"),
    Field("step", "i1"),
    Field("defence", "i1"),  # ambush or reinforcements
    Field("striker", "i1"),
    Field("strikes", "i1"),  # destroyers of the striker that have still to act
    # The match.
    Field("points", "i2", (SEATS,)),
    Field("regions", "i1"),  # mask of those who have ever gained a region
    Field("bought", "i1", (SEATS, KINDS)),  # purchases of each seat, up to 100
    Field("sold", "i1"),  # whether a card left the supply this round
    Field("dry", "i1"),  # rounds running without
    Field("cause", "i1"),
    Field("last", "i1"),  # turns still to come once a pile is empty
    Field("over", "i1"),
)
WORK = Record(*work_fields(events=96, pool=TOTAL), Field("left", "i2", (KINDS,)))  # `left`: scratch, written anew
