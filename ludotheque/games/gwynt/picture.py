"""A picture of a match for shared links: the strength of each side round by round, and the gems left.

It shows the rounds because the battlefield is cleared after each of them.
"""

from __future__ import annotations

from typing import Any

from ludotheque.messages import Messages
from ludotheque.toolkit import svg

BASE, TALL = 420, 350  # the bottom of the columns, and the height of the tallest


def picture(view: dict[str, Any], words: Messages) -> str:
    """Two columns for each round, as SVG of 640 by 540; the stronger one full, the other pale."""
    table = view["table"]
    rounds: list[list[int]] = list(table["totals"])
    now = [seat["total"] for seat in table["seats"]]
    if len(rounds) < table["round"] and any(now):
        rounds.append(now)  # the unfinished round
    most = max((total for both in rounds for total in both), default=0) or 1
    step = 640 / 3
    parts = [svg.rect(0, BASE, 640, 3, svg.LINE)]
    for at, both in enumerate(rounds):
        for seat, total in enumerate(both):
            x, tall = at * step + 32 + seat * 78, TALL * total / most
            ahead = total == max(both)
            parts.append(
                f'<g opacity="{1 if ahead else 0.45}">{svg.rect(x, BASE - tall, 68, tall, svg.SEATS[seat], 6)}</g>'
            )
            parts.append(svg.text(x + 34, BASE - tall - 10, total, 30, bold=ahead, anchor="middle"))
        parts.append(svg.text(at * step + step / 2, BASE + 40, "I" * (at + 1), 30, svg.QUIET, anchor="middle"))
    for seat, one in enumerate(table["seats"]):
        y = 500 + 32 * seat
        faction = words.say(f"faction.{one['faction']}")
        parts.append(svg.text(0, y, faction, 24, svg.SEATS[seat], bold=True, most=480))
        for gem in range(2):
            parts.append(svg.circle(560 + 40 * gem, y - 8, 12, "#a3261b" if gem < one["gems"] else svg.LINE))
    return "".join(parts)
