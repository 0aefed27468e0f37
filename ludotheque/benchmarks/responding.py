"""An approximate best response to a frozen agent, for games that are too large to be solved.

In each decision it tries the agent's own favourite actions in worlds redealt for its seat, the same worlds for each
action. Each try is played to its end with the agent in every seat. It then plays the action that won most. That is one
step of policy improvement, paid for with tries. What it wins against the agent is a lower bound: a best response wins
at least as much. Worlds are drawn without regard to how the agent would have played in them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.batches import Batch, batch
from ludotheque.bots import catalogue
from ludotheque.bots.network import Network, network_of
from ludotheque.bots.network_bot import NetworkBot
from ludotheque.play.game import Game
from ludotheque.play.moves import Move
from ludotheque.play.position import Position
from ludotheque.play.seeds import key_words

WORLDS, BROAD = 12, 6  # worlds for each action, and actions that are compared, at most


class Frozen:
    """The agent as it plays in many matches at once."""

    def __init__(self, game: Game, name: str, seed: object, bot: Any = None) -> None:
        self.game = game
        self.bot = catalogue.make(name, seed, game) if bot is None else bot
        self.network: Network | None = None
        if isinstance(self.bot, NetworkBot):
            self.network = network_of(game, self.bot.path)

    def favourites(self, pos: Position, seat: int, most: int) -> list[int]:
        """Its favourite actions, the best first; of an agent that has no logits its choice, then all others."""
        legal = pos.legal_ids(seat)
        if self.network is not None:
            logits = self.network.answer(pos.observe(seat)[None])[0][0]
            return sorted(legal, key=lambda action: -logits[action])[:most]
        chosen = pos.game.action(self.bot.choose(pos, seat))
        return sorted(legal, key=lambda action: action != chosen)[:most]

    def act(self, matches: Batch) -> Any:
        """Its actions in all matches that are not over."""
        actions = np.full(matches.n, Batch.WAIT, np.int32)
        going = np.flatnonzero(matches.seats >= 0)
        if self.network is not None:
            logits = self.network.answer(matches.observe()[going])[0]
            actions[going] = np.where(matches.legal()[going], logits, -np.inf).argmax(axis=1)
            return actions
        for i in going.tolist():
            seat = int(matches.seats[i])
            pos = matches.position(i).redeal(seat, ("frozen", i, int(matches.lengths[i])))
            actions[i] = pos.game.action(self.bot.choose(pos, seat))
        return actions


class Response:
    """A bot that answers a frozen agent."""

    name = "best-response"

    def __init__(
        self, frozen: Frozen, players: int, seed: object = 0, worlds: int = WORLDS, broad: int = BROAD
    ) -> None:
        self.frozen, self.seed, self.worlds, self.broad = frozen, seed, worlds, broad
        self.room = batch(frozen.game, 1, players, restart=False)

    def choose(self, pos: Position, seat: int) -> Move:
        """The action that won most in the tries; of equals the one that the agent likes better."""
        actions = self.frozen.favourites(pos, seat, self.broad)
        if len(actions) > 1:
            won = self.tried(pos, seat, actions)
            return pos.game.move(actions[int(won.argmax())])
        return pos.game.move(actions[0])

    def tried(self, pos: Position, seat: int, actions: list[int]) -> Any:
        """The mean share of the win after each action."""
        self.room.put(0, pos)
        first = key_words("best response", self.seed, seat, pos.plies_seen(seat))[0]
        tries = self.room.copy([0] * (len(actions) * self.worlds))
        tries.redeal(viewers=seat, seeds=np.tile(first + np.arange(self.worlds), len(actions)))
        tries.step(np.repeat(np.array(actions, np.int32), self.worlds))
        while (tries.seats >= 0).any():
            tries.step(self.frozen.act(tries))
        return tries.rewards[:, seat].reshape(len(actions), self.worlds).mean(axis=1)
