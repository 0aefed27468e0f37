"""The view of a state for one viewer (GWY-39). Every visible fact is listed; no view starts from the state."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal, TypedDict

from ludotheque.games.gwynt import state
from ludotheque.games.gwynt.components import FACTIONS, ROWS, FactionName, RowName
from ludotheque.games.gwynt.declaration import DECLARATION, Action, Decision
from ludotheque.games.gwynt.tables import (
    CARD_NAMES,
    HORN_CARD,
    KINDS,
    LEADER_ACTIVE,
    LEADER_NAMES,
    MARDROEME_CARD,
    READY_NAMES,
    VANISHES,
    WAS,
    Faction,
)
from ludotheque.kernel import load
from ludotheque.play.scratch import Scratch
from ludotheque.play.viewers import Viewer
from ludotheque.toolkit import views
from ludotheque.toolkit.zones import Zones

# A mustered card's event says whether it came from the hand or the deck. Once the whole family is open, that says
# nothing about the cards that are still hidden, so a redeal may forget it.
FLEETING = ("mustered.from_hand",)

_program = load("ludotheque.games.gwynt")
_strength = _program.module("ludotheque.games.gwynt.rules.strength")
_rules = _program.module("ludotheque.games.gwynt.rules")
_scratch = Scratch(_program)

Horn = Literal["card", "leader"]
HORNS: dict[int, Horn | None] = {state.NO_HORN: None, state.CARD_HORN: "card", state.LEADER_HORN: "leader"}
ZONES = Zones(state.PILES, lambda code: CARD_NAMES[code & 255])  # on rows the code also encodes the player


class Unit(TypedDict):
    """A card on a row, its strength now, and the seat that played it."""

    card: str
    strength: int
    by: int


class RowSeen(TypedDict):
    """One row: its cards, its total, the horn and the mardroeme beside it, whether weather lies on it."""

    row: RowName
    total: int
    cards: list[Unit]
    horn: Horn | None
    mardroeme: bool
    weather: bool


class LeaderSeen(TypedDict):
    """A leader: whether it has an active ability, whether that is used, whether it is switched off."""

    card: str
    active: bool
    used: bool
    off: bool


class SeatSeen(TypedDict):
    """One side of the table; None where the viewer may not know."""

    faction: FactionName
    leader: LeaderSeen
    gems: int
    passed: bool
    total: int
    rows: list[RowSeen]
    hand: int
    known: list[str]
    deck: int
    deck_cards: list[str] | None
    under_deck: list[str] | None
    deck_name: str | None
    pile: list[str]
    swaps: int | None


class Weather(TypedDict):
    """A weather card, and the seat that played it."""

    card: str
    by: int


class Target(TypedDict):
    """A card on a row that a decoy may replace."""

    row: RowName
    card: str


class Playing(TypedDict):
    """The card that waits for a row or a target, and its possible places."""

    seat: int
    card: str
    rows: list[RowName]
    targets: list[Target]


class Table(TypedDict):
    """The table as the viewer sees it."""

    round: int
    turn: int
    weather: list[Weather]
    seats: list[SeatSeen]
    totals: list[list[int]]
    playing: Playing | None


class Tally(TypedDict):
    """Rounds won by each seat, and both totals of every round that has ended."""

    scores: list[int]
    rounds: list[list[int]]


class Outcome(views.Ending):
    """How a finished match ended; `scores` are rounds won."""

    rounds: list[list[int]]


def table(s: Any, viewer: Viewer) -> Table:
    """The table as the viewer sees it."""
    return {
        "round": s.round,
        "turn": s.turn,
        "weather": [
            {"card": CARD_NAMES[s.card[at] & 255], "by": s.card[at] >> 8} for at in ZONES.slots(s, state.WEATHER_ZONE)
        ],
        "seats": [seat(s, p, viewer) for p in range(2)],
        "totals": [[s.totals[2 * r], s.totals[2 * r + 1]] for r in range(rounds_scored(s))],
        "playing": card_being_played(s),
    }


def rounds_scored(s: Any) -> int:
    """The number of rounds that have been scored."""
    return int(s.round if s.over else max(0, s.round - 1))


def seat(s: Any, p: int, viewer: Viewer) -> SeatSeen:
    """One side of the table."""
    own = views.owns(viewer, p)
    redrawing = s.round == 0
    return {
        "faction": FACTIONS[s.faction[p]],
        "leader": {
            "card": LEADER_NAMES[s.leader[p]],
            "active": bool(LEADER_ACTIVE[s.leader[p]]),
            "used": bool(s.leader_used[p]),
            "off": bool(s.leader_off[p]),
        },
        "gems": s.gems[p],
        "passed": bool(s.passed[p]),
        "total": sum(total for total, _ in strengths(s)[p]),
        "rows": [row(s, p, r) for r in range(3)],
        "hand": s.count[state.HAND + p],
        "known": ZONES.known(s, state.HAND + p, viewer),
        "deck": s.count[state.DECK + p],
        "deck_cards": sorted(ZONES.cards(s, state.DECK + p)) if own else None,
        "under_deck": under_deck(s, p) if own else None,
        "deck_name": READY_NAMES[s.deck_name[p] - 1] if s.deck_name[p] and (own or s.over) else None,
        "pile": ZONES.cards(s, state.PILE + p),
        "swaps": s.swaps[p] if own or not redrawing else None,
    }


def under_deck(s: Any, p: int) -> list[str]:
    """The cards under a deck that its player put and knows there, the lowest first."""
    return [CARD_NAMES[s.card[at]] for at in ZONES.slots(s, state.DECK + p) if s.known[at] >> p & 1]


def row(s: Any, p: int, r: int) -> RowSeen:
    """One row: its cards with their current strengths, its total, the cards beside it and the weather."""
    total, counts = strengths(s)[p][r]
    z = state.ROW + 3 * p + r
    return {
        "row": ROWS[r],
        "total": total,
        "cards": [
            {"card": CARD_NAMES[s.card[at] & 255], "strength": counts[i], "by": s.card[at] >> 8 & 1}
            for i, at in enumerate(ZONES.slots(s, z))
        ],
        "horn": HORNS[s.horn[3 * p + r]],
        "mardroeme": bool(s.mardroeme[3 * p + r]),
        "weather": bool(_strength.weather_on(s) >> r & 1),
    }


def strengths(s: Any) -> tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]:
    """The total of each row and the strength of each of its cards, for both sides; public."""
    return views.alike(s, "strengths", _measured)


def _measured(s: Any) -> tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]:
    return tuple(tuple(_measured_row(s, p, r) for r in range(3)) for p in range(2))


def _measured_row(s: Any, p: int, r: int) -> tuple[int, tuple[int, ...]]:
    total = _strength.measure(s, _scratch, p, r)
    return total, tuple(_scratch.strength[: s.count[state.ROW + 3 * p + r]])


def card_being_played(s: Any) -> Playing | None:
    """The card that waits for a row or a target, and its possible places; a preview shows them before the choice."""
    if views.decision(s) not in (Decision.ROW, Decision.TARGET):
        return None
    seat, answers = s.ask_seat[s.depth - 1], [0] * Action.COUNT
    legal = answers[: _rules.legal(s, _scratch, seat, answers)]
    return {
        "seat": seat,
        "card": CARD_NAMES[s.ask_a[s.depth - 1]],
        "rows": [ROWS[a - Action.ROW] for a in legal if Action.ROW <= a < Action.ROW + len(ROWS)],
        "targets": [
            {"row": ROWS[(a - Action.DECOY) // KINDS], "card": CARD_NAMES[(a - Action.DECOY) % KINDS]}
            for a in legal
            if a >= Action.DECOY
        ],
    }


def prompt(s: Any, seat: int) -> tuple[str, dict[str, Any]]:
    """The prompt for a seat that owes a decision: its message key and parameters."""
    a, _ = views.context(s)
    match views.decision(s):
        case Decision.FIRST:
            return "prompt.first", {}
        case Decision.REDRAW:
            return "prompt.redraw", {"number": 2 - s.swaps[seat]}
        case Decision.TURN:
            return turn_prompt(s, seat), {"other": 1 - seat}
        case Decision.ROW:
            return "prompt.row", {"card": CARD_NAMES[a]}
        case Decision.TARGET:
            return "prompt.target", {}
        case Decision.REVIVE:
            return "prompt.revive", {}
        case Decision.DISCARD:
            return "prompt.discard", {"number": a}
        case Decision.FETCH:
            return ("prompt.fetch_weather" if a else "prompt.fetch"), {}
    return ("prompt.take_own" if a == seat else "prompt.take_theirs"), {"other": 1 - seat}


def turn_prompt(s: Any, seat: int) -> str:
    """The key of a turn's prompt, which names only what can be done."""
    if s.passed[1 - seat]:
        return "prompt.turn_alone"
    answers = [0] * Action.COUNT
    legal = answers[: _rules.legal(s, _scratch, seat, answers)]
    leads = Action.LEADER in legal
    plays = len(legal) > 1 + leads  # passing is always legal
    return (
        ("prompt.turn" if plays else "prompt.turn_leader")
        if leads
        else "prompt.turn_card"
        if plays
        else "prompt.turn_pass"
    )


