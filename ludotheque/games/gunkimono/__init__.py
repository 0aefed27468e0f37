"""Gunkimono: daimyos lay their troops on a battlefield, for glory at once or for fortresses later."""

from ludotheque.games.gunkimono import state
from ludotheque.games.gunkimono.components import GAME, UNITS
from ludotheque.games.gunkimono.tables import BANNER_KINDS, SQUARE_NAMES, TILE_NAMES
from ludotheque.kernel.data_files import versioned
from ludotheque.play.facts import Decision, Event, Facts, Option, Refusal

KERNEL_MODULES = ("field", "placing", "turns", "knowledge", "accounts", "rules", "heuristic")

FACTS = Facts(
    name=GAME,
    title={"en": "Gunkimono", "fr": "Gunkimono"},
    players=(2, 5),
    rules_version=versioned(GAME, "1"),
    rule_prefix="GUN",
    actions=state.ACTIONS,
    longest=1000,
    streams=state.STREAMS,
    decisions=(
        Decision("tile"),
        Decision("place"),
        Decision("support"),
        Decision("points"),
        Decision("site"),
        Decision("draw"),
    ),
    refusals=tuple(Refusal(rule, name) for rule, name in state.REFUSALS),
    events=(
        Event("dealt", "seat", "number"),
        Event("turned_up", "tile"),
        Event("starts", "seat"),
        Event("picked", "seat", "tile"),
        Event("placed", "seat", "tile", "square", "square2:square", "level:number", "supported:number"),
        Event("placed_small", "seat", "unit", "square", "level:number"),
        Event("supported", "seat", "unit"),
        Event("formed", "seat", "unit", "size:number", "points:number", "honour:number"),
        Event("within_reach", "seat", "number"),
        Event("scored", "seat", "unit", "points:number"),
        Event("honoured", "seat", "unit", "number", "row:number"),
        Event("banner_taken", "seat", "unit", "banner", "worth:number?"),
        Event("no_banner", "seat", "unit"),
        Event("built", "seat", "square", "unit", "size:number"),
        Event("waits", "seat"),
        Event("no_site", "seat"),
        Event("fortress_scored", "seat", "square", "unit", "points:number"),
        Event("passed", "seat"),
        Event("showed", "seat", "tile"),
        Event("took", "seat", "tile"),
        Event("drew", "seat", "tile?"),
        Event("drew_nothing", "seat"),
        Event("end_announced", "number"),
        Event("end_drawn", "seat", "other:seat"),
        Event("end_turned_up", "seat", "other:seat"),
        Event("stuck"),
        Event("banner_shown", "seat", "banner", "worth:number"),
        Event("total", "seat", "points:number"),
        Event("tie_broken", "seat", "size:number"),
        Event("won", "seat"),
        Event("shared", "seat"),
    ),
    causes=("end_tile", "nobody_can_place"),
    options=(Option("free_formation_only", False, (False, True)),),
    vocabulary={"tile": TILE_NAMES, "square": SQUARE_NAMES, "unit": UNITS, "banner": BANNER_KINDS},
    texts=("board", "option_text", "report", "direction"),
)
