"""The view: every fact that a viewer may see is listed."""

from ludotheque.skeleton.kuhn.declaration import CARDS, Cause
from ludotheque.toolkit.views import owns


def table(s, viewer):
    """The table as the viewer sees it."""
    hand = [CARDS[s.hand[p]] if owns(viewer, p) or s.over == Cause.COMPARED else None for p in range(2)]
    return {"staked": list(s.staked), "hand": hand}
