"""Moments of matches that are worth a picture, found by letting bots play: each as the text of its position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import ludotheque as lt
from ludotheque import bots
from ludotheque.play.position import Position

LONG_ENOUGH = 240  # decisions, after which bots that play at random have shown what there is to see


def is_full(pos: Position) -> bool:
    """Weather and a horn in play, many cards on both sides, a hand to choose from."""
    table = pos.view(0)["table"]
    rows = [row for seat in table["seats"] for row in seat["rows"]]
    return (
        pos.decision == "turn"
        and any(row["weather"] for row in rows)
        and any(row["horn"] for row in rows)
        and all(sum(len(row["cards"]) for row in seat["rows"]) > 4 for seat in table["seats"])
        and table["seats"][0]["hand"] > 3
    )


def is_buried(pos: Position) -> bool:
    """Whether seat 0 has a turn and cards in its discard pile."""
    return pos.decision == "turn" and len(pos.view(0)["table"]["seats"][0]["pile"]) > 4


def asks(decision: str) -> Callable[[Position], bool]:
    """Whether a position asks for something."""
    return lambda pos: pos.decision == decision


# Of Gwynt: a table full of cards, one with a full pile, and every decision that looks different from others.
OF_GWYNT: dict[str, Callable[[Position], bool]] = {
    "full": is_full,
    "buried": is_buried,
    **{decision: asks(decision) for decision in ("first", "row", "target", "revive", "fetch", "take")},
}


def owed_by_first_seat(game: str, bot: str, seeds: int) -> Iterator[Position]:
    """Positions in which seat 0 owes a decision, of matches that a bot plays against itself."""
    rules = lt.game(game)
    for seed in range(seeds):
        pos = rules.start(seed=f"picture {seed}")
        player = bots.make(bot, seed, rules)
        for _ in range(LONG_ENOUGH):
            if pos.over:
                break
            seat = pos.actors[0]
            if seat == 0:
                yield pos
            pos.play(bots.decide(player, pos, seat), seat)


@cache
def of_gwynt() -> dict[str, str]:
    """The wanted moments of Gwynt by name."""
    found: dict[str, str] = {}
    for pos in owed_by_first_seat("gwynt", "greedy", 60):
        for name, wanted in OF_GWYNT.items():
            if name not in found and wanted(pos):
                found[name] = pos.text()
        if len(found) == len(OF_GWYNT):
            break
    return found


@cache
def of_any(game: str) -> list[str]:
    """All moments at which seat 0 owes a decision, of one match between random bots."""
    return [pos.text() for pos in owed_by_first_seat(game, "random", 1)]


# Of Gunkimono: a table of four in the middle of a match, seat 0 one step from a fortress; and a crowded one of five.
GUNKIMONO_FOUR = """game: gunkimono
players: 4
first: 1
turn: 0
7: . . I L C S L . .
6: A I I1 S1 I A C A I
5: S A I L S C A I C
4: C A2 I3 A1^3 C2 A1 C1 L1 L
3: I C2 S3 I1 L2 C1^1 I1 I A
2: L L1 S2 C1^2 S2 S1 A L S
1: . . C2 C A2 A1 I1 . .
points 0: 13 0
points 1: 8 1
points 2: 4 3
points 3: 4 1
honour 0: 2 2 x 1 2
honour 1: 4 2 2 2 x
honour 2: 2 2 2 3 2
honour 3: 2 3 3 2 3
banners 0: dragon13
banners 1: dragon11
small 0: ISLA
small 1: SCL
hand 0: I2A1 S1L1 I1C1
hand 1: S1C1 L1A1! S2A2
hand 2: I1L1 C2A1 C1A1
hand 3: S2L1 L2A2 I2C2
display: S2L1 I1S1 S1A1
"""
GUNKIMONO_FIVE = """game: gunkimono
players: 5
first: 1
turn: 0
7: . . I L2 A1 A3 L . .
6: L1 C2 A2 A3 A1 L3 A2^1 L3 C3
5: A1 C2 A6 I2^4 A3 A5 C5 C4 C
4: I1 S2^4 L6 A2 A L2^1 S1 A1 L
3: I I2 L3 S2^3 L3^3 C2^2 C I A
2: S1 C2^0 I3^2 S3 I2^0 A S L S
1: . . I I2 S3 C3 S . .
points 0: 39 15
points 1: 6 51
points 2: 35 25
points 3: 33 19
points 4: 31 24
honour 0: 3 2 3 2 2
honour 1: 2 2 2 2 2
honour 2: 3 3 2 2 x
honour 3: 2 2 3 3 2
honour 4: 3 2 2 2 3
small 0: IC
small 1: L
small 2: ISCL
small 3: ISLA
small 4: ICL
banners 2: dragon11
hand 0: C1A2 I1C2 S1L2
hand 1: S1C1 L1A1! S2A2
hand 2: I1L2 C2A1 C1A1
hand 3: S2L1 L2A2 I2C2
hand 4: S1L1 I2S2 I1C1
display: I1L1 I1S1 L2A1
end: announced
pile: I1A1 C1L2 end
removed: rest
"""
