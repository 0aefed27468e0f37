"""The declaration of a game in its `declaration.py`: all facts that do not depend on a match.

Everything that has a number gets it from the order here: decisions, refusals, events and causes from 1, actions and
streams of the generator from 0. `Declaration.numbers` hands them to the rules as modules of constants:

    Action, Decision, Event, Refusal, Cause, Stream = LAMPIONS.numbers

so that rules say `Decision.CHOOSE`, `Action.PLAY + card`, `Event.DREW`; `Action.COUNT` is how many there are. A name
that was not declared is an error in both modes; `compliance.check_declaration` finds it without playing, and what is
declared and never used.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType
from typing import Any

from ludotheque.messages import Names


@dataclass(frozen=True)
class Option:
    """A choice made when a table is set up; everybody sees it. `values` lists the allowed values, the default included.

    The field of the state with its name, or `field`, holds it: numbers and Booleans as they are, words as their index
    in `values`. An option that is not `offered` exists only for matches of earlier rules versions.
    """

    name: str
    default: Any
    values: tuple[Any, ...]
    field: str = ""
    offered: bool = True

    def number(self, value: Any) -> int:
        """A value as the state stores it."""
        return int(value) if self._as_is else self.values.index(value)

    def value(self, number: int) -> Any:
        """The value that the state stores as a number."""
        return type(self.default)(number) if self._as_is else self.values[number]

    @cached_property
    def _as_is(self) -> bool:
        return all(isinstance(value, int) for value in self.values)


@dataclass(frozen=True)
class Earlier:
    """An earlier rules version that today's rules still play: the options introduced later, set to its behaviour.

    `events` are the kinds of events introduced later: matches of that version do not contain them.
    """

    version: str
    options: Mapping[str, Any]
    events: tuple[str, ...] = ()


@dataclass(frozen=True)
class SeatOption:
    """Something a seat brings. Its owner sees it; the others see it from the named moment on ("start", "end", …).

    If `values` lists the possibilities, the field of that name holds 1 + the index of the choice, 0 for none. The
    game's `setup.begin` reads everything else that a seat may bring.
    """

    name: str
    shown: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Decision:
    """A kind of decision. A *secret* one is chosen by several seats at once, and can be withdrawn until all have
    chosen.

    A *final* one can't be withdrawn.
    """

    name: str
    secret: bool = False
    final: bool = False


@dataclass(frozen=True)
class Refusal:
    """A reason why a move is refused: the name of the sentence that says why, and the rule that forbids it."""

    name: str
    rule: str


@dataclass(frozen=True)
class Argument:
    """One number of an event: its name, and the vocabulary it indexes (or "seat", or "number").

    A *secret* argument is None for viewers who may not know it. An *optional* one may stand for no word: then the
    number is negative, and None in words.
    """

    name: str
    type: str
    secret: bool
    optional: bool


class Event:
    """A kind of event and its arguments.

    An argument is written `name` or `name:type`, with `?` at the end if only some viewers may see it, or with ` or
    none` if it may stand for no word of its vocabulary.

    A *private* event is left out for viewers who may not see it, because even its occurrence is secret. A *forecast*
    announces a possible effect and changes nothing: a later version may word it otherwise for the same match.
    """

    def __init__(self, name: str, *arguments: str, private: bool = False, forecast: bool = False) -> None:
        self.name = name
        self.private = private
        self.forecast = forecast
        self.arguments = tuple(self._argument(spec) for spec in arguments)
        if len(self.arguments) > 6:
            raise ValueError(f"event {name} has more than six arguments")
        # Whether some viewers get the event without its secret arguments.
        self.has_secret = not private and any(argument.secret for argument in self.arguments)

    @staticmethod
    def _argument(spec: str) -> Argument:
        secret, optional = spec.endswith("?"), spec.endswith(" or none")
        name, _, type_ = spec.removesuffix("?").removesuffix(" or none").partition(":")
        return Argument(name, type_ or name, secret, optional)


@dataclass(frozen=True)
class Payoff:
    """The payoff of a seat, beside its share of the win: from `low` to `high`; all seats get `total`, if fixed.

    The rules then have a function `payoff(s, seat)`: a whole number, once the match is over.
    """

    low: int
    high: int
    total: int | None = None


Part = str | tuple[str, Iterable[Any]]


class Action:
    """An action, or a block of actions: one for every combination of the values of its parts, the last part varying
    fastest.

    A part is written `name` or `name:type` (a vocabulary, or "seat"), or is a name with its values: `("knight",
    range(1, 11))`. `text` is its notation, by default its name and its parts ("rekindle {card}"), or a function of the
    values. In words it is the message `move.<name>` with the parts as parameters, or what the function `words` returns
    for the values: another key and other parameters.
    """

    def __init__(
        self,
        name: str,
        *parts: Part,
        text: str | Callable[..., str] = "",
        words: Callable[..., tuple[str, dict[str, Any]]] | None = None,
    ) -> None:
        self.name = name
        self.parts = parts
        self.names = tuple(part.partition(":")[0] if isinstance(part, str) else part[0] for part in parts)
        self.text = text or " ".join([name.replace("_", " "), *(f"{{{part}}}" for part in self.names)])
        self.words = words

    def values(self, vocabulary: Mapping[str, tuple[str, ...]], seats: int) -> tuple[tuple[Any, ...], ...]:
        """The values of each part."""
        found: list[tuple[Any, ...]] = []
        for part in self.parts:
            type_ = part.partition(":")[2] or part if isinstance(part, str) else ""
            if not isinstance(part, str):
                found.append(tuple(part[1]))
            elif type_ == "seat":
                found.append(tuple(range(seats)))
            elif type_ in vocabulary:
                found.append(vocabulary[type_])
            else:
                raise ValueError(f"action {self.name}: there is no vocabulary {type_!r}")
        return tuple(found)


@dataclass(frozen=True)
class Stream:
    """A stream of the generator, or several in a row: one for each seat if seats could otherwise influence each other's
    chance.
    """

    name: str
    count: int = 1


# Names as a game's declaration uses them; capital letters mark the numbers for the rules.
action, decision, earlier, event, refusal, option, payoff, seat_option, stream = (
    *(Action, Decision, Earlier, Event, Refusal, Option, Payoff, SeatOption, Stream),
)


@dataclass(frozen=True, eq=False)
class Declaration:
    """Everything static about a game."""

    name: str
    title: Mapping[str, str]
    players: tuple[int, int]
    rule_prefix: str  # the prefix of the ids in its rulebook
    longest: int  # the most decisions of a match
    streams: tuple[str | Stream, ...]  # streams of the generator; the last one, after these, is free for random play
    decisions: tuple[Decision, ...]
    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    causes: tuple[str, ...]  # causes of the end of a match
    rules_version: str = "1"  # stored with every match
    refusals: tuple[Refusal, ...] = ()
    options: tuple[Option, ...] = ()
    seat_options: tuple[SeatOption, ...] = ()
    vocabulary: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the meaning of the numbers of a type
    examples: tuple[str, ...] = ()  # examples of moves for the message “not a move”; by default one of each block
    spellings: Mapping[str, str] = field(default_factory=dict)  # alternative names that people may write in a move
    texts: tuple[str, ...] = ()  # tables of messages that no rule refers to by key, such as `card_text`
    together: bool = False  # everyone wins or loses together
    payoff: Payoff | None = None  # payoffs of a match, if they are more than shares of the win
    points_a_win: int = 1  # shaped rewards: a lead of this many points is worth a win
    silent: bool = False  # no chat during play, except while the view's `talk` is true
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # named sets of options
    earlier: tuple[Earlier, ...] = ()  # rules versions before `rules_version` whose matches can still be played
    template: bool = False  # a game to copy, listed last

    def __post_init__(self) -> None:
        """Let the title fall back to English."""
        object.__setattr__(self, "title", Names(self.title))

    @property
    def numbers(self) -> tuple[ModuleType, ...]:
        """The constants of actions, decisions, events, refusals, causes and streams, for the rules."""
        return (
            self._module("Action", {**self._first_of_each, "count": self.action_count}),
            self._module("Decision", _from_one(one.name for one in self.decisions)),
            self._module("Event", _from_one(one.name for one in self.events)),
            self._module("Refusal", _from_one(one.name for one in self.refusals)),
            self._module("Cause", _from_one(self.causes)),
            self._module("Stream", dict(zip((one.name for one in self._streams), self._stream_firsts, strict=True))),
        )

    def _module(self, name: str, constants: Mapping[str, int]) -> ModuleType:
        # A plain module, no class of ours: Numba treats its attributes as constants, and Python reads them fastest.
        module = ModuleType(f"{self.name}.{name}", f"The numbers of {self.name}, by name.")
        for key, number in constants.items():
            if not key.isidentifier() or hasattr(module, key.upper()):
                raise ValueError(f"{self.name}: {name} {key!r} is no name, or stands twice")
            setattr(module, key.upper(), number)
        return module

    @cached_property
    def firsts(self) -> tuple[int, ...]:
        """The number of each action, of the first one for a block."""
        return tuple(sum(self._sizes[:n]) for n in range(len(self.actions)))

    @cached_property
    def _first_of_each(self) -> dict[str, int]:
        named = dict(zip((one.name for one in self.actions), self.firsts, strict=True))
        if len(named) < len(self.actions) or "count" in named:
            raise ValueError(f"{self.name}: two actions have one name, or one is called count")
        return named

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        seats = self.players[1]
        return tuple(math.prod(map(len, one.values(self.vocabulary, seats))) for one in self.actions)

    @cached_property
    def action_count(self) -> int:
        """How many actions there are: they are numbered 0 … action_count - 1."""
        return sum(self._sizes)

    @cached_property
    def _streams(self) -> tuple[Stream, ...]:
        return tuple(Stream(one) if isinstance(one, str) else one for one in self.streams)

    @cached_property
    def _stream_firsts(self) -> tuple[int, ...]:
        return tuple(sum(one.count for one in self._streams[:n]) for n in range(len(self._streams)))

    @cached_property
    def stream_count(self) -> int:
        """How many streams the generator has, the last one for random play included."""
        return sum(one.count for one in self._streams) + 1


def _from_one(names: Iterable[str]) -> dict[str, int]:
    listed = list(names)
    numbers = {name: number for number, name in enumerate(listed, 1)}
    if len(numbers) < len(listed):
        raise ValueError(f"{next(name for name in listed if listed.count(name) > 1)!r} stands twice")
    return numbers
