"""The server reads positions from several threads, which must not affect each other."""

from __future__ import annotations

import sys
import threading
from random import Random

import pytest

import ludotheque as lt
from ludotheque.play.position import Position


@pytest.mark.parametrize("name", lt.names())
def test_views_from_several_threads_do_not_disturb_each_other(name):
    game = lt.game(name, "plain")
    positions: list[Position] = []
    for seed in range(3):
        random = Random(seed)
        pos = game.start(seed=seed)
        for _ in range(25):
            if not pos.over:
                seat = random.choice(pos.actors)
                pos.play(random.choice(pos.moves(seat)), seat)
        positions.append(pos)
    expected = [pos.view(0) for pos in positions]
    wrong: list[int] = []

    def view_often(at: int) -> None:
        for _ in range(150):
            if positions[at].view(0) != expected[at]:
                wrong.append(at)

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=view_often, args=(at,)) for at in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(usual)
    assert not wrong
