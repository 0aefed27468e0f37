"""`FLEETING` may name whole events, or single arguments of them."""

from __future__ import annotations

from ludotheque.compliance.knowledge import _lasting

EVENT = {"event": "mustered", "params": {"card": "nekker", "from_hand": 1}}


def test_only_the_named_argument_of_the_named_event_is_left_out() -> None:
    assert _lasting(EVENT, ("mustered.from_hand",)) == {"event": "mustered", "params": {"card": "nekker"}}
    assert _lasting(EVENT, ("drew.from_hand", "mustered")) == EVENT
    assert EVENT["params"] == {"card": "nekker", "from_hand": 1}
