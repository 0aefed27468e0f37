"""Positions and moves as text: the examples of the documentation, defaults, and that nothing is lost on the way."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludotheque as lt
from ludotheque.compliance.walk import differing_but_generator
from ludotheque.games.gwynt import text
from ludotheque.games.gwynt.components import CARDS, LEADERS
from ludotheque.games.gwynt.decks import format_deck, random_deck
from ludotheque.games.gwynt.declaration import Action

GAME = lt.game("gwynt", "plain")


def _example() -> str:
    """The indented block of the module's documentation."""
    lines = (text.__doc__ or "").splitlines()
    return "\n".join(line for line in lines if line.startswith("    "))


def test_the_example_of_the_documentation_is_a_position(room):
    table = room.at(_example())
    assert table.hand(0) == ["geralt_of_rivia", "vesemir"]
    assert table.seat(0, 1)["known"] == ["vesemir"]
    assert table.deck(0) == ["dandelion", "zoltan_chivay"]
    assert table.pile(0) == ["ballista"] * 2
    assert table.strengths(0, "close") == [6, 6, 6]  # three bonded under frost, with a horn
    assert table.seat(0)["rows"][0]["horn"] == "card"
    assert table.seat(0)["rows"][2]["horn"] == "leader"
    assert table.row(1, "siege") == ["thaler"]
    assert table.seat(1)["rows"][2]["cards"][0]["by"] == 0
    assert table.seat(1)["leader"]["used"]
    assert table.seat(1)["passed"]
    assert table.gems == (2, 1)
    assert table.round == 2
    assert table.pos.view(lt.SPECTATOR)["table"]["totals"] == [[30, 21]]
    assert table.pos.view(lt.SPECTATOR)["table"]["weather"] == [{"card": "biting_frost", "by": 1}]
    again = GAME.position(table.pos.text())
    assert not differing_but_generator(again, table.pos)


def test_marks_that_the_documentation_names_are_all_read(room):
    words = set(re.findall(r"`([^`]+)`", text.__doc__ or ""))
    lines = [word for word in words if re.match(r"(mardroeme|swaps|over|seen|back|drawn|absent|old)\b", word)]
    assert len(lines) == 8
    for line in lines:
        name = line.split(":")[0]
        extra = "gems: 0 1\nround: 2\n" if name == "over" else ""
        faction = "skellige king_bran" if "mardroeme" in name else "monsters eredin_bringer_of_death"
        seats = f"seat 0: {faction}\nseat 1: {faction}\n"
        back = "deck 0: nekker*2\n" if name.startswith(("back", "drawn")) else ""
        pos = GAME.position(extra + seats + back + line)
        if not name.startswith("old"):  # says nothing without `absent`
            assert name in pos.text()
    assert {"!", "@1", "*2", "^0", "~2"} <= words


def test_what_is_left_out(room):
    table = room.at("")
    assert table.pos.decision == "turn"
    assert table.pos.actor == 0
    assert table.gems == (2, 2)
    assert table.round == 1
    for p in range(2):
        assert table.seat(p)["leader"]["card"] == "foltest_siegemaster"
        assert (table.hand(p), table.deck(p), table.pile(p), table.board(p)) == ([], [], [], [])
    assert all(
        value == option.default
        for option, value in zip(GAME.declaration.options, table.pos.view(0)["options"].values())
    )


def test_counts_and_marks_in_either_order(room):
    one = room.at("siege 1: thaler^0\nhand 0: ballista*2! ves@1\nclose 0: poor_infantry*2^1")
    two = room.at("siege 1: thaler\nhand 0: ballista!*2 ves@1\nclose 0: poor_infantry^1*2")
    assert one.pos.text() == two.pos.text()
    assert one.seat(0)["rows"][0]["cards"][0]["by"] == 1


def test_comments_and_spaces(room):
    assert room.at("  # nothing here\n\n hand 0 :  ves   ballista  # two\n").hand(0) == ["ballista", "ves"]


def test_a_position_text_never_holds_the_generator(room):
    table = room.start(seed=77)
    numbers = re.findall(r"\d{5,}", table.pos.text())
    assert numbers == []
    assert not differing_but_generator(GAME.position(table.pos.text(), seed=1), table.pos)


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    stop=st.integers(0, 80),
    expansions=st.booleans(),
    skellige=st.booleans(),
    redraw=st.sampled_from(["return", "discard"]),
    muster=st.sampled_from(["deck", "deck_and_hand"]),
    owner=st.booleans(),
)
def test_any_position_of_any_match_reads_back(seed, stop, expansions, skellige, redraw, muster, owner):
    chance = Random(seed)
    options = {
        "expansions": expansions,
        "skellige": skellige,
        "redraw": redraw,
        "muster_from": muster,
        "discard_owner": owner,
    }
    factions = ["monsters", "nilfgaard", "northern_realms", "scoiatael", "skellige"][: 4 + skellige]
    decks = [random_deck(chance.choice(factions), seed + n, expansions, skellige) for n in range(2)]
    pos = GAME.start(seed=seed, options=options, seats=[{"deck": format_deck(deck)} for deck in decks])
    for _ in range(stop):
        if pos.over:
            break
        moves = pos.moves()
        if len(moves) > 1 and chance.random() < 0.8:
            moves = [move for move in moves if move.text != "pass"]
        pos.play(chance.choice(moves), pos.actor)
    written = pos.text()
    again = GAME.position(written)
    assert again.text() == written
    assert not differing_but_generator(again, pos)
    assert [move.id for move in again.moves()] == [move.id for move in pos.moves()]
    for viewer in (0, 1, lt.SPECTATOR):
        assert again.view(viewer)["table"] == pos.view(viewer)["table"]
        assert again.redeal(viewer, 1).text() == pos.redeal(viewer, 1).text()


# Moves


def test_every_move_has_a_notation_of_its_own_that_reads_back():
    written = [GAME.notation.write(action) for action in range(Action.COUNT)]
    assert len(set(written)) == Action.COUNT
    assert [GAME.notation.read(word) for word in written] == list(range(Action.COUNT))


def test_examples_of_the_documentation_are_moves():
    page = (Path(__file__).parents[2] / "docs" / "games" / "gwynt.md").read_text(encoding="utf-8")
    table = page.partition("## Notation")[2].partition("Reading is lenient")[0].partition("|---|---|")[2]
    examples = [
        example for line in table.splitlines() for example in re.findall(r"`([^`]+)`", line.partition(" | ")[0])
    ]
    assert len(examples) == 16
    for example in examples:
        assert GAME.move(example).text == example
    for example in re.findall(r"'([^']+)'", GAME.notation.HELP):
        assert GAME.notation.read(example) is not None, example


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_a_card_may_be_named_as_on_its_face(card):
    for name in (*card.name.values(), card.id.upper(), card.id.replace("_", " ")):
        assert GAME.notation.read(name) == Action.PLAY + card.number
        assert GAME.notation.read(f"swap {name}") == Action.SWAP + card.number
        assert GAME.notation.read(f"decoy close {name}") == Action.DECOY + card.number


def test_a_leaders_name_is_no_move():
    for leader in LEADERS:
        assert GAME.notation.read(leader.id) is None
