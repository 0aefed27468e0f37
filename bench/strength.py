"""How strong the bots are, measured with the arena: keeps what was played in strength.toml, writes docs/strength.md.

    python bench/strength.py --page
    python bench/strength.py --threads 14 --minutes 8
    python bench/strength.py --threads 2 --part 0.05 --only gwynt
    python bench/strength.py --only gunkimono --case "amateur against greedy"

Without options it plays every case, which takes many hours on two cores. Each case is a contest of the arena without
early stop, with a file of results in --folder, so that an interrupted run can continue. --minutes are shared among the
cases. The matches played replace the case's row in strength.toml; other rows stay. Results of contests played elsewhere
are added to that file by hand. With --page nothing is played: the page is written from the file.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ludotheque as lt
from ludotheque import benchmarks
from ludotheque.bots import fits, simulation
from ludotheque.bots.arena import Arena, Job, Note, Threads, Workers
from ludotheque.bots.contest import Contest, Pairing, equal_seatings
from ludotheque.bots.levels import LEVELS, search_settings_of
from ludotheque.bots.network_bot import network_levels
from ludotheque.bots.policy import level_policies
from ludotheque.play import registry
from ludotheque.reports.intervals import wilson

TENTH, FULL = 0.1, 1.0
STORE = Path(__file__).with_name("strength.toml")
OUT = Path(__file__).parent.parent / "docs" / "strength.md"
TEAM = {3: 0.703, 4: 0.692, 5: 0.745, 6: 0.881, 7: 0.958}  # Gorynich: the ends of the intervals of teams of planners
SEED = "strength"
FEW = 30  # fewer matches than these decide nothing
MARKS = "¹²³⁴⁵"  # of notes
WITHOUT = " without network"  # a search that asks none, though searches of its game do: not played here


@dataclass(frozen=True)
class Case:
    """One question: does the guest win as much among the hosts as we want?"""

    game: str
    players: int
    guest: str
    hosts: str
    fraction: float
    games: int
    goal: str
    least: float  # what the share must be
    low: float  # what the lower end of its interval must be

    @property
    def label(self) -> str:
        """The label in the table."""
        team = f"team of {self.guest}s" if self.guest == self.hosts else f"{self.guest} among {self.hosts}s"
        return team if self.guest == self.hosts or self.players > 2 else f"{self.guest} against {self.hosts}"


@dataclass(frozen=True)
class Played:
    """The result of a case. `machine` and `notes` are numbers of the file's machines and notes, from 1 on."""

    game: str
    players: int
    guest: str
    hosts: str
    fraction: float
    matches: int
    won: float
    date: str
    machine: int
    notes: tuple[int, ...] = ()

    @property
    def share(self) -> float:
        """The guest's share of the wins."""
        return self.won / self.matches

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return wilson(self.share, self.matches)

    @property
    def asked(self) -> tuple[Any, ...]:
        """The key of the case: there is one result for each."""
        return self.game, self.players, self.guest, self.hosts, self.fraction

    def to_toml(self) -> str:
        """A line of the file."""
        names = ("game", "players", "guest", "hosts", "fraction", "matches", "won", "date", "machine")
        told = [f"{name} = {_toml(getattr(self, name))}" for name in names]
        told += [f"notes = {list(self.notes)}"] if self.notes else []
        return f"    {{ {', '.join(told)} }},"


@dataclass
class Store:
    """All results, the machines on which they were played, and notes."""

    machines: list[str]
    notes: list[str]
    played: list[Played]

    @classmethod
    def read_store(cls, path: Path) -> Store:
        """Read the store from its file."""
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        rows = [Played(**{**row, "notes": tuple(row.get("notes", ()))}) for row in told["played"]]
        return cls(told["machines"], told["notes"], rows)

    def number_of(self, machine: str) -> int:
        """The number of a machine, which is added if it is new."""
        if machine not in self.machines:
            self.machines.append(machine)
        return self.machines.index(machine) + 1

    def put(self, fresh: Played) -> None:
        """Replace the result of the same case."""
        found = [k for k, row in enumerate(self.played) if row.asked == fresh.asked]
        if found:
            self.played[found[0]] = fresh
        else:
            self.played.append(fresh)

    def write_store(self, path: Path) -> None:
        """Write the store to its file."""
        lines = [
            "# What docs/strength.md tells. bench/strength.py writes the page from this, and puts here what it plays.",
            "machines = [",
            *(f"    {_toml(machine)}," for machine in self.machines),
            "]",
            "notes = [",
            *(f"    {_toml(note)}," for note in self.notes),
            "]",
            "played = [",
            *(row.to_toml() for row in self.played),
            "]",
        ]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _toml(value: str | float) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else f"{value:.10g}"


