"""Bots of the arena. Each uses entry points and its own storage, and decides directly from a state.

`decide` does the same for one position at a table. Here no `Position` is built and no log is written. An agent gets the
real state, and uses only worlds redealt for its seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from ludotheque.bots.catalogue import TRIES, fits, make
from ludotheque.bots.greedy import KERNEL as GREEDY
from ludotheque.bots.greedy import WORLDS, Greedy
from ludotheque.bots.greedy_kernel import SCRATCH_STATES
from ludotheque.bots.levels import NOVICE, UNBOUNDED, SearchSettings, search_settings_of
from ludotheque.bots.look_ahead import LookAhead
from ludotheque.bots.network import network_of, observations, outlook_of
from ludotheque.bots.network_bot import NetworkBot, NetworkLevel, liked_best
from ludotheque.bots.plans import PlanJudge
from ludotheque.bots.policy import KERNEL as POLICY
from ludotheque.bots.policy import Policy, policies
from ludotheque.bots.random_bot import RandomBot
from ludotheque.bots.search import Search, sample
from ludotheque.bots.searcher import Searcher
from ludotheque.kernel import Program
from ludotheque.kernel.record import assign
from ludotheque.play.game import Game
from ludotheque.play.past import Origin
from ludotheque.play.position import Position


class Agent(Protocol):
    """Chooses actions for a seat."""

    def act(self, states: Any, i: int, seat: int, key: Sequence[int]) -> int:
        """The action of `seat` in `states[i]`; all chance comes from `key`."""


QUICK = 3  # how often a quick bot that draws is asked again, where luck is measured


def asked_again(agent: Agent) -> int:
    """Return how often a bot is asked again to find out what it would have done with other random numbers.

    Never if it draws nothing, or if it takes long: then more matches tell more.
    """
    if isinstance(agent, NetworkLevelAgent):
        return QUICK if agent.tries == 0 and agent.mistakes > 0 and agent.instead is None else 0
    return QUICK if isinstance(agent, RandomAgent | GreedyAgent | PolicyAgent) else 0


def hand_over(program: Program, there: Any, j: int, here: Any, i: int) -> None:
    """Make `there[j]` equal to `here[i]`, a state of another storage."""
    if program.mode == "plain":
        assign(there[j], here[i])
    else:
        there[j] = here[i]


def players_of(program: Program, states: Any, i: int) -> int:
    """The number of players in `states[i]`."""
    return int(states[i].players if program.mode == "plain" else states[i]["players"])


class RandomAgent:
    """Any legal action."""

    def __init__(self, game: Game, program: Program) -> None:
        self.program = program
        self.out, self.work = program.actions(game.declaration.action_count), program.workspaces(1)

    def act(self, states: Any, i: int, seat: int, key: Sequence[int]) -> int:
        """Return a random legal action."""
        n = self.program.entry_points.legal(states, i, self.work, 0, seat, self.out)
        return int(self.out[key[0] % n])


class GreedyAgent:
    """The greedy bot."""

    def __init__(self, game: Game, program: Program, worlds: int = WORLDS) -> None:
        self.program, self.worlds = program, worlds
        self.kernel: Any = program.add(GREEDY)
        actions = game.declaration.action_count
        self.states, self.work = program.states(1 + SCRATCH_STATES), program.workspaces(1)
        self.rooms = (program.actions(actions), program.actions(actions), program.totals(actions))

    def act(self, states: Any, i: int, seat: int, key: Sequence[int]) -> int:
        """The most promising action."""
        hand_over(self.program, self.states, 0, states, i)
        self.program.entry_points.rekey(self.states, 1, *key)
        return int(self.kernel.decide(self.states, self.work, *self.rooms, seat, self.worlds))


class PolicyAgent:
    """One of the game's own policies."""

    def __init__(self, game: Game, program: Program, name: str) -> None:
        self.program, self.policy = program, policies(game).index(name)
        self.kernel: Any = program.add(POLICY)
        self.states, self.work = program.states(1 + self.kernel.SCRATCH), program.workspaces(1)
        self.out = program.actions(game.declaration.action_count)

    def act(self, states: Any, i: int, seat: int, key: Sequence[int]) -> int:
        """The action of the policy in a world redealt for the seat."""
        hand_over(self.program, self.states, 0, states, i)
        self.program.entry_points.redeal(self.states, 0, self.work, 0, seat, *key)
        return int(self.kernel.decide(self.states, self.work, self.out, seat, self.policy))


class NetworkAgent:
    """Plays the action that a network rates best."""

    def __init__(self, game: Game, program: Program, path: Path | None = None) -> None:
        self.program, self.network = program, network_of(game, path)
        self.out, self.work = program.actions(game.declaration.action_count), program.workspaces(1)
        self.rows = observations(program, 1, game.observation.size)

    def act(self, states: Any, i: int, seat: int, key: Sequence[int]) -> int:
        """The legal action that looks best; the observation holds nothing but what the seat may know."""
        n = self.program.entry_points.legal(states, i, self.work, 0, seat, self.out)
        if n == 1:
            return int(self.out[0])
        self.program.entry_points.observe(states, i, self.work, 0, seat, self.rows[0])
        return liked_best(self.network, self.rows, [int(action) for action in self.out[:n]])


