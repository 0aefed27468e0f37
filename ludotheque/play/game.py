"""A game as the registry hands it out: starts matches, reads positions and records, knows its words and rules."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from ludotheque.errors import BadInput, MalformedMove, MoveError
from ludotheque.kernel import MODES, Program, is_warm, kernel_modules, load, mark_warm
from ludotheque.messages import Messages, check_language, read
from ludotheque.play import records
from ludotheque.play.declaration import Declaration, SeatOption
from ludotheque.play.lessons import Lesson, read_lessons
from ludotheque.play.lines import Line, read_lines
from ludotheque.play.moves import Move
from ludotheque.play.notation import Notation
from ludotheque.play.position import ALL, Origin, Position, Viewer
from ludotheque.play.preparing import compile_entry_points
from ludotheque.play.rulebook import Rulebook
from ludotheque.play.seeds import key_words


class Game:
    """One registered game. `mode` is how its rules run: "plain", "compiled", or "auto" (compiled once it is ready)."""

    def __init__(self, package: str, mode: str = "auto") -> None:
        if mode != "auto" and mode not in MODES:
            raise ValueError(f"mode {mode!r} is none of auto, {', '.join(MODES)}")
        self.package = package
        self.mode = mode
        home = importlib.import_module(package)
        self.folder = Path(home.__file__ or "").parent
        self.kernel_modules = kernel_modules(package)
        self.setup: Any = self._optional("setup")
        self.view: Any = importlib.import_module(f"{package}.view")
        self.textform: Any = importlib.import_module(f"{package}.text")
        declared = self._optional("declaration")
        self.facts: Declaration = declared.DECLARATION if declared else home.FACTS  # bridge: FACTS, until all have one
        self.notation: Any = self._optional("notation")
        if declared:
            self.notation = Notation(self.facts, self.notation)
        self._messages = cache(self._read_messages)
        self._rulebook = cache(self._read_rulebook)

    def _optional(self, name: str) -> ModuleType | None:
        """A module that the game may have or not."""
        found = importlib.util.find_spec(f"{self.package}.{name}") is not None
        return importlib.import_module(f"{self.package}.{name}") if found else None

    # Names and words -----------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name it is registered under."""
        return self.facts.name

    @property
    def rules_version(self) -> str:
        """The version of its rules: a stored match names it."""
        return self.facts.rules_version

    @property
    def has_heuristic(self) -> bool:
        """Whether the game says what a position is worth: bots that judge positions need it."""
        return "heuristic" in self.kernel_modules

    def messages(self, language: str) -> Messages:
        """Its sentences in a language, the common ones included."""
        return self._messages(language)

    def _read_messages(self, language: str) -> Messages:
        check_language(language)
        own = dict(read(self.folder / "messages" / f"{language}.toml"))
        extra: Callable[[str], Mapping[str, str]] | None = getattr(self.setup, "names", None)
        return Messages(language, {**(extra(language) if extra else {}), **own})

    def rulebook(self, language: str) -> Rulebook:
        """Its rules in words."""
        return self._rulebook(language)

    def _read_rulebook(self, language: str) -> Rulebook:
        check_language(language)
        return Rulebook(self.folder / "rulebook" / f"{language}.toml")

    @cached_property
    def lessons(self) -> tuple[Lesson, ...]:
        """Its lessons, in the order in which they are taken."""
        return read_lessons(self.folder / "lessons.toml")

    # Moves ---------------------------------------------------------------------------------------------------------

    def action(self, move: Move | int | str) -> int:
        """The number of a move given as a Move, a number or its notation."""
        if isinstance(move, Move):
            if move.game.name != self.name:
                raise MalformedMove(f"{move!r} is no move of {self.name}")
            return move.id
        if isinstance(move, str):
            action: int | None = self.notation.read(move)
            if action is None:
                raise MalformedMove(f"{move!r} is no move of {self.name}; {self.notation.HELP}")
            return action
        if isinstance(move, bool) or not isinstance(move, int) or not 0 <= move < self.facts.action_count:
            raise MalformedMove(
                f"{move!r} is no move of {self.name}: numbers run from 0 to {self.facts.action_count - 1}"
            )
        return move

    def move(self, move: int | str) -> Move:
        """A move from its number or notation."""
        return Move(self, self.action(move))

    # Programs ------------------------------------------------------------------------------------------------------

    def program(self) -> Program:
        """The rules in this game's mode."""
        mode = self.mode
        if mode == "auto":
            mode = "compiled" if is_warm(self.package) else "plain"
        return load(self.package, mode)

    def in_mode(self, mode: str) -> Game:
        """The same game in another mode."""
        return Game(self.package, mode)

    def prepare(self, progress: Callable[[float], None] = lambda done: None) -> None:
        """Compile what tables and simulations need into the cache, telling how far it got; quick when done before.

        Entry points for tests and for loops driven from Python are compiled, and cached, when they are first called.
        """
        compile_entry_points(self, progress)
        mark_warm(self.package)

    # Matches -------------------------------------------------------------------------------------------------------

    def start(
        self,
        players: int | None = None,
        seed: object = 0,
        options: Mapping[str, Any] | None = None,
        seats: Sequence[Mapping[str, Any] | None] | None = None,
    ) -> Position:
        """A new match. `seats` is what each seat brings, private where the game says so."""
        state, full, brought = self.before_setup(players, options, seats)
        program = self.program()
        states = program.states(1)
        program.put(states, 0, state)
        program.entry_points.rekey(states, 0, *key_words(self.name, self.rules_version, seed))
        pos = Position(self, program, states, Origin(str(seed), full, tuple(brought)))
        pos.begin()
        return pos

    def before_setup(
        self,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seats: Sequence[Mapping[str, Any] | None] | None = None,
    ) -> tuple[Any, dict[str, Any], list[dict[str, Any]]]:
        """A plain state that needs but a key and `setup`, with the full options and what the seats bring, checked."""
        players = self.facts.players[0] if players is None else players
        low, high = self.facts.players
        if not isinstance(players, int) or not low <= players <= high:
            wanted = f"{low} players" if low == high else f"{low} to {high} players"
            raise BadInput.at("players", 0, "", f"{self.name} is for {wanted}, not {players!r}")
        full = self.check_options(options or {})
        brought = self._check_seats(players, seats)
        state = load(self.package, "plain").state.plain()
        state.players = players
        self._begin(state, full, brought)
        return state, full, brought

    def _begin(self, state: Any, options: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> None:
        """Write options and what the seats bring into a fresh state."""
        if isinstance(self.facts, Declaration):  # bridge: others write all of it themselves
            for option in self.facts.options:
                setattr(state, option.field or option.name, option.number(options[option.name]))
            for seat, brought in enumerate(seats):
                for one in self.facts.seat_options:
                    if one.values and brought.get(one.name) is not None:
                        getattr(state, one.name)[seat] = 1 + self._place(seat, one, brought[one.name])
        if hasattr(self.setup, "begin"):
            self.setup.begin(state, options, seats)

    @staticmethod
    def _place(seat: int, option: SeatOption, value: object) -> int:
        if value not in option.values:
            problem = f"{value!r} is not one of {', '.join(option.values)}"
            raise BadInput.at("seats", 0, f"seat {seat} {option.name}", problem)
        return option.values.index(str(value))

    def options_of(self, state: Any) -> dict[str, Any]:
        """The options as they stand in a state."""
        if hasattr(self.setup, "options_of"):
            return dict(self.setup.options_of(state))
        return {one.name: one.value(getattr(state, one.field or one.name)) for one in self.facts.options}

    def example_seats(self, players: int, options: Mapping[str, Any], random: Random) -> list[dict[str, Any]] | None:
        """What seats might bring, for the compliance suite; None if they bring nothing, or nobody knows what."""
        if hasattr(self.setup, "example_seats"):
            return list(self.setup.example_seats(players, options, random))
        listed = [option for option in self.facts.seat_options if option.values]
        if not listed:
            return None
        return [
            {option.name: random.choice(option.values) for option in listed if random.random() < 0.8}
            for _ in range(players)
        ]

    def check_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options with the defaults filled in; unknown names and values are refused."""
        known = {option.name: option for option in self.facts.options}
        for name, value in options.items():
            if name not in known:
                raise BadInput.at("options", 0, name, f"unknown; {self.name} has {', '.join(known) or 'no options'}")
            if not any(value == v and type(value) is type(v) for v in known[name].values):
                allowed = ", ".join(map(str, known[name].values))
                raise BadInput.at("options", 0, name, f"{value!r} is not one of {allowed}")
        return {name: options.get(name, option.default) for name, option in known.items()}

    def _check_seats(self, players: int, seats: Sequence[Mapping[str, Any] | None] | None) -> list[dict[str, Any]]:
        seats = seats if seats is not None else [None] * players
        for number, given in enumerate(seats):
            if given is not None and not isinstance(given, Mapping):
                raise BadInput.at("seats", 0, f"seat {number}", f"{given!r} is not a table of names and values")
        brought = [dict(seat or {}) for seat in seats]
        if len(brought) != players:
            raise BadInput.at("seats", 0, "", f"{len(brought)} seats are given for {players} players")
        known = [option.name for option in self.facts.seat_options]
        for number, seat in enumerate(brought):
            for name in seat:
                if name not in known:
                    problem = f"unknown; a seat of {self.name} may bring {', '.join(known) or 'nothing'}"
                    raise BadInput.at("seats", 0, f"seat {number} {name}", problem)
        return brought

    # Text ----------------------------------------------------------------------------------------------------------

    def write_text(self, pos: Position) -> str:
        """A position as text: header, the game's own lines, pending decisions, secret choices."""
        s = pos.state
        lines = [f"game: {self.name} {self.rules_version}", f"players: {s.players}"]
        for name, value in self.options_of(s).items():
            if value != next(o.default for o in self.facts.options if o.name == name):
                lines.append(f"option {name}: {str(value).lower() if isinstance(value, bool) else value}")
        lines += self.textform.write(s)
        for d in range(s.depth):
            decision = self.facts.decisions[s.ask_kind[d] - 1].name
            who = s.ask_seat[d]
            several = [str(p) for p in range(s.players) if who < 0 and -who >> p & 1]
            seats = ",".join(several) + "," * (len(several) == 1) if several else str(who)  # `1,`: the last of several
            lines.append(f"ask {d + 1}: {decision} {seats} {s.ask_a[d]} {s.ask_b[d]}")
        for seat, action in sorted(pos._choices.items()):
            lines.append(f"choice {seat}: {self.notation.write(action)}")
        return "\n".join(lines) + "\n"

    def position(self, text: str, seed: object = 0, source: str = "position") -> Position:
        """Read a position text; what is left out gets a sensible default. The generator starts from `seed`."""
        lines = list(read_lines(text, source))
        state = load(self.package, "plain").state.plain()
        options: dict[str, Any] = {}
        own: list[Line] = []
        asks: list[Line] = []
        choices: list[Line] = []
        for line in lines:
            kind, _, name = line.name.partition(" ")
            if line.name == "game":
                self._check_version(line)
            elif line.name == "players":
                state.players = line.integer(line.value, *self.facts.players)
            elif kind == "option" and name:
                options[name] = self._option_value(line, name)
            elif kind == "ask" and name:
                asks.append(line)
            elif kind == "choice" and name:
                choices.append(line)
            else:
                own.append(line)
        if not state.players:
            state.players = self.facts.players[0]
        self._begin(state, self.check_options(options), [{} for _ in range(state.players)])
        self._read_asks(state, asks)  # first: without any, the game's own text asks its usual question
        self.textform.read(state, own, source)
        program = self.program()
        states = program.states(1)
        program.put(states, 0, state)
        program.entry_points.rekey(states, 0, *key_words(self.name, self.rules_version, "position", seed))
        chosen = {line.number for line in choices}  # moves of their own in a record: the text it begins with has none
        begin = "\n".join(raw for number, raw in enumerate(text.splitlines(), 1) if number not in chosen)
        pos = Position(self, program, states, Origin(str(seed), self.check_options(options), (), begin))
        for line in choices:
            seat = line.integer(line.name.partition(" ")[2], 0, state.players - 1)
            try:
                pos.play(line.value, seat)
            except MoveError as error:
                line.fault(f"{type(error).__name__}: {error}")
        return pos

    def _check_version(self, line: Line) -> None:
        name, _, version = line.value.partition(" ")
        if name != self.name:
            line.fault(f"a position of {name!r}, not of {self.name}")
        if version and version != self.rules_version:
            line.fault(f"rules version {version!r}; this program plays {self.rules_version!r}")

    def _option_value(self, line: Line, name: str) -> Any:
        for option in self.facts.options:
            if option.name == name:
                for value in option.values:
                    if str(value).lower() == line.value.lower():
                        return value
                line.fault(f"{line.value!r} is not one of {', '.join(map(str, option.values))}")
        line.fault(f"{self.name} has no such option")

    def _read_asks(self, state: Any, asks: list[Line]) -> None:
        names = [decision.name for decision in self.facts.decisions]
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
            if "," in words[1] or self.facts.decisions[state.ask_kind[d] - 1].secret:
                mask = 0
                for word in words[1].rstrip(",").split(","):
                    mask |= 1 << line.integer(word, 0, state.players - 1)
                state.ask_seat[d] = -mask
            else:
                state.ask_seat[d] = line.integer(words[1], 0, state.players - 1)
            state.ask_a[d] = line.integer(words[2], -32768, 32767)
            state.ask_b[d] = line.integer(words[3], -32768, 32767)
            state.depth = d + 1

    # Records -------------------------------------------------------------------------------------------------------

    def record(self, pos: Position, viewer: Viewer = ALL) -> dict[str, Any]:
        """A match as JSON: game, rules version, options, moves; the seed and private things only for ALL."""
        return records.write(self, pos, viewer)

    def replay(self, record: Mapping[str, Any] | str, source: str = "record") -> Position:
        """Play a full record through; raises BadInput that names the field (and the move) that is wrong."""
        return records.replay(self, record, source)
