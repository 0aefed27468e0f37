"""The setting of an environment: game, players, options; shared by the adapters of all frameworks."""

from __future__ import annotations

import io
import secrets
from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from ludotheque.errors import BadInput, IllegalMove, MalformedMove
from ludotheque.play import registry
from ludotheque.play.game import Game
from ludotheque.play.opening import Opening
from ludotheque.play.position import Position
from ludotheque.play.rewards import Rewards, check_reward
from ludotheque.play.viewers import ALL, Viewer
from ludotheque.terminal.table import draw

WIDTH = 100  # pixels of a table that is drawn as text
ILLEGAL = ("lose", "raise", "random")  # what an illegal action does
PENALTY = -1.0  # the reward of losing by an illegal action
INT16 = np.iinfo(np.int16)

Floats = NDArray[np.float32]


class Setting:
    """A game with its players, options and seat options; deals matches, the same from the same seed.

    `scaled` observations are floats of about -1 … 1, others the game's own whole numbers.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seats: Sequence[Mapping[str, Any] | None] | None = None,
        *,
        mode: str = "compiled",
        scaled: bool = True,
        illegal: str = "lose",
        reward: str = "share",
        discount: float = 1.0,
        render_mode: str | None = None,
        render_modes: Sequence[str] = ("human", "ansi"),
    ) -> None:
        name = game if isinstance(game, str) else game.name
        self.game = registry.game(name, mode)
        self.players = self.game.declaration.players[0] if players is None else int(players)
        self.options, self.seats = dict(options or {}), seats
        # Raise errors now, not at the first deal.
        self.opening = Opening(self.game, self.game.program(), self.players, self.options, seats)
        self.observation = self.game.observation
        self.action_count = self.game.declaration.action_count
        self.scaled = scaled
        if illegal not in ILLEGAL:
            raise BadInput.at("illegal", 0, "", f"{illegal!r} is none of {', '.join(ILLEGAL)}")
        if render_mode is not None and render_mode not in render_modes:
            raise BadInput.at("render_mode", 0, "", f"{render_mode!r} is none of {', '.join(render_modes)}")
        self.illegal = illegal
        self.reward, self.discount = check_reward(reward), float(discount)
        self.render_mode = render_mode
        self._seed: object = secrets.token_hex(8)
        self._deals = 0
        self._dealt: object = None

    @property
    def id(self) -> str:
        """The name under which frameworks know it, with the version of the rules."""
        return f"{self.game.name}_v{self.game.rules_version}"

    def deal(self, seed: object = None) -> Position:
        """A new match: the first one of a seed, or the next one."""
        if seed is not None:
            self._seed, self._deals = seed, 0
        self._dealt = deal = f"{self._seed}/{self._deals}"
        self._deals += 1
        self.__dict__.pop("_instead", None)
        return self.opening.deal(deal)

    @cached_property
    def _instead(self) -> Random:
        """The random generator that replaces illegal actions of this deal; made when first needed: it takes a while."""
        return Random(f"illegal {self._dealt}")

    def play(self, pos: Position, seat: int, action: Any) -> bool:
        """Play an action of a seat; return False if it is illegal and the seat loses the match by it."""
        try:
            pos.play(int(action), seat)
        except (IllegalMove, MalformedMove):
            if self.illegal == "raise":
                raise
            if self.illegal == "lose":
                return False
            pos.play(self._instead.choice(pos.legal_ids(seat)), seat)
        return True

    def rewards(self, pos: Position) -> Rewards:
        """Return an object that counts the rewards of a match from here on."""
        return Rewards(pos, self.reward, self.discount)

    # As arrays -----------------------------------------------------------------------------------------------------

    @property
    def bounds(self) -> tuple[Any, Any]:
        """The least and the greatest value of every number of an observation."""
        size = self.observation.size
        if self.scaled:
            return INT16.min * self.observation.scales, INT16.max * self.observation.scales
        return np.full(size, INT16.min, np.int16), np.full(size, INT16.max, np.int16)

    def observe(self, pos: Position, seat: int) -> Any:
        """The observation of a seat."""
        row = pos.observe(seat)
        return row * self.observation.scales if self.scaled else row

    def mask(self, pos: Position, seat: int, width: int = 0) -> NDArray[np.int8]:
        """1 for every action that a seat may play now, all 0 if it owes no decision; as wide as the game's actions."""
        mask = pos.mask(seat).view(np.int8)
        if width:
            mask = np.pad(mask, (0, width - len(mask)))
        return mask

    # As text -------------------------------------------------------------------------------------------------------

    def drawn(self, pos: Position, viewer: Viewer = ALL) -> str:
        """The table as text."""
        messages = self.game.messages("en")
        names = [messages.say("seat", {"n": seat + 1}) for seat in range(pos.players)]
        console = Console(file=io.StringIO(), width=WIDTH, force_terminal=False, color_system=None)
        console.print(draw(pos, viewer, messages, names, WIDTH))
        return str(console.file.getvalue())  # type: ignore[attr-defined]

    def render(self, pos: Position) -> str | None:
        """Return the text in mode "ansi"; print it in mode "human"."""
        if self.render_mode == "human":
            print(self.drawn(pos))
            return None
        return self.drawn(pos) if self.render_mode == "ansi" else None
