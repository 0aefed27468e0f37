"""Looks for matches that show what golden games should show, and writes them to matches.toml.

    python tests/gunkimono/golden/search.py
    python -m ludotheque.compliance.golden gunkimono tests/gunkimono/golden

Only needed when a change of the rules has made a match show something else, or for a new thing to show.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import ludotheque as lt

FOLDER = Path(__file__).parent
Told = dict[str, Any]
Log = list[list[Told]]  # the events of each decision


def of(log: Log, name: str) -> list[Told]:
    """The parameters of all events of that name."""
    return [event["params"] for events in log for event in events if event["event"] == name]


def over(log: Log) -> bool:
    return bool(of(log, "total"))


def drawn_blind(log: Log) -> bool:
    return any(told["seat"] != told["other"] for told in of(log, "end_drawn"))


def turned_up(log: Log) -> bool:
    return any(told["seat"] != told["other"] for told in of(log, "end_turned_up"))


def by_the_last_player(log: Log) -> bool:
    return any(told["seat"] == told["other"] for told in of(log, "end_drawn") + of(log, "end_turned_up"))


def tie_broken(log: Log) -> bool:
    return bool(of(log, "tie_broken")) and bool(of(log, "won"))


def shared_win(log: Log) -> bool:
    return bool(of(log, "shared"))


def fortress_waits(log: Log) -> bool:
    """A fortress waits, and is built in that player's next turn."""
    return any(len([b for b in of(log, "built") if b["seat"] == told["seat"]]) == 2 for told in of(log, "waits"))


def empty_stack(log: Log) -> bool:
    return bool(of(log, "no_banner"))


WANTED: list[tuple[str, str, Callable[[Log], bool], int, dict[str, Any]]] = [
    ("two_players", "A match of two.", over, 2, {}),
    ("three_players", "A match of three.", over, 3, {}),
    ("four_players", "A match of four.", over, 4, {}),
    ("five_players", "A match of five.", over, 5, {}),
    ("end_drawn_blind", "The end tile is drawn blind; the others have a last turn.", drawn_blind, 3, {}),
    ("end_turned_up", "The end tile replaces a tile of the display; the others have a last turn.", turned_up, 3, {}),
    ("end_by_the_last_player", "The last player brings the end tile: over at once.", by_the_last_player, 2, {}),
    ("tie_broken", "A tie is broken by the units in controlled formations.", tie_broken, 2, {}),
    ("shared_win", "A tie that nothing breaks: the win is shared.", shared_win, 3, {}),
    ("fortress_waits", "Two fortresses are due at once; the second is built a turn later.", fortress_waits, 4, {}),
    ("empty_stack", "A marker finds no banner left and leaves all the same.", empty_stack, 5, {}),
    ("free_formations", "Fortresses in free formations only.", over, 2, {"free_formation_only": True}),
]


def played(game: lt.Game, players: int, number: int, options: dict[str, Any]) -> Log:
    """The log of a random match, as `compliance.golden` plays it."""
    pos = game.start(players, str(number), options)
    random = Random(f"golden {number}")
    while not pos.over:
        pos.play(random.choice(pos.moves()))
    return pos.log(lt.ALL)


def main() -> int:
    game = lt.game("gunkimono", "plain")
    lines = [
        "# Golden games of Gunkimono, one for each way the end comes, and more. Found by search.py.",
        'tell = "keys"',
    ]
    for first, (name, shows, test, players, options) in enumerate(WANTED, 1):  # each its own match
        number = next(n for n in range(first, 5000) if test(played(game, players, n, options)))
        print(name, number, flush=True)
        lines += ["", "[[match]]", f'name = "{name}"', f'shows = "{shows}"', f'seed = "{number}"']
        lines += [f"players = {players}", f"policy_seed = {number}"]
        if options:
            lines.append("options = { free_formation_only = true }")
    (FOLDER / "matches.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
