"""Learning by self-play: rewards and advantages, the export, a small training on the CPU that goes on."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots import dataset, look_ahead
from ludotheque.bots.contest import Contest
from ludotheque.bots.network import REWARD, Network, read_network
from ludotheque.cli import main
from ludotheque.errors import BadInput
from ludotheque.training import batch_search
from ludotheque.training.batch_search import considered_visits
from ludotheque.training.evaluation import STOP
from ludotheque.training.expert import Expert
from ludotheque.training.export import export
from ludotheque.training.graphs import WARM, Repeated
from ludotheque.training.imitation import load, understood
from ludotheque.training.learner import drawn_tables, tables_of
from ludotheque.training.model import Model
from ludotheque.training.plans import GENERATIONS, LAMBDA, PlanTraining
from ludotheque.training.rehearsal import Notes, Rehearsal
from ludotheque.training.rewards import Judge, lesson
from ludotheque.training.run import Training
from ludotheque.training.settings import Settings, own_settings
from ludotheque.training.shape import shape_of
from ludotheque.training.start import shape_like, weights_of

GAMMA, LAM = 0.9, 0.8


def test_each_seat_has_a_sequence_of_its_own() -> None:
    """The advantages are those that one finds decision by decision, seat by seat."""
    drawn = torch.Generator().manual_seed(3)
    steps, n, width = 12, 5, 3
    rewards = torch.randn((steps, n, width), generator=drawn)
    done = torch.rand((steps, n), generator=drawn) < 0.2
    seats = torch.randint(width, (steps + 1, n), generator=drawn)
    values = torch.randn((steps + 1, n), generator=drawn)
    found = lesson(rewards, done, seats, values, GAMMA, LAM)
    for i in range(n):
        for t in range(steps):
            seat = int(seats[t, i])
            gained, later = 0.0, None  # what comes in until the seat decides again, and when that is
            for u in range(t, steps):
                gained += float(rewards[u, i, seat])
                if done[u, i]:
                    later = -1
                    break
                if int(seats[u + 1, i]) == seat:
                    later = u + 1
                    break
            assert bool(found.counts[t, i]) == (later is not None)
            if later is None:
                continue
            known = 0 <= later < steps and bool(found.counts[later, i])
            after = float(found.advantages[later, i]) if known else 0.0
            hope = float(values[later, i]) if later >= 0 else 0.0
            delta = gained + GAMMA * hope - float(values[t, i])
            assert abs(float(found.advantages[t, i]) - delta - GAMMA * LAM * after) < 1e-4


def test_potentials_are_shares_of_the_win() -> None:
    present = torch.tensor([[True, True, False], [True, True, True]])
    shares = Judge(2500, False, False).potentials(torch.tensor([[1000, 1000, 0], [2000, 0, 0]]), present)
    assert torch.allclose(shares.sum(1), torch.ones(2))
    assert torch.allclose(shares[0], torch.tensor([0.5, 0.5, 0.0]))
    assert shares[1, 0] > shares[1, 1] == shares[1, 2]
    chances = Judge(0, False, True).potentials(torch.tensor([[600, 400, 0]]), present[:1])
    assert torch.allclose(chances, torch.tensor([[0.6, 0.4, 0.0]]))
    team = Judge(650, True, True)
    team.begin(torch.tensor([[-900, -900, 0], [-500, -500, -500]]), present)
    even = team.potentials(torch.tensor([[-900, -900, 0], [500, 500, 500]]), present)
    assert torch.allclose(even[0], torch.tensor([0.5, 0.5, 0.0]))
    assert (even[1] > 0.75).all()


def test_squares_are_judged_where_they_are() -> None:
    """Every action has a place of its own; those with a square the place of that square."""
    game = lt.game("gunkimono", "plain")
    shape = shape_of(game)
    assert sorted(shape.order) == list(range(shape.actions))
    assert shape.flat + 63 * shape.square_planes == shape.actions
    names = [move.text for move in (lt.Move(game, a) for a in range(shape.actions))]
    build = [a for a, name in enumerate(names) if name.startswith("fort ")]
    squares = [(shape.order[a] - shape.flat) // shape.square_planes for a in build]
    assert squares == list(range(63))


def test_the_file_says_what_the_model_says(tmp_path: Path) -> None:
    for name, sizes in (("gunkimono", {"channels": 8, "blocks": 2, "hidden": 32}), ("gwynt", {"hidden": 32})):
        game = lt.game(name, "plain")
        torch.manual_seed(1)
        model = Model(shape_of(game, **sizes), game.observation.scales)
        for weights in model.parameters():
            torch.nn.init.normal_(weights, std=0.1)
        rows = np.random.default_rng(2).integers(0, 3, (64, game.observation.size)).astype(np.int16)
        network = export(tmp_path / "network.npz", game, model, rows, {})
        with torch.no_grad():
            logits, values = model(torch.from_numpy(rows))
        mine, hope = read_network(tmp_path / "network.npz", game).answer(rows)
        assert network.digest == read_network(tmp_path / "network.npz", game).digest
        assert np.abs(mine - logits.numpy()).mean() < 0.03 * logits.std()
        assert np.abs(hope - values.numpy()).mean() < 0.05 * values.std() + 0.01


def test_a_network_may_know_less_than_the_game_shows_now(tmp_path: Path) -> None:
    """What was added behind counts nothing at first."""
    game = lt.game("lampions", "plain")
    shape = shape_of(game, hidden=8, blocks=1)
    seen = torch.zeros((2, shape.observation), dtype=torch.int16)
    network = export(tmp_path / "network.npz", game, Model(shape, game.observation.scales), seen, {})
    cut = {
        name: array[:-3] if name in ("scales", "around.weights") else array for name, array in network.arrays.items()
    }
    earlier = weights_of(Network(network.about, cut), shape)["around.weight"]
    assert torch.equal(earlier[:, -3:], torch.zeros((8, 3)))
    Model(shape, game.observation.scales).load_state_dict(weights_of(Network(network.about, cut), shape))


def test_a_training_goes_on_where_it_ended(tmp_path: Path) -> None:
    told = Settings("lampions", (3, 4), 1e9, "cpu", 32, 8, minibatch=64, hidden=16, blocks=1, pool=0.5, pool_seconds=0)
    first = Training(told, tmp_path)
    before = [weights.clone() for weights in first.learner.model.parameters()]
    for part in (0.0, 0.5):
        first.learner.play(part)
        figures = first.learner.learn(part)
    assert all(np.isfinite(list(figures.values())))
    assert first.learner.old.any()  # earlier selves sit at some tables
    assert not first.learner.own.all()
    after = list(first.learner.model.parameters())
    assert not all(torch.equal(a, b) for a, b in zip(before, after, strict=True))
    file = first.save()
    first.curves.close()
    assert read_network(file, first.game).about["decisions"] == 2 * 32 * 8
    second = Training(told, tmp_path)
    assert second.learner.decisions == 2 * 32 * 8
    assert all(torch.equal(a, b) for a, b in zip(after, second.learner.model.parameters(), strict=True))
    second.curves.close()
    assert json.loads((tmp_path / "settings.json").read_text())["players"] == [3, 4]
    earlier = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    del earlier["mean"]  # as checkpoints were before networks were means
    second.learner.go_on_from(earlier)
    assert all(torch.equal(a, b) for a, b in zip(after, second.learner.mean.parameters(), strict=True))
    over = Training(replace(told, seconds=1e-9), tmp_path)
    assert over.run() == file  # its time is up: what it warms up with is forgotten
    assert (tmp_path / STOP).exists()


def test_a_rival_sits_in_every_match_and_learns_nothing(tmp_path: Path) -> None:
    told = Settings("lampions", (3,), 1e9, "cpu", 16, 8, minibatch=32, hidden=16, blocks=1)
    first = Training(told, tmp_path / "first")
    first.save()
    first.curves.close()
    second = Training(replace(told, rival=str(tmp_path / "first" / "checkpoint.pt")), tmp_path / "second")
    learner = second.learner
    frozen = {name: weights.clone() for name, weights in learner.pool[0].items()}
    for _ in range(8):
        learner.play(1.0)
        learner.learn(1.0)
        learner.remember()
    second.curves.close()
    assert len(learner.pool) == 1
    assert all(torch.equal(weights, learner.pool[0][name]) for name, weights in frozen.items())
    assert (learner.old.sum(1) > 0).all()
    assert (learner.old.sum(1) < 3).all()
    assert 0 <= learner.statistics()["won_beside_rivals"] <= 1


def test_a_network_file_can_be_the_rival_whatever_its_size(tmp_path: Path) -> None:
    told = Settings("lampions", (3,), 1e9, "cpu", 16, 8, minibatch=32, hidden=16, blocks=1)
    first = Training(replace(told, hidden=24), tmp_path / "first")
    first.learner.play(0.0)
    file = first.save()
    first.curves.close()
    second = Training(replace(told, rival=str(file)), tmp_path / "second")
    learner = second.learner
    learner.play(1.0)
    learner.learn(1.0)
    second.curves.close()
    want = weights_of(read_network(file, learner.game))
    assert all(torch.equal(weights, want[name]) for name, weights in learner.rival.state_dict().items())
    assert learner.rival.shape.hidden == 24
    assert learner.model.shape.hidden == 16
    assert (learner.old.sum(1) > 0).all()


def test_some_tables_are_drawn() -> None:
    """Half of Gwynt's tables have drawn options and decks; the same seed draws the same."""
    gwynt = lt.game("gwynt", "plain")
    told = replace(Settings("gwynt", (2,), **own_settings(gwynt)), drawn_tables=128)
    tables = tables_of(gwynt, told)
    usual, drawn = tables[: len(tables) - told.drawn_tables], tables[len(tables) - told.drawn_tables :]
    assert len(usual) == len(drawn) > 0
    assert all(options == gwynt.check_options({}) for options, _ in usual)
    assert {(options["expansions"], options["skellige"]) for options, _ in drawn} == set(
        product((False, True), repeat=2)
    )
    assert len({repr(seats) for _, seats in drawn}) > len(drawn) / 2
    assert drawn == drawn_tables(gwynt, told, told.drawn_tables, told.seed)
    assert drawn != drawn_tables(gwynt, told, told.drawn_tables, told.seed + 1)


