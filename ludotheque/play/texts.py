"""Positions as text, as far as it is the same in every game: header, options, pending decisions, secret choices.

    game: lampions 1
    players: 3
    option rounds: 4
    ask 1: choose 0,2 0 0
    choice 1: moth

What lies where is each game's own to write and read, in its `text.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ludotheque.kernel import load
from ludotheque.play.base import BaseGame
from ludotheque.play.lines import Line, read_lines


def write_position(game: BaseGame, s: Any, choices: Mapping[int, int]) -> str:
    """A state as text, with the secret choices that wait for others."""
    lines = [f"game: {game.name} {game.rules_version}", f"players: {s.players}"]
    for name, value in game.options_of(s).items():
        if value != next(option.default for option in game.declaration.options if option.name == name):
            lines.append(f"option {name}: {str(value).lower() if isinstance(value, bool) else value}")
    lines += game.textform.write_state(s)
    for d in range(s.depth):
        decision = game.declaration.decisions[s.ask_kind[d] - 1].name
        who = s.ask_seat[d]
        several = [str(p) for p in range(s.players) if who < 0 and -who >> p & 1]
        seats = ",".join(several) + "," * (len(several) == 1) if several else str(who)  # `1,`: the last of several
        lines.append(f"ask {d + 1}: {decision} {seats} {s.ask_a[d]} {s.ask_b[d]}")
    for seat, action in sorted(choices.items()):
        lines.append(f"choice {seat}: {game.notation.write(action)}")
    return "\n".join(lines) + "\n"


def without_options(text: str, names: Iterable[str]) -> str:
    """A position text without the lines of some options, as a rules version without them would have written it."""
    left_out = tuple(f"option {name}:" for name in names)
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(left_out))


@dataclass(frozen=True)
class ReadText:
    """A parsed text: a plain state, the options, the lines with secret choices, and the text without those."""

    state: Any
    options: dict[str, Any]
    choices: tuple[Line, ...]
    begin: str


def read_position(game: BaseGame, text: str, source: str, defaults: Mapping[str, Any] | None = None) -> ReadText:
    """Read a position text; what it leaves out gets a default: for options first those of `defaults`.

    A text whose first line names an earlier rules version is read as that version would have read it.
    """
    state = load(game.package, "plain").state.plain()
    options: dict[str, Any] = dict(defaults or {})
    own: list[Line] = []
    asks: list[Line] = []
    choices: list[Line] = []
    for line in read_lines(text, source):
        kind, _, name = line.name.partition(" ")
        if line.name == "game":
            options = {**_check_version(game, line), **options}
        elif line.name == "players":
            state.players = line.integer(line.value, *game.declaration.players)
        elif kind == "option" and name:
            options[name] = _option_value(game, line, name)
        elif kind == "ask" and name:
            asks.append(line)
        elif kind == "choice" and name:
            choices.append(line)
        else:
            own.append(line)
    if not state.players:
        state.players = game.declaration.players[0]
    full = game.check_options(options)
    game.begin(state, full, [{} for _ in range(state.players)])
    _read_asks(game, state, asks)  # first, because without decisions the game's own text asks its default question
    game.textform.read_state(state, own, source)
    chosen = {line.number for line in choices}  # a record has moves of its own: the text at its beginning has none
    begin = "\n".join(raw for number, raw in enumerate(text.splitlines(), 1) if number not in chosen)
    return ReadText(state, full, tuple(choices), begin)


def _check_version(game: BaseGame, line: Line) -> Mapping[str, Any]:
    """The options introduced after the rules version of a text, set to its behaviour."""
    name, _, version = line.value.partition(" ")
    if name != game.name:
        line.fault(f"a position of {name!r}, not of {game.name}")
    later = game.later_options(version or game.rules_version)
    if later is None:
        line.fault(f"rules version {version!r}; this program plays {game.rules_version!r}")
    return later


def _option_value(game: BaseGame, line: Line, name: str) -> Any:
    for option in game.declaration.options:
        if option.name == name:
            for value in option.values:
                if str(value).lower() == line.value.lower():
                    return value
            line.fault(f"{line.value!r} is not one of {', '.join(map(str, option.values))}")
    line.fault(f"{game.name} has no such option")


def _read_asks(game: BaseGame, state: Any, asks: list[Line]) -> None:
    names = [decision.name for decision in game.declaration.decisions]
    for line in asks:
        if line.name != f"ask {state.depth + 1}":
            line.fault(f"pending decisions are numbered from the bottom up; this must be 'ask {state.depth + 1}'")
        words = line.words()
        if len(words) != 4:
            line.fault("expected a decision, its seat or seats, and two numbers")
        if state.depth == len(state.ask_kind):
            line.fault("more pending decisions than a match can have")
        d = state.depth
        state.ask_kind[d] = line.one_of(words[0], names) + 1
        if "," in words[1] or game.declaration.decisions[state.ask_kind[d] - 1].secret:
            mask = 0
            for word in words[1].rstrip(",").split(","):
                mask |= 1 << line.integer(word, 0, state.players - 1)
            state.ask_seat[d] = -mask
        else:
            state.ask_seat[d] = line.integer(words[1], 0, state.players - 1)
        state.ask_a[d] = line.integer(words[2], -32768, 32767)
        state.ask_b[d] = line.integer(words[3], -32768, 32767)
        state.depth = d + 1