def scores(s: Any, viewer: Viewer) -> list[int]:
    """The current strength of each side; public."""
    return [sum(total for total, _ in rows) for rows in strengths(s)]


def outcome(s: Any) -> Outcome:
    """How a finished match ended."""
    return {**views.ending(_rules, s, DECLARATION.causes[_rules.cause(s) - 1]), **tally(s)}


def tally(s: Any) -> Tally:
    """The score so far: rounds won, and both totals of every round that has ended."""
    rounds = [[s.totals[2 * r], s.totals[2 * r + 1]] for r in range(rounds_scored(s))]
    won = [winner_of(s, *totals) for totals in rounds]
    return {"scores": [won.count(p) for p in range(2)], "rounds": rounds}


def played_as(s: Any, p: int) -> str:
    """The faction of a seat, for statistics."""
    return f"faction.{FACTIONS[s.faction[p]]}"


def winner_of(s: Any, total0: int, total1: int) -> int | None:
    """The seat that won a round with these totals, or None; a draw goes to Nilfgaard if one side alone is (GWY-34)."""
    if total0 != total1:
        return 0 if total0 > total1 else 1
    nilfgaard = [p for p in range(2) if s.faction[p] == Faction.NILFGAARD]
    return nilfgaard[0] if len(nilfgaard) == 1 else None


