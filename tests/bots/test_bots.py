"""Bots: they see only redealt positions, are deterministic, and the greedy one is better than chance."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots import simulation
from ludotheque.errors import BadInput
from ludotheque.play.moves import Move
from ludotheque.play.position import Position

LAMPIONS = lt.game("lampions", "plain")
QUICK = ["random", "novice", "greedy", "sims:20"]  # one of each sort, none that thinks for long


def played(game: lt.Game, names: list[str], seed: object) -> Position:
    """A match played by bots through the Python interface."""
    seated = [bots.make(name, seed=number, game=game) for number, name in enumerate(names)]
    pos = game.start(players=len(names), seed=seed)
    while pos.actors:
        seat = pos.actors[0]
        pos.play(bots.decide(seated[seat], pos, seat), seat)
    return pos


@pytest.mark.parametrize("name", QUICK)
def test_a_match_by_bots_ends_and_is_the_same_again(name: str) -> None:
    first, again = (played(LAMPIONS, [name] * 4, seed=3) for _ in range(2))
    assert first.over
    assert LAMPIONS.record(first) == LAMPIONS.record(again)


def test_another_seed_plays_another_match() -> None:
    def moves(seed: int) -> list[str]:
        bot = bots.make("random", seed)
        return [bots.decide(bot, LAMPIONS.start(seed=n), 0).text for n in range(20)]

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


class Spy:
    """A bot that keeps what it was handed."""

    name = "spy"
    seed = 0

    def choose(self, pos: Position, seat: int) -> Move:
        """The first legal move."""
        self.handed = pos
        return pos.moves(seat)[0]


def test_a_bot_is_handed_a_redealt_position_only() -> None:
    pos = LAMPIONS.start(players=3, seed=5)
    spy = Spy()
    bots.decide(spy, pos, 1)
    assert spy.handed is not pos
    assert spy.handed.view(1) == pos.view(1)
    assert spy.handed.origin.seed is None
    assert spy.handed.view(lt.ALL) != pos.view(lt.ALL)


@pytest.mark.parametrize("name", QUICK)
def test_what_a_bot_cannot_know_does_not_change_its_move(name: str) -> None:
    bot = bots.make(name, seed=9)
    for seed in range(6):
        pos = LAMPIONS.start(players=3, seed=seed)
        for number in range(6):
            assert bots.decide(bot, pos.redeal(0, number), 0) == bots.decide(bot, pos, 0)


def test_a_bot_asked_out_of_turn_is_refused() -> None:
    pos = LAMPIONS.start(players=3, seed=5)
    pos.play(pos.moves(0)[0], 0)
    with pytest.raises(BadInput, match="owes no decision"):
        bots.decide(bots.make("random"), pos, 0)


def test_the_greedy_bot_lights_the_lamp_it_wishes_for_last() -> None:
    text = "round: 5\nhand 0: spark lantern\nwish 0: lantern\ndeck: rest"
    pos = LAMPIONS.position(text)
    assert bots.decide(bots.make("greedy"), pos, 0).text == "lantern"


def test_the_greedy_bot_blows_at_the_leader() -> None:
    text = "round: 3\nlit 1: lantern lantern\nlit 2: spark\nhand 0: moth\nask 1: blow 0 5 0\ndeck: rest"
    assert bots.decide(bots.make("greedy"), LAMPIONS.position(text), 0).text == "puff 1"


def test_the_greedy_bot_takes_a_match_that_a_pass_wins() -> None:
    text = "gems: 2 1\nround: 2\npassed: 1\nhand 0: ballista trebuchet catapult\nclose 0: blue_stripes_commando\n"
    pos = lt.game("gwynt", "plain").position(text)
    assert {bots.decide(bots.make("greedy", seed), pos, 0).text for seed in range(6)} == {"pass"}


def test_unknown_bots_and_games_without_heuristic_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(
        bots.NoSuchBot,
        match="no bot is called 'deep'; there are random, novice, greedy, network, amateur, adept, master, seconds:3",
    ):
        bots.make("deep")
    monkeypatch.setattr(LAMPIONS, "kernel_modules", ("rules",))
    assert bots.strongest(LAMPIONS) == bots.usual(LAMPIONS) == bots.best(LAMPIONS) == "random"
    assert bots.names(LAMPIONS) == ["random"]
    with pytest.raises(bots.NoSuchBot, match=r"no heuristic\.py"):
        bots.make("greedy", game=LAMPIONS)


@pytest.mark.parametrize("name", ["seconds:", "seconds:-1", "seconds:nan", "sims:0", "sims:2.5", "sims:many"])
def test_a_bot_without_a_number_is_refused(name: str) -> None:
    with pytest.raises(bots.NoSuchBot, match="tells no number"):
        bots.make(name, game=LAMPIONS)


HAND = "the hand is spark, candle"


class Broken:
    """A bot that fails with an exception or an illegal move."""

    name = "broken"
    seed = 3

    def __init__(self, answer: int | None) -> None:
        self.answer = answer

    def choose(self, pos: Position, seat: int) -> Move:
        """An illegal move, or an exception."""
        if self.answer is None:
            raise ZeroDivisionError(HAND)
        return Move(pos.game, self.answer)


@pytest.mark.parametrize(("answer", "why"), [(None, "ZeroDivisionError"), (7, "it chose an illegal move")])
def test_a_bot_that_fails_is_replaced_and_logged(
    answer: int | None, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    pos = LAMPIONS.start(players=3, seed=5)
    move = bots.decide(Broken(answer), pos, 1)
    assert move in pos.moves(1)
    assert move == bots.fallback(pos, 1, 3)
    (message,) = caplog.messages
    said, *places = message.splitlines()
    assert said == f"the broken bot failed at lampions, the greedy one plays: {why}"
    assert any(__file__ in place for place in places) == (answer is None), "where it came from"
    assert HAND not in message


def test_where_even_the_greedy_bot_fails_any_legal_move_is_played(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(self: object, pos: Position, seat: int) -> Move:
        raise RuntimeError

    monkeypatch.setattr(bots.Greedy, "choose", fail)
    pos = LAMPIONS.start(players=3, seed=5)
    assert bots.decide(Broken(None), pos, 1) in pos.moves(1)
    assert len(caplog.records) == 2


def test_patience_follows_from_the_ceiling() -> None:
    assert bots.patience(bots.make("novice")) == pytest.approx(0.24)
    assert bots.patience(bots.make("seconds:5")) == pytest.approx(6)
    assert bots.patience(Spy()) == pytest.approx(2.4)


def test_compiled_thinks_as_plain() -> None:
    plain, compiled = (played(lt.game("lampions", mode), ["greedy"] * 3, seed=2) for mode in ("plain", "compiled"))
    assert LAMPIONS.record(plain) == LAMPIONS.record(compiled)


# The arena ------------------------------------------------------------------------------------------------------


def simulate(**more: Any) -> simulation.Results:
    """Some matches of Lampions."""
    return simulation.run(LAMPIONS, **{"matches": 400, "seed": 1, **more})


def test_greedy_beats_random() -> None:
    results = simulate(bots=("greedy", "random", "random"), rotate=True, threads=2)
    assert (results.shares * (results.bot_seats == 0)).sum(axis=1).mean() >= 0.45


def test_threads_and_modes_do_not_change_the_results() -> None:
    one = simulate(matches=30, bots=("greedy", "random", "random"), keep=True)
    two = simulate(matches=30, bots=("greedy", "random", "random"), keep=True, threads=2)
    plain = simulate(matches=30, bots=("greedy", "random", "random"), keep=True, mode="plain")
    assert one.finals.tobytes() == two.finals.tobytes()
    assert (one.decisions == plain.decisions).all()
    assert (one.scores == plain.scores).all()


def test_match_k_is_the_match_of_seed_s_k() -> None:
    results = simulate(matches=3, keep=True, mode="plain")
    for k, final in enumerate(results.finals):
        assert final.key == LAMPIONS.start(seed=f"1/{k}").state.key


def test_shares_add_up_and_seats_rotate() -> None:
    results = simulate(matches=60, players=4, rotate=True)
    assert np.allclose(results.shares.sum(axis=1), 1)
    assert [row.tolist() for row in results.bot_seats[:3]] == [[0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 0, 1]]
    assert results.decisions.max() <= LAMPIONS.declaration.longest
    assert set(results.causes) == {"rounds_played"}


def test_more_bots_than_seats_take_turns_in_every_order() -> None:
    results = simulate(matches=25, players=3, bots=("random", "greedy", "random", "greedy"), mode="plain")
    orders = [tuple(row) for row in results.bot_seats.tolist()]
    assert len(set(orders[:24])) == 24
    assert all(len(set(order)) == 3 for order in orders)
    assert orders[24] == orders[0] == (0, 1, 2)


def test_seatings_are_taken_in_turn() -> None:
    seatings = [[{"wish": "spark"}, {}, {}], [{"wish": "lantern"}, {}, {}]]
    finals = simulate(matches=4, seatings=seatings, keep=True, mode="plain").finals
    assert [final.wish[0] for final in finals] == [1, 3, 1, 3]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"matches": 0}, "at least one is needed"),
        ({"threads": 0}, "at least one is needed"),
        ({"bots": ("random", "greedy")}, "2 bots are named for 3 seats"),
        ({"bots": ("random",) * 9}, "9 bots are more than can take turns; 8 can"),
        ({"players": 9}, "for 3 to 5 players"),
    ],
)
def test_impossible_simulations_are_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        simulate(**given)


def test_a_match_without_end_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    monkeypatch.setattr(LAMPIONS, "declaration", replace(LAMPIONS.declaration, longest=5))
    with pytest.raises(simulation.Unbounded, match="'1/0' has more than 5 decisions"):
        simulate(matches=2, mode="plain")
