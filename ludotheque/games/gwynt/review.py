"""Declarations for reviews of Gwynt: the cards that no seat knows, and the possible gains of a move."""

from __future__ import annotations

from ludotheque.games.gwynt.state import DECK

# Zone, first slot and slot after the last (None: the whole zone) of cards that may be exchanged.
EXCHANGEABLE = tuple(((DECK + seat, 0, None),) for seat in range(2))
MEASURES = ("rounds", "rival_rounds", "cards", "rival_cards")
