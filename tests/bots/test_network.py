"""Networks that have learnt: exact arithmetic, files, and the bot that plays by one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots import network, network_kernel
from ludotheque.bots.agents import agent_for
from ludotheque.bots.arena import Arena
from ludotheque.bots.contest import Contest
from ludotheque.bots.learnt import network_behind
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
    network.write_network(path, about(), small())
    return path


class InIntegers:
    """The layers again, as NumPy writes them, with every product of matrices in 64-bit integers."""

    room_for = staticmethod(network_kernel.room_for)

    @staticmethod
    def product(x: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """An exact product, which also fits in a float32."""
        whole = x.astype(np.int64)
        assert (whole == x).all()
        found = whole @ weights.astype(np.int64)
        assert np.abs(found).max() < network.EXACT
        return found.astype(np.float32)

    @staticmethod
    def quantise(observations: np.ndarray, scales: np.ndarray, out: np.ndarray) -> None:
        reach, fine = np.float32(network.REACH), np.float32(network.FINE)
        out[:] = np.rint(np.clip(observations * scales, -reach, reach) * fine)

    def dense(self, x: np.ndarray, weights: np.ndarray, factors: np.ndarray, constants: np.ndarray, *rest: Any) -> None:
        rest[-1][:] = self.product(x, weights) * factors + constants

    def hidden(self, x: np.ndarray, weights: np.ndarray, *rest: Any) -> None:
        factors, constants, added, *_, out = rest
        self.dense(x, weights, factors, constants, out)
        out[:] = np.clip(np.rint(out + np.repeat(added, len(x) // len(added), axis=0)), 0, network.MOST)

    def convolved(self, x: np.ndarray, rows: int, columns: int, weights: np.ndarray, *rest: Any) -> None:
        boards = np.pad(x.reshape(-1, rows, columns, x.shape[1]), ((0, 0), (1, 1), (1, 1), (0, 0)))
        near = [boards[:, k // 3 : k // 3 + rows, k % 3 : k % 3 + columns] for k in range(9)]
        self.hidden(np.concatenate(near, axis=-1).reshape(len(x), -1), weights, *rest)

    @staticmethod
    def pooled(x: np.ndarray, out: np.ndarray) -> None:
        boards = x.reshape(len(out), -1, x.shape[1])
        mean = np.rint(boards.sum(axis=1) / np.float32(boards.shape[1]))
        out[:] = np.concatenate([mean, boards.max(axis=1)], axis=1)


@pytest.mark.parametrize("name", LEARNT)
def test_every_product_is_exact(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of whole numbers are exact, so computing in integers gives the same bits."""
    game = lt.game(name, "plain")
    found = network.network_of(game)
    drawn = np.random.default_rng(7)
    shown = network.outlook_of(game) or game.observation
    rows = drawn.integers(-40, 400, (3, shown.size)).astype(np.int16)  # larger than any that is met
    rows[1] *= drawn.random(shown.size) < 0.1
    logits, values = found.answer(rows)
    monkeypatch.setattr(found, "_kernel", InIntegers())
    again = found.answer(rows)
    assert logits.tobytes() == again[0].tobytes()
    assert values.tobytes() == again[1].tobytes()
    assert values.shape == (3,)
    if shown is game.observation:  # a network that judges the ends of plans has no logits of actions
        assert logits.shape == (3, game.declaration.action_count)


DECIDE = """
import time
import numpy as np
import ludotheque as lt
from ludotheque import bots
from ludotheque.bots.network import network_of

game = lt.game("gunkimono", "plain")
rows = np.random.default_rng(1).integers(0, 3, (16, game.observation.size)).astype(np.int16)
network = network_of(game)
network.answer(rows)
pos = game.start(players=2, seed=1)
while len(pos.moves()) < 2:
    pos.play(pos.moves()[0])
bot = bots.make("tries:8", 0, game)
bot.choose(pos, pos.actor)
all_threads, this_thread = time.process_time(), time.thread_time()
for _ in range(20):
    network.answer(rows)
bot.choose(pos, pos.actor)
print(time.process_time() - all_threads, time.thread_time() - this_thread)
"""


def test_a_decision_uses_one_core() -> None:
    """No other thread of the process works while a network decides, whatever the library of NumPy is set to."""
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    run = subprocess.run([sys.executable, "-c", DECIDE], env=environment, check=True, capture_output=True, text=True)
    all_threads, this_thread = map(float, run.stdout.split())
    assert all_threads < 1.1 * this_thread


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


def test_a_game_without_a_network_has_no_such_bot(file: Path) -> None:
    assert "network" not in bots.names(LAMPIONS)
    assert "network" in bots.names(lt.game("gwynt", "plain"))
    with pytest.raises(bots.NoSuchBot, match="no network"):
        bots.make("network", 0, LAMPIONS)
    pos = LAMPIONS.start(players=3, seed=7)
    assert bots.make(f"network:{file}", 0, LAMPIONS).choose(pos, 0) in pos.moves(0)


def test_the_same_weights_make_the_same_file(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.npz"
    network.write_network(other, about(), small())
    assert other.read_bytes() == file.read_bytes()
    found = network.read_network(file, LAMPIONS)
    assert found.digest == network.read_network(other, LAMPIONS).digest
    network.write_network(other, about(), small(seed=2))
    assert found.digest != network.read_network(other, LAMPIONS).digest


def test_a_network_for_something_else_is_refused(file: Path, tmp_path: Path) -> None:
    with pytest.raises(lt.BadInput, match="was made for lampions"):
        network.read_network(file, lt.game("gwynt", "plain"))
    none = tmp_path / "none.npz"
    for content in (b"nothing", b""):
        none.write_bytes(content)
        with pytest.raises(lt.BadInput, match="holds no network"):
            network.read_network(none, LAMPIONS)
    with np.load(file) as found:
        rest = {name: found[name] for name in found.files if name != "around.constants"}
    np.savez(none, **rest)
    with pytest.raises(lt.BadInput, match=r"around\.constants.* is missing"):
        network.read_network(none, LAMPIONS)
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
    assert told["networks"] == {f"network:{file}": network.read_network(file, LAMPIONS).digest}


def test_partners_are_teams_of_their_own() -> None:
    """Each partner plays by a network of its own. Other names, and games without partners, are refused."""
    gorynich, gwynt = lt.game("gorynich", "plain"), lt.game("gwynt", "plain")
    names = list(network.partners(gorynich))
    assert names == [f"partner:{number}" for number in range(1, 6)]
    assert len({network.digest_of(gorynich), *(network_behind(gorynich, name) for name in names)}) == 6
    pos = gorynich.start(players=3, seed="partners")
    for number, name in enumerate(names):
        (seat, *_) = pos.actors
        pos.play(bots.decide(bots.make(name, number, gorynich), pos, seat), seat)
    for game, name in ((gorynich, "partner:6"), (gorynich, "partner:../network"), (gwynt, "partner:1")):
        with pytest.raises(bots.NoSuchBot, match=name):
            bots.make(name, 0, game)
