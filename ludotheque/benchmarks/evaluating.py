"""Evaluate an agent in a task of the benchmark: the same figures from the same agent, with intervals and costs."""

from __future__ import annotations

import contextlib
import datetime
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ludotheque.benchmarks.exploiting import deals, ending, exploitability, policy_of
from ludotheque.benchmarks.guests import Guest, made
from ludotheque.benchmarks.machine import machine
from ludotheque.benchmarks.responding import Frozen, Response
from ludotheque.benchmarks.tasks import HELD_OUT, ITSELF, NAME, VERSION, Round, Task
from ludotheque.bots import catalogue
from ludotheque.bots.arena import row_of as row_of_luck
from ludotheque.bots.arena import without_luck as subtract_luck
from ludotheque.bots.contest import Contest, Failures, Pairing, Table, add_failures
from ludotheque.bots.network_bot import FILE as NETWORK_FILE
from ludotheque.play import registry
from ludotheque.play.game import Game
from ludotheque.reports.intervals import Z, wilson

GUEST, RESPONSE = "benchmark-agent", "benchmark-response"  # names under which the agent and its rival are seated
KUHN = "ludotheque.skeleton.kuhn"
Progress = Callable[[float], None]


def evaluate(
    task: Task,
    agent: str,
    *,
    matches: int | None = None,
    seconds: float | None = None,
    mode: str = "compiled",
    luck: bool = False,
    progress: Progress = lambda done: None,
) -> dict[str, Any]:
    """The result of an agent: `module:factory`, in a process of its own, or the name of one of our bots.

    With `luck`, the luck of every match is measured, and the score without it stands beside the score.
    """
    begun, cpu = time.perf_counter(), time.process_time()
    rows: list[dict[str, Any]] = []
    failures: Failures = {}
    theirs = is_theirs(agent)
    guest = Guest(agent, "benchmark", seconds or task.seconds) if theirs and task.in_a_process else None
    found: dict[str, Any] = {
        "benchmark": NAME,
        "version": VERSION,
        "task": task.name,
        "metric": task.metric,
        "agent": agent,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
    }
    try:
        if task.exact:
            game = Game(KUHN, "plain") if KUHN.endswith(task.game) else registry.game(task.game, "plain")
            with contextlib.redirect_stdout(sys.stderr):  # keep the agent's output out of the result
                bot = made(agent, "benchmark") if theirs else catalogue.make(agent, "benchmark", game)
                forms = [ending(game, text) for text in task.positions] or [deals(game)]
                scores = []
                for form in forms:
                    scores.append(exploitability(form, policy_of(bot)))
                    progress(len(scores) / len(forms))
            found |= {"rules": game.rules_version, "score": sum(scores) / len(scores), "interval": None}
        else:
            played_as = agent
            if theirs:
                bot = guest or made(agent, "benchmark")
                catalogue.register(GUEST, lambda seed: bot)
                played_as = GUEST
            if task.response:
                register_response(task, played_as)
            found["rules"] = registry.game(task.game, mode).rules_version
            number = matches or task.matches
            for done, one in enumerate(task.rounds):

                def report_part(part: float, done: int = done) -> None:
                    progress((done + part) / len(task.rounds))

                row, failed = _played(task, one, played_as, number, mode, luck, report_part)
                rows.append(row)
                add_failures(failures, {agent: failed[GUEST]} if GUEST in failed else {})
            found |= score_of(rows)
    finally:
        if guest is not None:
            guest.close()
        for name in (GUEST, RESPONSE):
            catalogue.unregister(name)
    cost = {
        "seconds": round(time.perf_counter() - begun, 1),
        "processor seconds": round(time.process_time() - cpu + (guest.used if guest is not None else 0.0), 1),
    }
    if guest is not None and guest.decisions:
        cost |= guest.cost()
    return {**found, "rounds": rows, "failures": failures, "cost": cost, "machine": machine()}


def is_theirs(agent: str) -> bool:
    """Whether an agent is `module:factory`, and not one of our bots (`sims:200`, `network:FILE`)."""
    module, colon, factory = agent.partition(":")
    ours = f"{module}:" in (catalogue.SECONDS, catalogue.SIMS, catalogue.TRIES, NETWORK_FILE)
    return bool(colon) and not ours and factory.isidentifier()


