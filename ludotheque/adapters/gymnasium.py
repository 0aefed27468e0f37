"""Games as Gymnasium environments, one seat against bots: `pip install 'ludotheque[gymnasium]'`.

    from ludotheque.adapters import gymnasium
    env = gymnasium.env("lampions", players=3, opponents="greedy")
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

Observations are the numbers of `game.observation`. What is legal stands in `info["action_mask"]` and in
`env.action_masks()`, where Stable-Baselines3 looks for it. The reward comes at the end: the seat's share of the win;
`reward="score"` gives the points of each step, `reward="shaped"` the result with shaping (docs/research.md).
`vector_env` plays many matches at once in compiled loops. Importing this registers every game, so that
`gymnasium.make("ludotheque/lampions-v1")` knows it.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

import numpy as np

from ludotheque import bots
from ludotheque.adapters.setting import PENALTY, Setting
from ludotheque.batches import Batch
from ludotheque.batches.batch_kernel import NOBODY
from ludotheque.bots.agents import NetworkAgent, agent_for
from ludotheque.errors import BadInput, NotInstalled
from ludotheque.play import registry
from ludotheque.play.game import Game
from ludotheque.play.position import Position
from ludotheque.play.seeds import key_words

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
Policy = Callable[[Any, Any], Any]  # observations and masks, a row for each match → actions
Chance = Callable[[int], tuple[int, ...]]  # the number of a match → random words for its next decision


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
        reward: str = "share",
        discount: float = 1.0,
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
        for attempt in range(1000):  # a match in which the learner never decides does not count
            pos = self.setting.deal(seed if attempt == 0 else None)
            self.seat = self._matches % self.setting.players if self._fixed_seat is None else self._fixed_seat
            self._matches += 1
            self._sit(pos)
            self._let_others_play()
            self._rewards = self.setting.rewards(pos)
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
        reward = self._rewards.since()[self.seat] if pos.over or setting.reward != "share" else 0.0
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, pos.over, False, self._info()

    def render(self) -> Any:
        """The whole table, printed ("human") or as text ("ansi")."""
        return self.setting.render(self._pos)


class VectorEnvironment(VectorEnv):  # type: ignore[misc]
    """Many matches at once, in compiled loops: a learner in each, at seat `i % players` of match i, or at `seat`.

    `opponents` is the name of a bot ("random", "greedy", "network", "network:FILE" …), one name for each other seat, or
    a function. The function is given observations and masks, a row for each match, and returns actions; it is asked for
    all matches, and only its answers where somebody else decides count. Random play and networks are the fastest.

    A match that ends is followed by a new one within the same step (`AutoresetMode.SAME_STEP`). The learner's last
    observation of the match that ended stands in `info["final_obs"]`, where `info["_final_obs"]` is true. `illegal`
    says what comes of an action that is not legal, as in `Environment`. With `copy=False` observations and masks are
    arrays of the environment's own, which the next step overwrites: faster, if you are done with them by then.
    `seatings`, instead of `seats`, are several lists of what the seats bring, which the matches take in turn.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seats: Seats | None = None,
        *,
        opponents: str | Sequence[str] | Policy = RANDOM,
        seat: int | None = None,
        scaled: bool = True,
        illegal: str = "lose",
        reward: str = "share",
        discount: float = 1.0,
        threads: int = 1,
        copy: bool = True,
        seatings: Sequence[Seats | None] | None = None,
    ) -> None:
        self.setting = Setting(
            game, players, options, seats, scaled=scaled, illegal=illegal, reward=reward, discount=discount
        )
        self.num_envs = int(num_envs)
        self.opponents = opponents
        self._others = None if callable(opponents) else Opponents(self.setting, opponents)
        self.batch = Batch(
            *(self.setting.game, self.num_envs, self.setting.players, options, seats),
            seatings=seatings,
            threads=threads,
            restart=False,
            reward=reward,
        )
        whole = np.arange(self.num_envs, dtype=np.int32) % self.setting.players
        self.seats = whole if seat is None else np.full(self.num_envs, seat, np.int32)
        low, high = self.setting.bounds
        self.single_observation_space = Box(low, high, dtype=low.dtype)
        self.single_action_space = Discrete(self.setting.action_count)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP, "render_modes": []}
        self._rows = np.arange(self.num_envs)
        self._seeds: Sequence[object] = range(self.num_envs)
        self._final: Any = None  # space for observations of matches that ended
        self.copy = bool(copy)
        if self._others is not None and self._others.all_random:
            self.batch.ask(self.seats)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin every match again: with its next deal, or from new seeds.

        A whole number is the seed of the first match, and each further match has the next number; a list has a seed
        for each match. All that happens in a match follows from its seed, its place and the actions of its learner.
        """
        super().reset(seed=None if isinstance(seed, Sequence) else seed)
        if seed is None:
            self.batch.reset()
        else:
            given = seed if isinstance(seed, Sequence) else range(seed, seed + self.num_envs)
            self._seeds = [secrets.token_hex(8) if one is None else one for one in given]
            self.batch.reset(seeds=self._seeds)
        self._let_others_play()
        self._begin_where_over()
        return self._observations(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action of every learner, then let the others play until all learners are asked again."""
        batch = self.batch
        played = np.array(actions)
        lost = self._replace_illegal(played)
        batch.step(played)
        rewards = self._let_others_play(batch.rewards[self._rows, self.seats])
        over = (batch.seats == NOBODY) & ~lost
        if self.setting.reward == "shaped" and self.setting.discount != 1:  # between two decisions of the learner
            rewards += np.where(over, 0, (self.setting.discount - 1) * batch.potentials[self._rows, self.seats])
        rewards[lost] = PENALTY
        ended = over | lost
        info: dict[str, Any] = {}
        if ended.any():
            info = self._last_observations(ended)
            batch.begin(ended)
            self._let_others_play()
            self._begin_where_over()
        observations = self._observations()
        return observations, rewards, ended, np.zeros(self.num_envs, np.bool_), {**info, **self._info()}

    def _replace_illegal(self, played: Any) -> Any:
        """Replace actions that are not legal as `illegal` says; where the learner loses by one, the match waits."""
        lost = np.zeros(self.num_envs, np.bool_)
        if self.setting.illegal == "raise" or played.dtype.kind not in "iu" or played.shape != (self.num_envs,):
            return lost  # the batch names the fault
        masks = self.batch.legal()
        known = (played >= 0) & (played < masks.shape[1])
        wrong = ~known | ~masks[self._rows, np.where(known, played, 0)]
        if self.setting.illegal == "lose":
            played[wrong] = self.batch.WAIT
            return wrong
        for i in np.flatnonzero(wrong):
            legal = np.flatnonzero(masks[i])
            played[i] = legal[self._chance("illegal", int(i))[0] % len(legal)]
        return lost

    def _chance(self, purpose: str, i: int) -> tuple[int, ...]:
        """Random words for one decision of match i: they follow from its seed."""
        batch = self.batch
        return key_words(purpose, self._seeds[i], i, int(batch.episodes[i]), int(batch.lengths[i]))

    def _last_observations(self, ended: Any) -> dict[str, Any]:
        """The last observations of learners whose matches ended, in Gymnasium's form."""
        if self._final is None:
            self._final = np.zeros((self.num_envs, self.setting.observation.size), np.int16)
        numbers = self.batch.observe(np.where(ended, self.seats, NOBODY), out=self._final)[ended]
        if self.setting.scaled:
            numbers = numbers * self.setting.observation.scales
        last = np.full(self.num_envs, None, dtype=object)
        for row, i in enumerate(np.flatnonzero(ended)):
            last[i] = numbers[row]
        return {"final_obs": last, "_final_obs": ended.copy()}

    def sample(self) -> Any:
        """A legal action for each learner, all equally likely, drawn by compiled code."""
        return self.batch.sample().copy()

    def _begin_where_over(self) -> None:
        """Restart matches that ended before their learner had a decision."""
        for _ in range(1000):
            over = self.batch.seats == NOBODY
            if not over.any():
                return
            self.batch.begin(over)
            self._let_others_play()
        raise BadInput.at("seat", 0, str(self.seats[over.argmax()]), "is never asked for a decision")

    def _let_others_play(self, rewards: Any = None) -> Any:
        """Step those matches in which another seat decides, until they are over or the learner is asked.

        What the learners get on the way is added to `rewards`, if they are given; these are returned.
        """
        batch, others = self.batch, self._others
        if others is not None and others.all_random:  # the batch has counted them
            return rewards
        while True:
            deciding = np.flatnonzero((batch.seats != self.seats) & (batch.seats != NOBODY))
            if not len(deciding):
                return rewards
            actions = np.full(self.num_envs, batch.WAIT, np.int32)
            if others is None:
                assert callable(self.opponents)
                answered = np.asarray(self.opponents(self._observations(), self.action_masks())).astype(np.int32)
                actions[deciding] = answered[deciding]
            else:
                others.choose(batch, self.seats, deciding, partial(self._chance, "opponent"), actions)
            batch.step(actions)
            if rewards is not None:
                rewards[deciding] += batch.rewards[deciding, self.seats[deciding]]

    def _observations(self) -> Any:
        numbers = np.float32 if self.setting.scaled else np.int16
        own = np.empty(self.observation_space.shape, numbers) if self.copy else None
        return self.batch.observe(out=own, scaled=self.setting.scaled)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> Any:
        """The legal actions as truth values, a row for each match."""
        masks = self.batch.legal()
        return masks.copy() if self.copy else masks


