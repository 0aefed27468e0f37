"""Plans of a whole team that a network judges, in kernel land. A game's policies offer them:

- `look(S, i, W, j, seat, stage, best, rows, out)`: what `seat` does in `S[i]`, redealt for it, as -1 - action; or how
  many plans are to be judged first: what is seen where each leads stands in `rows` then. Asked again, with the next
  stage, it is told which of them is best.
- `look_ahead(S, i, W, j, plan, rows, world, weight, sure, out)`, for who compares plans a round later: what may come
  after one of them;
- `OUTLOOK`, what those numbers are (kernel/observation.py), and `OFFERED`, how many plans there are at most;
- for learning from whole matches: `begin(S, i, W, j)` goes on from the set-up to where all decide together,
  `all_offers(S, i, W, j, rows, out)` tells how many plans they have there, `ENDS` where these are kept, counted from
  the position, and `follow(S, i, W, j)` goes on from the end of a plan to where all decide again.
"""

from ludotheque.kernel import clone, entry_point, events, kernel
from ludotheque.kernel.declare import EVERYONE
from ludotheque.kernel.game import policies, rules


@kernel
def no_look(S, i, W, j, seat, stage, best, rows, out):
    """Of a game that offers no plans."""
    return -1


@kernel
def no_offers(S, i, W, j, rows, out):
    """The same."""
    return 0


@kernel
def stay(S, i, W, j):
    """The same."""


@kernel
def no_worlds(S, i, W, j, plan, rows, world, weight, sure, out):
    """The same."""
    return 0


look_own = getattr(policies, "look", no_look)
ahead_own = getattr(policies, "look_ahead", no_worlds)
offers_own = getattr(policies, "all_offers", no_offers)
begin_own = getattr(policies, "begin", stay)
follow_own = getattr(policies, "follow", stay)
OFFERED = getattr(policies, "OFFERED", 0)
ENDS = getattr(policies, "ENDS", 0)
SCRATCH = getattr(policies, "SCRATCH", 0)


@entry_point
def look(S, W, out, seat, stage, best, rows):
    """For one decision: the position is `S[0]`, room to think behind it."""
    return look_own(S, 0, W, 0, seat, stage, best, rows, out)


@entry_point
def look_ahead(S, W, out, plan, rows, world, weight, sure):
    """What may come after one of the plans that were just offered for the position `S[0]`."""
    return ahead_own(S, 0, W, 0, plan, rows, world, weight, sure, out)


@entry_point
def begin(S, n, W):
    """Set up the matches `S[0]` … `S[n - 1]`, which hold keys and options, and go on to where all decide together."""
    for i in range(n):
        events.begin(W[0], EVERYONE)
        rules.setup(S[i], W[0])
        begin_own(S, i, W, 0)


@entry_point
def offers(S, n, W, out, rows, many, ended):
    """What all may do in each of `n` matches: `many[i]` plans, none where it is over; they are kept behind the matches.

    The first of them is the one that the game itself likes best; `ended` says which end the match, and so have no row.
    Behind them is room to think.
    """
    room = n * (1 + OFFERED)
    for i in range(n):
        many[i] = 0
        if rules.cause(S[i]) == 0:
            clone(S, room, i)
            many[i] = offers_own(S, room, W, 0, rows[i], out)
            for k in range(many[i]):
                clone(S, n + OFFERED * i + k, room + ENDS + k)
                ended[i, k] = rules.cause(S[room + ENDS + k])


@entry_point
def follow(S, n, W, many, picked):
    """Let each match that is not over go on by the plan that was picked."""
    for i in range(n):
        if many[i] > 0:
            clone(S, i, n + OFFERED * i + picked[i])
            follow_own(S, i, W, 0)


@entry_point
def results(S, n, won):
    """What the matches brought: the share of the first seat, which is that of all."""
    for i in range(n):
        won[i] = rules.share(S[i], 0)
