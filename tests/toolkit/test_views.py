"""Shared parts of views are computed once, and never of a state that is being written."""

from __future__ import annotations

import ludotheque as lt
from ludotheque.toolkit import views


def test_shared_parts_of_views_are_computed_once_per_position() -> None:
    pos = lt.game("gwynt", "plain").start(seed=7)
    asked = []

    def make(s):
        asked.append(s)
        return len(asked)

    assert [views.alike(pos.state, "counted", make) for _ in range(3)] == [1, 1, 1]
    for seat in pos.actors:
        pos.play("keep", seat)
    assert views.alike(pos.state, "counted", make) == 2, "another state"
    assert views.alike(pos.copy().state, "counted", make) == 3, "another position"


def test_a_state_that_rules_write_into_keeps_nothing() -> None:
    pos = lt.game("gwynt", "plain").start(seed=7)
    written = pos.program.state.copy(pos.state)
    assert views.alike(written, "round", lambda s: s.round) == 0
    written.round = 2
    assert views.alike(written, "round", lambda s: s.round) == 2
