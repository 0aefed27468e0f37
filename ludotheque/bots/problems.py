"""Find problems: positions of finished matches in which one move is clearly the best.

>>> import ludotheque as lt
>>> lampions = lt.game("lampions", "plain")
>>> finder = Finder(lampions, seed="doc", effort=0.02)
>>> len(list(finder.problems_of(0))) <= KEPT
True

Most positions are no problems, so the cheapest look that can show it comes first. Every look is in other worlds, all
redealt for the seat that decides:

1. A short search over all moves. The best move must lead by `HOPEFUL`.
2. A race of the best moves in the same worlds. It ends as soon as no move can lead by `MARGIN`; moves that are clearly
   neither right nor the best wrong one drop out.
3. A search with `DEEP` times as many simulations as the first. It must name the same move.
4. `WORLDS` fresh worlds for the right moves and the two best wrong ones. The best wrong move must lose `MARGIN`, and
   clearly so.

Matches are played by the game's quick bots, and follow from the seed; or they are records, which may be of people. The
same seed finds the same problems in the same matches, in one mode.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludotheque.bots import catalogue
from ludotheque.bots.agents import Agent, agent_for
from ludotheque.bots.greedy import Greedy
from ludotheque.bots.judging import Judge
from ludotheque.bots.levels import NOVICE, search_settings_of
from ludotheque.bots.network import has_network, outlook_of
from ludotheque.bots.network_bot import NAME as NETWORK
from ludotheque.bots.network_bot import network_levels
from ludotheque.bots.policy import optional_module, policies
from ludotheque.bots.search import program_for
from ludotheque.errors import BadInput
from ludotheque.kernel import Program
from ludotheque.kernel.declare import ALL_SEATS
from ludotheque.play.game import Game
from ludotheque.play.moves import Move
from ludotheque.play.past import Origin
from ludotheque.play.position import Position
from ludotheque.play.problems import NEAR, Problem
from ludotheque.play.records import steps
from ludotheque.play.seeds import key_words

MARGIN = 0.2  # of the win: what the best wrong move must lose at least
HOPEFUL = 0.15  # the same, at first sight
GLANCE = 24  # simulations that must see half of that lead …
SIMS = 64  # … before this many see all of it
DEEP = 32  # times as many for the deeper search
FEWEST_MOVES = 3  # legal ones
FEWEST_WRONG = 2  # of those measured, and at least as many as are right
MEASURED = 10  # moves that begin the race, at most
RACE = (16, 32, 64)  # worlds of its rounds, for all moves that are left
WORLDS = 1000  # worlds for the right ones and the best wrong ones
PART = 125  # of these worlds, after which a hopeless position is given up
SURE = 2.0  # standard errors by which the margin must be above HOPEFUL
KEPT = 4  # problems of a match
FAR_APART = 6  # decisions between two of them
EASY, HARD = 1350.0, 1650.0  # the rating to begin with: whether the greedy bot finds the move


@dataclass(frozen=True)
class Candidate:
    """A position that looks like a problem."""

    ply: int
    seat: int
    pos: Position
    moves: tuple[tuple[int, float], ...]  # at first sight, the best first

    @property
    def lead(self) -> float:
        """How far the best move leads at first sight."""
        return lead_of(self.moves)


@dataclass(frozen=True)
class Gap:
    """A move measured against the best one in the same worlds."""

    action: int
    chance: float
    behind: float
    error: float  # standard error of `behind`

    @property
    def wrong(self) -> bool:
        """Whether the move is likely to be worse than the best."""
        return self.behind > NEAR + self.error


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


def quick_bots(game: Game, players: int) -> tuple[str, ...]:
    """Bots of different strength that answer within a few milliseconds."""
    own = policies(game)
    if own:
        return tuple(name for name in search_settings_of(game).ladder if name in own or name == NOVICE)
    plays = has_network(game) and outlook_of(game) is None and search_settings_of(game).plays_network(players)
    levels = [name for name, tries in network_levels(game).items() if tries == 0]
    known = [NOVICE, "greedy", *((levels or [NETWORK]) if plays else ())]
    return tuple(name for name in known if catalogue.fits(name, game))


def gaps_of(rows: Any, actions: Sequence[int]) -> list[Gap]:
    """The moves by what they are behind the best one; a row for each world, a column for each move."""
    means = rows.mean(axis=0)
    best = int(means.argmax())
    behind = rows[:, [best]] - rows
    errors = behind.std(axis=0, ddof=1) / math.sqrt(len(rows))
    order = np.argsort(-means, kind="stable")
    return [Gap(actions[k], float(means[k]), float(means[best] - means[k]), float(errors[k])) for k in order]


class Finder:
    """Finds the problems of one game, match by match."""

    def __init__(self, game: Game, seed: object = 0, players: Sequence[int] = (), effort: float = 1.0) -> None:
        self.game, self.seed, self.effort = game, str(seed), effort
        fewest = game.declaration.players[0]
        self.players = tuple(players) or (fewest,)
        self.judges: dict[int, Judge] = {}
        self.agents: dict[tuple[str, int], Agent] = {}

    def problems_of(self, number: int) -> Iterator[Problem]:
        """The problems of one match between bots; every number is another match."""
        players = self.players[number % len(self.players)]
        yield from self._problems(self._candidates(number, players), f"{self.seed}-{number}")

    def problems_in(self, record: Mapping[str, Any], number: int, source: str = "record") -> Iterator[Problem]:
        """The problems of a full record of a finished match; `number` tells it from others with the same seed.

        Nothing of the record is kept but the position and who is to move.
        """
        yield from self._problems(self._candidates_in(record, number, source), f"{self.seed}-people-{number}")

    def _problems(self, candidates: Sequence[Candidate], match: str) -> Iterator[Problem]:
        """The confirmed ones of a match, the largest lead at first sight first."""
        kept: dict[int, int] = {}  # their plies, and the best moves: a match often asks the same again and again
        for candidate in sorted(candidates, key=lambda one: (-one.lead, one.ply)):
            if len(kept) == KEPT:
                return
            best = candidate.moves[0][0]
            if best in kept.values() or any(abs(candidate.ply - ply) < FAR_APART for ply in kept):
                continue
            problem = self._confirmed(candidate, f"{match}-{candidate.ply}")
            if problem is not None and is_a_question(problem.moves):
                kept[candidate.ply] = best
                yield problem

    def _judge(self, pos: Position) -> Judge:
        if pos.players not in self.judges:
            self.judges[pos.players] = Judge(self.game, program_for(pos), pos.players)
        return self.judges[pos.players]

    def _agent(self, name: str, program: Program, players: int) -> Agent:
        if (name, players) not in self.agents:
            self.agents[name, players] = agent_for(name, self.game, program)
        return self.agents[name, players]

    # The match ------------------------------------------------------------------------------------------------------

    def _candidates(self, number: int, players: int) -> list[Candidate]:
        """Play a match, and note the positions in which a move leads at first sight."""
        game, found = self.game, []
        seed = f"problems/{self.seed}/{number}"
        start = game.start(players=players, seed=seed)
        program, names = program_for(start), quick_bots(game, players)
        agents = [self._agent(names[(number + seat) % len(names)], program, players) for seat in range(players)]
        states, work = program.states(1), program.workspaces(1)
        program.put(states, 0, start.state)
        ply = 0
        while mask := int(program.entry_points.pending_decision(states, 0)) & ALL_SEATS:
            asked = [seat for seat in range(players) if mask >> seat & 1]
            for seat in asked:
                candidate = self._looked_at(program, states, seat, number, ply)
                found += [] if candidate is None else [candidate]
            # Those asked at the same time all choose before anybody's choice is carried out.
            keys = [key_words("problems", seed, ply, seat) for seat in asked]
            chosen = [agents[seat].act(states, 0, seat, key) for seat, key in zip(asked, keys, strict=True)]
            for seat, action in zip(asked, chosen, strict=True):
                program.entry_points.play(states, 0, work, 0, seat, action)
                ply += 1
        return found

    def _candidates_in(self, record: Mapping[str, Any], number: int, source: str) -> list[Candidate]:
        """Replay a finished match, and note the positions in which a move leads at first sight."""
        positions = steps(self.game, record, source)
        pos = next(positions)
        start = pos.copy()
        for pos in positions:
            pass
        if not pos.over and not isinstance(record.get("ending"), Mapping):
            raise BadInput.at(source, 0, "moves", "the match is not over: problems come from finished matches only")
        program = program_for(pos)
        states, work = program.states(1), program.workspaces(1)
        program.put(states, 0, start.state)
        found = []
        for ply, played in enumerate(pos.past()):
            if not played.joined:  # those asked at the same time all choose before anybody's choice is carried out
                mask = int(program.entry_points.pending_decision(states, 0)) & ALL_SEATS
                for seat in (seat for seat in range(pos.players) if mask >> seat & 1):
                    candidate = self._looked_at(program, states, seat, f"people-{number}", ply)
                    found += [] if candidate is None else [candidate]
            program.entry_points.play(states, 0, work, 0, played.seat, played.action)
        return found

    def _looked_at(self, program: Program, states: Any, seat: int, number: int | str, ply: int) -> Candidate | None:
        """The position as a candidate, if a move leads in a glance and in a longer look."""
        now = program.states(1)
        program.put(now, 0, program.fetch(states, 0))
        pos = Position(self.game, program, now, Origin(None, {}, ()))
        if len(pos.legal_ids(seat)) < FEWEST_MOVES:
            return None
        judge = self._judge(pos)
        for sims, enough in ((GLANCE, HOPEFUL / 2), (SIMS, HOPEFUL)):
            wanted = max(16, round(sims * self.effort))
            look = judge.first_look(pos.state, seat, ("problem", self.seed, number, ply, sims), wanted)
            if lead_of(look.moves) < enough or not is_a_question(look.moves):
                return None
        return Candidate(ply, seat, pos, look.moves)

    # Measuring ------------------------------------------------------------------------------------------------------

    def _confirmed(self, candidate: Candidate, name: str) -> Problem | None:
        """The problem, if the race, a deeper search and fresh worlds agree."""
        pos, seat = candidate.pos, candidate.seat
        judge = self._judge(pos)
        actions = [action for action, _ in candidate.moves[:MEASURED]]
        greedy = Greedy("problem").choose(pos.redeal(seat, ("greedy", name)), seat).id
        if greedy not in actions:
            actions[-1] = greedy
        raced = self._race(judge, pos, seat, name, actions)
        if raced is None:
            return None
        deep = judge.first_look(pos.state, seat, ("deep", name), max(32, round(DEEP * SIMS * self.effort)))
        best = deep.moves[0][0]
        if lead_of(deep.moves) < HOPEFUL or best not in raced or raced[best].wrong:
            return None
        found = self._measured(judge, pos, seat, name, raced)
        if found is None:
            return None
        right = {action for action, chance in found.moves if chance >= found.moves[0][1] - NEAR}
        if best not in right:
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

    def _race(self, judge: Judge, pos: Position, seat: int, name: str, actions: Sequence[int]) -> dict[int, Gap] | None:
        """The moves by what they are behind the best; None as soon as none can lead by the margin."""
        left, told = list(actions), dict[int, Gap]()
        rows = np.empty((0, len(left)))
        for number, worlds in enumerate(RACE):
            wanted = max(8, round(worlds * self.effort))
            more = np.array(list(judge.in_worlds(pos.state, seat, ("race", name, number), left, wanted)))
            rows = np.concatenate([rows, more])
            gaps = gaps_of(rows, left)
            told |= {gap.action: gap for gap in gaps}
            second = next((gap for gap in gaps if gap.wrong), None)
            right = sum(not gap.wrong for gap in gaps)
            if second is None or second.behind + SURE * second.error < MARGIN or 2 * right > len(told):
                return None
            open_ones = {gap.action for gap in gaps if gap.behind - SURE * gap.error < second.behind}
            columns = [k for k, action in enumerate(left) if action in open_ones]
            left, rows = [left[k] for k in columns], rows[:, columns]
        return told

    def _measured(self, judge: Judge, pos: Position, seat: int, name: str, raced: Mapping[int, Gap]) -> Found | None:
        """Measure the right moves and the two best wrong ones in fresh worlds; None if no margin is clear."""
        order = sorted(raced.values(), key=lambda gap: (gap.wrong, gap.behind))
        finely = [gap.action for gap in order if not gap.wrong]
        finely += [gap.action for gap in order if gap.wrong][:2]
        many, rows = max(16, round(WORLDS * self.effort)), list[list[float]]()
        found = None
        for row in judge.in_worlds(pos.state, seat, ("many", name), finely, many):
            rows.append(row)
            if len(rows) % PART == 0 or len(rows) == many:
                found = _found(np.array(rows), finely)
                if found is None or found.margin + SURE * found.error < MARGIN:
                    return None
        if found is None or found.margin < MARGIN or found.margin - SURE * found.error < HOPEFUL:
            return None
        # The others were measured in few worlds: none of them is told as better than the second.
        means = dict(found.moves)
        best = found.moves[0][1]
        second = max(chance for chance in means.values() if chance < best - NEAR)
        rest = {action: min(best - gap.behind, second) for action, gap in raced.items() if action not in means}
        moves = sorted({**means, **rest}.items(), key=lambda one: (-one[1], one[0]))
        rows_told = tuple((action, min(1.0, max(0.0, chance))) for action, chance in moves)
        return Found(rows_told, found.margin, found.error, many)


def _found(rows: Any, actions: Sequence[int]) -> Found | None:
    """The moves and the margin between the worst right one and the best wrong one; None if none is wrong."""
    means = {action: float(mean) for action, mean in zip(actions, rows.mean(axis=0), strict=True)}
    best = max(means.values())
    wrong = [action for action in actions if means[action] < best - NEAR]
    if not wrong:
        return None
    second = max(wrong, key=lambda action: means[action])
    worst_right = min((action for action in actions if action not in wrong), key=lambda action: means[action])
    ahead = rows[:, actions.index(worst_right)] - rows[:, actions.index(second)]
    moves = sorted(means.items(), key=lambda one: (-one[1], one[0]))
    return Found(tuple(moves), float(ahead.mean()), float(ahead.std(ddof=1) / math.sqrt(len(ahead))), len(rows))


def themes_of(pos: Position, seat: int, action: int) -> tuple[str, ...]:
    """The themes of a problem whose best move is this action, by the game's optional `review.py`."""
    tell: Any = getattr(optional_module(f"{pos.game.package}.review"), "themes", None)
    return tuple(tell(pos, seat, Move(pos.game, action))) if tell is not None else ()