def test_a_training_may_have_some_decks_alone() -> None:
    """All pairs of these decks, and no other; an unknown one is named."""
    gwynt = lt.game("gwynt", "plain")
    few = ("monsters_swarm", "nilfgaard_spies")
    tables = tables_of(gwynt, Settings("gwynt", (2,), choices=few))
    assert {tuple((seat or {})["deck"] for seat in seats or ()) for _, seats in tables} == set(product(few, repeat=2))
    with pytest.raises(BadInput, match=r"no_such_deck.*monsters_swarm"):
        tables_of(gwynt, Settings("gwynt", (2,), choices=("no_such_deck",)))


class FakeGpu:
    """What `Repeated` needs of `torch.cuda`: work is written down where it would be done or recorded."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.recorded: list[str] | None = None

    def work(self) -> None:
        (self.done if self.recorded is None else self.recorded).append("work")

    def stream(self) -> SimpleNamespace:
        return SimpleNamespace(cuda_stream=7, wait_stream=lambda other: None)

    @contextmanager
    def graph(self, graph: SimpleNamespace, **how: object) -> Iterator[None]:
        self.recorded = []
        yield
        kept, self.recorded = self.recorded, None
        graph.replay = lambda: self.done.extend(kept)


def test_work_is_done_once_a_call_whether_recorded_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    gpu = FakeGpu()
    for name, fake in {
        "Stream": gpu.stream,
        "current_stream": gpu.stream,
        "CUDAGraph": SimpleNamespace,
        "graph": gpu.graph,
        "stream": lambda stream: nullcontext(),
    }.items():
        monkeypatch.setattr(torch.cuda, name, fake)
    streams: list[int] = []
    repeated = Repeated(gpu.work, streams.append)
    graphs = []
    for calls in range(1, WARM + 4):
        repeated()
        assert len(gpu.done) == calls
        graphs.append(repeated.graph)
    assert graphs[WARM - 1] is None
    assert graphs[WARM] is graphs[-1] is not None
    assert streams == [7, 0] * (WARM + 1)  # ours while it works or records, then the default one
    repeated.forget()
    for _ in range(2):
        repeated()
        graphs.append(repeated.graph)
    assert graphs[-2] is None  # an optimiser prepares itself at its first step, which no graph may repeat
    assert graphs[-1] not in graphs[:-1]
    assert len(gpu.done) == WARM + 5


def test_a_network_file_can_go_on_learning(tmp_path: Path) -> None:
    """Its weights come back: the model says what the file says, and the training goes on from there."""
    for name, sizes in (("gunkimono", {"channels": 8, "blocks": 2, "hidden": 32}), ("gwynt", {"hidden": 32})):
        game = lt.game(name, "plain")
        torch.manual_seed(1)
        first = Model(shape_of(game, **sizes), game.observation.scales)
        for weights in first.parameters():
            torch.nn.init.normal_(weights, std=0.1)
        rows = np.random.default_rng(2).integers(0, 3, (64, game.observation.size)).astype(np.int16)
        network = export(tmp_path / "network.npz", game, first, rows, {})
        second = Model(shape_like(game, network), game.observation.scales)
        second.load_state_dict(weights_of(network))
        with torch.no_grad():
            logits, values = second(torch.from_numpy(rows))
        theirs, hope = network.answer(rows)
        assert np.abs(theirs - logits.numpy()).mean() < 0.03 * logits.std()
        assert np.abs(hope - values.numpy()).mean() < 0.05 * values.std() + 0.01
    told = Settings("lampions", (3,), 1e9, "cpu", 16, 8, minibatch=32, hidden=16, blocks=1)
    begun = Training(told, tmp_path / "first")
    file = begun.save()
    begun.curves.close()
    later = Training(Settings("lampions", (3,), 1e9, "cpu", 16, 8, start=str(file)), tmp_path / "second")
    later.curves.close()
    assert later.learner.model.shape == begun.learner.model.shape
    rows = begun.learner.observations[0]
    with torch.no_grad():
        assert torch.allclose(later.learner.model(rows)[0], begun.learner.model(rows)[0], atol=0.01)


def test_what_is_saved_is_the_mean_of_the_weights(tmp_path: Path) -> None:
    told = Settings("lampions", (3,), 1e9, "cpu", 16, 8, minibatch=32, hidden=16, blocks=1, average=0.5)
    training = Training(told, tmp_path)
    learner = training.learner
    expected = [weights.detach().clone() for weights in learner.mean.parameters()]
    for lesson_number in (1, 2):
        learner.play(1.0)
        learner.learn(1.0)
        kept = min(0.5, lesson_number / (lesson_number + 10))
        expected = [
            kept * mean + (1 - kept) * now.detach()
            for mean, now in zip(expected, learner.model.parameters(), strict=True)
        ]
    for mean, wanted in zip(learner.mean.parameters(), expected, strict=True):
        assert torch.allclose(mean, wanted, atol=1e-6)
    with torch.no_grad():
        learner.model.flat.bias.add_(1.0)  # far from the mean now
    rows = learner.observations[0]
    saved = read_network(training.save(), training.game).answer(rows.numpy())[0]
    training.curves.close()
    with torch.no_grad():
        assert np.abs(saved - learner.mean(rows)[0].numpy()).max() < 0.01


def test_without_shaping_nothing_but_the_result_counts(tmp_path: Path) -> None:
    told = Settings("lampions", (3,), 1e9, "cpu", 16, 8, minibatch=32, hidden=16, blocks=1, shaped=False)
    training = Training(told, tmp_path)
    learner = training.learner
    ended = 0
    for _ in range(6):
        learner.play(1.0)
        learner.learn(1.0)
        over = learner.done
        assert (learner.rewards[~over] == 0).all()
        assert torch.allclose(learner.rewards[over].sum(1), torch.tensor(REWARD))
        ended += int(over.sum())
    training.curves.close()
    assert ended
    assert read_network(training.save(), training.game).about["shaped"] is False


def test_imitation_comes_first(tmp_path: Path) -> None:
    """More of what greedy bots do is foreseen than by a fresh network, in matches that were kept back."""
    for seed in ("one", "two"):
        dataset.write(tmp_path / seed, Contest("lampions", ("greedy",), 3, seed=seed), 150)
    folders = (str(tmp_path / "one"), str(tmp_path / "two"))
    told = Settings("lampions", (3,), 1e-9, "cpu", 16, 8, 64, hidden=32, blocks=1, imitate=folders, shaped=False)
    training = Training(told, tmp_path / "training")
    lessons, kept_back = load(training.learner)
    assert len(lessons[2]) > 20 * len(kept_back[2]) > 0
    before = understood(training.learner, kept_back, len(kept_back[2]))
    training.run()
    after = understood(training.learner, kept_back, len(kept_back[2]))
    assert after["agreement"] > before["agreement"] + 0.1
    assert after["loss"] < before["loss"]
    other = Settings("gwynt", (2,), 1e-9, "cpu", 4, 4, 8, hidden=8, blocks=1, imitate=folders)
    wrong = Training(other, tmp_path / "other")
    with pytest.raises(lt.BadInput, match="was not written for gwynt"):
        load(wrong.learner)
    wrong.curves.close()


def test_visits_are_halved() -> None:
    assert considered_visits(4, 12) == [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert considered_visits(1, 3) == [0, 1, 2]


def test_results_are_added_as_the_bot_does() -> None:
    """A batch and a bot at a table (bots/look_ahead.py) improve logits in the same way."""
    likings, tries = np.array([[1.0, 0.5, 0.0, 3.0]]), np.array([[3.0, 1.0, 0.0, 0.0]])
    totals, mask = np.array([[1.2, 0.9, 0.0, 0.0]]), np.array([[True, True, True, False]])
    given = [torch.from_numpy(array).float() for array in (likings, tries, totals)]
    found = batch_search.improved(
        given[0], torch.from_numpy(mask), given[1], given[2], torch.tensor([0.5]), torch.tensor(50.0), torch.tensor(0.5)
    )
    legal = [0, 1, 2]
    theirs = look_ahead.improved(
        np.rint(likings[0, legal] * look_ahead.FINE).astype(np.int64).tolist(),
        tries[0, legal].astype(np.int64).tolist(),
        np.rint(totals[0, legal] * look_ahead.WHOLE).astype(np.int64).tolist(),
        look_ahead.WHOLE // 2,
        50,
        0.5,
    )
    assert np.allclose(found[0, legal].numpy(), np.array(theirs) / look_ahead.FINE, atol=0.01)
    assert found[0, 3] <= batch_search.NEVER


def an_expert(folder: Path) -> tuple[Settings, Expert]:
    """A learner that learns from a small search, in six matches."""
    told = Settings("lampions", (3,), 1e9, "cpu", 6, 4, minibatch=16, hidden=16, blocks=1, search=8, broad=4, kept=1)
    training = Training(told, folder)
    training.curves.close()
    assert isinstance(training.learner, Expert)
    return told, training.learner


def test_a_batch_is_searched(tmp_path: Path) -> None:
    """Legal actions get all the probability, the matches stay unchanged, and each try is one of the root's."""
    _, expert = an_expert(tmp_path)
    lengths = np.array(expert.batch.lengths)
    assert len(set(lengths.tolist())) > 1, "matches are spread"
    before = expert.batch.state_dict()["states"].copy()
    logits = torch.zeros(expert.masks[0].shape)
    found = expert.search.search(logits, expert.masks[0], torch.full((6,), 1 / 3))
    assert (expert.batch.state_dict()["states"] == before).all()
    assert torch.allclose(found.policy.sum(1), torch.ones(6), atol=1e-4)
    assert (found.policy[~expert.masks[0]] == 0).all()
    root = torch.arange(6) * 9
    assert (expert.search.tries[root].sum(1) == 8).all()
    assert expert.masks[0].gather(1, found.actions[:, None]).all()


