"""The table of Gwynt in a terminal: what it shows to whom, in both languages, within its width."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console

import ludotheque as lt
from ludotheque.play.position import Position
from ludotheque.play.viewers import ALL, Viewer
from ludotheque.terminal.table import draw, move_labels, move_text
from tests.sizes import size

NAMES = ["Ana", "Bao"]
TEXT = """
seat 0: northern_realms foltest_siegemaster
seat 1: monsters eredin_bringer_of_death used
turn: 0
gems: 2 1
passed: 1
round: 2
totals 1: 30 21
hand 0: geralt_of_rivia decoy commanders_horn clear_weather
hand 1: nekker! ghoul werewolf@01
deck 0: vesemir dandelion
deck 1: wyvern
pile 0: ballista*2 ves
pile 1: griffin
close 0: blue_stripes_commando*3 zoltan_chivay cirilla poor_infantry*2
ranged 1: gargoyle harpy
siege 1: thaler^0 earth_elemental
siege 0: catapult*2 kaedweni_siege_expert
horn 0: close siege/leader
weather: biting_frost^1 torrential_rain^0
"""


@pytest.fixture
def pos() -> Position:
    return lt.game("gwynt", "plain").position(TEXT)


def drawn(pos: Position, viewer: Viewer, language: str = "en", width: int = 80, listed: bool = False) -> str:
    console = Console(width=200, file=StringIO(), no_color=True)
    console.print(draw(pos, viewer, pos.game.messages(language), NAMES, width, listed=listed), width=width)
    out = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in out.splitlines())


def test_own_side_below_mirrored(pos: Position) -> None:
    lines = drawn(pos, 0).splitlines()
    rows = [line for line in lines if "│" in line and any(sign in line for sign in "⚔➶♜")]
    assert [next(sign for sign in "⚔➶♜" if sign in row) for row in rows] == ["♜", "➶", "⚔", "⚔", "➶", "♜"]
    assert lines.index(next(x for x in lines if x.startswith("Bao"))) < lines.index(
        next(x for x in lines if x.startswith("Ana (you)"))
    )
    assert next(x for x in drawn(pos, 1).splitlines() if x.startswith("Ana")).find("(you)") < 0


def test_strengths_marks_gems_and_totals(pos: Position) -> None:
    shown = drawn(pos, 0)
    assert "Round 2 of 3 · round 1: Ana 30, Bao 21" in shown
    assert "3× 6▲ Blue Stripes Commando" in shown  # 1 under frost, three bound, a horn
    assert "2▼ Zoltan Chivay" in shown
    assert "★15 Cirilla Fiona Elen Riannon" in shown
    assert "Thaler ⇄" in shown
    assert "♪×2" in shown
    assert "♪♛×2" in shown
    assert "◆◇" in shown
    assert "PASSED" in shown
    assert "Eredin: Bringer of Death · used" in shown
    assert "Foltest: The Siegemaster · ready" in shown
    assert "❄ Biting Frost (Bao) · ☂ Torrential Rain (Ana)" in shown
    assert "Discard pile: Ves, 2× Ballista" in shown


def test_weather_lies_over_an_empty_row(pos: Position) -> None:
    row = next(line for line in drawn(pos, 0).splitlines() if "close    0" in line)
    assert row.count("❄") > 20


def test_french(pos: Position) -> None:
    shown = drawn(pos, 0, "fr")
    for words in ("Manche 2 sur 3", "A PASSÉ", "Votre main", "Geralt de Riv  héros", "Froid mordant", "Défausse :"):
        assert words in shown


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("width", [80, 110])
@pytest.mark.parametrize("viewer", [0, 1, lt.SPECTATOR, ALL])
def test_width_is_kept(pos: Position, viewer: Viewer, width: int, language: str) -> None:
    assert max(cell_len(line) for line in drawn(pos, viewer, language, width).splitlines()) <= width


def test_hidden_cards_stay_hidden(pos: Position) -> None:
    to_ana, to_bao, to_all, to_none = (drawn(pos, viewer) for viewer in (0, 1, ALL, lt.SPECTATOR))
    assert "Known in hand: Nekker, Werewolf" in to_ana
    assert "Known in hand: Nekker\n" in to_none
    for shown in (to_ana, to_none):
        assert "Ghoul" not in shown
        assert "Wyvern" not in shown  # in the other deck
    for shown in (to_bao, to_none):
        assert "Geralt" not in shown
    assert "Hand of Bao" in to_all
    assert "Ghoul" in to_all
    assert "Geralt" in to_all


def test_card_being_played_is_shown(pos: Position) -> None:
    pos.play("commanders_horn", 0)
    for viewer in (0, 1, lt.SPECTATOR):
        assert "▶ Ana is playing: Commander's Horn" in drawn(pos, viewer)


def test_where_moves_list_the_hand_the_board_does_not(pos: Position) -> None:
    assert "Your hand" in drawn(pos, 0)
    assert "Your hand" not in drawn(pos, 0, listed=True)
    pos.play("decoy", 0)
    assert "Your hand" in drawn(pos, 0, listed=True)  # the moves are targets now


def test_cards_that_cannot_be_played_are_named() -> None:
    stuck = lt.game("gwynt", "plain").position("hand 0: decoy commanders_horn vesemir\nhorn 0: close ranged siege")
    assert "Can't be played now: Decoy, Commander's Horn" in drawn(stuck, 0, listed=True)


def test_moves_tell_about_their_cards(pos: Position) -> None:
    messages = pos.game.messages("en")
    labels = {pos.game.notation.write(number): label.plain for number, label in move_labels(pos, 0, messages).items()}
    assert labels["geralt_of_rivia"] == "★15 ⚔  Geralt of Rivia  hero"
    assert labels["clear_weather"].split() == ["☀", "Clear", "Weather", "ends", "all", "weather"]
    assert "pass" not in labels
    assert "until the round ends" in (move_text(pos, 0, pos.game.move("leader"), messages) or "")
    pos.play("decoy", 0)
    labels = {pos.game.notation.write(number): label.plain for number, label in move_labels(pos, 0, messages).items()}
    assert labels["decoy close zoltan_chivay"].startswith("  2 ⚔")


def test_before_the_first_round_powers_are_read_in_full() -> None:
    pos = lt.game("gwynt", "plain").start(seed=3, seats=[{"deck": "monsters_swarm"}, {"deck": "nilfgaard_spies"}])
    shown = drawn(pos, 0)
    assert "Before the first round" in shown
    assert "Nilfgaard – You win a round that ends in a tie." in shown
    assert "…" not in shown


@pytest.mark.parametrize("language", ["en", "fr"])
def test_whole_matches_can_be_drawn(language: str) -> None:
    for seed in range(size(1, 4)):
        pos = lt.game("gwynt", "plain").start(seed=seed, options={"expansions": True, "skellige": True})
        step = 0
        while not pos.over:
            seat = pos.actor
            moves = pos.moves(seat)
            pos.play(moves[(7 * step + seed) % len(moves)], seat)
            step += 1
            for viewer in (0, 1, lt.SPECTATOR, ALL):
                assert max(cell_len(line) for line in drawn(pos, viewer, language).splitlines()) <= 80
