"""The greedy bot's thinking, in kernel land: try every action in some redealt worlds, keep the best.

What a position is worth is the game's own `heuristic.value(s, w, seat)`, in about hundredths of a point, more
being better for `seat`; a game may say instead how each seat stands, `heuristic.standing(s, w, seat)`. Where one move
takes several decisions of a seat (a gust, then whose lamp), `heuristic.continues(s, seat)`, if it is there, says so,
and the rest of the move is chosen greedily before judging.

Nothing is allocated: a bot thinks in `SCRATCH_STATES` states in the same storage as the match, from index `scratch` on.
"""

from ludotheque.kernel import chacha, clone, decisions, driver, entry_point, events, kernel
from ludotheque.kernel.declare import EVERYONE
from ludotheque.kernel.game import heuristic, rules

GENERATOR, WORLD, TRIED, FOLLOWED, SCRATCH_STATES = 0, 1, 2, 3, 4  # scratch states of a bot, counted from `scratch`
FOLLOW = 12  # decisions of its own that a bot follows after the first: more than any move takes
ALL = 1 << 20  # more than any number of actions


@kernel
def worthless(s, w, seat):
    """The value of a position in a game without a heuristic: 0."""
    return 0


@kernel
def never(s, seat):
    """The `continues` of a game in which every move is one decision: False."""
    return False


standing = getattr(heuristic, "standing", worthless)


@kernel
def relative_value(s, w, seat):
    """The standing of `seat` less that of the others, the best of them counting twice."""
    best = 0
    total = 0
    for p in range(s.players):
        if p != seat:
            there = standing(s, w, p)
            total += there
            best = max(best, there)
    return standing(s, w, seat) - (total + best) // s.players


value = getattr(heuristic, "value", relative_value)
continues = getattr(heuristic, "continues", never)


@kernel
def new_key(S, i, generator):
    """Give state `S[i]` a key drawn from the generator of `S[generator]`."""
    g = S[generator]
    s = S[i]
    stream = len(g.used) - 1
    for k in range(8):
        s.key[k] = chacha.word(g, stream)
    chacha.forget(s)


@kernel
def play(s, w, seat, action):
    """Play without keeping the events of earlier moves."""
    events.begin(w, EVERYONE)
    rules.play(s, w, seat, action)


@kernel
def others_choose(s, w, seat, more):
    """Let all seats but `seat` choose at random, where several choose at the same time."""
    asked = decisions.actors(s)
    while asked & (1 << seat) != 0 and asked != 1 << seat:
        other = driver.first(asked & ~(1 << seat))
        n = rules.legal(s, w, other, more)
        play(s, w, other, more[chacha.below(s, len(s.used) - 1, n)])
        asked = decisions.actors(s)


@kernel
def follow(S, w, at, spare, seat, more, glances):
    """Choose the rest of the move of `seat` in the world `S[at]`, one decision after the other.

    Of very many actions only about `glances` are tried, every so many one.
    """
    for _ in range(FOLLOW):
        s = S[at]
        if decisions.actors(s) != 1 << seat or not continues(s, seat):
            return
        best = -1
        most = 0
        n = rules.legal(s, w, seat, more)
        step = (n + glances - 1) // glances
        first = chacha.below(s, len(s.used) - 1, step) if step > 1 else 0
        for k in range(first, n, step):
            clone(S, spare, at)
            play(S[spare], w, seat, more[k])
            worth = value(S[spare], w, seat)
            if best < 0 or worth > most:
                best = more[k]
                most = worth
        play(s, w, seat, best)


@kernel
def choose(S, i, W, j, scratch, out, more, total, seat, worlds):
    """Return the action of `seat` with the best average over `worlds`; ties are broken by the bot's generator."""
    w = W[j]
    n = rules.legal(S[i], w, seat, out)
    if n == 1:
        return out[0]
    for k in range(n):
        total[k] = 0
    for _ in range(worlds):
        clone(S, scratch + WORLD, i)
        new_key(S, scratch + WORLD, scratch + GENERATOR)
        rules.redeal(S[scratch + WORLD], w, seat)
        others_choose(S[scratch + WORLD], w, seat, more)
        for k in range(n):
            clone(S, scratch + TRIED, scratch + WORLD)
            play(S[scratch + TRIED], w, seat, out[k])
            follow(S, w, scratch + TRIED, scratch + FOLLOWED, seat, more, ALL)
            total[k] += value(S[scratch + TRIED], w, seat)
    best = 0
    equals = 1
    for k in range(1, n):
        if total[k] > total[best]:
            best = k
            equals = 1
        elif total[k] == total[best]:
            equals += 1
            if chacha.below(S[scratch + GENERATOR], len(S[scratch + GENERATOR].used) - 1, equals) == 0:
                best = k
    return out[best]


@entry_point
def decide(S, W, out, more, total, seat, worlds):
    """Decide once: the position is `S[0]`, the states behind it are scratch space, the bot's key is in `S[1]`."""
    return choose(S, 0, W, 0, 1, out, more, total, seat, worlds)
