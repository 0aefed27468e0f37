"""Reviews: exact sums, luck computed by hand, endings solved by trying everything, streaming, resuming, errors."""

from __future__ import annotations

import dataclasses
import json
import zlib
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.bots import joint_redeal
from ludotheque.bots.judging import Judge, is_clear
from ludotheque.bots.luck import LuckMeter
from ludotheque.bots.misunderstandings import Misunderstanding
from ludotheque.bots.review import (
    ANALYSIS,
    CLASSES,
    Review,
    Reviewing,
    Unfinished,
    Verdict,
    accuracy_of,
    class_of,
    from_json,
    reason_for,
    review,
)
from ludotheque.errors import BadInput
from ludotheque.play.chance import outcomes, worlds
from ludotheque.play.position import Position

LAMPIONS = lt.game("lampions", "plain")
LITTLE = 0.01  # of the usual effort: plain rules are slow


def played_out(game: lt.Game, last: bool = True, **start: Any) -> Position:
    """A match in which everybody takes the last, or the first, of the legal moves."""
    pos = game.start(**start)
    while not pos.over:
        pos.play(pos.moves()[-1 if last else 0])
    return pos


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return LAMPIONS.record(played_out(LAMPIONS, players=3, seed=7))


@pytest.fixture(scope="module")
def whole(record: dict[str, Any]) -> Review:
    return review(record, effort=LITTLE)


# Luck and skill -------------------------------------------------------------------------------------------------------


def test_luck_and_skill_add_up_to_the_result(whole: Review) -> None:
    for seat in whole.seats:
        parts = (seat.start, seat.luck, seat.own, *(seat.others or ()))
        assert abs(sum(part or 0.0 for part in parts) - seat.result) < 1e-9


@pytest.mark.parametrize(("name", "players"), [("gwynt", 2), ("gunkimono", 4), ("kunitori", 3), ("gorynich", 7)])
def test_they_add_up_in_every_game_and_for_teams(name: str, players: int) -> None:
    """Any value function keeps the sum exact, so a cheap one stands in: some numbers of the position."""
    game = lt.game(name, "plain")
    pos = game.start(players=players, seed=3)
    program = pos.program
    states = program.states(1)
    program.put(states, 0, pos.state)

    def judge(there: Any, n: int) -> Any:
        keys = [zlib.crc32(repr(program.state.key(there[k])).encode()) for k in range(n)]
        return np.asarray([[key * (p + 3) % 101 / 101 for p in range(players)] for key in keys])

    meter = LuckMeter(game, program, players, outcomes=2, deals=2, judge=judge)
    for number in range(40):
        if pos.over:
            break
        legal = pos.moves()
        pos.play(legal[number % len(legal)])
    moves = [(played.seat, played.action) for played in pos.past()]
    undealt, _, _ = game.before_setup(players)
    ledger = meter.account(undealt, states, moves, "test", [1 / players] * players)
    assert any(step.drawn and any(step.chance) for step in ledger.steps)
    for seat in range(players):
        parts = ledger.luck(seat) + sum(ledger.decisions(seat, other) for other in range(players))
        assert abs(ledger.start[seat] + parts - ledger.result[seat]) < 1e-9


ONE_ROLL = """
players: 3
round: 5
hand 0: gust
hand 1: spark
lit 0: lantern
lit 2: candle
"""


def test_the_luck_of_a_single_roll_is_what_it_is_by_hand() -> None:
    """The gust turns against its player in one case of three: then the lantern goes out, and the candle wins.

    Nothing else is open. So the luck of the first seat is 1 - 2/3 if the roll is good, and 0 - 2/3 if it is not.
    """
    lucks = set()
    for seed in range(6):
        pos = LAMPIONS.position(ONE_ROLL, seed=seed)
        program = pos.program
        states = program.states(1)
        program.put(states, 0, pos.state)

        def judge(there: Any, n: int, program: Any = program) -> Any:
            return np.asarray([[program.entry_points.share(there, k, p) / 420 for p in range(3)] for k in range(n)])

        meter = LuckMeter(LAMPIONS, program, 3, outcomes=400, judge=judge)
        while not pos.over:
            pos.play(pos.moves()[0])
        moves = [(played.seat, played.action) for played in pos.past()]
        ledger = meter.account(None, states, moves, seed, pos.shares)
        lucks.add(round(pos.shares[0], 3))
        assert abs(ledger.luck(0) - (pos.shares[0] - 2 / 3)) < 4 * (2 / 9 / 400) ** 0.5
    assert lucks == {0.0, 1.0}


