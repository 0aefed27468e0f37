"""The view of a state for one viewer. Every visible fact is listed; no view starts from the state and removes.

Counts by kind are written `{"copper": 3, "village": 1}`, ordered by card number, so that the order reveals nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypedDict

from ludotheque.games.kunitori import state
from ludotheque.games.kunitori.declaration import DECLARATION, Decision
from ludotheque.games.kunitori.tables import (
    COPIES,
    DEFENCE,
    FIGHTERS,
    GENERALS,
    KINDS,
    NAMES,
    POINTS,
    START,
    TROOPS,
)
from ludotheque.kernel import load
from ludotheque.play.viewers import Viewer
from ludotheque.toolkit import views

_rules: Any = load("ludotheque.games.kunitori").module("ludotheque.games.kunitori.rules")
_war: Any = load("ludotheque.games.kunitori").module("ludotheque.games.kunitori.rules.war")

FLEETING = ("laid_down",)  # the top card of a discarded hand, which a shuffle may hide at once
WATCHED = (900, 60)  # for the compliance suite: random matches take thousands of decisions
Phase = Literal["action", "battle", "buy", "draw"]
PHASES: tuple[Phase, ...] = ("action", "battle", "battle", "battle", "battle", "buy", "draw")
Defence = Literal["ambush", "reinforcements"]
DEFENCES: dict[int, Defence | None] = {0: None, state.AMBUSHING: "ambush", state.REINFORCING: "reinforcements"}
Counts = dict[str, int]


class SeatSeen(TypedDict):
    """One seat: counts for everybody, cards as far as the viewer knows them (KUN-23)."""

    hand: int
    known: Counts
    open: Counts
    kept: Counts
    deck: int
    deck_cards: Counts | None
    put_back: list[str]
    put_back_left: int
    top: list[str] | None
    pile: int
    pile_top: str | None
    pile_cards: Counts
    deployed: Counts
    played: Counts
    replayed: Counts
    attack: int
    owned: Counts
    points: Counts
    gained_region: bool
    bought: Counts


class Prize(TypedDict):
    """The seat that would win with the current totals, the margin and the card; None if they are equal (KUN-15)."""

    seat: int | None
    card: str | None
    margin: int


class Parts(TypedDict):
    """The parts of both totals of a battle: attackers, the ally's, the defender's fighters and moats, others."""

    active: int
    ally: int
    standing: int
    moats: int
    joined: int
    bonus: int


class Forces(TypedDict):
    """The fighters of both sides, and the result if it were counted now."""

    attackers: Counts
    allied: Counts
    attack: int
    against: int
    parts: Parts
    prize: Prize


class Battle(Forces):
    """The current battle."""

    defender: int
    ally: int | None
    defence: Defence | None
    striker: int | None
    strikes: int


class Proposal(Forces):
    """A joint war that a seat is asked to join: the ally, and the target."""

    ally: int
    target: int


class War(TypedDict):
    """The targets of each general, the troops attached to each, the seats attacked, the battle being fought."""

    aims: dict[str, list[int]]
    attached: dict[str, Counts]
    foes: list[int]
    battle: Battle | None


class Shown(TypedDict):
    """Revealed cards of a seat."""

    seat: int
    cards: Counts


class Table(TypedDict):
    """The table as the viewer sees it."""

    round: int
    first: int
    turn: int
    phase: Phase
    actions: int
    money: int
    buys: int
    supply: Counts
    general: str | None
    generals: Counts
    trash: Counts
    seats: list[SeatSeen]
    shown: Shown | None
    general_played: bool
    joint: bool
    asked: list[int]
    proposal: Proposal | None
    war: War | None
    last_turns: int | None


def counted(counts: Sequence[int]) -> Counts:
    """Counts by kind, without zeros."""
    return {NAMES[k]: n for k, n in enumerate(counts) if n}


def named(cards: Iterable[int]) -> list[str]:
    """The names of cards given as 1 + kind."""
    return [NAMES[card - 1] for card in cards if card]


def table(s: Any, viewer: Viewer) -> Table:
    """The table as the viewer sees it."""
    return {
        "round": s.round,
        "first": s.first,
        "turn": s.turn,
        "phase": PHASES[s.phase],
        "actions": s.actions,
        "money": s.money,
        "buys": s.buys,
        "supply": {NAMES[k]: s.supply[k] for k in range(GENERALS, KINDS)},
        "general": NAMES[s.top_general - 1] if s.top_general else None,
        "generals": counted(s.supply[:GENERALS]),
        "trash": counted(s.trash),
        "seats": [seat(s, p, viewer) for p in range(s.players)],
        "shown": {"seat": s.shower, "cards": counted(s.shown)} if any(s.shown) else None,
        "general_played": bool(s.general_played),
        "joint": bool(s.joint),
        "asked": seats_of(s.asked, s.players),
        "proposal": proposal(s),
        "war": war(s),
        "last_turns": s.last if s.cause else None,
    }


def seat(s: Any, p: int, viewer: Viewer) -> SeatSeen:
    """One seat: counts for everybody, cards as far as the viewer knows them (KUN-23)."""
    own = views.owns(viewer, p)
    active = p == s.turn
    deck = s.deck.row(p)
    for card in s.top.row(p):
        if card:
            deck[card - 1] += 1
    owned = [_rules.owned(s, p, k) for k in range(KINDS)]
    return {
        "hand": s.hand_n[p],
        "known": counted(s.hand.row(p) if own else s.open.row(p)),
        "open": counted(s.open.row(p)),
        "kept": counted(s.kept) if active else {},
        "deck": s.deck_n[p] + s.tops[p],
        "deck_cards": counted(deck) if own else None,
        "put_back": sorted(named(s.pair.row(p))) if s.tops[p] else [],
        "put_back_left": s.tops[p],
        "top": named(s.top.row(p)) if own or not s.tops[p] else None,
        "pile": s.pile_n[p],
        "pile_top": NAMES[s.pile_top[p] - 1] if s.pile_top[p] else None,
        "pile_cards": counted(s.pile.row(p) if own else s.pile_open.row(p)),
        "deployed": counted(s.stand.row(p)),
        "played": counted(s.fresh) if active else {},
        "replayed": counted(s.again) if active else {},
        "attack": force(s, p),
        "owned": counted(owned),  # public: all gains and losses are
        "points": {NAMES[k]: POINTS[k] * n for k, n in enumerate(owned) if n and POINTS[k]},
        "gained_region": bool(s.regions >> p & 1),
        "bought": counted(s.bought.row(p)),
    }


def force(s: Any, p: int) -> int:
    """The total attack of the generals and troops in a territory."""
    return sum(_war.attack_of[k] * _war.territory(s, p, k) for k in range(FIGHTERS))


def war(s: Any) -> War | None:
    """The attackers and targets; in a battle, its state."""
    if s.phase not in (state.AIMING, state.ATTACHING, state.FIGHTING):
        return None
    return {
        "aims": {NAMES[g]: seats_of(s.aim[g], s.players) for g in range(GENERALS) if s.aim[g]},
        "attached": {
            NAMES[g]: {NAMES[GENERALS + t]: s.attached[t, g] for t in range(TROOPS) if s.attached[t, g]}
            for g in range(GENERALS)
            if s.aim[g]
        },
        "foes": seats_of(s.foes, s.players),
        "battle": battle(s) if s.phase == state.FIGHTING else None,
    }


def battle(s: Any) -> Battle:
    """The current battle: its fighters, and the result if it were counted now."""
    active = counted([_war.fighting(s, state.ACTIVE, k) for k in range(FIGHTERS)])
    allied = counted([_war.fighting(s, state.ALLIED, k) for k in range(FIGHTERS)])
    attack, against = _war.attack_total(s), _war.defence_total(s)
    joined = sum(_war.attack_of[k] * s.shown[k] for k in range(FIGHTERS))
    standing, moats = stronghold(s, s.defender)
    striking = s.step == state.STRIKING and s.strikes > 0
    return {
        "defender": s.defender,
        "ally": s.ally - 1 if s.ally else None,
        "defence": DEFENCES[s.defence],
        "attackers": active,
        "allied": allied,
        "attack": attack,
        "against": against,
        "parts": {
            "active": sum(_war.attack_of[k] * _war.fighting(s, state.ACTIVE, k) for k in range(FIGHTERS)),
            "ally": sum(_war.attack_of[k] * _war.fighting(s, state.ALLIED, k) for k in range(FIGHTERS)),
            "standing": standing,
            "moats": moats,
            "joined": joined,
            "bonus": against - standing - moats - joined,
        },
        "prize": prize(s, attack, against, s.defender),
        "striker": _war.owner_of(s, s.striker) if striking else None,
        "strikes": s.strikes if striking else 0,
    }


def proposal(s: Any) -> Proposal | None:
    """A joint war that a seat is asked to join: its fighters, and the result if nothing were added."""
    if views.decision(s) != Decision.CONSENT:
        return None
    target = views.context(s)[0]
    ally = s.ask_seat[s.depth - 1]
    active, allied = force(s, s.turn), force(s, ally)
    standing, moats = stronghold(s, target)
    against = standing + moats
    return {
        "ally": ally,
        "target": target,
        "attackers": counted([_war.territory(s, s.turn, k) for k in range(FIGHTERS)]),
        "allied": counted([_war.territory(s, ally, k) for k in range(FIGHTERS)]),
        "attack": active + allied,
        "against": against,
        "parts": {"active": active, "ally": allied, "standing": standing, "moats": moats, "joined": 0, "bonus": 0},
        "prize": prize(s, active + allied, against, target),
    }


def stronghold(s: Any, p: int) -> tuple[int, int]:
    """The defence in a territory: the total of its fighters, and its moats (KUN-14, KUN-17)."""
    fighters = sum(_war.attack_of[k] * s.stand[p, k] for k in range(FIGHTERS))
    return fighters, sum(DEFENCE[k] * s.stand[p, k] for k in range(FIGHTERS, KINDS))


def prize(s: Any, attack: int, against: int, defender: int) -> Prize:
    """The winner with these totals, the margin and the prize; None if they are equal (KUN-15)."""
    margin = abs(attack - against)
    card = _war.prize(s, margin, attack > against) if margin else -1
    seat = None if not margin else s.turn if attack > against else defender
    return {"seat": seat, "card": NAMES[card] if card >= 0 else None, "margin": margin}


def seats_of(mask: int, players: int) -> list[int]:
    """The seats of a mask."""
    return [p for p in range(players) if mask >> p & 1]


def prompt(s: Any, seat: int) -> tuple[str, dict[str, Any]]:
    """The prompt for a seat that owes a decision: its message key and parameters."""
    a, b = views.context(s)
    means = {"actions": s.actions, "money": s.money, "buys": s.buys}
    about: dict[str, Any] = {}
    match views.decision(s):
        case Decision.ACT | Decision.BUY:
            about = means
        case Decision.CHOOSE | Decision.TRASH | Decision.GIVE | Decision.ATTACH | Decision.PRIZE:
            about = {"card": NAMES[a]}
        case Decision.GAIN:
            about = {"n": a}
        case Decision.PROTECT:
            about = {"seat": s.turn}
        case Decision.STEAL:
            about = {"seat": s.shower}
        case Decision.AIM:
            return ("prompt.aim_more" if b else "prompt.aim"), {"card": NAMES[a]}
        case Decision.AGAINST:
            about = {"seat": a}
        case Decision.CONSENT:
            about = {"seat": s.turn, "other": a}
        case Decision.DEFEND:
            about = {"seat": s.turn, "n": _war.attack_total(s)}
        case Decision.LAY:
            about = {"n": _war.attack_total(s), "m": _war.defence_total(s)}
    return f"prompt.{DECLARATION.decisions[views.decision(s) - 1].name}", about


def scores(s: Any, viewer: Viewer) -> list[int]:
    """The points of each seat; they are public, since all gains and losses are."""
    return [s.points[p] for p in range(s.players)]


def outcome(s: Any) -> views.Ending:
    """How a finished match ended."""
    order = [(s.points[p], (p - s.first) % s.players) for p in range(s.players)]  # KUN-21
    return views.ending(_rules, s, DECLARATION.causes[s.cause - 1], order)


# For the compliance suite: what is conserved, and what the events must add up to.


def pieces(s: Any) -> Counter[str]:
    """All cards, wherever they are: the same in every position of a match."""
    found: Counter[str] = Counter()
    for k in range(KINDS):
        found[NAMES[k]] = s.supply[k] + s.trash[k] + sum(_rules.owned(s, p, k) for p in range(s.players))
    return found


def held(s: Any) -> set[tuple[str, str]]:
    """The kinds of cards in each hidden place."""
    zones = {"hand": s.hand, "deck": s.deck, "pile": s.pile}
    return {
        (f"{zone} {p}", NAMES[k])
        for zone, counts in zones.items()
        for p in range(s.players)
        for k in range(KINDS)
        if counts[p, k]
    }


def opening(s: Any) -> dict[str, int]:
    """The accounts of the ledger before the first event; those not named begin at 0."""
    book = {f"deck {p}": sum(START) for p in range(s.players)}
    return book | {"supply": sum(COPIES) - s.players * sum(START)}


def ledger(s: Any) -> dict[str, int]:
    """Countable facts of a state, which the events must add up to."""
    book = {"supply": sum(s.supply), "trash": sum(s.trash), "shown": sum(s.shown), "turns": turns_begun(s)}
    for p in range(s.players):
        active = p == s.turn
        book[f"hand {p}"] = s.hand_n[p] + (sum(s.kept) if active else 0)
        book[f"deck {p}"] = s.deck_n[p] + s.tops[p]
        book[f"pile {p}"] = s.pile_n[p]
        book[f"territory {p}"] = sum(s.stand.row(p)) + (sum(s.fresh) + sum(s.again) if active else 0)
        book[f"bought {p}"] = sum(s.bought.row(p))
    return book


def turns_begun(s: Any) -> int:
    """The number of turns that have begun."""
    return int((s.round - 1) * s.players + (s.turn - s.first) % s.players + 1)


def entries(event: str, e: dict[str, Any]) -> dict[str, int]:
    """The changes that one event makes in the ledger."""
    p, other, owner = e.get("seat"), e.get("other"), e.get("owner")
    match event:
        case "dealt":
            return {f"deck {p}": -e["number"], f"hand {p}": e["number"]}
        case "turn":
            return {"turns": 1}
        case "played" | "paid":
            return {f"hand {p}": -1, f"territory {p}": 1}
        case "drew":
            return {f"deck {p}": -1, f"hand {p}": 1}
        case "shuffled":
            return {f"pile {p}": -e["number"], f"deck {p}": e["number"]}
        case "bought":
            return {"supply": -1, f"pile {p}": 1, f"bought {p}": 1}
        case "gained" | "won_prize":
            return {"supply": -1, f"pile {p}": 1}
        case "handed":
            return {f"pile {p}": -1, f"pile {other}": 1}
        case "trashed":
            return {f"hand {p}": -1, "trash": 1}
        case "went_back":
            return {f"territory {p}": -1, "supply": 1}
        case "trapped":
            return {f"territory {owner}": -1, f"pile {owner}": 1}
        case "found":
            return {f"{'pile' if e['place'] == state.FROM_PILE else 'deck'} {p}": -1, f"hand {p}": 1}
        case "revealed" | "reinforced":
            return {f"deck {p}": -1, "shown": 1}
        case "stole" | "set_aside":
            return {"shown": -1, f"pile {p}": 1}
        case "laid":
            return {f"hand {p}": -1, "shown": 1}
        case "struck" | "fell":
            return {"shown" if e["joined"] else f"territory {p}": -1, f"pile {p}": 1}
        case "took_back":
            return {"shown": -1, f"hand {p}": 1}
        case "put_back":
            return {"shown": -e["number"], f"deck {p}": e["number"]}
        case "recalled":
            return {f"territory {p}": -1, f"pile {p}": 1}
        case "swept":
            return {f"territory {p}": -e["number"], f"pile {p}": e["number"]}
        case "laid_down":
            return {f"hand {p}": -e["number"], f"pile {p}": e["number"]}
    return {}
