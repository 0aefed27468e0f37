"""Redraw what no seat knows: the remaining chance, given everything that any seat knows.

A redeal for one seat (`Position.redeal`) draws again whatever that seat can't know, others' hands included. Here all
hands stay. Only the order of shuffled piles and the generator are drawn again. That is the distribution of
every draw still to come, given all that the seats know together, so a draw can be compared with its own mean.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Sequence
from functools import cache
from typing import Any

from ludotheque.bots.policy import optional_module
from ludotheque.kernel import Program
from ludotheque.kernel.declare import ALL_SEATS
from ludotheque.play.seeds import key_words

Slots = tuple[tuple[int, int, int | None], ...]  # zone, first slot, slot after the last (None: the whole zone)


def exchangeable(package: str) -> tuple[Slots, ...]:
    """The groups of slots of a game whose cards are exchangeable as long as no seat knows them.

    They are declared in the game's optional `review.py`. A game without them keeps the order of its piles: its draws
    then count as a part of the deal.
    """
    groups: tuple[Slots, ...] = getattr(optional_module(f"{package}.review"), "EXCHANGEABLE", ())
    return groups


@cache
def _bases(package: str) -> tuple[int, ...]:
    """The first slot of each zone of a game."""
    return tuple(importlib.import_module(f"{package}.state").PILES.base)


def _field(program: Program, states: Any, i: int, name: str) -> Any:
    return getattr(states[i], name) if program.mode == "plain" else states[name][i]


def open_slots(program: Program, states: Any, i: int) -> list[list[int]]:
    """Return, for each group of exchangeable slots, those that hold a card that no seat knows."""
    groups = exchangeable(program.package)
    if not groups:
        return []
    known, count = (_field(program, states, i, name) for name in ("known", "count"))
    base, found = _bases(program.package), []
    for group in groups:
        slots = [
            base[zone] + place
            for zone, first, last in group
            for place in range(first, int(count[zone]) if last is None else min(last, int(count[zone])))
        ]
        found.append([slot for slot in slots if not int(known[slot]) & ALL_SEATS])
    return found


def redraw(program: Program, states: Any, i: int, *seed: object) -> None:
    """Draw again, in `states[i]`, everything that no seat knows. It follows from the state and the seed."""
    words = key_words("joint redeal", *seed)
    program.entry_points.rekey(states, i, *words)
    drawing = random.Random(sum(word << 32 * k for k, word in enumerate(words)))
    for slots in open_slots(program, states, i):
        card = _field(program, states, i, "card")
        cards = sorted(int(card[slot]) for slot in slots)  # sorted, so that their places don't matter
        drawing.shuffle(cards)
        for slot, one in zip(slots, cards, strict=True):
            card[slot] = one


def open_chance(program: Program, states: Any, i: int) -> tuple[Sequence[int], Sequence[int]]:
    """Return what every draw changes: the use of the generator's streams, and how many slots no seat knows."""
    used = tuple(int(n) for n in _field(program, states, i, "used"))
    return used, tuple(len(slots) for slots in open_slots(program, states, i))
