"""Matches between bots for the arena: the contest, how one match is played, and its result.

In a *pairing* one guest sits among hosts: with two players that is a plain duel, with more it asks how a guest does
against a table of hosts. Where all win or lose together, a bot plays with itself in every seat, and there is no guest.
With `cross` every bot is also a guest among every other one, teams included: cross-play, as a matrix.

Match `k` of a pairing has the guest in seat `k % players`; the deal and what the seats bring change only when the
guest has had every seat, so that nobody wins by better cards. Where there is no guest, every match has its own deal.

A bot that raises an error or chooses an illegal move does not stop the match: the greedy bot decides, and the failure
is counted. The arena gives no result if there are more failures than it tolerates.
"""

from __future__ import annotations

import logging
import operator
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

from ludotheque.bots.agents import Agent, agent_for, asked_again, stand_ins
from ludotheque.bots.luck import LuckMeter
from ludotheque.bots.position_values import PositionValues
from ludotheque.bots.simulation import Unbounded
from ludotheque.errors import BadInput, LudothequeError, trace
from ludotheque.kernel import Program, load
from ludotheque.kernel.declare import ALL_SEATS, SHARE
from ludotheque.play import registry
from ludotheque.play.game import Game
from ludotheque.play.seeds import key_words

Seating = tuple[Mapping[str, Any], ...]
Failures = dict[str, dict[str, Any]]  # by bot: how many decisions failed ("count"), the first "message"
DEALS = 24  # for the mean value of a deal, where luck is measured: as many as in a review would take too long
MOST_FRACTION = 100.0  # of the levels' simulations; a search of more than a few million would never end
log = logging.getLogger(__name__)


class Stopped(LudothequeError):
    """A match was stopped because its result is not needed any more."""


class IllegalChoice(LudothequeError):
    """A bot chose an illegal move, or something that is no move at all."""


class BotFailed(LudothequeError):
    """A bot failed more often than is tolerated: the greedy bot decided for it, so the result would not be its own."""

    def __init__(self, name: str, failures: Failures, tolerated: int) -> None:
        count, message = failures[name]["count"], failures[name]["message"]
        super().__init__(
            f"the {name} bot failed in {count} decisions, and {tolerated} are tolerated. Its first failure: {message}"
        )


class Played(NamedTuple):
    """The result of a match: the guest's share of the win or the team's success, and the failures of bots."""

    share: float
    failures: Failures
    luck: Mapping[str, Sequence[float]] | None = (
        None  # what nobody could expect, by its source, if the contest measures luck
    )


@dataclass(frozen=True)
class Pairing:
    """A guest and its hosts; the same name twice where all play together."""

    guest: str
    hosts: str


@dataclass(frozen=True)
class Contest:
    """Everything needed to play any of the matches, on any machine."""

    game: str
    bots: tuple[str, ...]
    players: int
    seed: str = "0"
    fraction: float = 1.0  # the part of their simulations that the levels get
    options: Mapping[str, Any] = field(default_factory=dict)
    seatings: tuple[Seating, ...] = ((),)  # what the seats bring, used in turn
    mode: str = "compiled"
    luck: bool = False  # measure the luck of each match, too (bots/luck.py)
    cross: bool = False  # cross-play: each bot as a guest among each other one; in a team with itself, too

    @cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        """Every bot with every other one; with more than two players, each as guest of each."""
        together = registry.game(self.game, self.mode).declaration.together
        if together and self.cross:
            return tuple(Pairing(*pair) for pair in product(self.bots, repeat=2))
        if together:
            return tuple(Pairing(name, name) for name in self.bots)
        in_turn = self.players > 2 or self.cross
        pairs = permutations(self.bots, 2) if in_turn else combinations(self.bots, 2)
        return tuple(Pairing(*pair) for pair in pairs)

    def has_guest(self, pairing: Pairing) -> bool:
        """Whether a guest sits among hosts: everywhere but in a team of one kind."""
        return pairing.guest != pairing.hosts or not registry.game(self.game, self.mode).declaration.together

    @property
    def fair(self) -> float:
        """The expected share of a guest as strong as its hosts."""
        return 1 / self.players


