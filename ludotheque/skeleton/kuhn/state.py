"""The state of a match."""

from ludotheque.kernel.declare import state_fields, work_fields
from ludotheque.kernel.record import Field, Record
from ludotheque.skeleton.kuhn.declaration import DECLARATION

STATE = Record(
    *state_fields(DECLARATION.stream_count, depth=1),
    Field("hand", "i1", (2,)),  # the card of each seat
    Field("staked", "i1", (2,)),  # 1, or 2 after a bet
    Field("over", "i1"),  # how the match ended, 0 while it lasts
)
WORK = Record(*work_fields(events=4, pool=1))
