"""The view of a state for one viewer. Every visible fact is listed; no view starts from the state and removes."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal, TypedDict

from ludotheque.games.gorynich import components, state
from ludotheque.games.gorynich.boards import (
    ARROWS,
    CASTLE,
    COLOURS,
    DIRECTIONS,
    HOME,
    NAMES,
    RIVER,
    SIZE,
    START,
    WAYS,
    Direction,
    Way,
)
from ludotheque.games.gorynich.components import (
    BOX,
    CARDS,
    COUNTERS,
    DECK,
    DECKS,
    FEWEST,
    LASTING,
    TILES,
    Card,
    DeckName,
)
from ludotheque.games.gorynich.declaration import DECLARATION, Action, Decision
from ludotheque.kernel import load
from ludotheque.play.scratch import Scratch
from ludotheque.play.viewers import Viewer
from ludotheque.toolkit import views
from ludotheque.toolkit.zones import Zones

ZONES = Zones(state.PILES, str)  # the name of a movement card is its value
_program = load("ludotheque.games.gorynich")
_rules = _program.module("ludotheque.games.gorynich.rules")
_manoeuvres = _program.module("ludotheque.games.gorynich.rules.manoeuvres")
_knights = _program.module("ludotheque.games.gorynich.rules.knights")
_scratch = Scratch(_program)


def square(number: int) -> str | None:
    """The name of a square, None for none."""
    return NAMES[number] if number >= 0 else None


class Fate(TypedDict):
    """The effect of a march of some squares on a knight. If it burns, its square is that of the flame token."""

    steps: int
    square: str
    fate: Literal["walks", "burns", "castle"]


class KnightHere(TypedDict):
    """A knight on the table; `steps` is its distance from the castle."""

    number: int
    square: str
    start: str
    steps: int
    wet: bool
    pointed: bool


class KnightSeen(KnightHere):
    """A knight, with the effect of the next march: the shortest and, if different, the longest."""

    next: list[Fate]


class Reach(TypedDict):
    """The squares that an arrow card could reach now."""

    way: Way
    limit: int
    squares: list[str]


class Playing(TypedDict):
    """The card that is being carried out while its player is asked something, and the tile in use."""

    seat: int
    card: Card
    tile: components.Tile | None


class DeckSeen(TypedDict):
    """A movement deck: the cards left in it, sorted, and those turned over, in order."""

    left: list[int]
    turned: list[int]


class TileSeen(TypedDict):
    """A tile, the counter on its other side, and whether that side is up."""

    tile: components.Tile
    counter: components.Counter
    turned: bool


class SeatSeen(TypedDict):
    """One seat. A card chosen face down is still shown in the hand."""

    hand: list[Card]
    row: list[Card]
    passed: bool
    waiting: bool
    chosen: Card | None


class Table(TypedDict):
    """The table as the viewer sees it. `targets`: the squares that each answer affects, by its notation."""

    round: int
    first: int
    turn: int | None
    boards: list[str]
    map: list[list[str]]
    colours: dict[str, Direction]
    gorynich: str | None
    flame: str | None
    knights: list[KnightSeen]
    burnt: int
    march: int | None
    flight: int | None
    reach: dict[str, Reach] | None
    targets: dict[str, list[str]]
    playing: Playing | None
    decks: dict[DeckName, DeckSeen]
    tiles: list[TileSeen]
    tokens: int
    tokens_total: int
    talk: bool
    nets: bool
    cause: str | None
    seats: list[SeatSeen]


def table(s: Any, viewer: Viewer) -> Table:
    """The table as the viewer sees it: everything except the others' choices and the order of the decks."""
    return {
        "round": s.round,
        "first": s.first,
        "turn": turn(s),
        "boards": [BOX.sides[side].name for side in s.board],
        "map": [[drawn(s.lane[row * SIZE + column]) for column in range(SIZE)] for row in range(SIZE)],
        "colours": {colour: DIRECTIONS[s.points[c]] for c, colour in enumerate(COLOURS)},
        "gorynich": square(s.at),
        "flame": square(s.flame),
        "knights": knights(s),
        "burnt": s.knights - sum(at >= 0 for at in s.knight),
        "march": s.march or None,
        "flight": flight(s),
        "reach": reach(s),
        "targets": targets(s),
        "playing": playing(s),
        "decks": {name: deck(s, d) for d, name in enumerate(DECKS)},
        "tiles": [tile(s, t) for t in s.tile],
        "tokens": s.tokens,
        "tokens_total": BOX.speech[s.players - FEWEST] if s.speech else 0,
        "talk": talk(s),
        "nets": bool(s.nets),
        "cause": DECLARATION.causes[s.over - 1] if s.over else None,
        "seats": [seat(s, p, viewer) for p in range(s.players)],
    }


