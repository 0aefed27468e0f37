"""The printed content of Kunitori!'s cards: for the page, which draws them."""

from __future__ import annotations

from functools import cache
from typing import Any

from ludotheque.games.kunitori.components import CARDS, PLAYED
from ludotheque.games.kunitori.tables import NAMES, PRIZES
from ludotheque.games.kunitori.wording import ICONS

# The rule that explains a trait or an effect.
RULES = {
    "trait": {
        "deployable": "KUN-07",
        "stays": "KUN-11",
        "brief": "KUN-17",
        "brief_defence": "KUN-17",
        "destroyer": "KUN-17",
        "unwanted": "KUN-18",
        "region": "KUN-18",
    },
    "effect": {
        "cards": "KUN-05",
        "money": "KUN-06",
        "actions": "KUN-06",
        "buys": "KUN-06",
        "renovate": "KUN-18",
        "trash_return": "KUN-18",
        "trap": "KUN-18",
        "take_back": "KUN-18",
        "joint_war": "KUN-19",
        "ninjas": "KUN-18",
    },
    "category": {
        "general": "KUN-12",
        "troop": "KUN-12",
        "strategy": "KUN-10",
        "politics": "KUN-04",
        "victory": "KUN-21",
        "treasure": "KUN-09",
    },
}


@cache
def catalogue() -> dict[str, Any]:
    """Every card by its id. Names and texts are messages and not in here."""
    return {
        "cards": {
            card.id: {
                "number": number,
                "category": card.category,
                "cost": card.cost,
                "copies": card.copies,
                **{name: getattr(card, name) for name in ICONS},
                "traits": list(card.traits),
                "effects": [{"effect": effect, "n": n} for effect, n in card.effects],
                "chooses": card.chooses,
            }
            for number, card in enumerate(CARDS)
        },
        # The lowest margin for each victory card, in attack and in defence (KUN-15).
        "prizes": {
            "attack": list(PLAYED.attack_prizes),
            "defence": list(PLAYED.defence_prizes),
            "cards": [NAMES[number] for number in PRIZES],
        },
        "rules": RULES,
    }
