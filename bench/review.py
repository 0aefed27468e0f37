"""Reviews measured: what they cost, how accurately each level plays, whether luck has mean zero, and what it explains.

    python bench/review.py gwynt --reviews 100 --processes 4 --seconds 300 --out gwynt.jsonl
    python bench/review.py gwynt --luck 2000 --processes 4 --seconds 300 --out gwynt.jsonl
    python bench/review.py gwynt --report gwynt.jsonl

`--reviews` reviews matches of mixed levels, all levels equally often. `--luck` plays a contest of two bots
and measures the luck of each match; in a co-operative game a team of one bot after a team of the other, with the same
deals. Both add a line for each match to the file, and may be stopped at any time; the next run
goes on with the matches that the file lacks. `--report` prints the figures: the
time of reviews, the accuracy of each level as it stands in bots/analysis.toml, and what luck did. Matches with the same
deal are not independent: their mean counts once.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import queue
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import ludotheque as lt
from ludotheque.bots import search
from ludotheque.bots.agents import agent_for
from ludotheque.bots.arena import SOURCES, row_of, without_luck
from ludotheque.bots.contest import Contest, Table, equal_seatings
from ludotheque.bots.levels import search_settings_of
from ludotheque.bots.review import review
from ludotheque.kernel import load
from ludotheque.play.game import Game
from ludotheque.play.seeds import key_words

Row = dict[str, Any]
Measure = Callable[[int], Row]


def game_of(name: str) -> Game:
    """Return a game in machine code, whether or not everything of it has been compiled before."""
    game = lt.game(name, "compiled")
    search.install(load(game.package, "compiled"))
    return game


def reviewing(args: argparse.Namespace) -> Measure:
    """Return a function that plays a match of mixed levels and reviews it."""
    game, players = game_of(args.game), args.players
    program, ladder = load(game.package, "compiled"), search_settings_of(game).ladder
    agents = {level: agent_for(level, game, program) for level in ladder}

    def measure(number: int) -> Row:
        apart = 1 + number // len(ladder) % (len(ladder) - 1)
        levels = [ladder[(number + seat * apart) % len(ladder)] for seat in range(players)]
        seed = f"{args.seed}/{number}"
        pos = game.start(players=players, seed=seed)
        states, decisions = program.states(1), 0
        while not pos.over:
            program.put(states, 0, pos.state)
            asked = list(pos.actors)
            keys = [key_words("review", seed, decisions, seat) for seat in asked]
            chosen = [agents[levels[seat]].act(states, 0, seat, key) for seat, key in zip(asked, keys, strict=True)]
            decisions += len(asked)
            for seat, action in zip(asked, chosen, strict=True):
                pos.play(action, seat)
        record = game.record(pos)
        began = time.process_time()
        found = review(record)
        taken = time.process_time() - began
        told = [seat.accuracy for seat in found.seats]
        return {"levels": levels, "accuracy": told, "seconds": taken, "decisions": found.decisions, "players": players}

    return measure


def contesting(args: argparse.Namespace) -> Measure:
    """Return a function that plays a match of a contest and measures its luck."""
    game, players = game_of(args.game), args.players
    names = tuple(args.bots.split(","))
    contest = Contest(args.game, names, players, args.seed, seatings=equal_seatings(game, {}, players), luck=True)
    table = Table(contest)
    teams = len(contest.pairings) if game.declaration.together else 1

    def measure(number: int) -> Row:
        match, team = divmod(number, teams)
        pairing = contest.pairings[team]
        played = table.play(pairing, match)
        deal = match if game.declaration.together else match // players
        row: Row = {"guest": pairing.guest, "hosts": pairing.hosts, "deal": deal, "players": players}
        return row | {"share": played.share, "luck": played.luck}

    return measure


def work(args: argparse.Namespace, numbers: Any, found: Any, measured: frozenset[int]) -> None:
    """Measure one match after the other, whichever number is next and not measured yet."""
    measure = (reviewing if args.reviews else contesting)(args)
    while True:
        with numbers.get_lock():
            number = numbers.value
            numbers.value += 1
        if number >= (args.reviews or args.luck):
            return
        if number not in measured:
            found.put({"number": number} | measure(number))


def measured_before(args: argparse.Namespace) -> frozenset[int]:
    """Return the numbers of the matches that the file already has."""
    path, kind = Path(args.out), "review" if args.reviews else "luck"
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    return frozenset(row["number"] for row in rows if (row["kind"], row["game"]) == (kind, args.game))


def run(args: argparse.Namespace) -> None:
    """Measure until all is done or time is up; add lines to the file as they come."""
    measured, until = measured_before(args), time.monotonic() + args.seconds
    done = len(measured)
    with Path(args.out).open("a", encoding="utf-8") as out:
        for row in (alone if args.processes == 1 else side_by_side)(args, measured, until):
            out.write(json.dumps({"kind": "review" if args.reviews else "luck", "game": args.game} | row) + "\n")
            out.flush()
            done += 1
    print(f"{args.game}: {done} matches")


def alone(args: argparse.Namespace, measured: frozenset[int], until: float) -> Iterator[Row]:
    """Measure in this process."""
    measure = (reviewing if args.reviews else contesting)(args)
    for number in range(args.reviews or args.luck):
        if time.monotonic() >= until:
            return
        if number not in measured:
            yield {"number": number} | measure(number)


def side_by_side(args: argparse.Namespace, measured: frozenset[int], until: float) -> Iterator[Row]:
    """Measure in several processes."""
    warm = argparse.Namespace(**{**vars(args), "seed": "prepare"})
    (reviewing if args.reviews else contesting)(warm)(0)  # the workers load what is compiled here
    context = multiprocessing.get_context("spawn")
    numbers, found = context.Value("q", 0), context.Queue()
    arguments = (args, numbers, found, measured)
    workers = [context.Process(target=work, args=arguments, daemon=True) for _ in range(args.processes)]
    for worker in workers:
        worker.start()
    left = (args.reviews or args.luck) - len(measured)
    while time.monotonic() < until and left > 0:
        try:
            yield found.get(timeout=1.0)
        except queue.Empty:
            continue
        left -= 1
    for worker in workers:
        worker.terminate()


# The figures ----------------------------------------------------------------------------------------------------------


def report(args: argparse.Namespace) -> None:
    """Print what the lines say."""
    rows = [json.loads(line) for name in args.report for line in Path(name).read_text().splitlines()]
    rows = [row for row in rows if row["game"] == args.game]
    reviews = [row for row in rows if row["kind"] == "review"]
    if reviews:
        print("\n".join(told_of_reviews(args.game, reviews)))
    for pairing, own in by(rows, "luck", ("players", "guest", "hosts")):
        print("\n".join(told_of_luck(f"{args.game}, {pairing[0]} players, {pairing[1]} against {pairing[2]}", own)))
    teams = [own for pairing, own in by(rows, "luck", ("players", "guest", "hosts")) if pairing[1] == pairing[2]]
    if len(teams) == 2:
        print("\n".join(told_of_teams(*teams)))


def by(rows: Sequence[Row], kind: str, names: Sequence[str]) -> Iterator[tuple[tuple[Any, ...], list[Row]]]:
    """The rows of a kind, in groups."""
    groups = defaultdict(list)
    for row in rows:
        if row["kind"] == kind:
            groups[tuple(row[name] for name in names)].append(row)
    yield from sorted(groups.items())


def told_of_reviews(game: str, rows: Sequence[Row]) -> Iterator[str]:
    """The time of reviews, and the accuracy of each level."""
    taken = np.array([row["seconds"] for row in rows])
    yield f"{game}: {len(rows)} reviews, {np.mean([row['decisions'] for row in rows]):.0f} decisions on average"
    quantiles = f"median {np.median(taken):.1f}, 95 % within {np.quantile(taken, 0.95):.1f}, most {taken.max():.1f}"
    yield f"processor seconds: {quantiles}; within 10 s: {(taken <= 10).sum()} of {len(taken)}"
    ladder = search_settings_of(lt.game(game, "plain")).ladder
    for players in sorted({row["players"] for row in rows}):
        yield f"[accuracy.{game}.{players}]"
        for level in ladder:
            own = [
                accuracy
                for row in rows
                if row["players"] == players
                for name, accuracy in zip(row["levels"], row["accuracy"], strict=True)
                if name == level and accuracy is not None
            ]
            if len(own) > 1:
                error = np.std(own, ddof=1) / math.sqrt(len(own))
                yield f"{level} = {np.mean(own):.1f}  # ± {error:.1f}, {len(own)} seats"


def by_deal(rows: Sequence[Row]) -> tuple[Any, Any, Any]:
    """The deals whose matches are all there: their numbers, the mean shares, and the mean of each kind of luck."""
    deals = defaultdict(list)
    for row in rows:
        deals[row["deal"]].append([row["share"], *row_of(row["luck"])])
    most = max(len(own) for own in deals.values())
    whole = {deal: np.mean(own, axis=0) for deal, own in sorted(deals.items()) if len(own) == most}
    means = np.array(list(whole.values()))
    return np.array(list(whole)), means[:, 0], means[:, 1:]


def told_of_luck(title: str, rows: Sequence[Row]) -> Iterator[str]:
    """What luck did in a contest.

    The share of single matches is compared with three estimates: matches with the same deal and seats exchanged, single
    matches without luck, and both.
    """
    deals, means, luck = by_deal(rows)
    each, fair = len(rows) / len(deals), 1 / rows[0]["players"]
    yield f"{title}: {len(rows)} matches, {len(deals)} deals"
    ways = luck.shape[1] // len(SOURCES)
    for k, own in enumerate(luck.T):
        error = own.std(ddof=1) / math.sqrt(len(own))
        if error > 0:
            told = f"mean {own.mean():+.4f}, standard error {error:.4f}, {abs(own.mean()) / error:.1f} of them"
            yield f"luck, {SOURCES[k // ways]} {k % ways}: {told}"
    shares = np.array([row["share"] for row in rows])
    single = np.array([row_of(row["luck"]) for row in rows])
    corrected = without_luck(shares, single, np.array([row["deal"] for row in rows]))
    estimates = {
        "raw": (shares, 1.0),
        "seats exchanged": (means, each),
        "without luck": (corrected, 1.0),
        "both": (without_luck(means, luck, deals), each),
    }
    for name, (own, matches) in estimates.items():
        variance, mean = matches * own.var(ddof=1), own.mean()
        error, smaller = math.sqrt(variance / matches / len(own)), shares.var(ddof=1) / variance
        told = f"{name}: {mean:.4f}, standard error {error:.4f}, variance {smaller:.2f} times smaller"
        if rows[0]["guest"] != rows[0]["hosts"]:
            told += f"; {4 * variance / (mean - fair) ** 2:.0f} matches needed to tell it from {fair:.2f}"
        yield told


def told_of_teams(one: Sequence[Row], other: Sequence[Row]) -> Iterator[str]:
    """How many matches tell two teams apart that met the same deals, with and without luck."""
    both = {row["deal"] for row in one} & {row["deal"] for row in other}
    found = [by_deal([row for row in rows if row["deal"] in both]) for rows in (one, other)]
    for name in ("share", "without luck"):
        pair = [means if name == "share" else without_luck(means, luck, deals) for deals, means, luck in found]
        apart = pair[0] - pair[1]
        needed = 2 * (2 * apart.std(ddof=1) / abs(apart.mean())) ** 2
        yield f"difference of the teams, {name}: {apart.mean():+.4f}; {needed:.0f} matches needed to see it"


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--reviews", type=int, default=0, metavar="N")
    parser.add_argument("--luck", type=int, default=0, metavar="N")
    parser.add_argument("--report", nargs="+", metavar="FILE")
    parser.add_argument("--bots", default="network,greedy")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seed", default="review")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--out")
    args = parser.parse_args()
    args.players = args.players or lt.game(args.game, "plain").declaration.players[0]
    if args.report:
        report(args)
    else:
        run(args)


if __name__ == "__main__":
    main()
