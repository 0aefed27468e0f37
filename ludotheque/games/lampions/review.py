"""Declarations for reviews of Lampions: the cards that no seat knows."""

from __future__ import annotations

from ludotheque.games.lampions.state import DECK

# Zone, first slot and slot after the last (None: the whole zone) of cards that may be exchanged.
EXCHANGEABLE = (((DECK, 0, None),),)
