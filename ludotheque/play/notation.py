"""Moves as text, as people type them and records store them. Derived from the actions that a game declares.

Reading and writing a move needs no position, and is the same in every language. A game's optional `notation.py`
contains the exceptions: its own `read`, `write`, `describe` or `HELP`, and `bundles`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import product
from types import ModuleType
from typing import Any

from ludotheque.play.declaration import Declaration

Words = tuple[str, dict[str, Any]]
MOST_EXAMPLES = 6


def fold(text: str) -> str:
    """The letters and digits of a name alone, without case or accents: how people's spelling is compared.

    >>> fold("Síle de Tansarville") == fold("sile_de_tansarville")
    True
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if letter.isalnum())


class Notation:
    """The moves of a game as text and in words; the game's own module overrides what is derived."""

    def __init__(self, declaration: Declaration, own: ModuleType | None = None) -> None:
        self.declaration = declaration
        self.bundles: Callable[..., list[Any]] | None = getattr(own, "bundles", None)
        for name in ("write", "read", "describe", "HELP"):
            if hasattr(own, name):
                setattr(self, name, getattr(own, name))

    def write(self, action: int) -> str:
        """The notation of an action."""
        return self._moves[action][0]

    def describe(self, action: int) -> Words:
        """Key and parameters of the action in words."""
        _, key, params = self._moves[action]
        return key, dict(params)

    def read(self, text: str) -> int | None:  # plain-words: ignore (public name)
        """The action of a notation, None if there is none. Cards may be named by any of their spellings; accents are
        optional.
        """
        words = text.lower().split()
        exact = self._numbers.get(" ".join(words))
        if exact is not None or not self._spellings:
            return exact
        for before in range(min(len(words), 3)):
            word = self._spellings.get(fold("".join(words[before:])), "")
            written = " ".join([*words[:before], word])
            for text in (written, written.removeprefix("play ")) if word else ():
                if text in self._numbers:
                    return self._numbers[text]
        return None

    @cached_property
    def HELP(self) -> str:  # noqa: N802
        """The error message for a text that is not a move."""
        firsts = [self.write(action) for action in self.declaration.firsts]
        *some, last = (f"'{example}'" for example in self.declaration.examples or firsts[:MOST_EXAMPLES])
        return f"write for example {', '.join(some)} or {last}" if some else f"write for example {last}"

    @cached_property
    def _moves(self) -> list[tuple[str, str, dict[str, Any]]]:
        return list(self._all())

    def _all(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Notation, key and parameters of every action, in order."""
        declared = self.declaration
        for action in declared.actions:
            for values in product(*action.values(declared.vocabulary, declared.players[1])):
                named = dict(zip(action.names, values, strict=True))
                text = action.text.format(**named) if isinstance(action.text, str) else action.text(**named)
                key, params = action.words(**named) if action.words else (f"move.{action.name}", named)
                yield text, key, params

    @cached_property
    def _numbers(self) -> dict[str, int]:
        numbers: dict[str, int] = {}
        for action, (text, _, _) in enumerate(self._moves):
            other = numbers.setdefault(text.lower(), action)
            if other != action:
                raise ValueError(f"{self.declaration.name}: actions {other} and {action} are both written {text!r}")
        return numbers

    @cached_property
    def _spellings(self) -> dict[str, str]:
        given = self.declaration.spellings
        return {fold(name): word for name, word in [*given.items(), *((word, word) for word in given.values())]}
