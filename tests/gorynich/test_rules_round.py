"""A round: GOR-07 to GOR-12, and the printed one, GOR-22.

Base boards A B C D unless said otherwise. The lane of a4: a3 b3 c3 d3 e3 f3 f4 and then the castle.
"""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.errors import NotYourTurn

ASK_POINT = "ask 1: point 0 0 0\n"


# GOR-07: the knights march


@pytest.mark.rule("GOR-07")
def test_all_knights_advance_by_the_card(room):
    table = room.at("speech: 0\nknights: a4 j6/j3 c10\nknights deck: 1 2\ngorynich deck: 3 4\nturn: 0").choose(
        "pass", "pass", "pass"
    )
    assert table.table["march"] == 2
    assert table.table["flight"] == 4
    assert table.knights == {1: "b3", 2: "i7", 3: "d9"}
    assert table.happened("cards_turned") == [{"march": 2, "flight": 4}]
    assert [e["square0"] for e in table.happened("marched")] == ["a4", "j6", "c10"]


@pytest.mark.rule("GOR-07")
def test_knights_share_squares_and_gorynich_blocks_nobody(room):
    text = "players: 3\nspeech: 0\ngorynich: b3\nknights: a3/a4 a3/a4 a4\nknights deck: 1 2 1\n"
    table = room.at(text).choose("pass", "pass", "pass")
    assert table.knights == {1: "b3", 2: "b3", 3: "a3"}


@pytest.mark.rule("GOR-07", "GOR-20")
def test_a_knight_in_the_castle_loses_whatever_steps_are_left(room):
    table = room.at("speech: 0\nknights: f4/a4 a1\nknights deck: 1 1 2").choose("pass", "pass", "pass")
    assert table.cause == "castle_reached"
    assert table.knights[1] == "f5"
    assert table.knights[2] == "b2"
    assert table.happened("lost") == [{"cause": "castle_reached"}]


# GOR-08: silence


@pytest.mark.rule("GOR-08")
def test_the_first_player_may_spend_a_speech_token_before_the_reveal(room):
    table = room.start(4, 2).play("castle e5")
    assert table.pos.decision == "speak"
    assert table.pos.actors == (table.table["first"],)
    assert (table.table["round"], table.table["march"], table.table["flight"]) == (1, None, None)
    assert not table.table["talk"]
    table.play("speak")
    assert table.table["tokens"] == 1
    assert table.table["talk"]
    assert table.happened("spoke") == [{"seat": table.table["first"], "number": 1}]
    assert table.happened("cards_turned") == [], "talk comes first, and lasts until the first player turns them up"
    assert table.moves() == ["silent"]
    assert table.refusal("speak") == ("GOR-08", "talk_is_open")
    table.play("silent")
    assert len(table.happened("cards_turned")) == 1
    assert table.table["march"] is not None
    assert not table.table["talk"]
    assert table.pos.decision == "point"


@pytest.mark.rule("GOR-08", "GOR-21")
def test_before_the_reveal_nobody_can_tell_the_cards(room):
    table = room.start(4, 2).play("castle e5")
    marches = set()
    for n in range(40):
        world = room.table(table.pos.redeal(0, n)).play("silent")
        marches.add((world.table["march"], world.table["flight"]))
    assert len(marches) > 6


@pytest.mark.rule("GOR-08")
def test_by_option_the_first_player_may_spend_a_speech_token_after_the_reveal(room):
    table = room.start(4, 2, speech_after_reveal=True).play("castle e5")
    assert table.pos.decision == "speak"
    assert table.table["march"] is not None
    assert table.pos.actors == (table.table["first"],)
    assert not table.table["talk"]
    table.play("speak")
    assert table.table["tokens"] == 1
    assert table.table["talk"]
    assert table.happened("spoke") == [{"seat": table.table["first"], "number": 1}]
    assert table.pos.decision == "point"
    table.play("enough")
    assert table.table["talk"]
    for seat in range(3):
        table.pos.play("pass", seat)
    assert table.table["talk"]
    table.pos.play("pass", 3)
    assert not table.table["talk"]


@pytest.mark.rule("GOR-08")
def test_silence_costs_nothing_and_is_asked_again_next_round(room):
    table = room.start(4, 2).play("castle e5", "silent")
    assert table.table["tokens"] == 2
    assert not table.table["talk"]
    table.play("enough").choose("pass", "pass", "pass", "pass")
    assert table.pos.decision == "speak"
    assert table.table["march"] is None
    assert table.happened("spoke") == []


@pytest.mark.rule("GOR-08")
def test_one_token_a_round_and_none_left_no_question(room):
    table = room.at("speech: 1\nknights: a1\nknights deck: 1 1\nask 1: speak 0 0 0").play("speak", "silent")
    assert table.moves()[-1] == "enough"
    table.play("enough").choose("pass", "pass", "pass")
    assert table.pos.decision == "point"
    assert room.game.declaration.silent


