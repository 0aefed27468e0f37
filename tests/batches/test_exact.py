"""Lampions' smallest form, the last round of three players with six cards, solved exactly, and sampled to compare."""

from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.kernel.declare import SHARE
from ludotheque.play.chance import TooManyOutcomes, outcomes, worlds

LAMPIONS = lt.game("lampions", "plain")
LAST_ROUND = """
players: 3
option rounds: 3
round: 3
hand 0: spark gust
hand 1: candle! moth
hand 2: lantern tinder!
lit 1: spark
ashes 2: spark
wish 0: spark
"""
ME = 0


def shares(pos):
    """The exact share of the win of each seat."""
    return [Fraction(round(share * SHARE), SHARE) for share in pos.shares]


def children(pos, seat):
    """Every outcome of a seat's random decision: its probability, and the position."""
    ids = pos.legal_ids(seat)
    return [(chance / len(ids), after) for action in ids for chance, after in outcomes(pos, action, seat)]


def at_random(pos, known):
    """The exact average share of each seat if all play at random from here."""
    if pos.over:
        return shares(pos)
    key = pos.text()
    if key not in known:
        total = [Fraction(0)] * 3
        for chance, after in children(pos, pos.actor):
            total = [sum_ + chance * won for sum_, won in zip(total, at_random(after, known), strict=True)]
        known[key] = total
    return known[key]


def best_response(possible):
    """The best average share against random players, in one of several positions with given probabilities.

    I play alike in all that I can't tell apart: they are one information state.
    """
    won, asked = Fraction(0), defaultdict(list)
    while possible:
        chance, pos = possible.pop()
        if pos.over:
            won += chance * shares(pos)[ME]
        elif pos.actor == ME:
            asked[pos.infostate_key(ME)].append((chance, pos))
        else:
            possible += [(chance * part, after) for part, after in children(pos, pos.actor)]
    for alike in asked.values():
        options = {tuple(pos.legal_ids(ME)) for _, pos in alike}
        assert len(options) == 1, "positions that I can't tell apart offer me different moves"
        won += max(
            best_response(
                [(chance * part, after) for chance, pos in alike for part, after in outcomes(pos, action, ME)]
            )
            for action in options.pop()
        )
    return won


@pytest.fixture(scope="module")
def pos():
    return LAMPIONS.position(LAST_ROUND)


def test_worlds_are_all_that_a_redeal_can_bring(pos):
    possible = worlds(pos, ME)
    assert sum(chance for chance, _ in possible) == 1
    # One of two cards lies with each of the others, and each of them wishes for one of three lamps.
    assert {chance for chance, _ in possible} == {Fraction(1, 2 * 9)}
    texts = {world.text() for _, world in possible}
    assert texts == {pos.redeal(ME, seed).text() for seed in range(400)}
    assert {world.infostate_key(ME) for _, world in possible} == {pos.infostate_key(ME)}
    with pytest.raises(TooManyOutcomes):
        worlds(LAMPIONS.start(seed=1), ME, most=1000)


@pytest.fixture(scope="module")
def exact(pos):
    """The exact average share of each seat, as far as seat 0 knows, if all play at random."""
    known: dict[str, list[Fraction]] = {}
    exact = [Fraction(0)] * 3
    for chance, world in worlds(pos, ME):
        exact = [sum_ + chance * won for sum_, won in zip(exact, at_random(world, known), strict=True)]
    return exact


def test_a_sample_agrees_with_the_exact_average_of_random_play(pos, exact):
    assert exact == [Fraction(95, 864), Fraction(179, 288), Fraction(29, 108)]
    batch = lt.batch("lampions", 1, players=3, options={"rounds": 3})
    batch.put(0, pos)
    many = batch.copy([0] * 40_000)
    many.redeal(viewers=ME, seeds=np.arange(40_000))
    many.playout()
    assert many.rewards[:, :3].mean(0).tolist() == pytest.approx([float(share) for share in exact], abs=0.01)


def test_the_best_response_is_exact_and_better_than_chance(pos, exact):
    value = best_response([(chance, world) for chance, world in worlds(pos, ME)])
    assert value == Fraction(83, 432)
    assert exact[ME] < value
