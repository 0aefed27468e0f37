"""Expert iteration: a model learns what a search with it finds (training/batch_search.py), and searches with that.

Every decision of a batch of matches is searched; what is kept of it is the improved policy and, later, what came of
it. The model learns from the last decisions kept, each looked at a few times. No earlier selves sit at the tables.
"""

from __future__ import annotations

from typing import Any

import torch
from torch.nn import functional

from ludotheque.batches import Batch
from ludotheque.bots.network import REWARD
from ludotheque.play.game import Game
from ludotheque.training.batch_search import NEVER, BatchSearch
from ludotheque.training.learner import WARM_UP, Learner
from ludotheque.training.processes import Processes
from ludotheque.training.rewards import lesson
from ludotheque.training.settings import Settings

SPREAD = 170  # decisions over which matches are spread before anything is learnt
AVERAGE = 0.998  # of the weights, from step to step of the optimiser


class Expert(Learner):
    """A learner whose lessons are what it finds by searching."""

    def __init__(self, settings: Settings, game: Game, processes: Processes | None = None) -> None:
        super().__init__(settings, game, processes)
        told = self.settings
        self.taken = 0  # decisions kept so far
        self.search = BatchSearch(
            self.batch,
            self.forward,
            self._hopes_of,
            told.search,
            told.broad,
            scale=told.scale,
            deep=told.deep,
            compiled=told.device == "cuda" and told.compile,
        )
        room: dict[str, Any] = {"device": told.device}
        self.policies = torch.zeros((told.steps, told.matches, self.batch.action_count), dtype=torch.float16, **room)
        kept = max(told.kept, told.steps * told.matches)
        self.kept_observations = torch.zeros((kept, game.observation.size), dtype=torch.int16, **room)
        self.kept_masks = torch.zeros((kept, self.batch.action_count), dtype=torch.bool, **room)
        self.kept_policies = torch.zeros((kept, self.batch.action_count), dtype=torch.float16, **room)
        self.kept_returns = torch.zeros(kept, **room)
        self.changed = torch.zeros(2, dtype=torch.float64, **room)  # decisions that the search made otherwise; all
        self._spread()

    def _spread(self) -> None:
        """Play on, each match for another while: matches that all stand alike would teach one thing at a time."""
        haste = torch.rand(self.settings.matches, device=self.settings.device)
        with torch.no_grad():
            for _ in range(SPREAD):
                with self.amp():
                    logits, _ = self.forward(self.observations[0])
                noise = torch.empty_like(logits).exponential_().log_()
                actions = (logits.masked_fill(~self.masks[0], NEVER) - noise).argmax(1)
                self.batch.step(torch.where(torch.rand_like(haste) < haste, actions, Batch.WAIT).int())
                self._look(0)
        self.present.copy_(self._present(self.observations[0]))
        self.batch.standings()
        self.potentials = self.judge.potentials(self._standings, self.present)

    def _hopes_of(self, standings: Any, observations: Any) -> tuple[Any, Any]:
        present = self._present(observations)
        return self.judge.potentials(standings, present), present

    def play(self, part: float) -> None:
        """Play some steps of all matches, each with a search."""
        told = self.settings
        self.win_weight.fill_(1.0)
        with torch.no_grad():
            for t in range(told.steps):
                with self.amp():
                    logits, values = self.forward(self.observations[t])
                self.values[t] = values
                logits = logits.masked_fill(~self.masks[t], NEVER)
                seat = self.seats[t].long().clamp(min=0)[:, None]
                hopes = (self.potentials.gather(1, seat)[:, 0] + values / REWARD).clamp(0, 1)
                noise = -torch.empty_like(logits).exponential_().log_() * told.noise
                found = self.search.search(logits, self.masks[t], hopes, noise)
                self.policies[t] = found.policy.half()
                self.changed[0] += (found.policy.argmax(1) != logits.argmax(1)).sum()
                self.changed[1] += len(logits)
                self.actions[t] = found.actions
                self.batch.step(found.actions.int())
                self._look(t + 1)
                self._reward(t)
            with self.amp():
                _, self.values[told.steps] = self.forward(self.observations[told.steps])

    def learn(self, part: float) -> dict[str, float]:
        """Run some steps of the optimiser over the kept decisions, including those just played."""
        told = self.settings
        self._keep(part)
        rate = told.rate(part) * min(1.0, (self.lessons + 1) / (0.1 * WARM_UP))
        self.set_rate(rate)
        there = min(self.taken, len(self.kept_returns))
        count = max(1, round(told.looks * told.steps * told.matches / told.minibatch))
        sums = torch.zeros(4, device=told.device)
        for _ in range(count):
            at = torch.randint(there, (told.minibatch,), device=told.device)
            sums += self._towards(at)
        self.observations[0].copy_(self.observations[-1])
        self.masks[0].copy_(self.masks[-1])
        self.seats[0].copy_(self.seats[-1])
        self.decisions += told.steps * told.matches * self.processes.size
        self.lessons += 1
        changed, decided = self.changed.tolist()
        self.changed.zero_()
        policy, value, entropy, sharp = (sums / count).tolist()
        return {
            "policy_loss": policy,
            "value_loss": value,
            "entropy": entropy,
            "kl": policy - sharp,
            "explained": 0.0,
            "changed": changed / max(1.0, decided),
            "learning_rate": rate,
        }

    def _keep(self, part: float) -> None:
        """Put the decisions whose outcome is known beside those of earlier lessons, in place of the oldest."""
        told = self.settings
        found = lesson(self.rewards, self.done, self.seats, self.values, told.gamma(part), told.lam)
        rows = found.counts.reshape(-1).nonzero()[:, 0]
        at = (self.taken + torch.arange(len(rows), device=rows.device)) % len(self.kept_returns)
        self.kept_observations[at] = self.observations[:-1].flatten(0, 1)[rows]
        self.kept_masks[at] = self.masks[:-1].flatten(0, 1)[rows]
        self.kept_policies[at] = self.policies.flatten(0, 1)[rows]
        self.kept_returns[at] = found.returns.reshape(-1)[rows]
        self.taken += len(rows)

    def _towards(self, at: Any) -> Any:
        """One step of the optimiser; what it was like."""
        target = self.kept_policies[at].float()
        with self.amp():
            logits, values = self.forward(self.kept_observations[at])
        chances = torch.log_softmax(logits.masked_fill(~self.kept_masks[at], NEVER), 1)
        policy = -(target * chances.clamp(min=-50)).sum(1).mean()
        value = functional.mse_loss(values, self.kept_returns[at])
        self.optimizer.zero_grad(set_to_none=True)
        (policy + 0.5 * value).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        with torch.no_grad():
            for mean, weights in zip(self.mean.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(weights, 1 - AVERAGE)
            entropy = -(chances.exp() * chances.clamp(min=-50)).sum(1).mean()
            sharp = -(target * target.clamp(min=1e-9).log()).sum(1).mean()
            return torch.stack((policy, value, entropy, sharp))
