"""Matches of strong teams of Gorynich: the figures of strong play in docs/games/gorynich.md.

    python bench/strong_team.py --bots tries:4,planner --players 3,4 --matches 60
    python bench/strong_team.py --bots tries:4,planner --players 4 --out chart.svg

Every head is a separate bot; the deals are the same for all bots. Printed for won and lost matches: rounds, how
knights burn and how far from the castle, what is chosen round by round, and how many cards a head holds when it passes.
--out draws the knights left at the end of each round, of the first two bots.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ludotheque as lt
from ludotheque import bots
from ludotheque.games.gorynich.declaration import Cause
from ludotheque.play.game import Game
from ludotheque.reports.charts import curves
from ludotheque.reports.intervals import wilson

SHOWN = 8  # rounds


@dataclass
class Told:
    """Counts of events in some matches."""

    matches: int = 0
    rounds: int = 0
    heads: int = 0
    chosen: Counter[tuple[int, str]] = field(default_factory=Counter)  # round, what
    burnt_by: Counter[str] = field(default_factory=Counter)
    burnt_at: Counter[int] = field(default_factory=Counter)  # steps that were left
    tiles: Counter[str] = field(default_factory=Counter)
    held: Counter[int] = field(default_factory=Counter)  # cards in hand when a head passes
    left: Counter[int] = field(default_factory=Counter)  # knights after a round, over all matches
    causes: Counter[str] = field(default_factory=Counter)
    by_turn: Counter[int] = field(default_factory=Counter)  # the turn of the card that burns: first, second, …


def play(game: Game, bot: str, players: int, seed: str, told: tuple[Told, Told], options: dict[str, Any]) -> bool:
    """One match; it is counted among the lost ones or the won ones."""
    pos = game.start(players=players, seed=seed, options=options)
    steps, hands, lefts = [], [], []
    far, first = list(pos.state.far), 0
    team = bots.make(bot, 0, game)
    while not pos.over:
        if pos.decision == "choose" and len(pos.actors) == players:
            hands.append([int(hand).bit_count() for hand in pos.state.hand[:players]])
            lefts.append(sum(knight >= 0 for knight in pos.state.knight))
        seat = pos.actors[0]
        before = list(pos.state.knight)
        pos.play(bots.decide(team, pos, seat), seat)
        steps.append([far[square] for square, now in zip(before, pos.state.knight, strict=True) if square >= 0 > now])
    won = pos.state.over == Cause.ALL_BURNT
    one = told[won]
    one.matches += 1
    one.heads += players
    one.rounds += pos.state.round
    one.causes[game.declaration.causes[pos.state.over - 1]] += 1
    for number in range(1, SHOWN + 1):
        one.left[number] += lefts[number] if number < len(lefts) else sum(knight >= 0 for knight in pos.state.knight)
    for burnt in steps:
        one.burnt_at.update(burnt)
    by, number = "", 0
    for event in events(pos):
        what, params = event["event"], event.get("params", event)
        if what == "round_begins":
            number, first, by = int(params["number"]), int(params["seat"]), "march"
        elif what == "passed":
            one.chosen[number, "pass"] += 1
            one.held[hands[number - 1][int(params["seat"])]] += 1
        elif what == "revealed":
            card = str(params["card"])
            one.chosen[number, card if card in ("fire", "manoeuvre") else "arrow"] += 1
            by, turn = card, (int(params["seat"]) - first) % players
        elif what == "manoeuvred":
            by = str(params["tile"])
            one.tiles[by] += 1
        elif what == "burnt":
            one.burnt_by[by] += 1
            if by != "march":
                one.by_turn[turn] += 1
    return bool(won)


def events(pos: Any) -> Iterator[dict[str, Any]]:
    """All events, as a spectator sees them."""
    for step in pos.log(lt.SPECTATOR):
        yield from step


def shares(counted: Counter[Any], among: int = 0) -> str:
    """The parts of a whole, the largest first."""
    whole = among or sum(counted.values())
    return ", ".join(f"{name} {100 * n / max(1, whole):.0f} %" for name, n in counted.most_common())


def print_figures(bot: str, players: int, both: tuple[Told, Told]) -> None:
    """Print what was counted."""
    n = both[0].matches + both[1].matches
    low, high = wilson(both[1].matches / n, n)
    print(f"\n{bot}, {players} heads: won {both[1].matches} of {n} ({100 * low:.1f} – {100 * high:.1f} %)")
    for name, one in (("lost", both[0]), ("won", both[1])):
        if one.matches == 0:
            continue
        print(f"  {name}: {one.rounds / one.matches:.1f} rounds; {shares(one.causes)}")
        print(f"    burnt by {shares(one.burnt_by)}; tiles used a match: ", end="")
        print(", ".join(f"{tile} {k / one.matches:.1f}" for tile, k in one.tiles.most_common()))
        steps = sum(k * far for far, k in one.burnt_at.items()) / max(1, sum(one.burnt_at.values()))
        print(f"    steps left of who burns: {steps:.1f}; by the card of head (in turn order): {shares(one.by_turn)}")
        print(f"    cards held by who passes: {shares(Counter(dict(sorted(one.held.items()))))}")
        for number in range(1, SHOWN + 1):
            row = Counter({what: k for (at, what), k in one.chosen.items() if at == number})
            print(f"    round {number}: {shares(row)}; knights left {one.left[number] / one.matches:.1f}")


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default="tries:4,planner")
    parser.add_argument("--players", default="4", metavar="N,…")
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--seed", default="strong team")
    parser.add_argument("--level", default="standard")
    parser.add_argument("--out", type=Path, help="of the chart")
    args = parser.parse_args()
    game = lt.game("gorynich", "compiled")
    series = []
    for players in map(int, args.players.split(",")):
        for bot in args.bots.split(","):
            both = (Told(), Told())
            for match in range(args.matches):
                play(game, bot, players, f"{args.seed}/{players}/{match}", both, {"level": args.level})
            print_figures(bot, players, both)
            left = [sum(one.left[n] for one in both) / args.matches for n in range(1, SHOWN + 1)]
            series.append((f"{bot}, {players} heads", left))
    if args.out is not None:
        places = [str(n) for n in range(1, SHOWN + 1)]
        note = f"Knights left after each round; {args.matches} matches each, the same deals."
        args.out.write_text(
            curves("Gorynich: knights left", series[:4], places, "{:.1f}".format, note), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