class PlanAgent:
    """Plays the plan whose end a network rates best; the best few are compared a round later, too."""

    def __init__(self, game: Game, program: Program, path: Path | None = None, broad: int = 0) -> None:
        self.program, self.work, self.broad = program, program.workspaces(1), broad
        self.judge = PlanJudge(game, program, network_of(game, path))

    def act(self, states: Any, i: int, seat: int, key: Sequence[int]) -> int:
        """Its part of the plan, in a world redealt for the seat."""

        def put(there: Any, j: int) -> None:
            hand_over(self.program, there, j, states, i)
            self.program.entry_points.redeal(there, j, self.work, 0, seat, *key)

        return self.judge.think(put, seat, self.broad)


class NetworkLevelAgent:
    """A level that the network plays with a number of tries; with other numbers of players, `instead` plays."""

    def __init__(
        self, game: Game, program: Program, tries: int, instead: Agent | None = None, mistakes: float = 0.0
    ) -> None:
        self.mistakes = mistakes
        self.settings = search_settings_of(game)
        self.look_ahead, self.tries = LookAhead(game, program, self.settings.look_ahead), tries
        self.instead = instead

    def act(self, states: Any, i: int, seat: int, key: Sequence[int]) -> int:
        """The action that turned out best."""
        program = self.look_ahead.program
        if self.instead is not None and not self.settings.plays_network(players_of(program, states, i)):
            return self.instead.act(states, i, seat, key)
        return self.look_ahead.think(
            lambda S, j: hand_over(program, S, j, states, i), seat, key, self.tries, None, self.mistakes
        )


class SearchAgent:
    """Searches with a number of simulations, or for a number of seconds."""

    def __init__(
        self,
        game: Game,
        program: Program,
        sims: int,
        seconds: float | None = None,
        novice: bool = False,
        settings: SearchSettings | None = None,
    ) -> None:
        self.searcher = Searcher(game, program, sims, settings)
        self.sims, self.seconds, self.novice = sims, seconds, novice

    def act(self, states: Any, i: int, seat: int, key: Sequence[int]) -> int:
        """The action that the search found best; a novice's is one that looks good at first sight."""
        searcher = self.searcher
        found = searcher.think(
            lambda S, j: hand_over(searcher.program, S, j, states, i), seat, key, self.sims, self.seconds
        )
        return sample(found, key[0], searcher.settings.easy).action if self.novice else found[0].action


class TableAgent:
    """A bot that can only decide from a `Position`: it gets one made from the state."""

    def __init__(self, game: Game, program: Program, name: str) -> None:
        self.game, self.program, self.name = game, program, name

    def act(self, states: Any, i: int, seat: int, key: Sequence[int]) -> int:
        """The action in a position without a past; what the bot raises is raised, so that its failures are counted."""
        own = self.program.states(1)
        hand_over(self.program, own, 0, states, i)
        pos = Position(self.game, self.program, own, Origin(None, {}, ()))
        bot = make(self.name, key[0], self.game)
        return self.game.action(bot.choose(pos.redeal(seat, ("bot", bot.name, bot.seed, pos.plies_seen(seat))), seat))


def agent_for(name: str, game: Game, program: Program, fraction: float = 1.0) -> Agent:
    """The bot of that name, ready to play; a level with that part of its simulations."""
    bot = make(name, 0, game)
    if isinstance(bot, Search):
        if bot.sims is not None:
            return SearchAgent(game, program, bot.sims, bot.seconds if bot.sims == UNBOUNDED else None)
        return _level_searched(name, game, program, fraction)
    if isinstance(bot, NetworkLevel):
        if outlook_of(game) is not None:
            compared = bot.broad_in(program)
            return PlanAgent(game, program, None, compared if name.startswith(TRIES) else _part(compared, fraction))
        if name.startswith(TRIES):
            return NetworkLevelAgent(game, program, bot.tries)
        searched_too = search_settings_of(game).networks_players > 0
        instead = _level_searched(name, game, program, fraction) if searched_too else None
        return NetworkLevelAgent(
            game, program, _part(bot.tries, fraction), instead, search_settings_of(game).temperature(name)
        )
    if isinstance(bot, NetworkBot):
        return (NetworkAgent if outlook_of(game) is None else PlanAgent)(game, program, bot.path)
    if isinstance(bot, Policy):
        return PolicyAgent(game, program, bot.policy)
    if isinstance(bot, Greedy):
        return GreedyAgent(game, program)
    if isinstance(bot, RandomBot):
        return RandomAgent(game, program)
    return TableAgent(game, program, name)


def _level_searched(name: str, game: Game, program: Program, fraction: float) -> SearchAgent:
    """The search of a level, with that part of its simulations; a novice has all of its few."""
    settings = search_settings_of(game)
    sims = settings.sims(name) if name == NOVICE else max(1, round(settings.sims(name) * fraction))
    return SearchAgent(game, program, sims, None, name == NOVICE, settings.for_level(name, sims))


def _part(tries: int, fraction: float) -> int:
    """A part of a level's tries; one that looks not ahead has none."""
    return max(1, round(tries * fraction)) if tries else 0


def stand_ins(game: Game, program: Program) -> list[tuple[str, Agent]]:
    """The bots that decide for one that failed, by name: the greedy bot; where that fails too, the random one."""
    able = [name for name in ("greedy", "random") if fits(name, game)]
    return [(name, agent_for(name, game, program)) for name in able]
