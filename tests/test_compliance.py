"""Every check of the compliance suite, on every game."""

import tomllib
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque import compliance
from ludotheque.compliance.__main__ import main
from tests.sizes import LONG

TESTS = Path(__file__).parent
CHECKS = [
    check for check in compliance.CHECKS if check is not compliance.check_golden
]  # that one: tests/test_golden.py


def scale(name: str) -> dict[str, dict[str, int]]:
    """Parameters of each check for a game that takes longer, from `compliance.toml` beside its tests."""
    path = TESTS / name / "compliance.toml"
    found = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    for check, parameters in found.pop("long", {}).items():
        if LONG:
            found[check] = parameters
    unknown = found.keys() - {check.__name__ for check in compliance.CHECKS}
    assert not unknown, f"{path}: no check is called {', '.join(unknown)}"
    return found


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", lt.names())
def test_game_complies(name, check):
    check(lt.game(name, "plain"), **scale(name).get(check.__name__, {}))


@pytest.mark.parametrize("name", lt.names())
def test_every_rule_has_a_test(name):
    assert compliance.rules_without_tests(lt.game(name), TESTS) == []


def test_common_messages_are_complete():
    assert compliance.audit_common() == []
    assert compliance.audit_page() == []


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
