"""The static facts of a game, declared once in its package: what can be known without setting a match up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Option:
    """A choice made when a table is set up; seen by everybody. `values` lists what is allowed, the default included."""

    name: str
    default: Any
    values: tuple[Any, ...]


@dataclass(frozen=True)
class SeatOption:
    """Something a seat brings. Its owner sees it; the others from the named moment on ("start", "end", …)."""

    name: str
    shown: str


@dataclass(frozen=True)
class Decision:
    """A kind of decision. A *secret* one is chosen by several at once and may be withdrawn until all have chosen."""

    name: str
    secret: bool = False


@dataclass(frozen=True)
class Refusal:
    """A reason why a move is refused: the rule that forbids it, and the name of the sentence that says why."""

    rule: str
    name: str


@dataclass(frozen=True)
class Argument:
    """One number of an event: its name, the vocabulary it indexes (or "seat", or "number"), whether it is secret."""

    name: str
    type: str
    secret: bool


class Event:
    """A kind of event and its arguments, written `name`, `name:type`, with `?` where only some may see it.

    A *private* event is not told at all to those who may not see it: that it happened is itself a secret.
    """

    def __init__(self, name: str, *arguments: str, private: bool = False) -> None:
        self.name = name
        self.private = private
        self.arguments = tuple(self._argument(spec) for spec in arguments)
        if len(self.arguments) > 6:
            raise ValueError(f"event {name} has more than six arguments")
        # Whether some viewers get the event without a part of it.
        self.has_secret = not private and any(argument.secret for argument in self.arguments)

    @staticmethod
    def _argument(spec: str) -> Argument:
        secret = spec.endswith("?")
        name, _, type_ = spec.rstrip("?").partition(":")
        return Argument(name, type_ or name, secret)


@dataclass(frozen=True)
class Facts:
    """Everything static about a game. In the kernel, decisions, refusals and events are numbered so, from 1."""

    name: str
    title: Mapping[str, str]
    players: tuple[int, int]
    rules_version: str
    rule_prefix: str
    actions: int  # actions are numbered 0 … actions - 1
    longest: int  # no match has more decisions
    streams: int  # of the generator; the last one is free for random play
    decisions: tuple[Decision, ...]
    refusals: tuple[Refusal, ...]
    events: tuple[Event, ...]
    causes: tuple[str, ...]  # why a match ended
    options: tuple[Option, ...] = ()
    seat_options: tuple[SeatOption, ...] = ()
    vocabulary: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # what the numbers of a type stand for
    texts: tuple[str, ...] = ()  # tables of messages that no rule refers to by key: `card_text`, what each card does
    together: bool = False  # everyone wins or loses together
    silent: bool = False  # no talk during play, but while the view's `talk` is true
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # named sets of options
    template: bool = False  # here to be copied, not to be listed first
