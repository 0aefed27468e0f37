"""A position, looked at from all sides: `python examples/read_position.py`."""

from __future__ import annotations

import ludotheque as lt
from ludotheque import bots

# As `pos.text()` writes it; what is left out is drawn from the seed.
TEXT = """
game: lampions
players: 3
round: 2
hand 0: moth spark
hand 1: candle
lit 1: spark spark
lit 2: lantern
deck: rest
"""


def main() -> int:
    """Read it, and tell."""
    game = lt.game("lampions", "plain")  # a single position needs no compiler
    pos = game.position(TEXT, seed=7)
    print(pos.text())

    seat = 0
    print(f"Seat {seat} may play:")
    for move in pos.moves(seat):
        print(f"  {move.id:>3}  {move.text:<10} {move.label('en')}")
    reason = pos.why_not("lantern", seat)
    assert reason is not None
    print(f"It may not play the lantern: {reason.sentence()}")

    print("\nWhat it knows, as numbers:")
    for name, numbers in game.observation.split(pos.observe(seat)).items():
        print(f"  {name:<9} {numbers.ravel().tolist()}")

    print("\nWhat seat 1 may hold, as far as seat 0 can tell:")
    for world in range(3):
        dream = pos.redeal(seat, seed=world)
        (hand,) = [line for line in dream.text().splitlines() if line.startswith("hand 1: ")]
        print(f"  world {world}: {hand.removeprefix('hand 1: ')}")

    print("\nWhat a search of 200 simulations thinks of it:")
    for advice in bots.advise(pos, seat, sims=200):
        print(f"  {advice.move.text:<10} {advice.result:6.1%} of the win")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
