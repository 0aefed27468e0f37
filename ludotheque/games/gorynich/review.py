"""Declarations for reviews of Gorynich: the cards that no seat knows, and the possible gains of a move."""

from __future__ import annotations

from ludotheque.games.gorynich.state import GORYNICH_DECK, KNIGHT_DECK

# Zone, first slot and slot after the last (None: the whole zone) of cards that may be exchanged.
EXCHANGEABLE = (((KNIGHT_DECK, 0, None),), ((GORYNICH_DECK, 0, None),))
MEASURES = ("knights",)