# GOR-09: pointing


@pytest.mark.rule("GOR-09")
def test_the_first_player_points_at_one_several_or_no_knights(room):
    text = "first: 1\nknights: a4 - c10\nknights deck: 1 1\n" + ASK_POINT.replace(" 0 0 0", " 1 0 0")
    table = room.at(text)
    assert table.pos.actors == (1,)
    assert table.moves() == ["point 1", "point 3", "enough"]
    assert table.refusal("point 2") == ("GOR-09", "no_such_knight")
    assert table.refusal("point 4") == ("GOR-09", "no_such_knight")
    table.play("point 3")
    assert table.refusal("point 3") == ("GOR-09", "pointed_already")
    assert [k["number"] for k in table.table["knights"] if k["pointed"]] == [3]
    table.play("point 1", "enough")
    assert table.pos.decision == "choose"
    for viewer in (0, 1, 2, lt.SPECTATOR):
        seen = table.pos.view(viewer)["table"]["knights"]
        assert [k["number"] for k in seen if k["pointed"]] == [1, 3]
    table.choose("pass", "pass", "pass")
    assert not any(k["pointed"] for k in table.table["knights"])
    assert [seat for seat, move in table.pos.seen_moves(lt.SPECTATOR)][:3] == [1, 1, 1]


@pytest.mark.rule("GOR-09")
def test_pointing_binds_nobody(room):
    table = room.at("gorynich: d3\nknights: d3/a4 a1\n" + ASK_POINT).play("point 2", "enough")
    table.choose("fire", "blue", "pass")
    assert table.knights == {2: "a1"}


# GOR-10: choosing


@pytest.mark.rule("GOR-10")
def test_all_choose_at_once_in_any_order_and_may_take_it_back(room):
    table = room.at("knights: a1")
    pos = table.pos
    assert pos.actors == (0, 1, 2)
    pos.play("red", 2)
    pos.play("pass", 0)
    assert pos.ready == (0, 2)
    pos.withdraw(2)
    assert pos.ready == (0,)
    pos.play("blue", 2)
    pos.play("yellow", 1)
    assert pos.ready == ()
    assert table.happened("passed") == [{"seat": 0, "number": 0}]
    with pytest.raises(NotYourTurn):
        pos.withdraw(2)


@pytest.mark.rule("GOR-10", "GOR-21")
def test_choices_and_passes_of_others_are_hidden(room):
    table = room.at("knights: a1\nrow 0: red")
    before = {viewer: table.pos.view(viewer)["table"] for viewer in (1, 2, lt.SPECTATOR)}
    table.pos.play("pass", 0)
    for viewer in (1, 2, lt.SPECTATOR):
        assert table.pos.view(viewer)["table"] == before[viewer]
        assert table.pos.view(viewer)["ready"] == [0]
        assert table.pos.view(viewer)["chosen"] == {}
    assert table.pos.view(0)["chosen"] == {"0": "pass"}


@pytest.mark.rule("GOR-10")
def test_a_player_who_passes_takes_cards_back_before_the_first_reveal(room):
    text = "gorynich: c3\nknights: a1\nrow 2: red fire blue\nrow 0: green"
    table = room.at(text).choose("red", "yellow", "pass")
    assert table.story()[:2] == ["passed", "revealed"]
    assert table.happened("passed") == [{"seat": 2, "number": 3}]
    assert len(table.hand(2)) == 6
    assert table.row(0) == ["red", "green"]
    assert table.table["seats"][2]["passed"]


@pytest.mark.rule("GOR-10")
def test_a_played_card_cannot_be_chosen(room):
    table = room.at("knights: a1\nrow 1: red fire")
    assert table.refusal("red", 1) == ("GOR-10", "card_played")
    assert table.refusal("fire", 1) == ("GOR-10", "card_played")
    assert table.refusal("red", 0) is None
    assert table.moves(1) == ["yellow", "green", "blue", "manoeuvre", "pass"]


@pytest.mark.rule("GOR-10")
def test_everybody_may_pass_with_nothing_played(room):
    table = room.at("knights: a1\nknights deck: 1 1").choose("pass", "pass", "pass")
    assert table.table["round"] == 2
    assert [e["number"] for e in table.happened("passed")] == [0, 0, 0]


# GOR-11: carrying out


@pytest.mark.rule("GOR-11")
def test_cards_are_revealed_clockwise_from_the_first_player(room):
    table = room.at("first: 2\ngorynich: e5\nknights: a1\ncards: 1 2").choose("red", "yellow", "blue")
    assert table.pos.actors == (2,)
    assert table.happened("revealed") == [{"seat": 2, "card": "blue"}]
    table.play("fly 1")
    assert table.happened("revealed") == [{"seat": 0, "card": "red"}]
    table.play("fly 2")
    assert table.happened("revealed") == [{"seat": 1, "card": "yellow"}]
    assert table.gorynich == "f5"


