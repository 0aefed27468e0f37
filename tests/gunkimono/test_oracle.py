"""Placements listed by the rules against a slow, independent reading of GUN-07 to GUN-13 over what everybody sees."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.play.perft import perft

GAME = lt.game("gunkimono", "plain")
LETTER = {"I": "infantry", "S": "samurai", "C": "cavalry", "L": "spearman", "A": "archer"}
SIDES = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
Field = dict[str, dict[str, Any]]


def beside(square: str, side: str) -> str:
    right, up = SIDES[side]
    return f"{chr(ord(square[0]) + right)}{int(square[1:]) + up}"


def owners_of_each_formation(units: dict[str, str], fortresses: dict[str, int]) -> Iterator[set[int]]:
    left = set(units)
    while left:
        found, edge = set(), [left.pop()]
        while edge:
            here = edge.pop()
            found.add(here)
            near = {beside(here, side) for side in SIDES}
            edge += [there for there in near & left if units[there] == units[here]]
            left -= set(edge)
        yield {fortresses[square] for square in found if square in fortresses}


def is_legal(field: Field, laid: dict[str, str], supported: str | None) -> bool:
    """Whether units may be laid on squares, one of them on a support."""
    if any(square not in field or field[square]["fortress"] is not None for square in laid):
        return False
    if len({field[square]["level"] + (square == supported) for square in laid}) > 1:
        return False
    if any(field[square]["unit"] == unit and square != supported for square, unit in laid.items()):
        return False
    units = {square: found["unit"] for square, found in field.items()} | laid
    fortresses = {square: found["fortress"] for square, found in field.items() if found["fortress"] is not None}
    return all(len(owners) < 2 for owners in owners_of_each_formation(units, fortresses))


def expected(pos: lt.Position) -> set[str]:
    """The notation of every legal placement of the tile in question."""
    table = pos.view(lt.SPECTATOR)["table"]
    field, tile = table["field"], table["laying"]["tile"]
    if len(tile) == 1:
        return {square for square in field if is_legal(field, {square: LETTER[tile]}, None)}
    first, second = LETTER[tile[0]], LETTER[tile[2]]
    found = set()
    for here in field:
        for side in SIDES:
            laid = {here: first, beside(here, side): second}
            if is_legal(field, laid, None):
                found.add(f"{here}{side}")
            if table["seats"][pos.actor]["small"]:
                found |= {f"{here}{side}+" for under in laid if is_legal(field, laid, under)}
    return found


@pytest.mark.rule("GUN-08")
@pytest.mark.rule("GUN-09")
@pytest.mark.rule("GUN-13")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_placements_are_those_of_a_naive_reading(players):
    contested = 0
    for seed in range(3):
        pos, random = GAME.start(players, f"oracle {seed}"), Random(seed)
        while not pos.over:
            owners = {p for p, seat in enumerate(pos.view(lt.SPECTATOR)["table"]["seats"]) if seat["fortresses"]}
            if pos.decision == "place" and random.random() < (0.5 if len(owners) > 1 else 0.03):
                contested += len(owners) > 1
                assert {move.text for move in pos.moves()} == expected(pos), pos.text()
            # Honour more often than not, so that there are fortresses to join.
            moves = pos.moves()
            pos.play(random.choice(moves) if pos.decision != "points" else moves[random.random() < 0.8])
    assert contested > 5


def test_perft_counts_the_placements_of_all_tiles():
    pos = GAME.start(players=2, seed=7)
    placements = 0
    for move in pos.moves():
        copy = pos.copy()
        copy.play(move)
        placements += len(expected(copy))
    # Every placement then asks for the points of its first half.
    assert [level.nodes for level in perft(pos, 3)] == [8, placements, 2 * placements] == [8, 590, 1180]
