"""Several moves that a person makes as one; the moves themselves are written as the declaration tells."""

from __future__ import annotations

from typing import Any

from ludotheque.games.kunitori.declaration import Action, Decision
from ludotheque.games.kunitori.tables import CATEGORY, KINDS, TREASURE
from ludotheque.toolkit import views


def bundles(s: Any, seat: int) -> list[tuple[str, dict[str, Any], list[int]]]:
    """Several moves that a person makes as one: all treasures of the hand at once (KUN-09).

    Each is a key of its name, parameters, and the actions in order; offered to `seat`, who owes the decision.
    """
    if views.decision(s) != Decision.BUY:
        return []
    treasures = [k for k in range(KINDS) if CATEGORY[k] == TREASURE for _ in range(s.hand[seat, k])]
    if len(treasures) < 2:
        return []
    return [("bundle.treasures", {"n": len(treasures)}, [Action.PAY + k for k in treasures])]
