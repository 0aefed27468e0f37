"""The levels: how many simulations each takes, and how a game is best searched. A game says so in its `bots.toml`.

    ladder = ["novice", "greedy", "amateur", "adept", "master"]  # the five bots that people choose from, weak to strong
    [levels]            # simulations of novice, amateur (usually a quarter of the adept's), adept, master
    amateur = 100
    adept = 380
    [search]            # fields of SearchSettings
    explore = 0.3
    [patient]           # the same, where there are so many simulations that it is better searched otherwise
    explore = 0.5
    [network]           # levels that the game's network plays, where it has one: so many tries (bots/look_ahead.py)
    adept = 0           # what it likes best, without looking ahead
    master = 400
    players = 2         # at tables of more the search plays these levels
    [mistakes]          # levels that the network plays without looking ahead, but not always as it likes best:
    adept = 0.4         # an action that it likes less by so much (a logit) is played e times as rarely
    [look_ahead]        # fields of LookAheadSettings
    broad = 8

What is left out has its usual value. A level is a number of simulations, or of tries of a network; its time is a
ceiling, there for slow machines and plain mode. The figures were chosen by measurement (bench/notes); on a core of an
ordinary computer a decision
takes clearly less than its ceiling on average, but the slowest of a master may reach it, and are then not the same on
every machine.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from ludotheque.errors import BadInput
from ludotheque.play.base import BaseGame

FILE = "bots.toml"
TABLES = ("levels", "search", "patient", "network", "mistakes", "look_ahead")

NOVICE, AMATEUR, ADEPT, MASTER = "novice", "amateur", "adept", "master"
LEVELS = (NOVICE, AMATEUR, ADEPT, MASTER)  # from weak to strong
LADDER = (NOVICE, "greedy", AMATEUR, ADEPT, MASTER)  # what people choose from, unless the game says otherwise
FEW = 6  # a bot that makes mistakes plays one of this many best actions
ABSURD = 3.0  # and none that would be played e to this power times as rarely as the best
CEILING = {NOVICE: 0.2, AMATEUR: 0.6, ADEPT: 0.6, MASTER: 2.0}  # time limits of a decision, in seconds
QUARTER = 4  # the adept has this many times the amateur's simulations, unless its game says otherwise
PATIENT = 1000  # a search with at least this many simulations uses the settings under [patient]
UNBOUNDED = 1 << 40  # simulations of a bot that thinks for a time


@dataclass(frozen=True)
class LookAheadSettings:
    """Settings of a network that looks ahead (bots/look_ahead.py)."""

    broad: int = 16  # the number of actions that are compared, those that the network rates best
    hopeless: float = 6.0  # an action whose logit is this much below the best is not compared
    base: int = 50  # results count against logits as if every action had this many more tries,
    scale: float = 1.0  # and each try weighs a win by this many logits


@dataclass(frozen=True)
class SearchSettings:
    """Settings of a game's search, found by measurement."""

    novice: int = 2
    amateur: int = 150
    adept: int = 600
    master: int = 8000
    explore: float = 1.0  # weight of the heuristic's prior against results (PUCT)
    ahead: int = 1  # own turns that a seat plays on before a simulation is judged; 0: until the next, -1: none
    tries: int = 8  # actions that a seat considers in each of those turns
    glances: int = 24  # actions considered for the rest of a move; all of them where moves are compared
    luck: float = 0.7  # how much of a world's luck is subtracted from its result
    trust: float = 4.0  # the heuristic's first estimate of an action counts as this many results
    keen: float = 12.0  # an action whose value is lower by 1/keen gets e times less attention at first
    deep: int = 256  # maximum depth of the tree, in decisions
    broad: int = 16  # maximum number of actions at the start of a search; each round drops the worse half
    hopeless: float = 0.25  # an action whose expected share is this much below the best is not compared
    easy: float = 0.05  # a novice plays an action whose value is lower by this e times as rarely
    value_network: float = 0.0  # weight of the value network against the heuristic
    network: float = 0.0  # weight of the network's logits at the root
    network_players: int = 0  # maximum number of players with which the search uses the network; 0: any
    unit: int | None = None  # instead of the heuristic's UNIT
    patient: SearchSettings | None = None  # settings for many simulations, if different
    networks: tuple[tuple[str, int], ...] = ()  # levels that the network plays, and their tries
    mistakes: tuple[tuple[str, float], ...] = ()  # levels that make mistakes, and how much
    ladder: tuple[str, ...] = LADDER
    networks_players: int = 0  # maximum number of players with which the network plays levels; 0: any
    look_ahead: LookAheadSettings = LookAheadSettings()

    @property
    def numbers(self) -> tuple[float, ...]:
        """Return the settings for the kernel, in its order."""
        return (
            *(self.explore, self.ahead, self.tries, self.glances),
            *(self.luck, self.trust, self.keen, self.deep, self.value_network),
        )

    def at(self, sims: int) -> SearchSettings:
        """Return the search settings for a number of simulations."""
        return self if self.patient is None or sims < PATIENT else self.patient

    def sims(self, level: str) -> int:
        """Return the simulations of a level."""
        return {NOVICE: self.novice, AMATEUR: self.amateur, ADEPT: self.adept, MASTER: self.master}[level]

    def for_level(self, name: str, sims: int) -> SearchSettings:
        """Return the search settings of a level; an amateur's use no network, and this many simulations."""
        return replace(self.at(sims), network=0.0, patient=None) if name == AMATEUR else self

    def temperature(self, level: str) -> float:
        """Return how much a level of the network errs; 0: it plays the best action."""
        return dict(self.mistakes).get(level, 0.0)

    def plays_network(self, players: int) -> bool:
        """Whether the network plays its levels with this many players."""
        return players <= (self.networks_players or players)

    def may_ask(self, players: int) -> bool:
        """Whether a search may use the network with this many players."""
        return players <= (self.network_players or players)


