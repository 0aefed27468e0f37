"""Games as OpenSpiel games: `pip install 'ludotheque[openspiel]'`.

    import pyspiel
    from ludotheque.adapters import openspiel      # registers every game
    game = pyspiel.load_game("ludotheque_lampions", {"players": 3, "rounds": 3})

Chance is one node at the root: it draws one of `deals` deals, all equally likely, and everything that chance decides
in a match follows from it, hidden from the players until it shows. So histories can be replayed, and a game with few
deals can be solved in tables; with more of them it comes close to the game as it is played. `deals` is a parameter, as
are `players`, the options of the game, and what seats bring (`deck_0`, `deck_1`, …).

Where several choose in secret at the same time, `ludotheque_<game>` asks them one after the other, each without the
others' choices in what it knows, which is the same game; `ludotheque_<game>_simultaneous` has nodes of all at once.
Returns are shares of the win. Information states are strings, one for all that a player knows and has noticed;
observation tensors are the numbers of `game.observation`, scaled.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludotheque.adapters.setting import Setting
from ludotheque.errors import NoObservation, NotInstalled
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.play import registry
from ludotheque.play.base import BaseGame
from ludotheque.play.position import Position

try:
    import pyspiel
except ImportError as error:
    raise NotInstalled("openspiel") from error

__all__ = ["Game", "Observer", "State", "name_of", "register"]

CHANCE, SIMULTANEOUS_NODE, TERMINAL = (
    pyspiel.PlayerId.CHANCE,
    pyspiel.PlayerId.SIMULTANEOUS,
    pyspiel.PlayerId.TERMINAL,
)
DEALS = 1000  # that chance draws from, where nobody asks for another number
SIMULTANEOUS = "_simultaneous"


def name_of(game: str, simultaneous: bool = False) -> str:
    """The name of a game in OpenSpiel."""
    return f"ludotheque_{game}{SIMULTANEOUS if simultaneous else ''}"


def parameters(game: BaseGame) -> dict[str, Any]:
    """What may be said when the game is loaded, with what it is otherwise."""
    declaration = game.declaration
    brought = {
        f"{option.name}_{seat}": "" for option in declaration.seat_options for seat in range(declaration.players[1])
    }
    options = {option.name: option.default for option in declaration.options}
    return {"players": declaration.players[0], "deals": DEALS, "mode": "compiled", **options, **brought}


def type_of(game: BaseGame, simultaneous: bool) -> Any:
    """What OpenSpiel is told of a game before it is loaded."""
    declaration, kinds = game.declaration, pyspiel.GameType
    fewest, most = declaration.players
    return kinds(
        short_name=name_of(game.name, simultaneous),
        long_name=f"{declaration.title['en']}{', choices at once' if simultaneous else ''}",
        dynamics=kinds.Dynamics.SIMULTANEOUS if simultaneous else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.IDENTICAL if declaration.together else kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters(game),
    )


class Game(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its parameters."""

    type: Any  # what OpenSpiel is told of it
    name: str
    simultaneous: bool  # whether secret choices are made at once

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        known = registry.game(self.name, "plain")
        given = {**parameters(known), **(params or {})}
        declaration = known.declaration
        self.deals = int(given["deals"])
        self.outcomes = [(deal, 1 / self.deals) for deal in range(self.deals)]
        players = int(given["players"])
        seats = [
            {
                option.name: given[f"{option.name}_{seat}"]
                for option in declaration.seat_options
                if given.get(f"{option.name}_{seat}")  # none for more players than there can be, which is said below
            }
            for seat in range(players)
        ]
        options = {option.name: given[option.name] for option in declaration.options}
        self.setting = Setting(self.name, players, options, seats, mode=given["mode"])
        super().__init__(
            self.type,
            pyspiel.GameInfo(
                num_distinct_actions=declaration.action_count,
                max_chance_outcomes=self.deals,
                num_players=players,
                min_utility=0.0,
                max_utility=1.0,
                utility_sum=None if declaration.together else 1.0,
                max_game_length=declaration.longest,
            ),
            params or {},
        )

    def new_initial_state(self) -> State:
        """The root, where chance deals."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Who tells what a player knows."""
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class State(pyspiel.State):  # type: ignore[misc]
    """A match; `pos` is the position, None before the deal.

    What OpenSpiel's own class asks of this one in C++ stands here a second time under the name that Python calls:
    the way there and back takes longer than the answer.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.simultaneous = game.simultaneous  # a clone copies all that stands here: nothing large
        self.pos: Position | None = None

    @property
    def _setting(self) -> Setting:
        setting: Setting = self.get_game().setting
        return setting

    def current_player(self) -> Any:
        """Who is asked: chance for the deal, a seat, or all at once."""
        if self.pos is None:
            return CHANCE
        actors = self.pos.actors
        if not actors:
            return TERMINAL
        return SIMULTANEOUS_NODE if self.simultaneous and len(actors) > 1 else actors[0]

    def is_chance_node(self) -> bool:
        """Whether the deal is still to come."""
        return self.pos is None

    def _legal_actions(self, player: int) -> list[int]:
        return self.pos.legal_ids(player) if self.pos is not None and player >= 0 else []

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The numbers of what a player may do, ascending; by default of who is asked."""
        pos = self.pos
        if pos is None or (player is None and self.simultaneous) or (player is not None and player < 0):
            return list(super().legal_actions() if player is None else super().legal_actions(player))
        if player is not None and not self.simultaneous and player != pos.actor:
            return []  # of several who choose in secret one after the other is asked
        return pos.legal_ids(player)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What a player knows now, scaled; by default who is asked."""
        pos = self.pos
        if pos is None or player is None or not 0 <= player < pos.players:
            return list(super().observation_tensor() if player is None else super().observation_tensor(player))
        return self._setting.listed(pos, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals."""
        outcomes: list[tuple[int, float]] = self.get_game().outcomes
        return outcomes[:]

    def _apply_action(self, action: int) -> None:
        if self.pos is None:
            self.pos = self._setting.opening.deal(f"deal {action}")
        else:
            self.pos.play(int(action))

    def _apply_actions(self, actions: Sequence[int]) -> None:
        assert self.pos is not None
        for seat in self.pos.actors:
            self.pos.play(int(actions[seat]), seat)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return str(self._setting.game.move(int(action)).text)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.pos is not None and not self.pos.actors

    def returns(self) -> list[float]:
        """The shares of the win, all 0 before the end."""
        return [0.0] * self.num_players() if self.pos is None else self.pos.shares

    def information(self, player: int) -> str:
        """All that a player has done and noticed, under one name."""
        return "before the deal" if self.pos is None else self.pos.infostate_key(player)

    def resample_from_infostate(self, player: int, sampler: Any) -> State:
        """A match that the player could not tell from this one."""
        assert self.pos is not None
        other: State = self.clone()
        other.pos = self.pos.redeal(player, ("resampled", sampler()))
        return other

    def __str__(self) -> str:
        return "before the deal" if self.pos is None else str(self.pos.text())


