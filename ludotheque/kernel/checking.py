"""Random play that checks every invariant: for tests and soak runs, added to a program by `Program.add`.

It is separate from the driver so that nobody who opens a table waits for its compilation. A game's rules may keep
accounts: `open_accounts(s, w)` runs after the set-up, `account(s, w)` after every decision. The latter books the events
and returns 0 or the number of a broken invariant, like `sound`.
"""

from ludotheque.kernel import chacha, decisions, driver, entry_point, events, kernel
from ludotheque.kernel.declare import EVERYONE
from ludotheque.kernel.game import rules


@kernel
def no_account(s, w):
    """Return 0: the default for games that keep no accounts."""
    return 0


open_accounts = getattr(rules, "open_accounts", no_account)
account = getattr(rules, "account", no_account)


@entry_point
def checked_playout(S, i, W, j, out, stream, limit):
    """Like `playout`, but check all invariants after every decision; return minus the number of a broken one."""
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
