"""Positions and moves as text."""

from __future__ import annotations

import pytest

from ludotheque.errors import BadInput


def test_what_is_left_out_gets_a_sensible_default(room):
    table = room.at("players: 4")
    assert table.table["boards"] == ["A", "B", "C", "D"]
    assert table.gorynich == "e5"
    assert len(table.knights) == 7
    assert table.table["tokens"] == 2
    assert table.pos.decision == "choose"
    assert (table.table["march"], table.table["flight"]) == (1, 3)
    assert len(table.table["decks"]["knights"]["left"]) == 5


def test_options_lay_boards_and_tiles(room):
    table = room.at("", order="DCBA", rivers="AC", tiles="roar+gust+swoop", speech=False)
    assert table.table["boards"] == ["D", "C'", "B", "A'"]
    assert [tile["tile"] for tile in table.table["tiles"]] == ["roar", "gust", "swoop"]
    assert table.table["tokens"] == 0


def test_a_text_keeps_everything_in_the_middle_of_a_card(room):
    text = "tiles: multicolour gust burning_ground\nknights: c3/a4 a1\ngorynich: c3\ncards: 1 3\nrow 2: red\n"
    table = room.at(text).choose("manoeuvre", "blue", "pass").play("use multicolour", "steer up")
    again = room.game.position(table.pos.text())
    assert again.text() == table.pos.text()
    assert again == room.game.position(again.text())
    assert "using: multicolour" in again.text()
    assert "was row 2: red" in again.text()
    assert "chose 1: blue" in again.text()


def test_how_the_table_was_when_all_chose_is_kept_until_the_round_ends(room):
    table = room.at("knights: c3/a4 a1\ngorynich: c3\ncards: 1 3\nknights deck: 1 1").choose("fire", "red", "pass")
    assert "was knights: c3 a1" in table.pos.text()
    assert table.pos.text().count("was ") == 3  # the knights, and what two seats then held
    table.play("fly 1")
    assert "was" not in table.pos.text()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("boards: A A C D", "each of the boards"),
        ("boards: A B C", "each of the boards"),
        ("boards: A B C E", "'E' is unknown"),
        ("tiles: roar gust", "three different tiles"),
        ("tiles: gust roar swoop", "in the order of the box"),
        ("knights: e5", "would be over"),
        ("knights: c2", "no lane leads from a start"),
        ("knights: c3/a1", "no lane leads from a1 over c3"),
        ("knights:", "there are 1 to 10"),
        ("gorynich: k3", "'k3' is unknown"),
        ("cards: 3 3", "not so many cards 3"),
        ("cards: 1", "expected two numbers"),
        ("round: 0\ncards: 1 3", "before the first round"),
        ("round: 0\ngorynich: -\nknights deck: 1 1\nknights pile: 1", "lie nowhere"),
        ("row 0: purple", "'purple' is unknown"),
        ("row 0: red\nchose 0: red", "not in the hand"),
        ("gorynich: -", "Gorynich needs a square"),
        ("wings: two", "unknown name"),
        ("turn: 9", "not between"),
        ("over: yes", "'yes' is unknown"),
        ("was knights: c3", "expected"),
    ],
)
def test_what_can_not_be_is_refused_by_line_and_field(room, text, problem):
    with pytest.raises(BadInput, match=problem):
        room.game.position(text)


def test_moves_are_read_leniently_and_written_strictly(room):
    assert room.game.move("  USE   Princess ").text == "use princess"
    assert room.game.move("castle f6").label("fr") == "se poser en f6"
    assert room.game.move("fly 1").label("en") == "1 square"
    assert room.game.move("swoop up_left").label("en") == "swoop up and left"
    assert room.game.notation.read("fly 10") is None


def test_a_chosen_set_of_tiles_has_a_name(room):
    words = room.game.messages("fr")
    assert words.say("option_value.fireball+roar+swoop") == "Boule de feu, Rugissement, Piqué"
    assert words.say("option_value.ABCD") == "A B C D"
