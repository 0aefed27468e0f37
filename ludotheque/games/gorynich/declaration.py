"""The declaration of Gorynich: decisions, actions, refusals, events, options and everything else that is fixed.

The order gives the numbers: append what is new to its list, or change the rules version.
"""

from __future__ import annotations

from ludotheque.games.gorynich.boards import CASTLE, NAMES, WAYS
from ludotheque.games.gorynich.components import (
    BOX,
    CARDS,
    COUNTERS,
    DECKS,
    FARTHEST,
    FEWEST,
    GAME,
    LEVELS,
    MOST,
    MOST_KNIGHTS,
    ORDERS,
    RIVERS,
    TILE_SETS,
    TILES,
)
from ludotheque.kernel.data_files import versioned
from ludotheque.play.declaration import Declaration, action, decision, earlier, event, option, refusal

STRAIGHT, DIAGONAL = ("way", WAYS[:4]), ("way", WAYS[4:])
KNIGHT = ("knight", range(1, MOST_KNIGHTS + 1))
CAUSES = ("all_burnt", "castle_reached", "left_table", "castle_burnt", "forty_rounds")

DECLARATION = Declaration(
    name=GAME,
    title={"en": "Gorynich", "fr": "Gorynich"},
    players=(FEWEST, MOST),
    rules_version=versioned(GAME, "2"),
    earlier=(earlier(versioned(GAME, "1"), {"speech_after_reveal": True}),),
    rule_prefix="GOR",
    longest=3700,
    points_a_win=10,
    vocabulary={
        "card": CARDS,
        "cause": CAUSES,
        "counter": COUNTERS,
        "deck": DECKS,
        "panel": tuple(side.name for side in BOX.sides),
        "square": NAMES,
        "tile": TILES,
        "way": WAYS,
        "why": ("wet", "protected"),  # reasons why a knight does not burn
    },
    streams=("setup", "shuffles", "fate", "redeal"),
    decisions=(
        decision("perch"),
        decision("speak"),
        decision("point"),
        decision("choose", secret=True),
        decision("fly"),
        decision("tile"),
        decision("aim"),
        decision("breathe"),
        decision("steer"),
        decision("dive"),
        decision("light"),
        decision("blow"),
        decision("drop", secret=True, final=True),  # GOR-17
    ),
    actions=(
        action("perch", ("square", [NAMES[square] for square in CASTLE]), text="castle {square}"),
        action("speak"),
        action("silent"),
        action("point", KNIGHT),
        action("enough"),  # stop pointing
        action("play", "card", text="{card}"),  # chosen face down
        action("pass"),
        action("fly", ("number", range(1, FARTHEST + 1))),
        action("use", "tile"),
        action("burn", STRAIGHT),  # fireball
        action("flame", STRAIGHT),  # long flame
        action("steer", STRAIGHT),  # multicolour arrow
        action("swoop", DIAGONAL),
        action("light_here"),  # burning ground: Gorynich's own square, or one beside it
        action("light", STRAIGHT),
        action("blow", KNIGHT),  # gust
        action("discard", "card"),  # the Discard counter
    ),
    refusals=(
        refusal("wrong_decision", "GOR-11"),
        refusal("no_such_knight", "GOR-09"),
        refusal("pointed_already", "GOR-09"),
        refusal("card_played", "GOR-10"),
        refusal("too_far", "GOR-13"),
        refusal("leaves_table", "GOR-13"),
        refusal("tile_not_here", "GOR-04"),
        refusal("tile_turned", "GOR-15"),
        refusal("no_square_there", "GOR-16"),
        refusal("no_way_there", "GOR-17"),
        refusal("not_in_hand", "GOR-17"),
        refusal("card_chosen", "GOR-17"),
        refusal("flame_off_table", "GOR-19"),
        refusal("swoop_off_table", "GOR-19"),
        refusal("flame_on_castle", "GOR-19"),
        refusal("knight_too_far", "GOR-19"),
        refusal("talk_is_open", "GOR-08"),
    ),
    events=(
        event("boards_laid", "panel0:panel", "panel1:panel", "panel2:panel", "panel3:panel"),
        event("knight_came", "knight:number", "square"),
        event("tile_laid", "tile"),
        event("took_token", "seat"),
        event("perched", "seat", "square0:square or none", "square"),
        event("round_begins", "number", "seat"),
        event("cards_turned", "march:number", "flight:number"),
        event("angered", "number"),
        event("marched", "knight:number", "square0:square", "square"),
        event("stepped_back", "knight:number", "square0:square", "square"),
        event("burnt", "knight:number", "square"),
        event("unharmed", "knight:number", "why"),
        event("spoke", "seat", "number"),
        event("pointed", "seat", "knight:number"),
        event("passed", "seat", "number"),
        event("revealed", "seat", "card"),
        event("flew", "seat", "way", "number", "square0:square", "square"),
        event("flew_off", "seat", "way"),
        event("breathed", "seat", "square"),
        event("manoeuvred", "seat", "tile"),
        event("no_tile", "seat"),
        event("no_target", "seat"),
        event("countered", "counter"),
        event("discarded", "seat", "card"),
        event("flame_lit", "seat", "square0:square or none", "square"),
        event("flame_out", "square"),
        event("took_back", "seat", "number"),
        event("reinforced", "knight:number", "square"),
        event("netted", "seat"),
        event("tile_back", "tile"),
        event("refilled", "seat", "number"),
        event("reshuffled", "deck"),
        event("had_chosen", "seat", "card"),
        event("won", "number"),
        event("lost", "cause"),
    ),
    causes=CAUSES,
    options=(
        option("level", "standard", LEVELS),
        option("order", "random", ORDERS),
        option("rivers", 0, RIVERS),
        option("fixed_colours", True, (True, False)),
        option("tiles", "base", TILE_SETS, field="tile_set"),
        option("speech", True, (True, False)),
        option("speech_after_reveal", False, (False, True)),
    ),
    presets=BOX.presets,
    examples=("castle e5", "point 3", "enough", "red", "fire", "pass", "fly 2", "use princess", "burn up"),
    texts=(
        *("card_text", "tile_text", "counter_text", "counter_short", "counter_hint", "fate"),
        *("option_text", "option_value", "preset", "preset_text"),
        *("plan", "letter", "ordinal", "board", "report"),
    ),
    together=True,
    silent=True,
)
Action, Decision, Event, Refusal, Cause, Stream = DECLARATION.numbers
