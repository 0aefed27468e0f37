"""The entry points from Python into a game's rules.

Every entry point works on state `S[i]` with workspace `W[j]`. They take an array and an index because passing a single
record takes ten times as long.
"""

from ludotheque.kernel import chacha, decisions, entry_point, events, kernel
from ludotheque.kernel.declare import EVERYONE
from ludotheque.kernel.game import observation, rules


@kernel
def no_observation(s, w, me, x):
    """Write nothing: the default for games without an observation."""


observe_seat = getattr(observation, "observe", no_observation)


@entry_point
def rekey(S, i, k0, k1, k2, k3, k4, k5, k6, k7):
    """Give the generator a new key and restart all its streams."""
    s = S[i]
    s.key[0] = k0
    s.key[1] = k1
    s.key[2] = k2
    s.key[3] = k3
    s.key[4] = k4
    s.key[5] = k5
    s.key[6] = k6
    s.key[7] = k7
    chacha.forget(s)


@entry_point
def setup(S, i, W, j):
    """Set up a match. The state already holds key, players, options and seat options."""
    events.begin(W[j], EVERYONE)
    rules.setup(S[i], W[j])


@entry_point
def actors(S, i):
    """The mask of the seats that owe a decision."""
    return decisions.actors(S[i])


@entry_point
def forbidden(S, i, W, j, seat, action):
    """0 if `seat` may play `action` now, else the number of the refusal."""
    return rules.forbidden(S[i], W[j], seat, action)


@entry_point
def legal(S, i, W, j, seat, out):
    """Write the legal actions of `seat` into `out` in ascending order; return how many there are."""
    return rules.legal(S[i], W[j], seat, out)


@entry_point
def play(S, i, W, j, seat, action):
    """Play a legal action; the workspace then holds its events."""
    events.begin(W[j], EVERYONE)
    rules.play(S[i], W[j], seat, action)


@entry_point
def observe(S, i, W, j, seat, x):
    """Write the observation of `seat` into `x`, as the game's `observation.py` declares it."""
    for k in range(len(x)):
        x[k] = 0
    observe_seat(S[i], W[j], seat, x)


# `pending_decision` and `turn` pack several answers into one number: a further call from Python would cost more.
KIND, SEEN, EVENTS = 8, 16, 24  # shifts, in bits; the lowest eight bits are the mask of the seats that decide


@kernel
def packed_decision(s):
    """The mask of the seats that owe a decision, and the kind of decision, in one number."""
    return decisions.actors(s) | decisions.kind(s) << KIND


@entry_point
def pending_decision(S, i):
    """The mask of the seats that owe a decision, and the kind of decision, in one number."""
    return packed_decision(S[i])


@entry_point
def turn(S, i, W, j, seat, action):
    """Play an action if it is legal; return the next pending decision, who saw the action, and the number of events.

    If the action is not legal, change nothing and return minus the number of the refusal.
    """
    s = S[i]
    w = W[j]
    refused = rules.forbidden(s, w, seat, action)
    if refused != 0:
        return -refused
    events.begin(w, EVERYONE)
    rules.play(s, w, seat, action)
    return packed_decision(s) | (w.seen & EVERYONE) << SEEN | w.events << EVENTS


@entry_point
def sound(S, i, W, j):
    """0 if every invariant of the game holds, else the number of the broken one."""
    return rules.sound(S[i], W[j])


@entry_point
def redeal(S, i, W, j, viewer, k0, k1, k2, k3, k4, k5, k6, k7):
    """Draw again everything that `viewer` (a seat or SPECTATOR) can't know, and the generator's key."""
    rekey(S, i, k0, k1, k2, k3, k4, k5, k6, k7)
    rules.redeal(S[i], W[j], viewer)


@entry_point
def step(S, i, W, j, action, out):
    """Play for the first actor and list the legal actions of the next one: for loops driven from Python.

    Return the number of actions in `out`, 0 if the match is over. A negative `action` plays nothing.
    """
    s = S[i]
    w = W[j]
    mask = decisions.actors(s)
    if action >= 0:
        events.begin(w, EVERYONE)
        rules.play(s, w, first(mask), action)
        mask = decisions.actors(s)
    if mask == 0:
        return 0
    return rules.legal(s, w, first(mask), out)


@kernel
def first(mask):
    """The lowest seat of a mask that is not empty."""
    seat = 0
    while mask >> seat & 1 == 0:
        seat += 1
    return seat


@entry_point
def playout(S, i, W, j, out, stream, limit):
    """Play random legal actions, from the state's generator, until the end or `limit` decisions; return how many."""
    s = S[i]
    w = W[j]
    for n in range(limit):
        mask = decisions.actors(s)
        if mask == 0:
            return n
        seat = first(mask)
        choices = rules.legal(s, w, seat, out)
        events.begin(w, EVERYONE)
        rules.play(s, w, seat, out[chacha.below(s, stream, choices)])
    return limit


@entry_point
def share(S, i, seat):
    """The share of `seat` in the win, in 420ths, once the match is over."""
    return rules.share(S[i], seat)


@entry_point
def score(S, i, seat):
    """The points of `seat` as the rules count them now."""
    return rules.score(S[i], seat)
