"""The WebAssembly modules of games: search, layers of networks, descriptions, linker. tests/web/test_wasm.py plays."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.bots import network_kernel
from ludotheque.bots.searcher import Searcher
from ludotheque.play.seeds import key_words
from ludotheque.wasm.linking import CannotLink, Reader, link, signed, unsigned
from ludotheque.wasm.modules import module_hash, write_modules
from tests.wasm.matches import Matches, run_calls


def test_search_and_layers_of_networks_find_the_same(tmp_path: Path) -> None:
    """A search leaves the same tree as compiled, and a layer gives the same numbers, byte for byte."""
    game = lt.game("lampions", "compiled")
    pos, sims = game.start(players=3, seed=4), 60
    searcher = Searcher(game, pos.program, sims)
    searcher.program.put(searcher.states, 0, pos.state)
    searcher.program.entry_points.rekey(searcher.states, 1, *key_words("wasm"))
    chance = np.random.default_rng(3)
    shown = (chance.integers(-40, 40, (2, 30)) * (chance.random((2, 30)) < 0.5)).astype(np.float32)
    weights = chance.integers(-127, 128, (30, 21)).astype(np.float32)
    factors, constants = (chance.standard_normal(21).astype(np.float32) for _ in range(2))
    values, places = network_kernel.room_for(30)
    layer = np.zeros((2, 21), np.float32)
    arrays = {f"tree {name}": array.copy() for name, array in searcher.tree._asdict().items()}
    tree = list(arrays)
    arrays |= {"S": searcher.states.copy(), "W": searcher.work.copy(), "out": searcher.out.copy()}
    arrays |= {"more": searcher.more.copy(), "total": searcher.total.copy(), "shown": shown, "weights": weights}
    arrays |= {"factors": factors, "constants": constants, "values": values, "places": places, "layer": layer.copy()}
    write_modules([lt.game("lampions", "plain")], tmp_path)
    answers, held = run_calls(
        tmp_path,
        "lampions",
        arrays,
        [
            ["search_begin", "S", "W", tree, "out", "total", 0],
            ["search_think", "S", "W", tree, "out", "more", "total", 0, 0, 8, 30],
            ["network_dense", "shown", "weights", "factors", "constants", "values", "places", "layer"],
        ],
    )
    rooms = searcher.states, searcher.work, searcher.tree
    kernel = searcher.kernel
    assert answers[0] == kernel.begin(*rooms, searcher.out, searcher.total, 0)
    assert answers[1] == kernel.think(*rooms, searcher.out, searcher.more, searcher.total, 0, 0, 8, 30)
    network_kernel.dense(shown, weights, factors, constants, values, places, layer)
    for name, array in searcher.tree._asdict().items():
        assert held[f"tree {name}"] == array.tobytes(), name
    assert held["S"] == searcher.states.tobytes()
    assert held["layer"] == layer.tobytes()


def test_description_names_what_every_function_takes(tmp_path: Path) -> None:
    """GAME.json tells callers the sizes of records and the kinds of arguments."""
    matches = Matches("lampions", 1)
    matches.write(tmp_path, [])
    about = matches.about(tmp_path)
    assert about["rules"] == lt.game("lampions").rules_version
    assert about["state"] == matches.program.state.dtype.itemsize
    assert about["functions"]["legal"]["takes"] == ["state[]", "number", "work[]", "number", "number", "i4[]"]
    assert {"search_think", "greedy_decide", "network_dense"} <= set(about["functions"])


def test_hash_of_a_module_follows_the_game() -> None:
    """Another game has another module; the same one keeps its name."""
    lampions = lt.game("lampions", "plain")
    assert module_hash(lampions) == module_hash(lampions)
    assert module_hash(lampions) != module_hash(lt.game("gwynt", "plain"))


@pytest.mark.parametrize("number", [0, 1, 63, 64, 127, 128, 300, 2**31 - 1])
def test_numbers_are_written_as_they_are_read(number: int) -> None:
    """The variable-length numbers of the format survive writing and reading."""
    assert Reader(unsigned(number)).unsigned() == number
    assert Reader(signed(number)).signed() == number
    assert Reader(signed(-number)).signed() == -number


def test_undefined_function_is_refused() -> None:
    """A kernel that calls something of the operating system gets an error that names it."""
    imported = b"\1" + b"\3env" + b"\6malloc" + b"\0\0"
    data = b"\0asm\1\0\0\0" + b"\2" + unsigned(len(imported)) + imported
    with pytest.raises(CannotLink, match="malloc is nowhere defined"):
        link(data, [])
