"""The view of a state for one viewer (GUN-29). Every visible fact is listed; no view starts from the state."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal, TypedDict, get_args

from ludotheque.games.gunkimono import state
from ludotheque.games.gunkimono.components import UNITS, Banner, Unit
from ludotheque.games.gunkimono.declaration import DECLARATION, Decision
from ludotheque.games.gunkimono.tables import (
    BANNER,
    BANNER_KINDS,
    BANNER_ROW,
    CELL,
    END_TILE,
    END_TILES,
    FIELD,
    FIRST_ROW,
    KINDS,
    LARGE_NAMES,
    ON_FIELD,
    SECOND_ROW,
    SQUARE,
    SQUARE_NAMES,
    TILE_NAMES,
    TILES_USED,
)
from ludotheque.kernel import load
from ludotheque.play.notation import Notation
from ludotheque.play.scratch import Scratch
from ludotheque.play.viewers import Viewer, bit_of
from ludotheque.toolkit import views
from ludotheque.toolkit.zones import Zones

_program = load("ludotheque.games.gunkimono")
_field = _program.module("ludotheque.games.gunkimono.rules.field")
_placing = _program.module("ludotheque.games.gunkimono.rules.placing")
_turns = _program.module("ludotheque.games.gunkimono.rules.turns")
_rules = _program.module("ludotheque.games.gunkimono.rules")
_scratch = Scratch(_program)
_notation = Notation(DECLARATION)

End = Literal["not_yet", "announced", "triggered"]
ENDS: tuple[End, ...] = get_args(End)
Choice = Literal["victory", "honour"]
TO_SCORE = (Decision.SUPPORT, Decision.POINTS)  # the tile is placed and not yet scored
CHOICES: dict[int, Choice] = {state.VICTORY_CHOSEN: "victory", state.HONOUR_CHOSEN: "honour"}


class SquareSeen(TypedDict):
    """A square: the top unit, its level, the seat of the fortress on it, the number of its formation."""

    unit: Unit
    level: int
    fortress: int | None
    formation: int


class Formation(TypedDict):
    """Connected squares of one unit, and the seat that controls them."""

    unit: Unit
    size: int
    squares: list[str]
    owner: int | None


class Half(TypedDict):
    """A half of the tile just placed: its formation, and the points for victory and honour.

    `builds`: honour for this half (and for the other one if that one builds, too) brings a fortress this turn.
    """

    square: str
    unit: Unit
    symbols: int
    size: int
    points: int
    honour: int
    row: int | None
    banner: Banner | None
    builds: bool


class Laying(TypedDict):
    """The tile that is being placed this turn."""

    seat: int
    tile: str
    squares: list[str]
    halves: list[Half]
    chosen: list[Choice]


class Points(TypedDict):
    """The points of a seat by source; banners as far as the viewer knows them."""

    formations: int
    fortresses: int
    banners: int


class TakenBanner(TypedDict):
    """A banner that a seat has taken; `worth` is None if the viewer does not know it."""

    banner: Banner
    worth: int | None


class SeatSeen(TypedDict):
    """One seat: counts for everybody, tiles and banners as far as the viewer knows them."""

    points: Points
    honour: dict[Unit, int | None]
    small: list[Unit]
    hand: int
    known: list[str]
    banners: list[TakenBanner]
    fortresses: list[str]
    due: int
    lacks: dict[str, int]
    income: int
    controlled: int


class Rows(TypedDict):
    """The steps of fortresses and banners on the honour track."""

    first_fortress: int
    second_fortress: int
    banners: int


class Table(TypedDict):
    """The table as the viewer sees it. `field` is by square, `places` by tile."""

    first: int
    turn: int
    field: dict[str, SquareSeen]
    formations: list[Formation]
    laying: Laying | None
    places: dict[str, list[str]]
    display: list[str]
    pile: int
    end_pile: int
    end: End
    last: int | None
    removed: int
    laid: dict[str, int]
    rows: Rows
    stacks: dict[Unit, list[Banner]]
    seats: list[SeatSeen]


class Outcome(views.Ending):
    """How a finished match ended. `controlled`: the number of units that each seat controlled, which breaks ties."""

    controlled: list[int]


def card_name(card: int) -> str:
    """The name of a card of the piles in texts: a tile, the end tile or a banner with its value."""
    if card < KINDS:
        return LARGE_NAMES[card]
    return "end" if card == END_TILE else f"{banner_kind(card)}{card - BANNER}"


def banner_kind(card: int) -> Banner:
    """The kind of a banner, which is public."""
    return BANNER_KINDS[(card - BANNER - 1) // 5]


ZONES = Zones(state.PILES, card_name)


def table(s: Any, viewer: Viewer) -> Table:
    """The table as the viewer sees it."""
    formations = all_formations(s)
    return {
        "first": s.first,
        "turn": s.turn,
        "field": field(s, formations),
        "formations": formations,
        "laying": laying(s),
        "places": places(s, viewer),
        "display": ZONES.cards(s, state.DISPLAY),
        "pile": s.count[state.PILE],
        "end_pile": s.count[state.END_PILE],
        "end": ENDS[s.end],
        "last": _turns.last_seat(s) if s.end == state.TRIGGERED else None,
        "removed": s.count[state.REMOVED],
        "laid": {LARGE_NAMES[kind]: n for kind, n in enumerate(s.laid) if n},
        "rows": rows(s),
        "stacks": {unit: stack(s, u) for u, unit in enumerate(UNITS)},
        "seats": [seat(s, p, viewer, formations) for p in range(s.players)],
    }


def rows(s: Any) -> Rows:
    """The steps of fortresses and banners on the honour track."""
    n = s.players
    return {"first_fortress": FIRST_ROW[n], "second_fortress": SECOND_ROW[n], "banners": BANNER_ROW[n]}


def stack(s: Any, unit: int) -> list[Banner]:
    """The kinds of the banners on a column, the top one last; their values are hidden."""
    return [banner_kind(s.card[at]) for at in ZONES.slots(s, state.STACK + unit)]


def all_formations(s: Any) -> list[Formation]:
    """Every formation with its unit, its squares and the seat that controls it, ordered by first square."""
    found: list[Formation] = []
    seen: set[int] = set()
    for square in ON_FIELD:
        if square not in seen:
            n = _field.formation(s, _scratch, CELL[square])
            owners = _field.owners_found(s, _scratch, n)
            squares = sorted(SQUARE[cell] for cell in _scratch.found[:n])
            seen.update(squares)
            found.append(
                {
                    "unit": UNITS[s.unit[CELL[square]]],
                    "size": n,
                    "squares": [SQUARE_NAMES[member] for member in squares],
                    "owner": owners.bit_length() - 1 if owners else None,
                }
            )
    return found


def field(s: Any, formations: list[Formation]) -> dict[str, SquareSeen]:
    """Every square by name: unit, level, fortress and formation."""
    member = {square: number for number, found in enumerate(formations) for square in found["squares"]}
    fortress = {site: k // 2 for k, site in enumerate(s.site) if site}
    return {
        SQUARE_NAMES[square]: {
            "unit": UNITS[s.unit[CELL[square]]],
            "level": s.level[CELL[square]],
            "fortress": fortress.get(CELL[square]),
            "formation": member[SQUARE_NAMES[square]],
        }
        for square in ON_FIELD
    }


def laying(s: Any) -> Laying | None:
    """The tile that is being placed this turn: its squares, the points of its halves, the choices so far."""
    if not s.laying:
        return None
    return {
        "seat": s.turn,
        "tile": TILE_NAMES[s.laying - 1],
        "squares": [SQUARE_NAMES[SQUARE[cell]] for cell in s.half if cell],
        "halves": [half(s, n) for n, cell in enumerate(s.half) if cell] if views.decision(s) in TO_SCORE else [],
        "chosen": [CHOICES[choice] for choice in s.chosen if choice],
    }


def half(s: Any, n: int) -> Half:
    """A half of the tile just placed."""
    unit = _turns.unit_of(s, n)
    steps = _turns.steps_up(s, s.turn, n)
    at = honour(s, s.turn)[unit]
    kinds = stack(s, unit)
    return {
        "square": SQUARE_NAMES[SQUARE[s.half[n]]],
        "unit": UNITS[unit],
        "symbols": _turns.symbols_of(s, n),
        "size": _field.formation(s, _scratch, s.half[n]),
        "points": _turns.victory_points(s, _scratch, n),
        "honour": steps,
        "row": at + steps if steps else None,
        "banner": kinds[-1] if kinds and steps and at + steps == BANNER_ROW[s.players] else None,
        "builds": UNITS[unit] in lacks(s, s.turn) and _turns.honour_builds(s, _scratch, s.turn),
    }


def places(s: Any, viewer: Viewer) -> dict[str, list[str]]:
    """The legal places of each tile, in notation; only for the player who places it."""
    decision = views.decision(s)
    if viewer != s.turn or decision not in (Decision.TILE, Decision.PLACE):
        return {}
    small = [KINDS + u for u in range(len(UNITS)) if s.small[s.turn] >> u & 1]
    held = sorted({s.card[at] for at in ZONES.slots(s, state.HAND + s.turn)})
    found = {tile: _places(s, tile) for tile in ([*held, *small] if decision == Decision.TILE else [s.laying - 1])}
    return {TILE_NAMES[tile]: texts for tile, texts in found.items() if texts}


def _places(s: Any, tile: int) -> list[str]:
    # four directions on each square, with and without support, and one more that is overwritten
    listed = [0] * (8 * FIELD + 1)
    if tile < KINDS:
        n = _placing.list_large(s, _scratch, s.turn, tile, listed)
    else:
        n = _placing.list_small(s, _scratch, tile - KINDS, listed)
    return [_notation.write(action) for action in listed[:n]]


def seat(s: Any, p: int, viewer: Viewer, formations: list[Formation]) -> SeatSeen:
    """One seat: counts for everybody, tiles and banners as far as the viewer knows them."""
    banners = taken(s, p, viewer)
    return {
        "points": points(s, p, banners),
        "honour": {unit: None if steps == state.GONE else steps for unit, steps in zip(UNITS, honour(s, p))},
        "small": [unit for u, unit in enumerate(UNITS) if s.small[p] >> u & 1],
        "hand": s.count[state.HAND + p],
        "known": ZONES.known(s, state.HAND + p, viewer),
        "banners": banners,
        "fortresses": [SQUARE_NAMES[SQUARE[site]] for site in s.site[2 * p : 2 * p + 2] if site],
        "due": max(0, _turns.due(s, p)),
        "lacks": lacks(s, p),
        "income": sum(_field.formation(s, _scratch, site) for site in s.site[2 * p : 2 * p + 2] if site),
        "controlled": sum(found["size"] for found in formations if found["owner"] == p),
    }


def points(s: Any, p: int, banners: list[TakenBanner]) -> Points:
    """The points of a seat by source; banners as far as they are known."""
    return {
        "formations": s.formations[p],
        "fortresses": s.fortresses[p],
        "banners": sum(banner["worth"] or 0 for banner in banners),
    }


def lacks(s: Any, p: int) -> dict[str, int]:
    """The steps that each marker of a seat needs to its next fortress; empty once both are earned."""
    rows = (FIRST_ROW[s.players], SECOND_ROW[s.players])
    steps = honour(s, p)
    row = next((row for row in rows if min(steps) < row), 0)
    return {unit: row - n for unit, n in zip(UNITS, steps, strict=True) if n < row}


def honour(s: Any, p: int) -> list[int]:
    """The steps of a seat's markers."""
    steps: list[int] = s.honour[5 * p : 5 * p + 5]
    return steps


