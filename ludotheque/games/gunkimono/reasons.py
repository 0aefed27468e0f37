"""What the better of two moves gains in Gunkimono: for hints and reviews."""

from __future__ import annotations

from typing import Any

from ludotheque.games.gunkimono.components import LETTERS, UNITS
from ludotheque.games.gunkimono.tables import LARGE_NAMES
from ludotheque.play.moves import Move
from ludotheque.play.position import Position
from ludotheque.play.worlds import Foresight

UNIT_OF = dict(zip(LETTERS, UNITS, strict=True))
# In points, roughly: for choosing the advantage that is named.
FORTRESS, BANNER, REACH, STEP, INCOME, SMALL = 15.0, 5.0, 2.0, 0.6, 2.0, 1.5
LEAST = 0.5  # a smaller advantage is not named


def compare(
    pos: Position, seat: int, better: tuple[Move, Foresight], other: tuple[Move, Foresight]
) -> tuple[str, dict[str, Any]] | None:
    """Key and parameters of the greatest advantage that is certain; None if there is none."""
    (move, seen), (_, instead) = better, other
    if not (seen.view and instead.view and seen.scores and instead.scores):
        return None
    if pos.decision == "draw":
        return _tile(pos, seat, move, other[0])
    if pos.decision == "points":
        return _half(pos.view(seat)["table"]["laying"], move)
    now, then = seen.view["table"]["seats"][seat], instead.view["table"]["seats"][seat]
    found = [
        *_events(seat, seen, instead),
        *_points(pos.scores(seat)[seat], seen.scores[seat], instead.scores[seat]),
        *_rivals(seat, seen, instead),
        *_more(INCOME, "reason.income", now["income"], then["income"]),
        *_more(SMALL, "reason.small", len(now["small"] or ()), len(then["small"] or ())),
    ]
    found = [one for one in found if one[0] >= LEAST]
    return max(found, key=lambda one: one[0])[1:] if found else None


Advantage = tuple[float, str, dict[str, Any]]


def _more(worth: float, key: str, now: int | None, then: int | None) -> list[Advantage]:
    """An advantage in a number that is known after both moves."""
    if now is None or then is None or now <= then:
        return []
    return [(worth * (now - then), key, {"n": now - then})]


def _own(seat: int, seen: Foresight, event: str) -> list[dict[str, Any]]:
    return [one["params"] for one in seen.events if one["event"] == event and one["params"]["seat"] == seat]


def _events(seat: int, seen: Foresight, instead: Foresight) -> list[Advantage]:
    """Fortresses, banners and steps that the better move brings."""
    found: list[Advantage] = []
    built, banners, reach = (_own(seat, seen, event) for event in ("built", "banner_taken", "within_reach"))
    if len(built) > len(_own(seat, instead, "built")):
        found.append((FORTRESS, "reason.fortress", {"square": built[-1]["square"], "n": built[-1]["size"]}))
    if len(banners) > len(_own(seat, instead, "banner_taken")):
        found.append((BANNER, "reason.banner", {"banner": banners[-1]["banner"]}))
    if reach and not _own(seat, instead, "within_reach"):
        found.append((REACH, "reason.reach", {}))
    steps = sum(one["number"] for one in _own(seat, seen, "honoured"))
    fewer = sum(one["number"] for one in _own(seat, instead, "honoured"))
    if steps > fewer:
        found.append((STEP * (steps - fewer), "reason.honour", {"n": steps, "m": fewer}))
    return found


def _points(was: int, now: int | None, then: int | None) -> list[Advantage]:
    """The points of this turn."""
    if now is None or then is None or now <= then:
        return []
    return [(now - then, "reason.points", {"n": now - was, "m": then - was})]


def _rivals(seat: int, seen: Foresight, instead: Foresight) -> list[Advantage]:
    """What the fortresses of others bring less, a turn, after the better move."""
    found: list[Advantage] = []
    pairs = zip((seen.view or {})["table"]["seats"], (instead.view or {})["table"]["seats"], strict=True)
    for who, (now, then) in enumerate(pairs):
        if who != seat and now["income"] is not None and then["income"] is not None and now["income"] < then["income"]:
            less = then["income"] - now["income"]
            found.append((INCOME * less, "reason.rival_income", {"other": who, "n": less}))
    return found


def _half(laying: Any, move: Move) -> tuple[str, dict[str, Any]]:
    """What victory or honour brings for the half that is scored next."""
    half = laying["halves"][len(laying["chosen"])]
    if move.text == "victory":
        return "reason.victory", {"n": half["points"], "m": half["honour"]}
    if half["builds"]:
        return "reason.builds", {}
    if half["banner"]:
        return "reason.banner", {"banner": half["banner"]}
    return "reason.steps", {"n": half["honour"], "m": half["points"]}


def _tile(pos: Position, seat: int, move: Move, other: Move) -> tuple[str, dict[str, Any]] | None:
    """The steps of honour on a tile to draw that the next fortress still lacks."""
    lacks = pos.view(seat)["table"]["seats"][seat]["lacks"]
    useful, less = _useful(move, lacks), _useful(other, lacks)
    if useful <= less:
        return None
    return "reason.tile", {"tile": move.text.removeprefix("take "), "n": useful}


def _useful(move: Move, lacks: dict[str, int]) -> int:
    """The symbols of a drawn tile whose markers must still rise."""
    tile = move.text.removeprefix("take ")
    if tile not in LARGE_NAMES:
        return 0  # blind
    halves = ((tile[0], tile[1]), (tile[2], tile[3]))
    return sum(min(int(symbols), lacks.get(UNIT_OF[letter], 0)) for letter, symbols in halves)
