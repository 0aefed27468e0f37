"""Every check of the compliance suite, on every game."""

from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque import compliance
from ludotheque.compliance.__main__ import main

GAMES = ["lampions", "gwynt", "kunitori", "gunkimono", "gorynich"]
# By game and check: parameters for games that take longer. Gwynt's redeals invent whole decks.
SCALE: dict[str, dict[str, dict[str, int]]] = {
    "gwynt": {
        "check_deduction": {"count": 2, "every": 4},
        "check_secrecy": {"count": 3, "every": 7},
        "check_redeals": {"count": 6},
    },
    # Random matches of Kunitori have thousands of decisions, of which most checks watch a stretch; five seat 2 to 6.
    "kunitori": {
        "check_copies": {"count": 1},
        "check_deduction": {"count": 2, "every": 25},
        "check_knowledge": {"count": 15},
        "check_longest": {"count": 6},
        "check_modes": {"count": 5},
        "check_moves": {"count": 5, "every": 3},
        "check_outcomes": {"count": 2},
        "check_records": {"count": 3, "every": 20},
        "check_redeals": {"count": 5, "every": 20},
        "check_secrecy": {"count": 5, "every": 30, "redeals": 4},
        "check_unnoticed": {"count": 3},
    },
    # Matches of Gunkimono have up to 260 decisions; four of them seat two to five players.
    "gunkimono": {
        "check_copies": {"count": 1},
        "check_deduction": {"count": 4, "every": 40},
        "check_knowledge": {"count": 8},
        "check_longest": {"count": 24},
        "check_modes": {"count": 4},
        "check_moves": {"count": 4, "every": 4},
        "check_redeals": {"count": 4, "every": 15},
        "check_secrecy": {"count": 4, "every": 45, "redeals": 4},
        "check_unnoticed": {"count": 2},
    },
}
TESTS = Path(__file__).parent


@pytest.mark.parametrize("check", compliance.CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", GAMES)
def test_game_complies(name, check):
    check(lt.game(name, "plain"), **SCALE.get(name, {}).get(check.__name__, {}))


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_a_test(name):
    assert compliance.rules_without_tests(lt.game(name), TESTS) == []


def test_common_messages_are_complete():
    assert compliance.audit_common() == []


def test_check_all_runs_every_check_with_its_own_parameters(monkeypatch):
    ran = []

    def check_small(game, *, count=9):
        ran.append((game.name, count))

    monkeypatch.setattr(compliance, "CHECKS", (check_small,))
    told: list[str] = []
    compliance.check_all(lt.game("lampions"), tests=TESTS, scale={"check_small": {"count": 1}}, progress=told.append)
    assert ran == [("lampions", 1)]
    assert told == ["check_small", "check_rule_tests"]


def test_command_says_how_each_check_went(capsys):
    assert main(["lampions", "--only", "check_notation"]) == 0
    assert "check_notation      ok" in capsys.readouterr().out


def test_command_takes_the_import_path_of_a_package(capsys):
    assert main(["ludotheque.games.lampions", "--only", "check_rulebooks"]) == 0
    assert "ok" in capsys.readouterr().out


def test_command_names_what_it_does_not_know(capsys):
    assert main(["no_such_game"]) == 2
    assert main(["lampions", "--only", "check_everything"]) == 2
    told = capsys.readouterr().err
    assert "no_such_game" in told
    assert "check_secrecy" in told
