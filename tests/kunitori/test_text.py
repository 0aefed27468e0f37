"""Positions and moves as text: what reads back, what is refused and where."""

import pytest

import ludotheque as lt
from ludotheque.errors import BadInput, MalformedMove

KUNITORI = lt.game("kunitori", "plain")


def test_a_text_reads_back():
    text = """
    players: 3
    turn: 1
    phase: buy
    money: 4
    hand 1: copper*2 trap!
    deck 1: gold silver*3
    top 1: gold trap
    pile 1: copper? village silver
    deployed 0: cavalry*2 moat
    played: honda_tadakatsu copper
    regions: 0 2
    """
    pos = KUNITORI.position(text)
    again = KUNITORI.position(pos.text())
    assert again.text() == pos.text()
    for line in ("hand 1: copper*2 trap!", "top 1: gold trap", "pile 1: copper? village silver", "regions: 0 2"):
        assert line in pos.text().splitlines()


def test_the_supply_is_what_stands_nowhere_else():
    pos = KUNITORI.position("hand 0: copper*6\ntrash: copper\ndeck 1: copper*3")
    assert pos.view(lt.SPECTATOR)["table"]["supply"]["copper"] == 38 - 10


def test_a_position_goes_on_to_the_next_question():
    assert KUNITORI.position("hand 0: copper").decision == "act"
    assert KUNITORI.position("hand 0: copper\ndeployed 0: cavalry light_archers").decision == "replay"
    assert KUNITORI.position("phase: buy").decision == "buy"
    asked = KUNITORI.position("hand 0: copper\nhand 1: copper\nask 1: tidy 0 0 0\nphase: draw")
    assert asked.decision == "tidy"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("hand 0: coper", "line 1, hand 0: 'coper' is unknown"),
        ("hand 2: copper", "line 1, hand 2: 2 is not between 0 and 1"),
        ("hand 0: copper*0", "line 1, hand 0: 0 is not between 1 and 100"),
        ("hand 0: region*13", "line 1, hand 0: region stands in 13 places; there are 12"),
        ("hand 0: honda_tadakatsu\ndeck 1: honda_tadakatsu", "honda_tadakatsu stands in 2 places; there are 1"),
        ("pile 0: copper?", "line 1, pile 0: the last card lies on top"),
        ("top 0: gold silver copper", "line 1, top 0: one or two cards"),
        ("pair 0: gold silver", "line 1, pair 0: two cards, of which one lies on top"),
        ("phase: war", "line 1, phase: 'war' is unknown"),
        ("treasure 0: gold", "line 1, treasure 0: unknown name"),
        ("fortune: 7", "line 1, fortune: unknown name"),
        ("joint war: no", "line 1, joint war: 'no' is not 'yes'"),
        ("aim copper: 1", "line 1, aim copper: 'copper' is unknown"),
        ("attached cavalry: gold", "line 1, attached cavalry: gold is no general"),
        ("general: honda_tadakatsu\nhand 0: honda_tadakatsu", "line 1, general: honda_tadakatsu is not in the supply"),
        ("hand 0: copper\nold 0: 3", "line 2, old 0: 3 hidden cards, but the hand has 1"),
        ("hand 0: copper\nold 0: 1\nfixed 0: gold", "line 3, fixed 0: 1 gold, but only 0 are hidden"),
        ("round: 1001", "line 1, round: 1001 is not between 1 and 1000"),
    ],
)
def test_what_is_wrong_is_named(text, problem):
    with pytest.raises(BadInput) as raised:
        KUNITORI.position(text)
    assert problem in str(raised.value)


def test_cards_may_be_named_as_on_their_faces():
    for written in ("play Light archers", "PLAY light_archers", "play Archers légers", "play  archers LEGERS"):
        assert KUNITORI.move(written).text == "play light_archers"
    assert KUNITORI.move("strike joined Cavalerie").text == "strike joined cavalry"
    assert KUNITORI.move("trap 1 Cavalry").text == "trap 1 cavalry"
    with pytest.raises(MalformedMove, match="write for example"):
        KUNITORI.move("conquer everything")


def test_moves_have_names_in_both_languages():
    move = KUNITORI.move("buy land_destroyer")
    assert (move.label("en"), move.label("fr")) == ("buy Land destroyer", "acheter : Destructeur de pays")
    assert KUNITORI.move("choose joint_war").label("en") == "choose a joint war"