def equal_seatings(game: Game, options: Mapping[str, Any], players: int) -> tuple[Seating, ...]:
    """If seats have options with choices: each choice in turn, the same for all seats."""
    offered: Any = getattr(game.setup, "choices", None)
    for option in game.declaration.seat_options if offered is not None else ():
        found = offered(option.name, game.check_options(options), "en")
        if found:
            return tuple(({option.name: choice},) * players for choice, _ in found)
    return ((),)


def check(contest: Contest) -> None:
    """Refuse what can't be played."""
    game = registry.game(contest.game, contest.mode)
    least = 1 if game.declaration.together else 2
    if len(set(contest.bots)) != len(contest.bots) or len(contest.bots) < least:
        raise BadInput.at("bots", 0, ",".join(contest.bots), f"name {least} or more different bots")
    if not 0 < contest.fraction <= MOST_FRACTION:  # nor NaN
        raise BadInput.at("fraction", 0, "", f"{contest.fraction} is not above 0 and at most {MOST_FRACTION:g}")
    for seating in contest.seatings:
        game.before_setup(contest.players, contest.options, seating or None)
    program = load(game.package, "plain")
    for name in contest.bots:
        agent_for(name, game, program, 0.0)


class Table:
    """Plays the matches of a contest, one after the other; each thread has its own.

    Once `stopped` is set, a match that is going on ends with `Stopped` before its next decision.
    """

    def __init__(self, contest: Contest, stopped: threading.Event | None = None) -> None:
        self.contest = contest
        self.stopped = threading.Event() if stopped is None else stopped
        self.game = registry.game(contest.game, contest.mode)
        self.program: Program = load(self.game.package, contest.mode)
        self.states, self.work = self.program.states(1), self.program.workspaces(1)
        self.starts = [
            self.game.before_setup(contest.players, contest.options, seating or None)[0] for seating in contest.seatings
        ]
        self.agents: dict[str, Agent] = {}
        self.failures: Failures = {}  # in the current match
        self.logged: set[tuple[str, str]] = set()  # what was logged of which bot

    def bot(self, name: str) -> Agent:
        """Return the bot of that name. It keeps nothing between decisions, so it can play for several seats."""
        if name not in self.agents:
            self.agents[name] = agent_for(name, self.game, self.program, self.contest.fraction)
        return self.agents[name]

    @cached_property
    def stand_ins(self) -> list[tuple[str, Agent]]:
        """The bots that decide for one that failed."""
        return stand_ins(self.game, self.program)

    def play(self, pairing: Pairing, match: int) -> Played:
        """Play a match to its end."""
        self.failures = {}
        contest, entry_points = self.contest, self.program.entry_points
        together = self.game.declaration.together
        guest, deal = divmod(match, contest.players)[::-1] if contest.has_guest(pairing) else (0, match)
        seed = f"{contest.seed}/{deal}"
        self.program.put(self.states, 0, self.starts[deal % len(self.starts)])
        entry_points.rekey(self.states, 0, *key_words(self.game.name, self.game.rules_version, seed))
        entry_points.setup(self.states, 0, self.work, 0)
        names = [pairing.guest if seat == guest else pairing.hosts for seat in range(contest.players)]
        dealt = self.program.copied(self.states) if contest.luck else None
        moves = self._to_the_end(names, seed)
        shares = [int(entry_points.share(self.states, 0, seat)) / SHARE for seat in range(contest.players)]
        results = [float(share > 0) if together else share for share in shares]
        luck = None
        if dealt is not None:
            undealt = self.starts[deal % len(self.starts)]
            again = partial(self._answers, names, seed)
            meter, ways = self.meter
            ledger = meter.account(undealt, dealt, moves, ("arena", seed, guest), results * ways, again=again)
            luck = ledger.surprises(guest, range(guest, contest.players * ways, contest.players))
        return Played(results[guest], self.failures, luck)

    def _answers(self, names: list[str], seed: str, states: Any, number: int, seat: int) -> list[int]:
        """What a bot does in a position with other random numbers, if it is quick and draws any."""
        bot = self.bot(names[seat])
        keys = [key_words("again", seed, names[seat], number, seat, n) for n in range(asked_again(bot))]
        return [bot.act(states, 0, seat, key) for key in keys]

    @cached_property
    def meter(self) -> tuple[LuckMeter, int]:
        """Return the meter that measures the luck of matches, and how many values it has for each seat."""
        values = PositionValues(self.game, self.program, self.contest.players)
        return LuckMeter(
            self.game, self.program, self.contest.players, deals=DEALS, judge=values.judge_apart
        ), values.ways

    def _to_the_end(self, names: list[str], seed: str) -> list[tuple[int, int]]:
        """Play to the end; return the moves as (seat, action).

        Those asked at the same time all choose before anybody's choice is carried out.
        """
        entry_points, states = self.program.entry_points, self.states
        moves: list[tuple[int, int]] = []
        for number in range(self.game.declaration.longest + 1):
            mask = int(entry_points.pending_decision(states, 0)) & ALL_SEATS
            if mask == 0:
                return moves
            asked = [seat for seat in range(len(names)) if mask >> seat & 1]
            chosen = [
                (seat, self._chosen(names[seat], seat, key_words("arena", seed, names[seat], number, seat)))
                for seat in asked
            ]
            for seat, action in chosen:
                entry_points.turn(states, 0, self.work, 0, seat, action)
            moves += chosen
        raise Unbounded(f"{self.game.name}: the match with seed {seed!r} does not end")

    def _chosen(self, name: str, seat: int, key: Sequence[int]) -> int:
        """The action that a bot plays. If the bot fails, that is counted, and the greedy bot decides.

        The first failure of a bot is logged with its place in the code, the others are not.
        """
        if self.stopped.is_set():
            raise Stopped(f"{self.game.name}: the match was broken off")
        bot = self.bot(name)
        try:
            return self._legal_action(bot, seat, key)
        except Exception as error:
            self._log_first("the %s bot failed at %s, the greedy one plays: %s", name, error)
            add_failures(self.failures, {name: {"count": 1, "message": f"{type(error).__name__}: {error}"}})
        return self._instead(seat, key)

    def _instead(self, seat: int, key: Sequence[int]) -> int:
        """The action of the first stand-in that does not fail; if all fail, raise the error."""
        *others, (_, last) = self.stand_ins
        for name, agent in others:
            try:
                return self._legal_action(agent, seat, key)
            except Exception as error:
                self._log_first("the %s bot failed at %s: %s", name, error)
        return self._legal_action(last, seat, key)

    def _log_first(self, sentence: str, name: str, error: Exception) -> None:
        """Log this of a bot if it was not logged before: a bot that always fails would fill the log."""
        if (sentence, name) not in self.logged:
            self.logged.add((sentence, name))
            log.error(sentence, name, self.game.name, describe(error))

    def _legal_action(self, agent: Agent, seat: int, key: Sequence[int]) -> int:
        """The action that an agent chooses; raises IllegalChoice if it is not legal."""
        action = operator.index(agent.act(self.states, 0, seat, key))
        in_range = 0 <= action < self.game.declaration.action_count  # the kernel trusts that it is given an action
        if not in_range or self.program.entry_points.forbidden(self.states, 0, self.work, 0, seat, action):
            raise IllegalChoice("it chose an illegal move")
        return action


def add_failures(failures: Failures, more: Failures) -> None:
    """Add later failures to earlier ones."""
    for name, failed in more.items():
        found = failures.setdefault(name, {"count": 0, "message": failed["message"]})
        found["count"] += failed["count"]


def describe(error: Exception) -> str:
    """A bot's failure for the log: its place in the code, without the text of an error that may reveal a position."""
    return str(error) if isinstance(error, IllegalChoice) else trace(error, texts=False)
