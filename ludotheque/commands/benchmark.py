"""`ludotheque benchmark`: evaluate an agent in the tasks of Ludothèque-5, list the tasks, print tables of results."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from rich.table import Table

from ludotheque.benchmarks.evaluating import evaluate, table_of
from ludotheque.benchmarks.tasks import NAME, TASKS, VERSION, task_named
from ludotheque.commands.session import Session, whole_number
from ludotheque.errors import BadInput
from ludotheque.messages import Messages
from ludotheque.terminal.bars import bar


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    say = messages.say
    parser.add_argument("what", choices=("list", "run", "table"), help=say("cli.benchmark.what"))
    parser.add_argument("names", nargs="*", metavar="TASK|FILE", help=say("cli.benchmark.names"))
    parser.add_argument("--agent", default="greedy", metavar="BOT|MODULE:FACTORY", help=say("cli.benchmark.agent"))
    parser.add_argument("--matches", type=whole_number, metavar="N", help=say("cli.benchmark.matches"))
    parser.add_argument("--seconds", type=float, metavar="S", help=say("cli.benchmark.seconds"))
    parser.add_argument("--luck", action="store_true", help=say("cli.benchmark.luck"))
    parser.add_argument("--mode", choices=("compiled", "plain"), default="compiled", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(args: argparse.Namespace, session: Session) -> int:
    """Do what was asked for."""
    if args.what == "list":
        list_tasks(args, session)
    elif args.what == "table":
        print_table(args.names)
    else:
        if len(args.names) != 1:
            raise BadInput.at("task", 0, "", session.say("cli.benchmark.one_task", tasks=", ".join(TASKS)))
        if args.matches is not None and args.matches < 1:
            raise BadInput.at("--matches", 0, "", session.say("cli.benchmark.no_matches"))
        task = task_named(args.names[0])
        if args.luck and task.exact:
            raise BadInput.at("--luck", 0, "", session.say("cli.benchmark.no_luck", task=task.name))
        told = {"matches": args.matches, "seconds": args.seconds, "mode": args.mode, "luck": args.luck}
        with bar(session.say("cli.benchmark.playing", task=task.name)) as progress:
            result = evaluate(task, args.agent, **told, progress=progress)
        if args.json:
            session.print_json(result)
        else:
            print(table_of([result]), end="")
            for name, number in result["cost"].items():
                session.console().print(f"{name}: {number}", highlight=False)
    return 0


def list_tasks(args: argparse.Namespace, session: Session) -> None:
    """The tasks with what they ask, how they are measured, and their budget."""
    told: list[dict[str, Any]] = [
        {
            "task": task.name,
            "game": task.game,
            "about": task.about,
            "metric": task.metric,
            "rounds": [one.name for one in task.rounds],
            "matches": task.matches,
            "options": dict(task.options),
            "budget": task.budget,
            "seconds": task.seconds,
        }
        for task in TASKS.values()
    ]
    if args.json:
        session.print_json({"benchmark": NAME, "version": VERSION, "tasks": told})
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    for key in ("task", "about", "metric"):
        table.add_column(session.say(f"cli.benchmark.{key}_column"))
    for one in told:
        table.add_row(one["task"], one["about"], one["metric"])
    session.console().print(table)


def print_table(files: list[str]) -> None:
    """The results of files, as Markdown."""
    results = []
    for name in files:
        try:
            results.append(json.loads(Path(name).read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            raise BadInput.at(name, 0, "", f"is no result of ludotheque benchmark run --json: {error}") from error
    print(table_of(results), end="")
