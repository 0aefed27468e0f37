"""A bot of your own against ours, with intervals: `python examples/evaluate.py --games 300`.

The arena seats it as a guest among hosts of another kind, in every seat in turn with the same deals, and stops a
pairing as soon as a sequential test is sure.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots.arena import Arena, Threads
from ludotheque.bots.contest import Contest


class Flickering:
    """Plays what leaves it with the most points now, by its view; otherwise as it comes."""

    name = "flickering"
    games = ("lampions",)

    def __init__(self, seed: object) -> None:
        self.seed = seed

    def choose(self, pos: lt.Position, seat: int) -> lt.Move:
        """Try every move in this one world."""
        return max(pos.moves(seat), key=lambda move: self.points_after(pos, move, seat))

    @staticmethod
    def points_after(pos: lt.Position, move: lt.Move, seat: int) -> int:
        """Return the points that the seat has after this move, once all others have played their first move."""
        then = pos.copy()
        then.play(move, seat)
        for other in then.actors if seat in pos.actors and len(pos.actors) > 1 else ():
            then.play(then.moves(other)[0], other)
        return then.scores(seat)[seat] or 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Let it meet random play and the greedy bot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="the most matches of a pairing")
    parser.add_argument("--mode", default="compiled", choices=("compiled", "plain"))
    args = parser.parse_args(arguments)

    bots.register(Flickering.name, Flickering)
    try:
        contest = Contest("lampions", (Flickering.name, "random", "greedy"), players=3, seed="example", mode=args.mode)
        arena = Arena(contest, games=args.games)
        arena.run(Threads(1))
    finally:
        bots.unregister(Flickering.name)
    for row in arena.rows():
        low, high = row["interval"]
        sure = "surely other than fair" if row["sure"] else "not sure"
        print(
            f"{row['guest']:>10} among {row['hosts']:<10} {row['share']:6.1%} [{low:.1%}, {high:.1%}] "
            f"of {row['games']} matches; fair is {row['fair']:.1%}; {sure}"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
