"""The rules, in the Python that Numba compiles. The ids in comments are those of the rulebook."""

from ludotheque.kernel import chacha, decisions, events, kernel
from ludotheque.kernel.declare import EVERYONE, SHARE
from ludotheque.skeleton.kuhn.declaration import Action, Cause, Decision, Event, Stream


@kernel
def setup(s, w):
    """Deal each seat a card; each pays 1 (KUH-01)."""
    s.hand[0] = chacha.below(s, Stream.DEAL, 3)
    s.hand[1] = (s.hand[0] + 1 + chacha.below(s, Stream.DEAL, 2)) % 3
    s.staked[0] = s.staked[1] = 1
    decisions.ask(s, Decision.SPEAK, 0, 0, 0)


@kernel
def forbidden(s, w, seat, action):
    """0 if `seat` may take `action` now, else the number of a refusal."""
    return 0


@kernel
def legal(s, w, seat, out):
    """List what `forbidden` allows, in ascending order; return how many there are."""
    out[0], out[1] = Action.PASS, Action.BET
    return 2


@kernel
def play(s, w, seat, action):
    """Carry out a legal action, and all that follows without a decision."""
    decisions.answered(s)
    behind = s.staked[seat] < s.staked[1 - seat]
    s.staked[seat] += action == Action.BET  # KUH-02
    events.emit(w, Event.RAISED if action == Action.BET else Event.PASSED, seat, 0, 0, 0, 0, 0, EVERYONE)
    if behind and action == Action.PASS:
        s.over = Cause.FOLDED
    elif s.staked[0] == s.staked[1] and (behind or seat == 1):
        s.over = Cause.COMPARED  # KUH-03
        for p in range(2):
            events.emit(w, Event.SHOWED, p, s.hand[p], 0, 0, 0, 0, EVERYONE)
    else:
        decisions.ask(s, Decision.SPEAK, 1 - seat, 0, 0)


@kernel
def score(s, seat):
    """Return what `seat` has won: the smaller stake, or minus that."""
    better = s.hand if s.over == Cause.COMPARED else s.staked
    stake = min(s.staked[0], s.staked[1]) if s.over > 0 else 0
    return stake if better[seat] > better[1 - seat] else -stake


payoff = score


@kernel
def share(s, seat):
    """The share of `seat` in the win, in parts of SHARE."""
    return SHARE if score(s, seat) > 0 else 0


@kernel
def redeal(s, w, viewer):
    """Draw again what `viewer` (a seat or SPECTATOR) can't know."""
    mine = min(viewer, 1)
    if s.over != Cause.COMPARED:
        s.hand[mine] = s.hand[mine] if viewer < 2 else chacha.below(s, Stream.REDEAL, 3)
        s.hand[1 - mine] = (s.hand[mine] + 1 + chacha.below(s, Stream.REDEAL, 2)) % 3


@kernel
def sound(s, w):
    """0, or the number of a broken invariant."""
    return 1 if w.events_lost > 0 else 0
