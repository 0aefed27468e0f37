"""What a position is worth to a seat, for games whose heuristic says how each seat stands: `heuristic.standing`."""

from ludotheque.kernel import heuristic, kernel


@kernel
def value(s, w, seat):
    """The standing of `seat` less that of the others, the best of them counting twice."""
    best = 0
    total = 0
    for p in range(s.players):
        if p != seat:
            there = heuristic.standing(s, w, p)
            total += there
            best = max(best, there)
    return heuristic.standing(s, w, seat) - (total + best) // s.players