def drawn(code: int) -> str:
    """The character of a square in the data file; # for the castle."""
    if code == HOME:
        return "#"
    arrow = code & 7
    return "*" * (code & START > 0) + "~" * (code & RIVER > 0) + (ARROWS[arrow - 1] if arrow else ".")


def knights(s: Any) -> list[KnightSeen]:
    """The knights on the table, each with the effect of the next march."""
    here = [k for k in range(s.knights) if s.knight[k] >= 0]
    marches = [] if s.over else [(steps, march(s, steps)) for steps in next_marches(s)]
    return [{**knight(s, k), "next": [fate(s, after, k, steps) for steps, after in marches]} for k in here]


def next_marches(s: Any) -> list[int]:
    """The shortest and the longest next march of the knights, in squares; the content of the deck is public."""
    left = [s.card[at] for at in ZONES.slots(s, state.KNIGHT_DECK)]
    left = left or [s.card[at] for at in ZONES.slots(s, state.KNIGHT_PILE)]  # GOR-12: they are reshuffled
    anger = s.turned >> state.ROAR & 1
    return sorted({min(left) + anger, max(left) + anger})


def march(s: Any, steps: int) -> Any:
    """The state after the knights' next march; effects that last until the end of the round have ended."""
    after = state.STATE.copy(s)
    after.turned = 0
    _scratch.events = _scratch.events_lost = 0
    _knights.move(after, _scratch, _knights.EVERY_KNIGHT, steps, 0)
    return after


def fate(s: Any, after: Any, k: int, steps: int) -> Fate:
    """The effect of a march on a knight; one that burns does so on the square of the flame token."""
    at = after.knight[k]
    if at < 0:
        return {"steps": steps, "square": NAMES[s.flame], "fate": "burns"}
    return {"steps": steps, "square": NAMES[at], "fate": "castle" if at in CASTLE else "walks"}


def knight(s: Any, k: int) -> KnightHere:
    """A knight on the table."""
    at = s.knight[k]
    return {
        "number": k + 1,
        "square": NAMES[at],
        "start": NAMES[s.start[k]],
        "steps": s.far[at],
        "wet": bool(s.lane[at] & RIVER),
        "pointed": bool(s.pointed >> k & 1),
    }


def flight(s: Any) -> int | None:
    """Gorynich's card with its current sign, which a head wind reverses. None before it is turned up."""
    if not s.flight:
        return None
    return int(-s.flight if s.turned >> state.GUST & 1 else s.flight)


def reach(s: Any) -> dict[str, Reach] | None:
    """The squares that each arrow could reach now, as the next card; with no square Gorynich would leave the table."""
    if not s.flight or s.over:
        return None
    limit = _manoeuvres.arrow_limit(s)
    ways = {colour: _manoeuvres.way_of(s, c) for c, colour in enumerate(COLOURS)}
    return {
        colour: {"way": WAYS[way], "limit": limit, "squares": line(s.at, way, limit)} for colour, way in ways.items()
    }


def line(at: int, way: int, most: int) -> list[str]:
    """The squares in a direction or diagonal, up to the edge of the table."""
    step = _manoeuvres.way_step[way]
    return [NAMES[at + step * n] for n in range(1, min(most, _manoeuvres.room(at, way)) + 1)]


