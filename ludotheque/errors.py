"""Every error that Ludothèque raises on purpose.

Two families. A *move* can be malformed, illegal, for the wrong seat or too late. A *text* that somebody wrote (a deck,
a position, a record, a data file) can be bad: then every fault is listed at once, each with its line and field.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass


class LudothequeError(Exception):
    """The root of the family: catch this to catch them all."""


class MoveError(LudothequeError):
    """A move that was not accepted. The position has not changed."""


class MalformedMove(MoveError):
    """The text or number is not a move of this game at all."""


class IllegalMove(MoveError):
    """A real move that a rule forbids now; `rule` is its id, `refusal` the key of the sentence that says why."""

    def __init__(self, rule: str, refusal: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule
        self.refusal = refusal


class NotYourTurn(MoveError):
    """The seat owes no decision now."""


class GameOver(MoveError):
    """The match has ended: no decision is open."""


class UnknownGame(LudothequeError):
    """No game of that name is registered."""


class BadGame(UnknownGame):
    """A game of some package that can't be used: it is broken, or its name is taken."""


class NoObservation(LudothequeError):
    """The game has no `observation.py`, which declares what a seat sees as numbers."""


class NotCompiled(LudothequeError):
    """Numba can't compile some code of a game; the message names file and line."""


class NotInstalled(LudothequeError, ImportError):
    """A feature needs packages that are not installed; `extra` names the extra of Ludothèque that brings them."""

    def __init__(self, extra: str, sentence: str = "") -> None:
        super().__init__(sentence or f"this needs packages that are not installed: pip install 'ludotheque[{extra}]'")
        self.extra = extra


@dataclass(frozen=True)
class Fault:
    """One fault of a text: its place (line, counted from 1, 0 if none; field) and a sentence."""

    line: int
    field: str
    problem: str

    def __str__(self) -> str:
        where = f"line {self.line}" if self.line else ""
        if self.field:
            where += f"{', ' if where else ''}{self.field}"
        return f"{where}: {self.problem}" if where else self.problem


class BadInput(LudothequeError, ValueError):
    """A bad record, position text, deck, option or data file. Names every fault; nothing was changed."""

    def __init__(self, source: str, faults: Sequence[Fault]) -> None:
        self.source = source
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{source}: {fault}" for fault in self.faults))

    @classmethod
    def at(cls, source: str, line: int, field: str, problem: str) -> BadInput:
        """An error with a single fault."""
        return cls(source, [Fault(line, field, problem)])


# Errors of the language and the system whose text tells of names, files and addresses, never of a position. Exactly
# these types: the text of one that is derived from them may say anything, as may that of a KeyError or a ValueError.
TELLING = (
    (AttributeError, ImportError, ModuleNotFoundError, NameError, UnboundLocalError),
    (BlockingIOError, BrokenPipeError, ConnectionAbortedError, ConnectionRefusedError, ConnectionResetError),
    (FileNotFoundError, MemoryError, OSError, PermissionError, RecursionError, TimeoutError, ZeroDivisionError),
)


def trace(error: BaseException, texts: bool = True) -> str:
    """Describe an error for a log: its type, and the places in the code that led to it.

    Values are left out, because players may read a log. So is the text of the error where it could contain a position.
    Errors of code that is not ours, such as another author's bot, may contain anything: `texts` is False for those.
    """
    lines = []
    seen: set[int] = set()
    while True:
        seen.add(id(error))
        known = texts and any(type(error) in types for types in TELLING)
        lines.append(f"{type(error).__name__}: {error}" if known else type(error).__name__)
        lines += [line.rstrip() for line in traceback.format_tb(error.__traceback__)]
        if isinstance(error, BaseExceptionGroup):
            lines += [f"  | {line}" for one in error.exceptions for line in trace(one, texts).splitlines()]
        before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        if before is None or id(before) in seen:
            return "\n".join(lines)
        lines.append("after")
        error = before
