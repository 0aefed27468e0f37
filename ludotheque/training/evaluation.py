"""Beside the training, in a process of its own: every network that it saves meets other bots in the arena."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ludotheque.bots.arena import Arena, Job, Note, Threads
from ludotheque.bots.contest import Contest, Pairing, equal_seatings
from ludotheque.play import registry
from ludotheque.reports.intervals import wilson

RESULTS = "evaluation.jsonl"
STOP = "trained"  # the file that says: no more networks will come
PAUSE = 1.0
SEED = "training"  # other deals than those of docs/strength.md


class Against(Contest):
    """A contest in which the first bot is always the guest; where all win together, it plays with itself."""

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """The guest with every other one."""
        if registry.game(self.game, self.mode).declaration.together:
            return (Pairing(self.bots[0], self.bots[0]),)
        return tuple(Pairing(self.bots[0], other) for other in self.bots[1:])


class Until:
    """Threads that take no more jobs once time is up."""

    def __init__(self, threads: int, end: float) -> None:
        self.threads, self.end = Threads(threads), end

    def play(self, contest: Contest, jobs: Iterator[Job], note: Note) -> None:
        """Play what can be begun in time."""
        self.threads.play(contest, (job for job in jobs if time.time() < self.end), note)


def evaluate(
    game_name: str,
    file: Path,
    players: int,
    others: tuple[str, ...],
    games: int,
    threads: int,
    end: float,
    seed: str,
    options: Mapping[str, Any],
) -> list[dict[str, Any]]:
    """Play a network against others: a row for each of them, with its 95 % interval."""
    game = registry.game(game_name, "compiled")
    seatings = equal_seatings(game, options, players)
    contest = Against(game_name, (f"network:{file}", *others), players, seed, 1.0, options, seatings)
    arena = Arena(contest, games, False)
    arena.run(Until(threads, end))
    rows = []
    for pairing in contest.pairings:
        shares = list(arena.shares[pairing].values())
        if shares:
            mean = sum(shares) / len(shares)
            row = {"players": players, "against": pairing.hosts if pairing.hosts != pairing.guest else "team"}
            rows.append(row | {"n": len(shares), "share": round(mean, 4), "interval": wilson(mean, len(shares))})
    return rows


def watch(
    game_name: str,
    folder: Path,
    players: tuple[int, ...],
    others: tuple[str, ...],
    games: int,
    threads: int,
    end: float,
    options: Mapping[str, Any],
) -> None:
    """Evaluate the newest network of a folder, and again, until the training is over or time is up."""
    seen: Path | None = None
    rounds = 0
    while time.time() < end:
        files = sorted(folder.glob("network-*.npz"))
        if not files or files[-1] == seen:
            if (folder / STOP).exists():
                return
            time.sleep(PAUSE)
            continue
        seen = files[-1]
        number = players[rounds % len(players)]
        rounds += 1
        for row in evaluate(game_name, seen, number, others, games, threads, end, f"{SEED} {rounds}", options):
            told = json.dumps({"network": seen.name, **row})
            print(f"evaluation {told}", file=sys.stderr, flush=True)
            with (folder / RESULTS).open("a", encoding="utf-8") as out:
                out.write(told + "\n")
