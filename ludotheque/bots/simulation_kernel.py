"""Whole matches between bots in compiled loops, without the interpreter: for simulations, off the GIL."""

from ludotheque.bots.greedy_kernel import GENERATOR, SCRATCH_STATES, choose, new_key, play
from ludotheque.bots.policy_kernel import REDEALT, SCRATCH, choose_own
from ludotheque.kernel import chacha, clone, decisions, driver, entry_point, events, kernel
from ludotheque.kernel.declare import EVERYONE
from ludotheque.kernel.game import rules

RANDOM, GREEDY, OWN = 0, 1, 2  # kinds of bots; the game's policies are numbered from OWN
OWN_SCRATCH = SCRATCH_STATES  # a policy's position is at this place from `scratch`, its scratch states behind it
ROOM = SCRATCH_STATES + 1 + SCRATCH  # scratch states of bots
DECISIONS, CAUSE, SHARES = 0, 1, 2  # columns of a result; then the shares of the seats, then their points


@kernel
def unsaid(s):
    """The cause of the end in a game whose rules do not name it."""
    return 0


cause = getattr(rules, "cause", unsaid)


@kernel
def by_policy(S, i, W, j, scratch, out, seat, policy):
    """Return the action of one of the game's policies, in a redealt world unless it needs none."""
    if not REDEALT:
        return choose_own(S, i, W, j, seat, policy, out)
    here = scratch + OWN_SCRATCH
    clone(S, here, i)
    new_key(S, here, scratch + GENERATOR)
    rules.redeal(S[here], W[j], seat)
    return choose_own(S, here, W, j, seat, policy, out)


@kernel
def match(S, i, W, j, scratch, out, more, total, kinds, worlds, limit):
    """Play `S[i]` to its end, seat `p` by bot `kinds[i, p]`; return the number of decisions, -1 if over `limit`."""
    new_key(S, scratch + GENERATOR, i)  # the bots' own stream, so that thinking never changes the deal
    s = S[i]
    w = W[j]
    for n in range(limit + 1):
        mask = decisions.actors(s)
        if mask == 0:
            return n
        seat = driver.first(mask)
        if kinds[i, seat] == GREEDY:
            action = choose(S, i, W, j, scratch, out, more, total, seat, worlds)
        elif kinds[i, seat] >= OWN:
            action = by_policy(S, i, W, j, scratch, out, seat, kinds[i, seat] - OWN)
        else:
            choices = rules.legal(s, w, seat, out)
            action = out[chacha.below(s, len(s.used) - 1, choices)]
        play(s, w, seat, action)
    return -1


@entry_point
def matches(S, a, b, W, j, scratch, out, more, total, kinds, worlds, limit, results):
    """Set up and play the matches `S[a]` … `S[b - 1]`, which hold keys and options; write the results."""
    for i in range(a, b):
        s = S[i]
        events.begin(W[j], EVERYONE)
        rules.setup(s, W[j])
        results[i, DECISIONS] = match(S, i, W, j, scratch, out, more, total, kinds, worlds, limit)
        results[i, CAUSE] = cause(s)
        for p in range(s.players):
            results[i, SHARES + p] = rules.share(s, p)
            results[i, SHARES + s.players + p] = rules.score(s, p)