def test_a_search_knows_no_more_than_the_seat_that_decides(tmp_path: Path) -> None:
    """The result is the same if everything hidden from the seat is dealt again."""
    told, expert = an_expert(tmp_path)
    other = expert.batch.copy()
    other.redeal(seeds=np.arange(6) + 1000)
    states = [one.state_dict()["states"][:6] for one in (expert.batch, other)]
    assert (states[0] != states[1]).any(axis=1).all(), "every match is another"
    policies = []
    for batch in (expert.batch, other):
        search = batch_search.BatchSearch(batch, expert.forward, expert._hopes_of, told.search, told.broad)
        policies.append(search.search(torch.zeros(expert.masks[0].shape), expert.masks[0], torch.full((6,), 1 / 3)))
    assert torch.equal(policies[0].policy, policies[1].policy)
    assert torch.equal(policies[0].hopes, policies[1].hopes)


@pytest.mark.parametrize(("noise", "alike"), [(0.0, True), (1.0, False)])
def test_without_noise_chance_does_not_decide_what_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noise: float, alike: bool
) -> None:
    monkeypatch.setattr("ludotheque.training.learner.time.time_ns", lambda: 0)  # the same matches
    played = []
    for seed in range(3):
        _, expert = an_expert(tmp_path)
        expert.settings = replace(expert.settings, noise=noise)
        torch.manual_seed(seed)
        expert.play(0.0)
        played.append(expert.actions[0])
    assert all(torch.equal(actions, played[0]) for actions in played) is alike


