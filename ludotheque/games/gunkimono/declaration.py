"""The declaration of Gunkimono: decisions, actions, refusals, events and everything else that is fixed.

The order gives the numbers: append what is new to its list, or change the rules version.
"""

from __future__ import annotations

from typing import Any

from ludotheque.games.gunkimono.components import GAME, LETTERS, UNITS
from ludotheque.games.gunkimono.tables import BANNER_KINDS, DIRECTIONS, LARGE_NAMES, SQUARE_NAMES, TILE_NAMES
from ludotheque.kernel.data_files import versioned
from ludotheque.play.declaration import Declaration, action, decision, event, option, refusal

LETTER = dict(zip(UNITS, LETTERS, strict=True))


def laid(square: str, direction: str, supported: bool) -> tuple[str, dict[str, Any]]:
    """The placing of a large tile in words: one message with a support, one without."""
    return ("move.lay_supported" if supported else "move.lay"), {"square": square, "direction": direction}


DECLARATION = Declaration(
    name=GAME,
    title={"en": "Gunkimono", "fr": "Gunkimono"},
    players=(2, 5),
    rules_version=versioned(GAME, "1"),
    rule_prefix="GUN",
    longest=1000,
    points_a_win=40,
    vocabulary={"tile": TILE_NAMES, "square": SQUARE_NAMES, "unit": UNITS, "banner": BANNER_KINDS},
    streams=("deal", "redeal"),  # nothing is random after the set-up
    # In the order of a turn.
    decisions=(
        decision("tile"),
        decision("place"),
        decision("support"),
        decision("points"),
        decision("site"),
        decision("draw"),
    ),
    actions=(
        action("pass"),
        action("large", ("tile", LARGE_NAMES), text="{tile}"),  # from the hand
        action("small", "unit", text=lambda unit: f"small {LETTER[unit]}"),  # from the reserve
        action(  # a large tile: the square of its first half, the direction of the second, with or without a support
            "lay",
            "square",
            ("direction", DIRECTIONS),
            ("supported", (False, True)),
            text=lambda square, direction, supported: f"{square}{direction}{'+' * supported}",
            words=laid,
        ),
        action("set", "square", text="{square}"),  # a small tile
        action("support", "unit", text=lambda unit: f"support {LETTER[unit]}"),  # the small tile that supports
        action("victory"),
        action("honour"),
        action("build", "square", text="fort {square}"),
        action("take", ("tile", LARGE_NAMES)),  # from the display
        action("blind"),
    ),
    refusals=(
        refusal("wrong_decision", "GUN-06"),
        refusal("must_place", "GUN-07"),
        refusal("not_in_hand", "GUN-07"),
        refusal("small_tile_gone", "GUN-25"),
        refusal("fits_nowhere", "GUN-07"),
        refusal("one_square", "GUN-07"),
        refusal("two_squares", "GUN-07"),
        refusal("off_the_field", "GUN-07"),
        refusal("fortress_square", "GUN-12"),
        refusal("two_levels", "GUN-09"),
        refusal("two_levels_bridgeable", "GUN-09"),
        refusal("support_for_nothing", "GUN-10"),
        refusal("support_too_low", "GUN-10"),
        refusal("no_support_left", "GUN-10"),
        refusal("same_unit", "GUN-08"),
        refusal("joins_two_players", "GUN-13"),
        refusal("fortress_there", "GUN-21"),
        refusal("controlled", "GUN-21"),
        refusal("own_formation", "GUN-21"),
        refusal("not_on_display", "GUN-25"),
        refusal("piles_empty", "GUN-25"),
    ),
    events=(
        event("dealt", "seat", "number"),
        event("turned_up", "tile"),
        event("starts", "seat"),
        event("picked", "seat", "tile"),
        event("placed", "seat", "tile", "square", "square2:square", "level:number", "supported:number"),
        event("placed_small", "seat", "unit", "square", "level:number"),
        event("supported", "seat", "unit"),
        event("formed", "seat", "unit", "size:number", "points:number", "honour:number", forecast=True),
        event("within_reach", "seat", "number", forecast=True),
        event("scored", "seat", "unit", "points:number"),
        event("honoured", "seat", "unit", "number", "row:number"),
        event("banner_taken", "seat", "unit", "banner", "worth:number?"),
        event("no_banner", "seat", "unit"),
        event("built", "seat", "square", "unit", "size:number"),
        event("waits", "seat"),
        event("no_site", "seat"),
        event("fortress_scored", "seat", "square", "unit", "points:number"),
        event("passed", "seat"),
        event("showed", "seat", "tile"),
        event("took", "seat", "tile"),
        event("drew", "seat", "tile?"),
        event("drew_nothing", "seat"),
        event("end_announced", "number"),
        event("end_drawn", "seat", "other:seat"),
        event("end_turned_up", "seat", "other:seat"),
        event("stuck"),
        event("banner_shown", "seat", "banner", "worth:number"),
        event("total", "seat", "points:number"),
        event("tie_broken", "seat", "size:number"),
        event("won", "seat"),
        event("shared", "seat"),
        event("last_turns", "other:seat", forecast=True),
    ),
    causes=("end_tile", "nobody_can_place"),
    options=(option("free_formation_only", False, (False, True), field="free_only"),),
    examples=("I1L2", "small A", "c3e", "c3e+", "c3", "support A", "honour", "fort c3", "take I1L2", "blind"),
    texts=("board", "option_text", "report", "direction", "honour", "source", "tile"),
)
Action, Decision, Event, Refusal, Cause, Stream = DECLARATION.numbers
