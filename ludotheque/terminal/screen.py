"""The terminal or pipe in which the room runs. Colours only in a terminal."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.control import Control
from rich.rule import Rule
from rich.segment import ControlType
from rich.text import Text

WIDEST = 110  # longer lines are hard to read
REST_OF_PAGE = 30  # lines of an ordinary table with its moves
FEWEST_NEWS = 6
WIPE = "\x1b[3J"  # also clears the scrollback, which may show a hand


class Output(Console):
    """A console whose reader may go (head, less): that is no failure, and the command line sees to it."""

    def on_broken_pipe(self) -> None:
        """Let the error through, instead of ending with an exit code of rich's own."""
        raise BrokenPipeError


class Left(Exception):
    """The player has gone: the end of the input, or Ctrl-D."""


class Screen:
    """Prints and asks. `read` is how a line is read, `input` by default."""

    def __init__(self, console: Console | None = None, read: Callable[[str], str] = input) -> None:
        self.console = console or Output(highlight=False)
        self._read = read
        self.interactive = self.console.is_terminal and sys.stdin.isatty()
        if self.interactive:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  # arrow keys and history while typing

    @property
    def width(self) -> int:
        """The width of a line in characters."""
        return min(self.console.width, WIDEST)

    def room_for_news(self, most: int) -> int:
        """How many lines of news leave a page its table and its moves; at most `most`."""
        return max(FEWEST_NEWS, min(most, self.console.height - REST_OF_PAGE)) if self.interactive else most

    def show(self, *things: Any, style: str | None = None) -> None:
        """Print something, wrapped to the width. Words in brackets are words, never styles."""
        self.console.print(*things, style=style, markup=False, width=self.width)

    def gap(self) -> None:
        """An empty line."""
        self.console.print()

    def ask_line(self, prompt: str) -> str:
        """One typed line, trimmed. Raises `Left` when there is no more input."""
        if not self.interactive:
            self.console.print(f"{prompt} ", end="", markup=False)
        try:
            line = self._read(f"{prompt} " if self.interactive else "").strip()
        except EOFError:
            self.console.print()
            raise Left from None
        if not self.interactive:
            self.console.print(line, markup=False)  # a transcript shows the input
        return line

    def fresh(self, title: str = "", wipe: bool = False) -> None:
        """Begin a new page; with `wipe` nothing of the old one can be scrolled back to."""
        if self.interactive:
            self.console.control(Control(ControlType.CLEAR, ControlType.HOME))
            if wipe:
                self.console.file.write(WIPE)
                self.console.file.flush()
        else:
            self.console.print()
        if title or not self.interactive:
            self.console.print(Rule(Text(title), style="dim"), width=self.width)
