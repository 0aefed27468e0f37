"""A picture of a match for shared links: the cards that each seat owned at the end, the most numerous first."""

from __future__ import annotations

from typing import Any

from ludotheque.messages import Messages
from ludotheque.toolkit import svg

SHOWN = 8  # kinds of cards shown for each seat


def picture(view: dict[str, Any], words: Messages) -> str:
    """A row of cards for each seat, as SVG of 640 by 540."""
    seats: list[dict[str, Any]] = view["table"]["seats"]
    high = 540 / len(seats)
    parts = []
    for seat, one in enumerate(seats):
        top = seat * high
        colour = svg.SEATS[seat]
        parts.append(svg.rect(0, top + 4, 6, high - 8, colour, 3))
        # Cards with points come first: they decided the match.
        worth = sorted(one["owned"].items(), key=lambda item: (-one["points"].get(item[0], 0), -item[1]))
        room = (high - 12) / 2
        for at, (card, count) in enumerate(worth[:SHOWN]):
            x, y = 20 + (at % 4) * 156, top + 6 + (at // 4) * room
            points = one["points"].get(card)
            parts.append(svg.rect(x, y, 148, room - 8, "#f3ddd0" if points else svg.PAPER, 8, svg.LINE))
            name = (
                words.say(f"card_short.{card}") if f"card_short.{card}" in words.by_key else words.say(f"card.{card}")
            )
            parts.append(svg.text(x + 74, y + room * 0.32, name, 17, anchor="middle", most=136))
            parts.append(svg.text(x + 74, y + room * 0.72, f"×{count}", min(34, room / 3), bold=True, anchor="middle"))
    return "".join(parts)