def test_a_try_goes_no_deeper_than_its_setting(tmp_path: Path) -> None:
    """One decision down, every node hangs at the root."""
    _, expert = an_expert(tmp_path)
    logits, hopes = torch.zeros(expert.masks[0].shape), torch.full((6,), 1 / 3)
    grown = []
    for deep in (1, 8):
        expert.search.deep = deep
        expert.search.search(logits, expert.masks[0], hopes)
        below = expert.search.tries.reshape(6, 9, -1)[:, 1:]
        grown.append(int(below.sum()))
    assert grown[0] == 0 < grown[1]


def test_results_of_a_search_are_learnt(tmp_path: Path) -> None:
    told = Settings("lampions", (3,), 1e9, "cpu", 16, 8, 64, hidden=32, blocks=1, search=6, broad=4, kept=100)
    training = Training(told, tmp_path)
    expert = training.learner
    assert isinstance(expert, Expert)
    for _ in range(2):
        expert.play(0.0)
        expert.learn(0.0)
    assert len(expert.kept_returns) == 16 * 8 < expert.taken, "the oldest make room"
    assert torch.allclose(expert.kept_policies.float().sum(1), torch.ones(128), atol=0.01)
    everything = torch.arange(128)
    losses = [float(expert._towards(everything)[0]) for _ in range(40)]
    assert losses[-1] < losses[0], "the model comes closer to what was found"
    file = training.save()
    training.curves.close()
    assert read_network(file, training.game).about["decisions"] == expert.decisions


