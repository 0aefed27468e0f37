"""Random play with every invariant checked: for tests and soak runs, brought into a program by `Program.add`.

Apart from the driver, so that nobody waits for its compilation at a table.
"""

from ludotheque.kernel import chacha, decisions, door, driver, events, rules

EVERYONE = 255


@door
def checked_playout(S, i, W, j, out, stream, limit):
    """As `playout`, but after every decision all invariants are checked; minus the broken one's number if any."""
    s = S[i]
    w = W[j]
    for n in range(limit):
        mask = decisions.actors(s)
        if mask == 0:
            return n
        seat = driver.first(mask)
        choices = rules.legal(s, w, seat, out)
        events.begin(w, EVERYONE)
        rules.play(s, w, seat, out[chacha.below(s, stream, choices)])
        broken = rules.sound(s, w)
        if broken != 0:
            return -broken
    return limit
