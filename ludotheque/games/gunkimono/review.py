"""Declarations for reviews of Gunkimono: the tiles and banners that no seat knows."""

from __future__ import annotations

from ludotheque.games.gunkimono.state import END_PILE, PILE, STACK, TAKEN

# Zone, first slot and slot after the last (None: the whole zone) of pieces that may be exchanged. A stack has one
# banner of each kind, at the same place in all stacks.
BANNERS = tuple(tuple((zone, place, place + 1) for zone in range(STACK, TAKEN)) for place in range(3))
EXCHANGEABLE = (((PILE, 0, None),), ((END_PILE, 0, None),), *BANNERS)
