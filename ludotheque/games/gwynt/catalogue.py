"""What is printed on Gwynt's cards and leaders, and the ready-made decks: for whoever draws them."""

from __future__ import annotations

from functools import cache
from typing import Any

from ludotheque.games.gwynt.components import CARDS, LEADERS
from ludotheque.games.gwynt.decks import MAX_SPECIALS, MIN_UNITS, format_deck, ready_made
from ludotheque.games.gwynt.wording import abilities


@cache
def catalogue() -> dict[str, Any]:
    """Everything by its id. Names and texts are messages; here is what has no language."""
    return {
        "cards": {
            card.id: {
                "number": card.number,
                "faction": card.faction,
                "kind": card.kind,
                "row": card.row,
                "strength": card.strength if card.is_unit else None,
                "abilities": abilities(card),
                "copies": card.copies,
                "set": card.set,
            }
            for card in CARDS
        },
        "leaders": {
            leader.id: {"faction": leader.faction, "use": leader.use, "ability": leader.ability, "set": leader.set}
            for leader in LEADERS
        },
        "limits": {"units": MIN_UNITS, "specials": MAX_SPECIALS},
        "decks": [
            {
                "name": name,
                "title": deck.name,
                "faction": deck.faction,
                "leader": deck.leader,
                "cards": dict(deck.cards),
                "text": format_deck(deck),
            }
            for name, deck in ready_made().items()
        ],
    }
