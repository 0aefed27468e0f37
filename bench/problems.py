"""Find problems in several processes for a time, and put together the files of several runs.

    python bench/problems.py gwynt --processes 3 --seconds 400 --seed a --out a.json
    python bench/problems.py gwynt --merge a.json b.json --most 400 --out ludotheque/games/gwynt/problems.json

The first writes what it has every few seconds, and prints how long a problem takes. The second takes the same move of a
match once, and leaves out positions in which all wrong moves are equally bad and the greedy bot finds the right one. It
takes themes in turn, so that the rare ones are not crowded out, and tells the themes anew.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import os
import queue
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import ludotheque as lt
from ludotheque.bots import search
from ludotheque.bots.problems import EASY, Finder, themes_of
from ludotheque.commands.problems import written
from ludotheque.kernel import load
from ludotheque.play.game import Game
from ludotheque.play.problems import Problem, problem_of

EVERY = 15.0  # seconds between two files
ALIKE = 0.01  # of the win: chances that differ by less are the same


def finder_of(name: str, seed: str, players: Sequence[int]) -> Finder:
    """Return a finder in machine code."""
    return Finder(game_of(name), seed, players)


def game_of(name: str) -> Game:
    """Return a game in machine code, whether or not everything of it has been compiled before."""
    game = lt.game(name, "compiled")
    search.install(load(game.package, "compiled"))
    return game


def work(game: str, seed: str, players: Sequence[int], numbers: Any, found: Any) -> None:
    """Look through one match after the other, whichever number is next."""
    finder = finder_of(game, seed, players)
    while True:
        with numbers.get_lock():
            number = numbers.value
            numbers.value += 1
        began = time.process_time()
        problems = list(finder.problems_of(number))
        found.put((number, time.process_time() - began, [problem.to_json() for problem in problems]))


def find(args: argparse.Namespace) -> None:
    """Let processes work until time is up; write what they found."""
    game = lt.game(args.game, "plain")
    players = [int(part) for part in args.players.split(",")] if args.players else [game.declaration.players[0]]
    until, after = time.monotonic() + args.seconds, time.monotonic() + EVERY
    next(finder_of(args.game, "prepare", players).problems_of(0), None)  # the workers load what is compiled here
    context = multiprocessing.get_context("spawn")
    numbers, found = context.Value("q", 0), context.Queue()
    workers = [
        context.Process(target=work, args=(args.game, args.seed, players, numbers, found), daemon=True)
        for _ in range(args.processes)
    ]
    for worker in workers:
        worker.start()
    problems: list[Problem] = []
    matches, seconds = 0, 0.0
    while time.monotonic() < until:
        try:
            _, taken, rows = found.get(timeout=1.0)
            matches, seconds = matches + 1, seconds + taken
            problems += [problem_of(row) for row in rows]
        except queue.Empty:
            pass
        if time.monotonic() > after or time.monotonic() > until:
            after = time.monotonic() + EVERY
            write(args.out, args.game, game.rules_version, args.seed, players, matches, problems)
            each = seconds / len(problems) if problems else 0.0
            print(f"{args.game}: {len(problems)} problems in {matches} matches, {each:.1f} s each", flush=True)
    for worker in workers:
        worker.terminate()


def write(
    out: str, game: str, rules: str, seed: str, players: Sequence[int], matches: int, problems: list[Problem]
) -> None:
    """Write a file of problems in one go."""
    part = Path(f"{out}.part")
    part.write_text(written(game, rules, seed, players, matches, problems), encoding="utf-8")
    os.replace(part, out)


def is_plain(problem: Problem) -> bool:
    """Whether a first idea solves it: nothing else does anything, and the greedy bot sees it."""
    wrong = [chance for move, chance in problem.moves if move not in problem.right]
    return problem.rating == EASY and max(wrong) - min(wrong) < ALIKE


def themed(game: Game, problem: Problem) -> Problem:
    """The problem with its themes told anew."""
    return replace(problem, themes=themes_of(problem.open(game), problem.seat, game.action(problem.moves[0][0])))


def merge(args: argparse.Namespace) -> None:
    """Put files together."""
    game = lt.game(args.game, "plain")
    heads = [json.loads(Path(name).read_text(encoding="utf-8")) for name in args.merge]
    heads = [head for head in heads if head["rules"] == game.rules_version]
    problems = [problem_of(row) for head in heads for row in head["problems"]]
    problems = [themed(game, problem) for problem in problems if not is_plain(problem)]
    chosen = choose(problems, args.most)
    print(f"{args.game}: {len(chosen)} of {len(problems)} problems")
    for theme, count in Counter(problem.themes for problem in chosen).most_common():
        print(f"  {count:4d} {' '.join(theme)}")
    seeds = " ".join(str(head["seed"]) for head in heads)
    players = sorted({number for head in heads for number in head["players"]})
    matches = sum(head["matches"] for head in heads)
    write(args.out, args.game, game.rules_version, seeds, players, matches, chosen)


def choose(problems: Sequence[Problem], most: int) -> list[Problem]:
    """At most so many problems, themes in turn; a match asks for the same move once; in the order of their ids."""
    waiting: dict[tuple[str, ...], list[Problem]] = defaultdict(list)
    seen: set[Any] = set()
    for problem in sorted(problems, key=lambda one: hashlib.sha256(one.id.encode()).digest()):
        match = problem.id.rpartition("-")[0]
        marks = {problem.id, problem.position, (match, problem.right)}
        if not marks & seen:
            seen |= marks
            waiting[problem.themes].append(problem)
    chosen: list[Problem] = []
    while len(chosen) < most and waiting:
        for theme in sorted(waiting, key=lambda theme: len(waiting[theme])):
            if len(chosen) < most:
                chosen.append(waiting[theme].pop())
            if not waiting[theme]:
                del waiting[theme]
    return sorted(chosen, key=lambda one: one.id)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--players", default="")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--merge", nargs="+", metavar="FILE")
    parser.add_argument("--most", type=int, default=400)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    if args.merge:
        merge(args)
    else:
        find(args)


if __name__ == "__main__":
    main()
