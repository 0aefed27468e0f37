"""What a problem of Kunitori! is about."""

from __future__ import annotations

from ludotheque.games.kunitori.components import CARD_BY_ID
from ludotheque.play.moves import Move
from ludotheque.play.position import Position

THEMES = {"act": "action", "replay": "action", "buy": "purchase", "tidy": "tidy", "consent": "alliance"}  # by decision
THEMES |= dict.fromkeys(("war", "aim", "attach", "against"), "war")
THEMES |= dict.fromkeys(("defend", "lay", "strike", "prize", "order"), "battle")


def themes(pos: Position, seat: int, move: Move) -> list[str]:
    """The themes of a problem: what is decided; for a purchase or an action the kind of card, too."""
    if move.text in ("end buys", "end actions"):
        return ["stop"]
    found = [THEMES.get(str(pos.decision), "effect")]
    card = CARD_BY_ID.get(move.text.partition(" ")[2])
    if found[0] in ("purchase", "action") and card is not None:
        found.append(card.category)
    return found
