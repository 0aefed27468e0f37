"""Looks for matches that show what golden games should show, and writes them to matches.toml.

    python tests/gorynich/golden/search.py
    python -m ludotheque.compliance.golden gorynich tests/gorynich/golden

Only needed when a change of the rules has made moves of matches.toml illegal, or for a new thing to show. Bots play; in
the first round the first player speaks. Matches of earlier rules versions are kept.
"""

from __future__ import annotations

import sys
import textwrap
from json import dumps
from pathlib import Path
from random import Random
from typing import Any

import ludotheque as lt
from ludotheque import bots

FOLDER = Path(__file__).parent
TILES = {
    "long_flame": "Long flame and Charge.",
    "roar": "Roar and Anger.",
    "gust": "Gust and Head wind.",
    "burning_ground": "Burning ground and Reinforcement.",
    "second_wind": "Second wind and Weariness.",
    "swoop": "Swoop and Nets.",
}
QUIET = {"speech": False}
RIVER = {"rivers": 1, "fixed_colours": False} | QUIET
# Name, what it shows, players, options, which bot, and what the match must hold: its cause, or a tile that is used.
Wanted = tuple[str, str, int, dict[str, Any], str, str]
WANTED: list[Wanted] = [
    *((f"won_by_{n}", f"{n} players win.", n, {}, "tactician", "all_burnt") for n in range(3, 8)),
    (
        "talk_after_reveal",
        "Talk once the cards are turned up.",
        3,
        {"speech_after_reveal": True},
        "tactician",
        "all_burnt",
    ),
    ("castle_reached", "A knight reaches the castle.", 4, QUIET, "random", "castle_reached"),
    ("left_table", "Gorynich flies off the table.", 3, QUIET, "random", "left_table"),
    ("castle_burnt", "The castle burns.", 3, QUIET, "random", "castle_burnt"),
    *(
        (tile, shows, 4, {**RIVER, "tiles": f"fireball+princess+{tile}"}, "tactician", tile)
        for tile, shows in TILES.items()
    ),
]


def play(pos: lt.Position, name: str, seed: object) -> list[str]:
    """Play a match by a bot; the moves are returned."""
    bot, chance, moves = bots.make(name, seed, pos.game), Random(f"{seed}"), []
    while pos.actor is not None:
        seat = pos.actor
        choices = [move.text for move in pos.moves(seat)]
        if name == "random":
            text = chance.choice(choices)
        elif "speak" in choices and pos.state.round == 1:
            text = "speak"
        else:
            text = bot.choose(pos.redeal(seat, "search"), seat).text
        moves.append(f"{seat} {text}")
        pos.play(text, seat)
    return moves


def shows(pos: lt.Position, wanted: str, moves: list[str]) -> bool:
    """Whether a match contains the wanted events."""
    outcome = pos.outcome() or {}
    if wanted in TILES:
        return any(move.endswith(f" use {wanted}") for move in moves)
    return bool(outcome.get("cause") == wanted)


def main() -> int:
    game = lt.game("gorynich")
    lines = [
        "# The matches of this folder; see ludotheque/compliance/golden.py. Found by search.py.",
        'tell = "keys"',
        "",
    ]
    for name, what, players, options, bot, wanted in WANTED:
        for n in range(400):
            pos = game.start(players, str(n), options)
            moves = play(pos, bot, n)
            if shows(pos, wanted, moves):
                break
        else:
            print(f"found no match for {name}", file=sys.stderr)
            return 1
        print(f"{name}: match {n}, {len(moves)} moves", flush=True)
        lines += ["[[match]]", f'name = "{name}"', f'shows = "{what}"', f'seed = "{n}"', f"players = {players}"]
        if options:
            lines.append("options = { " + ", ".join(f"{key} = {dumps(value)}" for key, value in options.items()) + " }")
        rows = textwrap.wrap(" ".join(f'"{move}",'.replace(" ", "\0") for move in moves), 114)
        lines += ["moves = [", *(f"    {row}".replace("\0", " ") for row in rows), "]", ""]
    kept = (FOLDER / "matches.toml").read_text(encoding="utf-8").split("[[match]]\n")
    lines += [f"[[match]]\n{match.strip()}\n" for match in kept if "\nrules = " in match]
    (FOLDER / "matches.toml").write_text("\n".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
