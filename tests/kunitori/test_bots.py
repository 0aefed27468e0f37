"""Bots: the three policies and the greedy one play legal, sensible matches, alike in both modes."""

import numpy as np
import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots import simulation
from ludotheque.bots.policy import Policy

POLICIES = ("money", "army", "mixed")
KUNITORI = lt.game("kunitori", "compiled")


def test_their_names():
    assert set(POLICIES) <= set(bots.names(KUNITORI))
    for language, word in (("en", "miserly"), ("fr", "avare")):
        assert KUNITORI.messages(language).say("bot.money") == word


@pytest.mark.parametrize("policy", [*POLICIES, "greedy"])
def test_they_beat_the_random_bot_in_95_of_100_matches(policy):
    results = simulation.run(KUNITORI, 60, 2, [policy, "random"], "strength", rotate=True)
    mine = results.shares[results.bot_seats == 0]
    assert mine.mean() >= 0.95


def test_what_they_buy_differs():
    results = simulation.run(KUNITORI, 60, 3, POLICIES, "plans", keep=True)
    bought = {name: results.finals["bought"][:, p].sum(axis=0) for p, name in enumerate(POLICIES)}
    names = KUNITORI.declaration.vocabulary["card"]
    troops = slice(names.index("fake_fortress"), names.index("land_destroyer") + 1)
    gold = names.index("gold")
    assert bought["money"][troops].sum() == 0
    assert bought["army"][troops].sum() > 300
    assert bought["money"][gold] > bought["army"][gold]
    assert len({tuple(np.asarray(row)) for row in bought.values()}) == 3


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_plays_alike_in_both_modes(policy):
    plain = lt.game("kunitori", "plain").start(3, "alike")
    compiled = KUNITORI.start(3, "alike")
    bot = bots.make(policy, 1, KUNITORI)
    for _ in range(60):
        seat = plain.actors[0]
        move = bots.decide(bot, plain, seat)
        assert bots.decide(bot, compiled, seat) == move
        plain.play(move, seat)
        compiled.play(move, seat)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_reads_nothing_hidden(policy):
    """Policies get the true position, so it must not give them more than a redealt one."""
    pos, bot = KUNITORI.start(3, policy), Policy(policy)
    for number in range(250):
        seat = pos.actors[0]
        move = bot.choose(pos, seat)
        for world in range(3):
            assert bot.choose(pos.redeal(seat, (number, world)), seat) == move
        pos.play(move, seat)


def test_the_report_counts_what_was_played():
    from ludotheque.games.kunitori import report

    results = simulation.run(KUNITORI, 40, 3, POLICIES, "report", rotate=True, keep=True)
    sections = {section.name: section for section in report.report(KUNITORI, results)}
    assert set(sections) == {"length", "ended_by", "by_seat", "by_turn_order", "by_bot", "by_card", "without_card"}
    rounds = sections["length"].rows[0]
    assert rounds.value == pytest.approx(results.finals["round"].mean())
    assert sum(row.value for row in sections["ended_by"].rows) == pytest.approx(1)
    assert sum(row.value for row in sections["by_seat"].rows) == pytest.approx(1)
    assert sum(row.value for row in sections["by_turn_order"].rows) == pytest.approx(1)
    assert {row.key for row in sections["by_bot"].rows} == {f"bot.{name}" for name in POLICIES}
    cards = {row.key: row for row in sections["by_card"].rows}
    without = {row.key: row for row in sections["without_card"].rows}
    assert cards["card.silver"].n + without.get("card.silver", cards["card.silver"]).n in (120, 2 * 120)


def test_a_turn_begins_before_anything_is_played_from_the_hand():
    pos = lt.game("kunitori", "plain").start(2, "begins")
    begins = pos.program.module("ludotheque.games.kunitori.heuristic").turn_begins
    found = []
    for _ in range(40):
        found.append((pos.actors[0], bool(begins(pos.state))))
        pos.play(pos.moves(pos.actors[0])[-1], pos.actors[0])
    assert found[0] == (found[0][0], True)
    assert not all(there for _, there in found), "not in the middle of a turn"
    assert {seat for seat, there in found if there} == {0, 1}
