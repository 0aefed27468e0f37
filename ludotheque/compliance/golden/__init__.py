"""Golden matches: whole matches as text that a person can read, compared byte for byte by a test.

A folder of them has a `matches.toml` that names each match; the files beside it are written by

    python -m ludotheque.compliance.golden lampions tests/lampions/golden

so that a change of the rules shows as a difference that can be read, and accepted by running the command
again. It writes `numbers.txt`, too: what each number of the game stands for (see `numbering`). Without a folder it is
`golden/` in the game's own, which travels with its package: `check_golden` compares what is there, wherever the package
is installed.

    [[match]]
    name = "shared_win"         # the file is shared_win.txt
    shows = "Two players tie."  # stands at its head
    seed = "7"
    players = 3                 # the game's smallest number if left out
    options = { rounds = 3 }    # the defaults if left out
    seats = [{ wish = "spark" }, {}, {}]
    rules = "1"                 # an earlier rules version that it was played by; today's if left out
    policy = "random"           # or the moves themselves: moves = ["0 spark", "1 moth", …]
    policy_seed = 4

Before the first match may stand `tell = "keys"`: events are then told by name and parameters, so that a change of
wording changes no file; and what several seats bring, by name: `[bring.wisher]`, `wish = "spark"`, and then
`seats = ["wisher", {}, {}]`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

from ludotheque.compliance import numbering
from ludotheque.compliance.walk import ComplianceError
from ludotheque.errors import BadInput, MoveError
from ludotheque.play import opening
from ludotheque.play.game import Game
from ludotheque.play.position import Position
from ludotheque.play.viewers import ALL

FOLDER = "golden"
LIST = "matches.toml"
MISSING_LIST = (
    "has no matches.toml, which lists the golden matches: write one ([[match]], name, shows, seed; docs/add-a-game.md, "
    "step 9) and run this, or remove the folder:"
)
KNOWN = ("name", "shows", "seed", "players", "options", "seats", "rules", "policy", "policy_seed", "moves")


def check_golden(game: Game, *, folder: Path | None = None) -> None:
    """Check that the golden matches of a folder (by default the game's `golden/`) and all numbers are unchanged."""
    folder = game.folder / FOLDER if folder is None else folder
    if folder == game.folder / FOLDER and not folder.exists():
        return
    again = f"python -m ludotheque.compliance.golden {game.name} {folder}"
    if folder.is_dir() and not (folder / LIST).is_file():
        raise ComplianceError(f"{game.name}: {folder} {MISSING_LIST}\n    {again}")
    try:
        moved = numbering.moved(game, folder)
        if moved:
            raise ComplianceError("\n".join(moved))
        for path, text in files(game, folder):
            if not path.is_file():
                raise ComplianceError(f"{game.name}: {LIST} names {path.stem!r}, but there is no {path}; {again}")
            differing = _first_difference(path.read_text(encoding="utf-8"), text)
            if differing:
                raise ComplianceError(f"{path}: {differing}\nIf that is meant: {again}")
    except (BadInput, OSError) as error:
        raise ComplianceError(f"{game.name}: {error}") from error


def _first_difference(before: str, now: str) -> str:
    """The first line in which two tellings differ; nothing if they are the same."""
    if before == now:
        return ""
    pairs = enumerate(zip_longest(before.splitlines(), now.splitlines(), fillvalue="(the end)"), 1)
    for number, (old, new) in pairs:
        if old != new:
            return f"line {number} is\n    {new}\nbut was\n    {old}"
    return "the ends of its lines differ"


def files(game: Game, folder: Path) -> Iterator[tuple[Path, str]]:
    """Every golden file of a folder with its expected content."""
    path = folder / LIST
    with path.open("rb") as file:
        document = tomllib.load(file)
    telling = document.get("tell", "words")
    if telling not in TELLINGS:
        raise BadInput.at(path.name, 0, "tell", f"{telling!r} is none of {', '.join(TELLINGS)}")
    for number, entry in enumerate(document.get("match", [])):
        for name in entry:
            if name not in KNOWN:
                raise BadInput.at(path.name, 0, f"match[{number}].{name}", f"unknown; expected {', '.join(KNOWN)}")
        for name in ("name", "shows", "seed"):
            if not isinstance(entry.get(name), str):
                raise BadInput.at(path.name, 0, f"match[{number}].{name}", "is missing, or no text")
        brought = document.get("bring", {})
        seats = entry.get("seats", [])
        for seat in seats:
            if isinstance(seat, str) and seat not in brought:
                raise BadInput.at(
                    path.name, 0, f"{entry['name']}.seats", f"no [bring.{seat}] says what {seat!r} brings"
                )
        if seats:
            entry = {**entry, "seats": [brought[seat] if isinstance(seat, str) else seat for seat in seats]}
        yield folder / f"{entry['name']}.txt", match_text(game, entry, telling)


def match_text(game: Game, entry: Mapping[str, Any], telling: str = "words") -> str:
    """One match from its first event to its last, as text."""
    describe = TELLINGS[telling]
    setting = entry.get("players"), entry["seed"], entry.get("options"), entry.get("seats")
    pos = opening.start(game, *setting, entry.get("rules"))
    lines = [f"# {entry['shows']}", *_header(game, entry, pos), ""]
    lines += describe(pos, pos.log(ALL)[0])
    for number, (seat, action) in enumerate(_moves(game, entry, pos)):
        last = pos._last
        try:
            pos.play(action, seat)
        except MoveError as error:
            raise BadInput.at(LIST, 0, f"{entry['name']}.moves[{number}]", str(error)) from error
        lines.append(f"{seat} {game.notation.write(action)}")
        for played in pos._past(last):
            lines += describe(pos, pos._events_for(played.events, ALL))
    outcome = pos.outcome()
    lines.append("")
    if outcome is None:
        lines.append(f"not over: waiting for {', '.join(map(str, pos.actors))}")
    else:
        lines += [f"{name}: {value}" for name, value in outcome.items()]
    return "\n".join(lines) + "\n\n" + pos.text()


def _header(game: Game, entry: Mapping[str, Any], pos: Position) -> list[str]:
    rules = pos.origin.rules or game.rules_version
    lines = [f"match: {game.name} {rules}", f"seed: {entry['seed']}", f"players: {pos.players}"]
    lines += [f"option {name}: {value}" for name, value in pos.origin.options.items()]
    for seat, brought in enumerate(pos.origin.seats):
        for name, value in brought.items():
            first, *more = str(value).splitlines()
            lines += [f"seat {seat} {name}: {first}", *(f"    {line}".rstrip() for line in more)]
    return lines


def _moves(game: Game, entry: Mapping[str, Any], pos: Position) -> Iterator[tuple[int, int]]:
    """The moves of the match, each chosen when its turn comes."""
    if "moves" in entry:
        for number, move in enumerate(entry["moves"]):
            seat, _, notation = str(move).partition(" ")
            try:
                yield int(seat), game.action(notation)
            except (MoveError, ValueError) as error:
                raise BadInput.at(LIST, 0, f"{entry['name']}.moves[{number}]", str(error)) from error
        return
    if entry.get("policy", "random") != "random":
        raise BadInput.at(LIST, 0, f"{entry['name']}.policy", f"{entry['policy']!r} is not 'random'")
    random = Random(f"golden {entry.get('policy_seed', 0)}")
    while pos.actor is not None:
        yield pos.actor, random.choice(pos.moves()).id


def _sentences(pos: Position, events: list[dict[str, Any]]) -> list[str]:
    say = pos.game.messages("en").say
    return [f"    {say(event['key'], event['params'])}" for event in events]


def _keys(pos: Position, events: list[dict[str, Any]]) -> list[str]:
    told = []
    for event in events:
        params = [f"{name}={'-' if value is None else value}" for name, value in event["params"].items()]
        told.append("    " + " ".join([event["event"], *params]))
    return told


TELLINGS = {"words": _sentences, "keys": _keys}
