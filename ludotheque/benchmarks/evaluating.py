"""Evaluate an agent in a task of the benchmark: the same figures from the same agent, with intervals and costs."""

from __future__ import annotations

import contextlib
import datetime
import sys
import time
from collections.abc import Callable
from typing import Any

from ludotheque.benchmarks.exploiting import exploitability, policy_of
from ludotheque.benchmarks.guests import Guest, made
from ludotheque.benchmarks.machine import machine
from ludotheque.benchmarks.tasks import HELD_OUT, ITSELF, NAME, VERSION, Round, Task
from ludotheque.bots import catalogue
from ludotheque.bots.contest import Contest, Failures, Pairing, Table, add_failures
from ludotheque.play import registry
from ludotheque.play.game import Game
from ludotheque.reports.intervals import Z, wilson

GUEST = "benchmark-agent"  # the agent's name in the contest
Progress = Callable[[float], None]


def evaluate(
    task: Task,
    agent: str,
    *,
    matches: int | None = None,
    seconds: float | None = None,
    mode: str = "compiled",
    progress: Progress = lambda done: None,
) -> dict[str, Any]:
    """The result of an agent: `module:factory`, in a process of its own, or the name of one of our bots."""
    begun, cpu = time.perf_counter(), time.process_time()
    rows: list[dict[str, Any]] = []
    failures: Failures = {}
    guest = Guest(agent, "benchmark", seconds or task.seconds) if ":" in agent else None
    found: dict[str, Any] = {
        "benchmark": NAME,
        "version": VERSION,
        "task": task.name,
        "metric": task.metric,
        "agent": agent,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
    }
    try:
        if not task.rounds:
            game = Game("ludotheque.skeleton.kuhn", "plain")
            with contextlib.redirect_stdout(sys.stderr):  # keep the agent's output out of the result
                bot = made(agent, "benchmark") if ":" in agent else catalogue.make(agent, "benchmark", game)
                found |= {"rules": game.rules_version, "score": exploitability(game, policy_of(bot)), "interval": None}
        else:
            if guest is not None:
                catalogue.register(GUEST, lambda seed: guest)
            found["rules"] = registry.game(task.game, mode).rules_version
            number = matches or task.matches
            for done, one in enumerate(task.rounds):

                def report_part(part: float, done: int = done) -> None:
                    progress((done + part) / len(task.rounds))

                row, failed = _played(task, one, GUEST if guest else agent, number, mode, report_part)
                rows.append(row)
                add_failures(failures, {agent: failed[GUEST]} if GUEST in failed else {})
            found["score"] = sum(row["value"] for row in rows) / len(rows)
            spread = sum(((row["interval"][1] - row["interval"][0]) / 2) ** 2 for row in rows) ** 0.5 / len(rows)
            found["interval"] = [found["score"] - spread, found["score"] + spread]
            found["seeds"] = HELD_OUT
    finally:
        if guest is not None:
            guest.close()
            catalogue.unregister(GUEST)
    cost = {
        "seconds": round(time.perf_counter() - begun, 1),
        "processor seconds here": round(time.process_time() - cpu, 1),
    }
    if guest is not None and guest.decisions:
        cost |= guest.cost()
    return {**found, "rounds": rows, "failures": failures, "cost": cost, "machine": machine()}


def _played(
    task: Task, one: Round, agent: str, matches: int, mode: str, progress: Progress
) -> tuple[dict[str, Any], Failures]:
    """The matches of a round."""
    together = registry.game(task.game, mode).declaration.together
    hosts = agent if one.hosts == ITSELF else one.hosts
    seed = f"{HELD_OUT}/{task.name}/{one.players}/{one.hosts}"
    names = (agent,) if hosts == agent else (agent, hosts)
    contest = Contest(task.game, names, one.players, seed, 1.0, task.options, one.seatings, mode)
    table, pairing = Table(contest), Pairing(agent, hosts)
    matches = -(-matches // one.players) * one.players  # the guest has every seat equally often
    failures: Failures = {}
    shares = []
    for match in range(matches):
        played = table.play(pairing, match)
        shares.append(played.share)
        add_failures(failures, played.failures)
        progress((match + 1) / matches)
    mean = sum(shares) / matches
    scale = 1.0 if together or one.players == 2 else float(one.players)
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
    }, failures


def table_of(results: list[dict[str, Any]]) -> str:
    """Results as tables in Markdown, a task after the other, the best agent first."""
    tables = []
    for name in dict.fromkeys(result["task"] for result in results):
        mine = [result for result in results if result["task"] == name]
        less_is_better = mine[0]["metric"].startswith("exploitability")
        mine.sort(key=lambda result: (result["score"] if less_is_better else -result["score"], result["agent"]))
        rounds = [row["round"] for row in mine[0]["rounds"]]
        head = ["agent", "score", *rounds, "failures", "date"]
        lines = [f"### {name}", "", f"Score: {mine[0]['metric']}.", "", f"| {' | '.join(head)} |"]
        lines.append(f"|---|{'---:|' * (len(head) - 1)}")
        for result in mine:
            failed = sum(one["count"] for one in result["failures"].values())
            cells = [f"`{result['agent']}`", _figure(result["score"], result["interval"])]
            cells += [_figure(row["value"], row["interval"]) for row in result["rounds"]]
            lines.append(f"| {' | '.join([*cells, str(failed), result['date']])} |")
        tables.append("\n".join(lines))
    return "\n\n".join(tables) + "\n"


def _figure(value: float, interval: list[float] | None) -> str:
    return f"{value:.3f}" if interval is None else f"{value:.3f} ± {(interval[1] - interval[0]) / 2:.3f}"
