"""Records: one for each viewer, replayed from the full one, refused by field."""

import json

import pytest

import ludotheque as lt
from ludotheque.play import records

GAME = lt.game("lampions", "plain")
SEATS = [{"wish": "spark"}, {"wish": "lantern"}, {"wish": "candle"}]


def played(decisions=None):
    pos = GAME.start(players=3, seed="secret seed", options={"rounds": 3}, seats=SEATS)
    while not pos.over and decisions != 0:
        pos.play(pos.moves()[0])
        decisions = None if decisions is None else decisions - 1
    return pos


FULL = GAME.record(played(), lt.ALL)


def test_full_record_replays_to_the_end():
    back = GAME.replay(json.loads(json.dumps(FULL)))
    assert back == played()
    assert back.outcome() == FULL["outcome"]
    assert GAME.replay(json.dumps(FULL)) == back


@pytest.mark.parametrize("decisions", [0, 1, 2, 3, 5])
def test_running_match_replays_with_its_secret_choices(decisions):
    pos = played(decisions)
    record = GAME.record(pos, lt.ALL)
    assert ("choices" in record) == bool(pos.ready)
    assert GAME.replay(record) == pos


def test_record_for_a_seat_has_no_seed_and_no_wish_of_others():
    record = GAME.record(played(5), 1)
    assert record["seats"] == [{}, {"wish": "lantern"}, {}]
    assert "secret seed" not in json.dumps(record)
    assert "seed" not in record
    assert GAME.record(played(5), lt.SPECTATOR)["seats"] == [{}, {}, {}]


def test_wishes_are_in_every_record_once_the_match_is_over():
    assert GAME.record(played(), lt.SPECTATOR)["seats"] == SEATS


def test_secret_choice_is_in_no_record_but_the_full_one():
    pos = played(2)
    assert pos.ready == (0, 1)
    for viewer in (0, 1, 2, lt.SPECTATOR):
        record = GAME.record(pos, viewer)
        assert "choices" not in record
        assert record["moves"] == []


def test_record_of_one_viewer_can_not_be_replayed():
    with pytest.raises(lt.BadInput, match="seed: is missing: this record was written for one viewer"):
        GAME.replay(GAME.record(played(), 0))


def test_redealt_position_has_no_full_record():
    world = played(5).redeal(0, 1)
    assert GAME.record(world, 0) == GAME.record(played(5), 0)
    with pytest.raises(ValueError, match="never happened"):
        GAME.record(world, lt.ALL)


def test_match_from_a_text_has_a_record():
    pos = GAME.position("hand 0: spark\nhand 1: moth\nhand 2: gust\ndeck: rest\nchoice 0: spark", seed=9)
    pos.play("moth", 1)
    assert GAME.replay(GAME.record(pos, lt.ALL)) == pos
    pos.play("gust", 2)
    record = GAME.record(pos, lt.ALL)
    assert record["moves"] == [[0, "spark"], [1, "moth"], [2, "gust"]]
    assert GAME.replay(record) == pos
    assert "from" not in GAME.record(pos, 0)


@pytest.mark.parametrize(
    ("change", "field", "problem"),
    [
        ({"format": "x"}, "format", "'x'"),
        ({"game": "chess"}, "game", "'chess'"),
        ({"rules": "0"}, "rules", "'0'; this program replays '1'"),
        ({"rules": 1}, "rules", "not of type str"),
        ({"seed": 7}, "seed", "not of type str"),
        ({"players": "3"}, "players", "not of type int"),
        ({"players": True}, "players", "not of type int"),
        ({"players": 9}, "", "3 to 5 players"),
        ({"options": []}, "options", "not of type dict"),
        ({"options": {"colour": 1}}, "colour", "unknown"),
        ({"options": {"rounds": 99}}, "rounds", "99 is not one of"),
        ({"seats": {}}, "seats", "not of type list"),
        ({"seats": [{}]}, "", "1 seats are given for 3 players"),
        ({"seats": ["abc", {}, {}]}, "seat 0", "not a table"),
        ({"seats": [{"hat": 1}, {}, {}]}, "seat 0 hat", "unknown"),
        ({"seats": [{}, {"wish": "moon"}, {}]}, "seat 1 wish", "'moon' is not one of"),
        ({"moves": {}}, "moves", "not of type list"),
        ({"moves": [7]}, "moves[0]", "is not [seat, move]"),
        ({"moves": [["0", "spark"]]}, "moves[0]", "is not [seat, move]"),
        ({"moves": [[0, "fly"]]}, "moves[0]", "MalformedMove"),
        ({"moves": [[0, 5]]}, "moves[0]", "MalformedMove"),
        ({"moves": [[9, "spark"]]}, "moves[0]", "NotYourTurn"),
        ({"moves": [[0, "let"]]}, "moves[0]", "IllegalMove"),
        ({"moves": [*FULL["moves"], [0, "spark"]]}, f"moves[{len(FULL['moves'])}]", "GameOver"),
        ({"choices": 1}, "choices", "not of type list"),
        ({"choices": [[0, "let"]]}, "choices[0]", "GameOver"),
        ({"outcome": {}}, "outcome", "differs from what replaying"),
        ({"from": "hand 9: spark"}, "hand 9", "9 is not between"),
    ],
)
def test_bad_record_names_the_field(change, field, problem):
    with pytest.raises(lt.BadInput) as caught:
        GAME.replay(json.dumps({**FULL, **change}))
    fault = caught.value.faults[0]
    assert fault.field == field
    assert problem in fault.problem


@pytest.mark.parametrize("name", ["format", "game", "rules", "seed", "players", "options", "seats", "moves"])
def test_missing_field_is_named(name):
    with pytest.raises(lt.BadInput) as caught:
        GAME.replay({key: value for key, value in FULL.items() if key != name})
    assert caught.value.faults[0].field == name
    assert "is missing" in caught.value.faults[0].problem


def test_what_is_not_json_is_named_by_line_and_column():
    with pytest.raises(lt.BadInput) as caught:
        GAME.replay('{\n  "format": oops\n}', "match.json")
    assert (caught.value.faults[0].line, caught.value.faults[0].field) == (2, "column 13")
    for text in ("[]", "3", "null"):
        with pytest.raises(lt.BadInput, match="not a JSON object"):
            GAME.replay(text)


def test_format_is_named_in_the_record():
    assert FULL["format"] == records.FORMAT
