"""Progress bars, on the error stream: what a command prints stays clean."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    SpinnerColumn,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
)

from ludotheque.bots import simulation
from ludotheque.kernel import is_warm
from ludotheque.messages import Messages
from ludotheque.play.game import Game

Told = Callable[[float], None]


@contextmanager
def bar(title: str) -> Iterator[Told]:
    """A bar while something runs; then it goes. Call what it gives with the part done, 0 to 1."""
    console = Console(stderr=True)
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(title, total=1.0)
        yield lambda done: progress.update(task, completed=done)


def prepare(game: Game, messages: Messages, with_bots: bool = False) -> None:
    """Compile a game (and its bots) behind a bar, if that has not been done on this machine yet."""
    ready = is_warm(game.package) and (simulation.is_prepared(game) or not with_bots)
    if ready:
        return
    title = messages.say("cli.preparing", {"game": game.declaration.title[messages.language]})
    console = Console(stderr=True)
    if not console.is_terminal:
        console.print(title, markup=False, highlight=False)
    with bar(title) as told:
        if with_bots:
            simulation.prepare(game, told)
        else:
            game.prepare(told)
