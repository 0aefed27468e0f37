"""A move: an action number with its notation and its name in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from ludotheque.messages import Messages


class Named(Protocol):
    """The functions of a game that a move needs: how moves are written and named."""

    notation: Any

    @property
    def name(self) -> str:
        """The name of the game."""

    def messages(self, language: str) -> Messages:
        """Its sentences in a language."""


class Move:
    """One action of a game. Equal to another with the same number; knows nothing of any position."""

    __slots__ = ("game", "id")

    def __init__(self, game: Named, action: int) -> None:
        self.game = game
        self.id = action

    @property
    def text(self) -> str:
        """Its notation: short, exact, the same in every language."""
        return str(self.game.notation.write(self.id))

    def label(self, language: str = "en") -> str:
        """The move in words."""
        key, parameters = self.game.notation.describe(self.id)
        return self.game.messages(language).say(key, parameters)

    def to_json(self) -> dict[str, Any]:
        """Number, notation, and the key and parameters of its name."""
        key, parameters = self.game.notation.describe(self.id)
        return {"id": self.id, "text": self.text, "key": key, "params": parameters}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and other.id == self.id and other.game.name == self.game.name

    def __hash__(self) -> int:
        return hash((self.game.name, self.id))

    def __repr__(self) -> str:
        return f"<{self.game.name} move {self.id}: {self.text}>"


@dataclass(frozen=True)
class Bundle:
    """Several moves that a person makes as one, such as paying with all treasures: key and parameters of its name."""

    key: str
    params: Mapping[str, Any]
    moves: tuple[Move, ...]