TOGETHER = """
import sys
from pathlib import Path
import torch
from ludotheque.training.run import Training
from ludotheque.training.settings import Settings

folder = Path(sys.argv[1])
told = Settings("lampions", (3,), 1e9, "cpu", 16, 8, minibatch=32, hidden=16, blocks=1)
training = Training(told, folder)
learner, processes = training.learner, training.processes
for _ in range(3):
    learner.play(1.0)
    learner.learn(1.0)
training.save()
training.curves.close()
torch.save([learner.state(), learner.actions], folder / f"{processes.rank}.pt")
processes.end()
"""


def test_several_processes_train_one_network(tmp_path: Path) -> None:
    """They play different matches and have the same weights; one of them saves."""
    script = tmp_path / "together.py"
    script.write_text(TOGETHER)
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2", script, tmp_path]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (one, mine), (two, theirs) = (torch.load(tmp_path / f"{rank}.pt", weights_only=True) for rank in (0, 1))
    assert not torch.equal(mine, theirs)
    for name, weights in one["model"].items():
        assert torch.equal(weights, two["model"][name]), name
    assert one["numbers"]["pace"] == two["numbers"]["pace"]
    assert one["numbers"]["decisions"] == 2 * 3 * 16 * 8
    saved = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    assert all(torch.equal(saved["mean"][name], weights) for name, weights in one["mean"].items())
    assert len(list(tmp_path.glob("network-*.npz"))) == 1


