"""Learning what plans lead to, in a game whose policies offer some (bots/plans.py): one network for a whole team.

Generation by generation the team plays matches, at first as the game itself plans, then, once it foretells anything, by
the network of the moment; the network learns from the last few of them how likely the end of a plan leads to a win.
What counts as having come of it is part the result and part what the network said a round later, which varies less.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from ludotheque.bots.network import FILE, Network, network_of, outlook_of, read_network
from ludotheque.errors import BadInput
from ludotheque.play import registry
from ludotheque.play.game import Game
from ludotheque.training.curves import Curves
from ludotheque.training.evaluation import STOP
from ludotheque.training.export import export
from ludotheque.training.model import Model
from ludotheque.training.processes import Processes
from ludotheque.training.rehearsal import Notes, Rehearsal, joined
from ludotheque.training.run import CHECKPOINT, SAMPLE, SETTINGS
from ludotheque.training.settings import Settings
from ludotheque.training.shape import Shape
from ludotheque.training.start import weights_of

GENERATIONS = 6
KEPT = 3  # recent generations that are learnt from
PLAYED = 0.5  # the share of the time spent on matches
LAMBDA = 0.7  # the weight of the result against the network's later estimate
MATCHES = 128  # maximum number of matches at once
RATES = (1e-3, 1e-5)  # the learning rate at the beginning and the end of a generation
DECAY = 0.01  # of weights
BATCH = 1024
KEPT_BACK = 10  # one in this many matches is held out for validation
BLOCKS, HIDDEN = 1, 128
OWN_OPTIONS = 0.5  # the share of matches with random options

Numbers = NDArray[Any]


def model_for(game: Game, settings: Settings, start: Network | None) -> Model:
    """A dense model for the ends of plans, with a network's weights if there is one; of actions it says nothing."""
    outlook = outlook_of(game)
    if outlook is None:
        raise BadInput.at(game.name, 0, "", "its policies offer no plans")
    blocks, hidden = settings.blocks or BLOCKS, settings.hidden or HIDDEN
    if start is not None:
        blocks, hidden = start.blocks, start.arrays["around.weights"].shape[1]
    model = Model(Shape(outlook.size, None, 1, 1, 0, (0,), 0, blocks, hidden), outlook.scales)
    if start is not None:
        model.load_state_dict(weights_of(start))
    return model


