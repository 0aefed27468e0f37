"""Why a match ended as it did: the round and the cause that a review names."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.bots.stories import falls, tell_story
from ludotheque.games.gwynt.story import Round, _cause
from ludotheque.games.kunitori.story import Story
from ludotheque.play.notation import Words
from ludotheque.play.position import Position


def story_of(pos: Position) -> tuple[tuple[int, ...], Words | None]:
    """The story of a match that is over, without win chances."""
    moves = [(played.seat, played.action, played.joined) for played in pos.past()]
    origin = lt.game(pos.game.name, "plain").start(players=pos.players, seed=pos.origin.seed)
    return tell_story(origin, moves, pos.shares, [])


def played(name: str, seed: int, players: int) -> Position:
    """A match of random moves."""
    pos = lt.game(name, "plain").start(players=players, seed=seed)
    drawing = Random(seed)
    while not pos.over:
        for seat in pos.actors:
            pos.play(drawing.choice(pos.moves(seat)), seat)
    return pos


def test_a_round_costs_what_it_changed() -> None:
    class Judged:
        def __init__(self, number: int, chance: float) -> None:
            self.number, self.seat, self.chance = number, 0, chance

    verdicts = [Judged(0, 0.5), Judged(2, 0.4), Judged(3, 0.7), Judged(5, 0.2)]
    rounds = [1, 1, 1, 2, 2, 3]
    assert falls(verdicts, rounds, 0.0) == pytest.approx({1: -0.2, 2: 0.5, 3: 0.2})


CASES: dict[str, tuple[dict[str, Any], bool]] = {
    "dear": ({"played": [5, 2], "totals": [30, 20], "losers": [1]}, False),
    "tied": ({"totals": [20, 20], "losers": [0]}, False),
    "unspent": ({"left": [3, 0]}, True),
    "none_left": ({"hands": [0, 1]}, True),
    "fewer": ({"hands": [1, 3]}, True),
    "spent": ({"played": [7, 3]}, False),
    "passed_ahead": ({"passed_ahead": [5, 0]}, False),
    "swing": ({"swing": [(0, ""), (14, "villentretenmerth")]}, False),
    "lost": ({}, False),
}


@pytest.mark.parametrize("cause", CASES)
def test_gwynt_names_the_cause_that_says_most(cause: str) -> None:
    facts, final = CASES[cause]
    lost = Round(2, **{"hands": [4, 4], "totals": [20, 30], "losers": [0], **facts})
    key, params = _cause(lost, 0, final)
    assert key == f"story.{cause}"
    assert (params["seat"], params["round"], params["total"]) == (0, 2, lost.totals[0])


def test_the_issue_sentence_is_said() -> None:
    words = lt.game("gwynt", "plain").messages("fr")
    lost = Round(2, [8, 8], played=[7, 3], totals=[40, 42], losers=[0])
    key, params = _cause(lost, 0, final=False)
    assert words.say(key, params, reader=0) == "vous laissez 7 cartes à la manche 2 et la perdez 40 à 42"


@pytest.mark.parametrize(("name", "players"), [("gwynt", 2), ("gunkimono", 2), ("gunkimono", 4), ("gorynich", 3)])
def test_every_match_has_a_cause_that_its_record_bears_out(name: str, players: int) -> None:
    for seed in range(6):
        pos = played(name, seed, players)
        rounds, cause = story_of(pos)
        assert rounds[0] == 0
        assert list(rounds) == sorted(set(rounds))
        assert cause is not None
        key, params = cause
        for language in ("en", "fr"):
            for reader in range(players):
                said = pos.game.messages(language).say(key, params, reader=reader)
                assert said != key
                assert "{" not in said
        outcome = pos.outcome() or {}
        if name == "gwynt" and "total" in params:
            totals = outcome["rounds"][params["round"] - 1]
            assert [params["total"], params["rest"]] == [totals[params["seat"]], totals[params["other"]]]
        if name == "gunkimono":
            assert pos.shares[params["seat"]] > pos.shares[params["other"]]
            assert params["n"] <= outcome["scores"][params["seat"]]
        if name == "gorynich":
            assert params["round"] == pos.state.round
            assert (params["left"] == 0) == (key == "story.all_burnt")


def test_kunitori_tells_wars_purchases_and_unwanted_cards() -> None:
    pos = lt.game("kunitori", "plain").start(players=2, seed=1)

    def cause(*events: tuple[str, dict[str, Any]], points: tuple[int, int]) -> Words | None:
        story = Story(pos)
        story.note(pos, [{"event": event, "params": params} for event, params in events])

        class Over:
            over, players, state = True, 2, pos.state

            def scores(self, viewer: object) -> list[int]:
                return list(points)

        over: Any = Over()
        return story.name_cause(over, (1.0, 0.0), lambda seat: {})

    bought = ("bought", {"seat": 0, "card": "region"})
    prize = ("won_prize", {"seat": 0, "card": "city"})
    beauty = ("handed", {"seat": 0, "other": 1, "card": "beauty"})
    for events, key, n in (
        ((bought,), "story.purchases", 6),
        ((bought, prize, prize, prize), "story.wars", 9),
        ((bought, beauty, beauty), "story.burdens", 2),
    ):
        found = cause(*events, points=(12, 2))
        assert found is not None
        assert (found[0], found[1]["n"]) == (key, n)
    tied = cause(points=(5, 5))
    assert tied is not None
    assert tied[0] == "story.later"
