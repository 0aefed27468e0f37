"""Reasons in words: what the better of two moves gains, game by game, and never more than the seat knows."""

from __future__ import annotations

from typing import Any

import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots import reasons
from ludotheque.bots.advice import Advice
from ludotheque.bots.reasons import advised_for, compare
from ludotheque.play.moves import Move
from ludotheque.play.notation import Words
from ludotheque.server.games import levels

AMBUSH = """
players: 2
phase: battle
actions: 0
general played: yes
played: honda_tadakatsu
replayed: {troops}
hand 0: copper
deployed 1: spear_troopers*2
hand 1: gunner_mercenaries trap silver
"""
# Game, position (then the moves that lead on from it), better move, other move, the reason.
EXAMPLES: dict[str, tuple[str, str, str, str, str, dict[str, Any]]] = {
    "gwynt: enough to win": (
        "gwynt",
        "passed: 1\nhand 0: ballista*2\nhand 1: siege_tower dethmold thaler\nclose 0: ves\n",
        "pass",
        "ballista",
        "reason.pass_won",
        {"n": 5, "m": 0, "cards": 2},
    ),
    "gwynt: ahead": (
        "gwynt",
        "hand 0: ballista\nhand 1: siege_tower dethmold thaler\nclose 0: ves*2\nclose 1: redanian_foot_soldier*2\n",
        "pass",
        "ballista",
        "reason.pass_ahead",
        {"n": 8},
    ),
    "gwynt: a round given up": (
        "gwynt",
        "hand 0: ballista*2\nhand 1: siege_tower\nclose 1: ves*2\n",
        "pass",
        "ballista",
        "reason.pass_save",
        {"n": 10, "cards": 2},
    ),
    "gwynt: too early": (
        "gwynt",
        "hand 0: ballista*2\nhand 1: siege_tower dethmold thaler\nclose 0: ves\n",
        "ballista",
        "pass",
        "reason.lead_small",
        {"n": 5, "cards": 3},
    ),
    "gwynt: a spy": (
        "gwynt",
        "hand 0: thaler ballista\ndeck 0: ves trebuchet*2\nhand 1: siege_tower dethmold\n",
        "thaler",
        "ballista",
        "reason.cards",
        {"n": 3, "m": 1},
    ),
    "gwynt: no more than is needed": (
        "gwynt",
        "passed: 1\nhand 0: trebuchet vernon_roche\nhand 1: siege_tower dethmold\nclose 1: redanian_foot_soldier*2\n",
        "trebuchet",
        "vernon_roche",
        "reason.enough",
        {"n": 6, "m": 2},
    ),
    "gwynt: strength": (
        "gwynt",
        "hand 0: ves trebuchet\nhand 1: siege_tower dethmold thaler\n",
        "trebuchet",
        "ves",
        "reason.adds",
        {"n": 6, "m": 5, "row": "siege"},
    ),
    "gwynt: the stronger card later": (
        "gwynt",
        "hand 0: ves trebuchet\nhand 1: siege_tower dethmold thaler\n",
        "ves",
        "trebuchet",
        "reason.keeps",
        {"card": "trebuchet", "n": 6},
    ),
    "gunkimono: points": (
        "gunkimono",
        "hand 0: I1L1\nsmall 0: -\nmoves: I1L1 c6e\n",
        "victory",
        "honour",
        "reason.victory",
        {"n": 4, "m": 1},
    ),
    "gunkimono: honour": (
        "gunkimono",
        "hand 0: I2L1\nsmall 0: -\nmoves: I2L1 c6e\n",
        "honour",
        "victory",
        "reason.steps",
        {"n": 2, "m": 4},
    ),
    "gunkimono: a banner": (
        "gunkimono",
        "honour 0: 5 0 0 x 0\nbanners 0: dragon11\nhand 0: I1L1\nsmall 0: -\nmoves: I1L1 c6e\n",
        "honour",
        "victory",
        "reason.banner",
        {"banner": "dragon"},
    ),
    "gunkimono: points of a place": (
        "gunkimono",
        "hand 0: I1L1\nsmall 0: -\nmoves: I1L1\n",
        "c6e;victory;victory",
        "a6e;victory;victory",
        "reason.points",
        {"n": 7, "m": 2},
    ),
    "gunkimono: a tile to draw": (
        "gunkimono",
        "hand 0: I1L1\nsmall 0: -\ndisplay: S2A2 C1A1\nmoves: I1L1 c6e victory victory\n",
        "take S2A2",
        "take C1A1",
        "reason.tile",
        {"tile": "S2A2", "n": 4},
    ),
    "kunitori: a battle won": (
        "kunitori",
        AMBUSH.format(troops="cavalry") + "moves: war ambush\n",
        "lay gunner_mercenaries",
        "ready",
        "reason.battle",
        {"n": 1, "card": "village"},
    ),
    "kunitori: a defence": (
        "kunitori",
        AMBUSH.format(troops="cavalry light_archers") + "moves: war ambush\n",
        "lay gunner_mercenaries",
        "ready",
        "reason.holds",
        {"other": 0, "card": "city"},
    ),
    "kunitori: points to buy": (
        "kunitori",
        "phase: buy\nmoney: 20\nhand 0: copper\n",
        "buy region",
        "buy city",
        "reason.buy_points",
        {"card": "region", "n": 6},
    ),
    "kunitori: nothing to buy": (
        "kunitori",
        "phase: buy\nmoney: 20\n",
        "end buys",
        "buy copper",
        "reason.buy_nothing",
        {"card": "copper"},
    ),
    "kunitori: treasures first": (
        "kunitori",
        "phase: buy\nmoney: 3\nhand 0: copper\n",
        "pay copper",
        "buy silver",
        "reason.pay",
        {},
    ),
    "lampions: the chances": (
        "lampions",
        "players: 3\nround: 5\nhand 0: candle spark\nlit 1: spark\n",
        "candle",
        "spark",
        "reason.chance",
        {"n": 12},
    ),
}
PICKED = ("gwynt: a spy", "gunkimono: points of a place", "kunitori: a defence")  # with hidden cards of others


