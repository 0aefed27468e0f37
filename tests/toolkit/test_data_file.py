"""Data files: every fault at once, with line and field."""

import pytest

import ludotheque as lt
from ludotheque.toolkit.data_file import DataFile, both_languages, identifier, lines_of, one_of, texts, truth, whole

TEXT = """\
[game]
hand = 5
start.copper = 7

[[card]]
id = "spark"
value = 1
name.en = "Spark"
name.fr = "Étincelle"

[[card]]
id = "Moth"
value = "two"
colour = "red"
[card.name]
en = "Moth"
"""
FIELDS = {"id": identifier, "value": whole(0, 9), "name": both_languages, "lamp": truth}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text(TEXT, encoding="utf-8")
    return DataFile(path)


def test_lines_of_tables_fields_and_entries():
    lines = lines_of(TEXT)
    assert lines["game"] == 1
    assert lines["game.start"] == lines["game.start.copper"] == 3
    assert lines["card[0].name"] == 8
    assert lines["card[1]"] == 11
    assert lines["card[1].name"] == 15
    assert lines["card[1].name.en"] == 16


def test_every_fault_is_named_in_the_order_of_the_file(file):
    for entry in file.entries("card"):
        entry.shape(FIELDS, optional=("lamp",))
    file.fault("game.hand", "is too small")
    file.fault("game.buys", "is missing")
    with pytest.raises(lt.BadInput) as caught:
        file.stop_if_faulty()
    assert [(fault.line, fault.field) for fault in caught.value.faults] == [
        (1, "game.buys"),
        (2, "game.hand"),
        (12, "Moth.id"),
        (13, "Moth.value"),
        (14, "Moth.colour"),
        (15, "Moth.name"),
    ]


@pytest.mark.parametrize(
    ("content", "line", "problem"),
    [(b"a = 1\nb = =", 2, "is no TOML"), (b"\xff", 0, "is not UTF-8 text"), (b"a = 1", 0, "at least one [[card]]")],
)
def test_what_is_no_such_file_is_refused(tmp_path, content, line, problem):
    path = tmp_path / "cards.toml"
    path.write_bytes(content)
    with pytest.raises(lt.BadInput) as caught:
        DataFile(path).entries("card")
    assert caught.value.faults[0].line == line
    assert problem in caught.value.faults[0].problem


def test_missing_file_is_named(tmp_path):
    with pytest.raises(lt.BadInput, match=r"none\.toml: No such file"):
        DataFile(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("check", "good", "bad"),
    [
        (identifier, "spark_2", "2spark"),
        (whole(1), 99, 0),
        (whole(1, 3), 3, 4),
        (whole(0), 0, True),
        (one_of(("a", "b")), "b", "c"),
        (texts, ["a"], ["a", 1]),
        (truth, False, 0),
        (both_languages, {"en": "a", "fr": "b"}, {"en": "a", "fr": " "}),
    ],
)
def test_checks_say_what_is_wrong(check, good, bad):
    assert check(good) == ""
    assert check(bad)
