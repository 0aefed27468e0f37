"""Declarations for reviews of Gwynt: the cards that no seat knows, and the possible gains of a move."""

from __future__ import annotations

from ludotheque.games.gwynt.components import CARD_BY_ID
from ludotheque.games.gwynt.state import DECK
from ludotheque.play.moves import Move
from ludotheque.play.position import Position

# Zone, first slot and slot after the last (None: the whole zone) of cards that may be exchanged.
EXCHANGEABLE = tuple(((DECK + seat, 0, None),) for seat in range(2))
MEASURES = ("rounds", "rival_rounds", "cards", "rival_cards")
THEMES = {"target": "decoy", "revive": "medic", "fetch": "leader", "take": "leader", "discard": "leader"}  # by decision
PLAIN = ("none", "tight_bond", "muster", "morale", "avenger", "berserker", "mardroeme")  # abilities of no theme


def themes(pos: Position, seat: int, move: Move) -> list[str]:
    """The themes of a problem: what the best move is, and when it is played."""
    decision, table = str(pos.decision), pos.view(seat)["table"]
    found = [THEMES.get(decision, decision)] if decision != "turn" else [_kind_of(move)]
    if table["round"] == 3:
        found.append("last_round")
    if table["seats"][1 - seat]["passed"]:
        found.append("opponent_passed")
    elif found == ["pass"]:
        found.append("save_cards")  # the round goes on without the seat
    return found


def _kind_of(move: Move) -> str:
    """What a move on one's turn is: a pass, the leader, or a kind of card."""
    card = CARD_BY_ID.get(move.text)
    if card is None:
        return move.text
    if card.ability in PLAIN:
        return "hero" if card.kind == "hero" else "units"
    return "weather" if card.ability.startswith("weather") else card.ability.removesuffix("_row")
