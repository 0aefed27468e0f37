"""The baselines of Ludothèque-5: runs agents in its tasks, keeps the results, and writes the page's tables from them.

    python bench/baselines.py                         # all that are missing, one after the other: hours of a core
    python bench/baselines.py gwynt --agents greedy   # some of them
    python bench/baselines.py --matches 60            # fewer matches in each round: the results say how many
    python bench/baselines.py --write                 # the tables of docs/benchmark.md, from bench/baselines/*.json

A result is what `ludotheque benchmark run TASK --agent AGENT --json` prints, kept in `bench/baselines/TASK/AGENT.json`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from ludotheque.benchmarks.evaluating import table_of
from ludotheque.benchmarks.tasks import TASKS, VERSION

ROOT = Path(__file__).parents[1]
KEPT = Path(__file__).with_suffix("")
PAGE = ROOT / "docs" / "benchmark.md"
BEGIN, END = "<!-- baselines: bench/baselines.py --write -->\n", "<!-- end of baselines -->\n"
# Random play, the greedy bot, searches and networks, as far as the game has them.
AGENTS = {
    "gwynt": ("random", "novice", "greedy", "sims:100", "amateur", "network"),
    "gwynt-decks": ("random", "novice", "greedy", "amateur", "network"),
    "gunkimono": ("random", "novice", "greedy", "amateur", "network", "adept"),
    "kunitori": ("random", "novice", "greedy", "network"),
    "gorynich": ("random", "greedy", "tactician", "planner", "scout", "network", "master"),
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


def main() -> int:
    """Run what is missing, or write the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", metavar="TASK")
    parser.add_argument("--agents", metavar="AGENT,…")
    parser.add_argument("--matches", type=int, metavar="N")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    if args.write:
        PAGE.write_text(page_with(table_of(results())), encoding="utf-8")
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
