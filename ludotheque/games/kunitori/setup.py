"""The names and texts of the cards."""

from __future__ import annotations

from ludotheque.games.kunitori.components import CARDS
from ludotheque.games.kunitori.wording import card_text


def names(language: str) -> dict[str, str]:
    """The names in the data file, as messages."""
    words = {f"card.{card.id}": card.name[language] for card in CARDS}
    words |= {f"card_short.{card.id}": card.short[language] for card in CARDS}
    return words | {f"card_text.{card.id}": card_text(card, language) for card in CARDS}
