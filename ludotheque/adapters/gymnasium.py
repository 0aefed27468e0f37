"""Games as Gymnasium environments, one seat against bots: `pip install 'ludotheque[gymnasium]'`.

    from ludotheque.adapters import gymnasium
    env = gymnasium.env("lampions", players=3, opponents="greedy")
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

Observations are the numbers of `game.observation`. What is legal stands in `info["action_mask"]` and in
`env.action_masks()`, where Stable-Baselines3 looks for it. The reward comes at the end: the seat's share of the win.
`vector_env` plays many matches at once in compiled loops. Importing this registers every game, so that
`gymnasium.make("ludotheque/lampions-v1")` knows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from ludotheque import bots
from ludotheque.adapters.setting import PENALTY, Setting
from ludotheque.batches import Batch
from ludotheque.errors import BadInput, NotInstalled
from ludotheque.play import registry
from ludotheque.play.game import Game
from ludotheque.play.position import Position

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise NotInstalled("gymnasium") from error

__all__ = ["Environment", "VectorEnvironment", "env", "vector_env"]

NAMESPACE = "ludotheque"
RANDOM = "random"
Seats = Sequence[Mapping[str, Any] | None]
Policy = Callable[[Any, Any], Any]  # observations and masks, a row a match → actions


def env(game: str | Game, **settings: Any) -> Environment:
    """One match after the other; see `Environment` for the settings."""
    return Environment(game, **settings)


def vector_env(game: str | Game, num_envs: int, **settings: Any) -> VectorEnvironment:
    """Many matches at once; see `VectorEnvironment` for the settings."""
    return VectorEnvironment(game, num_envs, **settings)


class Environment(gymnasium.Env):  # type: ignore[misc]
    """A seat among bots.

    `opponents` is the name of a bot, or one for each other seat (`bots.names(game)`). `seat` is the learner's; None
    lets it go round from match to match, so that no seat is favoured. `players`, `options` and `seats` are those of
    `game.start`. `scaled=False` gives the game's own whole numbers (int16) instead of floats. `illegal` says what comes
    of an action that is not legal: the learner loses (reward -1, the match is over), an error is raised, or a random
    legal one is played.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seats: Seats | None = None,
        *,
        opponents: str | Sequence[str] = RANDOM,
        seat: int | None = None,
        mode: str = "compiled",
        scaled: bool = True,
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        self.setting = Setting(
            game, players, options, seats, mode=mode, scaled=scaled, illegal=illegal, render_mode=render_mode
        )
        others = self.setting.players - 1
        self.opponents = (opponents,) * others if isinstance(opponents, str) else tuple(opponents)
        if len(self.opponents) != others:
            raise BadInput.at("opponents", 0, "", f"{len(self.opponents)} bots for {others} other seats")
        for name in self.opponents:
            bots.make(name, game=self.setting.game)
        self.render_mode = render_mode
        self._fixed_seat, self._matches = seat, 0
        low, high = self.setting.bounds
        self.observation_space = Box(low, high, dtype=low.dtype)
        self.action_space = Discrete(self.setting.action_count)
        self.pos: Position | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin the first match of a seed, or the next one; play until the learner is asked."""
        super().reset(seed=seed)
        if seed is not None:
            self._matches = 0
        for attempt in range(1000):  # a match in which the learner is never asked is none
            pos = self.setting.deal(seed if attempt == 0 else None)
            self.seat = self._matches % self.setting.players if self._fixed_seat is None else self._fixed_seat
            self._matches += 1
            self._sit(pos)
            self._let_others_play()
            if not pos.over:
                return self._observation(), self._info()
        raise BadInput.at("seat", 0, str(self.seat), "is never asked for a decision")

    def _sit(self, pos: Position) -> None:
        """Have a new set of bots at the table; all their chance follows from the deal."""
        self.pos = pos
        self._chance = Random(f"chance {pos.origin.seed}")
        names = iter(self.opponents)
        self._bots: list[bots.Bot | None] = [
            None if seat == self.seat else bots.make(next(names), f"{pos.origin.seed} {seat}", self.setting.game)
            for seat in range(self.setting.players)
        ]

    def _let_others_play(self) -> None:
        pos = self._pos
        while True:
            actors = pos.actors
            if not actors or self.seat in actors:
                return
            seat = actors[0]
            bot = self._bots[seat]
            assert bot is not None
            if bot.name == RANDOM:
                pos.play(self._chance.choice(pos.legal_ids(seat)), seat)
            else:
                pos.play(bots.decide(bot, pos, seat), seat)

    @property
    def _pos(self) -> Position:
        if self.pos is None:
            raise gymnasium.error.ResetNeeded("call reset() before anything else")
        return self.pos

    def _observation(self) -> Any:
        return self.setting.observe(self._pos, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self.seat}

    def action_masks(self) -> Any:
        """1 for every action that is legal now."""
        return self.setting.mask(self._pos, self.seat)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action of the learner, then let the others play until it is asked again."""
        pos, setting = self._pos, self.setting
        if not setting.play(pos, self.seat, action):
            return self._observation(), PENALTY, True, False, {**self._info(), "illegal": True}
        self._let_others_play()
        reward = pos.shares[self.seat] if pos.over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, pos.over, False, self._info()

    def render(self) -> Any:
        """The whole table, printed ("human") or as text ("ansi")."""
        return self.setting.render(self._pos)