OTHERS = (*LEVELS, "patient", "networks", "networks_players", "mistakes", "ladder", "look_ahead")
SEARCHED = tuple(field.name for field in fields(SearchSettings) if field.name not in OTHERS)
LOOKED_AHEAD = tuple(field.name for field in fields(LookAheadSettings))
WHOLE = (*LEVELS, "ahead", "tries", "glances", "deep", "broad", "unit", "network_players", "base", "players")
LEAST = {**dict.fromkeys(LEVELS, 1), "ahead": -1, "tries": 1, "glances": 1, "deep": 1, "broad": 2}  # 0 otherwise


# Reading them ---------------------------------------------------------------------------------------------------------


def search_settings_of(game: BaseGame) -> SearchSettings:
    """Return how a game is searched; a game without a file gets default settings."""
    return read_search_settings(game.folder / FILE)


@cache
def read_search_settings(path: Path) -> SearchSettings:
    """Return the settings of a file; BadInput names a wrong field. Defaults if there is no such file."""
    if not path.is_file():
        return SearchSettings()
    source = f"{path.parent.name}/{path.name}"
    try:
        with path.open("rb") as file:
            tables = tomllib.load(file)
    except tomllib.TOMLDecodeError as error:
        raise BadInput.at(source, 0, "", str(error)) from error
    ladder = _ladder(source, tables.pop("ladder", LADDER))
    _refuse_unknown(source, "", tables, TABLES)
    levels, search, patient, networks, mistakes, look_ahead = (_table(source, name, tables) for name in TABLES)
    tries = _numbers(source, "network", networks, (*LEVELS, "players"), least={})
    most = tries.pop("players", 0)
    sims = _numbers(source, "levels", levels, LEVELS)
    if ADEPT in sims:
        sims.setdefault(AMATEUR, max(sims.get(NOVICE, SearchSettings.novice), sims[ADEPT] // QUARTER))
    settings = SearchSettings(
        **sims,
        **_numbers(source, "search", search, SEARCHED),
        patient=SearchSettings(**_numbers(source, "patient", patient, SEARCHED)) if "patient" in tables else None,
        networks=tuple(tries.items()),
        mistakes=tuple(
            _numbers(source, "mistakes", mistakes, [name for name in tries if tries[name] == 0], least={}).items()
        ),
        ladder=ladder,
        networks_players=most,
        look_ahead=LookAheadSettings(**_numbers(source, "look_ahead", look_ahead, LOOKED_AHEAD)),
    )
    if not settings.novice <= settings.amateur <= settings.adept <= settings.master:
        raise BadInput.at(source, 0, "levels", "a level has fewer simulations than the one below it")
    return settings


def _ladder(source: str, given: Any) -> tuple[str, ...]:
    if not isinstance(given, list | tuple) or len({*map(str, given)}) != len(LADDER):
        raise BadInput.at(source, 0, "ladder", f"{given!r} does not name {len(LADDER)} bots, each once")
    return tuple(map(str, given))


def _table(source: str, name: str, tables: Mapping[str, Any]) -> Mapping[str, Any]:
    table = tables.get(name, {})
    if not isinstance(table, Mapping):
        raise BadInput.at(source, 0, name, f"{table!r} is not a table of names and values")
    return table


def _numbers(
    source: str, table: str, given: Mapping[str, Any], known: Sequence[str], least: Mapping[str, int] = LEAST
) -> dict[str, Any]:
    """Return the values of a table, checked against the type and the minimum of each field."""
    _refuse_unknown(source, f"{table}.", given, known)
    for name, value in given.items():
        whole = name in WHOLE and table != "mistakes"
        if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
            raise BadInput.at(source, 0, f"{table}.{name}", f"{value!r} is not a {'whole ' if whole else ''}number")
        if value < least.get(name, 0):
            raise BadInput.at(source, 0, f"{table}.{name}", f"{value!r} is less than {least.get(name, 0)}")
    return dict(given)


def _refuse_unknown(source: str, prefix: str, given: Mapping[str, Any], known: Sequence[str]) -> None:
    for name in given:
        if name not in known:
            raise BadInput.at(source, 0, f"{prefix}{name}", f"unknown; expected {', '.join(known)}")
