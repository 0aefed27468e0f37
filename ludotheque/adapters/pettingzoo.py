"""Games as PettingZoo environments, with action masks: `pip install 'ludotheque[pettingzoo]'`.

    from ludotheque.adapters import pettingzoo
    env = pettingzoo.env("lampions", players=3)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

Agents are `player_0`, `player_1`, …: the seats. What an agent is handed is a dictionary of `observation`, the numbers
of `game.observation`, and `action_mask`. Rewards come at the end: shares of the win;
`reward="score"` gives the points of each step, `reward="shaped"` the result with shaping (docs/research.md).

Where several choose in secret at the same time, `env` asks them one after the other and shows none what the others
chose; `parallel_env` asks all at once, and those who owe no decision wait: they play the one action more that it has,
`env.wait`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.adapters.setting import PENALTY, Setting
from ludotheque.errors import NotInstalled
from ludotheque.play.game import Game
from ludotheque.play.position import Position

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise NotInstalled("pettingzoo") from error

__all__ = ["Environment", "ParallelEnvironment", "env", "parallel_env", "raw_env"]

RENDER_MODES = ["human", "ansi"]
Seats = Sequence[Mapping[str, Any] | None]
# Attributes that exist once a match has begun.
BEGUN = {"agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards"}


def env(game: str | Game, **settings: Any) -> Environment:
    """The game as an AEC environment; see `Environment` for the settings."""
    return Environment(game, **settings)


raw_env = env


def parallel_env(game: str | Game, **settings: Any) -> ParallelEnvironment:
    """The game as a parallel environment; see `ParallelEnvironment` for the settings."""
    return ParallelEnvironment(game, **settings)


def _agents(players: int) -> list[str]:
    return [f"player_{seat}" for seat in range(players)]


def _space(setting: Setting, actions: int) -> Dict:
    low, high = setting.bounds
    return Dict(
        {
            "observation": Box(low, high, dtype=low.dtype),
            "action_mask": Box(0, 1, (actions,), np.int8),
        }
    )


class Environment(AECEnv):  # type: ignore[misc]
    """One match after the other, a decision at a time.

    `players`, `options` and `seats` are those of `game.start`. `scaled=False` gives the game's own whole numbers
    (int16) instead of floats. `illegal` says what comes of an action that is not legal: its agent loses (reward -1, the
    match is over), an error is raised, or a random legal one is played. After `max_cycles` decisions of one agent the
    match is broken off.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seats: Seats | None = None,
        *,
        mode: str = "compiled",
        scaled: bool = True,
        illegal: str = "lose",
        reward: str = "share",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.setting = Setting(
            *(game, players, options, seats),
            mode=mode,
            scaled=scaled,
            illegal=illegal,
            reward=reward,
            render_mode=render_mode,
        )
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.metadata = {
            "name": self.setting.id,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = _agents(self.setting.players)
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = self.setting.action_count
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: _space(self.setting, actions) for agent in self.possible_agents}
        self.pos: Position | None = None

    if not TYPE_CHECKING:  # who checks types is to hear of names that are not there

        def __getattr__(self, name: str) -> Any:
            if name in BEGUN:
                raise AttributeError(f"{name} is there once reset() was called")
            return object.__getattribute__(self, name)  # raise the error again that Python would raise

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin the first match of a seed, or the next one."""
        self.pos = self.setting.deal(seed)
        self._rewards = self.setting.rewards(self.pos)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decided = [0] * self.setting.players
        self.agent_selection = self.possible_agents[self.pos.actors[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation and the action mask of an agent."""
        seat, pos = self._seat[agent], self._pos
        return {"observation": self.setting.observe(pos, seat), "action_mask": self.setting.mask(pos, seat)}

    @property
    def _pos(self) -> Position:
        if self.pos is None:
            raise RuntimeError("reset() needs to be called before anything else")
        return self.pos

    def step(self, action: Any) -> None:
        """Play an action of the agent that is asked; None if its match is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        pos, seat = self._pos, self._seat[agent]
        self._cumulative_rewards[agent] = 0.0
        if not self.setting.play(pos, seat, action):
            self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: PENALTY}
            self._accumulate_rewards()
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos[agent]["illegal"] = True
        else:
            self._decided[seat] += 1
            actors = pos.actors
            if not actors or self.setting.reward != "share":  # shares are 0 until the end
                self.rewards = dict(zip(self.possible_agents, self._rewards.since(), strict=True))
                self._accumulate_rewards()
            if not actors:
                self.terminations = dict.fromkeys(self.agents, True)
            elif self.max_cycles is not None and self._decided[seat] >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
            else:
                self.agent_selection = self.possible_agents[actors[0]]
        if self.agents and (self.terminations[agent] or self.truncations[agent]):
            self.agent_selection = self.agents[0]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The whole table, printed ("human") or as text ("ansi")."""
        return self.setting.render(self._pos)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __str__(self) -> str:
        return self.setting.id


class ParallelEnvironment(ParallelEnv):  # type: ignore[misc]
    """All agents act at once: those who owe a decision make it, the others wait.

    The settings are those of `Environment`; `max_cycles` counts steps.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seats: Seats | None = None,
        *,
        mode: str = "compiled",
        scaled: bool = True,
        illegal: str = "lose",
        reward: str = "share",
        discount: float = 1.0,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.setting = Setting(
            *(game, players, options, seats),
            mode=mode,
            scaled=scaled,
            illegal=illegal,
            reward=reward,
            discount=discount,
            render_mode=render_mode,
        )
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.metadata = {"name": self.setting.id, "render_modes": list(RENDER_MODES), "render_fps": 1}
        self.possible_agents = _agents(self.setting.players)
        self.agents: list[str] = []
        self.wait = self.setting.action_count
        self.action_spaces = {agent: Discrete(self.wait + 1) for agent in self.possible_agents}
        self.observation_spaces = {agent: _space(self.setting, self.wait + 1) for agent in self.possible_agents}
        self.pos: Position | None = None

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin the first match of a seed, or the next one."""
        self.pos = self.setting.deal(seed)
        self._rewards = self.setting.rewards(self.pos)
        self.agents = self.possible_agents[:]
        self._steps = 0
        return self._observations(self.pos), {agent: {} for agent in self.agents}

    def _observations(self, pos: Position) -> dict[str, Any]:
        found = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = self.setting.mask(pos, seat, self.wait + 1)
            if seat not in pos.actors:
                mask[self.wait] = 1
            found[agent] = {"observation": self.setting.observe(pos, seat), "action_mask": mask}
        return found

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """Play the actions of the agents that owe a decision; ignore the others'."""
        pos = self.pos
        if pos is None:
            raise RuntimeError("reset() needs to be called before anything else")
        agents = self.agents
        rewards = dict.fromkeys(agents, 0.0)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        asked = pos.actors
        for seat in asked:
            agent = self.possible_agents[seat]
            if not self.setting.play(pos, seat, actions[agent]):
                rewards[agent], infos[agent]["illegal"] = PENALTY, True
        self._steps += 1
        illegal = any(infos.values())
        over = illegal or pos.over
        truncated = not over and self.max_cycles is not None and self._steps >= self.max_cycles
        if not illegal:
            rewards = dict(zip(self.possible_agents, self._rewards.since(), strict=True))
        observations = self._observations(pos)
        if over or truncated:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, truncated), infos

    def render(self) -> str | None:
        """The whole table, printed ("human") or as text ("ansi")."""
        return self.setting.render(self.pos) if self.pos is not None else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __str__(self) -> str:
        return self.setting.id
