"""A million random decisions: `python examples/random_play.py lampions --decisions 1000000`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import ludotheque as lt


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and say how fast."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="lampions")
    parser.add_argument("--decisions", type=int, default=1_000_000)
    parser.add_argument("--matches", type=int, default=1024, help="at once")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args(arguments)

    batch = lt.batch(args.game, args.matches, seed=0, threads=args.threads)
    observations, masks = batch.observe(), batch.legal()  # the first call loads the machine code
    steps = -(-args.decisions // batch.n)
    begun = time.perf_counter()
    for _ in range(steps):
        batch.observe(out=observations)
        batch.legal(out=masks)
        batch.step(batch.sample())
    seconds = time.perf_counter() - begun

    played = steps * batch.n
    print(f"{played:,} decisions of {args.game} in {seconds:.2f} s: {played / seconds:,.0f} a second, each after")
    print(
        f"{observations.shape[1]} numbers of what the seat knows and a mask of {masks.shape[1]} actions were written."
    )
    print(f"{batch.episodes.sum():,} matches came to their end.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
