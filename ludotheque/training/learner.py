"""Proximal policy optimisation by self-play on a batch of matches: play for some steps, learn from them, and again."""

from __future__ import annotations

import importlib
import time
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import torch

from ludotheque.batches import Batch, batch
from ludotheque.bots.levels import search_settings_of
from ludotheque.bots.network import REWARD, read_network
from ludotheque.bots.searcher import unit_of
from ludotheque.play.game import Game
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


def seatings_of(game: Game, options: Mapping[str, Any]) -> list[Any] | None:
    """Seat options with a choice: every pair of choices."""
    offered: Any = getattr(game.setup, "choices", None)
    for option in game.declaration.seat_options if offered is not None else ():
        found = [choice for choice, _ in offered(option.name, game.check_options(options), "en")]
        if found:
            return [tuple({option.name: one} for one in pair) for pair in product(found, repeat=2)]
    return None


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
            self.model.load_state_dict(weights_of(start))
        if cuda:
            self.model = self.model.to(memory_format=torch.channels_last)
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=settings.learning_rate, eps=1e-5, weight_decay=1e-4, fused=cuda
        )
        compiled: Any = torch.compile(self.model, dynamic=False) if cuda and settings.compile else self.model
        self.forward = self.processes.shared(compiled)
        self.pool: list[dict[str, Any]] = []
        faced = read_network(Path(settings.rival), game) if settings.rival.endswith(NETWORK_FILE) else None
        theirs = shape if faced is None else shape_like(game, faced)
        self.rival = Model(theirs, game.observation.scales).to(settings.device)  # plays for an earlier version
        self.mean = Model(shape, game.observation.scales).to(settings.device)  # mean weights of recent updates
        self.mean.load_state_dict(self.model.state_dict())
        self.decisions = self.lessons = 0
        self.spent = 0.0  # seconds trained before this process
        self.pace = 1.0  # the factor on the learning rate
        self.seconds = {"play": 0.0, "network": 0.0, "learning": 0.0}
        torch.manual_seed(settings.seed + self.processes.rank)  # all processes have equal weights and different matches
        if faced is not None:
            self.pool = [weights_of(faced)]
        elif settings.rival:
            self.pool = [torch.load(settings.rival, map_location=settings.device, weights_only=True)["model"]]
        self._begin_matches()

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
            told.options,
            seatings=seatings_of(game, told.options),
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
        self._now = {
            name: torch.as_tensor(getattr(b, name), device=device)
            for name in ("seats", "done", "rewards", "scores", "lengths")
        }
        self.judge = self._make_judge()
        self.pooled = 0 if game.declaration.together else n if told.rival else int(told.pool * n)
        self.old = torch.zeros((n, self.width), dtype=torch.bool, **room)  # seats of earlier versions
        self._look(0)
        self.present = self._present(self.observations[0])
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
        win_weight = 1.0 if self.judge.together else told.win_weight(part)  # a team must not learn to lose quickly
        rival = self._seat_rivals()
        timing = self.lessons % 10 == 0
        with torch.no_grad(), self.amp():
            for t in range(told.steps):
                clock = self._clock(timing)
                logits, values = self.forward(self.observations[t])
                self.values[t] = values
                logits = logits.masked_fill(~self.masks[t], NEVER)
                if rival:
                    theirs, _ = self.rival(self.observations[t, : self.pooled])
                    theirs = theirs.masked_fill(~self.masks[t, : self.pooled], NEVER)
                    if told.rival:
                        theirs = theirs * DECIDED
                    old = self.old[: self.pooled].gather(1, self.seats[t, : self.pooled].long()[:, None])
                    self.own[t, : self.pooled] = ~old[:, 0]
                    logits[: self.pooled] = torch.where(old, theirs, logits[: self.pooled])
                noise = torch.empty_like(logits).exponential_().log_()
                actions = (logits - noise).argmax(1)
                self.actions[t] = actions
                self.log_chances[t] = torch.log_softmax(logits, 1).gather(1, actions[:, None])[:, 0]
                clock = self._clock(timing, "network", clock)
                self.batch.step(actions)
                self._look(t + 1)
                self._reward(t, win_weight)
                self._clock(timing, "play", clock)
            _, self.values[told.steps] = self.forward(self.observations[told.steps])

    def _reward(self, t: int, win_weight: float) -> None:
        """The reward of the step for every seat."""
        now = self._now
        over = now["done"][:, None]
        self.batch.standings()
        present = self.present
        self.present = self._present(self.observations[t + 1])
        fresh = self.judge.potentials(self._standings, self.present)
        result = now["rewards"]
        if self.judge.together:
            result = (result > 0).float()
        last = win_weight * result + (1 - win_weight) * self.potentials
        self.rewards[t] = REWARD * (torch.where(over, last, fresh) - self.potentials)
        self.done[t] = now["done"]
        self.verbs += torch.bincount(self.actions[t], minlength=len(self.verbs))
        self.ended[0] += now["done"].sum()
        self.ended[1] += (now["scores"].sum(1) * now["done"]).sum()
        self.potentials = fresh
        if self.pooled:
            own = (~self.old & present & over)[: self.pooled]
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
        clock = self._clock(self.lessons % 10 == 0)
        rate = told.rate(part) * self.pace * min(1.0, (self.lessons + 1) / WARM_UP)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        found = lesson(self.rewards, self.done, self.seats, self.values, told.gamma(part), told.lam)
        rows = (found.counts & self.own).reshape(-1).nonzero()[:, 0]
        advantages = found.advantages.reshape(-1)
        mean, spread = advantages[rows].mean(), advantages[rows].std() + 1e-6
        advantages = (advantages - mean) / spread
        flat = (
            self.observations[:-1].flatten(0, 1),
            self.masks[:-1].flatten(0, 1),
            self.actions.reshape(-1),
            self.log_chances.reshape(-1),
            advantages,
            found.returns.reshape(-1),
        )
        sums = torch.zeros(5, device=told.device)
        some = self.processes.least(len(rows))  # all processes make the same number of steps
        size = min(told.minibatch, some)
        count = 0
        for _ in range(told.epochs):
            order = rows[torch.randperm(len(rows), device=told.device)]
            for k in range(0, some - size + 1, size):
                at = order[k : k + size]
                sums += self._descend([column[at] for column in flat], told.entropy_weight(part))
                count += 1
        kl = self.processes.mean(float(sums[3]) / count)  # the same learning rate in all processes
        if kl < told.kl / 1.5:
            self.pace = min(LIMITS[1], self.pace * 1.05)
        elif kl > told.kl * 1.5:
            self.pace = max(LIMITS[0], self.pace / 1.1)
        returns = flat[5][rows]
        explained = 1 - (returns - self.values[:-1].reshape(-1)[rows]).var() / returns.var().clamp(min=1e-9)
        self.observations[0].copy_(self.observations[-1])
        self.masks[0].copy_(self.masks[-1])
        self.seats[0].copy_(self.seats[-1])
        self.decisions += told.steps * told.matches * self.processes.size
        self._clock(self.lessons % 10 == 0, "learning", clock)
        self.lessons += 1
        self._average()
        names = ("policy_loss", "value_loss", "entropy", "kl", "clipped")
        return dict(zip(names, (sums / count).tolist())) | {"explained": float(explained), "learning_rate": rate}

    def _descend(self, rows: list[Any], entropy_weight: float) -> Any:
        """One step of the optimiser."""
        x, mask, actions, before, advantages, returns = rows
        clip = self.settings.clip
        with self.amp():
            logits, values = self.forward(x)
        chances = torch.log_softmax(logits.masked_fill(~mask, NEVER), 1)
        now = chances.gather(1, actions[:, None])[:, 0]
        ratio = (now - before).exp()
        policy = -torch.min(ratio * advantages, ratio.clamp(1 - clip, 1 + clip) * advantages).mean()
        value = (values - returns).square().mean()
        entropy = -(chances.exp() * chances.clamp(min=-50)).sum(1).mean()
        loss = policy + 0.5 * value - entropy_weight * entropy
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        with torch.no_grad():
            kl = (ratio - 1 - now + before).mean()
            return torch.stack((policy, value, entropy, kl, ((ratio - 1).abs() > clip).float().mean()))

    def _average(self) -> None:
        """Let the weights of the moment count for the mean: a policy that always takes its best action sways less."""
        kept = min(self.settings.average, self.lessons / (self.lessons + 10))
        with torch.no_grad():
            for mean, weights in zip(self.mean.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(weights, 1 - kept)

    # Telling -------------------------------------------------------------------------------------------------------

    def _clock(self, timing: bool, name: str = "", since: float = 0.0) -> float:
        """The time of the parts of a step, measured now and then: waiting for the GPU costs time."""
        if not timing:
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
        memory = {**memory, "state": {k: _halved(v) for k, v in memory["state"].items()}}
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
        memory = {**memory, "state": {k: {n: x.float() for n, x in v.items()} for k, v in memory["state"].items()}}
        self.optimizer.load_state_dict(memory)
        for name, number in state["numbers"].items():
            setattr(self, name, number)


def _copied(model: Model) -> dict[str, Any]:
    return {name: weights.detach().cpu().clone() for name, weights in model.state_dict().items()}


def _halved(memory: dict[str, Any]) -> dict[str, Any]:
    return {name: x.cpu().bfloat16() if x.dim() > 0 else x.cpu().clone() for name, x in memory.items()}