def position(name: str) -> tuple[lt.Position, int]:
    """The position of an example, and the seat that decides."""
    game, text, *_ = EXAMPLES[name]
    text, _, moves = text.partition("moves: ")
    pos = lt.game(game, "plain").position(text, 1)
    for move in moves.split():
        pos.play(move)
    return pos, pos.actors[0]


def reason(name: str, pos: lt.Position, seat: int) -> Words | None:
    """The reason of an example."""
    better, other = (list(map(pos.game.move, moves.split(";"))) for moves in EXAMPLES[name][2:4])
    return compare(pos, seat, better, other, lead=0.12)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_reason_says_what_the_better_move_gains(name: str) -> None:
    pos, seat = position(name)
    assert reason(name, pos, seat) == EXAMPLES[name][4:]
    for language in ("en", "fr"):
        key, params = EXAMPLES[name][4:]
        said = pos.game.messages(language).say(key, params)
        assert "{" not in said
        assert "_" not in said, "a card is named as it is printed"


@pytest.mark.parametrize("name", PICKED)
def test_a_reason_tells_nothing_that_the_seat_does_not_know(name: str) -> None:
    pos, seat = position(name)
    assert {str(reason(name, pos.redeal(seat, world), seat)) for world in range(4)} == {str(reason(name, pos, seat))}


def test_a_game_without_reasons_compares_points_and_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a game in another package, on its first day."""
    monkeypatch.setattr(reasons, "reasons_of", lambda game: None)
    pos, seat = position("gunkimono: points of a place")
    assert reason("gunkimono: points of a place", pos, seat) == ("reason.points", {"n": 7, "m": 2})
    pos, seat = position("lampions: the chances")
    candle, spark = (pos.game.move(text) for text in ("candle", "spark"))
    assert compare(pos, seat, [candle], [spark], lead=0.004) == ("reason.equal", {})


def test_the_only_move_needs_no_comparison() -> None:
    pos = lt.game("lampions", "plain").position("players: 3\nround: 5\nhand 0: candle\nlit 1: spark", seed=1)
    (only,) = pos.moves(0)
    silent = bots.make("random", 1, pos.game)
    assert advised_for(pos, 0, [Advice(only, None, 1.0, ())], silent) == ("reason.only", {})
    assert advised_for(pos, 0, [], silent) is None


def test_a_hint_comes_with_its_reason() -> None:
    pos, seat = position("gwynt: enough to win")
    found = levels.advice(pos, seat, sims=64)
    assert found.move.text == "pass"
    assert found.reason == EXAMPLES["gwynt: enough to win"][4:]


def test_the_moves_that_follow_count_as_far_as_they_are_the_seat_s_own() -> None:
    pos, seat = position("gunkimono: points of a place")
    own = [Move(pos.game, pos.game.action(text)) for text in ("c6e", "victory", "victory", "blind")]
    first, *then = own
    advice = Advice(first, 0.5, 0.5, (*((seat, move) for move in then), (1 - seat, own[0])))
    assert reasons._own_part(advice, seat) == own