# The searches that were adept and master before networks were: what came later is compared with these.
SEARCHES = {"gwynt": (380, 15000), "gunkimono": (160, 2500), "kunitori": (300, 2000)}
# How many matches of searches with a tenth of that: the brief one against greedy, the long one against it and against
# random, novice against greedy; and of long ones among brief ones. Where that many leave a goal in doubt, or take too
# long, a game has its own numbers.
DUEL, AT_A_TABLE = (180, 120, 60, 90), 60
DUELS = {"gwynt": (600, 600, 120, 120), "gunkimono": (300, 240, 60, 90), "kunitori": (180, 60, 60, 90)}
TABLES = {("gunkimono", 3): 120, ("gunkimono", 4): 120, ("kunitori", 5): 100, ("kunitori", 6): 42}
TEAM_MATCHES, FULL_MATCHES, NETWORK_MATCHES = 1200, 40, 200
# The master against the search that was master once, at equal time or less: who it is, and what it should win.
MASTERS = {"gwynt": ("network", 0.6), "gunkimono": ("tries:800", 0.8), "kunitori": ("network", 0.8)}


LADDER = (("amateur", "greedy"), ("adept", "amateur"), ("master", "adept"))  # each step is one upwards
LADDER_MATCHES = 200


def searches(game: str) -> tuple[int, int]:
    """The simulations of the search that was adept, and of the one that was master."""
    settings = search_settings_of(lt.game(game))
    return SEARCHES.get(game, (settings.adept, settings.master))


def same(game: str, one: str, other: str) -> bool:
    """Whether two levels are one and the same player."""
    tries = network_levels(lt.game(game))
    return one in tries and tries.get(one) == tries.get(other)


def describe_level(game: str, level: str) -> str:
    """What plays a level, for the table; nothing for a bot that needs no explanation."""
    known = lt.game(game)
    tries, settings = network_levels(known).get(level), search_settings_of(known)
    if tries is None:
        searches = level in LEVELS and level not in level_policies(known)
        return f": search, {settings.sims(level):,} simulations" if searches else ""
    told = f": network, {tries:,} tries" if tries else ": network"
    if settings.temperature(level):
        told += ", with mistakes" if settings.temperature(level) >= 1 else ", among equals by chance"
    most = settings.networks_players
    return f"{told}; {settings.sims(level):,} simulations where more than {most} play" if most else told


def cases(part: float) -> Iterator[Case]:
    """All cases, the quick ones first; with only a part of the matches."""

    def some(matches: int, players: int = 2) -> int:
        return max(1, round(part * matches / players)) * players

    declared = [game.declaration for game in registry.games()]
    rivals = [game for game in declared if not game.together and not game.template]
    duels = [game.name for game in rivals if game.players[0] <= 2]
    for game in duels:
        for guest, hosts in LADDER:
            if not same(game, guest, hosts):
                goal = "the next level: more than half"
                yield Case(game, 2, guest, hosts, FULL, some(LADDER_MATCHES), goal, 0.5, 0.5)
    for game in duels:
        brief, long, random, novice = DUELS.get(game, DUEL)
        briefly, longer = (f"sims:{round(TENTH * sims)}" for sims in searches(game))
        yield Case(game, 2, briefly, "greedy", FULL, some(brief), "≥ 65 %, interval above 60 %", 0.65, 0.60)
        yield Case(game, 2, longer, briefly, FULL, some(long), "≥ 65 %, interval above 60 %", 0.65, 0.60)
        yield Case(game, 2, longer, "random", FULL, some(random), "≥ 97 %", 0.97, 0.0)
        yield Case(game, 2, "novice", "greedy", TENTH, some(novice), "a beginner: less than half", 0.0, 0.0)
    for players in range(3, max(rival.players[1] for rival in rivals) + 1):
        goal = f"≥ {150 / players:.0f} % (1.5 × fair)"
        for rival in rivals:
            if rival.players[0] <= players <= rival.players[1]:
                matches = some(TABLES.get((rival.name, players), AT_A_TABLE), players)
                hosts, guest = (f"sims:{round(TENTH * sims)}" for sims in searches(rival.name))
                yield Case(rival.name, players, guest, hosts, FULL, matches, goal, 1.5 / players, 0.0)
    for players, row in TEAM.items():
        goal = f"interval above {row:.1%}, where that of planners ends"
        yield Case("gorynich", players, "master", "master", FULL, some(TEAM_MATCHES, 1), goal, row, row)
        yield Case("gorynich", players, "network", "network", FULL, some(TEAM_MATCHES, 1), goal, row, row)
        for level in ("adept", "seer", "scout", "amateur"):
            yield Case("gorynich", players, level, level, FULL, some(TEAM_MATCHES, 1), "a step of the ladder", 0.0, 0.0)
    for game in duels:
        briefly, longer = (f"sims:{sims}" for sims in searches(game))
        yield Case(game, 2, longer, briefly, FULL, some(FULL_MATCHES), "at full strength", 0.0, 0.0)
        bare = WITHOUT if search_settings_of(lt.game(game)).network else ""
        yield Case(game, 2, "network", briefly + bare, FULL, some(NETWORK_MATCHES), "≥ 65 %", 0.65, 0.65)
        yield Case(game, 2, "network", longer + bare, FULL, some(FULL_MATCHES), "≥ 50 %", 0.50, 0.50)
        if game in MASTERS:  # the network itself, where it plays master: the higher goal counts
            guest, least = MASTERS[game]
            goal = f"≥ {least:.0%} at equal time or less".replace("%", " %")
            yield Case(game, 2, guest, longer + bare, FULL, some(NETWORK_MATCHES), goal, least, least)
        for rival in rivals:
            for players in (3, 4, 5) if rival.name == game and rival.players[1] >= 5 else ():
                goal = f"≥ {150 / players:.0f} % (1.5 × fair)"
                matches = some(AT_A_TABLE, players)
                yield Case(game, players, "network", briefly, FULL, matches, goal, 1.5 / players, 0.0)
                twice = 2 / players
                goal = f"≥ {100 * twice:.0f} % (2 × fair)"
                yield Case(game, players, "network", longer, FULL, matches, goal, twice, twice)


