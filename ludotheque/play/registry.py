"""The registry of games: the folders of `ludotheque.games`, and games that other packages declare as
`ludotheque.games`.

Our games are found by listing the folder, others by their entry points; nothing is imported for that. A game of another
package may be unusable: it fails when imported, lacks a file, or has a wrong or taken name. Then it is left out, with
one sentence in the log that names package and fault. Asking for it by name raises an error with the same sentence;
nothing else is affected.
"""

from __future__ import annotations

import difflib
import importlib.util
import logging
import pkgutil
import re
import sys
import threading
import traceback
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from ludotheque.errors import BadGame, BadInput, UnknownGame
from ludotheque.kernel import data_files
from ludotheque.messages import COMPLETE, LANGUAGES
from ludotheque.play.game import Game

GROUP = "ludotheque.games"  # the group of entry points, and the package of our games
_OURS = Path(__file__).parent.parent / "games"
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_HOW_TO_DECLARE = "docs/add-a-game.md tells how a package declares its data files"

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Source:
    """The source of a game: the import path of its folder, and its provider in words."""

    package: str
    brought_by: str
    is_ours: bool = False

    def fault(self, name: str, problem: str) -> BadGame:
        """The sentence that says why the game is left out."""
        return BadGame(f"the game {name!r} of {self.brought_by} can't be used: {problem}")