class PlanTraining:
    """A network that learns from matches of its own, generation by generation."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.settings, self.folder, self.processes = settings, folder, Processes(settings.device)
        if self.processes.size > 1:
            raise BadInput.at("torchrun", 0, "", "one process trains a network that judges plans; its threads play")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / STOP).unlink(missing_ok=True)
        (folder / SETTINGS).write_text(json.dumps(asdict(settings), indent=2) + "\n", encoding="utf-8")
        torch.manual_seed(settings.seed)
        self.game = registry.game(settings.game, "compiled")
        self.curves = Curves(folder)
        self.network: Network | None = None  # the network that plays, once there is one
        if settings.start:
            self.network = read_network(Path(settings.start), self.game)
        self.model = model_for(self.game, settings, self.network).to(settings.device)
        self.drawn = np.random.default_rng(settings.seed)
        self.generation, self.matches, self.spent = 0, 0, 0.0
        self.notes: list[Notes] = []  # rows of the last generations
        self.is_able = self.network is not None  # an untrained network does not play
        if (folder / CHECKPOINT).exists():
            self._go_on_from(torch.load(folder / CHECKPOINT, map_location=settings.device, weights_only=True))

    @property
    def is_over(self) -> bool:
        """Whether all generations have been trained."""
        return self.generation >= GENERATIONS

    @property
    def amount(self) -> dict[str, int]:
        """How much has been trained so far."""
        return {"generations": self.generation, "matches": self.matches, "seconds": round(self.spent)}

    def run(self) -> Path:
        """Play and learn for as long as the settings say; the network file."""
        told = self.settings
        each = told.seconds / GENERATIONS
        if self.generation < GENERATIONS:
            Rehearsal(self.game, 1).play(["compile"], told.players[0])  # before the time limit starts
            self._warm_up()
        begun = time.time() - self.spent
        file = self.folder / FILE
        try:
            while self.generation < GENERATIONS:
                until, now = begun + each * (self.generation + 1), time.time()
                played = self.play(now + PLAYED * max(0.0, until - now))
                self.notes = [*self.notes, played][-KEPT:]
                self.matches += played.matches
                figures = self.learn(max(until, 2 * time.time() - now))  # at least as long as it played
                self.is_able = figures["log_loss"] < figures["log_loss_constant"]
                self.generation += 1
                self.spent = time.time() - begun
                file = self.save()
                won = {f"won/{n}": float(played.won[played.players == n].mean()) for n in np.unique(played.players)}
                live = f"{told.game} generation {self.generation}: {self.matches} matches, {self.spent:.0f} s, "
                live += ", ".join(f"{name} {number:.3f}" for name, number in (figures | won).items())
                self.curves.write_figures(self.matches, figures | won, live)
            return file
        finally:
            (self.folder / STOP).touch()
            self.curves.close()

    # Matches ---------------------------------------------------------------------------------------------------------

    def play(self, until: float) -> Notes:
        """Matches until the clock shows `until`, a batch for each number of players at least."""
        told = self.settings
        lock, found, numbered = threading.Lock(), [], 0
        enough, size = len(told.players), min(told.matches, MATCHES)

        def work() -> None:
            nonlocal numbered
            rehearsal = Rehearsal(self.game, size)
            while True:
                with lock:
                    if numbered >= enough and time.time() >= until:
                        return
                    number = numbered
                    numbered += 1
                drawn = np.random.default_rng((told.seed, self.generation, number))
                seeds = [f"{told.seed}/{self.generation}/{number}/{i}" for i in range(size)]
                players = told.players[number % len(told.players)]
                options = self.options(drawn) if told.options or drawn.random() < OWN_OPTIONS else None
                notes = rehearsal.play(seeds, players, self.network if self.is_able else None, options, drawn)
                with lock:
                    found.append(notes)

        with ThreadPoolExecutor(told.threads) as pool:
            for future in [pool.submit(work) for _ in range(told.threads)]:
                future.result()
        return joined(found)

    def options(self, drawn: np.random.Generator) -> dict[str, Any]:
        """The options of a table: those asked for, or random ones."""
        if self.settings.options:
            return dict(self.settings.options)
        return {one.name: one.values[drawn.integers(len(one.values))] for one in self.game.declaration.options}

    # Lessons ---------------------------------------------------------------------------------------------------------

    def learn(self, until: float) -> dict[str, float]:
        """Learn from the notes until the clock shows `until`; how well the network foretells matches kept back."""
        told = self.settings
        notes = joined(self.notes)
        targets = torch.as_tensor(self.targets(notes), dtype=torch.float32, device=told.device)
        rows = torch.as_tensor(notes.rows, device=told.device)
        back = self.kept_back()
        learnt = torch.as_tensor(np.flatnonzero(~back), device=told.device)
        optimizer = torch.optim.AdamW(self.model.parameters(), lr=RATES[0], weight_decay=DECAY)
        passes = max(1, told.imitated_passes * len(learnt) // BATCH)
        begun, steps = time.time(), 0
        while True:
            part = max(steps / passes, (time.time() - begun) / max(1e-9, until - begun))
            if part >= 1 and steps:
                break
            for group in optimizer.param_groups:
                group["lr"] = RATES[1] + (RATES[0] - RATES[1]) * 0.5 * (1 + math.cos(math.pi * min(1.0, part)))
            at = learnt[torch.randint(len(learnt), (BATCH,), device=told.device)]
            loss = functional.binary_cross_entropy_with_logits(self._promised(rows[at]), targets[at])
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            steps += 1
        won = torch.as_tensor(notes.won[notes.match[back]], dtype=torch.float32)
        said = torch.as_tensor(self._chances(notes.rows[back]))
        mean = won.mean().expand_as(won)
        return {
            "log_loss": float(functional.binary_cross_entropy(said.clamp(1e-4, 1 - 1e-4), won)),
            "log_loss_constant": float(functional.binary_cross_entropy(mean.clamp(1e-4, 1 - 1e-4), won)),
            "steps": float(steps),
        }

    def kept_back(self) -> Numbers:
        """Which notes are not learnt from: the same ones as long as they are there.

        Told generation by generation, since among all a match has another number when the oldest go.
        """
        return np.concatenate([one.match % KEPT_BACK == 0 for one in self.notes])

    def _warm_up(self) -> None:
        """Make a step that changes nothing, so that what PyTorch loads at its first step does not slow a generation."""
        optimizer = torch.optim.AdamW(self.model.parameters(), lr=0.0, weight_decay=0.0)
        nothing = torch.zeros((BATCH, self.model.shape.observation), dtype=torch.int16, device=self.settings.device)
        self._promised(nothing).sum().backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)

    def targets(self, notes: Notes) -> Numbers:
        """The targets of each row: the result, mixed with the network's estimates of later rounds."""
        results = notes.won[notes.match].astype(np.float32)
        if self.network is None:  # the first generation has learnt nothing yet
            return results
        order = np.lexsort((notes.round, notes.match))
        said = self._chances(notes.rows)
        targets = results.copy()
        later, after, owner = 0.0, 0.0, -1  # after: the network's estimate a round later
        for at in order[::-1].tolist():
            if notes.match[at] == owner:
                later = (1 - LAMBDA) * after + LAMBDA * later
            else:
                owner, later = notes.match[at], float(results[at])
            targets[at] = later
            after = float(said[at])
        return targets

    def _promised(self, rows: Any) -> Any:
        """Logits of a win."""
        with torch.autocast("cuda", torch.bfloat16, enabled=self.settings.device == "cuda"):
            promised = self.model(rows)[1]
        return promised

    def _chances(self, rows: Numbers) -> Numbers:
        """The chances of some ends of plans."""
        with torch.no_grad():
            parts = [
                torch.sigmoid(self._promised(torch.as_tensor(rows[k : k + SAMPLE], device=self.settings.device)))
                for k in range(0, len(rows), SAMPLE)
            ]
        return np.asarray(torch.cat(parts).cpu().numpy(), np.float32)

    # Files -----------------------------------------------------------------------------------------------------------

    def save(self) -> Path:
        """Write checkpoint and network; the newest network is `network.npz`, the numbered ones are for comparing."""
        state = {
            "model": self.model.state_dict(),
            "generation": self.generation,
            "matches": self.matches,
            "spent": self.spent,
            "is_able": self.is_able,
        }
        part = self.folder / f"{CHECKPOINT}.part"
        torch.save(state, part)
        os.replace(part, self.folder / CHECKPOINT)
        rows = self.notes[-1].rows
        sample = rows[self.drawn.integers(len(rows), size=min(SAMPLE, len(rows)))]
        about = {"matches": self.matches, "seconds": round(self.spent), "players": list(self.settings.players)}
        numbered = self.folder / f"network-{self.generation:03d}.npz"
        self.network = export(numbered, self.game, self.model, sample, about)
        shutil.copy(numbered, self.folder / FILE)
        return numbered

    def _go_on_from(self, state: dict[str, Any]) -> None:
        """Go on where a training ended: with its weights, and matches by them."""
        self.model.load_state_dict(state["model"])
        self.generation, self.matches, self.spent = state["generation"], state["matches"], state["spent"]
        self.network = network_of(self.game, self.folder / FILE) if self.generation else None
        self.is_able = state["is_able"]
