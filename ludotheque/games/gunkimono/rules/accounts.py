"""Checks for soak runs that the events of a match add up to its scores. Compiled."""

from ludotheque.games.gunkimono.declaration import Event
from ludotheque.games.gunkimono.rules.turns import points_of
from ludotheque.games.gunkimono.state import GONE, SEATS
from ludotheque.games.gunkimono.tables import BANNER_ROW, UNIT_COUNT
from ludotheque.kernel import kernel, table
from ludotheque.kernel.declare import EVENT_WIDTH

FORMATIONS, FORTRESSES, STEPS, BANNERS, ACCOUNTS = 0, 1, 2, 3, 4  # accounts of each seat
UNEXPLAINED = 9  # the invariant's number, as in `sound`

banner_row = table(BANNER_ROW)


@kernel
def open_accounts(s, w):
    """Open the accounts of a match that has just been set up."""
    for k in range(ACCOUNTS * SEATS):
        w.account[k] = 0


@kernel
def account(s, w):
    """Book the events of the last decision; return 0, or `UNEXPLAINED` if points or steps have no event."""
    for n in range(w.events):
        at = n * EVENT_WIDTH
        kind = w.event[at]
        mine = ACCOUNTS * w.event[at + 1]
        if kind == Event.SCORED:
            w.account[mine + FORMATIONS] += w.event[at + 3]
        elif kind == Event.FORTRESS_SCORED:
            w.account[mine + FORTRESSES] += w.event[at + 4]
        elif kind == Event.HONOURED:
            w.account[mine + STEPS] += w.event[at + 3]
        elif kind == Event.BANNER_SHOWN:
            w.account[mine + BANNERS] += w.event[at + 3]
    for p in range(s.players):
        steps = 0
        for unit in range(UNIT_COUNT):
            marker = s.honour[5 * p + unit]
            steps += banner_row[s.players] if marker == GONE else marker
        mine = ACCOUNTS * p
        told = w.account[mine + FORMATIONS] + w.account[mine + FORTRESSES]
        if told != s.formations[p] + s.fortresses[p] or w.account[mine + STEPS] != steps:
            return UNEXPLAINED
        if s.over != 0 and told + w.account[mine + BANNERS] != points_of(s, p):
            return UNEXPLAINED
    return 0