def targets(s: Any) -> dict[str, list[str]]:
    """The squares that each answer affects, by notation, for decisions about a flight, fire or a gust."""
    decision = views.decision(s)
    ways = [(way, name) for way, name in enumerate(WAYS) if _manoeuvres.room(s.at, way) > 0] if s.at >= 0 else []
    straight = [(way, name) for way, name in ways if way < _manoeuvres.DIAGONALS]
    if decision == Decision.PERCH:
        return {f"castle {NAMES[at]}": [NAMES[at]] for at in CASTLE}
    if decision == Decision.FLY:
        way, limit = views.context(s)
        return {f"fly {n}": [there] for n, there in enumerate(line(s.at, way, limit), 1)}
    if decision == Decision.AIM:
        return {f"burn {name}": line(s.at, way, 1) for way, name in straight}
    if decision == Decision.BREATHE:
        return {f"flame {name}": line(s.at, way, 2) for way, name in straight}
    if decision == Decision.STEER:
        return {f"steer {name}": line(s.at, way, views.context(s)[0]) for way, name in straight}
    if decision == Decision.DIVE:
        return {f"swoop {name}": line(s.at, w, abs(s.flight)) for w, name in ways if w >= _manoeuvres.DIAGONALS}
    if decision == Decision.LIGHT:
        lit = {"light here": [NAMES[s.at]], **{f"light {name}": line(s.at, way, 1) for way, name in straight}}
        return {move: there for move, there in lit.items() if NAMES.index(there[0]) not in CASTLE}
    if decision == Decision.BLOW:
        return {f"blow {k + 1}": way_back(s, k) for k in range(s.knights) if _manoeuvres.in_gust(s, k)}
    return {}


def way_back(s: Any, k: int) -> list[str]:
    """The squares over which a gust blows a knight, back to its start at most."""
    back = state.STATE.copy(s)
    found = []
    for _ in range(_manoeuvres.GUST_STEPS):
        if _knights.can_move(back, k, 1):
            back.knight[k] = _knights.before(back, k)
            found.append(NAMES[back.knight[k]])
    return found


def playing(s: Any) -> Playing | None:
    """The card that is being carried out while a decision is pending, and the tile in use."""
    decision, seat = views.decision(s), turn(s)
    if seat is None or decision in (0, Decision.SPEAK, Decision.POINT, Decision.CHOOSE):
        return None
    card: Card = "manoeuvre"
    tile = TILES[s.using - 1] if s.using else None
    if decision == Decision.FLY and not s.using:
        card = next(CARDS[c] for c in range(len(COLOURS)) if _manoeuvres.way_of(s, c) == views.context(s)[0])
    if decision == Decision.DROP:
        tile = TILES[state.MULTICOLOUR]  # the decision belongs to its counter
    return {"seat": seat, "card": card, "tile": tile}


def deck(s: Any, d: int) -> DeckSeen:
    """A movement deck: its cards, sorted, and those turned over, in order."""
    left, turned = ([int(s.card[at]) for at in ZONES.slots(s, z + d)] for z in (state.KNIGHT_DECK, state.KNIGHT_PILE))
    return {"left": sorted(left), "turned": turned}


def tile(s: Any, number: int) -> TileSeen:
    """A tile, and whether it shows the knights' side."""
    return {"tile": TILES[number], "counter": COUNTERS[number], "turned": bool(s.turned >> number & 1)}


def turn(s: Any) -> int | None:
    """The seat whose card is being carried out, or None."""
    return (s.first + s.turn - 1) % s.players if s.turn and not s.over else None


def talk(s: Any) -> bool:
    """Whether talk is open: from spending a token until the cards are turned up; by option until all have chosen."""
    open_at = (Decision.POINT, Decision.CHOOSE) if s.speech_after_reveal else (Decision.SPEAK,)
    return bool(s.spoke and views.decision(s) in open_at)


def seat(s: Any, p: int, viewer: Viewer) -> SeatSeen:
    """One seat. A card chosen face down is still shown in the hand; passes are shown once all have chosen."""
    mine = views.owns(viewer, p) or s.over > 0
    choosing = views.decision(s) == Decision.CHOOSE
    face_down = 0 < s.choice[p] <= state.PASSES
    return {
        "hand": [card for c, card in enumerate(CARDS) if s.hand[p] >> c & 1],
        "row": [card for c, card in enumerate(CARDS) if not s.hand[p] >> c & 1],
        "passed": s.choice[p] == state.PASSES + 1 and not choosing,
        "waiting": face_down and not choosing,
        "chosen": CARDS[s.choice[p] - 1] if mine and face_down and not choosing else None,
    }


def prompt(s: Any, seat: int) -> tuple[str, dict[str, Any]]:
    """The prompt for a seat that owes a decision: its message key and parameters."""
    decision = views.decision(s)
    key = f"prompt.{DECLARATION.decisions[decision - 1].name}"
    if decision == Decision.SPEAK and views.context(s)[0] == state.TALKING:
        return "prompt.talk", {}
    if decision == Decision.SPEAK:
        return key, {"n": s.tokens}
    if decision == Decision.CHOOSE:
        return key, {"march": s.march, "flight": flight(s)}
    return key, {"way": WAYS[views.context(s)[0]]} if decision == Decision.FLY else {}


