"""A contest played out: on all cores or a cluster, resumed from its file, ended where a sequential test is sure."""

from __future__ import annotations

import dataclasses
import json
import math
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, Protocol

import numpy as np

from ludotheque.bots.contest import Contest, Pairing, Table
from ludotheque.bots.levels import manner_of
from ludotheque.errors import LudothequeError
from ludotheque.statistics import Z, wilson

Progress = Callable[[float], None]
Job = tuple[Pairing, int]  # a pairing and the number of its match
DOUBT = 0.05  # the chance that the sequential test is ever sure of what is not so
RIPE = 100  # the number of matches for which the sequential test is made sharpest
ELO = 400 / math.log(10)


class OtherContest(LudothequeError):
    """The results file belongs to another contest, or is none."""


class Hands(Protocol):
    """Those who play: they take jobs from an iterator, give (job, share) back, in any order."""

    def play(self, contest: Contest, jobs: Iterator[Job]) -> Iterator[tuple[Job, float]]:
        """Play until there are no more jobs."""


class Threads:
    """Matches in threads of this process."""

    def __init__(self, count: int) -> None:
        self.count = count

    def play(self, contest: Contest, jobs: Iterator[Job]) -> Iterator[tuple[Job, float]]:
        """Each thread has a table of its own and takes the next job when it has done one."""
        lock, ready = threading.Lock(), threading.Condition()
        done: list[tuple[Job, float]] = []
        stopped = threading.Event()

        def work() -> None:
            table = Table(contest)
            while not stopped.is_set():
                with lock:
                    job = next(jobs, None)
                if job is None:
                    return
                share = table.play(*job)
                with ready:
                    done.append((job, share))
                    ready.notify()

        with ThreadPoolExecutor(self.count, "arena") as pool:
            workers = [pool.submit(work) for _ in range(self.count)]
            try:
                while True:
                    over = all(worker.done() for worker in workers)
                    with ready:
                        if not done and not over:
                            ready.wait(0.2)
                        batch, done[:] = list(done), []
                    yield from batch
                    if over and not batch:
                        break
                for worker in workers:
                    worker.result()
            finally:
                stopped.set()


def is_sure(total: float, n: int, fair: float) -> bool:
    """Whether the guest is surely better or worse than fair, however often one has looked: a sequential test.

    Shares lie between 0 and 1, so they are sub-Gaussian with deviation 1/2; the bound is Robbins' mixture.
    """
    if n == 0:
        return False
    growth = n / RIPE + 1
    radius = math.sqrt(0.5 * growth * RIPE / (n * n) * math.log(math.sqrt(growth) / DOUBT))
    return abs(total / n - fair) > radius