@pytest.mark.rule("GOR-11")
def test_only_what_is_asked_can_be_answered(room):
    table = room.at("knights: a1\ncards: 1 2").choose("red", "yellow", "blue")
    for move in ("red", "pass", "castle e5", "use fireball", "burn up", "enough", "discard red"):
        assert table.refusal(move) == ("GOR-11", "wrong_decision")


@pytest.mark.rule("GOR-11")
def test_a_revealed_card_must_be_carried_out_even_if_it_harms(room):
    table = room.at("gorynich: d5\ncards: 1 2\nknights: a1").choose("red", "fire", "pass").play("fly 1")
    assert table.cause == "castle_burnt"


# GOR-12: the end of the round


@pytest.mark.rule("GOR-12")
def test_tiles_then_token_then_hands_then_decks(room):
    text = """
    gorynich: c3
    speech: 0
    knights: a1
    knights deck:
    gorynich deck:
    tiles: fireball multicolour princess/turned
    row 1: yellow red green blue fire
    """
    table = room.at(text).choose("pass", "manoeuvre", "pass").play("use fireball", "burn up")
    story = table.story()
    order = ["tile_back", "refilled", "reshuffled", "round_begins", "cards_turned"]
    assert [story.index(event) for event in order] == sorted(story.index(event) for event in order)
    assert table.happened("refilled") == [{"seat": 1, "number": 6}]
    assert [e["deck"] for e in table.happened("reshuffled")] == ["knights", "gorynich"]
    assert table.table["first"] == 1
    assert table.turned == []
    assert len(table.hand(1)) == 6
    assert len(table.table["decks"]["knights"]["left"]) == 5


@pytest.mark.rule("GOR-12")
def test_a_player_with_a_card_takes_nothing_back(room):
    text = "gorynich: c3\nknights: a1\nknights deck: 1 1\nrow 1: yellow red green blue\ncards: 1 2\n"
    table = room.at(text).choose("pass", "fire", "pass")
    assert table.table["round"] == 2
    assert table.hand(1) == ["manoeuvre"]


@pytest.mark.rule("GOR-12")
def test_decks_are_shuffled_anew_after_six_rounds(room):
    """Few deals are suitable: knights that march undisturbed for six rounds have usually reached the castle."""
    table = room.start(3, 866, speech=False, level="gentle").play("castle e5")
    seen, shuffled = [], []
    for _ in range(6):
        seen.append(table.table["march"])
        table.play("enough").choose("pass", "pass", "pass")
        shuffled.append([told["deck"] for told in table.happened("reshuffled")])
    assert table.table["round"] == 7
    assert sorted(seen) == [1, 1, 1, 1, 2, 2], "each card of the deck once"
    assert shuffled == [[]] * 5 + [["knights", "gorynich"]]


@pytest.mark.rule("GOR-12")
def test_forty_rounds_and_no_more(room):
    text = "round: 40\ngorynich: c3\nknights: a1\nknights deck: 1 1"
    table = room.at(text).choose("pass", "pass", "pass")
    assert table.cause == "forty_rounds"
    assert table.table["round"] == 40
    assert room.at(text.replace("40", "39")).choose("pass", "pass", "pass").cause is None


# GOR-22: the printed round


@pytest.mark.rule("GOR-22")
def test_the_printed_round_of_four(room):
    """Alex, Anna, Paul and Lena are seats 0 to 3; the end of the round before leads to theirs."""
    text = """
    players: 4
    gorynich: c7
    knights: c8 a1 j9 j2
    first: 3
    cards: 1 -2
    knights deck: 1 1 2
    gorynich deck: 4 2 3
    row 2: yellow green
    """
    table = room.at(text).choose("pass", "pass", "red", "pass").play("fly 1")
    assert table.gorynich == "b7"
    assert table.table["first"] == 0
    table.play("silent")
    assert (table.table["march"], table.table["flight"]) == (2, 3)
    assert table.knights == {1: "d7", 2: "b2", 3: "j7", 4: "i3"}
    table.play("point 1", "enough")
    assert [k["number"] for k in table.table["knights"] if k["pointed"]] == [1]
    table.choose("red", "fire", "pass", "yellow")
    assert table.happened("passed") == [{"seat": 2, "number": 3}]  # Paul
    assert table.happened("revealed") == [{"seat": 0, "card": "red"}]
    table.play("fly 2")
    assert table.gorynich == "d7"
    assert table.happened("burnt") == [{"knight": 1, "square": "d7"}]
    assert 1 not in table.knights
    assert table.pos.actors == (3,)  # Lena, since Paul has passed
    table.play("fly 3")
    assert table.happened("flew") == [{"seat": 3, "way": "up", "number": 3, "square0": "d7", "square": "d4"}]
    assert table.table["first"] == 1  # Anna
    assert [table.row(p) for p in range(4)] == [["red"], ["fire"], [], ["yellow"]]
