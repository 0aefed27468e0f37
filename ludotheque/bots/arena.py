"""A running contest: on all cores or a cluster, resumed from its file, ended when a sequential test is sure."""

from __future__ import annotations

import dataclasses
import json
import math
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol

import numpy as np

from ludotheque.bots.contest import BotFailed, Contest, Failures, Pairing, Played, Stopped, Table, add_failures
from ludotheque.bots.learnt import network_behind
from ludotheque.bots.levels import search_settings_of
from ludotheque.bots.network import digest_of as digest_of_network
from ludotheque.bots.position_values import asks_network
from ludotheque.bots.value_network import digest_of
from ludotheque.errors import BadInput, Fault, LudothequeError
from ludotheque.play import registry
from ludotheque.reports.intervals import Z, wilson

Progress = Callable[[float], None]
Job = tuple[Pairing, int]  # a pairing and the number of its match
Note = Callable[[Job, Played], None]  # called with each match that is over
DOUBT = 0.05  # the probability that the sequential test is ever wrong
RIPE = 100  # the number of matches at which the sequential test is sharpest
ELO = 400 / math.log(10)
SOURCES = ("deal", "draws", "own", "others")  # of luck, see Ledger.surprises
PARTS = 10  # of the deals; what luck is worth in one is fitted to the others
WARY = 16.0  # deals of no luck that count beside the real ones
LISTENING = 0.2  # seconds between checks for an interrupt, which not every wait notices


class OtherContest(LudothequeError):
    """The results file belongs to another contest, or is none."""


class Workers(Protocol):
    """The interface of the threads or machines that play."""

    def play(self, contest: Contest, jobs: Iterator[Job], note: Note) -> None:
        """Play until no job is left, in any order; record each match as soon as it ends, one at a time."""


class Threads:
    """Matches in threads of this process."""

    def __init__(self, count: int) -> None:
        self.count = count

    def play(self, contest: Contest, jobs: Iterator[Job], note: Note) -> None:
        """Play jobs in several threads, each with its own table. If one fails or is interrupted, the others stop before
        their next decision.
        """
        lock, stopped = threading.Lock(), threading.Event()

        def work() -> None:
            table = Table(contest, stopped)
            while True:
                with lock:
                    job = next(jobs, None)
                if job is None:
                    return
                try:
                    played = table.play(*job)
                except Stopped:
                    return
                with lock:
                    note(job, played)

        with ThreadPoolExecutor(self.count, "arena") as pool:
            try:
                going = {pool.submit(work) for _ in range(self.count)}
                while going:
                    over, going = wait(going, LISTENING, FIRST_COMPLETED)
                    for worker in over:
                        worker.result()
            finally:
                stopped.set()


def is_sure(total: float, n: int, fair: float) -> bool:
    """Return whether the guest is surely better or worse than fair, however often the test looks.

    Shares lie between 0 and 1, so they are sub-Gaussian with deviation 1/2; the bound is Robbins' mixture.
    """
    if n == 0:
        return False
    growth = n / RIPE + 1
    radius = math.sqrt(0.5 * growth * RIPE / (n * n) * math.log(math.sqrt(growth) / DOUBT))
    return abs(total / n - fair) > radius


@dataclass
class Count:
    """The number of matches of a pairing counted so far, in order and without a gap."""

    n: int = 0
    total: float = 0.0
    end: int | None = None  # the match count at which it was decided or complete


