"""Finished matches for research: of people who all agreed, without anything that says who they are.

A match is given away if every person who ever sat in it agreed before it began, and still agrees. It is left out if it
began from a given position or from another match, if somebody brought a deck of their own, by which they could be
recognised, while it is today's deal, and if fewer than `LEAST` people of its game would be in the file.
"""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

import ludotheque as lt
from ludotheque.play.game import Game
from ludotheque.server.errors import Refused
from ludotheque.server.storage import Storage
from ludotheque.server.storage.schema import people, seats, tables
from ludotheque.server.tables import finished
from ludotheque.server.tables.records import Seat

FILE, CARD = "matches.jsonl", "README.md"
LEAST = 5  # people of a game: one of fewer is easily guessed
KEPT = ("format", "game", "rules", "players", "options", "seats", "moves", "seed", "outcome")  # of a record
ENDING = ("cause", "key", "seat", "shares", "scores", "ranking")  # of an end by agreement, time or resignation
REASONS = ("not_agreed", "own_deck", "given_position", "today", "other_rules", "few_people")


@dataclass
class Chosen:
    """The matches to give away by game, and how many were left out, by reason."""

    ids: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    people: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    left_out: Counter[str] = field(default_factory=Counter)


def choose(connection: Connection, now: float, game: str | None = None) -> Chosen:
    """Return the finished matches of people that may be given away."""
    agreed = {row.id: row.research for row in connection.execute(select(people.c.id, people.c.research))}
    found, today = Chosen(), datetime.fromtimestamp(now, UTC).date().isoformat()
    columns = (tables.c.id, tables.c.game, tables.c.rules, tables.c.options, tables.c.started, tables.c.daily)
    wanted = select(*columns, tables.c.fork_of, tables.c.position).where(tables.c.phase == "over")
    wanted = wanted.where(tables.c.started.is_not(None))
    for table in connection.execute(wanted.where(tables.c.game == game) if game else wanted).all():
        rows = connection.execute(select(seats.c.sat, seats.c.brought).where(seats.c.table == table.id)).all()
        sat = {person for row in rows for person in row.sat}
        if sat and (why := _reason(table, sat, agreed, [row.brought for row in rows], today)):
            found.left_out[why] += 1
        elif sat:
            found.ids[table.game].append(table.id)
            found.people[table.game] |= sat
    for name in [name for name, these in found.people.items() if len(these) < LEAST]:
        found.left_out["few_people"] += len(found.ids.pop(name))
    return found


def _reason(
    table: Any, sat: set[str], agreed: dict[str, float | None], brought: list[dict[str, Any]], today: str
) -> str:
    """Why a match is left out; empty if it may be given away."""
    since = [agreed.get(person) for person in sat]
    if any(one is None or one > table.started for one in since):
        return "not_agreed"
    if table.fork_of is not None or table.position is not None:
        return "given_position"
    if table.daily is not None and table.daily >= today:
        return "today"
    if table.game not in lt.names() or lt.game(table.game, "plain").later_options(table.rules) is None:
        return "other_rules"
    game = lt.game(table.game, "plain")
    return "" if all(_is_common(game, table.options, one) for one in brought) else "own_deck"


def _is_common(game: Game, options: dict[str, Any], brought: dict[str, Any]) -> bool:
    """Whether a seat brought only what the game offers to everybody."""
    offered: Any = getattr(game.setup, "choices", None)
    known = {option.name: option for option in game.declaration.seat_options}
    for name, value in brought.items():
        if name not in known:
            return False
        if value is None or value in known[name].values:
            continue
        checked = game.check_options(options)
        if offered is None or value not in [choice for choice, _ in offered(name, checked, "en")]:
            return False
    return True


def anonymous(connection: Connection, table_id: str, now: float) -> dict[str, Any]:
    """Return a finished match as it is given away: what is in it is listed here, and nothing else is."""
    table = finished.finished(connection, table_id, now)
    written = finished.record(connection, table_id, now)
    told = {name: written[name] for name in KEPT if name in written}
    if isinstance(ending := written.get("ending"), dict):
        told["ending"] = {name: ending[name] for name in ENDING if name in ending}
    return told | {"by": [_by(seat) for seat in table.seats], "hints": bool(table.row.hints)}


def _by(seat: Seat) -> str:
    """Return who played at a seat: a person, a bot, or a bot after a person who left."""
    if not seat.sat:
        return seat.bot or "nobody"
    return f"person, then {seat.bot}" if seat.bot else "person"


def export(
    storage: Storage,
    folder: Path,
    now: Callable[[], float],
    game: str | None = None,
    progress: Callable[[float], None] = lambda done: None,
) -> Chosen:
    """Write the matches to a folder, in random order, with a card; nothing where there are none.

    Each match is read by itself, and whether its people agree is asked again then: the server goes on meanwhile.
    """
    chosen = storage.read(lambda c: choose(c, now(), game))
    ids = [one for name in sorted(chosen.ids) for one in chosen.ids[name]]
    if not ids:
        return chosen
    random.SystemRandom().shuffle(ids)
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f"{FILE}.part"
    with unfinished.open("w", encoding="utf-8") as out:
        for told in _each(storage, ids, chosen, now, progress):
            out.write(json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n")
    unfinished.replace(folder / FILE)
    day = datetime.fromtimestamp(now(), UTC).strftime("%Y-%m")
    (folder / CARD).write_text(card(chosen, day), encoding="utf-8")
    return chosen


def _each(
    storage: Storage, ids: list[str], chosen: Chosen, now: Callable[[], float], progress: Callable[[float], None]
) -> Iterator[dict[str, Any]]:
    for done, table_id in enumerate(ids, 1):

        def read_one(connection: Connection, table_id: str = table_id) -> dict[str, Any] | None:
            agreed = {row.id: row.research for row in connection.execute(select(people.c.id, people.c.research))}
            table = finished.finished(connection, table_id, now())
            sat = {person for seat in table.seats for person in seat.sat}
            if any(since is None or since > table.row.started for since in map(agreed.get, sat)):
                return None
            return anonymous(connection, table_id, now())

        try:
            told = storage.read(read_one)
        except Refused:  # deleted meanwhile
            told = None
        progress(done / len(ids))
        if told is not None:
            yield told
            continue
        chosen.left_out["not_agreed"] += 1
        for name, these in chosen.ids.items():
            chosen.ids[name] = [one for one in these if one != table_id]


def card(chosen: Chosen, month: str) -> str:
    """The description of the file: its contents, how it came about, what it must not be used for."""
    games = "\n".join(
        f"| {lt.game(name, 'plain').declaration.title['en']} (`{name}`) | {len(ids):,} |"
        for name, ids in sorted(chosen.ids.items())
    )
    return f"""# Matches of people

Written by `ludotheque admin export` in {month}. All people in them agreed, before the match began, that it may be used
for research, and had not taken that back when this was written.

| game | matches |
|---|---:|
{games}

`{FILE}` has a match on each line: a record in JSON that `lt.game(name).replay(line)` plays again. `by` says for each
seat whether a person or a bot played there, `hints` whether the table allowed hints. `ending` is there where a match
ended by agreement, time or resignation. Decisions that were taken back are left out.

There are no names, no ids, no talk and no times, and nothing tells which matches are of the same person. The order is
random. Matches with decks of people's own are left out, and games of fewer than {LEAST} people.

Whoever played or watched a match can recognise it by its moves. Don't try to find out who played, and pass that on as
a condition to those to whom you give the file.
"""
