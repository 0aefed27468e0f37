"""Proximal policy optimisation by self-play on a batch of matches: play for some steps, learn from them, and again."""

from __future__ import annotations

import importlib
import time
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import torch

from ludotheque.batches import Batch, batch
from ludotheque.batches.batch import Table
from ludotheque.bots.levels import search_settings_of
from ludotheque.bots.network import REWARD, read_network
from ludotheque.bots.searcher import unit_of
from ludotheque.errors import BadInput
from ludotheque.play.game import Game
from ludotheque.training.graphs import Repeated
from ludotheque.training.model import Model
from ludotheque.training.processes import Processes
from ludotheque.training.rewards import Judge, lesson
from ludotheque.training.settings import Settings
from ludotheque.training.shape import shape_of
from ludotheque.training.start import shape_like, weights_of

NEVER = -1e9  # the logit of an illegal action
DECIDED = 1e4  # factor on logits that makes sampling take the best action
NETWORK_FILE = ".npz"  # the suffix of its name
WARM_UP = 100  # updates during which the learning rate rises
LIMITS = (0.05, 3.0)  # the factor by which the learning rate is adjusted


def tables_of(game: Game, settings: Settings) -> list[Table]:
    """The tables of a training: the usual ones, with every pair of ready-made choices where seats bring something; and
    drawn ones, if the settings say so, in as many matches as the usual ones together.
    """
    options = game.check_options(settings.options)
    tables: list[Table] = [(options, None)]
    offered: Any = getattr(game.setup, "choices", None)
    for option in game.declaration.seat_options if offered is not None else ():
        found = [choice for choice, _ in offered(option.name, options, "en")]
        if unknown := set(settings.choices) - set(found):
            raise BadInput.at("choices", 0, ", ".join(sorted(unknown)), f"expected some of {', '.join(found)}")
        found = list(settings.choices) or found
        if found:
            tables = [(options, tuple({option.name: one} for one in pair)) for pair in product(found, repeat=2)]
            break
    usual = tables * max(1, settings.drawn_tables // len(tables))
    return usual + drawn_tables(game, settings, settings.drawn_tables, settings.seed)


def drawn_tables(game: Game, settings: Settings, number: int, seed: object) -> list[Table]:
    """Tables whose options named in `varied` are drawn, and so is what the seats bring."""
    random = Random(f"tables {seed}")
    values = {option.name: option.values for option in game.declaration.options}
    found: list[Table] = []
    for k in range(number):
        drawn = {name: random.choice(values[name]) for name in settings.varied}
        options = game.check_options({**settings.options, **drawn})
        players = settings.players[k % len(settings.players)]
        found.append((options, game.example_seats(players, options, random)))
    return found


def rivals_logits(model: Any, observations: Any, masks: Any) -> Any:
    """The logits of an earlier version."""
    return model(observations)[0].masked_fill(~masks, NEVER)


def decide(model: Any, observations: Any, masks: Any, theirs: Any, old: Any) -> tuple[Any, Any, Any]:
    """Actions drawn for each row, the logarithms of their chances, and values.

    The first rows have the logits of an earlier version, `theirs`, which count where `old` says so.
    """
    logits, values = model(observations)
    logits = logits.masked_fill(~masks, NEVER)
    if theirs is not None:
        few = len(theirs)
        logits = torch.cat((torch.where(old, theirs, logits[:few]), logits[few:]))
    noise = torch.rand_like(logits).log().neg().log()
    actions = (logits - noise).argmax(1)
    return actions, torch.log_softmax(logits, 1).gather(1, actions[:, None])[:, 0], values


def loss(model: Any, played: tuple[Any, ...], at: Any, entropy_weight: Any, clip: float) -> tuple[Any, Any]:
    """The loss of the rows `at` of what was played; and its parts, for telling."""
    observations, masks, actions, before, advantages, returns = (column[at] for column in played)
    logits, values = model(observations)
    chances = torch.log_softmax(logits.masked_fill(~masks, NEVER), 1)
    now = chances.gather(1, actions[:, None])[:, 0]
    ratio = (now - before).exp()
    policy = -torch.min(ratio * advantages, ratio.clamp(1 - clip, 1 + clip) * advantages).mean()
    value = (values - returns).square().mean()
    entropy = -(chances.exp() * chances.clamp(min=-50)).sum(1).mean()
    kl = (ratio - 1 - now + before).mean()
    clipped = ((ratio - 1).abs() > clip).float().mean()
    parts = torch.stack((policy, value, entropy, kl, clipped)).detach()
    return policy + 0.5 * value - entropy_weight * entropy, parts


class Learner:
    """A model, the matches that it plays, and how it gets better."""

    def __init__(self, settings: Settings, game: Game, processes: Processes | None = None) -> None:
        self.settings, self.game = settings, game
        self.processes = Processes(settings.device) if processes is None else processes
        torch.manual_seed(settings.seed)
        cuda = settings.device == "cuda"
        if cuda:
            torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
            torch.backends.cudnn.benchmark = True
        start = read_network(Path(settings.start), game) if settings.start else None
        shape = (
            shape_of(game, settings.channels, settings.blocks, settings.hidden)
            if start is None
            else shape_like(game, start)
        )
        self.model = Model(shape, game.observation.scales).to(settings.device)
        if start is not None:
            self.model.load_state_dict(weights_of(start, shape))
        if cuda:
            self.model = self.model.to(memory_format=torch.channels_last)
        # Several processes wait for each other in every step, which no graph holds.
        self.recorded = cuda and settings.compile and self.processes.size == 1
        self.rate = torch.tensor(settings.learning_rate, device=settings.device)
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(),
            lr=self.rate if self.recorded else settings.learning_rate,
            eps=1e-5,
            weight_decay=1e-4,
            fused=cuda,
            capturable=self.recorded,
        )
        compiled: Any = torch.compile(self.model, dynamic=False) if cuda and settings.compile else self.model
        self.forward = self.processes.shared(compiled)
        self.decide, self.loss = decide, loss
        self.rivals = rivals_logits
        if self.recorded:
            functions = decide, loss, rivals_logits
            self.decide, self.loss, self.rivals = (torch.compile(one, dynamic=False) for one in functions)
        self.pool: list[dict[str, Any]] = []
        faced = read_network(Path(settings.rival), game) if settings.rival.endswith(NETWORK_FILE) else None
        theirs = shape if faced is None else shape_like(game, faced)
        self.rival = Model(theirs, game.observation.scales).to(settings.device)  # plays for an earlier version
        if cuda:
            self.rival = self.rival.to(memory_format=torch.channels_last)
        self.mean = Model(shape, game.observation.scales).to(settings.device)  # mean weights of recent updates
        self.mean.load_state_dict(self.model.state_dict())
        self.decisions = self.lessons = 0
        self.spent = 0.0  # seconds trained before this process
        self.pace = 1.0  # the factor on the learning rate
        self.seconds = {"play": 0.0, "learning": 0.0}
        torch.manual_seed(settings.seed + self.processes.rank)  # all processes have equal weights and different matches
        if faced is not None:
            self.pool = [weights_of(faced, theirs)]
        elif settings.rival:
            self.pool = [torch.load(settings.rival, map_location=settings.device, weights_only=True)["model"]]
        self._begin_matches()
        self._repeated: dict[str, Any] = {
            name: Repeated(work, self.batch.use_stream) if self.recorded else work
            for name, work in (("alone", self._play_alone), ("beside", self._play_beside), ("descend", self._descend))
        }

    def amp(self) -> Any:
        """Half precision where the GPU has it."""
        return torch.autocast("cuda", torch.bfloat16, enabled=self.settings.device == "cuda")

    # Matches -------------------------------------------------------------------------------------------------------

    def _begin_matches(self) -> None:
        told, game = self.settings, self.game
        n, steps, device = told.matches, told.steps, told.device
        self.batch: Batch = batch(
            game,
            n,
            told.players,
            tables=tables_of(game, told),
            seed=("training", told.seed, self.processes.rank, time.time_ns()),
            device=device,
            threads=told.threads,
            skip_forced=True,
        )
        b = self.batch
        self.width = game.declaration.players[1]
        room: dict[str, Any] = {"device": device}
        self.observations = torch.zeros((steps + 1, n, game.observation.size), dtype=torch.int16, **room)
        self.masks = torch.zeros((steps + 1, n, b.action_count), dtype=torch.bool, **room)
        self.seats = torch.zeros((steps + 1, n), dtype=torch.int32, **room)
        self.actions = torch.zeros((steps, n), dtype=torch.int64, **room)
        self.log_chances = torch.zeros((steps, n), **room)
        self.values = torch.zeros((steps + 1, n), **room)
        self.rewards = torch.zeros((steps, n, self.width), **room)
        self.done = torch.zeros((steps, n), dtype=torch.bool, **room)
        self.own = torch.ones((steps, n), dtype=torch.bool, **room)  # decided by the learning network
        self.learnt = torch.zeros((steps, n), dtype=torch.bool, **room)  # decisions to learn from, with their
        self.advantages = torch.zeros(steps * n, **room)
        self.returns = torch.zeros((steps, n), **room)
        self.order = torch.zeros(steps * n, dtype=torch.int64, **room)  # in which they are learnt from
        self.offset = torch.zeros((), dtype=torch.int64, **room)  # where the next minibatch begins
        self.size = min(told.minibatch, steps * n)  # of a minibatch
        self.sums = torch.zeros(5, **room)
        self.win_weight, self.gamma, self.entropy_weight = (torch.zeros((), **room) for _ in range(3))
        self._now = {
            name: torch.as_tensor(getattr(b, name), device=device)
            for name in ("seats", "done", "rewards", "scores", "lengths")
        }
        self.judge = self._make_judge()
        self.pooled = 0 if game.declaration.together else n if told.rival else int(told.pool * n)
        self.old = torch.zeros((n, self.width), dtype=torch.bool, **room)  # seats of earlier versions
        self._look(0)
        self.present = self._present(self.observations[0]).clone()
        self._standings = torch.as_tensor(b.standings(), device=device)
        self.judge.begin(self._standings, self.present)
        self.potentials = self.judge.potentials(self._standings, self.present)
        self.verbs = torch.zeros(b.action_count, dtype=torch.int64, **room)  # how often each action was chosen
        self.ended = torch.zeros(2, dtype=torch.float64, **room)  # matches, points of all their seats
        self.won = torch.zeros(2, dtype=torch.float64, **room)  # with rivals: shares of the win, number of seats

    def _make_judge(self) -> Judge:
        """Potentials by the game's heuristic, as the search reads it."""
        heuristic = importlib.import_module(f"{self.game.package}.heuristic")
        unit = search_settings_of(self.game).unit
        together = self.game.declaration.together
        relative = hasattr(heuristic, "value")
        return Judge(unit_of(self.game) if unit is None else unit, together, relative, self.settings.shaped)

    def _present(self, observations: Any) -> Any:
        """Which seats of each match are taken: an observation says how many play, if that may vary."""
        fewest, most = self.game.declaration.players
        seats = torch.arange(self.width, device=observations.device)[None]
        if fewest == most:
            return (seats < most).expand(len(observations), -1)
        told = self.game.observation["players"]
        players = fewest + observations[:, told.start : told.stop].float().argmax(1, keepdim=True)
        return seats < players

    def _look(self, t: int) -> None:
        """Write down what those see who decide now."""
        self.batch.observe(out=self.observations[t])
        self.batch.legal(out=self.masks[t])
        self.seats[t].copy_(self._now["seats"])

    def play(self, part: float) -> None:
        """Play some steps of all matches."""
        told = self.settings
        # a team must not learn to lose quickly
        self.win_weight.fill_(1.0 if self.judge.together else told.win_weight(part))
        self.gamma.fill_(told.gamma(part))
        beside = self._seat_rivals()
        clock = self._clock()
        self._repeated["beside" if beside else "alone"]()
        self._clock("play", clock)

    def _play_alone(self) -> None:
        self._play_steps(False)

    def _play_beside(self) -> None:
        self._play_steps(True)

    def _play_steps(self, rival: bool) -> None:
        """Play the steps, then work out what there is to learn. All tensors stay where they are."""
        told, few = self.settings, self.pooled
        with torch.no_grad(), self.amp():
            for t in range(told.steps):
                theirs = old = None
                if rival:
                    theirs = self.rivals(self.rival, self.observations[t, :few], self.masks[t, :few])
                    if told.rival:
                        theirs = theirs * DECIDED
                    old = self.old[:few].gather(1, self.seats[t, :few].long()[:, None])
                    self.own[t, :few] = ~old[:, 0]
                found = self.decide(self.model, self.observations[t], self.masks[t], theirs, old)
                self.actions[t], self.log_chances[t], self.values[t] = found
                self.batch.step(self.actions[t])
                self._look(t + 1)
                self._reward(t)
            _, self.values[told.steps] = self.forward(self.observations[told.steps])
            found = lesson(self.rewards, self.done, self.seats, self.values, self.gamma, told.lam)
            self.learnt.copy_(found.counts & self.own)
            self.returns.copy_(found.returns)
            self.advantages.copy_(found.advantages.reshape(-1))

    def _reward(self, t: int) -> None:
        """The reward of the step for every seat."""
        now = self._now
        over = now["done"][:, None]
        self.batch.standings()
        before = self.present.clone()
        self.present.copy_(self._present(self.observations[t + 1]))
        fresh = self.judge.potentials(self._standings, self.present)
        result = now["rewards"]
        if self.judge.together:
            result = (result > 0).float()
        last = self.win_weight * result + (1 - self.win_weight) * self.potentials
        self.rewards[t] = REWARD * (torch.where(over, last, fresh) - self.potentials)
        self.done[t] = now["done"]
        self.verbs.index_add_(0, self.actions[t], torch.ones_like(self.actions[t]))
        self.ended[0] += now["done"].sum()
        self.ended[1] += (now["scores"].sum(1) * now["done"]).sum()
        self.potentials.copy_(fresh)
        if self.pooled:
            own = (~self.old & before & over)[: self.pooled]
            self.won[0] += (result[: self.pooled] * own).sum()
            self.won[1] += own.sum()
            again = now["done"][: self.pooled, None]
            drawn = self._drawn_seats()
            self.old[: self.pooled] = torch.where(again, drawn, self.old[: self.pooled])

    # Earlier selves ------------------------------------------------------------------------------------------------

    def remember(self) -> None:
        """Let the network of the moment join the pool; the oldest but one leaves a full one."""
        if self.settings.rival:
            return
        self.pool.append({name: weights.detach().clone() for name, weights in self.model.state_dict().items()})
        if len(self.pool) > self.settings.pool_size:
            del self.pool[1]

    def _drawn_seats(self) -> Any:
        """Draw the seats of earlier networks in the matches of the pool: at least one, and not all."""
        present = self.present[: self.pooled]
        one = (torch.rand_like(present, dtype=torch.float32) * present).argmax(1, keepdim=True)
        two = (torch.rand_like(present, dtype=torch.float32) * present).scatter(1, one, -1.0).argmax(1, keepdim=True)
        drawn = torch.rand_like(present, dtype=torch.float32) < 0.5
        return drawn.scatter(1, one, True).scatter(1, two, False) & present

    def _seat_rivals(self) -> bool:
        """Choose an earlier self for the coming steps; whether there is one."""
        if not self.pool or not self.pooled:
            self.own[:] = True
            return False
        if not bool(self.old.any()):
            self.old[: self.pooled] = self._drawn_seats()
        chosen = int(torch.randint(len(self.pool), (1,)))
        self.rival.load_state_dict(self.pool[chosen])
        return True

    # Learning ------------------------------------------------------------------------------------------------------

    def learn(self, part: float) -> dict[str, float]:
        """One lesson from the steps just played; what it was like."""
        told = self.settings
        clock = self._clock()
        rate = told.rate(part) * self.pace * min(1.0, (self.lessons + 1) / WARM_UP)
        self.set_rate(rate)
        self.entropy_weight.fill_(told.entropy_weight(part))
        rows = self.learnt.reshape(-1).nonzero()[:, 0]
        chosen = self.advantages[rows]
        self.advantages.sub_(chosen.mean()).div_(chosen.std() + 1e-6)
        self.sums.zero_()
        some = self.processes.least(len(rows))  # all processes make the same number of steps
        self.size = min(told.minibatch, some)
        count = 0
        for _ in range(told.epochs):
            self.order[: len(rows)] = rows[torch.randperm(len(rows), device=told.device)]
            self.offset.zero_()
            for _ in range(some // self.size):
                if self.size == told.minibatch:
                    self._repeated["descend"]()
                else:
                    self._descend()
                count += 1
        sums = (self.sums / count).tolist()
        kl = self.processes.mean(sums[3])  # the same learning rate in all processes
        if kl < told.kl / 1.5:
            self.pace = min(LIMITS[1], self.pace * 1.05)
        elif kl > told.kl * 1.5:
            self.pace = max(LIMITS[0], self.pace / 1.1)
        returns = self.returns.reshape(-1)[rows]
        explained = 1 - (returns - self.values[:-1].reshape(-1)[rows]).var() / returns.var().clamp(min=1e-9)
        self.observations[0].copy_(self.observations[-1])
        self.masks[0].copy_(self.masks[-1])
        self.seats[0].copy_(self.seats[-1])
        self.decisions += told.steps * told.matches * self.processes.size
        self._clock("learning", clock)
        self.lessons += 1
        self._average()
        names = ("policy_loss", "value_loss", "entropy", "kl", "clipped")
        return dict(zip(names, sums, strict=True)) | {"explained": float(explained), "learning_rate": rate}

    def set_rate(self, rate: float) -> None:
        """Set the learning rate; a graph reads it from a tensor."""
        self.rate.fill_(rate)
        if not self.recorded:
            for group in self.optimizer.param_groups:
                group["lr"] = rate

    def _descend(self) -> None:
        """One step of the optimiser, from the next minibatch."""
        at = self.order.index_select(0, self.offset + torch.arange(self.size, device=self.order.device))
        played = (
            self.observations[:-1].flatten(0, 1),
            self.masks[:-1].flatten(0, 1),
            self.actions.reshape(-1),
            self.log_chances.reshape(-1),
            self.advantages,
            self.returns.reshape(-1),
        )
        model = self.model if self.recorded else self.forward
        with self.amp():
            lost, told = self.loss(model, played, at, self.entropy_weight, self.settings.clip)
        self.optimizer.zero_grad(set_to_none=True)
        lost.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.sums += told.detach()
        self.offset += self.size

    def _average(self) -> None:
        """Let the weights of the moment count for the mean: a policy that always takes its best action sways less."""
        kept = min(self.settings.average, self.lessons / (self.lessons + 10))
        with torch.no_grad():
            for mean, weights in zip(self.mean.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(weights, 1 - kept)

    # Telling -------------------------------------------------------------------------------------------------------

    def _clock(self, name: str = "", since: float = 0.0) -> float:
        """The time of playing and learning, measured now and then: waiting for the GPU costs time."""
        if self.lessons % 10 > 0:
            return 0.0
        if self.settings.device == "cuda":
            torch.cuda.synchronize()
        now = time.perf_counter()
        if name:
            self.seconds[name] += now - since
        return now

    def statistics(self) -> dict[str, float]:
        """Statistics since the last call: matches, their points, and how often a match had each kind of action."""
        matches, points = self.ended.tolist()
        verbs = self.verbs.tolist()
        shares, seats = self.won.tolist()
        for sums in (self.ended, self.verbs, self.won):
            sums.zero_()
        found = {"matches": matches, "points": points / max(1.0, matches)}
        if seats:
            found["won_beside_rivals"] = shares / seats
        declared = self.game.declaration
        ends = (*declared.firsts[1:], declared.action_count)
        for action, first, end in zip(declared.actions, declared.firsts, ends, strict=True):
            found[f"actions/{action.name}"] = sum(verbs[first:end]) / max(1.0, matches)
        return found

    # Keeping -------------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Everything needed to continue; the optimiser's state in half precision."""
        memory = self.optimizer.state_dict()
        groups = [{**group, "lr": float(group["lr"]), "capturable": False} for group in memory["param_groups"]]
        memory = {"state": {k: _halved(v) for k, v in memory["state"].items()}, "param_groups": groups}
        return {
            "model": _copied(self.model),
            "mean": _copied(self.mean),
            "optimizer": memory,
            "numbers": {name: getattr(self, name) for name in ("decisions", "lessons", "pace", "spent")},
        }

    def go_on_from(self, state: dict[str, Any]) -> None:
        """Restore what `state` returned."""
        self.model.load_state_dict(state["model"])
        self.mean.load_state_dict(state.get("mean", state["model"]))  # earlier checkpoints have no mean
        memory = state["optimizer"]
        groups = [{**group, "capturable": self.recorded} for group in memory["param_groups"]]
        found = {k: {n: x.float() for n, x in v.items()} for k, v in memory["state"].items()}
        self.optimizer.load_state_dict({"state": found, "param_groups": groups})
        if self.recorded:
            self.optimizer.param_groups[0]["lr"] = self.rate
            self._repeated["descend"].forget()  # the optimiser's tensors are others now
        for name, number in state["numbers"].items():
            setattr(self, name, number)


def _copied(model: Model) -> dict[str, Any]:
    return {name: weights.detach().cpu().clone() for name, weights in model.state_dict().items()}


def _halved(memory: dict[str, Any]) -> dict[str, Any]:
    return {name: x.cpu().bfloat16() if x.dim() > 0 else x.cpu().clone() for name, x in memory.items()}