def taken(s: Any, p: int, viewer: Viewer) -> list[TakenBanner]:
    """The banners that a seat has taken: their kinds, and their values if the viewer knows them."""
    bit = bit_of(viewer)
    return [
        {
            "banner": banner_kind(s.card[at]),
            "worth": s.card[at] - BANNER if s.known[at] & bit else None,
        }
        for at in ZONES.slots(s, state.TAKEN + p)
    ]


def prompt(s: Any, seat: int) -> tuple[str, dict[str, Any]]:
    """The prompt for a seat that owes a decision: its message key and parameters."""
    match views.decision(s):
        case Decision.TILE:
            return ("prompt.tile" if _rules.fits_any(s, _scratch, seat) else "prompt.pass"), {}
        case Decision.PLACE:
            key = "prompt.place_small" if s.laying > KINDS else "prompt.place"
            return key, {"tile": TILE_NAMES[s.laying - 1]}
        case Decision.SUPPORT:
            return "prompt.support", {}
        case Decision.POINTS:
            half, _ = views.context(s)
            return "prompt.points", {
                "unit": UNITS[_turns.unit_of(s, half)],
                "points": _turns.victory_points(s, _scratch, half),
                "honour": _turns.steps_up(s, s.turn, half),
            }
        case Decision.SITE:
            return "prompt.site", {}
    return "prompt.draw", {}


