"""Matches of Gorynich as the page gets them, for web/tests/gorynich.test.ts: python -m tests.web.gorynich_stories.

Each moment is the events of a decision and the table after it, as a spectator is told and sees them; what the page's
story does not touch is left out.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import ludotheque as lt

FILE = Path("web") / "tests" / "gorynich.stories.json"
KEPT = ("round", "first", "gorynich", "flame", "burnt", "march", "flight", "decks", "tiles", "tokens", "cause")
MATCHES = ((3, "a", "fireball+multicolour+gust"), (4, "c", "princess+roar+burning_ground"))


def shown(pos: lt.Position) -> dict[str, Any]:
    """The parts of the public table that the page animates."""
    table = pos.view(lt.SPECTATOR)["table"]
    knights = [{key: knight[key] for key in ("number", "square", "start", "pointed")} for knight in table["knights"]]
    seats = [{key: seat[key] for key in ("hand", "row", "passed", "waiting")} for seat in table["seats"]]
    return {**{key: table[key] for key in KEPT}, "knights": knights, "seats": seats, "decision": pos.decision}


def story(players: int, seed: str, tiles: str) -> list[dict[str, Any]]:
    """A random match as a list of events and tables; passes are rare, so that much happens."""
    game = lt.game("gorynich", "plain")
    pos = game.start(players, seed, {"tiles": tiles, "rivers": 2, "order": "ABCD"})
    random = Random(seed)
    told = [{"events": pos.events(lt.SPECTATOR), "table": shown(pos)}]
    for _ in range(45):
        if pos.over:
            break
        seat = random.choice(pos.actors)
        moves = pos.moves(seat)
        pos.play(random.choice([move for move in moves if move.text not in ("pass", "enough")] or moves), seat)
        if not pos.ready:
            told.append({"events": pos.events(lt.SPECTATOR), "table": shown(pos)})
    return told


def main() -> None:
    """Write them."""
    pos = lt.game("gorynich", "plain").position("boards: A' B C D'\nplayers: 3\n")
    told = {"map": pos.view(lt.SPECTATOR)["table"]["map"], "matches": [story(*match) for match in MATCHES]}
    FILE.write_text(json.dumps(told, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
