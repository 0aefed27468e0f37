"""The table of Kunitori in a terminal: what it shows to whom, in both languages; and all treasures by one key."""

from io import StringIO

import pytest
from rich.console import Console

import ludotheque as lt
from ludotheque.cli import main
from ludotheque.terminal.table import draw

TEXT = """
players: 3
turn: 0
phase: battle
general played: yes
played: maeda_toshimasu
hand 0: copper gold
hand 1: trap! cavalry
hand 2: copper
deck 1: silver*3
top 1: village gold
pile 1: copper? silver
deployed 1: moat spear_troopers*2
trash: copper
ask 1: war 0 0 0
"""
NAMES = ["Ana", "Bao", "Cleo"]


def drawn(pos, viewer, language="en", width=140):
    out = StringIO()
    console = Console(width=width, file=out, no_color=True)
    console.print(draw(pos, viewer, pos.game.messages(language), NAMES, width))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


@pytest.fixture
def pos():
    return lt.game("kunitori", "plain").position(TEXT)


def test_everybody_sees_what_is_open(pos):
    for viewer in (0, 1, 2, lt.SPECTATOR):
        shown = drawn(pos, viewer)
        assert "Round 1 · turn of Ana · 1 action · 0 money · 1 buy" in shown
        assert "Moat 3 ×7" in shown
        assert "Copper 0 ×34" in shown
        assert "2: Silver" in shown  # the discards of Bao
        assert "2× Spear troopers, Moat (attack 4)" in shown
        assert "Maeda Toshimasu (attack 6)" in shown


def test_points_below_zero_have_a_minus():
    pos = lt.game("kunitori", "plain").position("game: kunitori 1\nhand 0: beauty copper\nhand 1: copper*2\n")
    assert "−4" in drawn(pos, 0)


def test_a_hand_is_seen_by_its_owner_alone(pos):
    assert "Your hand  Copper, Gold" in drawn(pos, 0)
    assert "Your hand  Cavalry, Trap" in drawn(pos, 1)
    other = drawn(pos, 0)
    assert "2: Trap" in other
    assert "Cavalry" not in other.split("Bao")[1]


def test_only_the_owner_sees_the_order_on_the_deck(pos):
    assert "5: Gold, Village" in drawn(pos, 1)  # the top one first
    assert "5: Gold, Village" in drawn(pos, 2)  # by name: no order
    turned = lt.game("kunitori", "plain").position(TEXT.replace("top 1: village gold", "top 1: gold village"))
    assert "5: Village, Gold" in drawn(turned, 1)
    assert drawn(turned, 2) == drawn(pos, 2)


def test_the_view_shows_a_battle(pos):
    pos.play("war")
    pos.play("aim 1")
    pos.play("enough")
    assert "Ana against Bao: 6 to 6" in drawn(pos, lt.SPECTATOR)
    pos.play("ambush")
    pos.play("lay cavalry")
    assert "Laid open by Bao  Cavalry" in drawn(pos, lt.SPECTATOR)


def test_in_french(pos):
    shown = drawn(pos, 0, "fr")
    assert "Manche 1 · au tour d'Ana · 1 action · 0 en argent · 1 achat" in shown
    assert "Votre main  Cuivre, Or" in shown
    for english in ("Round", "turn of", "hand", "Supply"):
        assert english not in shown


def test_all_treasures_by_one_key(monkeypatch, capsys):
    """`a` pays with all treasures, and one undo takes them all back."""
    monkeypatch.setenv("LUDOTHEQUE_LANG", "en")
    monkeypatch.setenv("COLUMNS", "140")
    typed = "end actions\na\nu\na\nbuy silver\nend turn\nq\n\n"
    monkeypatch.setattr("sys.stdin", StringIO(typed))
    main(["play", "kunitori", "--seed", "3", "--seat", "me", "--seat", "bot:random"])
    out = capsys.readouterr().out
    assert "   a  pay with all 3 treasures" in out
    assert out.count("You pay with Copper ×3.") == 2  # told each time, in one line
    assert "You buy Silver." in out
