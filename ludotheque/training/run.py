"""A training from its beginning, or from where it was broken off, to a network file."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from ludotheque.bots.network import FILE
from ludotheque.play import registry
from ludotheque.training.curves import Curves
from ludotheque.training.evaluation import STOP, watch
from ludotheque.training.expert import Expert
from ludotheque.training.export import export
from ludotheque.training.graphs import WARM
from ludotheque.training.imitation import imitate
from ludotheque.training.learner import Learner
from ludotheque.training.processes import Processes
from ludotheque.training.settings import Settings

CHECKPOINT, SETTINGS = "checkpoint.pt", "settings.json"
SAMPLE = 4096  # observations from which the export sees how large hidden values get


class Training:
    """A learner, its folder, and the clock."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.settings, self.folder = settings, folder
        self.processes = Processes(settings.device)
        folder.mkdir(parents=True, exist_ok=True)
        if self.processes.first:
            (folder / STOP).unlink(missing_ok=True)
            (folder / SETTINGS).write_text(json.dumps(asdict(settings), indent=2) + "\n", encoding="utf-8")
        if settings.device == "cpu":
            torch.set_num_threads(settings.threads)
        self.game = registry.game(settings.game, "compiled")
        self.curves = Curves(folder if self.processes.first else folder / f"process-{self.processes.rank}")
        self.learner = (Expert if settings.search else Learner)(settings, self.game, self.processes)
        if (folder / CHECKPOINT).exists():
            self.learner.go_on_from(torch.load(folder / CHECKPOINT, map_location=settings.device, weights_only=True))
        self.learner.remember()

    @property
    def is_over(self) -> bool:
        """Whether it has been trained for as long as the settings say."""
        return self.learner.spent >= self.settings.seconds

    @property
    def amount(self) -> dict[str, int]:
        """How much has been trained so far."""
        return {"decisions": self.learner.decisions, "seconds": round(self.learner.spent)}

    def run(self, end: float | None = None) -> Path:
        """Train for as long as the settings say, or until the clock shows `end`; the network file."""
        try:
            self._run(end)
            return self.save()
        finally:
            if self.processes.first:
                (self.folder / STOP).touch()
            self.curves.close()

    def _run(self, end: float | None) -> None:
        told, learner = self.settings, self.learner
        self.warm_up()
        if told.imitate and learner.lessons == 0:
            imitate(learner, self.curves)
            learner.remember()
            self.save()
        before, begun = learner.spent, self.processes.told_by_first(time.time())
        first_decisions = learner.decisions
        saved = remembered = logged = begun
        figures: dict[str, float] = {}
        while True:
            now = self.processes.told_by_first(time.time())  # one clock for all
            learner.spent = before + now - begun
            part = learner.spent / told.seconds
            if part >= 1 or (end is not None and now >= end):
                break
            learner.play(part)
            figures = learner.learn(part)
            if now - logged >= told.log_seconds or learner.lessons in (1, 3):
                logged = now
                rate = (learner.decisions - first_decisions) / max(1e-9, time.time() - begun)
                self._report(part, rate, figures)
            if now - remembered >= told.pool_seconds:
                remembered = now
                learner.remember()
            if now - saved >= told.save_seconds:
                saved = now
                self.save()

    def warm_up(self) -> None:
        """Have everything compiled before the clock runs."""
        learner = self.learner
        kept = learner.state()
        for _ in range(1 + WARM if learner.recorded else 1):
            learner.play(0.0)
            learner.learn(0.0)
        learner.go_on_from(kept)
        learner.statistics()
        learner.seconds = dict.fromkeys(learner.seconds, 0.0)

    def _report(self, part: float, rate: float, figures: dict[str, float]) -> None:
        learner, told = self.learner, self.settings
        played = learner.statistics()
        timed = max(1, (learner.lessons + 9) // 10) * told.steps * told.matches
        where = {f"microseconds/{name}": 1e6 * spent / timed for name, spent in learner.seconds.items()}
        all_figures = {**figures, **played, **where, "part": part, "decisions_a_second": rate, "pace": learner.pace}
        verbs = " ".join(f"{k[8:]} {v:.1f}" for k, v in played.items() if k.startswith("actions/") and v >= 0.05)
        live = (
            f"{told.game} {part:4.0%} {learner.spent:5.0f} s {short(learner.decisions)} decisions at {short(rate)}/s "
            f"entropy {figures['entropy']:.3f} kl {figures['kl']:.4f} explained {figures['explained']:.2f} "
            f"gamma {told.gamma(part):.3f} points {played['points']:.1f} | {verbs}"
        )
        self.curves.write_figures(learner.decisions, all_figures, live if self.processes.first else "")

    def save(self) -> Path:
        """Write checkpoint and network; the newest network is `network.npz`, the numbered ones are for comparing."""
        learner = self.learner
        numbered = self.folder / f"network-{learner.decisions // 1000:09d}.npz"
        if not self.processes.first:  # the first one does it for all
            return numbered
        part = self.folder / f"{CHECKPOINT}.part"
        torch.save(learner.state(), part)
        os.replace(part, self.folder / CHECKPOINT)
        flat = learner.observations[:-1].flatten(0, 1)
        rows = torch.randint(len(flat), (min(SAMPLE, len(flat)),), device=flat.device)
        about: dict[str, Any] = {
            "decisions": learner.decisions,
            "seconds": round(learner.spent),
            "players": list(self.settings.players),
            "shaped": self.settings.shaped,
        }
        unfinished = self.folder / "network.part"
        export(unfinished, self.game, learner.mean, flat[rows], about)
        shutil.copy(unfinished, self.folder / FILE)
        os.replace(unfinished, numbered)
        return numbered


def short(number: float) -> str:
    """A number in three figures: 950, 12.3 k, 1.24 M."""
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{unit}" if number < 999.5 * size else f"{number / size:.0f}{unit}"
    return f"{number:.0f}"


def evaluator(
    settings: Settings, folder: Path, others: tuple[str, ...], games: int, threads: int, end: float
) -> multiprocessing.process.BaseProcess:
    """Start the process that evaluates beside the training."""
    context = multiprocessing.get_context("spawn")
    told = (settings.game, folder, settings.players, others, games, threads, end, dict(settings.options))
    process = context.Process(target=watch, args=told, daemon=True)
    process.start()
    return process
