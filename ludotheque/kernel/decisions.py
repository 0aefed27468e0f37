"""The stack of pending decisions: its top is the current one. The match is over when the stack is empty.

`ask_seat` is the seat that decides. If several seats decide at the same time, it is minus the mask of those still to
decide.
"""

from ludotheque.kernel import kernel


@kernel
def ask(s, kind, seat, a, b):  # plain-words: ignore (public name)
    """Push a decision for `seat` onto the stack; `a` and `b` are its context."""
    d = s.depth
    s.ask_kind[d] = kind
    s.ask_seat[d] = seat
    s.ask_a[d] = a
    s.ask_b[d] = b
    s.depth = d + 1


@kernel
def ask_all(s, kind, mask):
    """Push one decision that every seat of `mask` makes at the same time."""
    ask(s, kind, -mask, 0, 0)


@kernel
def answered(s):
    """Remove the top decision from the stack and clear its numbers."""
    d = s.depth - 1
    s.depth = d
    s.ask_kind[d] = 0
    s.ask_seat[d] = 0
    s.ask_a[d] = 0
    s.ask_b[d] = 0


@kernel
def answered_by(s, seat):
    """Note that `seat` has made a decision asked of several; remove it and return True if that was the last seat."""
    d = s.depth - 1
    left = -s.ask_seat[d] & ~(1 << seat)
    if left == 0:
        answered(s)
        return True
    s.ask_seat[d] = -left
    return False


@kernel
def kind(s):
    """The kind of the current decision; 0 if the match is over."""
    if s.depth == 0:
        return 0
    return s.ask_kind[s.depth - 1]


@kernel
def a(s):
    """The first context number of the current decision."""
    return s.ask_a[s.depth - 1]


@kernel
def b(s):
    """The second context number of the current decision."""
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
