"""The value network: its arithmetic, its file, what Gwynt shows it, and where the search heeds it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.bots import value_network
from ludotheque.bots.levels import PATIENT, UNBOUNDED, SearchSettings, search_settings_of
from ludotheque.bots.searcher import Searcher
from ludotheque.bots.value_network import KERNEL, NONE, ValueNetwork, read_weights, value_network_of, write
from ludotheque.errors import BadInput
from ludotheque.games.gwynt.feature_names import INPUTS, NAMES
from ludotheque.kernel import Program, load
from ludotheque.play.seeds import key_words

GWYNT = lt.game("gwynt", "plain")
BOARD = """
round: 2
gems: 1 2
hand 0: ballista decoy blue_stripes_commando blue_stripes_commando
hand 1: prince_stennis geralt_of_rivia
deck 0: catapult
close 0: ves
close 1: blue_stripes_commando
siege 1: trebuchet
weather: biting_frost
"""


def kernel_of(program: Program) -> Any:
    return program.add(KERNEL)


def seen(text: str, mode: str = "plain") -> tuple[int, dict[str, int]]:
    """The seat whose inputs come first, and every input by its name."""
    program = load(GWYNT.package, mode)
    states, work, x = program.states(1), program.workspaces(1), program.totals(INPUTS)
    program.put(states, 0, GWYNT.position(text).state)
    whose = int(kernel_of(program).note(states, 0, work, 0, x))
    return whose, dict(zip(NAMES, map(int, x), strict=True))


def foreseen(pos: lt.Position, seat: int, weights: ValueNetwork) -> int:
    program = load(GWYNT.package, "plain")
    states, work = program.states(1), program.workspaces(1)
    program.put(states, 0, pos.state)
    hidden = [0] * (len(weights.second) - 1)
    return int(
        kernel_of(program).foreseen(states[0], work[0], [0] * INPUTS, hidden, weights.first, weights.second, seat)
    )


def test_the_network_adds_up_what_is_above_zero() -> None:
    kernel = kernel_of(load(GWYNT.package, "plain"))
    one = kernel.FIRST
    first = (one, -one, 2 * one, 0, 3 * one, one)  # two inputs and the constants, two hidden values
    second = (kernel.SECOND, 10 * kernel.SECOND, 5)
    # Hidden: 4·1 + 1·2 + 3 = 9 and 4·(-1) + 1·0 + 1 = -3, which does not count.
    assert kernel.answer([4, 1], [0, 0], first, second) == 9 * kernel.SECOND + 5


def test_what_is_seen_of_a_position() -> None:
    whose, x = seen(BOARD)
    assert whose == 0
    assert (x["mine.gems"], x["theirs.gems"], x["round"]) == (1, 2, 2)
    assert (x["mine.cards_in_hand"], x["mine.bodies"], x["mine.decoys"], x["mine.best_card"]) == (4, 3, 1, 6)
    assert (x["mine.units"], x["mine.bonds"]) == (6 + 4 + 4, 4 + 4)
    assert (x["theirs.spies"], x["theirs.heroes"], x["theirs.best_card"]) == (1, 15, 15)
    assert (x["weather_close"], x["weather_ranged"], x["weather_siege"]) == (1, 0, 0)
    assert (x["mine.total"], x["theirs.total"], x["theirs.soft_close"], x["theirs.strongest"]) == (1, 7, 1, 6)
    assert (x["mine.cards_in_deck"], x["mine.deck_worth"], x["theirs.on_board"]) == (1, 8, 2)


def test_mine_is_who_is_asked() -> None:
    whose, x = seen(BOARD + "turn: 1\n")
    _, other = seen(BOARD)
    assert whose == 1
    assert {name: x[f"theirs{name[4:]}"] for name in NAMES if name.startswith("mine")} == {
        name: other[name] for name in NAMES if name.startswith("mine")
    }


def test_nothing_is_seen_where_nobody_is_asked_for_a_move() -> None:
    pos = GWYNT.start(seed=1)
    assert pos.decision == "redraw"
    assert foreseen(pos, 0, value_network_of(GWYNT.package)) == -1


def test_plain_and_compiled_see_alike() -> None:
    assert seen(BOARD) == seen(BOARD, "compiled")


def test_the_chances_of_both_seats_make_one_and_follow_the_position() -> None:
    weights = value_network_of(GWYNT.package)
    pos = GWYNT.position(BOARD)
    assert foreseen(pos, 0, weights) + foreseen(pos, 1, weights) == 1000
    ahead = "round: 3\ngems: 1 1\nhand 0: ballista catapult geralt_of_rivia\nhand 1: ballista\nclose 0: ves\n"
    behind = "round: 3\ngems: 1 1\nhand 0: ballista\nhand 1: ballista catapult geralt_of_rivia\nclose 1: ves\n"
    assert foreseen(GWYNT.position(ahead), 0, weights) > 900
    assert foreseen(GWYNT.position(behind), 0, weights) < 100


def test_a_game_without_one_has_learnt_nothing() -> None:
    assert value_network_of("ludotheque.games.lampions") == NONE
    kunitori = lt.game("kunitori", "plain")
    assert value_network_of(kunitori.package) == NONE
    pos = kunitori.start(players=2, seed=1)
    found = []
    for part in (0.0, 1.0):
        here = Searcher(kunitori, pos.program, 12, replace(search_settings_of(kunitori), value_network=part))
        put = partial(here.program.put, state=pos.state)
        found.append(here.think(put, pos.actors[0], key_words("k"), 12))
    assert found[0] == found[1]


def test_weights_come_back_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "value_network.toml"
    write(file, ["where they come from"], ["a", "b.c"], [[1, -2], [3, 4], [5, 6]], [7, 8, 9])
    assert file.read_text(encoding="utf-8").startswith("# where they come from\n")
    assert read_weights(file, ["a", "b.c"]) == ValueNetwork(2, (1, -2, 3, 4, 5, 6), (7, 8, 9))


@pytest.mark.parametrize(
    ("inputs", "rows", "problem"),
    [
        (["a"], {"a": "[1]"}, "constant: this input has no weights"),
        (["a"], {"a": "[1]", "b": "[1]", "constant": "[1]"}, "b: there is no such input"),
        (["a"], {"a": "[1, 2]", "constant": "[1]"}, "a: has 2 weights, not 1"),
    ],
)
def test_a_file_that_does_not_fit_says_where(
    tmp_path: Path, inputs: list[str], rows: dict[str, str], problem: str
) -> None:
    file = tmp_path / "value_network.toml"
    lines = ["[first]", *(f"{name} = {row}" for name, row in rows.items()), "[second]", "weights = [1]", "constant = 0"]
    file.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(BadInput, match=problem):
        read_weights(file, inputs)


def test_many_simulations_may_be_made_in_another_manner() -> None:
    few = SearchSettings(patient=SearchSettings(ahead=-1))
    assert few.at(PATIENT - 1) is few
    assert few.at(PATIENT) is few.at(UNBOUNDED) is few.patient
    assert SearchSettings().at(UNBOUNDED) == SearchSettings()
    gwynt = search_settings_of(GWYNT)
    assert gwynt.at(gwynt.adept).value_network == 0.0
    assert gwynt.at(gwynt.master // 10).value_network > 0.0


def test_the_search_heeds_what_was_learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With weights that only count cards in hand, who keeps more of them is thought to win."""
    pos = GWYNT.position(BOARD)
    rows = [[0] for _ in NAMES] + [[0]]
    rows[NAMES.index("mine.cards_in_hand")] = [16384]
    rows[NAMES.index("theirs.cards_in_hand")] = [-16384]
    rows[-1] = [20 * 16384]
    file = tmp_path / "value_network.toml"
    write(file, [], NAMES, rows, [256, -20 * 256])
    monkeypatch.setattr(value_network, "file_of", lambda package: file)
    value_network_of.cache_clear()
    try:
        settings = replace(
            search_settings_of(GWYNT), ahead=-1, value_network=1.0, trust=0.01, luck=0.0, deep=1, hopeless=2.0
        )
        here = Searcher(GWYNT, load(GWYNT.package, "plain"), 60, settings)
        found = here.think(lambda S, i: here.program.put(S, i, pos.state), 0, key_words("k"), 60, hurry=False)
    finally:
        value_network_of.cache_clear()
    by_text = {lt.Move(GWYNT, row.action).text: row for row in found}
    assert by_text["pass"].mean > by_text["ballista"].mean + 0.05
    assert by_text["pass"].opinion == 0.0  # the heuristic knows better: passing loses the match
