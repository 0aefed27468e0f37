"""The view of a state for one viewer. Every visible fact is listed; no view starts from the state and removes."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypedDict

from ludotheque.games.lampions import state
from ludotheque.games.lampions.components import NAMES, VALUE, WISHES
from ludotheque.games.lampions.declaration import DECLARATION, Decision
from ludotheque.kernel import load
from ludotheque.play.viewers import Viewer
from ludotheque.toolkit import views
from ludotheque.toolkit.zones import Zones

ZONES = Zones(state.PILES, NAMES)
_rules = load("ludotheque.games.lampions").module("ludotheque.games.lampions.rules")


class CardOfSeat(TypedDict):
    """A card, and the seat that played it."""

    seat: int
    card: str


class SeatSeen(TypedDict):
    """One seat: counts for everybody, cards as far as the viewer knows them."""

    hand: int
    known: list[str]
    lit: list[str]
    ashes: list[str]
    wish: str | None


class Table(TypedDict):
    """The table as the viewer sees it."""

    round: int
    first: int
    deck: int
    box: list[str]
    seats: list[SeatSeen]
    open: list[CardOfSeat]
    lamp: CardOfSeat | None


def table(s: Any, viewer: Viewer) -> Table:
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


def seat(s: Any, p: int, viewer: Viewer) -> SeatSeen:
    """One seat: counts for everybody, cards as far as the viewer knows them."""
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


def lamp_in_question(s: Any) -> CardOfSeat | None:
    """The lamp that the left neighbour may send back now, or None."""
    if views.decision(s) != Decision.REACT:
        return None
    owner, card = views.context(s)
    return {"seat": owner, "card": NAMES[card]}


def prompt(s: Any, seat: int) -> tuple[str, dict[str, Any]]:
    """The prompt for a seat that owes a decision: its message key and parameters."""
    return f"prompt.{DECLARATION.decisions[views.decision(s) - 1].name}", dict(lamp_in_question(s) or {})


def scores(s: Any, viewer: Viewer) -> list[int]:
    """The points that the viewer can count: the light of every seat, and the wishes the viewer knows."""
    points = []
    for p in range(s.players):
        mine = views.owns(viewer, p) or s.over > 0
        points.append(_rules.light_of(s, p) + (_rules.bonus(s, p) if mine and s.wish[p] else 0))
    return points


def outcome(s: Any) -> views.Ending:
    """How a finished match ended."""
    return views.ending(_rules, s, DECLARATION.causes[s.over - 1])


# For the compliance suite: what is conserved, and what the events must add up to.


def pieces(s: Any) -> Counter[str]:
    """All cards, wherever they are: the same in every position of a match."""
    found = Counter(name for z in range(state.BOX + 1) for name in ZONES.cards(s, z))
    if not choosing(s):
        found.update(NAMES[choice - 1] for choice in s.choice if choice)
    lamp = lamp_in_question(s)
    if lamp:
        found[lamp["card"]] += 1
    return found


def opening(s: Any) -> dict[str, int]:
    """The accounts of the ledger before the first event; those not named begin at 0."""
    return {"deck": state.CARDS}


def ledger(s: Any) -> dict[str, int]:
    """Countable facts of a state, which the events must add up to."""
    book = {"deck": s.count[state.DECK], "box": s.count[state.BOX], "round": s.round}
    for p in range(s.players):
        book[f"hand {p}"] = s.count[state.HAND + p]
        book[f"ashes {p}"] = s.count[state.ASHES + p]
        book[f"light {p}"] = _rules.light_of(s, p)
    return book


def entries(event: str, e: dict[str, Any]) -> dict[str, int]:
    """The changes that one event makes in the ledger."""
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
