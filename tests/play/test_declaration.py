"""The declaration of a game, and what follows from it: numbers, notation, options."""

import pytest

import ludotheque as lt
from ludotheque.compliance import numbering
from ludotheque.kernel import load
from ludotheque.play.declaration import Declaration, action, decision, event, option, refusal, stream
from ludotheque.play.notation import Notation
from tests.golden import folder

LETTER = {"archer": "A", "samurai": "S"}


def declared(**changes):
    """A small game with every kind of block."""
    fields = {
        "name": "kites",
        "title": {"en": "Kites", "fr": "Cerfs-volants"},
        "players": (2, 3),
        "rules_version": "1",
        "rule_prefix": "KIT",
        "longest": 10,
        "streams": ("deal", stream("wind", 3), "redeal"),
        "decisions": (decision("fly"), decision("land")),
        "actions": (
            action("end_turn"),
            action("play", "card", text="{card}"),
            action("lure", "row", "card"),
            action("aim", "foe:seat"),
            action("point", ("knight", range(1, 4))),
            action("small", ("unit", tuple(LETTER)), text=lambda unit: f"small {LETTER[unit]}"),
            action(
                "lay",
                ("square", ("a1", "a2")),
                ("held", (0, 1)),
                text=lambda square, held: square + "+" * held,
                words=lambda square, held: ("move.lay_held" if held else "move.lay", {"square": square}),
            ),
        ),
        "refusals": (refusal("too_high", "KIT-01"),),
        "events": (event("flew", "seat"), event("fell", "seat")),
        "causes": ("night", "rain"),
        "vocabulary": {"card": ("red_kite", "blue_kite"), "row": ("near", "far")},
    }
    return Declaration(**{**fields, **changes})


def test_order_gives_the_numbers():
    Action, Decision, Event, Refusal, Cause, Stream = declared().numbers
    assert (Action.END_TURN, Action.PLAY, Action.LURE, Action.AIM, Action.POINT) == (0, 1, 3, 7, 10)
    assert (Action.SMALL, Action.LAY, Action.COUNT) == (13, 15, 19)
    assert (Decision.FLY, Decision.LAND, Event.FELL, Refusal.TOO_HIGH, Cause.RAIN) == (1, 2, 2, 1, 2)
    assert (Stream.DEAL, Stream.WIND, Stream.REDEAL) == (0, 1, 4)
    assert declared().stream_count == 6  # one more, for random play


def test_a_name_that_is_not_declared_is_an_error_in_plain_mode():
    Event = declared().numbers[2]
    with pytest.raises(AttributeError, match="FLOWN"):
        Event.FLOWN  # noqa: B018


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"events": (event("flew"), event("flew"))}, "'flew' stands twice"),
        ({"actions": (action("pass"), action("pass", "card"))}, "two actions have one name"),
        ({"decisions": (decision("fly away"),)}, "'fly away' is no name"),
        ({"actions": (action("play", "kite"),)}, "there is no vocabulary 'kite'"),
    ],
)
def test_a_declaration_that_contradicts_itself_is_refused(changes, problem):
    with pytest.raises(ValueError, match=problem):
        declared(**changes).numbers  # noqa: B018


def test_two_actions_with_one_notation_are_refused():
    with pytest.raises(ValueError, match="actions 0 and 2 are both written 'red_kite'"):
        Notation(declared(actions=(action("play", "card", text="{card}"), action("fly", text="red_kite")))).read("x")


def test_notation_is_derived_from_the_blocks():
    notation = Notation(declared())
    assert [notation.write(number) for number in range(19)] == [
        *("end turn", "red_kite", "blue_kite"),
        *("lure near red_kite", "lure near blue_kite", "lure far red_kite", "lure far blue_kite"),
        *("aim 0", "aim 1", "aim 2", "point 1", "point 2", "point 3", "small A", "small S", "a1", "a1+", "a2", "a2+"),
    ]
    assert [notation.read(notation.write(number).upper()) for number in range(19)] == list(range(19))
    assert notation.describe(6) == ("move.lure", {"row": "far", "card": "blue_kite"})
    assert notation.describe(8) == ("move.aim", {"foe": 1})
    assert notation.describe(16) == ("move.lay_held", {"square": "a1"})
    assert notation.read("lure far") is None
    assert notation.HELP.startswith("write for example 'end turn', 'red_kite', 'lure near red_kite'")


def test_people_may_write_the_names_they_know():
    notation = Notation(declared(spellings={"Le cerf-volant bleuté": "blue_kite"}))
    for text in ("le cerf volant bleute", "Blue Kite", "play blue kite"):
        assert notation.read(text) == 2, text
    assert notation.read("lure far le cerf-volant bleuté") == 6
    assert notation.read("lure le cerf-volant bleuté") is None


@pytest.mark.parametrize(
    ("values", "numbers"),
    [
        ((False, True), [0, 1]),
        ((True, False), [1, 0]),
        ((3, 4, 5), [3, 4, 5]),
        (("return", "discard"), [0, 1]),
        ((0, 2, "AB"), [0, 1, 2]),
    ],
)
def test_an_option_is_stored_as_a_number_and_read_back(values, numbers):
    made = option("any", values[0], values)
    assert [made.number(value) for value in values] == numbers
    back = [made.value(number) for number in numbers]
    assert back == list(values)
    assert [type(value) for value in back] == [type(value) for value in values]


# The golden file of numbers


@pytest.fixture
def stored(tmp_path):
    (tmp_path / numbering.FILE).write_text(
        (folder("lampions") / numbering.FILE).read_text(encoding="utf-8"), encoding="utf-8"
    )
    return tmp_path / numbering.FILE


def change(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_changed_numbers_are_named(stored):
    game = lt.game("lampions", "plain")
    assert numbering.moved(game, stored.parent) == []
    change(stored, "decision 2: react\ndecision 3: relight", "decision 2: relight\ndecision 3: react")
    told = "\n".join(numbering.moved(game, stored.parent))
    assert "decision 2 was 'relight' and is decision 3 now" in told
    assert "put what is new at the end, or change the rules version '1'" in told


def test_additions_at_the_end_change_no_numbers(stored):
    change(stored, "refusal 7: own_lamp\n", "")
    (told,) = numbering.moved(lt.game("lampions", "plain"), stored.parent)
    assert "refusal 7 'own_lamp' came at the end" in told


def test_a_name_that_is_not_declared_is_an_error_in_compiled_mode():
    from numba import njit

    Decision = declared().numbers[1]
    assert njit(lambda: Decision.LAND)() == 2
    with pytest.raises(AttributeError, match="FLAP"):
        njit(lambda: Decision.FLAP)()


def test_standing_of_a_seat_becomes_the_value_of_a_position():
    program = load("ludotheque.games.lampions")
    heuristic = program.module("ludotheque.games.lampions.heuristic")
    value = program.add("ludotheque.bots.greedy_kernel").value
    pos = lt.game("lampions", "plain").start(players=3, seed=3)
    standing = [heuristic.standing(pos.state, None, p) for p in range(3)]
    others = standing[1] + standing[2] + max(standing[1:])
    assert value(pos.state, None, 0) == standing[0] - others // 3
