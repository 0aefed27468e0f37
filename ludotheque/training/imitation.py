"""Before any play: learning what others did in matches that were written down (bots/dataset.py)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from ludotheque.bots import dataset
from ludotheque.bots.network import REWARD
from ludotheque.errors import BadInput
from ludotheque.training.curves import Curves
from ludotheque.training.learner import NEVER, Learner

RATES = (1e-3, 3e-5)  # the learning rate at the beginning and the end
KEPT_BACK = 50  # one in this many matches is held out for validation

Rows = tuple[Any, ...]  # observations, legal actions, actions taken, results


def imitate(learner: Learner, curves: Curves) -> None:
    """Learn to do as they did, and, where nothing but the result counts, what it leads to."""
    told = learner.settings
    lessons, kept_back = load(learner)
    size = min(told.minibatch, len(lessons[2]))
    steps = max(1, told.imitated_passes * len(lessons[2]) // size)
    for step in range(steps):
        part = step / steps
        rate = RATES[1] + (RATES[0] - RATES[1]) * 0.5 * (1 + math.cos(math.pi * part))
        learner.set_rate(rate * min(1.0, (step + 1) / 100))
        at = torch.randint(len(lessons[2]), (size,), device=told.device)
        loss, _ = _loss(learner, [column[at] for column in lessons])
        learner.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learner.model.parameters(), 1.0)
        learner.optimizer.step()
        if step % max(1, steps // 10) == 0 or step == steps - 1:
            figures = understood(learner, kept_back, size)
            live = f"{told.game} imitating {part:4.0%} " + " ".join(f"{k} {v:.3f}" for k, v in figures.items())
            curves.write_figures(
                learner.decisions, {f"imitation/{k}": v for k, v in figures.items()} | {"part": part}, live
            )
    learner.mean.load_state_dict(learner.model.state_dict())


def load(learner: Learner) -> tuple[Rows, Rows]:
    """The decisions of all datasets in which there was a choice: those to learn from, those kept back."""
    parts: list[tuple[Any, ...]] = []
    for folder in learner.settings.imitate:
        for shard in dataset.read(folder):
            if shard["observation"].shape[1] != learner.game.observation.size:
                raise BadInput.at(folder, 0, "", f"was not written for {learner.game.name} as it is")
            free = shard["legal"].sum(1) > 1
            won = shard["share"] > 0 if learner.judge.together else shard["share"]
            columns = (shard["observation"], shard["legal"], shard["action"], won, shard["match"])
            parts.append(tuple(column[free] for column in columns))
    whole = [np.concatenate(column) for column in zip(*parts, strict=True)]
    back = whole[4] % KEPT_BACK == 0
    told = learner.settings.device
    types = (torch.int16, torch.bool, torch.int64, torch.float32)

    def rows(chosen: Any) -> Rows:
        return tuple(
            torch.as_tensor(column[chosen], dtype=dtype, device=told)
            for column, dtype in zip(whole[:4], types, strict=True)
        )

    return rows(~back), rows(back)


def _loss(learner: Learner, rows: Any) -> tuple[Any, Any]:
    """The loss on some rows, and how often the prediction is the action played."""
    x, mask, actions, won = rows
    with learner.amp():
        logits, values = learner.forward(x)
    logits = logits.masked_fill(~mask, NEVER)
    loss = functional.cross_entropy(logits, actions)
    if not learner.settings.shaped:
        loss = loss + 0.1 * (values - REWARD * won).square().mean()
    return loss, (logits.argmax(1) == actions).float().mean()


def understood(learner: Learner, rows: Rows, size: int) -> dict[str, float]:
    """The quality of the network on rows that it did not learn from."""
    losses, hits = [], []
    with torch.no_grad():
        for k in range(0, max(1, len(rows[2]) - size + 1), size):
            loss, hit = _loss(learner, [column[k : k + size] for column in rows])
            losses.append(float(loss))
            hits.append(float(hit))
    return {"loss": float(np.mean(losses)), "agreement": float(np.mean(hits))}
