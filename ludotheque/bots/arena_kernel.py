"""Whole matches between bots in compiled loops, without the interpreter: for simulations, off the GIL."""

from ludotheque.bots.greedy_kernel import GENERATOR, choose, new_key, play
from ludotheque.kernel import chacha, decisions, door, driver, events, kernel, rules

RANDOM, GREEDY = 0, 1
DECISIONS, CAUSE, SHARES = 0, 1, 2  # columns of a result; then the shares of the seats, then their points
EVERYONE = 255


@kernel
def unsaid(s):
    """The cause of the end in a game whose rules do not tell it."""
    return 0


cause = getattr(rules, "cause", unsaid)


@kernel
def match(S, i, W, j, mind, out, more, total, kinds, worlds, limit):
    """Play `S[i]` to its end, seat `p` by bot `kinds[i, p]`; how many decisions, -1 if over `limit`."""
    new_key(S, mind + GENERATOR, i)  # from the stream that is kept for bots: thinking never disturbs the deal
    s = S[i]
    w = W[j]
    for n in range(limit + 1):
        mask = decisions.actors(s)
        if mask == 0:
            return n
        seat = driver.first(mask)
        if kinds[i, seat] == GREEDY:
            action = choose(S, i, W, j, mind, out, more, total, seat, worlds)
        else:
            choices = rules.legal(s, w, seat, out)
            action = out[chacha.below(s, len(s.used) - 1, choices)]
        play(s, w, seat, action)
    return -1


@door
def matches(S, a, b, W, j, mind, out, more, total, kinds, worlds, limit, results):
    """Set up and play the matches `S[a]` … `S[b - 1]`, which hold keys and options; note the results."""
    for i in range(a, b):
        s = S[i]
        events.begin(W[j], EVERYONE)
        rules.setup(s, W[j])
        results[i, DECISIONS] = match(S, i, W, j, mind, out, more, total, kinds, worlds, limit)
        results[i, CAUSE] = cause(s)
        for p in range(s.players):
            results[i, SHARES + p] = rules.share(s, p)
            results[i, SHARES + s.players + p] = rules.score(s, p)
