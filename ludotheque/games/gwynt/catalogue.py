"""Cards, leaders and ready-made decks for the page: everything that does not depend on the language."""

from __future__ import annotations

from functools import cache
from typing import Any

from ludotheque.games.gwynt.components import CARDS, LEADERS
from ludotheque.games.gwynt.decks import MAX_SPECIALS, MIN_UNITS, deck_title, format_deck, ready_made
from ludotheque.games.gwynt.wording import abilities
from ludotheque.messages import LANGUAGES


@cache
def catalogue() -> dict[str, Any]:
    """Everything by its id. Names and texts are messages and not in here."""
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
                "title": {language: deck_title(deck, language, name) for language in LANGUAGES},
                "faction": deck.faction,
                "leader": deck.leader,
                "cards": dict(deck.cards),
                "text": format_deck(deck),
            }
            for name, deck in ready_made().items()
        ],
    }