def foregone(s: Any, seat: int, action: int) -> list[tuple[str, dict[str, Any]]]:
    """The certain effects of a secret choice, whatever the others choose: the first player's card comes first."""
    card = action - Action.PLAY
    if views.decision(s) != Decision.CHOOSE or seat != s.first or not 0 <= card <= state.FIRE:
        return []
    if card == state.FIRE and s.at in CASTLE:
        return [
            ("breathed", {"seat": seat, "square": NAMES[s.at]}),
            ("lost", {"cause": "castle_burnt"}),
        ]
    if card < state.FIRE and _manoeuvres.room(s.at, _manoeuvres.way_of(s, card)) == 0:
        way = WAYS[_manoeuvres.way_of(s, card)]
        return [("flew_off", {"seat": seat, "way": way}), ("lost", {"cause": "left_table"})]
    return []


def scores(s: Any, viewer: Viewer) -> list[int]:
    """The number of knights burnt: public, and the same for all."""
    return [int(_rules.score(s, p)) for p in range(s.players)]


def outcome(s: Any) -> views.Ending:
    """How a finished match ended, the same for all."""
    return views.ending(_rules, s, DECLARATION.causes[s.over - 1], [0] * s.players)


# For the compliance suite: what is conserved, and what the events must add up to.


def pieces(s: Any) -> Counter[str]:
    """All cards, tiles and knights, wherever they are: the same in every position of a match."""
    decks = [(name, deck(s, d)) for d, name in enumerate(DECKS)]
    found = Counter(f"{name} {value}" for name, cards in decks for value in cards["left"] + cards["turned"])
    found["knights"] = s.knights
    found.update(TILES[number] for number in s.tile)
    return found


def opening(s: Any) -> dict[str, int]:
    """The accounts of the ledger before the first event; those not named begin at 0."""
    book = {f"hand {p}": len(CARDS) for p in range(s.players)}
    return book | {
        "knights deck": DECK,
        "gorynich deck": DECK,
        "tokens": BOX.speech[s.players - FEWEST] if s.speech else 0,
    }


def ledger(s: Any) -> dict[str, int]:
    """Countable facts of a state, which the events must add up to."""
    book = {"round": s.round, "tokens": s.tokens, "knights": sum(at >= 0 for at in s.knight)}
    book["turned"] = s.turned.bit_count()
    book["flame"] = int(s.flame >= 0)
    book["where the knights stand"] = sum(at for at in s.knight[: s.knights] if at >= 0)
    book["where Gorynich is"] = max(s.at, 0)
    for d, name in enumerate(DECKS):
        book[f"{name} deck"] = s.count[state.KNIGHT_DECK + d]
    for p in range(s.players):
        book[f"hand {p}"] = s.hand[p].bit_count()
    return book


def entries(event: str, e: dict[str, Any]) -> dict[str, int]:
    """The changes that one event makes in the ledger."""
    p = e.get("seat")
    went = {"where the knights stand": place(e.get("square")) - place(e.get("square0"))}
    match event:
        case "knight_came" | "reinforced":
            return {"knights": 1, **went}
        case "marched" | "stepped_back":
            return went
        case "burnt":
            return {"knights": -1, "where the knights stand": -place(e["square"])}
        case "perched" | "flew":
            return {"where Gorynich is": place(e["square"]) - place(e["square0"])}
        case "round_begins":
            return {"round": 1}
        case "cards_turned":
            return {"knights deck": -1, "gorynich deck": -1}
        case "reshuffled":
            return {f"{e['deck']} deck": DECK}
        case "spoke":
            return {"tokens": -1}
        case "revealed" | "discarded":
            return {f"hand {p}": -1}
        case "passed" | "refilled" | "took_back":
            return {f"hand {p}": e["number"]}
        case "flame_lit":
            return {"flame": int(e["square0"] is None)}
        case "flame_out":
            return {"flame": -1}
        case "countered":
            return {"turned": int(e["counter"] in LASTING)}
        case "tile_back":
            return {"turned": -1}
    return {}


def place(name: str | None) -> int:
    """The number of a square, 0 for none."""
    return NAMES.index(name) if name else 0
