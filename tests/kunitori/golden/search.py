"""Finds the matches of `matches.toml`: for each thing to be shown the shortest of many matches that shows it.

    python tests/kunitori/golden/search.py > tests/kunitori/golden/matches.toml

The seats are played by the game's own policies, each now and then making a random move. The moves themselves are
written down: what the bots would play later does not matter. What happens in the middle of a match is told up to the
end of that turn.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from textwrap import fill
from typing import Any

import ludotheque as lt
from ludotheque.bots.policy import Policy
from ludotheque.games.kunitori.policies import POLICIES

GAME = lt.game("kunitori", "compiled")
SEEDS = 30  # matches for each number of players
HEAD = """# Whole matches of Kunitori, written out beside this file by
#     python -m ludotheque.compliance.golden kunitori tests/kunitori/golden
# and found by search.py.
"""


@dataclass(frozen=True)
class Match:
    """A match, or the beginning of one: what was played, what each move caused, how it ended."""

    seed: str
    players: int
    moves: tuple[str, ...]
    log: tuple[tuple[dict[str, Any], ...], ...]  # the set-up, then a move each
    cause: str | None
    scores: tuple[int, ...]

    def has(self, *names: str) -> bool:
        """Whether events of all these names happened."""
        return {event["event"] for part in self.log for event in part} >= set(names)

    def begun(self, moves: int) -> Match:
        """The first moves of a match."""
        return replace(self, moves=self.moves[:moves], log=self.log[: moves + 1], cause=None, scores=())


def play(players: int, number: int, wild: float) -> Match:
    """One match; `wild` is how often a seat moves at random."""
    seed, random = f"golden-{players}-{number}", Random(f"golden {players} {number}")
    pos, moves = GAME.start(players, seed), []
    bots = [Policy(random.choice(POLICIES)) for _ in range(players)]
    while not pos.over:
        seat = pos.actors[0]
        at_random = random.random() < wild
        move = random.choice(pos.moves(seat)) if at_random else bots[seat].choose(pos, seat)
        moves.append(f"{seat} {move.text}")
        pos.play(move, seat)
    outcome = pos.outcome() or {}
    log = tuple(tuple(part) for part in pos.log(lt.ALL))
    return Match(seed, players, tuple(moves), log, outcome["cause"], tuple(outcome["scores"]))


def joint_war(match: Match, won: bool) -> bool:
    """Whether allies won, or lost, a joint war."""
    attacker = None
    for event in (event for part in match.log for event in part):
        if event["event"] == "agreed":
            attacker = event["params"]["other"]
        elif event["event"] == "battle_won" and attacker is not None:
            if (event["params"]["seat"] == attacker) == won:
                return True
        elif event["event"] == "turn":
            attacker = None
    return False


Shows = Callable[[Match], bool]
ENDS: dict[str, tuple[str, Shows]] = {
    "two_players": ("Two players, from the first card to the last.", lambda m: m.players == 2),
    "three_players": ("Three players.", lambda m: m.players == 3),
    "four_players": ("Four players.", lambda m: m.players == 4),
    "five_players": ("Five players.", lambda m: m.players == 5),
    "six_players": ("Six players: the largest table.", lambda m: m.players == 6),
    "villages_gone": ("The last village ends it.", lambda m: m.cause == "villages_gone"),
    "cities_gone": ("The last city ends it.", lambda m: m.cause == "cities_gone"),
    "regions_gone": ("The last region ends it.", lambda m: m.cause == "regions_gone"),
    "tie": ("A tie, won by who sits farthest from the first player.", lambda m: m.scores.count(max(m.scores)) > 1),
}
MIDDLES: dict[str, tuple[str, Shows]] = {
    "divided_army": ("Two generals with different targets divide the troops.", lambda m: m.has("attached", "fought")),
    "joint_war_won": ("A monk, an ally who agrees, and a prize for both.", lambda m: joint_war(m, True)),
    "joint_war_lost": ("A joint war that the defender wins.", lambda m: joint_war(m, False)),
    "beauty_handed_over": ("A beauty is bought for somebody else.", lambda m: m.has("handed")),
    "ninjas": ("Ninjas who steal.", lambda m: m.has("stole")),
    "strategies": (
        "A trap, a general taken back, reinforcements put back.",
        lambda m: m.has("trapped", "found", "put_back"),
    ),
}


def matches() -> Iterator[Match]:
    """Matches to choose from."""
    for number in range(SEEDS):
        for players in range(2, 7):
            yield play(players, number, (0.05, 0.2, 0.4)[number % 3])


def up_to(match: Match, shows: Shows) -> Match:
    """The match up to the end of the turn in which it has shown the thing."""
    low, high = 0, len(match.moves)
    while low < high:
        middle = (low + high) // 2
        if shows(match.begun(middle)):
            high = middle
        else:
            low = middle + 1
    while low < len(match.moves) and not any(event["event"] == "turn" for event in match.log[low]):
        low += 1
    return match.begun(low)


def find() -> dict[str, Match]:
    """The shortest match for each thing."""
    best: dict[str, Match] = {}
    for match in matches():
        for name, (_, shows) in {**ENDS, **MIDDLES}.items():
            if shows(match):
                part = match if name in ENDS else up_to(match, shows)
                if name not in best or len(part.moves) < len(best[name].moves):
                    best[name] = part
    return best


def entry(name: str, shows: str, seed: str, players: int, moves: Sequence[str]) -> str:
    """One match as TOML, as many moves to a line as fit."""
    lines = fill(" ".join(f'"{move}",'.replace(" ", "~") for move in moves), 118).replace("~", " ")
    head = f'[[match]]\nname = "{name}"\nshows = "{shows}"\nseed = "{seed}"\nplayers = {players}'
    return f"\n{head}\nmoves = [\n{lines}\n]\n"


def main() -> int:
    """Print the list; a match that is the shortest for several things stands there once."""
    best = find()
    missing = sorted({*ENDS, *MIDDLES} - set(best))
    if missing:
        print(f"not found: {', '.join(missing)}", file=sys.stderr)
        return 1
    first = GAME.start(2, "dry").actors[0]
    dry = [f"{(first + n) % 2} {move}" for n in range(20) for move in ("end actions", "end buys", "end turn")]
    text = HEAD + entry("run_dry", "Ten rounds in which nobody buys anything.", "dry", 2, dry)
    told: dict[tuple[str, int], list[str]] = {}
    for name, match in best.items():
        told.setdefault((match.seed, len(match.moves)), []).append(name)
    for names in told.values():
        names.sort(key=[*ENDS, *MIDDLES].index)
        match = best[names[0]]
        shows = " ".join({**ENDS, **MIDDLES}[name][0] for name in names)
        text += entry(names[0], shows, match.seed, match.players, match.moves)
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