def _played(
    task: Task, one: Round, agent: str, matches: int, mode: str, luck: bool, progress: Progress
) -> tuple[dict[str, Any], Failures]:
    """The matches of a round."""
    table, pairing = seated(task, one, agent, mode, luck)
    matches = -(-matches // one.players) * one.players  # the guest has every seat equally often
    failures: Failures = {}
    shares: list[float] = []
    luck_of_matches: list[list[float]] = []
    for match in range(matches):
        played = table.play(pairing, match)
        shares.append(played.share)
        if played.luck is not None:
            luck_of_matches.append(row_of_luck(played.luck))
        add_failures(failures, played.failures)
        progress((match + 1) / matches)
    row = row_of(task, one, shares)
    if luck:
        each = one.players if table.contest.has_guest(pairing) else 1
        row |= without_luck(task, one, shares, luck_of_matches, each)
    return row, failures


def seated(task: Task, one: Round, agent: str, mode: str = "compiled", luck: bool = False) -> tuple[Table, Pairing]:
    """The table at which a round is played, and who sits there: match k is the same wherever it is played."""
    hosts = agent if one.hosts == ITSELF else one.hosts
    seed = f"{HELD_OUT}/{task.name}/{one.players}/{one.hosts}"
    who = RESPONSE if task.response else agent
    names = (who,) if hosts == who else (who, hosts)
    contest = Contest(task.game, names, one.players, seed, 1.0, task.options, one.seatings, mode, luck)
    return Table(contest), Pairing(who, hosts)


def register_response(task: Task, agent: str) -> None:
    """Make the bot that answers an agent known, in a task that asks for it."""
    response = Response(Frozen(registry.game(task.game, "compiled"), agent, "benchmark"), task.rounds[0].players)
    catalogue.register(RESPONSE, lambda seed: response)


def row_of(task: Task, one: Round, shares: list[float]) -> dict[str, Any]:
    """The figures of a round from what the agent won in each match."""
    together = registry.game(task.game, "plain").declaration.together
    matches = len(shares)
    mean = sum(shares) / matches
    scale = scale_of(task, one)
    if together or set(shares) <= {0.0, 1.0}:
        interval = wilson(mean, matches)
    else:
        spread = Z * (sum((share - mean) ** 2 for share in shares) / max(1, matches - 1) / matches) ** 0.5
        interval = mean - spread, mean + spread
    return {
        "round": one.name,
        "matches": matches,
        "value": scale * mean,
        "interval": [scale * bound for bound in interval],
    }


def scale_of(task: Task, one: Round) -> float:
    """The factor that makes 1 fair at tables of three or more opponents."""
    together = registry.game(task.game, "plain").declaration.together
    return 1.0 if together or one.players == 2 else float(one.players)


def without_luck(task: Task, one: Round, shares: list[float], luck: list[list[float]], each: int) -> dict[str, Any]:
    """The value of a round without luck, as the arena estimates it, if there are two deals or more.

    Matches with the same deal, `each` in a row, count as one observation.
    """
    deals = np.array([[share, *row] for share, row in zip(shares, luck, strict=True)])
    deals = deals.reshape(-1, each, deals.shape[1]).mean(axis=1)
    if len(deals) < 2:
        return {}
    scale, corrected = scale_of(task, one), subtract_luck(deals[:, 0], deals[:, 1:], np.arange(len(deals)))
    mean, spread = float(corrected.mean()), Z * float(corrected.std(ddof=1)) / len(corrected) ** 0.5
    return {"corrected": scale * mean, "corrected_interval": [scale * (mean - spread), scale * (mean + spread)]}


def score_of(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The mean of the rounds and its interval, which takes them for independent; and both without luck."""
    score, interval = _mean(rows, "value", "interval")
    found = {"score": score, "interval": interval, "seeds": HELD_OUT}
    if all("corrected" in row for row in rows):
        found["corrected"], found["corrected_interval"] = _mean(rows, "corrected", "corrected_interval")
    return found


def _mean(rows: list[dict[str, Any]], value: str, interval: str) -> tuple[float, list[float]]:
    mean = sum(row[value] for row in rows) / len(rows)
    spread = sum(((row[interval][1] - row[interval][0]) / 2) ** 2 for row in rows) ** 0.5 / len(rows)
    return mean, [mean - spread, mean + spread]


def table_of(results: list[dict[str, Any]]) -> str:
    """Results as tables in Markdown, a task after the other, the best agent first; with their cost and machines."""
    tables = []
    for name in dict.fromkeys(result["task"] for result in results):
        mine = [result for result in results if result["task"] == name]
        less_is_better = mine[0]["metric"].startswith("exploitability")
        mine.sort(key=lambda result: (result["score"] if less_is_better else -result["score"], result["agent"]))
        rounds = [row["round"] for row in mine[0]["rounds"]]
        luck = ["without luck"] if any("corrected" in result for result in mine) else []
        head = ["agent", "score", *luck, *(rounds if len(rounds) > 1 else ()), "matches", "failures", "core s", "date"]
        lines = [f"### {name}", "", f"Score: {mine[0]['metric']}.", "", f"| {' | '.join(head)} |"]
        lines.append(f"|---|{'---:|' * (len(head) - 1)}")
        for result in mine:
            failed = sum(one["count"] for one in result["failures"].values())
            cells = [f"`{result['agent']}`", _figure(result["score"], result["interval"])]
            if luck:
                cells += [_figure(result["corrected"], result["corrected_interval"]) if "corrected" in result else "–"]
            cells += [_figure(row["value"], row["interval"]) for row in result["rounds"] if len(rounds) > 1]
            matches = sum(row["matches"] for row in result["rounds"])
            spent = result["cost"]["processor seconds"]
            cells += [f"{matches:,}" if matches else "–", str(failed), f"{spent:,.0f}", result["date"]]
            lines.append(f"| {' | '.join(cells)} |")
        machines = dict.fromkeys(", ".join(result["machine"].values()) for result in mine)
        lines += ["", f"Machine: {'; '.join(machines)}. Intervals are 95 %."]
        tables.append("\n".join(lines))
    return "\n\n".join(tables) + "\n"


def _figure(value: float, interval: list[float] | None) -> str:
    return f"{value:.3f}" if interval is None else f"{value:.3f} ± {(interval[1] - interval[0]) / 2:.3f}"
