"""Declarations for reviews of Gunkimono: the tiles and banners that no seat knows."""

from __future__ import annotations

from ludotheque.games.gunkimono.state import END_PILE, PILE, STACK, TAKEN
from ludotheque.play.moves import Move
from ludotheque.play.position import Position

# Zone, first slot and slot after the last (None: the whole zone) of pieces that may be exchanged. A stack has one
# banner of each kind, at the same place in all stacks.
BANNERS = tuple(tuple((zone, place, place + 1) for zone in range(STACK, TAKEN)) for place in range(3))
EXCHANGEABLE = (((PILE, 0, None),), ((END_PILE, 0, None),), *BANNERS)
THEMES = {"tile": "tile", "place": "place", "support": "place", "site": "fortress", "draw": "draw"}  # by decision


def themes(pos: Position, seat: int, move: Move) -> list[str]:
    """The themes of a problem: what is decided, and when."""
    found = [THEMES.get(str(pos.decision), move.text)]  # points: victory or honour
    if pos.view(seat)["table"]["last"] is not None:
        found.append("last_turns")
    return found
