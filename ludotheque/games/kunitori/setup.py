"""From what the table chose to a state that `rules.setup` can start from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.games.kunitori.cards import CARDS
from ludotheque.games.kunitori.wording import card_text


def begin(s: Any, options: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> None:
    """Write the options into a fresh state."""
    s.one_target = int(options["one_target_per_general"])


def options_of(s: Any) -> dict[str, Any]:
    """The options as they stand in a state."""
    return {"one_target_per_general": bool(s.one_target)}


def names(language: str) -> dict[str, str]:
    """The names that stand in the data file, as messages."""
    words = {f"card.{card.id}": card.name[language] for card in CARDS}
    return words | {f"card_text.{card.id}": card_text(card, language) for card in CARDS}
