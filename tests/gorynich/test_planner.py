"""The planner: every head finds the same plan by itself, plays its part of it, and says what it is trying to do."""

from __future__ import annotations

import pytest

from ludotheque import bots
from ludotheque.errors import BadInput


def decide(room, pos, seat):
    return bots.decide(bots.make("planner", seat, room.game), pos, seat).text


def play(room, pos, limit=400):
    """Let planners play on to the end."""
    for _ in range(limit):
        if pos.over:
            return pos
        seat = pos.actor
        pos.play(decide(room, pos, seat), seat)
    raise AssertionError("the match does not end")


def test_a_knight_under_gorynich_burns(room):
    table = room.at("knights: d3/a4 a1\ngorynich: d3\ncards: 1 3\nknights deck: 1 1")
    play_round(room, table)
    assert list(table.knights) == [2]


def test_two_heads_burn_a_knight_out_of_reach_of_one(room):
    """Gorynich must fly two squares, then breathe: two seats do it, each without a word."""
    table = room.at("knights: f3/a4 j9\ngorynich: d3\ncards: 1 3\nrow 0: fire manoeuvre\nrow 2: fire manoeuvre")
    play_round(room, table)
    assert 1 not in table.knights


def play_round(room, table):
    round_ = table.table["round"]
    while not table.pos.over and table.table["round"] == round_:
        seat = table.pos.actor
        table.pos.play(decide(room, table.pos, seat), seat)
        table.check()


@pytest.mark.parametrize("policy", range(2))
@pytest.mark.parametrize("players", [3, 6])
def test_all_heads_make_the_same_plan_whatever_was_redealt(room, players, policy):
    """The plan is the same for every seat and in every redeal, because only public information is used."""
    pos = room.start(players, 5, speech=False).pos
    for _ in range(2):
        pos.play(pos.moves()[-1])
    planner = room.game.program().module("ludotheque.games.gorynich.policies.planner")
    found = set()
    for seat in range(players):
        for seed in range(2):
            world = pos.redeal(seat, seed)
            program = world.program
            states, work = program.states(1 + planner.SCRATCH), program.workspaces(1)
            program.put(states, 0, world.state)
            planner.forget_guesses(states[0], seat)
            best = planner.plan_round(states, 0, work[0], program.actions(room.game.declaration.action_count), policy)
            found.add(tuple(work[0].part[best * 7 : best * 7 + players]))
    assert len(found) == 1


@pytest.mark.parametrize("policy", ["tactician", "planner"])
def test_a_head_plays_its_part_whatever_was_redealt(room, policy):
    """A redeal's guesses of others' choices or later cards must not change a head's part of the plan."""
    bot = bots.make(policy, 0, room.game)
    pos = room.start(4, 1).pos
    asked = set()
    for _ in range(40):
        seat = pos.actors[-1]
        (move,) = {bot.choose(pos.redeal(seat, guess), seat).text for guess in range(3)}
        asked.add(pos.decision)
        pos.play(move, seat)
    assert {"point", "choose"} < asked, "nobody was in the middle of a card"


def test_the_castle_is_never_burnt_nor_the_table_left_by_a_team_of_planners(room):
    for seed in range(2):
        pos = play(room, room.start(3, seed).pos)
        assert pos.outcome()["cause"] in ("all_burnt", "castle_reached")


def test_it_points_at_what_the_plan_burns(room):
    pos = room.at("knights: d3/a4 j9\ngorynich: d3\ncards: 1 3\nask 1: point 0 0 0").pos
    assert decide(room, pos, 0) == "point 1"
    pos.play("point 1")
    assert decide(room, pos, 0) == "enough"


@pytest.mark.parametrize("number", [1, 2])
def test_it_follows_the_first_players_finger(room, number):
    """A knight on either side of Gorynich and one fireball: the one that is pointed at burns."""
    rows = "row 0: yellow red green blue fire\n" + "".join(f"row {p}: red green blue fire manoeuvre\n" for p in (1, 2))
    text = f"knights: a3 c3/a4\ngorynich: b3\ncards: 1 3\nknights deck: 1 1\npointed: {number}\n"
    table = room.at(text + rows)
    play_round(room, table)
    assert number not in table.knights
    assert len(table.knights) == 1


def test_no_aim_is_left_but_a_harmless_one(room):
    text = "tiles: fireball princess/turned roar/turned\nknights: a1\ngorynich: d5\nturn: 1\nusing: fireball\n"
    pos = room.at(text + "ask 1: aim 0 0 0").pos
    assert decide(room, pos, 0) != "burn right"


@pytest.mark.parametrize(
    "tiles", ["princess+roar+gust", "long_flame+burning_ground+swoop", "multicolour+second_wind+swoop"]
)
def test_it_plays_with_every_tile(room, tiles):
    pos = play(room, room.start(3, 2, tiles=tiles, rivers=4, fixed_colours=False).pos)
    assert pos.over


def test_it_says_in_one_sentence_what_it_tries(room):
    def reason_text(pos, seat, language="en"):
        told = bots.explain(bots.make("planner", 0, room.game), pos, seat)
        assert told is not None
        return room.game.messages(language).say(*told)

    pos = room.at("knights: d3/a4 a1\ngorynich: d3\ncards: 1 3").pos
    sentences = {reason_text(pos, seat) for seat in range(3)}
    assert any(sentence.startswith("The plan burns 1 knight") for sentence in sentences)
    assert reason_text(room.at("knights: d3/a4\ngorynich: d3").pos, 0).startswith("The plan burns every knight")
    assert reason_text(room.start(3, 1).pos, room.start(3, 1).table["first"], "fr").startswith("De là, Gorynich")
    pos = room.start(3, 1).play("castle e5").pos
    assert reason_text(pos, pos.actor).startswith("No words are needed")
    pos.play("silent")
    assert reason_text(pos, pos.actor).startswith(("The plan is to burn", "All knights that can burn"))


def test_it_is_the_usual_team_mate(room):
    assert bots.team_mate(room.game) == "planner"
    assert bots.strongest(room.game) == "planner"
    assert "planner" in bots.names(room.game)
    with pytest.raises((BadInput, bots.NoSuchBot)):
        bots.make("planner")
