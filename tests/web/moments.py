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
    """Cards in the discard pile of seat 0, and a turn to look at them."""
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
    """All moments at which seat 0 owes a decision, of one match that bots play at random."""
    return [pos.text() for pos in owed_by_first_seat(game, "random", 1)]