def test_what_this_machine_can_not_do_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setenv("LUDOTHEQUE_LANG", "en")
    assert main(["train", "lampions", "--out", str(tmp_path / "none")]) == 1
    assert "PyTorch finds no GPU" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
    (tmp_path / "file").touch()
    assert main(["train", "lampions", "--device", "cpu", "--out", str(tmp_path / "file")]) == 1
    assert str(tmp_path / "file") in capsys.readouterr().err


def test_games_say_what_they_do_otherwise() -> None:
    told = own_settings(lt.game("kunitori", "plain"))
    assert Settings("kunitori", **told).gamma(0.0) == pytest.approx(0.97)
    assert own_settings(lt.game("lampions", "plain")) == {}
    for name in lt.names():
        Settings(name, **{"players": (2,), **own_settings(lt.game(name, "plain"))})


TEAM = Settings("gorynich", (3, 5), 1.0, "cpu", matches=8, blocks=1, hidden=16, imitated_passes=2)


def test_a_team_learns_what_its_plans_lead_to(tmp_path: Path) -> None:
    """From nothing to a network, in generations; a finished training ends at once."""
    training = PlanTraining(TEAM, tmp_path)
    file = training.run()
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert len(lines) == GENERATIONS == training.generation
    assert lines[-1]["decisions"] == training.matches >= GENERATIONS * 16
    assert 0 <= lines[0]["won/3"] <= 1
    game = lt.game("gorynich", "compiled")
    assert read_network(file, game).digest == read_network(tmp_path / "network.npz", game).digest
    again = PlanTraining(TEAM, tmp_path)
    assert again.run() == tmp_path / "network.npz"
    assert (again.generation, again.matches) == (training.generation, training.matches)
    begun = PlanTraining(replace(TEAM, start=str(file)), tmp_path / "other")
    begun.curves.close()
    assert begun.network is not None
    assert begun.network.digest == read_network(file, game).digest
    rows = training.notes[-1].rows
    assert np.abs(begun._chances(rows) - training._chances(rows)).mean() < 0.02


