"""What the better of two moves gains in Gwynt: for hints and reviews."""

from __future__ import annotations

from typing import Any

from ludotheque.games.gwynt.components import CARD_BY_ID
from ludotheque.play.moves import Move
from ludotheque.play.notation import Words
from ludotheque.play.position import Position
from ludotheque.play.worlds import Foresight


def compare(pos: Position, seat: int, better: tuple[Move, Foresight], other: tuple[Move, Foresight]) -> Words | None:
    """Key and parameters of what the better move gains; None if nothing certain stands out."""
    (move, seen), (otherwise, instead) = better, other
    before = pos.view(seat)["table"]
    if move.text == "pass":
        return _pass(before, seat)
    if seen.view is None or instead.view is None or pos.decision == "redraw":
        return None
    now, then = seen.view["table"], instead.view["table"]
    if otherwise.text == "pass":
        found = _instead_of_passing(before, now, seat)
        if found is not None:
            return found
    return (
        _cards(now, then, seat)
        or _round(before, now, then, seat)
        or _strength(before, now, then, seat, move, otherwise)
    )


def _lead(table: Any, seat: int) -> int | None:
    """How far a seat leads; None where that isn't certain."""
    own, rival = table["seats"][seat]["total"], table["seats"][1 - seat]["total"]
    return None if own is None or rival is None else own - rival


def _pass(before: Any, seat: int) -> Words | None:
    """Why passing is best now."""
    own, rival = before["seats"][seat], before["seats"][1 - seat]
    lead = own["total"] - rival["total"]
    if rival["passed"]:
        if lead > 0:
            return "reason.pass_won", {"n": own["total"], "m": rival["total"], "cards": own["hand"]}
        return ("reason.pass_late", {"n": -lead, "cards": own["hand"]}) if lead < 0 and own["gems"] > 1 else None
    if lead > 0:
        return "reason.pass_ahead", {"n": lead}
    return ("reason.pass_save", {"n": -lead, "cards": own["hand"]}) if lead < 0 and own["gems"] > 1 else None


def _instead_of_passing(before: Any, now: Any, seat: int) -> Words | None:
    """Why it is too early to pass."""
    own, rival = before["seats"][seat], before["seats"][1 - seat]
    lead, after = own["total"] - rival["total"], _lead(now, seat)
    if rival["passed"]:
        if after is not None and after > 0 and now["round"] == before["round"]:
            return "reason.overtake", {"n": now["seats"][seat]["total"], "m": now["seats"][1 - seat]["total"]}
        return ("reason.pass_loses", {"n": -lead}) if lead < 0 else None
    if lead > 0:
        return "reason.lead_small", {"n": lead, "cards": rival["hand"]}
    return ("reason.pass_loses", {"n": -lead}) if lead < 0 else None


def _cards(now: Any, then: Any, seat: int) -> Words | None:
    """More cards in the hand than after the other move, or fewer for the opponent."""
    for who, key, sign in ((seat, "reason.cards", 1), (1 - seat, "reason.rival_cards", -1)):
        held, instead = now["seats"][who]["hand"], then["seats"][who]["hand"]
        if held is not None and instead is not None and sign * (held - instead) > 0:
            return key, {"n": held, "m": instead}
    return None


def _round(before: Any, now: Any, then: Any, seat: int) -> Words | None:
    """After the opponent has passed: the round is won, at a lower price or at all."""
    if not before["seats"][1 - seat]["passed"]:
        return None
    lead, instead = _lead(now, seat), _lead(then, seat)
    if lead is None or instead is None or lead <= 0:
        return None
    totals = {"n": now["seats"][seat]["total"], "m": now["seats"][1 - seat]["total"]}
    if instead <= 0:
        return "reason.overtake", totals
    return ("reason.enough", totals) if lead < instead else None


def _strength(before: Any, now: Any, then: Any, seat: int, move: Move, otherwise: Move) -> Words | None:
    """The strength that the better move adds or takes away; or the stronger card that stays in the hand."""
    was, lead, instead = _lead(before, seat), _lead(now, seat), _lead(then, seat)
    if was is None or lead is None or instead is None or {now["round"], then["round"]} != {before["round"]}:
        return None
    if lead > instead:
        taken = before["seats"][1 - seat]["total"] - now["seats"][1 - seat]["total"]
        added = now["seats"][seat]["total"] - before["seats"][seat]["total"]
        if taken > max(0, added):
            return "reason.takes", {"n": taken, "row": _changed(before, now, 1 - seat)}
        if added > 0:
            return "reason.adds", {"n": lead - was, "m": instead - was, "row": _changed(before, now, seat)}
        return None
    ours, theirs = (CARD_BY_ID.get(one.text) for one in (move, otherwise))
    last = before["round"] == 3
    if ours and theirs and not last and ours.kind == theirs.kind and ours.strength < theirs.strength:
        return "reason.keeps", {"card": theirs.id, "n": theirs.strength}
    return None


def _changed(before: Any, now: Any, seat: int) -> str:
    """The row of a side whose total has changed most."""
    rows = zip(before["seats"][seat]["rows"], now["seats"][seat]["rows"], strict=True)
    return str(max(rows, key=lambda pair: abs((pair[1]["total"] or 0) - pair[0]["total"]))[0]["row"])