class Arena:
    """The results so far. Matches are counted in order, so that the same contest always ends with the same figures.

    With a file they are kept there, and those that it holds are taken over. It is opened at once, so that nobody plays
    for a file that can't be written.

    If a bot fails in more than `tolerate` decisions in all, the arena stops with BotFailed, and the match is not kept.
    """

    def __init__(
        self, contest: Contest, games: int, early: bool = True, file: Path | None = None, tolerate: int = 0
    ) -> None:
        self.contest, self.games, self.early, self.tolerate = contest, games, early, tolerate
        self.failed: dict[Pairing, dict[int, Failures]] = {pairing: {} for pairing in contest.pairings}
        self.shares: dict[Pairing, dict[int, float]] = {pairing: {} for pairing in contest.pairings}
        self.luck: dict[Pairing, dict[int, Mapping[str, Sequence[float]]]] = {
            pairing: {} for pairing in contest.pairings
        }
        self.file = file
        self._together = registry.game(contest.game, contest.mode).declaration.together
        self._counts = {pairing: Count() for pairing in contest.pairings}
        if file is not None:
            self._take_over(file)
        for pairing in contest.pairings:
            self._count_on(pairing)

    # Playing -------------------------------------------------------------------------------------------------------

    def run(self, hands: Workers, progress: Progress = lambda done: None) -> None:
        """Play the missing matches. However it ends, finished matches are stored."""
        with self._kept() as out:

            def note(job: Job, played: Played) -> None:
                pairing, match = job
                self._keep(pairing, match, played)
                self._count_on(pairing)
                if out is not None:
                    row: dict[str, Any] = {
                        "guest": pairing.guest,
                        "hosts": pairing.hosts,
                        "match": match,
                        "share": played.share,
                    }
                    if played.luck is not None:
                        row["luck"] = {source: list(told) for source, told in played.luck.items()}
                    if played.failures:
                        row["failures"] = played.failures
                    with refusing(self.file):
                        out.write(json.dumps(row) + "\n")
                        out.flush()
                progress(self.part_done())

            hands.play(self.contest, self._jobs(), note)

    def _keep(self, pairing: Pairing, match: int, played: Played) -> None:
        """Keep a match, unless a bot has failed too often with it."""
        if played.failures:
            failures = self.failures()
            add_failures(failures, played.failures)
            for name in played.failures:
                if failures[name]["count"] > self.tolerate:
                    raise BotFailed(name, failures, self.tolerate)
            self.failed[pairing][match] = played.failures
        self.shares[pairing][match] = played.share
        if played.luck is not None:
            self.luck[pairing][match] = played.luck

    def _jobs(self) -> Iterator[Job]:
        """Yield the next match of each pairing in turn until the result of the pairing is decided."""
        for match in range(self.games):
            for pairing in self.contest.pairings:
                if match not in self.shares[pairing] and self.end_of(pairing) is None:
                    yield pairing, match

    def part_done(self) -> float:
        """Return the part of the contest that is done; a decided pairing counts as done."""
        parts = [
            1.0 if self.end_of(pairing) is not None else min(1.0, len(self.shares[pairing]) / self.games)
            for pairing in self.contest.pairings
        ]
        return sum(parts) / len(parts)

    def end_of(self, pairing: Pairing) -> int | None:
        """Return the number of matches after which the pairing was decided or complete; None before that."""
        return self._counts[pairing].end

    def _count_on(self, pairing: Pairing) -> None:
        """Count the matches that follow on those counted.

        The test is looked at after full rounds, when the guest has had every seat.
        """
        shares, count = self.shares[pairing], self._counts[pairing]
        while count.end is None and count.n in shares:
            count.total += shares[count.n]
            count.n += 1
            looked = self.early and not self._together and count.n % self.contest.players == 0
            if count.n == self.games or (looked and is_sure(count.total, count.n, self.contest.fair)):
                count.end = count.n

    # The file ------------------------------------------------------------------------------------------------------

    def _header(self) -> dict[str, Any]:
        game = registry.game(self.contest.game, self.contest.mode)
        told = dataclasses.asdict(self.contest)
        if self.contest.luck:
            judged = digest_of_network(game) if asks_network(game, self.contest.players) else "heuristic"
            told["luck"] = [*SOURCES, judged]  # files of earlier versions knew one sum, which can't be taken apart
        else:
            del told["luck"]  # files of earlier versions do not say this
        if not self.contest.cross:
            del told["cross"]  # nor this
        told["settings"] = dataclasses.asdict(search_settings_of(game))  # a changed level is a different player
        learnt = digest_of(game.package)
        if learnt is not None:
            told["value_network"] = learnt  # another value network makes a different player
        networks = {name: network_behind(game, name) for name in self.contest.bots}
        if any(networks.values()):
            told["networks"] = {name: digest for name, digest in networks.items() if digest}
        return json.loads(json.dumps({"rules": game.rules_version, **told}))  # type: ignore[no-any-return]

    @contextmanager
    def _kept(self) -> Iterator[IO[str] | None]:
        """Open the results file for appending; None if there is none."""
        if self.file is None:
            yield None
            return
        with refusing(self.file):
            out = self.file.open("a", encoding="utf-8")
        with out:
            yield out

    def _take_over(self, file: Path) -> None:
        """Take over the matches of a file, or begin it. A last line that was cut off is left aside."""
        with refusing(file), file.open("a+b") as opened:
            opened.seek(0)
            held = opened.read()
            if not held.strip():
                opened.truncate(0)
                opened.write(json.dumps(self._header()).encode() + b"\n")
                return
            lines = held.splitlines(keepends=True)
            self._check_header(lines[0], file)
            whole = lines if held.endswith(b"\n") or is_json(lines[-1]) else lines[:-1]
            self._check_rows(whole[1:], file)
            opened.truncate(sum(map(len, whole)))
            if not whole[-1].endswith(b"\n"):
                opened.write(b"\n")

    def _check_header(self, line: bytes, file: Path) -> None:
        """Refuse a file whose first line names another contest."""
        if not is_json(line) or json.loads(line) != self._header():
            raise OtherContest(f"{file} holds the results of another contest, or none: name another file")

    def _check_rows(self, lines: list[bytes], file: Path) -> None:
        """Read the matches from all rows of the file; refuse invalid rows."""
        faults = []
        for number, line in enumerate(lines, 2):
            if not line.strip():
                continue
            row: Any = json.loads(line) if is_json(line) else None
            field, problem = fault_of(row, self.contest)
            if problem:
                faults.append(Fault(number, field, problem))
            else:
                played = Played(row["share"], row.get("failures", {}), row.get("luck"))
                self._keep(Pairing(row["guest"], row["hosts"]), row["match"], played)
        if faults:
            raise BadInput(str(file), faults)

    # Results --------------------------------------------------------------------------------------------------------

    def counted(self, pairing: Pairing) -> list[float]:
        """The shares of the matches that count: those up to the end of the pairing, or all in order so far."""
        shares = self.shares[pairing]
        end = self.end_of(pairing)
        return [shares[n] for n in (range(end) if end is not None else sorted(shares))]

    def failures(self, *pairings: Pairing) -> Failures:
        """The failures of each bot in the matches that count: of some pairings, or of all."""
        found: Failures = {}
        for pairing in pairings or self.contest.pairings:
            failed, end = self.failed[pairing], self.end_of(pairing)
            for match in sorted(failed):
                if end is None or match < end:
                    add_failures(found, failed[match])
        return found

    def rows(self) -> list[dict[str, Any]]:
        """A row for each pairing: how the guest did."""
        rows = []
        for pairing in self.contest.pairings:
            shares = self.counted(pairing)
            n = len(shares)
            mean = sum(shares) / n if n else 0.0
            row = {"guest": pairing.guest, "hosts": pairing.hosts, "games": n, "share": mean}
            row["interval"] = list(wilson(mean, n))  # wider than need be where deals are played once for each seat
            row |= self._without_luck(pairing)
            row["failures"] = self.failures(pairing)
            if not self._together:
                row["fair"] = self.contest.fair
                row["sure"] = is_sure(sum(shares), n, self.contest.fair)
            rows.append(row)
        return rows

    def _without_luck(self, pairing: Pairing) -> dict[str, Any]:
        """The estimate of the share without luck, with its 95 % interval; nothing if luck is not measured.

        Matches with the same deal are not independent: their mean counts as one value.
        """
        if not self.contest.luck:
            return {}
        end, found, shares = self.end_of(pairing), self.luck[pairing], self.shares[pairing]
        each = self.contest.players if self.contest.has_guest(pairing) else 1
        deals: dict[int, list[list[float]]] = {}
        for match in sorted(found):
            if end is None or match < end:
                row = [shares[match], *row_of(found[match])]
                deals.setdefault(match // each, []).append(row)
        whole = {deal: rows for deal, rows in deals.items() if len(rows) == each}
        if len(whole) < 2:
            return {"corrected": None, "corrected_interval": None, "narrower": None}
        means = np.array([np.mean(rows, axis=0) for rows in whole.values()])
        corrected = without_luck(means[:, 0], means[:, 1:], np.array(list(whole)))
        mean, spread = float(corrected.mean()), Z * float(corrected.std(ddof=1)) / math.sqrt(len(corrected))
        raw = np.concatenate([np.array(rows)[:, 0] for rows in whole.values()])
        return {
            "corrected": mean,
            "corrected_interval": [mean - spread, mean + spread],
            "narrower": float(raw.var(ddof=1) / each / corrected.var(ddof=1)) if corrected.std() > 0 else None,
        }

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

    def matrix(self) -> dict[str, dict[str, float]]:
        """By guest and by hosts: the share of the guest, or how often the team succeeds."""
        found: dict[str, dict[str, float]] = {name: {} for name in self.contest.bots}
        for row in self.rows():
            found[row["guest"]][row["hosts"]] = row["share"]
        return found

    def summary(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        if self.contest.cross:
            matrix = {"matrix": self.matrix()}
            return {**self._header(), "pairings": self.rows(), **matrix, "failures": self.failures()}
        return {**self._header(), "pairings": self.rows(), "ratings": self.ratings(), "failures": self.failures()}


@contextmanager
def refusing(file: Path | None) -> Iterator[None]:
    """Make a refusal of what the system says about a file."""
    try:
        yield
    except OSError as error:
        raise BadInput.at(str(file), 0, "", f"can't be used for results: {error.strerror or error}") from None


def is_json(line: bytes) -> bool:
    """Whether a line is JSON and nothing else."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):  # not UTF-8 is a ValueError too
        return False
    return True


def fault_of(row: Any, contest: Contest) -> tuple[str, str]:
    """The field and the problem of a bad row of a results file; both empty if the row is good."""
    if not isinstance(row, dict):
        return "", "not a JSON object"
    match, share = row.get("match"), row.get("share")
    if (row.get("guest"), row.get("hosts")) not in [(pairing.guest, pairing.hosts) for pairing in contest.pairings]:
        return "guest", f"{row.get('guest')!r} among {row.get('hosts')!r} is no pairing of this contest"
    if isinstance(match, bool) or not isinstance(match, int) or match < 0:
        return "match", f"{match!r} is not the number of a match"
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:  # nor NaN
        return "share", f"{share!r} is not a number from 0 to 1"
    if ("luck" in row) != contest.luck or (contest.luck and not is_luck(row["luck"])):
        return "luck", f"{row.get('luck')!r} is not what this contest measures of luck"
    failures = row.get("failures", {})
    if not isinstance(failures, dict) or not all(is_failure(failed) for failed in failures.values()):
        return "failures", f'{failures!r} does not have a "count" and a "message" for each bot'
    return "", ""


def is_luck(told: Any) -> bool:
    """Return whether a results file may contain this about the luck of a match."""
    if not isinstance(told, dict) or set(told) != set(SOURCES):
        return False
    if not all(isinstance(part, list) and 0 < len(part) == len(told["deal"]) for part in told.values()):
        return False
    numbers = [number for part in told.values() for number in part]
    return all(type(number) in (int, float) and math.isfinite(number) for number in numbers)


def row_of(luck: Mapping[str, Sequence[float]]) -> list[float]:
    """The luck of a match as a row of numbers, source after source."""
    return [number for source in SOURCES for number in luck[source]]


def without_luck(shares: Any, luck: Any, deals: Any) -> Any:
    """The shares less the part of luck that explains them: a row of `luck` for each.

    Every column has mean zero, so any factor leaves the mean as it is, if it does not depend on that row. So the
    factors for a part of the deals are fitted to all the others. Where there are few, they are drawn towards zero:
    luck that explains nothing is not subtracted.
    """
    corrected, part = np.array(shares, float), np.asarray(deals) % PARTS
    for one in range(PARTS):
        there, others = part == one, part != one
        if there.any() and others.sum() > 1:
            told = luck[others] - luck[others].mean(axis=0)
            seen = told.T @ told
            doubt = np.diag(WARY * np.diag(seen) / others.sum() + 1e-12)
            corrected[there] -= luck[there] @ np.linalg.solve(seen + doubt, told.T @ shares[others])
    return corrected


def is_failure(failed: Any) -> bool:
    """Return whether a results file may contain this about a failed bot."""
    fields = {"count": int, "message": str}
    return isinstance(failed, dict) and {name: type(value) for name, value in failed.items()} == fields


def fit(
    names: tuple[str, ...], results: list[tuple[Pairing, list[float]]], players: int
) -> tuple[list[float], list[float]]:
    """Return the strengths that explain the results best, and their standard deviations.

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
