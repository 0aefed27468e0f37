"""The heuristic of Gunkimono: a fortress counts by its points over time."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.kernel import load

PLAIN = lt.game("gunkimono", "plain")


@pytest.mark.parametrize("turns", [300, 1200])
def test_a_formation_as_it_is_now_counts_for_two_turns_however_many_are_left(turns, monkeypatch):
    program = load(PLAIN.package, "plain")
    heuristic = program.module("ludotheque.games.gunkimono.heuristic")
    pos = PLAIN.start(players=2, seed=1).copy()
    state, work = pos.state, program.workspaces(1)[0]
    monkeypatch.setattr(heuristic, "turns_left", lambda s, seat: turns)

    def worth(size: int) -> int:
        monkeypatch.setattr(heuristic, "formation", lambda s, w, site: size)
        return heuristic.standing(state, work, 0)

    unbuilt = heuristic.standing(state, work, 0)
    assert worth(9) == unbuilt  # without a fortress no formation counts
    state.built[0] = 1
    assert worth(9) - worth(4) == 5 * 2 * heuristic.NEAR
