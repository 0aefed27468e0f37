"""What is printed on Kunitori's cards: for whoever draws them."""

from __future__ import annotations

from functools import cache
from typing import Any

from ludotheque.games.kunitori.components import CARDS
from ludotheque.games.kunitori.wording import ICONS


@cache
def catalogue() -> dict[str, Any]:
    """Every card by its id. Names and texts are messages; here is what has no language."""
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
        }
    }
