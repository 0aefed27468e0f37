"""Find problems: positions of finished matches of bots in which one move is clearly the best.

>>> import ludotheque as lt
>>> lampions = lt.game("lampions", "plain")
>>> finder = Finder(lampions, seed="doc", effort=0.02)
>>> len(list(finder.problems_of(0))) <= KEPT
True

Three looks, each in other worlds, all redealt for the seat that decides:

1. A short search over all moves, at every decision. The best move must lead by `HOPEFUL`.
2. A search with `DEEP` times as many simulations. It must name the same move.
3. The best moves in fresh worlds, the same for all: first some worlds for many moves, then `WORLDS` for the right moves
   and the two best wrong ones. The best wrong move must lose `MARGIN`, and clearly so.

The matches follow from the seed, so the same seed finds the same problems, in one mode.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludotheque.bots import catalogue
from ludotheque.bots.deciding import decide
from ludotheque.bots.greedy import Greedy
from ludotheque.bots.judging import Judge
from ludotheque.bots.levels import search_settings_of
from ludotheque.bots.policy import optional_module
from ludotheque.bots.search import program_for
from ludotheque.play.game import Game
from ludotheque.play.moves import Move
from ludotheque.play.position import Position
from ludotheque.play.problems import NEAR, Problem

MARGIN = 0.2  # of the win: what the best wrong move must lose at least
HOPEFUL = 0.15  # the same, at first sight
SIMS = 64  # of the first look
DEEP = 32  # times as many for the second
FEWEST_MOVES = 3  # legal ones
FEWEST_WRONG = 2  # of those measured, and at least as many as are right
MEASURED = 10  # moves that are measured in worlds, at most
SOME = 64  # worlds for all of them
WORLDS = 1000  # worlds for the right ones and the best wrong ones
SURE = 2.0  # standard errors by which the margin must be above HOPEFUL
TRIED = 5  # positions of a match that get a second look, the most promising first
KEPT = 2  # problems of a match
FAR_APART = 6  # decisions between two of them
EASY, HARD = 1350.0, 1650.0  # the rating to begin with: whether the greedy bot finds the move
LEVELS = 4  # of the game's ladder that play the matches, from the weakest


@dataclass(frozen=True)
class Candidate:
    """A position that looks like a problem."""

    ply: int
    seat: int
    pos: Position
    lead: float


@dataclass(frozen=True)
class Found:
    """Moves measured in the same worlds, the best first, with the margin of the right ones."""

    moves: tuple[tuple[int, float], ...]
    margin: float
    error: float
    worlds: int


def lead_of(moves: Sequence[tuple[int, float]]) -> float:
    """How far the moves that are as good as the best lead; 0 if no other is left."""
    best = moves[0][1]
    return next((best - chance for _, chance in moves if chance < best - NEAR), 0.0)


def is_a_question(moves: Sequence[tuple[Any, float]]) -> bool:
    """Whether there is enough to go wrong: not where everything but a pass is right."""
    best = moves[0][1]
    wrong = sum(chance < best - NEAR for _, chance in moves)
    return wrong >= max(FEWEST_WRONG, len(moves) - wrong)


class Finder:
    """Finds the problems of one game, match by match."""

    def __init__(self, game: Game, seed: object = 0, players: Sequence[int] = (), effort: float = 1.0) -> None:
        self.game, self.seed, self.effort = game, str(seed), effort
        fewest = game.declaration.players[0]
        self.players = tuple(players) or (fewest,)
        self.judges: dict[int, Judge] = {}

    def problems_of(self, number: int) -> Iterator[Problem]:
        """The problems of one match; every number is another match."""
        players = self.players[number % len(self.players)]
        kept: list[int] = []
        for candidate in sorted(self._candidates(number, players), key=lambda one: (-one.lead, one.ply))[:TRIED]:
            if len(kept) == KEPT:
                return
            if any(abs(candidate.ply - ply) < FAR_APART for ply in kept):
                continue
            problem = self._confirmed(candidate, f"{self.seed}-{number}-{candidate.ply}")
            if problem is not None and is_a_question(problem.moves):
                kept.append(candidate.ply)
                yield problem

    def _judge(self, pos: Position) -> Judge:
        if pos.players not in self.judges:
            self.judges[pos.players] = Judge(self.game, program_for(pos), pos.players)
        return self.judges[pos.players]

    def _candidates(self, number: int, players: int) -> list[Candidate]:
        """Play a match, and note the positions in which a move leads at first sight."""
        game, found = self.game, []
        ladder = search_settings_of(game).ladder[:LEVELS]
        pos = game.start(players=players, seed=f"problems/{self.seed}/{number}")
        levels = [ladder[(number + seat) % len(ladder)] for seat in range(players)]
        seats = [catalogue.make(level, f"{self.seed}/{number}/{seat}", game) for seat, level in enumerate(levels)]
        ply = 0
        while not pos.over:
            if not pos.pending:  # while some have chosen in secret, nobody is asked anything new
                found += [one for seat in pos.actors if (one := self._looked_at(pos, seat, number, ply)) is not None]
            for seat in pos.actors:
                if seat in pos.actors:
                    pos.play(decide(seats[seat], pos, seat), seat)
                    ply += 1
        return found

    def _looked_at(self, pos: Position, seat: int, number: int, ply: int) -> Candidate | None:
        if len(pos.legal_ids(seat)) < FEWEST_MOVES:
            return None
        sims = max(16, round(SIMS * self.effort))
        look = self._judge(pos).first_look(pos.state, seat, ("problem", self.seed, number, ply), sims)
        lead = lead_of(look.moves)
        if lead < HOPEFUL or not is_a_question(look.moves):
            return None
        return Candidate(ply, seat, pos.copy(), lead)

    def _confirmed(self, candidate: Candidate, name: str) -> Problem | None:
        """The problem, if a deeper search and fresh worlds agree."""
        pos, seat = candidate.pos, candidate.seat
        judge = self._judge(pos)
        deep = judge.first_look(pos.state, seat, ("deep", name), max(32, round(DEEP * SIMS * self.effort)))
        if lead_of(deep.moves) < HOPEFUL:
            return None
        actions = [action for action, _ in deep.moves[:MEASURED]]
        greedy = Greedy("problem").choose(pos.redeal(seat, ("greedy", name)), seat).id
        if greedy not in actions:
            actions[-1] = greedy
        found = self._measured(judge, pos, seat, name, actions)
        if found is None or found.moves[0][0] not in {action for action, _ in deep.moves[:2]}:
            return None
        best = found.moves[0][1]
        right = {action for action, chance in found.moves if chance >= best - NEAR}
        if deep.moves[0][0] not in right:
            return None
        asked = pos.prompt(seat)
        return Problem(
            id=name,
            position=pos.text(),
            seat=seat,
            players=pos.players,
            prompt=(asked["key"], dict(asked["params"])),
            moves=tuple((Move(self.game, action).text, round(chance, 3)) for action, chance in found.moves),
            margin=round(found.margin, 3),
            error=round(found.error, 4),
            worlds=found.worlds,
            themes=themes_of(pos, seat, found.moves[0][0]),
            rating=EASY if greedy in right else HARD,
        )

    def _measured(self, judge: Judge, pos: Position, seat: int, name: str, actions: Sequence[int]) -> Found | None:
        """Measure moves in fresh worlds; None if no margin is clear."""
        some, many = max(8, round(SOME * self.effort)), max(16, round(WORLDS * self.effort))
        rough = np.array(list(judge.in_worlds(pos.state, seat, ("some", name), actions, some)))
        order = np.argsort(-rough.mean(axis=0), kind="stable")
        first = [(actions[k], float(rough[:, k].mean())) for k in order]
        if lead_of(first) < HOPEFUL:
            return None
        right = sum(chance >= first[0][1] - NEAR for _, chance in first)
        finely = [action for action, _ in first[: right + 2]]
        rows = np.array(list(judge.in_worlds(pos.state, seat, ("many", name), finely, many)))
        means = dict(zip(finely, (float(mean) for mean in rows.mean(axis=0)), strict=True))
        best = max(finely, key=lambda action: means[action])
        wrong = [action for action in finely if means[action] < means[best] - NEAR]
        if not wrong:
            return None
        second = max(wrong, key=lambda action: means[action])
        worst_right = min((action for action in finely if action not in wrong), key=lambda action: means[action])
        ahead = rows[:, finely.index(worst_right)] - rows[:, finely.index(second)]
        margin, error = float(ahead.mean()), float(ahead.std(ddof=1) / math.sqrt(len(ahead)))
        if margin < MARGIN or margin - SURE * error < HOPEFUL:
            return None
        # The others were measured in few worlds: none of them is told as better than the second.
        rest = {action: min(chance, means[second]) for action, chance in first if action not in means}
        moves = sorted({**means, **rest}.items(), key=lambda one: (-one[1], one[0]))
        return Found(tuple((action, min(1.0, max(0.0, chance))) for action, chance in moves), margin, error, many)


def themes_of(pos: Position, seat: int, action: int) -> tuple[str, ...]:
    """The themes of a problem whose best move is this action, by the game's optional `review.py`."""
    tell: Any = getattr(optional_module(f"{pos.game.package}.review"), "themes", None)
    return tuple(tell(pos, seat, Move(pos.game, action))) if tell is not None else ()