def test_held_out_matches_are_never_learnt_from(tmp_path: Path) -> None:
    """When the oldest generation is dropped, the numbers of the others change."""
    training = PlanTraining(replace(TEAM, matches=13), tmp_path)
    training.curves.close()
    before = training.model.state_dict()
    weights = {name: tensor.clone() for name, tensor in before.items()}
    training._warm_up()
    assert all(torch.equal(weights[name], tensor) for name, tensor in training.model.state_dict().items())
    older, newer = (training.play(0.0) for _ in range(2))
    assert older.matches % 10, "else this shows nothing"
    training.notes = [older, newer]
    beside = training.kept_back()[len(older.rows) :]
    training.notes = [newer]
    assert beside.any()
    assert (beside == training.kept_back()).all()


def test_the_target_of_a_round_mixes_result_and_estimate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The target is the result for the last round, and a mix with the network's later estimate for rounds before it."""
    training = PlanTraining(TEAM, tmp_path)
    training.curves.close()
    size = training.model.shape.observation
    kinds = (np.array(column) for column in ([0, 1, 0, 1, 0], [1, 2, 2, 1, 3], [True, False], [3, 2], [3, 3]))
    notes = Notes(np.zeros((5, size), np.int16), *kinds)
    assert training.targets(notes).tolist() == [1, 0, 1, 0, 1]
    said = np.array([0.9, 0.8, 0.7, 0.6, 0.5], np.float32)
    monkeypatch.setattr(training, "network", object())
    monkeypatch.setattr(training, "_chances", lambda rows: said)
    middle = (1 - LAMBDA) * 0.5 + LAMBDA * 1.0
    first = (1 - LAMBDA) * 0.7 + LAMBDA * middle
    assert np.allclose(training.targets(notes), [first, 0, middle, (1 - LAMBDA) * 0.8, 1])


def test_rehearsed_matches_are_those_that_heads_play() -> None:
    """Most of them: nobody points in them. Careless choices change matches, the same draws the same ones."""
    game = lt.game("gorynich", "compiled")
    rehearsal, seeds = Rehearsal(game, 12), [str(n) for n in range(12)]
    network = read_network(game.folder / "network.npz", game)
    once, again = (rehearsal.play(seeds, 3, network) for _ in range(2))
    assert once.rows.tobytes() == again.rows.tobytes()
    ends = []
    for seed in seeds:
        pos = game.start(players=3, seed=seed)
        while not pos.over:
            seat = pos.actors[0]
            pos.play(bots.decide(bots.make("network", 0, game), pos, seat), seat)
        ends.append((pos.state.over == 1, pos.state.round))
    assert sum(told == one for told, one in zip(zip(once.won, once.rounds, strict=True), ends, strict=True)) >= 8
    careless = [rehearsal.play(seeds, 3, network, None, np.random.default_rng(7)) for _ in range(2)]
    assert careless[0].rows.tobytes() == careless[1].rows.tobytes() != once.rows.tobytes()