class Hasty:
    """Workers that stop taking jobs when time is up."""

    def __init__(self, hands: Workers, end: float) -> None:
        self.hands, self.end = hands, end

    def play(self, contest: Contest, jobs: Iterator[Job], note: Note) -> None:
        """Play what can be begun in time."""
        self.hands.play(contest, (job for job in jobs if time.monotonic() < self.end), note)


class OneWay(Contest):
    """A contest in which only one of the two is the guest."""

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """The one."""
        return (Pairing(self.bots[0], self.bots[-1]),)


def describe_machine() -> str:
    """This machine, as the page names it."""
    return ", ".join(benchmarks.machine().values())


def play(case: Case, args: argparse.Namespace, end: float, machine: int) -> Played | None:
    """Play a case; return its result, None if nothing was played."""
    game = lt.game(case.game, "compiled")
    names = (case.guest,) if case.guest == case.hosts else (case.guest, case.hosts)
    seatings = equal_seatings(game, {}, case.players)
    contest = OneWay(case.game, names, case.players, SEED, case.fraction, {}, seatings)
    file = None
    if args.folder:
        args.folder.mkdir(parents=True, exist_ok=True)
        file = args.folder / f"{case.game}-{case.players}-{case.guest}-{case.hosts}-{case.fraction:g}.jsonl"
    arena = Arena(contest, case.games, False, file)
    arena.run(Hasty(Threads(args.threads), end))
    row = arena.rows()[0]
    if not row["games"]:
        return None
    won = row["share"] * row["games"]
    today = time.strftime("%Y-%m-%d")
    return Played(case.game, case.players, case.guest, case.hosts, case.fraction, row["games"], won, today, machine)


def verdict(case: Case, row: Played) -> str:
    """Whether the goal is reached; likely, where the share is but the interval is not."""
    low, _ = row.interval
    if row.matches < FEW and case.least > 0:
        return "too few"
    if case.least == 0:
        return "–"
    if row.share < case.least:
        return "no"
    return "yes" if low > case.low else "likely"


def rows_of(store: Store) -> list[tuple[Case, Played]]:
    """The results in the order of the cases; those without a case come last, and have no goal."""
    asked = {(case.game, case.players, case.guest, case.hosts, case.fraction): case for case in cases(1.0)}
    known = {row.asked: row for row in store.played}
    found = [(case, known[key]) for key, case in asked.items() if key in known]
    others = (row for key, row in known.items() if key not in asked)
    return found + [
        (Case(row.game, row.players, row.guest, row.hosts, row.fraction, 0, "–", 0.0, 0.0), row) for row in others
    ]


