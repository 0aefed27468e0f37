"""Positions as text, and what is said about a text that is wrong."""

import pytest

import ludotheque as lt

GAME = lt.game("lampions", "plain")
GOOD = """\
game: lampions 1
players: 3
option rounds: 4
round: 2
hand 0: spark candle
hand 1: moth
hand 2: gust
deck: rest
ask 1: choose 0,1,2 0 0
choice 1: moth
"""

BAD = [
    ("game: lampions 1", "game: chess 1", 1, "game", "a position of 'chess'"),
    ("game: lampions 1", "game: lampions 99", 1, "game", "rules version '99'"),
    ("players: 3", "players: 9", 2, "players", "9 is not between 3 and 5"),
    ("players: 3", "players: three", 2, "players", "'three' is not a whole number"),
    ("option rounds: 4", "option rounds: 9", 3, "option rounds", "'9' is not one of 3, 4, 5, 6"),
    ("option rounds: 4", "option colour: red", 3, "option colour", "no such option"),
    ("round: 2\n", "round: 5\n", 4, "round", "5 is not between 1 and 4"),
    ("hand 0: spark candle", "hand 0: spark sparkle", 5, "hand 0", "'sparkle' is unknown"),
    ("hand 0: spark candle", "hand 0: spark@9", 5, "hand 0", "9 is not between 0 and 7"),
    ("hand 0: spark candle", f"hand 0: {'spark ' * 13}", 5, "hand 0", "more than 12 cards"),
    ("hand 0: spark candle", "hand 0 spark candle", 5, "", "no colon"),
    ("hand 1: moth", "hand 7: moth", 6, "hand 7", "7 is not between 0 and 2"),
    ("hand 2: gust", "hand 1: gust", 7, "hand 1", "stands twice, first on line 6"),
    ("hand 2: gust", "paw 2: gust", 7, "paw 2", "unknown name"),
    ("ask 1: choose 0,1,2 0 0", "ask 1: choose", 9, "ask 1", "expected a decision"),
    ("ask 1: choose 0,1,2 0 0", "ask 1: juggle 0 0 0", 9, "ask 1", "'juggle' is unknown"),
    ("ask 1: choose 0,1,2 0 0", "ask 1: choose 0,8 0 0", 9, "ask 1", "8 is not between 0 and 2"),
    ("ask 1: choose 0,1,2 0 0", "ask 1: choose 0,1,2 99999 0", 9, "ask 1", "99999 is not between"),
    ("choice 1: moth", "choice 1: candle", 10, "choice 1", "IllegalMove: You do not hold that card"),
    ("choice 1: moth", "choice 1: fly", 10, "choice 1", "MalformedMove"),
    ("choice 1: moth", "choice 5: moth", 10, "choice 5", "5 is not between 0 and 2"),
]


def test_text_reads_back():
    pos = GAME.position(GOOD)
    assert pos.ready == (1,)
    assert pos.view(lt.SPECTATOR)["options"] == {"rounds": 4}
    assert GAME.position(pos.text()).text() == pos.text()


@pytest.mark.parametrize(("old", "new", "line", "field", "problem"), BAD)
def test_bad_text_names_line_and_field(old, new, line, field, problem):
    assert old in GOOD
    with pytest.raises(lt.BadInput) as caught:
        GAME.position(GOOD.replace(old, new), source="puzzle.txt")
    (fault,) = caught.value.faults
    assert (fault.line, fault.field) == (line, field)
    assert problem in fault.problem
    assert str(caught.value).startswith(f"puzzle.txt: line {line}")


def test_too_many_pending_decisions():
    with pytest.raises(lt.BadInput, match="more pending decisions"):
        GAME.position("".join(f"ask {n}: react 0 1 0\n" for n in (1, 2, 3)))


def test_more_cards_than_the_game_has():
    with pytest.raises(lt.BadInput) as caught:
        GAME.position("hand 0: gust gust gust\nashes 0: gust gust gust")
    assert caught.value.faults[0].field == "gust"


def test_what_is_left_out_has_a_default():
    pos = GAME.position("hand 0: spark\nhand 2: moth\ndeck: rest")
    assert (pos.players, pos.decision, pos.actors) == (3, "choose", (0, 2))
    assert pos.view(lt.SPECTATOR)["options"] == {"rounds": 5}


def test_comments_and_blank_lines():
    assert GAME.position("# a puzzle\n\nhand 0: spark # the only card\n").actors == (0,)


def test_the_text_marks_who_knows_a_card():
    text = GAME.position("hand 0: spark! candle? moth@01 gust").text()
    assert "hand 0: spark! candle? moth@01 gust\n" in text


def test_the_last_of_several_is_written_differently_from_a_single_seat():
    """`1,` is the rest of a decision of several seats: the rules count it down, which they don't for a single seat."""
    pos = GAME.position("hand 0: spark\nhand 1: moth\nask 1: choose 1, 0 0")
    assert pos.state.ask_seat[0] == -2
    assert "ask 1: choose 1, 0 0\n" in pos.text()
    assert GAME.position("hand 1: moth\nask 1: react 1 0 0").state.ask_seat[0] == 1


def test_generator_starts_from_the_seed_given():
    one, same, other = (GAME.position(GOOD, seed=seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other
    assert one.text() == other.text()
