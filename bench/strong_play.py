"""Matches of the networks against themselves: the figures of strong play in docs/games/*.md.

    python bench/strong_play.py gwynt --matches 2000
    python bench/strong_play.py kunitori --matches 200 --players 3
    python bench/strong_play.py gwynt --matches 900 --chart pass,leader --out docs/pictures/gwynt-strong-play.svg

One network plays all seats of a batch, always the action it rates best; only the deals differ. Printed are the shares
of the seats, and how often winners and losers chose what, by kind of action and by action; by thirds of a seat's
decisions; and, where seats bring decks, what each deck won. --chart draws how often winners and losers chose some
kinds of action in each tenth of their decisions.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import ludotheque as lt
from ludotheque.batches import batch
from ludotheque.bots.network import network_of
from ludotheque.play.game import Game
from ludotheque.play.moves import Move
from ludotheque.reports.charts import curves
from ludotheque.reports.intervals import wilson

PARTS, TENTHS = 3, 10  # of a seat's decisions


def decks_of(game: Game) -> list[str]:
    """The names of ready-made decks, if seats bring such."""
    offered: Any = getattr(game.setup, "choices", None)
    for option in game.declaration.seat_options if offered is not None else ():
        return [choice for choice, _ in offered(option.name, game.check_options({}), "en")]
    return []


class Played:
    """All decisions of some matches."""

    def __init__(self, game: Game, matches: int, players: int, seed: str) -> None:
        self.game, self.players = game, players
        self.decks = decks_of(game)
        pairs = [(a, b) for a in self.decks for b in self.decks if a != b]
        self.seatings = [tuple({"deck": one} for one in pair) for pair in pairs] or None
        self.batch = batch(
            game, matches, players, seatings=self.seatings, seed=seed, restart=False, skip_forced=True, threads=1
        )
        self.done: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []  # match, seat, action
        self.shares = np.zeros((matches, players))

    def run(self, limit: int) -> None:
        """Play all matches to their ends, or for a number of decisions each."""
        b, network = self.batch, network_of(self.game)
        for _ in range(limit):
            seats = np.array(b.seats)
            going = np.flatnonzero(seats >= 0)
            if len(going) == 0:
                return
            observed, legal = np.array(b.observe()), np.array(b.legal())
            actions = np.zeros(len(seats), np.int64)
            for first in range(0, len(going), 256):
                rows = going[first : first + 256]
                logits = network.answer(observed[rows])[0]
                actions[rows] = np.where(legal[rows], logits, -1e9).argmax(1)
            b.step(actions)
            self.done.append((going, seats[going], actions[going]))
            over = np.flatnonzero(np.array(b.done))
            self.shares[over] = np.array(b.rewards)[over][:, : self.players]


class Decisions:
    """The decisions of matches that came to their end, and whether a winner or a loser made them."""

    def __init__(self, played: Played, ended: Any) -> None:
        shares = played.shares
        match, seat, action = (np.concatenate(column) for column in zip(*played.done, strict=True))
        keep = np.isin(match, ended)
        self.match, self.action = match[keep], action[keep]
        seat = seat[keep]
        best = shares.max(1, keepdims=True)
        won = (shares == best) & ((shares == best).sum(1, keepdims=True) == 1)
        lost = ~won & (best == 1)
        self.winners, self.losers = max(1, won[ended].sum()), max(1, lost[ended].sum())
        self.is_won, self.is_lost = won[self.match, seat], lost[self.match, seat]
        key = self.match * played.players + seat
        order = np.argsort(key, kind="stable")
        counts = np.bincount(key, minlength=shares.size)
        starts = np.concatenate(([0], np.cumsum(counts)))[:-1]
        self._place = np.empty(len(key), np.int64)
        self._place[order] = np.arange(len(key)) - np.repeat(starts, counts)
        self._of = np.maximum(1, counts[key])

    def part(self, parts: int) -> Any:
        """The part of its seat's decisions in which each decision was made, of `parts` parts."""
        return parts * self._place // self._of


