"""Declarations for reviews of Gorynich: the cards that no seat knows, and the possible gains of a move."""

from __future__ import annotations

from typing import Any

from ludotheque.games.gorynich.state import GORYNICH_DECK, KNIGHT_DECK
from ludotheque.kernel import Program
from ludotheque.play.moves import Move
from ludotheque.play.position import Position

# Zone, first slot and slot after the last (None: the whole zone) of cards that may be exchanged.
EXCHANGEABLE = (((KNIGHT_DECK, 0, None),), ((GORYNICH_DECK, 0, None),))
MEASURES = ("knights", "nearest")
NONE_LEFT = 12  # steps, where no knight is left
UNJUDGED = ("speak",)  # bots don't talk, so they can't say what a talk is worth
CONVENTION = ("planner", "choose")  # the policy whose plan all heads share, and the decision that they make in secret
THEMES = {"speak": "signs", "point": "signs", "choose": "card", "drop": "card", "fly": "flight", "perch": "perch"}
# By decision; all others are manoeuvres.
THEMES |= {"breathe": "fire", "light": "fire", "aim": "fire", "steer": "flight", "blow": "gust"}


def nearest(program: Program, states: Any, i: int, seat: int, players: int) -> float:
    """Return the steps of the nearest knight to the castle."""
    plain = program.mode == "plain"
    knights, far = (getattr(states[i], name) if plain else states[name][i] for name in ("knight", "far"))
    return min((int(far[int(square)]) for square in knights if int(square) >= 0), default=NONE_LEFT)


READS = {"nearest": nearest}


def themes(pos: Position, seat: int, move: Move) -> list[str]:
    """The themes of a problem: what is decided."""
    return [THEMES.get(str(pos.decision), "manoeuvre")]
