"""The baselines of Ludothèque-5: runs agents in its tasks, keeps the results, and writes the page's tables from them.

    python bench/baselines.py                         # all that are missing, one after the other: hours of a core
    python bench/baselines.py --processes 16 --minutes 8 --rows rows.jsonl   # all at once, as far as they come
    python bench/baselines.py gwynt --agents greedy   # some of them
    python bench/baselines.py --matches 60            # fewer matches in each round: the results say how many
    python bench/baselines.py --rows rows.jsonl       # the results from what was played so far
    python bench/baselines.py --write                 # the tables of docs/benchmark.md, from bench/baselines/*.json

A result is what `ludotheque benchmark run TASK --agent AGENT --json` prints, kept in `bench/baselines/TASK/AGENT.json`.
With --processes, the matches of all agents are played side by side in small parts, each written to the file as soon as
it is over; a second call goes on from there. A match is the same wherever it is played, so the result is, too; it has
as many matches as were played in a row from the first. Exact tasks are not divided.
"""

from __future__ import annotations

import argparse
import datetime
import json
import subprocess
import sys
import time
from collections import defaultdict
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import ludotheque as lt
from ludotheque.benchmarks.evaluating import register_response, row_of, score_of, seated, table_of
from ludotheque.benchmarks.machine import machine
from ludotheque.benchmarks.tasks import NAME, TASKS, VERSION
from ludotheque.bots.contest import Failures, add_failures
from ludotheque.commands.prepare import prepare

ROOT = Path(__file__).parents[1]
KEPT = Path(__file__).with_suffix("")
PAGE = ROOT / "docs" / "benchmark.md"
BEGIN, END = "<!-- baselines: bench/baselines.py --write -->\n", "<!-- end of baselines -->\n"
# Random play, the greedy bot, searches and networks, as far as the game has them.
AGENTS = {
    "gwynt": ("random", "novice", "greedy", "sims:100", "amateur", "network"),
    "gwynt-decks": ("random", "novice", "greedy", "sims:100", "amateur", "network"),
    "gunkimono": ("random", "novice", "greedy", "amateur", "network", "adept"),
    "kunitori": ("random", "novice", "greedy", "amateur", "network"),
    "gorynich": ("random", "novice", "greedy", "tactician", "planner", "scout", "network", "master"),
    "exploitability": ("random",),
    "lampions-ending": ("random", "greedy", "sims:200"),
    "gwynt-response": ("network",),
}


def results() -> list[dict[str, Any]]:
    """The results that are kept, task by task."""
    found = [json.loads(file.read_text("utf-8")) for file in sorted(KEPT.glob("*/*.json"))]
    order = list(TASKS)
    return sorted((one for one in found if one["version"] == VERSION), key=lambda one: order.index(one["task"]))


