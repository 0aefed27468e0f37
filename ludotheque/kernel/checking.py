"""Random play with every invariant checked: for tests and soak runs, brought into a program by `Program.add`.

Apart from the driver, so that nobody waits for its compilation at a table. A game's rules may keep accounts:
`open_accounts(s, w)` after the set-up, `account(s, w)` after every decision, which enters its events and answers like
`sound`.
"""

from ludotheque.kernel import chacha, decisions, driver, entry_point, events, kernel
from ludotheque.kernel.declare import EVERYONE
from ludotheque.kernel.game import rules


@kernel
def no_account(s, w):
    """What a game answers that keeps none."""
    return 0


open_accounts = getattr(rules, "open_accounts", no_account)
account = getattr(rules, "account", no_account)


@entry_point
def checked_playout(S, i, W, j, out, stream, limit):
    """As `playout`, but after every decision all invariants are checked; minus the broken one's number if any."""
    s = S[i]
    w = W[j]
    open_accounts(s, w)
    for n in range(limit):
        mask = decisions.actors(s)
        if mask == 0:
            return n
        seat = driver.first(mask)
        choices = rules.legal(s, w, seat, out)
        events.begin(w, EVERYONE)
        rules.play(s, w, seat, out[chacha.below(s, stream, choices)])
        broken = rules.sound(s, w)
        if broken == 0:
            broken = account(s, w)
        if broken != 0:
            return -broken
    return limit