class Opponents:
    """The bots of a vector environment, by name: they decide from the states of the batch, in compiled code."""

    def __init__(self, setting: Setting, names: str | Sequence[str]) -> None:
        others = setting.players - 1
        self.names = (names,) * others if isinstance(names, str) else tuple(names)
        if len(self.names) != others:
            raise BadInput.at("opponents", 0, "", f"{len(self.names)} bots for {others} other seats")
        self.all_random = set(self.names) == {RANDOM}
        program = setting.game.program()
        self.agents = {name: agent_for(name, setting.game, program) for name in set(self.names)}

    def choose(self, batch: Batch, learners: Any, deciding: Any, chance: Chance, actions: Any) -> None:
        """Write the actions of the matches `deciding`, in which a bot decides."""
        seats = batch.seats[deciding]
        places = seats - (seats > learners[deciding])  # among the bots of a match
        for name, agent in self.agents.items():
            mine = [k for k, place in enumerate(places) if self.names[place] == name]
            if not mine:
                continue
            matches = deciding[mine]
            if isinstance(agent, NetworkAgent):
                rows = np.full(batch.n, NOBODY, np.int32)
                rows[matches] = batch.seats[matches]
                logits = agent.network.answer(batch.observe(rows)[matches])[0]
                actions[matches] = np.where(batch.legal()[matches], logits, -np.inf).argmax(axis=1)
            else:
                for i in matches.tolist():
                    actions[i] = agent.act(batch.raw_states, i, int(batch.seats[i]), chance(i))


def version_of(game: Game) -> int:
    """The version of the rules as Gymnasium writes it: a whole number."""
    found = re.match(r"\d+", game.rules_version)
    return int(found[0]) if found else 0


def _register() -> None:
    for name in registry.names():
        known = registry.game(name, "plain")
        env_id = f"{NAMESPACE}/{name}-v{version_of(known)}"
        if env_id not in gymnasium.registry:
            gymnasium.register(
                env_id,
                entry_point=f"{__name__}:Environment",
                vector_entry_point=f"{__name__}:VectorEnvironment",
                kwargs={"game": name},
            )


_register()
