"""The end of a match and hidden information (GOR-20 and GOR-21); previews that warn."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.games.gorynich.components import CARDS

LAST = "knights: c3/a4\ngorynich: c3\n"


@pytest.mark.rule("GOR-20")
def test_won_at_once_when_no_knight_is_left(room):
    table = room.at(LAST + "players: 5").choose("fire", "red", "fire", "pass", "blue")
    assert table.cause == "all_burnt"
    outcome = table.pos.outcome()
    assert outcome["shares"] == [1.0] * 5
    assert outcome["ranking"] == [[0, 1, 2, 3, 4]]
    assert outcome["scores"] == [1] * 5
    assert table.happened("won") == [{"number": 1}]
    assert table.pos.over


@pytest.mark.rule("GOR-20")
def test_lost_by_all(room):
    table = room.at("knights: a1 -\ngorynich: a3").choose("blue", "red", "pass")
    outcome = table.pos.outcome()
    assert outcome["shares"] == [0.0] * 3
    assert outcome["ranking"] == [[0, 1, 2]]
    assert outcome["cause"] == "left_table"
    assert outcome["scores"] == [1, 1, 1]


@pytest.mark.rule("GOR-20")
def test_the_last_knight_burnt_by_a_fireball_wins_before_the_march(room):
    table = (
        room.at("knights: f4/a4\ngorynich: f3\n").choose("manoeuvre", "red", "pass").play("use fireball", "burn down")
    )
    assert table.cause == "all_burnt"
    assert "countered" not in table.story()


@pytest.mark.rule("GOR-20")
def test_what_lay_face_down_is_shown_at_the_end(room):
    table = room.at(LAST).choose("fire", "red", "pass")
    assert table.happened("had_chosen") == [{"seat": 1, "card": "red"}]
    assert table.pos.view(2)["table"]["seats"][1]["chosen"] == "red"


@pytest.mark.rule("GOR-21")
def test_a_chosen_card_is_still_shown_in_the_hand_and_to_its_owner_alone(room):
    table = room.at("knights: a1\ngorynich: d3\ncards: 1 3").choose("red", "blue", "pass")
    for viewer in (0, 2, lt.SPECTATOR):
        seat = table.pos.view(viewer)["table"]["seats"][1]
        assert "blue" in seat["hand"]
        assert seat["waiting"]
        assert seat["chosen"] is None
    assert table.pos.view(1)["table"]["seats"][1]["chosen"] == "blue"
    assert table.pos.view(lt.ALL)["table"]["seats"][1]["chosen"] == "blue"
    assert [move for _, move in table.pos.seen_moves(0)] == ["red", "pass"]
    assert [move for _, move in table.pos.seen_moves(lt.SPECTATOR)] == ["pass"]


@pytest.mark.rule("GOR-21")
def test_the_content_of_decks_is_public_their_order_is_not(room):
    table = room.at("knights: a1\nknights deck: 2 1 2 1\ngorynich deck: 3 -2 4")
    seen = table.pos.view(lt.SPECTATOR)["table"]["decks"]
    assert seen["knights"]["left"] == [1, 1, 2, 2]
    assert seen["gorynich"]["left"] == [-2, 3, 4]
    orders = {tuple(table.pos.redeal(0, seed).state.card[:4]) for seed in range(60)}
    assert len(orders) == 6


@pytest.mark.rule("GOR-21")
def test_redeals_draw_others_choices_among_their_hands(room):
    table = room.at("knights: a1\ngorynich: d3\ncards: 1 3\nrow 1: yellow red green").choose("red", "blue", "pass")
    worlds = [table.pos.redeal(0, seed).state for seed in range(60)]
    assert {world.choice[1] for world in worlds} == {4, 5, 6}  # blue, fire, manoeuvre
    assert {world.choice[2] for world in worlds} == {7}  # who passed is known
    assert {table.pos.redeal(1, seed).state.choice[1] for seed in range(20)} == {4}


@pytest.mark.rule("GOR-21")
def test_a_card_laid_down_was_not_the_chosen_one(room):
    text = "knights: a1\ngorynich: d4\ncards: 1 3\nrow 1: yellow red green"
    table = room.at(text).choose("manoeuvre", "blue", "pass").play("use multicolour", "steer up", "fly 1")
    table.pos.play("discard fire", 1)
    for seed in range(40):
        world = table.pos.redeal(0, seed)
        choice, drop = world.state.choice[1] - 1, world._choices[1]
        assert choice in (3, 4, 5)
        assert world.game.notation.write(drop) != f"discard {CARDS[choice]}"


@pytest.mark.rule("GOR-21", "GOR-10")
def test_in_the_rules_themselves_a_pass_shows_only_when_all_have_chosen(room):
    """Bots in compiled loops answer one after the other, without the table that keeps choices back."""
    pos = room.at("knights: a1").pos
    pos._apply(0, room.game.action("pass"))
    assert not pos.view(1)["table"]["seats"][0]["passed"]
    assert not pos.view(1)["table"]["seats"][0]["waiting"]
    assert len({pos.redeal(1, seed).state.choice[0] for seed in range(80)}) == 7  # any card, or a pass
    assert {pos.redeal(0, seed).state.choice[0] for seed in range(5)} == {7}


# Previews


@pytest.mark.rule("GOR-14", "GOR-13")
def test_the_first_player_is_warned_of_a_card_that_loses_at_once(room):
    pos = room.at("knights: a1\ngorynich: e5\ncards: 1 3").pos
    assert [e["event"] for e in pos.preview("fire", 0)] == ["breathed", "lost"]
    assert pos.preview("fire", 0)[-1]["params"] == {"cause": "castle_burnt"}
    assert pos.preview("fire", 1) == []  # somebody flies before
    assert pos.preview("red", 0) == []
    pos = room.at("first: 2\nknights: a1\ngorynich: a3\ncards: 1 3").pos
    assert pos.preview("blue", 2)[-1]["params"] == {"cause": "left_table"}
    assert pos.preview("blue", 0) == []
    pos = room.at("knights: a1\ngorynich: a3\ncards: 1 -3").pos
    assert pos.preview("blue", 0) == []
    assert pos.preview("red", 0)[-1]["params"] == {"cause": "left_table"}


@pytest.mark.rule("GOR-16")
def test_a_preview_says_that_a_fireball_would_lose(room):
    pos = room.at("knights: a1\ngorynich: d5").choose("manoeuvre", "red", "pass").play("use fireball").pos
    assert [e["params"] for e in pos.preview("burn right", 0) if e["event"] == "lost"] == [{"cause": "castle_burnt"}]
    assert not [e for e in pos.preview("burn up", 0) if e["event"] == "lost"]


@pytest.mark.rule("GOR-20")
def test_every_loss_and_the_win_have_a_sentence(room):
    for cause in room.game.declaration.causes:
        for language in ("en", "fr"):
            assert room.game.messages(language).say("event.lost", {"cause": cause}).endswith(".")
