"""Bots of other packages: registered by `register`, or declared as an entry point `ludotheque.bots`.

A factory, usually a class, is given the seed and returns a bot (see `ludotheque.bots.bot`). It may name the games that
it plays, as `games`; without that it plays all. What a package declares is looked at when somebody asks for bots, not
before. One that can't be used is left out, with one sentence in the log that names package and fault; whoever asks for
it by name gets the same sentence as an error.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from ludotheque.bots.bot import Bot
from ludotheque.errors import LudothequeError

GROUP = "ludotheque.bots"  # the group of entry points
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_log = logging.getLogger(__name__)


class BadBot(LudothequeError):
    """A declared or registered bot that can't be used."""


@dataclass(frozen=True)
class Registered:
    """A registered bot: its factory, its games (all if None), and its provider in words."""

    factory: Callable[[object], Bot]
    games: frozenset[str] | None
    brought_by: str

    def plays(self, game: str) -> bool:
        """Whether it plays the game of that name."""
        return self.games is None or game in self.games


class RegisteredBots:
    """The bots of others that are known to one process."""

    def __init__(self, taken: Collection[str]) -> None:
        self._lock = threading.RLock()
        self._taken = frozenset(taken)  # names of built-in bots
        self._bots: dict[str, Registered] = {}
        self._faults: dict[str, BadBot] = {}
        self._is_complete = False

    def register(self, name: str, factory: Callable[[object], Bot], games: Collection[str] | None = None) -> None:
        """Make a bot known; the same name again replaces it."""
        with self._lock:
            self._look_around()
            self._bots[name] = self._checked(name, factory, games, f"module {factory.__module__}")
            self._faults.pop(name, None)

    def unregister(self, name: str) -> None:
        """Forget a bot; nothing happens if there is none of that name."""
        with self._lock:
            self._look_around()
            self._bots.pop(name, None)

    def bots(self) -> dict[str, Registered]:
        """All usable registered bots, by name, in alphabetical order."""
        with self._lock:
            self._look_around()
            return dict(sorted(self._bots.items()))

    def fault(self, name: str) -> BadBot | None:
        """Return why a declared bot was left out."""
        with self._lock:
            self._look_around()
            return self._faults.get(name)

    def _look_around(self) -> None:
        """Load, once, the bots that packages declare."""
        if self._is_complete:
            return
        self._is_complete = True
        for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
            try:
                self._take_in(entry)
            except BadBot as fault:
                self._bots.pop(entry.name, None)
                if entry.name not in self._taken:
                    self._faults[entry.name] = fault
                _log.warning("%s", fault)

    def _take_in(self, entry: EntryPoint) -> None:
        package = f"package {entry.dist.name} {entry.dist.version}" if entry.dist else f"package {entry.value}"
        taken = self._bots.get(entry.name)
        if taken is not None:  # neither of two bots with one name: a contest must not depend on what else is installed
            raise _fault(entry.name, package, f"{taken.brought_by} has a bot of that name, too; remove one")
        try:
            factory: Any = entry.load()
        except (Exception, SystemExit) as error:  # importing a package may raise anything
            raise _fault(entry.name, package, f"{type(error).__name__}: {error}") from error
        self._bots[entry.name] = self._checked(entry.name, factory, None, package)

    def _checked(self, name: str, factory: Any, games: Collection[str] | None, brought_by: str) -> Registered:
        if name in self._taken:
            raise _fault(name, brought_by, "the name is taken by a bot of Ludothèque")
        if not _NAME.fullmatch(name):
            raise _fault(name, brought_by, "a bot's name is made of small letters, digits, hyphens and underscores")
        if not callable(factory):
            raise _fault(name, brought_by, f"{factory!r} can't be called with a seed to make one")
        games = getattr(factory, "games", None) if games is None else games
        if isinstance(games, str):
            games = (games,)
        return Registered(factory, None if games is None else frozenset(games), brought_by)


def _fault(name: str, brought_by: str, problem: str) -> BadBot:
    return BadBot(f"the bot {name!r} of {brought_by} can't be used: {problem}")
