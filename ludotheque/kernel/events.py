"""The events of a move, as small integers in the workspace: for the log and for animation.

An event is a kind, six arguments and the mask of viewers who may see its secret arguments (`play.declaration.Event`).
"""

from ludotheque.kernel import kernel
from ludotheque.kernel.declare import EVENT_WIDTH as WIDTH


@kernel
def begin(w, everyone):
    """Clear the last move's events, and let `everyone` see the move itself until the rules say otherwise."""
    w.events = 0
    w.seen = everyone


@kernel
def emit(w, kind, a, b, c, d, e, f, mask):
    """Add an event. If there is no room, count it as lost; the compliance suite fails then."""
    at = w.events * WIDTH
    if at + WIDTH > len(w.event):
        w.events_lost += 1
        return
    w.event[at] = kind
    w.event[at + 1] = a
    w.event[at + 2] = b
    w.event[at + 3] = c
    w.event[at + 4] = d
    w.event[at + 5] = e
    w.event[at + 6] = f
    w.event[at + 7] = mask
    w.events += 1
