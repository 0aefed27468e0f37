"""What the value network of Gwynt looks at, by name: a row of weights in data/value_network.toml for each."""

from __future__ import annotations

from ludotheque.games.gwynt.components import FACTIONS, ROWS

ONE_SIDE = (
    "gems",
    "passed",
    "cards_in_hand",
    "hand_worth",  # as the heuristic tells it
    "total",
    *(f"soft_{row}" for row in ROWS),  # points that weather and fire could take
    "on_board",
    "strongest",  # of those
    "horned",  # rows under a commander's horn
    "horns",  # from here on in hand: cards, or their printed strength
    "decoys",
    "scorches",
    "clears",
    "mardroemes",
    "weathers",
    "spies",
    "heroes",
    "units",
    "bodies",  # how many units and heroes
    "best_card",
    "medics",
    "company",  # what musters would call
    "bonds",
    "leader",  # may still be used
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
