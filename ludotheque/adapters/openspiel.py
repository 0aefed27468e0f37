"""Games as OpenSpiel games: `pip install 'ludotheque[openspiel]'`.

    import pyspiel
    from ludotheque.adapters import openspiel      # registers every game
    game = pyspiel.load_game("ludotheque_lampions", {"players": 3, "rounds": 3})

`players` and the options of the game are parameters, as are what seats bring (`deck_0`, `deck_1`, …), and:

- `chance`: "exact" makes a chance node of everything that chance decides, with its probabilities, deals and rolls of
  dice alike; "sampled" has one at the root, which draws one of `deals` seeds, all equally likely, and everything that
  chance decides in a match follows from it, hidden from the players until it shows. Values are then those of a sampled
  game: with few deals they may be far from those of the game itself. "auto" is exact where the deal can go in 1,000
  ways at most. Deals that turn out equal are one outcome with the weight of all.
- `reward`: "share" (the result), "score" (the points of each step) or "shaped".
- `recall`: how many decisions of the past the information state tensor holds.

Where several choose in secret at the same time, `ludotheque_<game>` asks them one after the other, each without the
others' choices in what it knows, which is the same game; `ludotheque_<game>_simultaneous` has nodes of all at once.
Returns are shares of the win, or what the game pays. Information states are strings, one for all that a player knows
and has noticed. Observation tensors are the numbers of `game.observation`, scaled, as NumPy arrays; the information
state tensor has the last decisions that the player noticed besides.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ludotheque.adapters.setting import Setting
from ludotheque.errors import BadInput, NoObservation, NotInstalled
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.play import chance, registry
from ludotheque.play.base import BaseGame
from ludotheque.play.declaration import Declaration, Payoff
from ludotheque.play.position import Position
from ludotheque.play.rewards import REWARDS, Rewards

try:
    import pyspiel
except ImportError as error:
    raise NotInstalled("openspiel") from error

__all__ = ["Game", "Observer", "Playouts", "State", "name_of", "register"]

CHANCE, SIMULTANEOUS_NODE, TERMINAL = (
    pyspiel.PlayerId.CHANCE,
    pyspiel.PlayerId.SIMULTANEOUS,
    pyspiel.PlayerId.TERMINAL,
)
DEALS = 1000  # the default number of chance outcomes
FEW = 1000  # the limit of deals for "auto" to be exact
FIRST_DEALS = 32  # if all of these samples differ, more will hardly be equal
RECALL = 32  # the default number of decisions in an information state tensor
MOST_POINTS = 10_000  # options of the seats of a match
CHANCES = ("auto", "exact", "sampled")
SIMULTANEOUS = "_simultaneous"


def name_of(game: str, simultaneous: bool = False) -> str:
    """The name of a game in OpenSpiel."""
    return f"ludotheque_{game}{SIMULTANEOUS if simultaneous else ''}"


def parameters(game: BaseGame) -> dict[str, Any]:
    """The parameters for loading the game, with their defaults."""
    declaration = game.declaration
    brought = {
        f"{option.name}_{seat}": "" for option in declaration.seat_options for seat in range(declaration.players[1])
    }
    options = {option.name: option.default for option in declaration.options}
    ours = {"chance": "auto", "deals": DEALS, "reward": "share", "recall": min(RECALL, declaration.longest)}
    return {"players": declaration.players[0], "mode": "compiled", **ours, **options, **brought}


def type_of(game: BaseGame, simultaneous: bool) -> Any:
    """The `GameType` of a game, which OpenSpiel needs before it is loaded."""
    declaration, kinds = game.declaration, pyspiel.GameType
    fewest, most = declaration.players
    return kinds(
        short_name=name_of(game.name, simultaneous),
        long_name=f"{declaration.title['en']}{', choices at once' if simultaneous else ''}",
        dynamics=kinds.Dynamics.SIMULTANEOUS if simultaneous else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=_utility(declaration),
        # Also for rewards of each step, because the type is declared before the parameters.
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters(game),
    )


def _utility(declaration: Declaration) -> Any:
    """The kind of utility: that of the payoff where one is declared."""
    kinds = pyspiel.GameType.Utility
    if declaration.together:
        return kinds.IDENTICAL
    if declaration.payoff is None:
        return kinds.CONSTANT_SUM
    total = declaration.payoff.total
    return kinds.GENERAL_SUM if total is None else kinds.ZERO_SUM if total == 0 else kinds.CONSTANT_SUM


class Game(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its parameters."""

    type: Any  # the description for OpenSpiel
    name: str
    simultaneous: bool  # whether secret choices are applied at once

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        known = registry.game(self.name, "plain")
        given = {**parameters(known), **(params or {})}
        declaration = known.declaration
        self.deals = int(given["deals"])
        self.recall = int(given["recall"])
        self.reward = given["reward"]
        for name, allowed in (("chance", CHANCES), ("reward", REWARDS)):
            if given[name] not in allowed:
                raise BadInput.at(name, 0, "", f"{given[name]!r} is none of {', '.join(allowed)}")
        players = int(given["players"])
        seats = [
            {
                option.name: given[f"{option.name}_{seat}"]
                for option in declaration.seat_options
                if given.get(f"{option.name}_{seat}")  # empty for too many players, which raises an error below
            }
            for seat in range(players)
        ]
        options = {option.name: given[option.name] for option in declaration.options}
        self.setting = Setting(self.name, players, options, seats, mode=given["mode"])
        self.exact = self._dealt_exactly(given["chance"])
        paid = declaration.payoff
        low, high, total = (0, 1, None if declaration.together else 1) if paid is None else _bounds(paid)
        if self.reward == "score":
            low, high, total = -MOST_POINTS, MOST_POINTS, None
        super().__init__(
            self.type,
            pyspiel.GameInfo(
                num_distinct_actions=declaration.action_count,
                max_chance_outcomes=self.deals if self.exact is None else max(FEW, len(self.exact)),
                num_players=players,
                min_utility=float(low),
                max_utility=float(high),
                utility_sum=None if total is None else float(total),
                max_game_length=declaration.longest,
            ),
            params or {},
        )

    def _dealt_exactly(self, wanted: str) -> list[chance.Outcome] | None:
        """All deals with their probabilities, if chance is exact."""
        if wanted == "sampled":
            return None
        opening = self.setting.opening
        try:
            return chance.deals(opening, FEW if wanted == "auto" else chance.MOST)
        except chance.TooManyOutcomes:
            if wanted == "auto":
                return None
            raise

    @cached_property
    def outcomes(self) -> list[tuple[int, float]]:
        """The deals at the root with their probabilities; those that are equal are one."""
        if self.exact is not None:
            return [(number, float(outcome.chance)) for number, outcome in enumerate(self.exact)]
        weights: dict[Any, list[int]] = {}
        for deal in range(min(self.deals, FIRST_DEALS)):
            weights.setdefault(chance.numbers_of(self.dealt(deal)), [deal, 0])[1] += 1
        if len(weights) == min(self.deals, FIRST_DEALS):
            return [(deal, 1 / self.deals) for deal in range(self.deals)]
        for deal in range(FIRST_DEALS, self.deals):
            weights.setdefault(chance.numbers_of(self.dealt(deal)), [deal, 0])[1] += 1
        return [(deal, weight / self.deals) for deal, weight in weights.values()]

    def dealt(self, deal: int) -> Position:
        """The match after a deal."""
        if self.exact is not None:
            return self.exact[deal].position.copy()
        return self.setting.opening.deal(f"deal {deal}")

    @cached_property
    def recalled_size(self) -> int:
        """How many numbers of an information state tensor hold one decision: who decided, and the action in binary."""
        return int(self.num_players()) + int(self.num_distinct_actions() + 1).bit_length()

    def information_state_tensor_size(self) -> int:
        """The length of information state tensors."""
        return int(self.setting.observation.size) + self.recall * self.recalled_size

    def information_state_tensor_shape(self) -> list[int]:
        """The shape of information state tensors."""
        return [self.information_state_tensor_size()]

    def new_initial_state(self) -> State:
        """The root, where chance deals."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """The observer of a player's knowledge."""
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def _bounds(paid: Payoff) -> tuple[int, int, int | None]:
    return paid.low, paid.high, paid.total