class VectorEnvironment(VectorEnv):  # type: ignore[misc]
    """Many matches at once, in compiled loops: a learner in each, at seat `i % players` of match i, or at `seat`.

    `opponents` is "random", or a function that is given observations and masks, a row for each match, and returns
    actions; it is asked for all matches, and only its answers where somebody else decides count. A match that ends is
    followed by a new one within the same step (`AutoresetMode.SAME_STEP`); its last observation is not kept, since
    nobody decides there. Actions that are not legal raise an error. With `copy=False` observations and masks are
    arrays of the environment's own, which the next step overwrites: faster, for who is done with them by then.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seats: Seats | None = None,
        *,
        opponents: str | Policy = RANDOM,
        seat: int | None = None,
        scaled: bool = True,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        self.setting = Setting(game, players, options, seats, scaled=scaled)
        if isinstance(opponents, str) and opponents != RANDOM:
            raise BadInput.at(
                "opponents", 0, opponents, "many matches at once know random play, or a function of yours"
            )
        self.num_envs = int(num_envs)
        self.opponents = opponents
        self.batch = Batch(self.setting.game, self.num_envs, self.setting.players, options, seats, threads=threads)
        whole = np.arange(self.num_envs, dtype=np.int32) % self.setting.players
        self.seats = whole if seat is None else np.full(self.num_envs, seat, np.int32)
        low, high = self.setting.bounds
        self.single_observation_space = Box(low, high, dtype=low.dtype)
        self.single_action_space = Discrete(self.setting.action_count)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP, "render_modes": []}
        self._rows = np.arange(self.num_envs)
        self.copy = bool(copy)
        if isinstance(opponents, str):
            self.batch.ask(self.seats)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin every match anew."""
        super().reset(seed=None if isinstance(seed, Sequence) else seed)
        self.batch.reset(seed)
        self._let_others_play(np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, np.bool_))
        return self._observations(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action of every learner, then let the others play until all learners are asked again."""
        batch = self.batch
        batch.step(np.asarray(actions))
        rewards = batch.rewards[self._rows, self.seats]
        ended = batch.done.copy()
        self._let_others_play(rewards, ended)
        return self._observations(), rewards, ended, np.zeros(self.num_envs, np.bool_), self._info()

    def sample(self) -> Any:
        """A legal action for each learner, all equally likely, drawn by compiled code."""
        return self.batch.sample().copy()

    def _let_others_play(self, rewards: Any, ended: Any) -> None:
        """Step those matches in which another seat decides; note what ends there, once."""
        batch = self.batch
        if isinstance(self.opponents, str):  # random play: the batch has done so
            return
        while True:
            waiting = batch.seats == self.seats
            if waiting.all():
                return
            actions = np.asarray(self.opponents(self._observations(), self.action_masks())).astype(np.int32)
            actions[waiting] = batch.WAIT
            batch.step(actions)
            over = batch.done & ~waiting
            # A learner that is not asked between two ends gets the first result; the second is nobody's.
            first = over & ~ended
            rewards[first] = batch.rewards[self._rows, self.seats][first]
            ended |= over

    def _observations(self) -> Any:
        numbers = np.float32 if self.setting.scaled else np.int16
        own = np.empty(self.observation_space.shape, numbers) if self.copy else None
        return self.batch.observe(out=own, scaled=self.setting.scaled)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> Any:
        """Truth values, a row a match: what is legal now."""
        masks = self.batch.legal()
        return masks.copy() if self.copy else masks


def version_of(game: Game) -> int:
    """The version of the rules as Gymnasium writes it: a whole number."""
    found = re.match(r"\d+", game.rules_version)
    return int(found[0]) if found else 0


def _register() -> None:
    for name in registry.names():
        known = registry.game(name, "plain")
        id = f"{NAMESPACE}/{name}-v{version_of(known)}"
        if id not in gymnasium.registry:
            gymnasium.register(
                id,
                entry_point=f"{__name__}:Environment",
                vector_entry_point=f"{__name__}:VectorEnvironment",
                kwargs={"game": name},
            )


_register()
