"""Matches as JSON: written for a viewer, replayed from a full one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ludotheque.errors import BadInput, MoveError
from ludotheque.play import opening
from ludotheque.play.base import BaseGame
from ludotheque.play.past import Origin
from ludotheque.play.position import Position
from ludotheque.play.viewers import All, Viewer

FORMAT = "ludotheque-record/1"


def write_record(game: BaseGame, pos: Position, viewer: Viewer) -> dict[str, Any]:
    """The record of a match for one viewer. Decisions hidden from the viewer leave no trace in it."""
    origin = pos.origin
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": game.name,
        "rules": origin.rules or game.rules_version,
        "players": pos.players,
        "options": _written_options(game, origin),
        "seats": [dict(seat) for seat in pos.seats_for(viewer)],
        "moves": [list(move) for move in pos.seen_moves(viewer)],
    }
    if isinstance(viewer, All):
        if origin.seed is None:
            raise ValueError("a redealt position never happened: it has no full record")
        record["seed"] = origin.seed
        if pos.ready:  # chosen in secret, not applied yet
            record["choices"] = [list(choice) for choice in pos.secret_choices()]
        if origin.text is not None:
            record["from"] = origin.text
    if pos.over:
        record["outcome"] = pos.outcome()
    return record


def _written_options(game: BaseGame, origin: Origin) -> dict[str, Any]:
    """The options of a match; for an earlier rules version only those that it had."""
    later = game.later_options(origin.rules) if origin.rules else None
    return {name: value for name, value in origin.options.items() if name not in (later or {})}


def _field(record: Mapping[str, Any], source: str, name: str, type_: type) -> Any:
    value = record.get(name)
    if name not in record:
        raise BadInput.at(source, 0, name, "is missing")
    if not isinstance(value, type_) or isinstance(value, bool):
        raise BadInput.at(source, 0, name, f"{value!r} is not of type {type_.__name__}")
    return value


def parse(text: str, source: str) -> Mapping[str, Any]:
    """The JSON object of a record; invalid JSON is reported by line and column."""
    try:
        record = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput.at(source, error.lineno, f"column {error.colno}", f"not JSON: {error.msg}") from None
    except (RecursionError, ValueError):  # endless brackets, or a number with thousands of digits
        raise BadInput.at(source, 0, "", "nested too deeply, or a number in it is too large") from None
    if not isinstance(record, Mapping):
        raise BadInput.at(source, 0, "", "not a JSON object")
    return record


def _versions(game: BaseGame) -> str:
    """The rules versions that can be replayed, today's first."""
    return " or ".join(
        repr(version) for version in (game.rules_version, *(e.version for e in game.declaration.earlier))
    )


def replay(game: BaseGame, record: Mapping[str, Any] | str, source: str) -> Position:
    """The position at the end of a full record, every move checked, the stored outcome compared."""
    for pos in steps(game, record, source):
        pass
    return pos


def steps(game: BaseGame, record: Mapping[str, Any] | str, source: str) -> Iterator[Position]:
    """Yield the positions of a record, from first to last: one object that changes as the record is played."""
    if isinstance(record, str):
        record = parse(record, source)
    if not isinstance(record, Mapping):
        raise BadInput.at(source, 0, "", "not a JSON object")
    for name, expected in (("format", FORMAT), ("game", game.name)):
        value = _field(record, source, name, str)
        if value != expected:
            raise BadInput.at(source, 0, name, f"{value!r}; this program replays {expected!r}")
    rules = _field(record, source, "rules", str)
    if game.later_options(rules) is None:
        raise BadInput.at(source, 0, "rules", f"{rules!r}; this program replays {_versions(game)}")
    if "seed" not in record:
        raise BadInput.at(source, 0, "seed", "is missing: this record was written for one viewer and can't be replayed")
    seed = _field(record, source, "seed", str)
    if "from" in record:
        pos = opening.from_text(game, _field(record, source, "from", str), seed, f"{source}, from", rules)
    else:
        players = _field(record, source, "players", int)
        options = _field(record, source, "options", dict)
        pos = opening.start(game, players, seed, options, _field(record, source, "seats", list), rules)
    moves = [("moves", n, entry) for n, entry in enumerate(_field(record, source, "moves", list))]
    if "choices" in record:
        moves += [("choices", n, entry) for n, entry in enumerate(_field(record, source, "choices", list))]
    yield pos
    for list_, number, entry in moves:
        where = f"{list_}[{number}]"
        if not (isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], int)):
            raise BadInput.at(source, 0, where, f"{entry!r} is not [seat, move]")
        try:
            pos.play(entry[1] if isinstance(entry[1], str) else str(entry[1]), entry[0])
        except MoveError as error:
            raise BadInput.at(source, 0, where, f"{type(error).__name__}: {error}") from error
        yield pos
    if "outcome" in record and record["outcome"] != pos.outcome():
        raise BadInput.at(source, 0, "outcome", "differs from what replaying the moves gives")
