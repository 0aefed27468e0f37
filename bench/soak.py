"""Many random matches with every invariant checked after every decision, over all options and many seatings.

python bench/soak.py gwynt --matches 1000000

Exit code 1 if one is broken; the seed, options and seats that show it are printed.
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import ludotheque as lt
from ludotheque.kernel import load
from ludotheque.play.game import Game
from ludotheque.play.seeds import key_words

CHECKING = "ludotheque.kernel.checking"
CHUNK = 500  # matches that share options and what the seats bring
MANY = 1000  # combinations of players and options


def table(game: Game, number: int) -> tuple[int, dict[str, Any]]:
    """Players and options of a chunk: every combination in turn, or drawn at random where there are too many."""
    low, high = game.declaration.players
    values = {"players": range(low, high + 1), **{option.name: option.values for option in game.declaration.options}}
    if math.prod(map(len, values.values())) <= MANY:
        combinations = list(itertools.product(*values.values()))
        chosen = dict(zip(values, combinations[number % len(combinations)], strict=True))
    else:
        chance = Random(f"soak {number}")
        chosen = {name: chance.choice(some) for name, some in values.items()}
    return int(chosen.pop("players")), chosen


def chunk(game: Game, number: int) -> tuple[int, str | None]:
    """Play one chunk; its decisions, and a sentence if something broke."""
    program = load(game.package, "compiled")
    checking = program.add(CHECKING)
    players, options = table(game, number)
    seats = game.example_seats(players, options, Random(number))
    start = program.states(1)
    program.put(start, 0, game.before_setup(players, options, seats)[0])
    states, work, out = start.copy(), program.workspaces(1), program.actions(game.declaration.action_count)
    decisions = 0
    for match in range(CHUNK):
        states[0] = start[0]
        seed = f"soak/{number}/{match}"
        program.entry_points.rekey(states, 0, *key_words(game.name, game.rules_version, seed))
        program.entry_points.setup(states, 0, work, 0)
        limit = game.declaration.longest + 1
        played = int(checking.checked_playout(states, 0, work, 0, out, game.declaration.stream_count - 1, limit))
        if played < 0 or played == limit:
            what = "the declared longest match is passed" if played == limit else f"invariant {-played} is broken"
            return decisions, f"{what}: seed {seed!r}, players {players}, options {options}, seats {seats}"
        decisions += played
    return decisions, None


def main() -> int:
    """Play and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    broken = False
    for name in args.games:
        game = lt.game(name, "compiled")
        game.prepare()
        load(game.package, "compiled").add(CHECKING)
        chunk(game, 0)  # compiles in one thread what the others will use
        chunks = -(-args.matches // CHUNK)
        begun, decisions = time.perf_counter(), 0
        with ThreadPoolExecutor(args.threads) as pool:
            for played, fault in pool.map(lambda number, game=game: chunk(game, number), range(chunks)):
                decisions += played
                if fault:
                    print(f"{name}: {fault}")
                    broken = True
        seconds = time.perf_counter() - begun
        rate = decisions / seconds
        print(f"{name}: {chunks * CHUNK:,} matches, {decisions:,} decisions, {seconds:.0f} s, {rate:,.0f} a second")
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