def test_what_a_bot_might_have_done_is_not_its_merit() -> None:
    """The lantern wins, the spark shares the win. Asked again four times, the bot lights the spark once.

    So it wins 1 - 1/3 by a quarter more than it could expect, and each of the others loses half of that.
    """
    pos = LAMPIONS.position("players: 3\nround: 5\nhand 0: lantern spark\nlit 1: candle\nlit 2: candle", seed=1)
    program = pos.program
    spark, lantern = pos.moves()
    states = program.states(1)
    program.put(states, 0, pos.state)
    asked = []

    def judge(there: Any, n: int) -> Any:
        return np.asarray([[program.entry_points.share(there, k, p) / 420 for p in range(3)] for k in range(n)])

    def again(there: Any, number: int, seat: int) -> list[int]:
        asked.append((number, seat, int(program.pending_decision(there, 0)) & 7))
        return [lantern.id, spark.id, lantern.id, lantern.id]

    meter = LuckMeter(LAMPIONS, program, 3, judge=judge)
    ledger = meter.account(None, states, [(0, lantern.id)], 1, [1.0, 0.0, 0.0], again=again)
    assert asked == [(0, 0, 1)], "the bot sees the position before its move"
    assert ledger.surprises(0) == {"deal": [0], "draws": [0], "own": [pytest.approx(1 / 6)], "others": [0]}
    assert ledger.surprises(1) == {"deal": [0], "draws": [0], "own": [0], "others": [pytest.approx(-1 / 12)]}
    assert meter.account(None, states, [(0, lantern.id)], 1, [1.0, 0.0, 0.0]).noise == ()


def test_a_redraw_keeps_what_any_seat_knows() -> None:
    pos = LAMPIONS.start(players=3, seed=5)
    states = pos.program.states(1)
    pos.program.put(states, 0, pos.state)
    before = [list(states[0].card), list(states[0].known)]
    joint_redeal.redraw(pos.program, states, 0, 1)
    card, known = states[0].card, states[0].known
    assert list(known) == before[1]
    assert all(a == b for a, b, mask in zip(card, before[0], known, strict=True) if mask)
    assert list(card) != before[0]
    assert sorted(card) == sorted(before[0])


# Judging --------------------------------------------------------------------------------------------------------------

ENDINGS = {
    "an unknown wish": ("lampions", "players: 3\nround: 5\nhand 0: lantern spark\nlit 1: candle\nlit 2: spark"),
    "a roll": ("lampions", "players: 3\nround: 5\nhand 0: gust spark\nlit 0: spark\nlit 1: candle"),
    "the last card": (
        "gwynt",
        "seat 0: northern_realms foltest_siegemaster used\nseat 1: monsters eredin_bringer_of_death used\n"
        "turn: 0\nround: 3\ngems: 1 1\npassed: 1\nhand 0: vernon_roche\nclose 1: ghoul*3",
    ),
}


def solved(pos: Position, seat: int) -> Fraction:
    """The share of the win that a seat gets if it plays best, every world and every outcome tried."""
    if pos.over:
        return Fraction(pos.shares[seat]).limit_denominator(420)
    actor = pos.actor
    assert actor is not None
    values = [
        sum((chance * solved(after, seat) for chance, after in outcomes(pos, move, actor)), Fraction(0))
        for move in pos.moves(actor)
    ]
    return max(values) if actor == seat else min(values)