class Tournament:
    """The results so far. Matches are counted in order, so that the same contest always ends with the same figures."""

    def __init__(self, contest: Contest, games: int, early: bool = True, file: Path | None = None) -> None:
        self.contest, self.games, self.early = contest, games, early
        self.shares: dict[Pairing, dict[int, float]] = defaultdict(dict)
        self.file = file
        self._together = contest.pairings[0].guest == contest.pairings[0].hosts
        if file is not None and file.exists():
            self._read(file)

    # Playing -------------------------------------------------------------------------------------------------------

    def run(self, hands: Hands, progress: Progress = lambda done: None) -> None:
        """Play what is missing."""
        out = self._open()
        try:
            for (pairing, match), share in hands.play(self.contest, self._jobs()):
                self.shares[pairing][match] = share
                if out is not None:
                    row = {"guest": pairing.guest, "hosts": pairing.hosts, "match": match, "share": share}
                    out.write(json.dumps(row) + "\n")
                    out.flush()
                progress(self.part_done())
        finally:
            if out is not None:
                out.close()

    def _jobs(self) -> Iterator[Job]:
        """The next match of each pairing in turn, as long as it is not decided."""
        for match in range(self.games):
            for pairing in self.contest.pairings:
                if match not in self.shares[pairing] and self.end_of(pairing) is None:
                    yield pairing, match

    def part_done(self) -> float:
        """How much of the contest is done; a pairing that is decided is done."""
        parts = [
            1.0 if self.end_of(pairing) is not None else min(1.0, len(self.shares[pairing]) / self.games)
            for pairing in self.contest.pairings
        ]
        return sum(parts) / len(parts)

    def end_of(self, pairing: Pairing) -> int | None:
        """After how many matches the pairing was decided or complete, None while it is neither.

        The test is looked at after full rounds, when the guest has had every seat.
        """
        total, n = 0.0, 0
        shares = self.shares[pairing]
        while n in shares and n < self.games:
            total += shares[n]
            n += 1
            sure = self.early and not self._together and n % self.contest.players == 0
            if n == self.games or (sure and is_sure(total, n, self.contest.fair)):
                return n
        return None

    # The file ------------------------------------------------------------------------------------------------------

    def _header(self) -> dict[str, Any]:
        import ludotheque as lt

        rules = lt.game(self.contest.game, self.contest.mode).rules_version
        told = dataclasses.asdict(self.contest)
        told["manner"] = dataclasses.asdict(manner_of(self.contest.game))  # a level that was changed is another player
        return json.loads(json.dumps({"rules": rules, **told}))  # type: ignore[no-any-return]

    def _open(self) -> IO[str] | None:
        if self.file is None:
            return None
        fresh = not self.file.exists()
        out = self.file.open("a", encoding="utf-8")
        if fresh:
            out.write(json.dumps(self._header()) + "\n")
        return out

    def _read(self, file: Path) -> None:
        """Take over the matches of a file; a last line that was cut off is left aside."""
        lines = file.read_text(encoding="utf-8").splitlines()
        try:
            same = json.loads(lines[0]) == self._header()
        except (ValueError, IndexError):
            same = False
        if not same:
            raise OtherContest(f"{file} holds the results of another contest: name another file, or none")
        whole = [lines[0]]
        for line in lines[1:]:
            try:
                row = json.loads(line)
                self.shares[Pairing(row["guest"], row["hosts"])][row["match"]] = row["share"]
                whole.append(line)
            except (ValueError, KeyError):
                continue
        if len(whole) < len(lines):
            file.write_text("\n".join(whole) + "\n", encoding="utf-8")

    # What came of it -----------------------------------------------------------------------------------------------

    def counted(self, pairing: Pairing) -> list[float]:
        """The shares of the matches that count: those up to the end of the pairing, or all in order so far."""
        shares = self.shares[pairing]
        end = self.end_of(pairing)
        return [shares[n] for n in (range(end) if end is not None else sorted(shares))]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each pairing: how the guest did."""
        rows = []
        for pairing in self.contest.pairings:
            shares = self.counted(pairing)
            n = len(shares)
            mean = sum(shares) / n if n else 0.0
            row = {"guest": pairing.guest, "hosts": pairing.hosts, "games": n, "share": mean}
            row["interval"] = list(wilson(mean, n))
            if not self._together:
                row["fair"] = self.contest.fair
                row["sure"] = is_sure(sum(shares), n, self.contest.fair)
            rows.append(row)
        return rows

    def ratings(self) -> list[dict[str, Any]]:
        """Each bot's rating in Elo with its interval, the mean being 0: Bradley and Terry's model, fitted to all."""
        names = self.contest.bots
        if self._together or len(names) < 2:
            return []
        strength, spread = fit(names, [(p, self.counted(p)) for p in self.contest.pairings], self.contest.players)
        rows = [
            {"bot": name, "rating": ELO * r, "interval": [ELO * (r - Z * d), ELO * (r + Z * d)]}
            for name, r, d in zip(names, strength, spread, strict=True)
        ]
        return sorted(rows, key=lambda row: -float(row["rating"]))

    def summary(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {**self._header(), "pairings": self.rows(), "ratings": self.ratings()}


def fit(
    names: tuple[str, ...], results: list[tuple[Pairing, list[float]]], players: int
) -> tuple[list[float], list[float]]:
    """The strengths under which the results are most likely, and their standard deviations.

    A guest of strength a wins with odds exp(a - b) : players - 1 against hosts of strength b. One shared match
    against everybody is added, so that who never lost has a finite rating.
    """
    index = {name: k for k, name in enumerate(names)}
    strength = np.zeros(len(names))
    curve = np.eye(len(names))
    for _ in range(60):
        slope, curve = np.zeros(len(names)), np.zeros((len(names), len(names)))
        for pairing, shares in results:
            a, b = index[pairing.guest], index[pairing.hosts]
            n, won = len(shares) + 1, sum(shares) + 1 / players
            chance = 1 / (1 + (players - 1) * math.exp(strength[b] - strength[a]))
            slope[a] += won - n * chance
            slope[b] -= won - n * chance
            weight = n * chance * (1 - chance)
            curve[[a, b], [a, b]] += weight
            curve[[a, b], [b, a]] -= weight
        step = np.linalg.pinv(curve) @ slope
        strength += np.clip(step, -1, 1)
        strength -= strength.mean()
    spread = np.sqrt(np.clip(np.diag(np.linalg.pinv(curve)), 0, None))
    return strength.tolist(), spread.tolist()
