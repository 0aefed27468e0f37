"""The names of the inputs of Gwynt's value network; data/value_network.toml has a row of weights for each."""

from __future__ import annotations

from ludotheque.games.gwynt.components import FACTIONS, ROWS

ONE_SIDE = (
    "gems",
    "passed",
    "cards_in_hand",
    "hand_worth",  # estimated by the heuristic
    "total",
    *(f"soft_{row}" for row in ROWS),  # points that weather and scorch could take
    "on_board",
    "strongest",  # the strongest of those units
    "horned",  # rows with a commander's horn
    "horns",  # from here on: cards in hand, as counts or printed strength
    "decoys",
    "scorches",
    "clears",
    "mardroemes",
    "weathers",
    "spies",
    "heroes",
    "units",
    "bodies",  # the number of units and heroes
    "best_card",
    "medics",
    "company",  # the strength that musters would call
    "bonds",
    "leader",  # whether it can still be used
    "cards_in_deck",
    "deck_worth",
    "best_in_pile",
    *FACTIONS,
)
AT = {name: k for k, name in enumerate(ONE_SIDE)}
SIDE = len(ONE_SIDE)
NAMES = (
    *(f"mine.{name}" for name in ONE_SIDE),
    *(f"theirs.{name}" for name in ONE_SIDE),
    "round",
    *(f"weather_{row}" for row in ROWS),
)
INPUTS = len(NAMES)
