"""The command `ludotheque`: play, learn, serve, admin, backup, restore, simulate, arena, train, replay, review …

And those that belong to single games: `commands/games/`.
"""

from __future__ import annotations

import os
import pkgutil
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from rich.console import Console
from rich.text import Text

import ludotheque
from ludotheque.commands import (
    admin,
    arena,
    backup,
    bench,
    benchmark,
    dataset,
    games,
    learn,
    new_game,
    perft,
    play,
    prepare,
    problems,
    replay,
    restore,
    review,
    rules,
    serve,
    simulate,
    site,
    train,
    verify,
    wasm,
)
from ludotheque.commands.session import (
    Help,
    Parser,
    Session,
    UsageError,
    add_common_arguments,
    data_files_of,
    language_of,
    use_data_files,
)
from ludotheque.errors import LudothequeError
from ludotheque.messages import Messages
from ludotheque.play import registry

COMMANDS = (
    play,
    learn,
    serve,
    admin,
    backup,
    restore,
    simulate,
    arena,
    train,
    replay,
    review,
    problems,
    verify,
    rules,
    perft,
    bench,
    benchmark,
    dataset,
    wasm,
    new_game,
    prepare,
    site,
)
DONE, WRONG, NO_COMMAND, INTERRUPTED = 0, 1, 2, 130


def commands_of_games() -> list[ModuleType]:
    """The commands that belong to single games: modules of `ludotheque.commands.games.<game>`, if the game is there."""
    packages = [
        import_module(f"{games.__name__}.{folder.name}")
        for folder in pkgutil.iter_modules(games.__path__)
        if registry.is_ours(folder.name)
    ]
    return [
        import_module(f"{package.__name__}.{module.name}")
        for package in packages
        for module in pkgutil.iter_modules(package.__path__)
    ]


def make_parser(messages: Messages) -> Parser:
    """The whole command line, in one language."""
    say = messages.say
    parser = Parser(messages, prog="ludotheque", description=say("cli.about"), epilog=say("cli.exit_codes"))
    add_common_arguments(parser, messages)
    parser.add_argument("--version", action="version", version=ludotheque.__version__, help=say("cli.version"))
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title=say("cli.commands"))
    for module in (*COMMANDS, *commands_of_games()):
        name = module.__name__.rpartition(".")[2]
        own = commands.add_parser(
            name.replace("_", "-"),
            messages=messages,
            help=say(f"cli.{name}.help"),
            description=say(f"cli.{name}.about"),
            epilog=f"{say('cli.examples')}\n{say(f'cli.{name}.examples')}",
            formatter_class=Help,
        )
        module.add_arguments(own, messages)
        add_common_arguments(own, messages)
        own.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; what went wrong is one sentence on the error stream, and the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    messages = Messages(language_of(arguments))
    session = Session(messages)
    try:
        use_data_files(*data_files_of(arguments), session)
        parser = make_parser(messages)
        args = parser.parse_args(arguments)
        if args.command is None:
            parser.print_help()
            return DONE
        code: int = args.run(args, session)
        return code
    except UsageError as error:
        complain(messages, f"{error}. {messages.say('cli.see_help', {'command': error.command})}")
        return NO_COMMAND
    except LudothequeError as error:
        complain(messages, str(error))
        return int(getattr(error, "exit_code", WRONG))
    except KeyboardInterrupt as stop:
        complain(messages, str(stop) or messages.say("cli.interrupted"), error=False)  # a command may say more
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (head, less) has gone: nothing more to say, not even when Python closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


def complain(messages: Messages, sentence: str, error: bool = True) -> None:
    """One sentence on the error stream."""
    text = Text(f"{messages.say('cli.error')} ", style="bold red") if error else Text()
    Console(stderr=True, highlight=False, soft_wrap=True).print(text + Text(sentence))
