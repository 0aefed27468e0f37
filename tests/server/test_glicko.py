"""Glicko-2 against the worked example of its paper, and what our weights make of it."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.server.games import levels
from ludotheque.server.ratings import services
from ludotheque.server.ratings.glicko import Rating, Result, after, expected


def test_the_worked_example_of_the_paper() -> None:
    mine = Rating(1500, 200, 0.06)
    results = [
        Result(Rating(1400, 30, 0.06), 1.0),
        Result(Rating(1550, 100, 0.06), 0.0),
        Result(Rating(1700, 300, 0.06), 0.0),
    ]
    assert expected(mine, results[0].against) == pytest.approx(0.639, abs=0.001)
    assert expected(mine, results[1].against) == pytest.approx(0.432, abs=0.001)
    assert expected(mine, results[2].against) == pytest.approx(0.303, abs=0.001)
    new = after(mine, results)
    assert new.rating == pytest.approx(1464.06, abs=0.05)
    assert new.deviation == pytest.approx(151.52, abs=0.01)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_rating_becomes_less_certain_but_never_less_than_a_new_one() -> None:
    known = Rating(1600, 60, 0.06)
    later = after(known, [], periods=12)
    assert later.rating == 1600
    assert 60 < later.deviation < 80
    assert after(known, [], periods=1e6).deviation == 350


def test_a_match_of_four_tells_as_much_as_one_game() -> None:
    mine, others = Rating(), [Rating(1500, 50), Rating(1500, 50), Rating(1500, 50)]
    one = after(mine, [Result(others[0], 1.0)])
    four = after(mine, [Result(other, 1.0, 1 / 3) for other in others])
    assert four.rating == pytest.approx(one.rating)
    assert four.deviation == pytest.approx(one.deviation)


def test_every_level_has_a_measured_rating_in_order() -> None:
    for game in ("gwynt", "gunkimono", "kunitori", "gorynich"):
        steps = ("random", *levels.ladder(lt.game(game, "plain")))
        ladder = [services.bot_rating(game, level) for level in steps]
        points = [rating.rating for rating in ladder if rating is not None]
        assert len(points) == len(steps) == 6
        assert points == sorted({*points}), "each level is stronger than the one below"
    assert services.bot_rating("gwynt", "mixed") is None
    assert not services.may_be_rated("lampions", ["greedy"], 3, False)
    assert services.may_be_rated("gorynich", ["master"], 3, True)
