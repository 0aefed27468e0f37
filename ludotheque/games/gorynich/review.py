"""What a review of Gorynich reads: the cards that no seat knows, and what a better move gains."""

from __future__ import annotations

from ludotheque.games.gorynich.state import GORYNICH_DECK, KNIGHT_DECK

# Zone, first slot and slot after the last (None: the whole zone) of cards that may be exchanged.
EXCHANGEABLE = (((KNIGHT_DECK, 0, None),), ((GORYNICH_DECK, 0, None),))
MEASURES = ("knights",)
