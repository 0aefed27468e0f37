"""What a viewer may see of a state. Everything is listed here on purpose; nothing starts from the state and removes."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ludotheque.games.lampions import state
from ludotheque.games.lampions.components import NAMES, VALUE, WISHES
from ludotheque.games.lampions.declaration import DECLARATION, Decision
from ludotheque.kernel import load
from ludotheque.play.viewers import Viewer
from ludotheque.toolkit import views
from ludotheque.toolkit.zones import Zones

ZONES = Zones(state.PILES, NAMES)
_rules = load("ludotheque.games.lampions").module("ludotheque.games.lampions.rules")


def table(s: Any, viewer: Viewer) -> dict[str, Any]:
    """The table as the viewer sees it."""
    return {
        "round": s.round,
        "first": s.first,
        "deck": s.count[state.DECK],
        "box": ZONES.cards(s, state.BOX),
        "seats": [seat(s, p, viewer) for p in range(s.players)],
        "open": [
            {"seat": p, "card": NAMES[s.choice[p] - 1]} for p in range(s.players) if s.choice[p] and not choosing(s)
        ],
        "lamp": lamp_in_question(s),
    }


def seat(s: Any, p: int, viewer: Viewer) -> dict[str, Any]:
    """One seat: counts for all, cards as far as the viewer knows them."""
    shown = views.owns(viewer, p) or s.over > 0
    return {
        "hand": s.count[state.HAND + p],
        "known": ZONES.known(s, state.HAND + p, viewer),
        "lit": ZONES.cards(s, state.LIT + p),
        "ashes": ZONES.cards(s, state.ASHES + p),
        "wish": WISHES[s.wish[p] - 1] if shown and s.wish[p] else None,
    }


def choosing(s: Any) -> bool:
    """Whether cards still lie face down."""
    return bool(views.decision(s) == Decision.CHOOSE)


def lamp_in_question(s: Any) -> dict[str, Any] | None:
    """The lamp that the left neighbour may send back now."""
    if views.decision(s) != Decision.REACT:
        return None
    owner, card = views.context(s)
    return {"seat": owner, "card": NAMES[card]}


def prompt(s: Any, seat: int) -> tuple[str, dict[str, Any]]:
    """What is expected of a seat that owes a decision: the sentence of that decision, with what it is about."""
    return f"prompt.{DECLARATION.decisions[views.decision(s) - 1].name}", lamp_in_question(s) or {}


def scores(s: Any, viewer: Viewer) -> list[int]:
    """Points that the viewer can add up: the light for all, the wish where he knows it."""
    points = []
    for p in range(s.players):
        mine = views.owns(viewer, p) or s.over > 0
        points.append(_rules.light_of(s, p) + (_rules.bonus(s, p) if mine and s.wish[p] else 0))
    return points


def outcome(s: Any) -> dict[str, Any]:
    """How a finished match ended."""
    return views.ending(_rules, s, DECLARATION.causes[s.over - 1])


# For the compliance suite: what is conserved, and what events must add up to.


def pieces(s: Any) -> Counter[str]:
    """All cards, wherever they are; the same in every position of a match."""
    found = Counter(name for z in range(state.BOX + 1) for name in ZONES.cards(s, z))
    if not choosing(s):
        found.update(NAMES[choice - 1] for choice in s.choice if choice)
    lamp = lamp_in_question(s)
    if lamp:
        found[lamp["card"]] += 1
    return found


def opening(s: Any) -> dict[str, int]:
    """What the ledger holds before the first event; an account not named here begins at 0."""
    return {"deck": state.CARDS}


def ledger(s: Any) -> dict[str, int]:
    """Countable facts of a state that the events account for."""
    book = {"deck": s.count[state.DECK], "box": s.count[state.BOX], "round": s.round}
    for p in range(s.players):
        book[f"hand {p}"] = s.count[state.HAND + p]
        book[f"ashes {p}"] = s.count[state.ASHES + p]
        book[f"light {p}"] = _rules.light_of(s, p)
    return book


def entries(event: str, e: dict[str, Any]) -> dict[str, int]:
    """What one event changes in the ledger."""
    p = e.get("seat")
    value = VALUE[NAMES.index(e["card"])] if "card" in e else 0
    match event:
        case "dealt":
            return {"deck": -e["number"], f"hand {p}": e["number"]}
        case "drew":
            return {"deck": -1, f"hand {p}": 1}
        case "revealed":
            return {f"hand {p}": -1}
        case "lit":
            return {f"light {p}": value}
        case "sent_back":
            return {f"hand {p}": -1, f"ashes {p}": 1, f"hand {e['other']}": 1}
        case "burnt":
            return {f"ashes {p}": 1}
        case "spent":
            return {"box": 1}
        case "went_out":
            return {f"light {p}": -value, f"ashes {p}": 1}
        case "rekindled":
            return {f"ashes {p}": -1}
        case "round":
            return {"round": 1}
    return {}
