"""From what the table and the seats chose to a state that `rules.setup` can start from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from ludotheque.errors import BadInput
from ludotheque.games.lampions.cards import WISHES


def begin(s: Any, options: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> None:
    """Write options and what the seats bring into a fresh state."""
    s.rounds = options["rounds"]
    for p, brought in enumerate(seats):
        wish = brought.get("wish")
        if wish is not None:
            if wish not in WISHES:
                raise BadInput.at("seats", 0, f"seat {p} wish", f"{wish!r} is not one of {', '.join(WISHES)}")
            s.wish[p] = 1 + WISHES.index(wish)


def options_of(s: Any) -> dict[str, Any]:
    """The options as they stand in a state."""
    return {"rounds": s.rounds}


def example_seats(players: int, options: Mapping[str, Any], random: Random) -> list[dict[str, Any]]:
    """What seats might bring, for the compliance suite: most a wish of their own, some none."""
    return [{"wish": random.choice(WISHES)} if random.random() < 0.8 else {} for _ in range(players)]
