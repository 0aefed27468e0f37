"""Why a move is refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ludotheque.play.base import BaseGame


@dataclass(frozen=True)
class Reason:
    """Why a move is refused: the rule's id, the key of the sentence, the rule's own text."""

    rule: str
    refusal: str
    game: BaseGame = field(repr=False, compare=False)

    def sentence(self, language: str = "en") -> str:
        """The reason in a sentence, with the rule's id."""
        return f"{self.game.messages(language).say(f'refusal.{self.refusal}')} ({self.rule})"

    def rule_text(self, language: str = "en") -> str:
        """The text of the rule."""
        return self.game.rulebook(language)[self.rule].text

    def to_json(self) -> dict[str, Any]:
        """As JSON, for a message to the player who asked."""
        return {"rule": self.rule, "key": f"refusal.{self.refusal}"}
