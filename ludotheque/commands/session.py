"""Functions shared by all subcommands: language, parser, output, values from the command line."""

from __future__ import annotations

import argparse
import importlib.util
import json
import locale
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from babel.numbers import format_decimal
from rich.console import Console

from ludotheque.errors import BadInput, LudothequeError, NotInstalled
from ludotheque.messages import LANGUAGES, Messages
from ludotheque.play import registry
from ludotheque.play.game import Game
from ludotheque.play.own_data import use_data
from ludotheque.terminal.screen import Output

LARGEST = 10**9  # number that a command line takes


class UsageError(Exception):
    """A command line that can't be read; `command` is the one whose help to look at."""

    def __init__(self, command: str, problem: str) -> None:
        super().__init__(problem)
        self.command = command


class WrongFile(LudothequeError):
    """A file that can't be read, or whose content is wrong."""


class Help(argparse.RawDescriptionHelpFormatter):
    """Keeps the lines of the examples; wraps the description, as the usual formatter does."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" in text:
            return super()._fill_text(text, width, indent)
        return argparse.HelpFormatter._fill_text(self, text, width, indent)


class Parser(argparse.ArgumentParser):
    """A parser whose headings are in the language, and whose errors are sentences of the program."""

    def __init__(self, messages: Messages, **arguments: Any) -> None:
        arguments.setdefault("formatter_class", Help)
        super().__init__(add_help=False, allow_abbrev=False, **arguments)
        self.messages = messages
        self._positionals.title = messages.say("cli.arguments")
        self._optionals.title = messages.say("cli.options")

    def format_help(self) -> str:
        """The help, with the heading of the usage line in the language."""
        return super().format_help().replace("usage: ", self.messages.say("cli.usage"), 1)

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        raise UsageError(self.prog, message)


@dataclass(frozen=True)
class Session:
    """The language and the output of one run."""

    messages: Messages

    @property
    def language(self) -> str:
        """The language that was asked for."""
        return self.messages.language

    def console(self) -> Console:
        """The console for tables."""
        return Output(highlight=False)

    def say(self, key: str, **params: Any) -> str:
        """A sentence."""
        return self.messages.say(key, params)

    def number(self, value: float, digits: int = 0) -> str:
        """A number as people of the language write it: 1,234.5 or 1 234,5."""
        pattern = f"#,##0.{'0' * digits}" if digits else "#,##0"
        return str(format_decimal(value, pattern, self.language))

    def need(self, extra: str, *modules: str) -> None:
        """Refuse to go on without the modules of an extra."""
        if any(importlib.util.find_spec(module) is None for module in modules):
            raise NotInstalled(extra, self.say("cli.not_installed", extra=extra))

    @staticmethod
    def print_json(value: Any) -> None:
        """A value as JSON."""
        print(json.dumps(value, ensure_ascii=False, indent=2))

    def read_text(self, name: str) -> str:
        """The text of a file, "-" being the standard input."""
        try:
            return sys.stdin.read() if name == "-" else Path(name).expanduser().read_text(encoding="utf-8")
        except OSError as error:
            raise WrongFile(self.say("cli.cant_read", file=name, problem=error.strerror or str(error))) from None
        except UnicodeDecodeError:
            raise WrongFile(self.say("cli.cant_read", file=name, problem="not UTF-8")) from None

    @contextmanager
    def writing(self, name: str) -> Iterator[None]:
        """Turn an error while writing a file into a message."""
        try:
            yield
        except OSError as error:
            raise WrongFile(self.say("cli.cant_write", file=name, problem=error.strerror or str(error))) from None

    def check_writable(self, name: str) -> None:
        """Refuse a file that can't be written before any work is done for it. Nothing is left behind."""
        with self.writing(name):
            fresh = not Path(name).exists()
            Path(name).open("a").close()
            if fresh:
                Path(name).unlink()

    def players(self, game: Game, given: int | None) -> int:
        """The number of players: the given one, if the game allows it, else the fewest."""
        players = game.declaration.players[0] if given is None else given
        game.before_setup(players)
        return players

    def options(self, game: Game, given: Sequence[str], preset: str | None = None) -> dict[str, Any]:
        """Options of a table: those of a preset, then those written NAME=VALUE; the game checks them."""
        presets = game.declaration.presets
        if preset is not None and preset not in presets:
            known_ones = ", ".join(presets) or self.say("cli.no_presets")
            raise BadInput.at("--preset", 0, "", self.say("cli.no_preset", text=preset, known=known_ones))
        values: dict[str, Any] = dict(presets[preset]) if preset is not None else {}
        for text in given:
            name, equals, value = text.partition("=")
            if not equals:
                raise BadInput.at("--option", 0, "", self.say("cli.no_option_form", text=text))
            known = {option.name: option.values for option in game.declaration.options}
            same = [v for v in known.get(name, ()) if str(v).lower() == value.lower()]
            values[name] = same[0] if same else value
        return values

    def brought(self, players: int, given: Sequence[str]) -> list[dict[str, Any]]:
        """The seat options, written SEAT:NAME=VALUE; a value @FILE is the text of that file."""
        seats: list[dict[str, Any]] = [{} for _ in range(players)]
        for text in given:
            seat, colon, rest = text.partition(":")
            name, equals, value = rest.partition("=")
            if not (colon and equals and seat.isdecimal()):
                raise BadInput.at("--bring", 0, "", self.say("cli.no_bring_form", text=text))
            if int(seat) >= players:
                raise BadInput.at("--bring", 0, "", self.say("cli.no_bring_seat", number=seat, last=players - 1))
            seats[int(seat)][name] = self.read_text(value[1:]) if value.startswith("@") else value
        return seats