class Registry:
    """The games that are known to one process."""

    def __init__(self) -> None:
        self._lock = threading.RLock()  # while one game is checked, others may be needed
        self._sources = {name: Source(f"{GROUP}.{name}", "Ludothèque", is_ours=True) for name in _our_names()}
        self._faults: dict[str, BadGame | BadInput] = {}
        self._games: dict[tuple[str, str], Game] = {}
        self._loading: set[str] = set()
        self._is_complete = False

    def register(self, name: str, package: str) -> None:
        """Make a game known under `name`; `package` is the import path of its folder. BadGame if it can't be used."""
        with self._lock:
            self._look_around()
            source = Source(package, f"package {package}")
            taken = self._sources.get(name)
            if taken is not None and taken.package != package:
                raise source.fault(name, f"the name is taken by {taken.brought_by} ({taken.package})")
            game = load(name, source)
            self._faults.pop(name, None)
            self._games = {key: known for key, known in self._games.items() if key[0] != name}
            self._games[name, "plain"] = game
            self._sources[name] = source

    def names(self) -> list[str]:
        """The names of all games that can be used: ours, then those of other packages, each in alphabetical order."""
        with self._lock:
            self._look_around()
            for name, source in list(self._sources.items()):
                if source.is_ours or name in self._loading:
                    continue
                try:
                    self.game(name, "plain")
                except (BadGame, BadInput) as error:
                    self._leave_out(name, error)
            return list(self._sources)

    def games(self) -> list[Game]:
        """All games, ordered by number of players, those to copy last."""
        found = [self.game(name, "plain") for name in self.names()]
        return sorted(found, key=lambda game: (game.declaration.template, *game.declaration.players, game.name))

    def package_of(self, name: str) -> str:
        """The import path of the folder of the game of that name; nothing is imported."""
        with self._lock:
            self._look_around()
            if name in self._sources:
                return self._sources[name].package
            if name in self._faults:
                raise self._faults[name]
            names = self.names()
            close = difflib.get_close_matches(name, names, 1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise UnknownGame(f"no game is called {name!r} (there are {', '.join(names)}){hint}")

    def game(self, name: str, mode: str = "auto") -> Game:
        """The game of that name."""
        known = self._games.get((name, mode))
        if known is not None:
            return known
        with self._lock:
            package = self.package_of(name)
            if (name, "plain") not in self._games:
                self._loading.add(name)
                try:
                    self._games[name, "plain"] = load(name, self._sources[name])
                finally:
                    self._loading.discard(name)
            if (name, mode) not in self._games:
                self._games[name, mode] = Game(package, mode)
            return self._games[name, mode]

    def _look_around(self) -> None:
        """Read once what other packages declare, without importing them."""
        if self._is_complete:
            return
        self._is_complete = True
        declared: defaultdict[str, list[EntryPoint]] = defaultdict(list)
        for entry in entry_points(group=GROUP):
            declared[entry.name].append(entry)
        for name, entries in sorted(declared.items()):
            sources = sorted({_source(entry) for entry in entries}, key=lambda source: source.brought_by)
            if name in self._sources:
                # Our game keeps its name; the log says so.
                for source in sources:
                    _log.warning("%s", source.fault(name, "the name is taken by a game of Ludothèque"))
            elif len(sources) > 1:
                # Accept neither: the game of a stored match must not depend on what else is installed.
                others = " and ".join(source.brought_by for source in sources[1:])
                self._leave_out(name, sources[0].fault(name, f"{others} has a game of that name, too; remove one"))
            else:
                self._sources[name] = sources[0]

    def _leave_out(self, name: str, fault: BadGame | BadInput) -> None:
        self._sources.pop(name, None)
        self._faults[name] = fault
        _log.warning("%s", fault)


@cache
def _our_names() -> tuple[str, ...]:
    return tuple(sorted(found.name for found in pkgutil.iter_modules([str(_OURS)]) if found.ispkg))


def _source(entry: EntryPoint) -> Source:
    package = f"package {entry.dist.name} {entry.dist.version}" if entry.dist else f"package {entry.value}"
    return Source(entry.value, package)


# Loading a game, with whatever can be wrong with it ------------------------------------------------------------------


def load(name: str, source: Source) -> Game:
    """Load the game of a source in plain mode. Raise BadGame if it is broken, BadInput if a data file is.

    Our own games are checked less: the tests have done so.
    """
    if not _NAME.fullmatch(name):
        raise source.fault(name, "a game's name is made of small letters, digits and underscores")
    if not all(part.isidentifier() for part in source.package.split(".")):
        raise source.fault(name, f"{source.package!r} is not the import path of a folder")
    folder = source.package.rpartition(".")[2]
    if folder != name:
        raise source.fault(name, f"its folder is called {folder!r}, which has to be its name")
    before = set(sys.modules)
    try:
        game = Game(source.package, "plain")
        _check_declaration(name, source, game)
        if not source.is_ours:
            _try_out(game)
        return game
    except (Exception, SystemExit) as error:  # importing a package may raise anything
        for module in [module for module in sys.modules if module not in before]:
            if f"{module}.".startswith(f"{source.package}."):
                del sys.modules[module]  # forget half-imported modules, so that the next attempt starts anew
        if isinstance(error, BadGame) or (isinstance(error, BadInput) and _is_players(name, source)):
            raise
        raise source.fault(name, _told(source.package, error)) from error


def _is_players(name: str, source: Source) -> bool:
    """Whether a faulty data file was put there by the caller of the program rather than by the package."""
    return source.is_ours or data_files.replaced(name) is not None


def _check_declaration(name: str, source: Source, game: Game) -> None:
    """Check the parts of a declaration that everything relies on."""
    facts = game.declaration
    if facts.name != name:
        raise source.fault(name, f"its declaration calls it {facts.name!r}")
    low, high = facts.players
    if not 1 <= low <= high:
        raise source.fault(name, f"it is for {low} to {high} players")
    missing = [language for language in (COMPLETE if source.is_ours else ("en",)) if not facts.title.get(language)]
    if missing:
        raise source.fault(name, f"it has no title in {' and '.join(missing)}")


def _try_out(game: Game) -> None:
    """Read every file that will be needed, and set up a match."""
    for language in LANGUAGES:
        with _reading(f"messages/{language}.toml"):
            game.messages(language)
        with _reading(f"rulebook/{language}.toml"):
            game.rulebook(language)
    with _reading("lessons.toml"):
        _ = game.lessons
    game.start(seed=0)


@contextmanager
def _reading(file: str) -> Iterator[None]:
    """Report any error in this block as a fault of that file."""
    try:
        yield
    except (BadInput, FileNotFoundError):
        raise
    except Exception as error:
        raise BadInput.at(file, 0, "", f"{type(error).__name__}: {error}") from error


def _told(package: str, error: BaseException) -> str:
    """Describe an error in a package, with its place in the folder."""
    home = _home(package)
    if home is None:
        return f"{type(error).__name__}: {error}"
    missing = error if isinstance(error, FileNotFoundError) else error.__cause__
    if isinstance(missing, FileNotFoundError) and Path(str(missing.filename)).is_relative_to(home):
        file = Path(str(missing.filename)).relative_to(home).as_posix()
        return f"the file {file} is missing in its folder; {_HOW_TO_DECLARE}"
    if isinstance(error, BadInput):
        return str(error)
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(home)]
    where = f" ({Path(places[-1].filename).relative_to(home).as_posix()}, line {places[-1].lineno})" if places else ""
    return f"{type(error).__name__}: {error}{where}"


def _home(package: str) -> Path | None:
    """The folder of a package that may be broken."""
    try:
        spec = importlib.util.find_spec(package)
    except Exception:  # of the packages that contain it
        return None
    return Path(spec.origin).parent if spec and spec.origin else None


# The games of this process -------------------------------------------------------------------------------------------

_registry = Registry()


def register(name: str, package: str) -> None:
    """Make a game known under `name`; `package` is the import path of its folder. BadGame if it can't be used."""
    _registry.register(name, package)


def names() -> list[str]:
    """The names of all games: ours, then those of other packages, each in alphabetical order."""
    return _registry.names()


def games() -> list[Game]:
    """All games in plain mode, ordered by number of players, the one to copy last."""
    return _registry.games()


def package_of(name: str) -> str:
    """The import path of the folder of the game of that name."""
    return _registry.package_of(name)


def is_ours(name: str) -> bool:
    """Whether a game of that name comes with Ludothèque."""
    return name in _our_names()


def game(name: str, mode: str = "auto") -> Game:
    """The game of that name."""
    return _registry.game(name, mode)
