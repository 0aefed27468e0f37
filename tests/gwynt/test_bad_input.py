"""Bad input: each has its own clear error, and nothing is changed."""

from __future__ import annotations

import json

import pytest

import ludotheque as lt
from ludotheque.compliance.walk import key
from ludotheque.games.gwynt.decks import format_deck, ready_made

GOOD = format_deck(ready_made()["monsters_swarm"])


def faults(caught: pytest.ExceptionInfo[lt.BadInput]) -> list[tuple[int, str, str]]:
    return [(fault.line, fault.field, fault.problem) for fault in caught.value.faults]


# Decks, through start


def _refused(room, deck: object) -> pytest.ExceptionInfo[lt.BadInput]:
    with pytest.raises(lt.BadInput) as caught:
        room.game.start(seed=1, seats=[{}, {"deck": deck}])
    assert "seat 1" in str(caught.value)
    return caught


def test_a_deck_with_an_unknown_card_names_its_line_and_a_near_spelling(room):
    lines = [*GOOD.splitlines(), "1 nekkar"]
    ((line, field, problem),) = faults(_refused(room, "\n".join(lines)))
    assert line == len(lines)
    assert field == "card"
    assert "nekkar" in problem
    assert "nekker" in problem


@pytest.mark.parametrize("count", ["0", "-1", "1.5", "100"])
def test_a_deck_with_a_wrong_count(room, count):
    found = faults(_refused(room, GOOD + f"{count} wyvern\n"))
    assert [line for line, _, _ in found] == [len(GOOD.splitlines()) + 1]


def test_a_deck_with_too_many_copies(room):
    ((_, field, problem),) = faults(_refused(room, GOOD.replace("3 nekker", "4 nekker")))
    assert field == "nekker"
    assert "4" in problem
    assert "3" in problem


def test_a_deck_with_a_card_of_another_faction(room):
    ((_, field, problem),) = faults(_refused(room, GOOD + "1 ballista\n"))
    assert field == "ballista"
    assert "Northern Realms" in problem


def test_a_deck_of_an_unknown_faction_or_leader(room):
    found = faults(_refused(room, GOOD.replace("faction: monsters", "faction: elves")))
    assert found[0][:2] == (1, "faction")
    wrong = GOOD.replace(ready_made()["monsters_swarm"].leader, "foltest_siegemaster")
    assert [field for _, field, _ in faults(_refused(room, wrong))] == ["leader"]


def test_a_deck_that_is_no_text_or_no_known_name(room):
    assert "int" in str(_refused(room, 7).value)
    assert _refused(room, "no_such_deck").value.faults


def test_a_seat_that_brings_something_else(room):
    with pytest.raises(lt.BadInput, match="hat"):
        room.game.start(seats=[{"hat": "red"}, {}])
    with pytest.raises(lt.BadInput, match="3 seats are given for 2"):
        room.game.start(seats=[{}, {}, {}])


@pytest.mark.parametrize(
    "options",
    [{"expansion": True}, {"expansions": 1}, {"redraw": "keep"}, {"muster_from": "hand"}, {"skellige": "yes"}],
)
def test_unknown_options_and_values(room, options):
    with pytest.raises(lt.BadInput) as caught:
        room.game.start(options=options)
    assert faults(caught)[0][1] == next(iter(options))


# Records


def _record(room) -> dict:
    table = room.with_decks("monsters_swarm", "nilfgaard_spies", seed=5).play("keep", "keep", "pass")
    return json.loads(json.dumps(room.game.record(table.pos)))


def test_a_good_record_is_replayed(room):
    record = _record(room)
    assert room.game.record(room.game.replay(record)) == record


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("rules", "0", "this program replays"),
        ("rules", 1, "not of type str"),
        ("game", "lampions", "this program replays"),
        ("format", "ludotheque-record/0", "this program replays"),
        ("players", 3, "for 2 players"),
        ("options", {"expansions": "maybe"}, "not one of"),
        ("seats", [{"deck": "no_such_deck"}, {}], "no_such_deck"),
    ],
)
def test_a_record_of_another_version_game_or_shape(room, field, value, problem):
    with pytest.raises(lt.BadInput, match=problem) as caught:
        room.game.replay(_record(room) | {field: value})
    assert field in str(caught.value) or field in ("players", "seats")