def solved_moves(pos: Position, seat: int) -> dict[str, float]:
    """Return the exact value of each move: the mean over all worlds that the seat can't tell apart."""
    values = {}
    for move in pos.moves(seat):
        total = Fraction(0)
        for chance, world in worlds(pos, seat):
            for part, after in outcomes(world, move, seat):
                total += chance * part * solved(after, seat)
        values[move.text] = float(total)
    return values


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_size_of_a_mistake_is_what_exhaustive_search_says(ending: str) -> None:
    name, text = ENDINGS[ending]
    pos = lt.game(name, "plain").position(text)
    exact = solved_moves(pos, 0)
    best, worst = max(exact, key=lambda text: exact[text]), min(exact, key=lambda text: exact[text])
    assert exact[best] - exact[worst] > 0.2
    judge = Judge(pos.game, pos.program, pos.players)
    judge.network = None  # it takes long to load, and both moves are compared without it
    assert judge.first_look(pos.state, 0, ending, 40).moves[0][0] == pos.game.move(best).id
    found = judge.compare(pos.state, 0, ending, pos.game.move(worst).id, pos.game.move(best).id, 160)
    assert found.best == pos.game.move(best).id
    assert abs(found.loss - (exact[best] - exact[worst])) < 0.01 + 3 * found.error


def test_classes_and_accuracy() -> None:
    assert [class_of(loss) for loss in (0, 0.009, 0.01, 0.05, 0.1, 0.15)] == ["best", *CLASSES[:1], *CLASSES[1:]]
    assert class_of(0.12, error=0.07) == "good", "within its error"
    assert class_of(0.15, error=0.07) == "blunder"
    assert accuracy_of(0) == pytest.approx(100, abs=0.01)
    assert accuracy_of(0.1) == pytest.approx(63.58, abs=0.01)
    assert accuracy_of(1) == 0
    assert [is_clear(0.2, 0.005), is_clear(0.0, 0.02), is_clear(0.06, 0.02)] == [True, True, False]


def test_a_mistake_has_its_reason() -> None:
    verdict = Verdict(0, 0, 0, "turn", 1, 0.7, 0.5, 0.2, 0.02, "blunder", True, 2, (), 64, {"points": 3.21})
    assert reason_for(verdict) == ("review.reason.points", {"lost": 20, "n": 3.2})
    nothing = Verdict(0, 0, 0, "turn", 1, 0.7, 0.5, 0.2, 0.02, "blunder", True, 2, (), 64, {"points": 0.2})
    assert reason_for(nothing) == ("review.reason.unclear", {"lost": 20})
    told = dataclasses.replace(nothing, told=("reason.rival", {"other": 1, "n": 2}))
    assert reason_for(told) == told.told, "the game's own sentence, where nothing measured stands out"
    rare = dataclasses.replace(nothing, gains={"cards": 0.58})
    assert reason_for(rare) == ("review.reason.cards_often", {"lost": 20, "n": 58}), "nobody holds 0.6 cards"
    longer = dataclasses.replace(nothing, gains={"rounds": -0.56, "rival_rounds": -0.77, "cards": 1.3})
    assert reason_for(longer) == ("review.reason.cards", {"lost": 20, "n": 1.3}), "fewer rounds of both are no gain"
    certain = dataclasses.replace(nothing, gains={"rival_rounds": -1.08})
    assert reason_for(certain) == ("review.reason.rival_rounds", {"lost": 20, "n": 100}), "never 108 in a hundred"
    burnt = dataclasses.replace(nothing, gains={"knights": 0.9, "nearest": 10.9})
    assert reason_for(burnt) == ("review.reason.knights", {"lost": 20, "n": 90}), "not that the next one is far"
    nearer = dataclasses.replace(nothing, gains={"knights": 0.0, "nearest": 1.8})
    assert reason_for(nearer) == ("review.reason.nearest", {"lost": 20, "n": 1.8})
    trade = dataclasses.replace(nothing, gains={"rival_rounds": 0.98, "cards": 1.8, "rival_cards": -2.3})
    assert reason_for(trade) == ("review.reason.gives_up_round", {"n": 4.1}), "what it costs is told, too"


def test_a_loss_that_the_rest_of_the_turn_contradicts_is_taken_back(record: dict[str, Any], whole: Review) -> None:
    at_work = Reviewing(record, effort=LITTLE)
    first = Verdict(3, 1, 0, "buy", 1, 0.34, 0.15, 0.19, 0.01, "blunder", True, 2, (), 64)
    after = Verdict(4, 1, 0, "buy", 1, 0.33, 0.33, 0.0, None, "best", True, 1, ())
    at_work.review = dataclasses.replace(whole, verdicts=(first, after))
    at_work.next = {}
    assert at_work._corrected(first) == first, "chance or somebody else came in between"
    at_work.next = {3: 4}
    mended = at_work._corrected(first)
    assert (mended.judgement, round(mended.loss, 9), round(mended.played, 9)) == ("good", 0.01, 0.33)
    at_work.review = dataclasses.replace(whole, verdicts=(first, dataclasses.replace(after, chance=0.19)))
    assert at_work._corrected(first) == first, "not more than its error allows"


