"""The suite bites: each of these broken games is caught by the check that should."""

import re
import sys

import pytest

from ludotheque import compliance
from ludotheque.commands.new_game import write_game
from ludotheque.play.game import Game
from tests.compliance.faults import FAULTS, PULSE, fails


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: re.sub(r"\W+", "-", fault.name))
def test_broken_game_is_caught(broken, fault):
    fails(fault.check, broken((fault.file, fault.old, fault.new)), fault.says)


def test_the_copy_itself_is_sound(broken):
    """The unbroken copy passes, so the faults are found because of the replacements."""
    game = broken()
    fewer = {
        "check_knowledge": {"count": 8},
        "check_deduction": {"count": 2},
        "check_secrecy": {"count": 1, "redeals": 3},
        "check_redeals": {"count": 2},
        "check_unnoticed": {"count": 2},
        "check_moves": {"count": 2},
        "check_copies": {"count": 1},
    }
    for check in compliance.CHECKS:
        if check.__name__ != "check_modes":  # that would compile the copy: the original is compared elsewhere
            check(game, **fewer.get(check.__name__, {}))


def test_number_that_does_not_fit_its_field(broken):
    fails("check_sound", broken(*PULSE), "field pulse (i1) can't hold 150")


def test_plain_and_compiled_that_differ(tmp_path, monkeypatch):
    """In a small game, because it has to be compiled."""
    folder = tmp_path / "kuhn_overflowing"
    write_game(folder.name, folder)
    for name, old, new in (
        ("state.py", '    Field("over", "i1"),', '    Field("pulse", "i1"),\n    Field("over", "i1"),'),
        ("rules.py", "    decisions.answered(s)\n", "    decisions.answered(s)\n    s.pulse += 100\n"),
    ):
        text = (folder / name).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    game = Game(folder.name, "plain")
    assert "mode 'plain'" in fails("check_modes", game, "plain and compiled differ in pulse", count=1)
    for module in [module for module in sys.modules if module.partition(".")[0] == folder.name]:
        del sys.modules[module]


def test_message_leads_back_to_the_fault(broken):
    game = broken(("rules.py", "        piles.push(s, BOX, card, EVERYONE)", "        pass"))
    message = fails("check_pieces", game, "pieces lost")
    found = re.search(r"match: (start\(.*\)), mode 'plain'\n  played: (.*)", message)
    assert found is not None
    start, moves = found.groups()
    pos = eval(f"game.{start}", {"game": game})
    before = game.view.pieces(pos.state)
    for move in moves.split("; "):
        assert game.view.pieces(pos.state) == before
        seat, _, notation = move.partition(" ")
        if notation == "withdraw":
            pos.withdraw(int(seat))
        else:
            pos.play(notation, int(seat))
    assert game.view.pieces(pos.state) != before
