"""A picture of a match for shared links: a lamp for each card that a seat has lit."""

from __future__ import annotations

from typing import Any

from ludotheque.messages import Messages
from ludotheque.toolkit import svg

COLOURS = {"candle": "#e0a82e", "spark": "#c65b2a", "lantern": "#a3261b"}


def picture(view: dict[str, Any], words: Messages) -> str:
    """A row of lamps for each seat, as SVG of 640 by 540."""
    seats = view["table"]["seats"]
    high = 540 / len(seats)
    parts = []
    for seat, one in enumerate(seats):
        middle = seat * high + high / 2
        parts.append(svg.rect(0, middle - 2, 640, 4, svg.SEATS[seat], 2))
        step = min(76, 600 / max(1, len(one["lit"])))
        for at, card in enumerate(one["lit"]):
            x, size = 40 + at * step, min(34, high * 0.36)
            parts.append(svg.circle(x, middle + size * 0.4, size, COLOURS.get(card, svg.QUIET), svg.INK))
            initial = words.say(f"card.{card}")[0].upper()
            parts.append(svg.text(x, middle + size * 0.75, initial, size, svg.SURFACE, bold=True, anchor="middle"))
    return "".join(parts)