def test_the_next_choice_of_a_turn_is_known_where_chance_had_no_part() -> None:
    gwynt = lt.game("gwynt", "plain")
    pos, drawing = gwynt.start(players=2, seed=3), Random(3)
    while not pos.over:
        seat = pos.actors[0]
        pos.play(drawing.choice(pos.moves(seat)), seat)
    at_work = Reviewing(gwynt.record(pos), effort=LITTLE)
    choices = {choice.number: (choice.seat, gwynt.move(choice.action).text) for choice in at_work.choices}
    assert all(choices[one][0] == choices[other][0] for one, other in at_work.next.items())
    followed = {choices[number][1] for number in at_work.next}
    assert len(followed) > 5
    assert "thaler" in {text for _, text in choices.values()}
    assert "thaler" not in followed, "a spy draws two cards"
    assert not any(text.startswith("swap ") for text in followed), "a redraw draws one"


# The whole ------------------------------------------------------------------------------------------------------------


def test_a_review_is_the_same_again_and_survives_json(record: dict[str, Any], whole: Review) -> None:
    assert review(json.dumps(record), effort=LITTLE) == whole
    assert from_json(json.loads(json.dumps(whole.to_json()))) == whole


def test_misunderstandings_and_reasons_survive_json(whole: Review) -> None:
    team = Misunderstanding(4, 0.14, 0.02, {0: 18, 2: 7}, {0: 23, 2: 9})
    told = dataclasses.replace(whole.verdicts[0], told=("reason.points", {"n": 3, "m": 1}))
    story: dict[str, Any] = {"rounds": (0, 4), "cause": ("story.lost", {"seat": 1, "round": 2})}
    more = dataclasses.replace(whole, verdicts=(told, *whole.verdicts[1:]), misunderstandings=(team,), **story)
    assert from_json(json.loads(json.dumps(more.to_json()))) == more


def test_it_can_be_stopped_and_resumed_in_any_order(record: dict[str, Any], whole: Review) -> None:
    at_work = Reviewing(record, effort=LITTLE, first_seat=2)
    seen = []
    for so_far in at_work:
        seen.append(so_far)
        if len(seen) == 5:
            break
    assert {verdict.seat for verdict in seen[-1].verdicts} == {2}
    assert not seen[-1].complete
    assert seen[-1].seats[0].luck is None
    stopped = from_json(json.loads(json.dumps(seen[-1].to_json())))
    assert review(record, effort=LITTLE, partial=stopped) == whole


def test_hidden_cards_change_no_verdict(record: dict[str, Any]) -> None:
    """The same decision in a world that its seat can't tell from the real one gets the same verdict."""
    pos = LAMPIONS.start(players=3, seed=7)
    other = pos.redeal(0, "another world")
    judge = Judge(LAMPIONS, pos.program, 3)
    assert judge.first_look(pos.state, 0, "x", 40) == judge.first_look(other.state, 0, "x", 40)
    first, second = (move.id for move in pos.moves(0)[:2])
    one = judge.compare(pos.state, 0, "x", first, second, 64)
    assert one == judge.compare(other.state, 0, "x", first, second, 64)


def test_errors(record: dict[str, Any], whole: Review) -> None:
    unfinished = {**record, "moves": record["moves"][:4]}
    del unfinished["outcome"]
    with pytest.raises(Unfinished, match="not over"):
        review(unfinished)
    with pytest.raises(BadInput, match="this program replays"):
        review({**record, "rules": "0"})
    with pytest.raises(BadInput, match="another match"):
        review({**record}, seed=1, effort=LITTLE, partial=whole)
    with pytest.raises(BadInput, match="effort"):
        review(record, effort=0)
    with pytest.raises(BadInput, match="not a review"):
        from_json({"format": "ludotheque-review/1", "analysis": ANALYSIS})
    with pytest.raises(BadInput, match="another version"):
        from_json({**whole.to_json(), "analysis": ANALYSIS - 1})
