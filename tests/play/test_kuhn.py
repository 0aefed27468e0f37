"""Kuhn poker, the game that authors begin with: 150 lines that pass every check, with payoffs that are not shares."""

from __future__ import annotations

import importlib
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque import cli
from ludotheque.commands.new_game import SKELETON, SUFFIXES, write_game
from ludotheque.compliance import CHECKS, ComplianceError, check_golden, check_outcomes
from ludotheque.play import chance, registry
from ludotheque.play.game import Game

BAD = "    decisions.answered(s)\n    s.over = 1 if seat else 'none'\n"


@pytest.fixture
def kuhn() -> Game:
    return Game("ludotheque.skeleton.kuhn", "plain")


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game that was just begun, where Python finds it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert cli.main(["new-game", "fieldmouse"]) == 0
    return tmp_path / "fieldmouse"


def test_it_has_150_lines_all_told():
    lines = [
        line
        for path in SKELETON.rglob("*")
        if path.suffix in SUFFIXES
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    assert 100 < len(lines) <= 150


def test_a_new_game_passes_every_check_at_once(written: Path):
    game = Game("fieldmouse", "plain")
    assert game.name == "fieldmouse"
    assert sorted(game.rulebook("fr").rules) == ["FIE-01", "FIE-02", "FIE-03"]  # in English, for want of French
    for check in CHECKS:
        if check.__name__ != "check_modes":  # compiles: below
            check(game)
    for name in [name for name in sys.modules if name.partition(".")[0] == "fieldmouse"]:
        del sys.modules[name]


def test_what_is_there_is_not_overwritten(written: Path, capsys: pytest.CaptureFixture[str]):
    kept = (written / "rules.py").read_text(encoding="utf-8")
    for name, says in (("fieldmouse", "is there already"), ("gwynt", "already"), ("No name", "small letter")):
        assert cli.main(["new-game", name]) == 1
        assert says in capsys.readouterr().err
    assert (written / "rules.py").read_text(encoding="utf-8") == kept


def test_code_that_numba_refuses_is_named_by_its_line(tmp_path: Path):
    write_game("hedgehog", tmp_path / "hedgehog")
    rules = tmp_path / "hedgehog" / "rules.py"
    source = rules.read_text(encoding="utf-8").replace("    decisions.answered(s)\n", BAD)
    rules.write_text(source, encoding="utf-8")
    line = source[: source.index(BAD)].count("\n") + 2
    run = "import ludotheque as lt; lt.register('hedgehog', 'hedgehog'); lt.batch('hedgehog', 2)"
    done = subprocess.run([sys.executable, "-c", run], cwd=tmp_path, capture_output=True, text=True)
    assert f"ludotheque.errors.NotCompiled: {rules}, line {line}: Numba can't compile this:" in done.stderr


def test_an_empty_golden_folder_is_explained(tmp_path: Path, kuhn: Game):
    with pytest.raises(ComplianceError, match=r"matches\.toml, which lists the golden matches"):
        check_golden(kuhn, folder=tmp_path)


def test_a_match_pays_what_the_game_declares(kuhn: Game):
    pos = kuhn.start(seed=1)
    assert pos.payoffs == [0, 0]
    for move in ("pass", "bet", "bet"):
        pos.play(move)
    high = max(range(2), key=lambda seat: pos.state.hand[seat])
    assert pos.payoffs[high] == 2
    assert pos.payoffs[1 - high] == -2
    assert pos.shares[high] == 1
    assert pos.outcome() == {
        "cause": "compared",
        "ranking": [[high], [1 - high]],
        "shares": [float(seat == high) for seat in range(2)],
        "scores": [2 if seat == high else -2 for seat in range(2)],
    }


def test_payoffs_out_of_their_bounds_are_found(kuhn: Game, monkeypatch: pytest.MonkeyPatch):
    declaration = importlib.import_module("ludotheque.skeleton.kuhn.declaration").DECLARATION
    for low, high, total, says in ((-1, 1, 0, "are not from -1 to 1"), (-2, 2, 1, "do not add up to 1")):
        monkeypatch.setitem(declaration.__dict__, "payoff", lt.play.declaration.Payoff(low, high, total))
        with pytest.raises(ComplianceError, match=says):
            check_outcomes(kuhn)


def test_deals_are_enumerated(kuhn: Game):
    deals = chance.deals(lt.play.opening.Opening(kuhn, kuhn.program()))
    assert len(deals) == 6
    assert {deal.chance for deal in deals} == {Fraction(1, 6)}
    assert {tuple(deal.position.state.hand) for deal in deals} == {(a, b) for a in range(3) for b in range(3) if a != b}


def test_its_positions_are_read_back_from_text(kuhn: Game):
    pos = kuhn.start(seed=3)
    pos.play("bet")
    again = kuhn.position(pos.text())
    assert again.view(lt.ALL) == pos.view(lt.ALL)
    with pytest.raises(lt.BadInput, match="has 2"):
        kuhn.position("hand: 1")
    with pytest.raises(lt.BadInput, match="expected one of hand, staked, over"):
        kuhn.position("heart: 1")


def test_it_is_no_game_of_the_shelf():
    assert "kuhn" not in registry.names()