def test_a_record_that_lacks_a_field_or_the_seed(room):
    for field in ("rules", "seed", "moves", "seats"):
        record = _record(room)
        del record[field]
        with pytest.raises(lt.BadInput, match="missing") as caught:
            room.game.replay(record)
        assert faults(caught)[0][1] == field


@pytest.mark.parametrize(
    ("move", "error"),
    [
        ([0, "keep"], "IllegalMove|NotYourTurn"),
        ([0, "fly"], "MalformedMove"),
        ([5, "pass"], "NotYourTurn"),
        ("pass", "not .seat, move."),
    ],
)
def test_a_record_with_a_bad_move_names_the_move(room, move, error):
    record = _record(room)
    record["moves"].append(move)
    with pytest.raises(lt.BadInput, match=error) as caught:
        room.game.replay(record)
    assert faults(caught)[0][1] == "moves[3]"


def test_a_record_that_is_no_json(room):
    with pytest.raises(lt.BadInput, match="not JSON"):
        room.game.replay("{")


def test_a_record_whose_outcome_is_another(room):
    table = room.with_decks("monsters_swarm", "nilfgaard_spies", seed=5).play("keep", "keep")
    while not table.pos.over:
        table.play("pass")
    record = json.loads(json.dumps(room.game.record(table.pos)))
    room.game.replay(record)
    record["outcome"]["ranking"].reverse()
    with pytest.raises(lt.BadInput, match="outcome"):
        room.game.replay(record)


# Position texts


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (
            "hand 0: geralt_of_rivia\nclose 0: geralt_of_rivia\npile 1: geralt_of_rivia",
            3,
            "geralt_of_rivia stands in 3 places",
        ),
        (
            "seat 1: monsters eredin_bringer_of_death\nhand 0: ves\nclose 0: ves",
            3,
            "ves stands in two places; the decks hold 1",
        ),
        ("hand 0: fiend", 1, "fiend is here; the decks hold 0"),
        (
            "hand 0: commanders_horn*3\nhand 1: commanders_horn\nhorn 0: close ranged siege",
            3,
            "commanders_horn stands in 7 places",
        ),
        ("hand 0: nobody", 1, "no card is called 'nobody'"),
        ("hand 0: ves*0", 1, "0 is not between 1 and 20"),
        ("hand 0: ves*x", 1, "whole number"),
        ("hand 0: ves%", 1, "no card is called"),
        ("hand 0: ves@x", 1, "unknown mark"),
        ("hand 0: ves@7", 1, "not between 0 and 1"),
        ("deck 0: ves!", 1, "nobody but its owner"),
        ("close 0: ballista", 1, "does not fight on the close row"),
        ("siege 0: olgierd_von_everec", 1, "does not fight on the siege row"),
        ("close 0: biting_frost", 1, "neither a unit nor a decoy"),
        ("close 0: ves^2", 1, "not between 0 and 1"),
        ("weather: ves", 1, "does not stay as weather"),
        ("weather: clear_weather", 1, "does not stay as weather"),
        ("pile 0: bovine_defense_force", 1, "can't lie in a pile"),
        ("deck 0: bovine_defense_force", 1, "only exists on the board"),
        ("hand 0: transformed_vildkaarl", 1, "only exists on the board"),
        ("horn 0: middle", 1, "unknown"),
        ("horn 0: close/card", 1, "leader's horn"),
        ("seat 0: monsters foltest_siegemaster", 1, "does not lead monsters"),
        ("seat 0: monsters", 1, "a faction and a leader"),
        ("seat 0: elves foltest_siegemaster", 1, "unknown"),
        ("seat 2: monsters eredin_bringer_of_death", 1, "unknown name"),
        ("hand 2: ves", 1, "not between 0 and 1"),
        ("hand 0: ves\nhand 0: ballista", 2, "stands twice"),
        ("gems: 3 2", 1, "not between 0 and 2"),
        ("gems: 2", 1, "two numbers"),
        ("gems: 0 2", 1, "don't fit"),
        ("round: 3\ngems: 2 1", 2, "don't fit"),
        ("round: 4", 1, "not between"),
        ("turn: 2", 1, "not between"),
        ("over: 1\ngems: 1 1", 2, "nobody is without gems"),
        ("ask 1: row 0 999 0", 0, "no context"),
        ("ask 1: target 0 20 0", 0, "no context"),
        ("ask 1: discard 0 7 0", 0, "no context"),
        ("ask 1: dance 0 0 0", 1, "unknown"),
        ("round: 0\nask 1: redraw 0,1 0 0", 0, "seat 0 has no deck to draw from"),
        ("ask 1: take 0 1 0\nhand 0: ves", 0, "seat 0 could not answer"),
        ("ask 1: target 1 0 0\nclose 0: ves", 0, "seat 1 could not answer"),
        ("passed: 0 1", 1, "the round is over"),
        ("turn: 1\npassed: 1", 2, "seat 1 has passed"),
        ("seat 0: northern_realms foltest_siegemaster used off", 1, "can't have been used"),
        ("option speed: high", 1, "no such option"),
        ("option redraw: never", 1, "not one of"),
        ("players: 3", 1, "not between 2 and 2"),
        ("game: lampions 1", 1, "a position of 'lampions'"),
        ("game: gwynt 0", 1, "rules version '0'"),
        ("what is this", 1, "no colon"),
        ("colour: red", 1, "unknown name"),
    ],
)
def test_a_position_text_names_line_and_problem(room, text, line, problem):
    with pytest.raises(lt.BadInput) as caught:
        room.game.position(text)
    assert problem in str(caught.value)
    assert faults(caught)[0][0] == line


