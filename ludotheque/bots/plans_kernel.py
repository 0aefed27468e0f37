"""Team plans that a network judges, in kernel land. A game's `policies` provide:

- `look(S, i, W, j, seat, stage, best, rows, out)`: return the action of `seat` in `S[i]`, redealt for it, as -1 -
  action. Or return the number of plans to judge first, with an observation of each plan's end in `rows`. Then it is
  called again, with the next stage and the index of the best plan.
- `look_ahead(S, i, W, j, plan, rows, world, weight, sure, out)`: the positions that may follow one of the plans a round
  later, for a comparison of plans by what they lead to;
- `OUTLOOK`, the declaration of those observations (kernel/observation.py), and `OFFERED`, the most plans there can be;
- for learning from whole matches: `begin(S, i, W, j)` plays from the set-up to the point where all decide together,
  `all_offers(S, i, W, j, rows, out)` returns the number of their plans there, `ENDS` is where the ends of the plans are
  stored, counted from the position, and `follow(S, i, W, j)` plays from the end of a plan to the next such point.
"""

from ludotheque.kernel import clone, entry_point, events, kernel
from ludotheque.kernel.declare import EVERYONE
from ludotheque.kernel.game import policies, rules


@kernel
def no_look(S, i, W, j, seat, stage, best, rows, out):
    """Return -1: the default for games without plans."""
    return -1


@kernel
def no_offers(S, i, W, j, rows, out):
    """Return 0: the default for games without plans."""
    return 0


@kernel
def stay(S, i, W, j):
    """Do nothing: the default for games without plans."""


@kernel
def no_worlds(S, i, W, j, plan, rows, world, weight, sure, out):
    """Return 0: the default for games without plans."""
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
def look(S, W, out, seat, stage, best, rows):  # plain-words: ignore (named as in a game's policies)
    """Call the game's `look` for one decision: the position is `S[0]`, the states behind it are scratch space."""
    return look_own(S, 0, W, 0, seat, stage, best, rows, out)


@entry_point
def look_ahead(S, W, out, plan, rows, world, weight, sure):
    """Call the game's `look_ahead` for one of the plans just offered for the position `S[0]`."""
    return ahead_own(S, 0, W, 0, plan, rows, world, weight, sure, out)


@entry_point
def begin(S, n, W):
    """Set up the matches `S[0]` … `S[n - 1]`, which hold keys and options, and play to where all decide together."""
    for i in range(n):
        events.begin(W[0], EVERYONE)
        rules.setup(S[i], W[0])
        begin_own(S, i, W, 0)


@entry_point
def offers(S, n, W, out, rows, many, ended):
    """Write the number of plans of each of `n` matches into `many`, 0 if it is over, and their ends behind the matches.

    The first plan is the one that the game's own policy prefers. `ended` marks plans that end the match; they have no
    row. The states behind the ends are scratch space.
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
    """Continue each match that is not over with the plan that was picked."""
    for i in range(n):
        if many[i] > 0:
            clone(S, i, n + OFFERED * i + picked[i])
            follow_own(S, i, W, 0)


@entry_point
def results(S, n, won):
    """Write the results of the matches: the share of the first seat, which all seats share."""
    for i in range(n):
        won[i] = rules.share(S[i], 0)
