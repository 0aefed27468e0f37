"""Networks that have learnt: exact arithmetic, files, and the bot that plays by one."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots import network
from ludotheque.bots.agents import agent_for
from ludotheque.bots.arena import Arena
from ludotheque.bots.contest import Contest
from ludotheque.bots.network_bot import NetworkBot
from ludotheque.kernel import load

LEARNT = ("gorynich", "gunkimono", "gwynt", "kunitori")
LAMPIONS = lt.game("lampions", "plain")
MOST_BYTES = 3_000_000


def small(seed: int = 1) -> dict[str, np.ndarray]:
    """The arrays of a network for Lampions, with weights drawn at random."""
    drawn = np.random.default_rng(seed)
    wide, size, actions = 8, LAMPIONS.observation.size, LAMPIONS.declaration.action_count
    arrays: dict[str, np.ndarray] = {"scales": LAMPIONS.observation.scales, "order": np.arange(actions, dtype=np.int32)}
    layers = {"around": (size, wide), "block0.first": (wide, wide), "block0.second": (wide, wide)}
    for name, shape in (layers | {"flat": (wide, actions), "value": (wide, 1)}).items():
        arrays[f"{name}.weights"] = drawn.integers(-127, 128, shape).astype(np.int8)
        arrays[f"{name}.factors"] = np.full(shape[1], 0.003, np.float32)
        arrays[f"{name}.constants"] = drawn.normal(size=shape[1]).astype(np.float32)
    return arrays


def about(game: lt.Game = LAMPIONS) -> dict[str, object]:
    return {"game": game.name, "rules": game.rules_version, "layout": network.layout_digest(game)} | {
        "board": None,
        "blocks": 1,
    }


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A network file for Lampions."""
    path = tmp_path / "network.npz"
    network.write(path, about(), small())
    return path


@pytest.mark.parametrize("name", LEARNT)
def test_every_product_is_exact(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole numbers have but one sum: who computes it in integers gets the same answer to the last bit."""
    game = lt.game(name, "plain")
    found = network.network_of(game)
    drawn = np.random.default_rng(7)
    shown = network.outlook_of(game) or game.observation
    rows = drawn.integers(-40, 400, (3, shown.size)).astype(np.int16)  # larger than any that is met
    told = found.answer(rows)

    def in_integers(self: network.Network, layer: str, x: np.ndarray) -> np.ndarray:
        whole = x.astype(np.int64)
        assert (whole == x).all()
        product = whole.reshape(-1, x.shape[-1]) @ self._weights[layer].astype(np.int64)
        assert np.abs(product).max() < network.EXACT
        out = product.astype(np.float32) * self._factors[layer] + self._constants[layer]
        return out.reshape(*x.shape[:-1], -1)

    monkeypatch.setattr(network.Network, "_layer", in_integers)
    again = found.answer(rows)
    assert told[0].tobytes() == again[0].tobytes()
    assert told[1].tobytes() == again[1].tobytes()
    assert told[1].shape == (3,)
    if shown is game.observation:  # what judges the ends of plans likes no actions
        assert told[0].shape == (3, game.declaration.action_count)


@pytest.mark.parametrize("name", LEARNT)
def test_it_plays_legal_moves_by_what_its_seat_knows(name: str) -> None:
    game = lt.game(name, "plain")
    assert network.file_of(game).stat().st_size <= MOST_BYTES
    pos = game.start(seed=3)
    asked = 0
    while asked < 6:
        seat = pos.actors[0]
        move = bots.make("network", 1, game).choose(pos.redeal(seat, "one world"), seat)
        assert move == bots.make("network", 2, game).choose(pos.redeal(seat, "another"), seat)
        assert pos.why_not(move, seat) is None
        asked += len(pos.moves(seat)) > 1
        pos.play(move, seat)


def test_the_arena_plays_as_the_table_does() -> None:
    game, program = lt.game("gwynt", "plain"), load("ludotheque.games.gwynt", "plain")
    agent = agent_for("network", game, program)
    pos = game.start(seed=5)
    for _ in range(6):
        seat = pos.actors[0]
        states = program.states(1)
        program.put(states, 0, pos.state)
        move = NetworkBot().choose(pos, seat)
        assert agent.act(states, 0, seat, (1, 2, 3)) == move.id
        pos.play(move, seat)


def test_who_has_learnt_nothing_has_no_such_bot(file: Path) -> None:
    assert "network" not in bots.names(LAMPIONS)
    assert "network" in bots.names(lt.game("gwynt", "plain"))
    with pytest.raises(bots.NoSuchBot, match="no network"):
        bots.make("network", 0, LAMPIONS)
    pos = LAMPIONS.start(players=3, seed=7)
    assert bots.make(f"network:{file}", 0, LAMPIONS).choose(pos, 0) in pos.moves(0)


def test_the_same_weights_make_the_same_file(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.npz"
    network.write(other, about(), small())
    assert other.read_bytes() == file.read_bytes()
    found = network.read(file, LAMPIONS)
    assert found.digest == network.read(other, LAMPIONS).digest
    network.write(other, about(), small(seed=2))
    assert found.digest != network.read(other, LAMPIONS).digest


def test_a_network_for_something_else_is_refused(file: Path, tmp_path: Path) -> None:
    with pytest.raises(lt.BadInput, match="was made for lampions"):
        network.read(file, lt.game("gwynt", "plain"))
    none = tmp_path / "none.npz"
    for content in (b"nothing", b""):
        none.write_bytes(content)
        with pytest.raises(lt.BadInput, match="holds no network"):
            network.read(none, LAMPIONS)
    with np.load(file) as found:
        rest = {name: found[name] for name in found.files if name != "around.constants"}
    np.savez(none, **rest)
    with pytest.raises(lt.BadInput, match=r"around\.constants.* is missing"):
        network.read(none, LAMPIONS)
    arrays = small()
    arrays["around.weights"] = np.full((40_000, 8), 127, np.int8)
    with pytest.raises(lt.BadInput, match="so large"):
        network.Network(about(), arrays)


def test_the_arena_tells_networks_apart(file: Path, tmp_path: Path) -> None:
    """Results of one network are not taken for those of another under the same name."""
    contest = Contest("lampions", ("random", f"network:{file}"), 3, mode="plain")
    results = tmp_path / "results.jsonl"
    Arena(contest, 3, file=results)
    told = json.loads(results.read_text().splitlines()[0])
    assert told["networks"] == {f"network:{file}": network.read(file, LAMPIONS).digest}
