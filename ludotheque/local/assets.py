"""The modules, networks and problems that a site has for its games: those that are needed, and those that are there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from ludotheque import bots
from ludotheque.bots import network, search
from ludotheque.bots.learnt import uses_network
from ludotheque.errors import LudothequeError
from ludotheque.local.modules import ModuleNetwork, ModuleProgram
from ludotheque.play import registry
from ludotheque.play.game import Game
from ludotheque.play.problems import FILE as PROBLEMS

FILE = Path(__file__).with_name("assets.json")  # in the archive of a site: where these files lie


class NotLoaded(LudothequeError):
    """A network is asked before it was loaded."""


class Assets:
    """What this site has, by game, with the address of each file.

    Problems are apart from modules, which not every game of a site needs to have.
    """

    def __init__(self, listed: Mapping[str, Mapping[str, Any]], problems: Mapping[str, str] | None = None) -> None:
        self._listed, self._problems = listed, dict(problems or {})  # problems not yet loaded
        self._programs: dict[str, ModuleProgram] = {}
        self._networks: dict[str, ModuleNetwork] = {}
        self._data: dict[str, bytes] = {}
        self._games = {address: name for name, one in listed.items() for address in self._addresses(one)}

    @staticmethod
    def read_list() -> Assets:
        """Those that the archive names; none where there is no such list. Networks are given to their games."""
        found = Assets(**json.loads(FILE.read_text(encoding="utf-8"))) if FILE.is_file() else Assets({})
        for name, one in found._listed.items():
            if one["network"]:
                network.give(name, partial(found._network, name))
        return found

    @staticmethod
    def _addresses(one: Mapping[str, Any]) -> Iterable[str]:
        return filter(None, (one["module"], one["network"]))

    def __contains__(self, game: object) -> bool:
        """Whether the site has the module of a game."""
        return game in self._listed

    def is_loaded(self, game: str) -> bool:
        """Whether bots can think in the module of a game."""
        return game in self._programs

    def missing(self, game: Game, levels: Iterable[str], *, advice: bool = False) -> list[str]:
        """The files that bots of these levels need and that are not here yet; `advice` asks the game's network, too."""
        if game.name not in self:
            return []
        wanted = self._listed[game.name]
        found = [] if self.is_loaded(game.name) else [str(wanted["module"])]
        if wanted["network"] and game.name not in self._data:
            players = game.declaration.players[0]
            if advice or any(uses_network(bots.make(level, 0, game), game, players) for level in levels):
                found.append(str(wanted["network"]))
        return found

    def missing_problems(self, game: str | None = None) -> list[str]:
        """The files with the problems of a game, or of all games, that are not here yet."""
        return [address for name, address in self._problems.items() if game in (None, name)]

    def take(self, address: str, thing: Any) -> None:
        """Take a file that the worker has loaded: the memory of a module, or the bytes of a network or of problems."""
        for game, place in list(self._problems.items()):
            if address == place:
                (registry.game(game, "plain").folder / PROBLEMS).write_bytes(bytes(thing.to_bytes()))
                del self._problems[game]
                return
        name = self._games[address]
        if address != self._listed[name]["module"]:
            self._data[name] = bytes(thing.to_bytes())
            return
        package = registry.game(name, "plain").package
        self._programs[name] = ModuleProgram(package, self._listed[name]["about"], thing)
        search.install(self._programs[name])
        self._programs[name].lend_redeal()

    def _network(self, name: str) -> ModuleNetwork:
        """The network of a game, read when it is asked first."""
        if name not in self._networks:
            if name not in self._data or name not in self._programs:
                raise NotLoaded(f"the network of {name} has not been loaded")
            self._networks[name] = ModuleNetwork(self._programs[name], self._data[name])
        return self._networks[name]