# For the compliance suite: what is conserved, and what the events must add up to.


def pieces(s: Any) -> Counter[str]:
    """All cards of both decks, wherever they are, without created ones."""
    cards = [s.card[at] & 255 for z in range(state.WEATHER_ZONE + 1) for at in ZONES.slots(s, z)]
    cards += [HORN_CARD] * s.horn.count(state.CARD_HORN) + [MARDROEME_CARD] * sum(s.mardroeme)
    if views.decision(s) in (Decision.ROW, Decision.TARGET):
        cards.append(s.ask_a[s.depth - 1])
    return Counter(CARD_NAMES[WAS[card] if WAS[card] >= 0 else card] for card in cards if not VANISHES[card])


def opening(s: Any) -> dict[str, int]:
    """The accounts of the ledger before the first event: full decks and all gems."""
    cards = {p: s.count[state.DECK + p] + s.count[state.HAND + p] for p in range(2)}
    return {f"deck {p}": n for p, n in cards.items()} | {"gems 0": 2, "gems 1": 2}


def ledger(s: Any) -> dict[str, int]:
    """Countable facts of a state, which the events must add up to."""
    book = {"weather": s.count[state.WEATHER_ZONE]}
    for p in range(2):
        book[f"hand {p}"] = s.count[state.HAND + p]
        book[f"deck {p}"] = s.count[state.DECK + p]
        book[f"pile {p}"] = s.count[state.PILE + p]
        book[f"rows {p}"] = sum(s.count[state.ROW + 3 * p + r] for r in range(3))
        book[f"gems {p}"] = s.gems[p]
    return book


def entries(event: str, e: dict[str, Any]) -> dict[str, int]:
    """The changes that one event makes in the ledger."""
    p = e.get("seat")
    n = e.get("number", 0)
    match event:
        case "dealt":
            return {f"deck {p}": -n, f"hand {p}": n}
        case "played":
            return {f"hand {p}": -1}
        case "placed":
            return {f"rows {e['side']}": 1}
        case "mustered":
            return {f"rows {p}": 1, f"{'hand' if e['from_hand'] else 'deck'} {p}": -1}
        case "drew" | "fetched":
            return {f"deck {p}": -1, f"hand {p}": 1}
        case "weather_fetched":
            return {f"deck {p}": -1}
        case "revived":
            return {f"pile {p}": -1}
        case "fell":
            lost = {f"rows {e['side']}": -1}
            return lost if e["pile"] < 0 else {**lost, f"pile {e['pile']}": 1}
        case "created":
            return {f"rows {e['side']}": 1}
        case "returned":
            return {f"hand {p}": 1}
        case "weather_came":
            return {"weather": 1}
        case "weather_wasted":
            return {f"pile {p}": 1}
        case "weather_cleared":
            return {"weather": -e["number0"] - e["number1"], "pile 0": e["number0"], "pile 1": e["number1"]}
        case "discarded":
            how = e["how"]
            source = {state.OUT_OF_HAND: "hand", state.OUT_OF_DECK: "deck", state.VANISHED: "hand"}.get(how)
            change = {} if how == state.VANISHED else {f"pile {p}": 1}
            return change | ({f"{source} {p}": -1} if source else {})
        case "taken":
            return {f"pile {e['owner']}": -1, f"hand {p}": 1}
        case "piles_shuffled":
            return {f"pile {p}": -n, f"deck {p}": n}
        case "lost_gem":
            return {f"gems {p}": -1}
        case "swept":
            return {f"pile {p}": n, f"rows {p}": -e["off_rows"], "weather": -e["off_weather"]}
        case "came_back":
            return {f"pile {p}": -1, f"rows {p}": 1}
    return {}