class State(pyspiel.State):  # type: ignore[misc]
    """A match; `pos` is the position, None before the deal.

    What OpenSpiel's own class asks of this one in C++ stands here a second time under the name that Python calls:
    the way there and back takes longer than the answer.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.simultaneous = game.simultaneous  # a clone copies these attributes: keep them small
        self.exact, self.running = game.exact is not None, game.reward != "share"
        self.pos: Position | None = None
        self.ways: list[chance.Outcome] = []  # pending chance events
        self.before: list[float] = []  # the value for each player, and rewards so far and of the last step
        self.total, self.latest = [0.0] * game.num_players(), [0.0] * game.num_players()

    @property
    def _setting(self) -> Setting:
        setting: Setting = self.get_game().setting
        return setting

    def current_player(self) -> Any:
        """The player who decides: chance for the deal, a seat, or all at once; TERMINAL at the end."""
        if self.pos is None or self.ways:
            return CHANCE
        if self.simultaneous:
            actors = self.pos.actors
            return SIMULTANEOUS_NODE if len(actors) > 1 else actors[0] if actors else TERMINAL
        actor = self.pos.actor
        return TERMINAL if actor is None else actor

    def is_chance_node(self) -> bool:
        """Whether chance decides now."""
        return self.pos is None or bool(self.ways)

    def _legal_actions(self, player: int) -> list[int]:
        return self.pos.legal_ids(player) if self.pos is not None and player >= 0 and not self.ways else []

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of a player, ascending; by default of the current player."""
        pos = self.pos
        if pos is None or self.ways or (player is None and self.simultaneous) or (player is not None and player < 0):
            return list(super().legal_actions() if player is None else super().legal_actions(player))
        if player is not None and not self.simultaneous and player != pos.actor:
            return []  # several players who choose in secret decide one after the other
        return pos.legal_ids(player)

    def observation_tensor(self, player: int | None = None) -> Any:
        """The scaled observation of a player, as an array of the caller's; by default of the current player."""
        pos = self.pos
        if pos is None or player is None or not 0 <= player < pos.players:
            return np.array(super().observation_tensor() if player is None else super().observation_tensor(player))
        return self._setting.observe(pos, player)

    def information_state_string(self, player: int | None = None) -> str:
        """Return the information state of a player as a string; by default of the current player."""
        pos = self.pos
        if pos is None or self.ways or (player is not None and not 0 <= player < pos.players):
            mine = super().information_state_string
            return str(mine() if player is None else mine(player))
        if player is None:
            player = self.current_player()
            if player < 0:
                return str(super().information_state_string())
        return pos.infostate_key(player)

    def information_state_tensor(self, player: int | None = None) -> Any:
        """The observation of a player and the last decisions that it noticed; by default of the current player."""
        pos = self.pos
        if pos is None or player is None or not 0 <= player < pos.players:
            mine = super().information_state_tensor
            return np.array(mine() if player is None else mine(player))
        return self.recalled(player)

    def recalled(self, player: int) -> Any:
        """The numbers of the information state tensor: observation, then decisions, the latest first."""
        game, pos = self.get_game(), self.pos
        tensor = np.zeros(game.information_state_tensor_size(), np.float32)
        if pos is None:
            return tensor
        at = game.setting.observation.size
        tensor[:at] = self._setting.observe(pos, player)
        rows = tensor[at:].reshape(game.recall, game.recalled_size) if game.recall else ()
        noticed = pos.latest_decisions(player, game.recall)
        for row, (seat, action) in zip(rows, noticed, strict=False):
            row[(seat - player) % pos.players] = 1
            number = action + 1  # 0 is an action that the player did not see
            for place in range(pos.players, game.recalled_size):
                row[place] = number & 1
                number >>= 1
        return tensor

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, or the ways in which chance may go on."""
        if self.ways:
            return [(number, float(way.chance)) for number, way in enumerate(self.ways)]
        outcomes: list[tuple[int, float]] = self.get_game().outcomes
        return outcomes[:]

    def _apply_action(self, action: int) -> None:
        if self.pos is None:
            self.pos = self.get_game().dealt(int(action))
            if self.running:
                self.before = self._rewards().before
        elif self.ways:
            self.pos, self.ways = self.ways[int(action)].position.copy(), []
            self._reward()
        elif self.exact:
            self._apply_exactly([(int(action), self.pos.actor)])
        else:
            self.pos.play(int(action))
            self._reward()

    def _apply_actions(self, actions: Sequence[int]) -> None:
        assert self.pos is not None
        played = [(int(actions[seat]), seat) for seat in self.pos.actors]
        if self.exact:
            self._apply_exactly(played)
            return
        for action, seat in played:
            self.pos.play(action, seat)
        self._reward()

    def _apply_exactly(self, played: Sequence[tuple[int, int | None]]) -> None:
        """Play actions; where the result depends on chance, chance decides next."""
        assert self.pos is not None
        for action, seat in played[:-1]:  # secret choices, which wait for the last one
            self.pos.play(action, seat)
        action, seat = played[-1]
        ways = chance.outcomes(self.pos, action, seat)
        if len(ways) > 1:
            self.ways = ways
        else:
            self.pos.play(action, seat)
            self._reward()

    def _rewards(self) -> Rewards:
        assert self.pos is not None
        return Rewards(self.pos, self.get_game().reward)

    def _reward(self) -> None:
        """Count what the players got in this step, unless they get the result alone."""
        if self.running:
            rewards = self._rewards()
            now, rewards.before = rewards.before, self.before
            self.latest, self.before = rewards.since(), now
            self.total = [sum(both) for both in zip(self.total, self.latest, strict=True)]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}" if self.ways else f"deal {action}"
        return str(self._setting.game.move(int(action)).text)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.pos is not None and not self.ways and self.pos.over

    def returns(self) -> list[float]:
        """The results of the players, all 0 before the end; or the sum of their rewards so far."""
        if self.running:
            return self.total[:]
        return [0.0] * self.num_players() if self.pos is None or self.ways else self.pos.payoffs

    def returns_at(self, end: Position) -> list[float]:
        """Return the returns if the match ends so."""
        if not self.running:
            return end.payoffs
        rewards = Rewards(end, self.get_game().reward)
        rewards.before = self.before
        return [sum(both) for both in zip(self.total, rewards.since(), strict=True)]

    def rewards(self) -> list[float]:
        """Return the players' rewards of the last step."""
        return self.latest[:] if self.running else self.returns()

    def information(self, player: int) -> str:
        """The information state of a player as a string: everything it has done and noticed."""
        return "before the deal" if self.pos is None else self.pos.infostate_key(player)

    def resample_from_infostate(self, player: int, sampler: Any) -> State:
        """Return a random match with the same information state of the player; its history is empty, being unknown.

        A new state costs less than a clone, of which searches would need one for each simulation.
        """
        assert self.pos is not None
        assert not self.ways
        other = State(self.get_game())
        other.before, other.total, other.latest = self.before, self.total, self.latest  # replaced, never changed
        other.pos = self.pos.redeal(player, ("resampled", sampler()))
        return other

    def __str__(self) -> str:
        return "before the deal" if self.pos is None else str(self.pos.text())