def scores(s: Any, viewer: Viewer) -> list[int]:
    """The points that the viewer can count: without the banners that the viewer does not know."""
    return [of["formations"] + of["fortresses"] + of["banners"] for of in sources(s, viewer)]


def sources(s: Any, viewer: Viewer) -> list[Points]:
    """Return the same points by source."""
    return [points(s, p, taken(s, p, viewer)) for p in range(s.players)]


def outcome(s: Any) -> Outcome:
    """How a finished match ended."""
    order = [(_rules.score(s, p), s.controlled[p]) for p in range(s.players)]
    ending = views.ending(_rules, s, DECLARATION.causes[s.over - 1], order)
    return {**ending, "controlled": s.controlled[: s.players]}


# For the compliance suite: what is conserved, and what the events must add up to.


def pieces(s: Any) -> Counter[str]:
    """All tiles and banners, wherever they are: the same in every position of a match."""
    found = Counter(name for z in range(state.ZONES) for name in ZONES.cards(s, z))
    for kind, n in enumerate(s.laid):
        found[LARGE_NAMES[kind]] += n
    if views.decision(s) == Decision.PLACE and s.laying <= KINDS:
        found[LARGE_NAMES[s.laying - 1]] += 1
    found["end"] += s.end == state.TRIGGERED
    return +found


