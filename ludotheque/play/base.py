"""A game before any match: its declaration, words, rules, notation and programs, and what a table may choose."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from numbers import Integral
from operator import index
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Self, SupportsIndex

from ludotheque.errors import BadInput, MalformedMove, NoObservation
from ludotheque.kernel import MODES, Program, is_warm, kernel_modules, load
from ludotheque.kernel.observation import Observation
from ludotheque.messages import Messages, check_language, read_language
from ludotheque.play.declaration import Declaration, SeatOption
from ludotheque.play.endings import ending
from ludotheque.play.moves import Move
from ludotheque.play.notation import Notation
from ludotheque.play.plain_text import PlainText
from ludotheque.play.rulebook import Rulebook
from ludotheque.play.seeds import key_bytes


class BaseGame:
    """A game without its matches: the part that positions need.

    `mode` says how its rules run: "plain", "compiled", or "auto" (compiled once that is ready).
    """

    def __init__(self, package: str, mode: str = "auto") -> None:
        if mode == "cuda":
            raise ValueError(
                "a GPU plays no single positions: lt.batch(game, n, device='cuda') plays many matches there"
            )
        if mode != "auto" and mode not in MODES:
            raise ValueError(f"mode {mode!r} is none of auto, {', '.join(mode for mode in MODES if mode != 'cuda')}")
        self.package = package
        self.mode = mode
        home = importlib.import_module(package)
        self.folder = Path(home.__file__ or "").parent
        self.kernel_modules = kernel_modules(package)
        self.setup: Any = self._optional("setup")
        self.view: Any = importlib.import_module(f"{package}.view")
        self.textform: Any = self._optional("text") or PlainText(package)
        self.declaration: Declaration = importlib.import_module(f"{package}.declaration").DECLARATION
        self.notation = Notation(self.declaration, self._optional("notation"))
        self._messages = cache(self._read_messages)
        self._rulebook = cache(self._read_rulebook)
        self.usual_openings: dict[tuple[str, int | None], Any] = {}  # set by `opening.start`

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        return type(self), (self.package, self.mode)  # everything else follows from its files

    def __repr__(self) -> str:
        fewest, most = self.declaration.players
        players = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        return f"<game {self.name}: {players} players, rules {self.rules_version}, mode {self.mode}>"

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def _optional(self, name: str) -> ModuleType | None:
        """A module that a game may leave out."""
        found = importlib.util.find_spec(f"{self.package}.{name}") is not None
        return importlib.import_module(f"{self.package}.{name}") if found else None

    # Names and words -----------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name it is registered under."""
        return self.declaration.name

    @property
    def rules_version(self) -> str:
        """The version of its rules: a stored match names it."""
        return self.declaration.rules_version

    def later_options(self, version: str) -> Mapping[str, Any] | None:
        """The options introduced after a rules version, set to its behaviour; None if that version can't be played any
        more.
        """
        if version == self.rules_version:
            return {}
        return next((one.options for one in self.declaration.earlier if one.version == version), None)

    @property
    def has_heuristic(self) -> bool:
        """Whether the game has a heuristic, which bots need to judge positions."""
        return "heuristic" in self.kernel_modules

    @cached_property
    def observation(self) -> Observation:
        """The layout of observations, part by part; raises NoObservation if the game declares none."""
        if "observation" not in self.kernel_modules:
            raise NoObservation(
                f"{self.name} can't be observed as numbers: it has no observation.py (docs/add-a-game.md tells how)"
            )
        declared: Observation = importlib.import_module(f"{self.package}.observation").OBSERVATION
        return declared

    def messages(self, language: str) -> Messages:
        """Its sentences in a language, the common ones included."""
        return self._messages(language)

    def _read_messages(self, language: str) -> Messages:
        own = read_language(self.folder / "messages", language)
        extra: Callable[[str], Mapping[str, str]] | None = getattr(self.setup, "names", None)
        return Messages(language, {**(extra(language) if extra else {}), **own})

    def rulebook(self, language: str) -> Rulebook:
        """Its rules in words."""
        return self._rulebook(language)

    def _read_rulebook(self, language: str) -> Rulebook:
        check_language(language)
        path = self.folder / "rulebook" / f"{language}.toml"
        return Rulebook(path if path.exists() else path.with_name("en.toml"))

    @cached_property
    def key_person(self) -> bytes:
        """Return the bytes that distinguish these rules' information states from those of other rules."""
        return key_bytes(self.name, self.rules_version)[:16]

    # Moves ---------------------------------------------------------------------------------------------------------

    @cached_property
    def every_move(self) -> tuple[Move, ...]:
        """All moves by number, made once and shared by lists of legal ones."""
        return tuple(Move(self, action) for action in range(self.declaration.action_count))

    @cached_property
    def secret_kinds(self) -> tuple[bool, ...]:
        """Return, for each kind of decision (0 is none), whether it is chosen in secret."""
        return (False, *(decision.secret for decision in self.declaration.decisions))

    def action(self, move: Move | SupportsIndex | str) -> int:
        """The number of a move given as a Move, a whole number of any kind (NumPy's, PyTorch's) or its notation."""
        if isinstance(move, Move):
            if move.game is not self and move.game.name != self.name:
                raise MalformedMove(f"{move!r} is no move of {self.name}")
            return move.id
        if isinstance(move, str):
            found: int | None = self.notation.read(move)
            if found is None:
                raise MalformedMove(f"{move!r} is no move of {self.name}; {self.notation.HELP}")
            return found
        try:
            action = None if isinstance(move, bool) else index(move)
        except TypeError:
            action = None
        if action is None:
            raise MalformedMove(f"{move!r} is no move of {self.name}: give a Move, a whole number or its notation")
        if not 0 <= action < self.declaration.action_count:
            raise MalformedMove(
                f"{action} is no move of {self.name}: numbers run from 0 to {self.declaration.action_count - 1}"
            )
        return action

    def move(self, move: SupportsIndex | str) -> Move:
        """A move from its number or notation."""
        return Move(self, self.action(move))

    # Ends ----------------------------------------------------------------------------------------------------------

    def scores_of(self, state: Any, viewer: Any) -> list[int]:
        """The points of each seat as the view adds them up, or as the rules do if it does not."""
        own = getattr(self.view, "scores", None)
        return list(own(state, viewer) if own else (self._rules.score(state, p) for p in range(state.players)))

    def outcome_of(self, state: Any) -> dict[str, Any]:
        """How a finished match ended, by the view, or by the rules if it does not say so."""
        own = getattr(self.view, "outcome", None)
        if own is not None:
            return dict(own(state))
        cause = self._rules.cause(state) if hasattr(self._rules, "cause") else state.over
        return dict(ending(self._rules, state, self.declaration.causes[cause - 1]))

    @cached_property
    def _rules(self) -> Any:
        return load(self.package, "plain").module(f"{self.package}.rules")

    # Programs ------------------------------------------------------------------------------------------------------

    def program(self) -> Program:
        """The rules in this game's mode."""
        mode = self.mode
        if mode == "auto":
            mode = "compiled" if is_warm(self.package) else "plain"
        return load(self.package, mode)

    def in_mode(self, mode: str) -> Self:
        """Return this game in another mode."""
        return type(self)(self.package, mode)

    # Tables --------------------------------------------------------------------------------------------------------

    def before_setup(
        self,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seats: Sequence[Mapping[str, Any] | None] | None = None,
    ) -> tuple[Any, dict[str, Any], list[dict[str, Any]]]:
        """A plain state before its key and `setup`, with all options and what the seats bring, checked."""
        players = self.declaration.players[0] if players is None else players
        low, high = self.declaration.players
        if not isinstance(players, (int, Integral)) or isinstance(players, bool) or not low <= players <= high:
            wanted = f"{low} players" if low == high else f"{low} to {high} players"
            raise BadInput.at("players", 0, "", f"{self.name} is for {wanted}, not {players!r}")
        players = int(players)
        full = self.check_options(options or {})
        brought = self._check_seats(players, seats)
        state = load(self.package, "plain").state.plain()
        state.players = players
        self.begin(state, full, brought)
        return state, full, brought

    def begin(self, state: Any, options: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> None:
        """Write the options, and what the seats bring, into a fresh state."""
        for option in self.declaration.options:
            setattr(state, option.field or option.name, option.number(options[option.name]))
        for seat, brought in enumerate(seats):
            for one in self.declaration.seat_options:
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
        """The options stored in a state."""
        return {one.name: one.value(getattr(state, one.field or one.name)) for one in self.declaration.options}

    def example_seats(self, players: int, options: Mapping[str, Any], random: Random) -> list[dict[str, Any]] | None:
        """Examples of seat options for the compliance suite; None if the game has none."""
        if hasattr(self.setup, "example_seats"):
            return list(self.setup.example_seats(players, options, random))
        listed = [option for option in self.declaration.seat_options if option.values]
        if not listed:
            return None
        return [
            {option.name: random.choice(option.values) for option in listed if random.random() < 0.8}
            for _ in range(players)
        ]

    def check_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options with defaults filled in; unknown names and values are refused."""
        known = {option.name: option for option in self.declaration.options}
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
        known = [option.name for option in self.declaration.seat_options]
        for number, seat in enumerate(brought):
            for name in seat:
                if name not in known:
                    problem = f"unknown; a seat of {self.name} may bring {', '.join(known) or 'nothing'}"
                    raise BadInput.at("seats", 0, f"seat {number} {name}", problem)
        return brought