class Observer:
    """Observes a player's knowledge as numbers and as a string; with perfect recall, with what it noticed before."""

    def __init__(self, game: Game, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters; {params} are given")
        self.recalls = iig_obs_type.perfect_recall
        self.sees_own = iig_obs_type.private_info != pyspiel.PrivateInfoType.NONE
        observation = game.setting.observation
        size = game.information_state_tensor_size() if self.recalls else observation.size
        self.tensor = np.zeros(size, np.float32)
        self.dict = observation.split(self.tensor[: observation.size])
        if self.recalls:
            self.dict["decisions"] = self.tensor[observation.size :].reshape(game.recall, game.recalled_size)

    def set_from(self, state: State, player: int) -> None:
        """Write what the player knows into `tensor`."""
        if state.pos is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.recalled(player) if self.recalls else state._setting.observe(state.pos, player)

    def string_from(self, state: State, player: int) -> str:
        """The player's knowledge, or everything it has noticed, as a string."""
        if self.recalls:
            return state.information(player)
        viewer = player if self.sees_own else SPECTATOR
        return "before the deal" if state.pos is None else json.dumps(state.pos.view(viewer), ensure_ascii=False)


class Playouts:
    """An evaluator for OpenSpiel's searches that plays matches at random to their ends in compiled rules.

    `open_spiel.python.algorithms.mcts.RandomRolloutEvaluator` does the same a step at a time in Python.
    """

    def __init__(self, count: int = 1, seed: int = 0) -> None:
        self.count = count
        self._seeds = np.random.default_rng(seed)

    def evaluate(self, state: State) -> Any:
        """The mean of the returns."""
        if state.pos is None or state.ways:
            raise ValueError("chance decides here: apply one of its outcomes first")
        total = np.zeros(state.num_players())
        for _ in range(self.count):
            total += state.returns_at(state.pos.playout(int(self._seeds.integers(1 << 62))))
        return total / self.count

    def prior(self, state: State) -> list[tuple[int, float]]:
        """All legal actions, equally likely; or the outcomes of chance."""
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions(state.current_player())
        return [(action, 1 / len(actions)) for action in actions]


def register() -> None:
    """Make every game known to OpenSpiel that can be observed as numbers; those with secret choices in both forms."""
    there = set(pyspiel.registered_names())
    for name in registry.names():
        game = registry.game(name, "plain")
        try:
            _ = game.observation
        except NoObservation:
            continue
        secret = any(decision.secret for decision in game.declaration.decisions)
        for simultaneous in (False, True) if secret else (False,):
            if name_of(name, simultaneous) not in there:
                made = _class_of(game, simultaneous)
                pyspiel.register_game(made.type, made)


def _class_of(game: BaseGame, simultaneous: bool) -> Any:
    """Return a new class for a game.

    OpenSpiel keeps what it is given until after Python has ended. It can keep a class, but not an instance, that long.
    """
    facts = {"type": type_of(game, simultaneous), "name": game.name, "simultaneous": simultaneous}
    return type(name_of(game.name, simultaneous), (Game,), facts)


register()