def language_of(arguments: Sequence[str]) -> str:
    """The language of a command line: `--lang`, then LUDOTHEQUE_LANG, then the system's, then English."""
    wanted = [os.environ.get(name, "") for name in ("LUDOTHEQUE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")]
    wanted.append(locale.getlocale()[0] or "")
    for at, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            wanted.insert(0, argument.partition("=")[2])
        elif argument == "--lang" and at + 1 < len(arguments):
            wanted.insert(0, arguments[at + 1])
    for text in wanted:
        if text[:2].lower() in LANGUAGES:
            return text[:2].lower()
    return LANGUAGES[0]


def whole_number(text: str) -> int:
    """Parse a whole number; absurdly large ones are refused before anything counts to them."""
    number = int(text)
    if abs(number) > LARGEST:
        raise argparse.ArgumentTypeError(f"{text[:24]} is too large: the largest is {LARGEST}")
    return number


def data_files_of(arguments: Sequence[str]) -> tuple[list[str], str | None]:
    """The files of all `--data` options on a command line, and the first game named there.

    Looked for before anything else is read: a game that is in use can't read another file any more.
    """
    given = []
    for at, argument in enumerate(arguments):
        if argument.startswith("--data="):
            given.append(argument.partition("=")[2])
        elif argument == "--data" and at + 1 < len(arguments):
            given.append(arguments[at + 1])
    game = next((argument for argument in arguments if argument in registry.names()), None) if given else None
    return given, game


def add_common_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of every command, before or after its name; `language_of` has read the language before."""
    parser.add_argument("-h", "--help", action="help", help=messages.say("cli.help"))
    lang_help = messages.say("cli.lang", {"known": ", ".join(LANGUAGES)})
    parser.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=lang_help)
    data_help = messages.say("cli.data_help")  # `data_files_of` has read it before, too
    parser.add_argument("--data", action="append", default=argparse.SUPPRESS, metavar="[GAME=]FILE", help=data_help)


def use_data_files(given: Sequence[str], game: str | None, session: Session) -> None:
    """Let games read other data files, written GAME=FILE, or FILE for the game that the command names."""
    for text in given:
        name, equals, file = text.rpartition("=")
        name = name if equals else game or ""
        if not name:
            raise BadInput.at("--data", 0, "", session.say("cli.no_data_form", text=text))
        use_data(name, file)


def add_table_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Add the arguments of every command that sets up a match: players, options, what the seats bring."""
    say = messages.say
    parser.add_argument("--players", type=whole_number, metavar="N", help=say("cli.players_help"))
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=say("cli.option_help"))
    parser.add_argument("--preset", metavar="NAME", help=say("cli.preset_help"))
    parser.add_argument("--bring", action="append", default=[], metavar="SEAT:NAME=VALUE", help=say("cli.bring_help"))