# Moves


@pytest.fixture
def table(room):
    return room.at("hand 0: ves ballista decoy\nhand 1: ves\nclose 1: siegfried_of_denesle")


@pytest.mark.parametrize(
    "move", ["", "fly", "close ves", "ves ves", "swap", "revive", "decoy close", "first 2", "PASS now"]
)
def test_malformed_moves(table, move):
    before = key(table.pos), table.pos.log(lt.ALL)
    with pytest.raises(lt.MalformedMove):
        table.pos.play(move)
    assert (key(table.pos), table.pos.log(lt.ALL)) == before


@pytest.mark.parametrize("move", [-1, 10**6, True, 1.5, None])
def test_numbers_that_are_no_moves(table, move):
    before = key(table.pos)
    with pytest.raises(lt.MalformedMove):
        table.pos.play(move)
    assert key(table.pos) == before


def test_a_move_of_another_game(table):
    with pytest.raises(lt.MalformedMove):
        table.pos.play(lt.game("lampions").move(0))


@pytest.mark.parametrize("seat", [1, 2, -1])
def test_a_move_for_the_wrong_seat(table, seat):
    before = key(table.pos), table.pos.log(lt.ALL)
    with pytest.raises(lt.NotYourTurn):
        table.pos.play("pass", seat)
    assert (key(table.pos), table.pos.log(lt.ALL)) == before


def test_an_illegal_move_cites_its_rule_and_changes_nothing(table):
    before = key(table.pos), table.pos.log(lt.ALL)
    with pytest.raises(lt.IllegalMove) as caught:
        table.pos.play("decoy", 0)
    assert caught.value.rule == "GWY-29"
    assert caught.value.refusal == "decoy_without_target"
    assert "GWY-29" in str(caught.value)
    assert (key(table.pos), table.pos.log(lt.ALL)) == before


def test_no_move_after_the_end(room):
    table = room.at("over: 1\ngems: 0 1\nround: 2")
    assert table.pos.over
    with pytest.raises(lt.GameOver):
        table.pos.play("pass", 0)
    with pytest.raises(lt.GameOver):
        table.pos.why_not("pass", 0)


def test_every_illegal_move_is_refused_in_every_decision_and_changes_nothing(room):
    """All actions of the game are tried at every decision of some matches: listed ones are allowed, others are not."""
    for n in range(3):
        pos = room.game.start(seed=n, options={"expansions": True, "skellige": True})
        step = 0
        while not pos.over:
            if step % 6 == 0:
                allowed = {move.id for move in pos.moves()}
                before = key(pos)
                for action in range(room.game.declaration.action_count):
                    assert (pos.why_not(action) is None) == (action in allowed)
                assert key(pos) == before
            moves = pos.moves()
            pos.play(moves[(n + step) % len(moves)], pos.actor)
            step += 1