class Observer:
    """What a player knows now, as numbers; with perfect recall, all that it has noticed, as a string."""

    def __init__(self, game: Game, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters; {params} are given")
        self.recalls = iig_obs_type.perfect_recall
        self.sees_own = iig_obs_type.private_info != pyspiel.PrivateInfoType.NONE
        self.observation = game.setting.observation
        self.tensor = None if self.recalls else np.zeros(self.observation.size, np.float32)
        self.dict = {} if self.tensor is None else self.observation.split(self.tensor)

    def set_from(self, state: State, player: int) -> None:
        """Write what the player knows into `tensor`."""
        if self.tensor is not None:
            self.tensor.fill(0)
            if state.pos is not None:
                self.tensor += state.pos.observe(player) * self.observation.scales

    def string_from(self, state: State, player: int) -> str:
        """What the player knows, or has noticed."""
        if self.recalls:
            return state.information(player)
        viewer = player if self.sees_own else SPECTATOR
        return "before the deal" if state.pos is None else json.dumps(state.pos.view(viewer), ensure_ascii=False)


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
    """A class for each game: OpenSpiel holds on to what it is given until after Python has ended, and an object that
    is not a class would be freed too late.
    """
    facts = {"type": type_of(game, simultaneous), "name": game.name, "simultaneous": simultaneous}
    return type(name_of(game.name, simultaneous), (Game,), facts)


register()
