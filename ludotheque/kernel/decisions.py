"""The stack of pending decisions. Its top says what is asked now, and of whom; an empty stack: the match is over.

`ask_seat` is one seat, or, for decisions that several owe at the same time, minus the mask of those who still owe.
"""

from ludotheque.kernel import kernel


@kernel
def ask(s, kind, seat, a, b):
    """Ask `seat` for a decision before anything else goes on; `a` and `b` are its context."""
    d = s.depth
    s.ask_kind[d] = kind
    s.ask_seat[d] = seat
    s.ask_a[d] = a
    s.ask_b[d] = b
    s.depth = d + 1


@kernel
def ask_all(s, kind, mask):
    """Ask every seat of `mask` at the same time."""
    ask(s, kind, -mask, 0, 0)


@kernel
def answered(s):
    """Take the top decision off the stack, leaving no trace of it."""
    d = s.depth - 1
    s.depth = d
    s.ask_kind[d] = 0
    s.ask_seat[d] = 0
    s.ask_a[d] = 0
    s.ask_b[d] = 0


@kernel
def answered_by(s, seat):
    """`seat` has answered a decision asked of several; True if it was the last, and the decision is done."""
    d = s.depth - 1
    left = -s.ask_seat[d] & ~(1 << seat)
    if left == 0:
        answered(s)
        return True
    s.ask_seat[d] = -left
    return False


@kernel
def kind(s):
    """What is asked now (0: nothing, the match is over)."""
    if s.depth == 0:
        return 0
    return s.ask_kind[s.depth - 1]


@kernel
def a(s):
    """The first context number of the decision asked now."""
    return s.ask_a[s.depth - 1]


@kernel
def b(s):
    """The second context number of the decision asked now."""
    return s.ask_b[s.depth - 1]


@kernel
def actors(s):
    """The mask of the seats that owe a decision now."""
    if s.depth == 0:
        return 0
    seat = s.ask_seat[s.depth - 1]
    if seat < 0:
        return -seat
    return 1 << seat