INTRODUCTION = """\
# How strong the bots are

Shares of the win with their 95 % intervals. The first table says which bot plays which level. Then each game has a
section with its matches: what we asked of a bot, and whether it was reached.

| in the tables | means |
|---|---|
| `sims:N` | a search with N simulations a decision, whether or not a level plays by it |
| `network` | the packaged network without search |
| `tries:N` | the network with a search of N tries |
| without network | a search that does not use the network; Gunkimono's search uses it with two players |
| reached: likely | the share reaches the goal, its interval does not |
| reached: too few | fewer than 30 matches, which decide nothing |

The guest plays every seat in turn with the same deal, and both sides have equal decks, one after the other. Bots make
all their simulations here, however long that takes: neither the machine nor its load changes a result.

`python bench/strength.py` writes this page from `bench/strength.toml`; do not edit it.

## Which bot plays a level
"""
HEAD = """\
| players | who | matches | share | 95 % | goal | reached | date, machine |
|---|---|---|---|---|---|---|---|"""


def written(store: Store) -> str:
    """Return the page."""
    found: dict[str, list[tuple[Case, Played]]] = {}
    for case, row in rows_of(store):
        found.setdefault(case.game, []).append((case, row))
    lines = [INTRODUCTION, "| game | Beginner | Easy | Medium | Strong | Expert |", "|---|---|---|---|---|---|"]
    for name in found:
        ladder = search_settings_of(lt.game(name)).ladder
        levels = " | ".join(f"`{level}`{describe_level(name, level)}" for level in ladder)
        lines.append(f"| {lt.game(name).declaration.title['en']} | {levels} |")
    for name, rows in found.items():
        lines += ["", f"## {lt.game(name).declaration.title['en']}", "", HEAD]
        lines += [line_of(case, row) for case, row in rows]
    lines += ["", "## Machines and notes", ""]
    lines += [f"- {letter}: {machine}." for letter, machine in zip("abcdefghij", store.machines, strict=False)]
    lines += [f"- {mark} {note}" for mark, note in zip(MARKS, store.notes, strict=False)]
    return "\n".join(lines) + "\n"


def line_of(case: Case, row: Played) -> str:
    """Return a line of a table."""
    low, high = row.interval
    part = "" if case.fraction == FULL else ", with a tenth of the simulations"
    marks = "".join(f" {MARKS[note - 1]}" for note in row.notes)
    return (
        f"| {case.players} | {case.label}{part} | {row.matches}{marks} | {row.share:.1%} | {low:.1%} – {high:.1%} "
        f"| {case.goal} | {verdict(case, row)} | {row.date}, {'abcdefghij'[row.machine - 1]} |"
    )


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--page", action="store_true", help="play nothing, write the page")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--part", type=float, default=1.0, help="only this part of the matches")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--only", action="append", default=[], metavar="GAME")
    parser.add_argument("--case", action="append", default=[], metavar="WHO", help="only these, by what the table says")
    parser.add_argument("--folder", type=Path, help="keeps the results, and goes on from there")
    parser.add_argument("--store", type=Path, default=STORE)
    parser.add_argument("--out", type=Path, default=OUT)
    args = parser.parse_args()
    store = Store.read_store(args.store)
    if not args.page:
        measure(store, args)
    store.write_store(args.store)
    args.out.write_text(written(store), encoding="utf-8")
    return 0


def measure(store: Store, args: argparse.Namespace) -> None:
    """Play the cases asked for, and put their results into the store."""
    wanted = [case for case in cases(args.part) if not args.only or case.game in args.only]
    wanted = [case for case in wanted if not args.case or case.label in args.case]
    wanted = [case for case in wanted if case.game in lt.names() and fits(case.guest, lt.game(case.game))]
    wanted = [case for case in wanted if not case.hosts.endswith(WITHOUT)]
    for name in dict.fromkeys(case.game for case in wanted):
        begun = time.monotonic()
        simulation.prepare(lt.game(name, "compiled"))
        print(f"{name} prepared in {time.monotonic() - begun:.0f} s", flush=True)
    machine = store.number_of(describe_machine())
    print(describe_machine(), flush=True)
    end = time.monotonic() + 60 * args.minutes
    for number, case in enumerate(wanted):
        here = time.monotonic()
        # What is left of the time is shared among the cases that are left, so that none is left out.
        row = play(case, args, min(end, here + (end - here) / (len(wanted) - number) * 1.6), machine)
        if row is None:
            continue
        store.put(row)
        store.write_store(args.store)
        low, high = row.interval
        told = f"{row.share:.1%} [{low:.1%}, {high:.1%}] n={row.matches} {verdict(case, row)}"
        spent = time.monotonic() - here
        print(f"{case.game} {case.players} {case.label} {case.fraction:g}: {told} ({spent:.0f} s)", flush=True)


if __name__ == "__main__":
    sys.exit(main())
