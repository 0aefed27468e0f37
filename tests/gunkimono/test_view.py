"""Fields of the view for drawing the table, and the events of a turn."""

from __future__ import annotations

import pytest

import ludotheque as lt

# Seat 0 owns the samurai of c7, a formation of three with the printed one below.
OWNED = """
7: . . S^0 S I L C . .
honour 0: 3 3 3 3 3
"""


def test_places_are_those_that_may_be_played_for_each_tile(room):
    table = room.at("hand 0: I2L1 S1A2\nsmall 0: A")
    places = table.pos.view(0)["table"]["places"]
    assert set(places) == {"I2L1", "S1A2", "A"}
    for tile, move in (("I2L1", "I2L1"), ("S1A2", "S1A2"), ("A", "small A")):
        taken = room.at("hand 0: I2L1 S1A2\nsmall 0: A").play(move)
        assert taken.moves() == places[tile] == taken.pos.view(0)["table"]["places"][tile]


def test_places_tell_nobody_else_what_is_held(room):
    table = room.at("hand 0: I2L1 S1A2\nhand 1: C1L1")
    for viewer in (1, lt.SPECTATOR):
        assert table.pos.view(viewer)["table"]["places"] == {}


def test_the_points_of_halves_are_shown_until_they_have_scored(room):
    table = room.at("hand 0: I1L1\nsmall 0: -\nhonour 0: 5 0 0 x 0\nbanners 0: dragon11").play("I1L1", "c6e")
    infantry, spearman = table.table["laying"]["halves"]
    assert infantry == {
        "square": "c6",
        "unit": "infantry",
        "symbols": 1,
        "size": 4,
        "points": 4,
        "honour": 1,
        "row": 6,
        "banner": "dragon",
        "builds": False,
    }
    assert (spearman["size"], spearman["points"]) == (3, 3)
    assert (spearman["honour"], spearman["row"], spearman["banner"]) == (0, None, None)
    assert table.play("honour").table["laying"]["halves"] == []


def test_what_a_seat_lacks_and_earns(room):
    seat = room.at("honour 0: 3 2 x 0 4\nbanners 0: dragon11").seat(0)
    assert (seat["lacks"], seat["income"], seat["due"]) == ({"samurai": 1, "spearman": 3}, 0, 0)
    seat = room.at(OWNED).seat(0)
    assert seat["income"] == 3
    assert seat["lacks"] == dict.fromkeys(("infantry", "samurai", "cavalry", "spearman", "archer"), 2)
    assert room.at("honour 0: 5 5 5 5 x\nbanners 0: dragon11").seat(0)["lacks"] == {}


@pytest.mark.rule("GUN-20")
def test_the_event_names_the_steps_that_the_marker_moves(room):
    table = room.at("honour 0: 0 0 0 0 5").play("small A", "b2")
    assert table.happened("formed")[0]["honour"] == 1  # two symbols, one step to the banners
    assert table.pos.prompt(0)["params"]["honour"] == 1
    prompt = table.pos.prompt(0)
    said = table.pos.game.messages("en").say(prompt["key"], prompt["params"])
    assert said == "archer: 1 victory point, or 1 step of honour?"


@pytest.mark.rule("GUN-20")
def test_a_marker_that_left_promises_no_honour(room):
    table = room.at("honour 0: 0 0 0 0 x\nbanners 0: dragon11").play("small A", "b2")
    formed = next(told for told in table.pos.events(0) if told["event"] == "formed")
    assert table.pos.game.messages("fr").say(formed["key"], formed["params"]) == (
        "archer : une formation de 1, qui vaut 1 point."
    )


REACHED = {
    "by honour": ("honour 0: 3 3 3 3 1", "small A", True),
    "none by it": ("honour 0: 3 3 3 2 1", "small A", False),
    "it waits already": ("honour 0: 3 3 3 3 3\n7: . . I L C S L . .", "small A", False),
    "both rows at once, one is built a turn": ("players: 4\nhonour 0: 3 3 3 3 1", "small A", True),
    "one comes anyway, honour would bring no second": ("honour 0: 5 5 5 5 3", "small A", False),
    "the marker has left": ("honour 0: 3 3 3 3 x\nbanners 0: dragon11", "small A", False),
    "both are built": ("honour 0: 5 5 5 5 4\n7: . . I^0 L C S L^0 . .", "small A", False),
}


@pytest.mark.rule("GUN-21")
@pytest.mark.rule("GUN-22")
@pytest.mark.parametrize(("position", "tile", "told"), REACHED.values(), ids=REACHED.keys())
def test_a_fortress_by_honour_is_promised_where_honour_alone_brings_it(room, position, tile, told):
    table = room.at(position).play(tile, "b2")
    assert table.happened("within_reach") == ([{"seat": 0, "number": 1}] if told else [])


@pytest.mark.rule("GUN-22")
def test_the_view_marks_halves_whose_honour_brings_a_fortress(room):
    def halves(position):
        table = room.at(f"hand 0: I1L1\nsmall 0: -\n{position}").play("I1L1", "c6e")
        return [half["builds"] for half in table.table["laying"]["halves"]]

    assert halves("honour 0: 3 3 3 2 3") == [False, True]
    assert halves("honour 0: 2 3 3 2 3") == [True, True]  # both of them together
    assert halves("honour 0: 2 2 3 2 3") == [False, False]


@pytest.mark.rule("GUN-22")
def test_the_announced_honour_is_the_honour_received(room):
    """In whole matches: a fortress is promised if and only if honour for all halves asks for its square, and
    victory for all does not."""
    promised = 0
    for seed in range(12):
        pos = room.start(players=2 + seed % 4, seed=seed).pos
        turn = 0
        while not pos.over and turn < 400:
            turn += 1
            moves = pos.moves()
            pos.play(moves[(7 * turn + seed) % len(moves)])
            if pos.decision != "points" or not any(e["event"] == "formed" for e in pos.events(lt.ALL)):
                continue
            ends = {}
            for choice in ("victory", "honour"):
                other = pos.copy()
                while other.decision == "points":
                    other.play(choice)
                ends[choice] = other.decision == "site"
            told = any(e["event"] == "within_reach" for e in pos.events(lt.ALL))
            assert told == (ends["honour"] and not ends["victory"])
            promised += told
    assert promised > 3