def page_with(tables: str) -> str:
    """The page with these tables in their place."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{tables}\n{END}{after}"


# In processes --------------------------------------------------------------------------------------------------------

PART = 10  # matches
Part = tuple[str, str, int, int, int]  # task, agent, round, the first match and the one after the last
SEATED: dict[tuple[str, str, int], Any] = {}  # the tables of a process


def parts(wanted: list[tuple[str, str]], matches: int | None) -> list[Part]:
    """All parts of all rounds, in an order in which all agents come equally far."""
    found: list[tuple[float, Part]] = []
    for name, agent in wanted:
        for number, one in enumerate(TASKS[name].rounds):
            last = -(-(matches or TASKS[name].matches) // one.players) * one.players
            part = -(-PART // one.players) * one.players
            found += [(low / last, (name, agent, number, low, min(last, low + part))) for low in range(0, last, part)]
    return [part for _, part in sorted(found)]


def play(part: Part, end: float) -> dict[str, Any]:
    """Play a part, in a process of its own, as far as there is time."""
    name, agent, number, low, high = part
    task = TASKS[name]
    if part[:3] not in SEATED:
        if task.response:
            register_response(task, agent)
        SEATED[part[:3]] = seated(task, task.rounds[number], agent)
    table, pairing = SEATED[part[:3]]
    begun, shares, failures = time.process_time(), [], dict[str, dict[str, Any]]()
    for match in range(low, high):
        if time.time() > end:
            break
        played = table.play(pairing, match)
        shares.append(played.share)
        add_failures(failures, played.failures)
    spent = round(time.process_time() - begun, 2)
    return {"kind": "task", "key": part[:3], "low": low, "shares": shares, "failures": failures, "cpu": spent}


def play_all(wanted: list[tuple[str, str]], matches: int | None, processes: int, minutes: float, file: Path) -> None:
    """Play the parts that the file does not hold, and add them to it."""
    end = time.time() + 60 * minutes
    there = {(*row["key"], row["low"]) for row in rows_of(file) if row["kind"] == "task" and row["shares"]}
    waiting = [part for part in parts(wanted, matches) if part[:4] not in there]
    for name in dict.fromkeys(TASKS[part[0]].game for part in waiting) if processes > 1 else ():
        prepare(lt.game(name, "compiled"), everything=True)  # once, and not in each process
    going: dict[Future[dict[str, Any]], Part] = {}
    with file.open("a", encoding="utf-8") as out, ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        out.write(json.dumps({"kind": "machine", "machine": machine(), "date": today}) + "\n")
        while going or (waiting and time.time() < end):
            while waiting and len(going) < 2 * processes and time.time() < end:
                part = waiting.pop(0)
                going[pool.submit(play, part, end)] = part
            over, _ = wait(going, 1.0, FIRST_COMPLETED)
            for future in over:
                del going[future]
                out.write(json.dumps(future.result()) + "\n")
                out.flush()


def rows_of(file: Path) -> list[dict[str, Any]]:
    """What was played so far."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def results_of(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The results from what was played: an agent that has not begun every round of its task has none."""
    where = [row for row in rows if row["kind"] == "machine"][-1]
    played: dict[tuple[str, str], dict[int, dict[int, float]]] = defaultdict(lambda: defaultdict(dict))
    failures: dict[tuple[str, str], Failures] = defaultdict(dict)
    spent: dict[tuple[str, str], float] = defaultdict(float)
    for row in rows:
        if row["kind"] == "task":
            name, agent, number = row["key"]
            played[name, agent][number] |= {row["low"] + k: share for k, share in enumerate(row["shares"])}
            add_failures(failures[name, agent], row["failures"])
            spent[name, agent] += row["cpu"]
    found = []
    for (name, agent), rounds in played.items():
        task, told = TASKS[name], []
        for number, one in enumerate(task.rounds):
            shares = rounds[number]
            gapless = next((k for k in range(len(shares) + 1) if k not in shares), 0)
            if whole := gapless // one.players * one.players:
                told.append(row_of(task, one, [shares[k] for k in range(whole)]))
        if len(told) == len(task.rounds):
            head = {"benchmark": NAME, "version": VERSION, "task": name, "metric": task.metric, "agent": agent}
            head |= {"date": where["date"], "rules": lt.game(task.game, "plain").rules_version, **score_of(told)}
            cost = {"processor seconds": round(spent[name, agent], 1)}
            rest = {"rounds": told, "failures": failures[name, agent], "cost": cost, "machine": where["machine"]}
            found.append(head | rest)
    return found


def keep(result: dict[str, Any]) -> None:
    """Keep a result, unless one of more matches is there."""
    file = KEPT / result["task"] / f"{result['agent'].replace(':', '-')}.json"
    if file.exists():
        before = json.loads(file.read_text("utf-8"))
        if sum(row["matches"] for row in before["rounds"]) >= sum(row["matches"] for row in result["rounds"]):
            return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(result, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def main() -> int:
    """Run what is missing, or write the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", metavar="TASK")
    parser.add_argument("--agents", metavar="AGENT,…")
    parser.add_argument("--matches", type=int, metavar="N")
    parser.add_argument("--processes", type=int, metavar="N", help="play with so many processes; needs --rows")
    parser.add_argument("--minutes", type=float, default=1e6, metavar="M")
    parser.add_argument("--rows", type=Path, metavar="FILE", help="what was played, part by part")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    if args.write:
        PAGE.write_text(page_with(table_of(results())), encoding="utf-8")
        return 0
    if args.rows:
        wanted = [
            (task, agent)
            for task in args.tasks or TASKS
            for agent in (args.agents.split(",") if args.agents else AGENTS[task])
        ]
        if args.processes:
            play_all(wanted, args.matches, args.processes, args.minutes, args.rows)
        for result in results_of(rows_of(args.rows)):
            keep(result)
        return 0
    for task in args.tasks or TASKS:
        for agent in args.agents.split(",") if args.agents else AGENTS[task]:
            file = KEPT / task / f"{agent.replace(':', '-')}.json"
            if file.exists():
                continue
            command = [sys.executable, "-m", "ludotheque", "benchmark", "run", task, "--agent", agent, "--json"]
            command += ["--matches", str(args.matches)] if args.matches else []
            print(task, agent, flush=True)
            told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(told, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
