"""The observation: what a seat may know, as numbers for programs that learn."""

from ludotheque.kernel import kernel
from ludotheque.kernel.observation import Observation, part
from ludotheque.skeleton.kuhn.declaration import CARDS, Cause

OBSERVATION = Observation(
    part("hand", (2, 3), "the cards that I know, by seat, my own first", labels=CARDS),
    part("staked", (2,), "what each seat has staked, my own first", scale=1 / 2),
)
At = OBSERVATION.at


@kernel
def observe(s, w, me, x):
    """Write what seat `me` may know into `x`, which is all 0."""
    for k in range(2):
        if k == 0 or s.over == Cause.COMPARED:
            x[At.HAND + 3 * k + s.hand[(me + k) % 2]] = 1
        x[At.STAKED + k] = s.staked[(me + k) % 2]
