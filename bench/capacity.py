"""How many machines 100,000 live tables would need, from costs that were measured: a simulation, not a measurement.

python bench/capacity.py --decision-ms 1.36 --table-kib 155 --message-us 110 --notice-us 4 --bot-ms 16 --commit-us 240
python bench/capacity.py --apart 0.5           a proxy that knows nothing of tables: their pages are at two processes

The costs are those that `bench/server.py`, `bench/search.py` and `bench/notices.py` print (by default those of
2026-11-18); the habits of people are assumptions, named below, and can be given. A decision costs
what a process can do at most: its loop and its writer share one interpreter. Tables decide at random times; every
process is a queue with one server. All processes are notified when a page opens or leaves a table, and twice a minute
who is there; of a decision, only those that have the table open. Printed are: the number of processes and machines,
what fails first, and the cost. This would refute it: two machines of the assumed kind, playing the tables
that it gives to two, with a p99 that is more than twice as late, or more than 1.2 times the processor time.
"""

from __future__ import annotations

import argparse
import heapq
import math
import sys
from dataclasses import dataclass, replace
from random import Random

SIMULATED = 60.0  # seconds of one process
TOLD_EVERY = 30.0  # seconds from one notice to all of who is at a table to the next (`live/open_tables.py`)
TOGETHER = 0.1  # seconds: what a process tells all others meanwhile goes in one message (`live/peers.py`)
TOLD_A_MATCH = 5  # notices to all beside those: a table is opened, two pages come and go


@dataclass(frozen=True)
class Costs:
    """The measured costs, and the assumed habits of people."""

    decision_ms: float  # of a process, for a decision and all its messages
    message_us: float  # of the event loop of every process, for a message of another process …
    notice_us: float  # … and for each table in it
    apart: float  # share of the tables whose pages are at two processes
    apart_ms: float  # of the other process, to take in a decision at one of them
    table_kib: float  # memory of a live table
    bot_ms: float  # processor time of a bot's decision
    commit_us: float  # of the database, for an entry in a group
    pace: float  # seconds from one decision of a table to the next
    match: float  # decisions of a match
    bots: float  # share of the decisions that a bot makes
    cores: int  # of a machine
    memory_gib: float
    euros: float  # a month, for a machine

    @property
    def decisions(self) -> float:
        """Decisions of one table per second."""
        return 1.0 / self.pace


def told_to_all(costs: Costs, live: int) -> float:
    """Notices a second that every process gets: people who come, go and are at a table."""
    return live * (1 / TOLD_EVERY + TOLD_A_MATCH * costs.decisions / costs.match)


def hearing(costs: Costs, live: int, processes: int) -> float:
    """The share of its time that every process spends on notices of other processes' tables."""
    told = told_to_all(costs, live)
    messages = min(told, processes / TOGETHER)
    return (told * costs.notice_us + messages * costs.message_us) / 1e6


def p99_ms(costs: Costs, tables: int, seed: int = 0) -> float:
    """The 99th percentile of the latency with this many tables at one process: decisions wait for each other."""
    random, rate = Random(seed), tables * costs.decisions
    now, free, waited = 0.0, 0.0, []
    while now < SIMULATED:
        now += random.expovariate(rate)
        cost = random.expovariate(1000.0 / costs.decision_ms)
        free = max(free, now) + cost
        waited.append(1000 * (free - now))
    return heapq.nlargest(max(1, len(waited) // 100), waited)[-1]


def tables_of_a_process(costs: Costs, most_ms: float) -> int:
    """The most tables of a process at which the latency stays below a limit."""
    low, high = 1, max(2, int(1000 / costs.decision_ms / costs.decisions))
    while high - low > max(1, low // 50):
        middle = (low + high) // 2
        low, high = (middle, high) if p99_ms(costs, middle) <= most_ms else (low, middle)
    return low


def main() -> int:
    """Simulate, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--live", type=int, default=100_000, help="tables at which people play")
    parser.add_argument("--decision-ms", type=float, default=1.36)
    parser.add_argument("--message-us", type=float, default=110.0)
    parser.add_argument("--notice-us", type=float, default=4.0)
    parser.add_argument("--apart", type=float, default=0.0, help="share of the tables with pages at two processes")
    parser.add_argument("--apart-ms", type=float, default=1.6, help="of the other process, for a decision there")
    parser.add_argument("--table-kib", type=float, default=155.0)
    parser.add_argument("--bot-ms", type=float, default=16.0)
    parser.add_argument("--commit-us", type=float, default=240.0)
    parser.add_argument("--pace", type=float, default=8.0, help="seconds from one decision of a table to the next")
    parser.add_argument("--match", type=float, default=40.0, help="decisions of a match")
    parser.add_argument("--bots", type=float, default=0.3, help="share of the decisions that bots make")
    parser.add_argument("--cores", type=int, default=16)
    parser.add_argument("--memory-gib", type=float, default=32.0)
    parser.add_argument("--euros", type=float, default=120.0, help="a month, for a machine")
    parser.add_argument("--late-ms", type=float, default=100.0, help="within which 99 of 100 updates are to come")
    args = vars(parser.parse_args())
    live, late = args.pop("live"), args.pop("late_ms")
    costs = Costs(**args)
    processes, before = 1, 0
    while processes > before:  # more processes mean more notices for each
        before = processes
        heard = hearing(costs, live, processes)
        if heard >= 1:
            print(f"{live:,} live tables can't be: to hear of all tables takes {heard:.1f} times what a process has")
            return 0
        decided = (costs.decision_ms + costs.apart * costs.apart_ms) / (1 - heard)
        tables = tables_of_a_process(replace(costs, decision_ms=decided), late)
        processes = max(before, math.ceil(live / tables))
    thinking = live * costs.decisions * costs.bots * costs.bot_ms / 1000  # cores that bots need
    by_cores = math.ceil((processes + thinking) / costs.cores)
    by_memory = math.ceil(live * costs.table_kib / 1024 / 1024 / (0.8 * costs.memory_gib))
    machines = max(by_cores, by_memory)
    commits = live * costs.decisions * costs.commit_us / 1e6  # share of one database's writer
    notices = told_to_all(costs, live) * processes + live * costs.decisions * costs.apart  # that Redis delivers
    every = f"a decision every {costs.pace:g} s at each"
    print(f"{live:,} live tables, {every}: {live * costs.decisions:,.0f} decisions a second")
    print(f"{tables:,} tables a process (99 of 100 updates within {late:g} ms): {processes:,} processes")
    print(f"{thinking:,.0f} cores for bots, {processes:,} for tables: {by_cores:,} machines of {costs.cores} cores")
    print(f"{live * costs.table_kib / 1024 / 1024:,.1f} GiB of memory for tables: {by_memory:,} machines")
    print(f"the database's writers are busy {100 * commits:,.0f} % of the time of one")
    print(f"Redis delivers {notices:,.0f} notices a second; hearing takes {100 * heard:.0f} % of each process")
    limits = {"bots": thinking / costs.cores, "event loops": processes / costs.cores, "commits": commits}
    limits["hearing of all tables, of a process"] = heard
    limits["notices (1 million a second for one Redis)"] = notices / 1e6
    print("what gives way first, as a share of what one machine, database or Redis has:")
    for name, share in sorted(limits.items(), key=lambda item: -item[1]):
        print(f"  {share:8.2f}  {name}")
    print(f"{machines:,} machines and a database: about {machines * costs.euros:,.0f} euros a month for them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