def opening(s: Any) -> dict[str, int]:
    """The accounts of the ledger before the first event: the piles, and everybody's small tiles."""
    return {"pile": TILES_USED[s.players] - END_TILES} | {f"small {p}": len(UNITS) for p in range(s.players)}


def ledger(s: Any) -> dict[str, int]:
    """Countable facts of a state, which the events must add up to."""
    book = {
        "pile": s.count[state.PILE],
        "display": s.count[state.DISPLAY],
        "levels": sum(s.level[CELL[square]] for square in ON_FIELD),
    }
    for p in range(s.players):
        book[f"formations {p}"] = s.formations[p]
        book[f"fortresses {p}"] = s.fortresses[p]
        book[f"score {p}"] = _rules.score(s, p)
        book[f"honour {p}"] = sum(min(steps, BANNER_ROW[s.players]) for steps in honour(s, p))
        book[f"banners {p}"] = s.count[state.TAKEN + p]
        book[f"hand {p}"] = s.count[state.HAND + p]
        book[f"small {p}"] = s.small[p].bit_count()
        book[f"built {p}"] = s.built[p]
    return book


def entries(event: str, e: dict[str, Any]) -> dict[str, int]:
    """The changes that one event makes in the ledger."""
    p = e.get("seat")
    match event:
        case "dealt":
            return {"pile": -e["number"], f"hand {p}": e["number"]}
        case "turned_up":
            return {"pile": -1, "display": 1}
        case "picked":
            return {f"hand {p}": -1} if e["tile"] in LARGE_NAMES else {f"small {p}": -1}
        case "placed":
            return {"levels": 2 + e["supported"]}
        case "placed_small":
            return {"levels": 1}
        case "supported":
            return {f"small {p}": -1}
        case "scored":
            return {f"formations {p}": e["points"], f"score {p}": e["points"]}
        case "fortress_scored":
            return {f"fortresses {p}": e["points"], f"score {p}": e["points"]}
        case "honoured":
            return {f"honour {p}": e["number"]}
        case "banner_taken":
            return {f"banners {p}": 1}
        case "banner_shown":
            return {f"score {p}": e["worth"]}
        case "built":
            return {f"built {p}": 1}
        case "took":
            return {"display": -1, f"hand {p}": 1}
        case "drew":
            return {"pile": -1, f"hand {p}": 1}
        case "end_announced":
            return {"pile": e["number"]}
        case "end_drawn" | "end_turned_up":
            return {"pile": -1}
    return {}
