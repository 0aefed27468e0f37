"""Games, their options and words, and the viewer who sees everything."""

import pytest

import ludotheque as lt
from ludotheque.messages import LANGUAGES, Messages, choose_language, flatten, plural_form, read_language
from ludotheque.play.declaration import Event
from ludotheque.play.rulebook import Rulebook
from ludotheque.play.seeds import key_words

GAME = lt.game("lampions", "plain")


# Starting


@pytest.mark.parametrize(
    ("arguments", "source", "field", "problem"),
    [
        ({"players": 2}, "players", "", "lampions is for 3 to 5 players, not 2"),
        ({"players": "3"}, "players", "", "lampions is for 3 to 5 players, not '3'"),
        ({"options": {"colour": 1}}, "options", "colour", "unknown; lampions has rounds"),
        ({"options": {"rounds": 9}}, "options", "rounds", "9 is not one of 3, 4, 5, 6"),
        ({"options": {"rounds": "5"}}, "options", "rounds", "'5' is not one of"),
        ({"options": {"rounds": 5.0}}, "options", "rounds", "5.0 is not one of"),
        ({"seats": [{}, {}]}, "seats", "", "2 seats are given for 3 players"),
        ({"seats": [{}, {"hat": 1}, {}]}, "seats", "seat 1 hat", "may bring wish"),
        ({"seats": [{}, {}, {"wish": "moon"}]}, "seats", "seat 2 wish", "'moon' is not one of spark, candle, lantern"),
        ({"seats": [{}, "wish", {}]}, "seats", "seat 1", "'wish' is not a table"),
    ],
)
def test_bad_start_names_source_and_field(arguments, source, field, problem):
    with pytest.raises(lt.BadInput) as caught:
        GAME.start(**arguments)
    assert caught.value.source == source
    assert caught.value.faults[0].field == field
    assert problem in caught.value.faults[0].problem


def test_faults_are_listed_with_line_and_field():
    error = lt.BadInput("deck.txt", [lt.Fault(3, "card", "unknown"), lt.Fault(0, "", "too few")])
    assert str(error) == "deck.txt: line 3, card: unknown\ndeck.txt: too few"


def test_seed_and_version_make_the_key():
    assert key_words("a", "bc") != key_words("ab", "c")
    assert key_words(7) == key_words("7")
    assert all(0 <= word < 2**32 for word in key_words("x"))
    assert len(key_words("x")) == 8


# The viewer who sees everything


def test_all_sees_everything():
    pos = GAME.start(seed=1)
    pos.play(pos.moves(0)[0], 0)
    view = pos.view(lt.ALL)
    assert view["viewer"] == "all"
    assert all(seat["wish"] for seat in view["table"]["seats"])
    assert all(len(seat["known"]) == seat["hand"] for seat in view["table"]["seats"])
    assert view["chosen"]
    assert repr(lt.ALL) == "ludotheque.ALL"
    assert pos.view(lt.SPECTATOR)["viewer"] == 7


# Words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_can_be_said(language):
    say = GAME.messages(language).say
    pos = GAME.start(seed=4)
    while not pos.over:
        pos.play(pos.moves()[0])
    for viewer in (lt.ALL, 0, lt.SPECTATOR):
        for events in pos.log(viewer):
            for event in events:
                sentence = say(event["key"], event["params"], ["Ada", "Bea", "Cem"])
                assert "None" not in sentence
                assert "{" not in sentence


def test_parameters_are_filled_in():
    english, french = (
        Messages(language, {"n": "{number} {number|card|cards}", "card.moth": "moth!"}) for language in ("en", "fr")
    )
    assert [english.say("n", {"number": n}) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [french.say("n", {"number": n}) for n in (0, 1, 2)] == ["0 card", "1 card", "2 cards"]
    assert english.word("seat", 0) == "player 1"
    assert english.word("seats", [0, 2], ["Ada", "Bea", "Cem"]) == "Ada, Cem"
    assert english.word("card2", "moth") == "moth!"
    assert english.word("card", "stone") == "stone"


@pytest.mark.parametrize(
    ("number", "form"), [(1, "karta"), (2, "karty"), (5, "kart"), (0, "kart"), (22, "karty"), (1.5, "karty!")]
)
def test_a_language_may_have_more_than_two_plural_forms(number, form):
    assert plural_form("pl", number, "karta|few=karty|many=kart|karty!") == form


def test_a_sentence_that_a_language_lacks_is_said_in_english(tmp_path):
    (tmp_path / "en.toml").write_text('[a]\none = "one"\ntwo = "two"\n')
    assert read_language(tmp_path, "de") == {"a.one": "one", "a.two": "two"}
    (tmp_path / "de.toml").write_text('[a]\none = "eins"\n')
    assert read_language(tmp_path, "de") == {"a.one": "eins", "a.two": "two"}
    assert read_language(tmp_path, "fr") == {"a.one": "one", "a.two": "two"}  # a game of another package, in English
    (tmp_path / "fr.toml").write_text('[a]\none = "un"\n')
    assert read_language(tmp_path, "fr") == {"a.one": "un"}  # what is there in French has to be complete
    gwynt = lt.game("gwynt", "plain")
    assert gwynt.messages("de").say("card.nekker") == "Nekker"
    assert gwynt.messages("de").say("prompt.over") == "Die Partie ist zu Ende."
    assert gwynt.rulebook("de").rules == gwynt.rulebook("en").rules
    assert gwynt.declaration.title["de"] == "Gwynt"
    with pytest.raises(ValueError, match="'tlh' is none of"):
        gwynt.declaration.title["tlh"]


@pytest.mark.parametrize(
    ("header", "language"), [("de-AT,en;q=0.8", "de"), ("nl, fr-CA", "fr"), ("", "en"), ("xx", "en")]
)
def test_the_language_of_a_browser(header, language):
    assert choose_language(header) == language


def test_unknown_language_is_refused():
    with pytest.raises(ValueError, match="language 'tlh' is none of en, fr"):
        Messages("tlh")
    for speak in (GAME.messages, GAME.rulebook, GAME.move("let").label):
        with pytest.raises(ValueError, match="language 'tlh' is none of en, fr"):
            speak("tlh")


def test_unknown_mode_is_refused():
    with pytest.raises(ValueError, match="mode 'fast' is none of auto, plain, compiled"):
        lt.game("lampions", "fast")


def test_tables_become_dotted_keys():
    assert flatten({"a": {"b": {"c": "x"}}, "d": "y"}) == {"a.b.c": "x", "d": "y"}


def test_event_arguments_are_declared_in_a_few_letters():
    event = Event("drew", "seat", "other:seat", "card?")
    assert [(a.name, a.type, a.secret) for a in event.arguments] == [
        ("seat", "seat", False),
        ("other", "seat", False),
        ("card", "card", True),
    ]
    assert event.has_secret
    with pytest.raises(ValueError, match="more than six"):
        Event("long", *"abcdefg")


def test_rulebook_whose_sections_and_rules_differ(tmp_path):
    path = tmp_path / "en.toml"
    path.write_text('[[section]]\ntitle = "A"\nrules = ["X-1"]\n[rule.X-2]\ntitle = "t"\ntext = "t"\n')
    with pytest.raises(lt.BadInput, match="X-1, X-2"):
        Rulebook(path)
