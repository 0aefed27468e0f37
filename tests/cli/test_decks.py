"""`ludotheque decks`: ready-made decks, a deck of one's own checked, random ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludotheque.cli import main
from ludotheque.games.gwynt.decks import faults, parse_deck, ready_made

WRONG = """
faction: monsters
leader: emhyr_relentless
3 nekker
4 geralt of rivia
2 thaler
"""


def test_list_names_every_deck(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["decks", "--lang", "fr"]) == 0
    out = capsys.readouterr().out
    for name in ready_made():
        assert name in out
    assert "La nuée" in out


def test_list_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["decks", "--json"]) == 0
    found = {deck["name"]: deck for deck in json.loads(capsys.readouterr().out)}
    assert set(found) == set(ready_made())
    swarm = found["monsters_swarm"]
    assert swarm["faction"] == "monsters"
    assert swarm["units"] >= 22
    assert swarm["specials"] <= 10
    assert swarm["strength"] > 0


@pytest.mark.parametrize("name", ["monsters_swarm", "The swarm", "la nuee"])
def test_show_by_any_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["decks", "show", name, "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "Nekker" in out
    assert "Eredin: Commander of the Red Riders" in out


def test_show_as_text_is_the_deck(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["decks", "show", "monsters_swarm", "--text"]) == 0
    assert parse_deck(capsys.readouterr().out) == ready_made()["monsters_swarm"]


def test_unknown_deck_and_faction_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["decks", "show", "monsters_swrm", "--lang", "en"]) == 1
    assert "Did you mean monsters_swarm?" in capsys.readouterr().err
    assert main(["decks", "random", "elves", "--lang", "en"]) == 1
    assert "There is no faction “elves”" in capsys.readouterr().err


def test_check_names_every_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.deck"
    file.write_text(WRONG, encoding="utf-8")
    assert main(["decks", "check", str(file), "--lang", "en"]) == 1
    told = capsys.readouterr().err
    expected = faults(parse_deck(WRONG), expansions=False, skellige=False)
    assert len(expected) >= 4
    for fault in expected:
        assert fault.problem in told


def test_check_names_unreadable_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.deck"
    file.write_text("faction: monsters\nleader: eredin_bringer_of_death\n1 nekkar\nfoo\n", encoding="utf-8")
    assert main(["decks", "check", str(file), "--lang", "fr"]) == 1
    told = capsys.readouterr().err
    assert "ligne 3 :" in told
    assert "Vouliez-vous dire « nekker » ?" in told
    assert "ligne 4 :" in told
    assert main(["decks", "check", str(file), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert not found["legal"]
    assert [fault["line"] for fault in found["faults"]] == [3, 4]


def test_check_of_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["decks", "check", str(tmp_path / "none.deck")]) == 1
    assert "none.deck" in capsys.readouterr().err


@pytest.mark.parametrize("options", [[], ["--expansions"], ["--expansions", "--skellige"]])
def test_random_decks_are_legal_and_repeat(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for faction in ("Monstres", "northern realms", *(["skellige"] if "--skellige" in options else [])):
        line = ["decks", "random", faction, "--seed", "5", "--text", *options]
        assert main(line) == 0
        text = capsys.readouterr().out
        assert main(line) == 0
        assert capsys.readouterr().out == text
        file = tmp_path / "random.deck"
        file.write_text(text, encoding="utf-8")
        assert main(["decks", "check", str(file), "--lang", "en", *options]) == 0
        assert "is legal" in capsys.readouterr().out


def test_options_decide_what_is_legal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["decks", "show", "skellige_longships", "--text"]) == 0
    file = tmp_path / "isles.deck"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["decks", "check", str(file)]) == 1
    assert main(["decks", "check", str(file), "--skellige"]) == 0


def test_random_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["decks", "random", "nilfgaard", "--seed", "7", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seed"] == 7
    assert found["units"] == sum(n for card, n in found["cards"].items()) - found["specials"]
