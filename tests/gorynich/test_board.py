"""The table in a terminal, the report, and the catalogue."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest
from rich.console import Console

import ludotheque as lt
from ludotheque.bots import simulation
from ludotheque.games.gorynich import board, report
from ludotheque.games.gorynich.catalogue import catalogue
from ludotheque.terminal.table import draw

NAMES = ["Ada", "Bao", "Cleo"]


def drawn(table, viewer, language="en", width=100):
    out = io.StringIO()
    picture = draw(table.pos, viewer, table.pos.game.messages(language), NAMES, width)
    Console(file=out, width=width).print(picture)
    return out.getvalue()


def seat_lines(picture):
    return [next(line for line in picture.splitlines() if f"{n} {name}" in line) for n, name in enumerate(NAMES, 1)]


def test_the_map_shows_dragon_knights_flame_and_river(room):
    table = room.at("boards: A' B C D\nknights: c3/a4 a2 a2\ngorynich: d4\nflame: f3\npointed: 1\ncards: 1 -3")
    lines = drawn(table, 0).splitlines()
    row3 = next(line for line in lines if line.startswith("    3"))
    assert "≈→1!" in row3
    assert "↓✹" in row3
    row4 = next(line for line in lines if line.startswith("    4"))
    assert "♞" in row4
    row2 = next(line for line in lines if line.startswith("    2"))
    assert "○→2 3" in row2
    assert "1! c3 (5)" in drawn(table, 0)


def test_colours_carry_letters_and_point_where_they_fly(room):
    picture = drawn(room.at("knights: a1\ncards: 1 -3"), 0)
    assert "Y▲" in picture  # the edge shows where yellow points,
    assert "Y▼" in picture  # the hand where it flies this round
    assert "J▼" in drawn(room.at("knights: a1\ncards: 1 -3"), 0, "fr")
    assert "Y▼" not in drawn(room.at("knights: a1\ncards: 1 3"), 0)


def test_nothing_hidden_is_drawn(room):
    table = room.at("knights: a1\ngorynich: d3\ncards: 1 3").choose("red", "blue", "pass")
    assert "chose blue arrow" in drawn(table, 1)
    for viewer in (0, 2, lt.SPECTATOR):
        assert "chose" not in drawn(table, viewer)
        assert "a card face down" in drawn(table, viewer)
        assert "passed" in drawn(table, viewer)
    pos = room.at("knights: a1").pos
    pos.play("pass", 2)
    table.pos = pos
    assert "ready" in drawn(table, 0)  # whoever passes looks no different from who has chosen a card
    assert "a card face down" not in drawn(table, 0)


def test_no_card_lies_face_down_for_who_passed_or_has_revealed(room):
    table = room.at("knights: a1\ngorynich: d3\ncards: 1 3").choose("manoeuvre", "pass", "blue")
    seats = seat_lines(drawn(table, 0))
    assert ["a card face down" in line for line in seats] == [False, False, True]
    assert "passed" in seats[1]
    table.play("use multicolour", "steer up", "fly 1")
    table.pos.play("discard red", 0)
    table.pos.play("discard red", 1)  # ready: but their cards are laid down, not face down before them
    seats = seat_lines(drawn(table, 2))
    assert ["ready" in line or "passed" in line for line in seats] == [True, True, False]
    assert "face down" not in seats[0] + seats[1]


def test_seats_are_numbered_from_one(room):
    assert len(seat_lines(drawn(room.at("knights: a1"), 0))) == len(NAMES)


def test_the_view_shows_turned_tiles_and_open_talk(room):
    text = "knights: a1\nspoke: yes\nnets: yes\ntiles: princess/turned roar swoop"
    table = room.at(text, speech_after_reveal=True)
    picture = drawn(table, 0)
    assert "turned: Fire protection" in picture
    assert "talk is open" in picture
    assert "nets: one square" in picture


def test_an_arrow_in_the_list_of_moves_says_where_it_flies(room):
    table = room.at("knights: a1\ncards: 1 -3")
    words = room.game.messages("en")
    assert str(board.move_label(table.pos.view(0), "move.play", {"card": "red"}, words)) == "red arrow ◀"
    assert board.move_label(table.pos.view(0), "move.play", {"card": "fire"}, words) is None
    text = board.move_text(table.pos.view(0), "move.use", {"tile": "fireball"}, words)
    assert text == "Burns one square beside Gorynich, not diagonally. March: Every knight advances one square."


def test_many_knights_on_a_square_are_counted(room):
    table = room.at("knights: " + " ".join(["c3/a4"] * 6))
    assert "→×6" in drawn(table, 0)


def test_numbers_are_not_cut_off_where_dragon_and_flame_are_too(room):
    for knights, told in (("c3/a4 c3/a4 c3/a4", "♞✹×3"), (" ".join(["c3/a4"] * 10), "♞✹×10"), ("c3/a4 a1", "♞✹1!")):
        table = room.at(f"knights: {knights}\ngorynich: c3\nflame: c3\npointed: 1")
        assert told in drawn(table, 0)
    assert "♞10!" in drawn(room.at("knights: " + "- " * 9 + "c3/a4\ngorynich: c3\npointed: 10"), 0)


def test_the_catalogue_is_ready_for_json(room):
    found = json.loads(json.dumps(catalogue()))
    assert found["boards"]["A"]["squares"][:3] == ["*v", ">", ">"]
    assert found["tiles"]["roar"] == {"counter": "anger", "base": False, "lasts": True}
    assert found["players"]["7"] == {"knights": 10, "speech": 4}
    assert list(found["presets"]) == ["first_game", "normal", "expert"]


def test_the_report_counts_wins_causes_and_rounds(room):
    state = room.game.program().state
    finals = state.array(4)
    finals["players"], finals["level"], finals["knight"] = 3, 1, -1
    finals["over"] = [1, 2, 2, 4]
    finals["round"] = [5, 4, 6, 1]
    finals["knight"][1, :2] = 7
    finals["tile"][:] = [0, 1, 2]

    class Results:
        pass

    results = Results()
    results.finals = finals  # type: ignore[attr-defined]
    sections = {section.name: section for section in report.report(room.game, results)}  # type: ignore[arg-type]
    (wins,) = sections["wins"].rows
    assert (wins.value, wins.n) == (0.25, 4)
    assert room.game.messages("en").say(wins.key, dict(wins.params)) == "standard, 3 players"
    assert [row.key for row in sections["losses"].rows][:2] == ["cause.castle_reached", "cause.castle_burnt"]
    assert sections["losses"].rows[0].value == pytest.approx(2 / 3)
    assert sections["rounds"].rows[0].value == 5
    assert sections["left"].rows[0].value == pytest.approx(2 / 3)
    assert set(report.FIELDS) <= set(np.dtype(state.dtype).names or ())


def test_the_arena_gives_every_seat_the_same_share(room):
    results = simulation.run(room.game, 12, 4, ["random"], "together", mode="plain")
    assert (results.shares == results.shares[:, :1]).all()
    assert (results.scores == results.scores[:, :1]).all()
    assert set(results.causes) <= set(room.game.declaration.causes)