def draw(played: Played, kinds: Sequence[str], out: Path) -> None:
    """A chart of how often winners and losers chose these kinds of action, by tenths of their decisions."""
    game, ended = played.game, np.flatnonzero(played.shares.sum(1) > 0)
    found, declared = Decisions(played, ended), game.declaration
    part, names = found.part(TENTHS), [kind.name for kind in declared.actions]
    ends = (*declared.firsts[1:], declared.action_count)
    series = []
    for kind in kinds:
        at = names.index(kind)
        here = (found.action >= declared.firsts[at]) & (found.action < ends[at])
        for who, mine, n in (("winners", found.is_won, found.winners), ("losers", found.is_lost, found.losers)):
            series.append((f"{kind}, {who}", [float(np.sum(here & mine & (part == k)) / n) for k in range(TENTHS)]))
    places = [f"{k + 1}" for k in range(TENTHS)]
    note = f"Times a match, by tenths of a seat's decisions; {len(ended)} matches of the network against itself."
    title = f"{declared.title['en']}: {', '.join(kinds)}"
    out.write_text(curves(title, series, places, "{:.2f}".format, note), encoding="utf-8")


def print_figures(played: Played) -> None:
    """Print the figures."""
    game, shares = played.game, played.shares
    ended = np.flatnonzero(shares.sum(1) > 0)
    print(f"{game.name}: {len(ended)} of {len(shares)} matches of {played.players} came to their end")
    means = shares[ended].mean(0)
    print("seats:", ", ".join(f"{m:.1%} ({_share_text(m, len(ended))})" for m in means))
    found = Decisions(played, ended)
    match, action = found.match, found.action
    print(f"decisions with a choice: {len(match) / len(ended):.0f} a match")
    part = found.part(PARTS)
    winners, losers, is_won, is_lost = found.winners, found.losers, found.is_won, found.is_lost
    declared = game.declaration
    ends = (*declared.firsts[1:], declared.action_count)
    print("kind of action: a winner, a loser; by thirds of a winner's decisions")
    for kind, first, end in zip(declared.actions, declared.firsts, ends, strict=True):
        here = (action >= first) & (action < end)
        if here.sum() < len(ended) / 20:
            continue
        thirds = [np.sum(here & is_won & (part == k)) / winners for k in range(PARTS)]
        told = " ".join(f"{third:.2f}" for third in thirds)
        print(f"  {kind.name}: {np.sum(here & is_won) / winners:.2f}, {np.sum(here & is_lost) / losers:.2f}; {told}")
        by_winner = np.bincount(action[here & is_won] - first, minlength=end - first) / winners
        by_loser = np.bincount(action[here & is_lost] - first, minlength=end - first) / losers
        if 1 < end - first <= 200:
            _print_actions(game, first, by_winner, by_loser)
    if played.decks:
        _print_decks(played, ended)


def _print_actions(game: Game, first: int, by_winner: Any, by_loser: Any) -> None:
    """Print the most frequent actions of a kind."""
    for at in np.argsort(-(by_winner + by_loser))[:14]:
        if by_winner[at] + by_loser[at] > 0.02:
            text = Move(game, int(first + at)).text
            print(f"      {text}: {by_winner[at]:.2f}, {by_loser[at]:.2f}")


def _print_decks(played: Played, ended: Sequence[int] | Any) -> None:
    """Print what each deck won against all others."""
    seatings = played.seatings or []
    for name in played.decks:
        won: list[float] = []
        for match in ended:
            brought = [one["deck"] for one in seatings[match % len(seatings)]]
            if name in brought:
                won.append(float(played.shares[match, brought.index(name)]))
        if won:
            mean = sum(won) / len(won)
            print(f"  {name}: {mean:.1%} of {len(won)} ({_share_text(mean, len(won))})")


def _share_text(mean: float, n: int) -> str:
    low, high = wilson(float(mean), n)
    return f"{low:.1%} – {high:.1%}"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--limit", type=int, default=4000, help="decisions of a match")
    parser.add_argument("--seed", default="strong play")
    parser.add_argument("--chart", default="", metavar="KIND,…", help="at most two kinds of action")
    parser.add_argument("--out", type=Path, default=Path("strong-play.svg"), help="of the chart")
    args = parser.parse_args()
    begun = time.monotonic()
    played = Played(lt.game(args.game, "compiled"), args.matches, args.players, args.seed)
    played.run(args.limit)
    print_figures(played)
    if args.chart:
        draw(played, args.chart.split(","), args.out)
    print(f"{time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
