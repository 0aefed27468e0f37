"""What a viewer may see of a state. Everything is listed here on purpose; nothing starts from the state and removes."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ludotheque.games.lampions import state
from ludotheque.games.lampions.cards import NAMES, VALUE, WISHES
from ludotheque.kernel import load
from ludotheque.kernel.declare import SHARE
from ludotheque.play.position import All, Viewer, bit_of

_rules = load("ludotheque.games.lampions").module("ludotheque.games.lampions.rules")


def zone(s: Any, z: int) -> list[str]:
    """The cards of an open zone, in order."""
    base = state.PILES.base[z]
    return [NAMES[card] for card in s.card[base : base + s.count[z]]]


def known(s: Any, z: int, viewer: Viewer) -> list[str]:
    """The cards of a hidden zone that the viewer knows, by name: their places must not tell anything."""
    base = state.PILES.base[z]
    bit = bit_of(viewer)
    return sorted(NAMES[s.card[at]] for at in range(base, base + s.count[z]) if s.known[at] & bit)


def table(s: Any, viewer: Viewer) -> dict[str, Any]:
    """The table as the viewer sees it."""
    return {
        "round": s.round,
        "first": s.first,
        "deck": s.count[state.DECK],
        "box": zone(s, state.BOX),
        "seats": [seat(s, p, viewer) for p in range(s.players)],
        "open": [
            {"seat": p, "card": NAMES[s.choice[p] - 1]} for p in range(s.players) if s.choice[p] and not choosing(s)
        ],
        "lamp": lamp_in_question(s),
    }


def seat(s: Any, p: int, viewer: Viewer) -> dict[str, Any]:
    """One seat: counts for all, cards as far as the viewer knows them."""
    shown = isinstance(viewer, All) or viewer == p or s.over == 1
    return {
        "hand": s.count[state.HAND + p],
        "known": known(s, state.HAND + p, viewer),
        "lit": zone(s, state.LIT + p),
        "ashes": zone(s, state.ASHES + p),
        "wish": WISHES[s.wish[p] - 1] if shown and s.wish[p] else None,
    }


def choosing(s: Any) -> bool:
    """Whether cards still lie face down."""
    return bool(s.depth) and s.ask_kind[s.depth - 1] == state.CHOOSE


def lamp_in_question(s: Any) -> dict[str, Any] | None:
    """The lamp that the left neighbour may send back now."""
    if s.depth and s.ask_kind[s.depth - 1] == state.REACT:
        return {"seat": s.ask_a[s.depth - 1], "card": NAMES[s.ask_b[s.depth - 1]]}
    return None


def prompt(s: Any, seat: int) -> tuple[str, dict[str, Any]]:
    """What is expected of a seat that owes a decision."""
    lamp = lamp_in_question(s)
    if lamp:
        return "prompt.react", {"seat": lamp["seat"], "card": lamp["card"]}
    decision = s.ask_kind[s.depth - 1]
    return {state.CHOOSE: "prompt.choose", state.RELIGHT: "prompt.relight", state.BLOW: "prompt.blow"}[decision], {}


def scores(s: Any, viewer: Viewer) -> list[int]:
    """Points that the viewer can add up: the light for all, the wish where he knows it."""
    points = []
    for p in range(s.players):
        mine = isinstance(viewer, All) or viewer == p or s.over == 1
        points.append(_rules.light_of(s, p) + (_rules.bonus(s, p) if mine and s.wish[p] else 0))
    return points


def outcome(s: Any) -> dict[str, Any]:
    """How a finished match ended."""
    points = [_rules.score(s, p) for p in range(s.players)]
    return {
        "cause": "rounds_played",
        "ranking": [[p for p in range(s.players) if points[p] == n] for n in sorted(set(points), reverse=True)],
        "shares": [_rules.share(s, p) / SHARE for p in range(s.players)],
        "scores": points,
    }


# For the compliance suite: what is conserved, and what events must add up to.


def pieces(s: Any) -> Counter[str]:
    """All cards, wherever they are; the same in every position of a match."""
    found = Counter(name for z in range(state.BOX + 1) for name in zone(s, z))
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
